"""The Spark session, and what is wrong with a machine that cannot have one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from indicmatch.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["session"]

JAVA = 17
_VERSION = re.compile(r'version "(?:1\.)?([0-9]+)')


def session() -> SparkSession:
    """The session that is active, or one of this machine's configuration (every core of it, where there is none).

    Raises `MissingExtra` without pyspark, `BadInput` without Java 17 or with a `PYSPARK_PYTHON` that is another Python than this one.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtra("scoring with Spark", package="pyspark", extra="spark") from None
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    if "SPARK_REMOTE" not in os.environ:
        check_java()
        check_python()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    return SparkSession.builder.appName("indicmatch").getOrCreate()


def check_java() -> None:
    """Raise unless there is a Java that Spark can run on."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else "java"
    advice = f"install Java {JAVA} (Debian: openjdk-{JAVA}-jre-headless), or set JAVA_HOME to where it is"
    if shutil.which(java) is None:
        message = f"Spark needs Java {JAVA}, and there is no {java} to run: {advice}"
        raise BadInput(message)
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = _VERSION.search(said)
    if found is None or int(found[1]) < JAVA:
        message = f"Spark needs Java {JAVA} or newer, and {java} says {said.strip().splitlines()[:1]}: {advice}"
        raise BadInput(message)


def check_python() -> None:
    """Raise where `PYSPARK_PYTHON` names another version of Python than the one that runs here."""
    named = os.environ.get("PYSPARK_PYTHON")
    if not named:
        return
    advice = "set PYSPARK_PYTHON to the Python that runs this command, or to one of the same version with indicmatch in it"
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        version = subprocess.run([named, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        message = f"PYSPARK_PYTHON names {named!r}, which cannot be run: {advice}"
        raise BadInput(message) from None
    here = "{}.{}".format(*sys.version_info[:2])
    if version != here:
        message = f"PYSPARK_PYTHON names Python {version}, and this is Python {here}; Spark needs one version on both sides: {advice}"
        raise BadInput(message)

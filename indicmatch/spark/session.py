"""The Spark session, and what is wrong with a machine that cannot have one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from indicmatch.errors import BadFile, BadInput, MissingExtra

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["check_packages", "explained", "session"]

_VERSION = re.compile(r'version "(?:1\.)?([0-9]+)')
_LACKING = re.compile("No module named '?(indicmatch|pyarrow)(?:['.]|$)", re.MULTILINE)


def session() -> SparkSession:
    """The session that is active, or one of this machine's configuration (every core of it, where there is none).

    Raises `MissingExtra` without pyspark, `BadInput` without the Java that it needs, with a `PYSPARK_PYTHON` that is another Python than
    this one, or where no session can be had.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtra("scoring with Spark", package="pyspark", extra="spark") from None
    check_packages()
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    if "SPARK_REMOTE" not in os.environ:
        check_java()
        check_python()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    progress = str(sys.stderr.isatty()).lower()
    try:
        made = SparkSession.builder.appName("indicmatch").config("spark.ui.showConsoleProgress", progress).getOrCreate()
        if "SPARK_REMOTE" not in os.environ:
            made.sparkContext.setLogLevel("ERROR")  # what matters to people is said once, and by us
        return made
    except Exception as error:
        message = (
            f"no Spark session can be had: {_first_line(error)}. Look at what Spark says above it, and at its settings"
            " (SPARK_HOME, SPARK_CONF_DIR, MASTER), which may belong to another Spark"
        )
        raise BadInput(message) from error


def check_packages() -> None:
    """Raise where this Spark cannot use the pandas and pyarrow of this Python."""
    import pyspark
    from pyspark.sql.pandas.utils import require_minimum_pandas_version, require_minimum_pyarrow_version

    try:
        require_minimum_pandas_version()
        require_minimum_pyarrow_version()
    except ImportError as error:
        reason = _first_line(error.__cause__ or error)
        if "distutils" in reason:
            advice = "its release 3.5 needs distutils, which this Python has no longer: pip install setuptools, or Spark 4"
        else:
            advice = "pip install 'indicmatch[spark]' brings pandas and pyarrow; numpy<2 goes with pyarrow<19"
        message = f"Spark {pyspark.__version__} cannot use the packages of this Python ({reason}): {advice}"
        raise BadInput(message) from None


def check_java() -> None:
    """Raise unless there is a Java that Spark can run on."""
    import pyspark

    least = 17 if int(pyspark.__version__.partition(".")[0]) >= 4 else 8
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else "java"
    advice = "install Java 17 (Debian: openjdk-17-jre-headless), or set JAVA_HOME to where it is"
    if shutil.which(java) is None:
        where = f"JAVA_HOME is {home}, and there is no {java} to run" if home else "there is no java on the PATH"
        message = f"Spark needs Java 17, and {where}: {advice}"
        raise BadInput(message)
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = _VERSION.search(said)
    if found is None or int(found[1]) < least:
        shown = f"is Java {found[1]}" if found else f"does not run ({' '.join(said.split())[:80] or 'it says nothing'})"
        message = f"Spark {pyspark.__version__} needs Java {least} or newer, and {java} {shown}: {advice}"
        raise BadInput(message)


def check_python() -> None:
    """Raise where `PYSPARK_PYTHON` names another version of Python than the one that runs here, or one without indicmatch.

    A relative path that is not here is one in an archive that travels to the executors, which alone can tell.
    """
    named = os.environ.get("PYSPARK_PYTHON")
    if not named or (Path(named).name != named and not Path(named).is_absolute() and not Path(named).exists()):
        return
    advice = "set PYSPARK_PYTHON to the Python that runs this command, or to one of the same version with indicmatch in it"
    code = "import sys; print('%d.%d' % sys.version_info[:2])\nfrom importlib.util import find_spec; print(bool(find_spec('indicmatch')))"
    try:
        done = subprocess.run([named, "-c", code], capture_output=True, text=True, check=True, cwd="/")
        version, there = done.stdout.split()
    except (OSError, subprocess.CalledProcessError, ValueError):
        message = f"PYSPARK_PYTHON names {named!r}, which cannot be run as a Python: {advice}"
        raise BadInput(message) from None
    here = "{}.{}".format(*sys.version_info[:2])
    if version != here:
        message = f"PYSPARK_PYTHON names {named!r}, Python {version}, and this is Python {here}; Spark needs one version: {advice}"
        raise BadInput(message)
    if there != "True":
        message = f"PYSPARK_PYTHON names {named!r}, a Python without indicmatch: {advice}"
        raise BadInput(message)


@contextmanager
def explained(file: str) -> Iterator[None]:
    """What Spark raises while it works on an input, in words."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        lacking = _LACKING.search(str(error))
        if lacking:
            problem = f"the Python of an executor has no {lacking[1]}"
            remedy = "install indicmatch[spark] there, or ship an environment (--archives), and name its Python with PYSPARK_PYTHON"
        else:
            problem, remedy = f"Spark failed: {_reason(error)}", "look at what Spark says above it"
        raise BadFile(problem, file=file, remedy=remedy) from error


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)[:300]


def _reason(error: BaseException) -> str:
    """Of an executor's error the last line of what its Python said; of Java's the first cause; else the first line."""
    text = str(error)
    said, _, causes = text.rpartition("Caused by: ")
    python = [line for line in text.partition("JVM stacktrace")[0].splitlines() if line.strip() and not line.startswith("\t")]
    if "Traceback" in text and not said:
        return python[-1].strip()[:300]
    if said:
        return causes.partition("\n")[0].strip()[:300]
    return next((line for line in python if not line.startswith("An error occurred while calling")), type(error).__name__).strip(" :")[:300]

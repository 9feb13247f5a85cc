"""What the tests of the audit share: files of rows, an audit without its warnings, the command."""

import csv
import os
import subprocess
import sys
import warnings
from pathlib import Path

from indicmatch.audit import audit_files
from indicmatch.errors import IndicMatchWarning

__all__ = ["HEADER", "audit", "run", "write"]

HEADER = ("question", "answer", "Domain", "response")


def write(path: Path, rows, header=HEADER) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def audit(*paths, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return audit_files(paths, **options)


def run(*arguments):
    """Exit status, stdout and stderr of `indicmatch audit`."""
    done = subprocess.run([sys.executable, "-m", "indicmatch", "audit", *map(str, arguments)], capture_output=True, check=False,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()

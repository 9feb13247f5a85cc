"""Spark in local mode, for tests: files to score, and the reports of both engines on them."""

import csv
import gzip
import os
import random
import shutil
import warnings

import pytest

from indicmatch import score_files
from indicmatch.errors import IndicMatchWarning
from indicmatch.score import Plan, Run

__all__ = ["HEADER", "local", "report", "rows_of", "spark_or_skip", "write_rows", "write_text"]

HEADER = ("question", "answer", "Domain", "response")
ANSWERS = ["\u0926\u093f\u0932\u094d\u0932\u0940", "\u0958\u0932\u092e", "\u0917\u0902\u0917\u093e", "", "?!", "Delhi (India)", "1947", "None", "007"]


def spark_or_skip():
    """Skip a file of tests where there is no Spark, unless nothing may be missing."""
    if not os.environ.get("INDICMATCH_REQUIRE"):
        pytest.importorskip("pyspark")
        if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
            pytest.skip("no Java", allow_module_level=True)


def rows_of(count):
    """Rows with all that a verdict or a warning may depend on."""
    generator = random.Random(count)
    for number in range(count):
        answer = generator.choice(ANSWERS)
        said = generator.choice([f"\u092f\u0939 {answer}\u0964\n\u0939\u093e\u0901", f'"{answer}", he said', "", "  ", "\u0915\u0941\u091b \u0928\u0939\u0940\u0902 ", answer, "\\n\\"])
        yield f"q{number}", answer, generator.choice(["Art", "Music", "", "\u00a0"]), said


def write_rows(path, rows, header=HEADER):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def write_text(path, text, encoding="utf-8"):
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def local(paths, **options):
    """What the local engine reports."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return score_files([str(path) for path in paths], **options).to_dict()


def report(paths, plan=None, out=None, *, replace=False, **options):
    """What Spark reports."""
    from indicmatch.spark.files import score_with_spark

    run = Run(Plan(**(plan or {})), compare_ids=len(paths) > 1, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        score_with_spark(run, [str(path) for path in paths], None if out is None else str(out), replace=replace)
    return run.report().to_dict()

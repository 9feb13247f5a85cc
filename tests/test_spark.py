"""Spark in local mode gives the verdicts and totals of the local engine; what is wrong with a machine or a file is said clearly."""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from indicmatch import BadFile, BadInput, MissingExtra, UnknownName, normalize, score_files, stem, tokenize
from indicmatch.errors import IndicMatchWarning
from indicmatch.score import Plan, Run

if not os.environ.get("INDICMATCH_REQUIRE"):
    pytest.importorskip("pyspark")
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("no Java", allow_module_level=True)

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # pyspark's own warnings depend on its release

HEADER = ("question", "answer", "Domain", "response")
ANSWERS = ["\u0926\u093f\u0932\u094d\u0932\u0940", "\u0958\u0932\u092e", "\u0917\u0902\u0917\u093e", "", "?!", "Delhi (India)", "1947", "None", "007"]


def rows_of(count):
    generator = random.Random(count)
    for number in range(count):
        answer = generator.choice(ANSWERS)
        said = generator.choice([f"\u092f\u0939 {answer}\u0964\n\u0939\u093e\u0901", f'"{answer}", he said', "", "  ", "\u0915\u0941\u091b \u0928\u0939\u0940\u0902 ", answer, "\\n\\"])
        yield f"q{number}", answer, generator.choice(["Art", "Music", "", "\u00a0"]), said


@pytest.fixture(scope="module")
def spark():
    from indicmatch.spark.session import session

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    made = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    assert session() is made
    yield made
    made.stop()


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """A folder of CSV parts, and the same rows in one file."""
    folder = tmp_path_factory.mktemp("spark")
    rows = list(rows_of(900))
    (folder / "hindi").mkdir()
    for name, part in [("hindi.csv", rows), *((f"hindi/part-{at}.csv", rows[at * 300 : at * 300 + 300]) for at in range(3))]:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([HEADER, *part])
    return folder


def local(path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return score_files(path, **options).to_dict()


def figures(report):
    """All that does not depend on how a file is called, groups by name: the parts of a folder may be read in any order."""
    file = report["files"][0]
    kept = {key: value for key, value in file.items() if key not in ("file", "domains")}
    return report["combined"], kept, {group["domain"]: group for group in file["domains"]}


def run_spark(path, plan, out=None, **more):
    from indicmatch.spark.files import score_with_spark

    run = Run(plan, **more)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        score_with_spark(run, [str(path)], out)
    return run.report().to_dict()


PLANS = {
    "default": {},
    "levels": {"levels": ("nfc", "encoding+digits"), "references": "paren"},
    "numbers": {"metrics": ("token_f1", "word_overlap")},
    "stems": {"stem": "error", "extract": "last-line"},
}


@pytest.mark.parametrize("plan", PLANS)
def test_a_folder_of_csv_gives_the_figures_of_the_local_engine(spark, parts, plan):
    assert figures(run_spark(parts / "hindi", Plan(**PLANS[plan]))) == figures(local(parts / "hindi.csv", **PLANS[plan]))


def test_parquet_in_and_out_has_the_verdicts_of_the_scored_file(spark, parts, tmp_path):
    from indicmatch.spark.files import read

    read(spark, str(parts / "hindi")).write.parquet(str(tmp_path / "hindi.parquet"))
    report = run_spark(tmp_path / "hindi.parquet", Plan(("raw", "encoding")), str(tmp_path / "scored.parquet"))
    assert figures(report) == figures(local(parts / "hindi.csv", levels=("encoding",), out=tmp_path / "scored.csv"))
    with (tmp_path / "scored.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["question"]: row for row in csv.DictReader(file)}
    scored = spark.read.parquet(str(tmp_path / "scored.parquet"))
    assert scored.columns == list(next(iter(wanted.values())))
    for row in scored.collect():
        found = {name: "" if value is None else str(value) for name, value in row.asDict().items()}
        assert found == wanted[row["question"]]


def test_a_frame_is_scored(spark, parts):
    from indicmatch.spark import score
    from indicmatch.spark.files import read

    df = read(spark, str(parts / "hindi"))
    scored = score(df, levels=["encoding"], lang="hi")
    right = {row["Domain"]: row["right"] for row in scored.groupBy("Domain").agg({"word_overlap_encoding": "sum"}).toDF("Domain", "right").collect()}
    wanted = {group["domain"]: group for group in local(parts / "hindi.csv", levels=("encoding",))["files"][0]["domains"]}
    assert right["Art"] == wanted["Art"]["metrics"]["word_overlap"]["encoding"]["correct"]
    assert dict(scored.dtypes)["matching_words"] == "int"
    with pytest.raises(BadInput, match="replace"):
        score(scored, levels=["encoding"])
    assert score(scored, levels=["encoding"], replace=True).columns == scored.columns
    with pytest.raises(BadInput, match="golden"):
        score(df, columns={"answer": "golden"})
    with pytest.raises(UnknownName, match="nfc"):
        score(df, levels=["nfcc"])


def test_columns(spark):
    from indicmatch.spark import normalize_column, stem_column, tokenize_column

    texts = ["\u0958\u0932\u092e  \u0939\u0948\u0964", "", None, "\u0aad\u0abe\u0ab0\u0aa4\u0aae\u0abe\u0a82"]
    df = spark.createDataFrame([(text,) for text in texts], "text string")
    made = df.select(normalize_column("text", "encoding"), tokenize_column(df.text), stem_column("text", "gu")).collect()
    for text, row in zip(texts, made, strict=True):
        wanted = (None,) * 3 if text is None else (normalize(text, "encoding"), [token.text for token in tokenize(text)], stem(text, "gu"))
        assert tuple(row) == wanted
    for wrong in (lambda: normalize_column("text", "nfcc"), lambda: tokenize_column("text", "wrods"), lambda: stem_column("text", "zz")):
        with pytest.raises(UnknownName):
            wrong()


def test_one_large_csv_file_is_refused(spark, parts):
    before = spark.conf.get("spark.sql.files.maxPartitionBytes")
    spark.conf.set("spark.sql.files.maxPartitionBytes", "1000b")
    try:
        with pytest.raises(BadFile, match="cannot be split"):
            run_spark(parts / "hindi.csv", Plan())
    finally:
        spark.conf.set("spark.sql.files.maxPartitionBytes", before)


def test_what_spark_does_not_do_is_refused(spark, parts, tmp_path):
    with pytest.raises(BadInput, match="local engine"):
        run_spark(parts / "hindi", Plan(), columns={"cluster": "question"})
    with pytest.raises(BadFile, match="no such file"):
        run_spark(parts / "tamil", Plan())
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadFile, match="holds no files"):
        run_spark(tmp_path / "empty", Plan())


MACHINES = [  # what is set, what is said
    ({"JAVA_HOME": "/nowhere"}, "needs Java 17"),
    ({"PYSPARK_PYTHON": "/nowhere/python"}, "cannot be run"),
    ({"PYSPARK_PYTHON": "old"}, "is Python 3"),
]


@pytest.mark.parametrize(("setting", "says"), MACHINES, ids=[says for _, says in MACHINES])
def test_the_command_says_what_the_machine_lacks(parts, tmp_path, setting, says):
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\necho 3.1\n", encoding="utf-8")
    old.chmod(0o755)
    setting = {name: str(old) if value == "old" else value for name, value in setting.items()}
    command = [sys.executable, "-m", "indicmatch", "score", str(parts / "hindi"), "--engine", "spark"]
    done = subprocess.run(command, env=os.environ | setting, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert says in done.stderr


def test_the_command_gives_the_local_report(parts, tmp_path):
    command = [sys.executable, "-m", "indicmatch", "score", str(parts / "hindi"), "--engine", "spark", "--format", "json", "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert figures(json.loads(done.stdout)) == figures(local(parts / "hindi.csv"))
    assert list((tmp_path / "out").glob("*.parquet"))
    refused = subprocess.run([*command, "--flags"], capture_output=True, text=True, check=False)
    assert (refused.returncode, "--flags" in refused.stderr) == (2, True)


def test_without_pyspark_the_extra_is_named(monkeypatch):
    from indicmatch.spark.session import session

    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(MissingExtra, match=r"indicmatch\[spark\]"):
        session()


def test_paths_that_only_spark_reaches_are_left_to_it():
    from indicmatch.spark.files import _parts

    assert _parts("s3a://bucket/hindi") == [Path("s3a://bucket/hindi")]

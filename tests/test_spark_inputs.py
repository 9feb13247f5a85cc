"""What is wrong with an input or with a machine is said as clearly by Spark as by the local engine."""

import os
import subprocess
import sys

import pytest

from indicmatch import BadFile, BadInput, MissingExtra
from tests.sparking import local, report, spark_or_skip, write_text

spark_or_skip()
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

GOOD = "answer,response\na,b\n"
ALIKE = {  # a file, what else is said: the error is that of the local engine
    "no columns": ("a.csv", "question,ans,response\nq,a,b\n", {}),
    "two columns": ("a.csv", "answer,response,answer\na,b,c\n", {}),
    "zero bytes": ("a.csv", "", {}),
    "blank lines": ("a.csv", "\n\n", {}),
    "a ragged row": ("a.csv", GOOD * 300 + "x\n", {}),
    "an open quote": ("a.csv", GOOD + '"x,\n', {}),
    "a NUL": ("a.csv", GOOD + "a,\0\n", {}),
    "no such encoding": ("a.csv", GOOD, {"encoding": "utf8x"}),
    "a cell that is not JSON": ("a.csv", GOOD, {"columns": {"response": "response.text"}}),
    "no such model": ("a.csv", GOOD, {"columns": {"model": "model"}}),
    "a blank cluster": ("a.csv", "answer,response,passage\na,b,p\na,b,\n", {"columns": {"cluster": "passage"}}),
    "two clusters": ("a.csv", "id,answer,response,draw,passage\n1,a,a,1,p\n1,a,b,2,q\n", {"columns": {"sample": "draw", "cluster": "passage"}}),
    "a packed file": ("a.csv", "PAR1", {}),
}
OWN = {  # files of a folder, what is named, what is said
    "nothing": ({}, "tamil", "no such file or folder"),
    "an empty folder": ({}, ".", "no files here"),
    "an empty part": ({"a.csv": GOOD, "b.csv": ""}, ".", r"b.csv: the file is empty"),
    "a hidden file": ({"_a.csv": GOOD}, "_a.csv", "begin with _"),
    "several kinds": ({"a.csv": GOOD, "b.tsv": GOOD}, ".", r"csv \(a.csv\) and tsv \(b.tsv\)"),
    "another kind": ({"a.jsonl": "{}"}, "a.jsonl", "this is jsonl, and Spark reads CSV, TSV and Parquet"),
    "columns in another order": ({"a.csv": GOOD, "b.csv": "response,answer\n"}, ".", r"b.csv, line 1: the columns are 'response', 'answer', and"),
    "rows of a part": ({"a.csv": GOOD, "b.csv": GOOD + "x\n", "c.csv": GOOD + "x\n"}, ".", r"b.csv, line 3: a ragged row"),
    "no Parquet": ({"a.parquet": GOOD}, "a.parquet", "is not a Parquet file"),
    "standard input": ({}, "-", "no standard input"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_a_fault_is_said_as_by_the_local_engine(spark, tmp_path, case):
    name, text, said = ALIKE[case]
    path = write_text(tmp_path / name, text)
    found = []
    for engine in (local, report):
        with pytest.raises(LookupError if case == "no such encoding" else BadInput) as caught:
            engine([path], **said)
        found.append((type(caught.value), str(caught.value)))
    assert found[0] == found[1]


@pytest.mark.parametrize("case", OWN)
def test_a_fault_of_parts_names_the_part(spark, tmp_path, monkeypatch, case):
    texts, named, says = OWN[case]
    monkeypatch.chdir(tmp_path)
    for name, text in texts.items():
        write_text(tmp_path / name, text)
    with pytest.raises(BadInput, match=says):
        report([named], None, tmp_path.parent / f"{tmp_path.name}-out")
    assert not (tmp_path.parent / f"{tmp_path.name}-out").exists()


def test_names_that_mean_something_to_spark_are_names(spark, tmp_path):
    for name in ("a [1]{x}*?.csv", "a%20b #.csv", "x=y.csv"):
        assert report([write_text(tmp_path / name, GOOD)]) == local([tmp_path / name])


def test_no_file_of_a_folder_is_passed_over(spark, tmp_path):
    for name in ("run=3/hindi/a.csv", "run=3/hindi/more/b.csv", "run=3/kind=x/c.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_text(tmp_path / name, GOOD)
    assert report([tmp_path / "run=3/hindi"])["combined"]["n"] == 2
    assert report([tmp_path / "run=3/kind=x"])["combined"]["n"] == 1
    with pytest.raises(BadFile, match=r"stand in folders of partitions|onflicting"):
        report([tmp_path / "run=3"])


def test_what_is_there_is_not_overwritten(spark, tmp_path):
    path = write_text(tmp_path / "a.csv", GOOD)
    (tmp_path / "out").mkdir()
    for files, place, says in [
        ([path], "out", "something already"),
        ([tmp_path], "new", "would stand in the input"),
        ([path, write_text(tmp_path / "a.tsv", GOOD)], "new", "two inputs would be written to one folder"),
        ([path, path], "new", "named twice"),
        ([write_text(tmp_path / "b.csv", "answer,response,bucket\na,b,c\n")], "new", "--replace"),
        ([write_text(tmp_path / "c.csv", "answer,response,x,X\na,b,c,d\n")], "new", "two columns are called 'X'"),
    ]:
        with pytest.raises(BadFile, match=says):
            report(files, None, tmp_path / place)
    report([tmp_path / "b.csv"], None, tmp_path / "new", replace=True)
    assert spark.read.parquet(str(tmp_path / "new")).columns[:3] == ["answer", "response", "exact_substring"]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_of_a_folder_that_cannot_be_written_nothing_stays(spark, tmp_path, scheme):
    from indicmatch.spark.outputs import write

    faulty = spark.range(3).selectExpr("raise_error('no room') AS answer")
    with pytest.raises(BadFile, match="Spark failed"):
        write(faulty, f"{scheme}{tmp_path}/out.parquet")
    assert list(tmp_path.iterdir()) == []
    write(spark.range(3), f"{scheme}{tmp_path}/out.parquet")
    with pytest.raises(BadFile, match=r"(?i)exists"):  # somebody else's folder, by now
        write(faulty, f"{scheme}{tmp_path}/out.parquet")
    assert spark.read.parquet(f"{tmp_path}/out.parquet").count() == 3


@pytest.mark.parametrize(("setting", "name", "refused"), [("20b", "a.csv", True), ("20", "a.csv.gz", True), ("1k", "a.csv", False)])
def test_one_large_file_is_refused(spark, tmp_path, setting, name, refused):
    path, before = write_text(tmp_path / name, GOOD * 5), spark.conf.get("spark.sql.files.maxPartitionBytes")
    spark.conf.set("spark.sql.files.maxPartitionBytes", setting)
    try:
        if refused:
            with pytest.raises(BadFile, match="cannot be split"):
                report([path])
        else:
            report([path])
    finally:
        spark.conf.set("spark.sql.files.maxPartitionBytes", before)


MACHINES = {  # what is set (a text in brackets: a program that says it), what is said
    "no Java": ({"JAVA_HOME": "/nowhere"}, "JAVA_HOME is /nowhere, and there is no /nowhere/bin/java to run"),
    "no Python": ({"PYSPARK_PYTHON": "/nowhere/python"}, "cannot be run as a Python"),
    "an old Python": ({"PYSPARK_PYTHON": "[3.1 True]"}, "Python 3.1, and this is Python 3"),
    "a Python without indicmatch": ({"PYSPARK_PYTHON": "[{}.{} False]".format(*sys.version_info)}, "a Python without indicmatch"),
    "no Spark": ({"SPARK_HOME": "/nowhere"}, "no Spark session can be had"),
}


@pytest.mark.parametrize("case", MACHINES)
def test_the_command_says_what_the_machine_lacks(tmp_path, case):
    setting, says = MACHINES[case]
    program = tmp_path / "program"
    for name, value in setting.items():
        if value.startswith("["):
            program.write_text(f"#!/bin/sh\necho {value[1:-1]}\n", encoding="utf-8")
            program.chmod(0o755)
            setting = {name: str(program)}
    command = [sys.executable, "-m", "indicmatch", "score", str(write_text(tmp_path / "a.csv", GOOD)), "--engine", "spark"]
    done = subprocess.run(command, env=os.environ | setting, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert says in done.stderr


@pytest.mark.parametrize("options", [["--flags", "--out", "x"], ["--verdicts-only", "--out", "x"], ["--limit", "1"], ["--html", "x.html"], ["--na", "pandas"], ["--jobs", "2"], ["--out", "-"]])
def test_what_spark_does_not_do_is_refused(tmp_path, options):
    command = [sys.executable, "-m", "indicmatch", "score", str(write_text(tmp_path / "a.csv", GOOD)), "--engine", "spark", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, options[0] in done.stderr, "local engine" in done.stderr) == (2, True, True)


def test_a_python_that_is_shipped_is_for_the_executors_to_find(monkeypatch):
    from indicmatch.spark.session import check_python

    monkeypatch.setenv("PYSPARK_PYTHON", "./environment/bin/python")
    check_python()


@pytest.mark.parametrize(("lacks", "says"), [("pyspark.sql", r"indicmatch\[spark\]"), ("pyarrow", "pip install")])
def test_without_a_package_the_extra_is_named(monkeypatch, lacks, says):
    from indicmatch.spark.session import session

    monkeypatch.setitem(sys.modules, lacks, None)
    with pytest.raises((MissingExtra, BadInput), match=says):
        session()

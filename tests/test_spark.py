"""Spark in local mode gives the verdicts, the totals and the warnings of the local engine."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from indicmatch import BadInput, UnknownName, normalize, stem, tokenize
from indicmatch.records import open_table
from tests.sparking import HEADER, local, report, rows_of, spark_or_skip, write_rows, write_text

spark_or_skip()
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # pyspark's own warnings depend on its release

LONG = "a b c d e f g h i j k l"
TEXT = f"question,answer,Domain,response\nq1,\u0926\u093f\u0932\u094d\u0932\u0940,Art,x\nq2,,Art,\n\nq3,{LONG},Music,x\nq4,a/b, ,\"he said \"\"a/b\"\"\r\nok\"\nq5, c ,,\\n\\\n"
TOLD = ("id", "answer", "response", "model", "draw", "passage")


def told_rows(count):
    """Questions with several models, draws and passages."""
    return [(f"i{at // 6}", f"a{at % 5}", f"a{at % 3} it is", f"m{at % 2}", str(at // 2 % 3), f"p{at // 60}") for at in range(count)]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files by name; `hindi` is a folder of parts of hindi.csv."""
    folder = tmp_path_factory.mktemp("spark")
    rows = list(rows_of(900))
    for name, part in [("hindi.csv", rows), *((f"hindi/part-{at}.csv", rows[at * 300 : at * 300 + 300]) for at in range(3))]:
        write_rows(folder / name, part)
    write_rows(folder / "told.csv", told_rows(600), TOLD)
    write_rows(folder / "again.csv", told_rows(300), TOLD)
    write_text(folder / "header.csv", "answer,response\n")
    write_text(folder / "inexact.csv", "Question, Answer,domain ,RESPONSE\nq,a,b,c a\n")
    write_text(folder / "mojibake.csv", "answer,response\n\u00e0\u00a4\u00a6\u00e0\u00a4\u00bf\u00e0\u00a4\u00b2,ok\n???,???\n\ufffdx,y\n")
    for name, encoding in [("text.csv", "utf-8"), ("bom.csv", "utf-8-sig"), ("text.csv.gz", "utf-8"), ("utf16.csv", "utf-16"), ("latin.tsv", "latin-1")]:
        text = TEXT.replace(",", "\t").replace("\u0926\u093f\u0932\u094d\u0932\u0940", "caf\u00e9") if name == "latin.tsv" else TEXT
        write_text(folder / name, text, encoding)
    return folder


SAME = {  # files, plan, what else is said
    "defaults": (["hindi.csv"], {}, {}),
    "levels": (["hindi.csv"], {"levels": ("nfc", "encoding+digits"), "references": "paren"}, {}),
    "numbers": (["hindi.csv"], {"metrics": ("token_f1", "word_overlap")}, {}),
    "stems": (["hindi.csv"], {"stem": "error", "extract": "last-line"}, {}),
    "texts": (["text.csv"], {}, {}),
    "gzip": (["text.csv.gz"], {}, {}),
    "a byte order mark": (["bom.csv"], {}, {}),
    "UTF-16": (["utf16.csv"], {}, {}),
    "an encoding": (["latin.tsv"], {}, {"encoding": "latin-1"}),
    "damage": (["mojibake.csv"], {}, {}),
    "no rows": (["header.csv"], {}, {}),
    "a header that is nearly right": (["inexact.csv"], {}, {}),
    "several files": (["hindi.csv", "text.csv", "header.csv"], {}, {"confidence": 0.9}),
    "ids that recur": (["told.csv"], {}, {}),
    "ids of several files": (["told.csv", "again.csv"], {}, {}),
    "a model": (["told.csv", "hindi.csv"], {}, {"model_name": "M"}),
    "models": (["told.csv", "again.csv"], {}, {"columns": {"model": "model"}}),
    "clusters": (["told.csv"], {}, {"columns": {"cluster": "passage"}}),
    "strata": (["told.csv"], {}, {"columns": {"cluster": "model"}}),
    "draws": (["told.csv"], {}, {"columns": {"sample": "draw", "model": "model"}}),
    "draws in clusters": (["told.csv"], {"metrics": ("token_f1",)}, {"columns": {"sample": "draw", "cluster": "passage"}}),
}


@pytest.mark.parametrize("case", SAME)
def test_the_report_is_that_of_the_local_engine(spark, files, case):
    names, plan, said = SAME[case]
    paths = [files / name for name in names]
    assert report(paths, plan, **said) == local(paths, **plan, **said)


def figures(found):
    """All that does not depend on what a file is called."""
    return found["combined"], found["macro"], [{**file, "file": ""} for file in found["files"]]


@pytest.mark.parametrize("plan", [{}, {"stem": "error", "levels": ("encoding",)}], ids=["levels", "stems"])
def test_a_folder_of_parts_is_one_file_whose_warnings_name_the_part(spark, files, plan):
    found, wanted = report([files / "hindi"], plan), local([files / "hindi.csv"], **plan)
    assert figures(found) == figures(wanted)
    parts = [f"part-{at}.csv:{line}" for at in range(3) for line, *_ in open_table(files / f"hindi/part-{at}.csv")]
    places = {str(line): place for (line, *_), place in zip(open_table(files / "hindi.csv"), parts, strict=True)}

    def with_places(text):
        return re.sub(r"\blines? [0-9, ]*[0-9]", lambda lines: re.sub("[0-9]+", lambda line: places[line[0]], lines[0]), text.replace("hindi.csv", "hindi"))

    assert found["warnings"] == [with_places(text) for text in wanted["warnings"]]


def test_files_that_travel_whole_are_read_alike(spark, files, monkeypatch):
    from indicmatch.spark import inputs

    monkeypatch.setattr(inputs, "_is_local", lambda part: False)
    before = spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert figures(report([files / "hindi"])) == figures(local([files / "hindi.csv"]))
    assert spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == before


def test_parquet_in_and_out_has_the_verdicts_of_the_scored_file(spark, files, tmp_path):
    frame = spark.createDataFrame(list(rows_of(900)), list(HEADER))
    frame.repartition(3).write.partitionBy("Domain").parquet(str(tmp_path / "hindi.parquet"))
    plan, said = {"levels": ("raw", "encoding")}, {"model_name": "M"}
    found = report([tmp_path / "hindi.parquet"], plan, tmp_path / "scored.parquet", **said)
    assert found["combined"] == local([files / "hindi.csv"], **plan, **said, out=tmp_path / "scored.csv")["combined"]
    with (tmp_path / "scored.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["question"]: row for row in csv.DictReader(file)}
    scored = spark.read.parquet(str(tmp_path / "scored.parquet"))
    assert sorted(scored.columns) == sorted(next(iter(wanted.values())))
    for row in scored.collect():
        shown = {name: "" if value is None else str(value) for name, value in row.asDict().items()}
        assert shown == wanted[row["question"]]


def test_columns_of_any_type_are_scored_as_written_and_pass_untouched(spark, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    large = [None if at % 7 == 0 else 2**53 + at for at in range(500)]  # beyond what a floating-point number holds
    said = [[{"text": f"it is {2**53 + at}"}] if at % 3 else [] for at in range(500)]
    table = pyarrow.table({"answer": large, "choices": said, "Domain": [float(at % 3) for at in range(500)], "refs": [["a", "it"]] * 500, "gpt-3.5`": range(500)})
    parquet.write_table(table, tmp_path / "typed.parquet", row_group_size=100)
    for columns in ({"response": "choices[0].text"}, {"response": "choices[0].text", "answer": "refs"}):
        found, wanted = (engine([tmp_path / "typed.parquet"], columns=columns) for engine in (report, local))
        assert figures(found) == figures(wanted)
    assert any("leads nowhere in 167 of 500 rows, the first on line 2" in text for text in found["warnings"])
    report([tmp_path / "typed.parquet"], None, tmp_path / "out", columns=columns)
    written = parquet.read_table(tmp_path / "out").select(table.column_names)
    assert sorted(map(str, written.to_pylist())) == sorted(map(str, table.to_pylist()))


def test_a_frame_is_scored(spark, files):
    from indicmatch.spark import score

    df = spark.createDataFrame(list(rows_of(900)), list(HEADER))
    scored = score(df, levels="encoding", lang="hi")
    right = {row["Domain"]: row["right"] for row in scored.groupBy("Domain").agg({"word_overlap_encoding": "sum"}).toDF("Domain", "right").collect()}
    wanted = {group["domain"]: group for group in local([files / "hindi.csv"], levels=("encoding",))["files"][0]["domains"]}
    assert right["Art"] == wanted["Art"]["metrics"]["word_overlap"]["encoding"]["correct"]
    assert dict(scored.dtypes)["matching_words"] == "int"
    with pytest.raises(BadInput, match="replace"):
        score(scored, levels=["encoding"])
    assert score(scored, levels=["encoding"], replace=True).columns == scored.columns
    with pytest.raises(BadInput, match="golden"):
        score(df, columns={"answer": "golden"})
    with pytest.raises(UnknownName, match="nfc"):
        score(df, levels=["nfcc"])
    with pytest.raises(Exception, match=r"<frame>: the path 'response\.text' meets a cell that is not JSON"):
        score(df, columns={"response": "response.text"}).collect()


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


def test_the_command_gives_the_local_report(files, tmp_path):
    command = [sys.executable, "-m", "indicmatch", "score", str(files / "told.csv"), "--format", "json", "--cluster", "passage"]
    done = [
        subprocess.run([*command, *more], capture_output=True, text=True, check=False)
        for more in ([], ["--engine", "spark", "--out", str(tmp_path / "out")])
    ]
    assert [one.returncode for one in done] == [0, 0], done[1].stderr
    assert json.loads(done[1].stdout) == json.loads(done[0].stdout)
    assert set(done[0].stderr.splitlines()) <= set(done[1].stderr.splitlines())
    assert list(Path(tmp_path / "out").glob("*.parquet"))

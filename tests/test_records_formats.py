"""JSONL, spreadsheets, Parquet, frames, mappings, and CSV as pandas reads it."""

from __future__ import annotations

import datetime
import decimal
import gzip
import importlib.util
import json
import os
import sys
import zipfile

import pytest

from indicmatch.errors import BadFile, BadInput, IndicMatchWarning, MissingExtra
from indicmatch.records import open_table, read_records


def needs(package):
    """Skip without the package, unless everything is required to be there."""
    missing = importlib.util.find_spec(package) is None and not os.environ.get("INDICMATCH_REQUIRE")
    return pytest.mark.skipif(missing, reason=f"{package} is not installed")


def write(folder, content, name="a.jsonl"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def rows(source, **options):
    return [list(cells) for _, cells, _ in open_table(source, **options)]


JSON_VALUES = [
    ("text", '"a\\u0928"', "a\u0928"),
    ("whole number", "1947", "1947"),
    ("number as written", "1947.0", "1947.0"),
    ("exponent as written", "1E5", "1E5"),
    ("a number longer than a float", "12345678901234567890123.10", "12345678901234567890123.10"),
    ("true", "true", "true"),
    ("null", "null", None),
    ("not a number", "NaN", "NaN"),
    ("an escaped NUL", '"a\\u0000"', "a\0"),
    ("a lone surrogate", '"\\ud83d"', "\ud83d"),
    ("a pair", '"\\ud83d\\ude00"', "\U0001f600"),
    ("nested", '{"b": [1, "x"]}', {"b": ["1", "x"]}),
    ("a separator that splitlines cuts at", '"a\u2028b"', "a\u2028b"),
]


@pytest.mark.parametrize(("label", "text", "expected"), JSON_VALUES, ids=[row[0] for row in JSON_VALUES])
def test_json_values(tmp_path, label, text, expected):
    assert rows(write(tmp_path, f'{{"a": {text}}}\n')) == [[expected]]


def test_jsonl_header_grows(tmp_path):
    lines = ['{"a": "1"}'] * 101 + ['{"c": "2", "a": "3"}', '{"a": "4"}']
    table = open_table(write(tmp_path, "\n".join([*lines[:50], '{"b": "5"}', *lines[50:]])))
    assert table.header == ["a", "b"], "the first hundred records decide"
    found = [list(cells) for _, cells, _ in table]
    assert table.header == ["a", "b", "c"]
    assert (found[0], found[50], found[-2], found[-1]) == (
        ["1", None],
        [None, "5"],
        ["3", None, "2"],
        ["4", None, None],
    )


@pytest.mark.parametrize("key", ["Domain", "question", "domain "])
@pytest.mark.filterwarnings("ignore:.*is taken for the column")
@pytest.mark.parametrize("in_memory", [False, True])
def test_a_column_that_comes_after_rows_were_read_without_it_is_refused(tmp_path, key, in_memory):
    """They would be counted in another group, or paired by another question, in silence."""
    records = [{"answer": "a", "response": "r"}] * 101 + [{"answer": "a", "response": "r", key: "x", "other": 1}]
    given = records if in_memory else write(tmp_path, "\n".join(map(json.dumps, records)))
    with pytest.raises(BadFile, match=rf"line {103 if in_memory else 102}: the key '.*' comes here, and the first 100 records have none"):
        list(read_records(given, check=False))
    assert len(list(read_records([*records[:-1], {"answer": "a", "response": "r", "other": 1}], check=False))) == 102


def test_a_missing_key_is_missing_from_the_first_records(tmp_path):
    with pytest.raises(BadFile, match="the column 'response' is missing from the first 100 records"):
        list(read_records(write(tmp_path, '{"answer": "a"}\n'), check=False))


@needs("pyarrow")
@needs("pandas")
def test_numbers_of_single_precision_keep_their_digits(tmp_path):
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    values, texts = [2.1, 1947.0, float("nan"), 1e20, 0.1], ["2.1", "1947", None, "1e+20", "0.1"]
    pq.write_table(pa.table({"a": pa.array(values, pa.float32())}), tmp_path / "a.parquet")
    narrow = np.array(values, dtype="float32")
    for given in (tmp_path / "a.parquet", pd.DataFrame({"a": narrow}), [{"a": value} for value in narrow]):
        assert [cells[0] for _, cells, _ in open_table(given)] == texts


def test_a_key_may_be_left_out_in_the_first_record(tmp_path):
    path = write(tmp_path, '{"answer": "a"}\n{"answer": "a", "response": "r", "new": 1}\n')
    assert [(r.response, r.extra) for r in read_records(path, check=False)] == [
        (None, {"new": None}),
        ("r", {"new": "1"}),
    ]


BAD_JSON = [
    ("not JSON", '{"a": 1}\n{"a": }\n', 2, ["not a JSON object", "in column 7"]),
    ("a list", "[1]\n", 1, ["a list in column 1", "without the list around"]),
    ("a text", '{"a": 1}\n  "x"\n', 2, ["a text in column 3"]),
    ("a number", "5\n", 1, ["a number in column 1"]),
    ("spread over lines", '{\n"a": 1\n}\n', 1, ["one JSON object per line", "jq -c"]),
    ("Python, not JSON", "{'a': 1}\n", 1, ["json.dumps"]),
    ("a double key", '{"a": 1, "b": 2, "a": 3}\n', 1, ["'a' stands twice"]),
    ("a double key inside", '{"a": {"b": 2, "b": 3}}\n', 1, ["'b' stands twice"]),
    ("too deep", '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}\n", 1, ["not a usable JSON object"]),
    ("only blank lines", "\n\n", 1, ["no record"]),
]


@pytest.mark.parametrize(("label", "content", "line", "words"), BAD_JSON, ids=[row[0] for row in BAD_JSON])
def test_bad_jsonl_names_line_and_column(tmp_path, label, content, line, words):
    with pytest.raises(BadFile) as caught:
        list(open_table(write(tmp_path, content)))
    assert caught.value.line == line
    assert [word for word in words if word not in str(caught.value)] == []


def test_records_before_a_bad_line_are_given(tmp_path):
    table = iter(open_table(write(tmp_path, '{"a": 1}\n{"a": 2}\n{"a"\n')))
    assert [next(table)[1], next(table)[1]] == [["1"], ["2"]]
    with pytest.raises(BadFile, match="line 3"):
        next(table)


def test_blank_lines_in_jsonl(tmp_path):
    with pytest.warns(IndicMatchWarning, match="1 blank line between records, the first on line 2"):
        assert rows(write(tmp_path, '{"a": 1}\n\n{"a": 2}\r\n\r\n')) == [["1"], ["2"]]


def test_jsonl_packed_and_with_a_mark(tmp_path):
    path = write(tmp_path, gzip.compress(b'\xef\xbb\xbf{"a": "x"}\r\n'), "a.ndjson.gz")
    table = open_table(path)
    assert [(line, list(cells), raw) for line, cells, raw in table] == [(1, ["x"], '{"a": "x"}')]
    assert (table.bom, table.terminator, table.format) == (True, "\r\n", "jsonl")


@needs("python_calamine")
@needs("openpyxl")
def test_spreadsheet(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["question", "answer", "Domain", "response", None])
    sheet.append([1947.0, 0.1, True, "007", None])
    sheet.append([datetime.date(1947, 8, 15), datetime.datetime(1947, 8, 15, 0, 30), datetime.time(1, 2), " x ", None])
    sheet.append([None, datetime.timedelta(hours=30), 1e21, "line\nbreak", "extra"])
    path = tmp_path / "a.xlsx"
    book.save(path)
    table = open_table(path)
    assert table.header == ["question", "answer", "Domain", "response", ""]
    assert [(line, list(cells)) for line, cells, _ in table] == [
        (2, ["1947", "0.1", "TRUE", "007", None]),
        (3, ["1947-08-15", "1947-08-15T00:30:00", "01:02:00", " x ", None]),
        (4, [None, "30:00:00", "1e+21", "line\nbreak", "extra"]),
    ]
    assert [r.answer for r in read_records(path, check=False)] == ["0.1", "1947-08-15T00:30:00", "30:00:00"]


@needs("python_calamine")
@needs("openpyxl")
def test_spreadsheet_with_gaps_and_several_sheets(tmp_path, monkeypatch):
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "empty"
    sheet = book.create_sheet("scores")
    sheet["B3"], sheet["C3"], sheet["B4"], sheet["C6"] = "answer", "response", "a", "r"  # lines 1 and 2 are empty
    book.create_sheet("notes")["A1"] = "x"
    path = tmp_path / "a.xlsx"
    book.save(path)
    with pytest.warns(IndicMatchWarning) as caught:
        found = [(line, list(cells)) for line, cells, _ in open_table(path)]
    assert found == [(4, ["a", None]), (6, [None, "r"])]
    texts = [str(warning.message) for warning in caught]
    assert "the sheet 'scores' is read; 'notes' hold cells too" in texts[0]
    assert "1 blank line between records, the first on line 5" in texts[1]
    import io

    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(path.read_bytes())}))
    with pytest.warns(IndicMatchWarning):
        assert len(rows("-", format="xlsx")) == 2


@needs("python_calamine")
def test_spreadsheets_that_cannot_be_read(tmp_path):
    with pytest.raises(BadFile, match="spreadsheet cannot be read"):
        open_table(write(tmp_path, b"PK\x03\x04junk", "a.xlsx"))
    with pytest.raises(BadFile, match="zero bytes"):
        open_table(write(tmp_path, b"", "b.xlsx"))
    with pytest.raises(BadFile, match="no such file"):
        open_table(tmp_path / "c.xlsx")


@needs("python_calamine")
@needs("openpyxl")
def test_an_empty_spreadsheet(tmp_path):
    import openpyxl

    openpyxl.Workbook().save(tmp_path / "a.xlsx")
    with pytest.raises(BadFile, match="the spreadsheet is empty"):
        open_table(tmp_path / "a.xlsx")


@needs("pyarrow")
def test_parquet(tmp_path, monkeypatch):
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {
            "answer": [["a", "b"], ["c"]],
            "response": pa.array([{"text": "r"}, None], pa.struct([("text", pa.string())])),
            "n": [1947.0, float("nan")],
            "i": [7, None],
            "flag": [True, None],
            "when": [datetime.datetime(1947, 8, 15), None],
            "bytes": [b"x", None],
            "price": [decimal.Decimal("1.50"), None],
        }
    )
    path = tmp_path / "a.parquet"
    pq.write_table(table, path)
    assert rows(path) == [
        [["a", "b"], {"text": "r"}, "1947", "7", "true", "1947-08-15T00:00:00", "x", "1.50"],
        [["c"], None, None, None, None, None, None, None],
    ]
    with pytest.warns(IndicMatchWarning, match="leads nowhere in 1 of 2"):
        records = list(read_records(path, columns={"response": "response.text"}))
    assert [(r.line, r.references, r.response) for r in records] == [(2, ("a", "b"), "r"), (3, ("c",), None)]
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(path.read_bytes())}))
    assert len(rows("-", format="parquet")) == 2


@needs("pyarrow")
def test_parquet_that_cannot_be_read(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pytest.raises(BadFile, match="Parquet file cannot be read"):
        open_table(write(tmp_path, b"PAR1junk", "a.parquet"))
    with pytest.raises(BadFile, match="no such file"):
        open_table(tmp_path / "b.parquet")
    pq.write_table(pa.table({"answer": [b"\xff"]}), tmp_path / "c.parquet")
    with pytest.raises(BadFile, match=r"line 2.*not UTF-8 text \(byte 0xFF\)"):
        rows(tmp_path / "c.parquet")


@pytest.mark.parametrize(("name", "package", "extra"), [("a.xlsx", "python_calamine", "xlsx"), ("a.parquet", "pyarrow", "parquet")])
def test_a_missing_package_names_the_command(tmp_path, monkeypatch, name, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'indicmatch\[{extra}\]'"):
        open_table(write(tmp_path, b"x", name))


def test_frame():
    import numpy as np
    import pandas as pd

    frame = pd.DataFrame(
        {
            "answer": ["007", None, "c"],
            "response": ["x", "", float("nan")],
            "n": [1947.0, float("nan"), 0.5],
            "i": [1, 2, 3],
            "flag": [True, False, True],
            "when": pd.to_datetime(["2020-01-02", None, "2020-01-03"]),
            "list": [["a"], ("b", "c"), np.array([1, 2])],
            0: pd.array([1, None, 3], dtype="Int64"),
        },
        index=[5, 5, 5],
    )
    table = open_table(frame)
    assert (table.format, table.file, table.header[-1]) == ("frame", "<frame>", "0")
    assert [list(cells) for _, cells, _ in table] == [
        ["007", "x", "1947", "1", "true", "2020-01-02T00:00:00", ["a"], "1"],
        [None, "", None, "2", "false", None, ["b", "c"], None],
        ["c", None, "0.5", "3", "true", "2020-01-03T00:00:00", [1, 2], "3"],
    ]
    records = list(read_records(frame, check=False))
    assert [(r.line, r.answer, r.response) for r in records] == [(2, "007", "x"), (3, "", ""), (4, "c", None)]
    assert records[2].extra["list"] == [1, 2]
    assert [r.references for r in read_records(frame, columns={"answer": "list"}, check=False)] == [
        ("a",),
        ("b", "c"),
        ("1", "2"),
    ]


def test_mappings():
    given = ({"answer": answer, "response": True} for answer in (1947.0, ["a", "b"]))
    assert [(r.answer, r.references, r.response) for r in read_records(given)] == [
        ("1947", ("1947",), "true"),
        ("a", ("a", "b"), "true"),
    ]
    with pytest.raises(BadFile, match="no record"):
        open_table([])
    with pytest.raises(BadInput, match="must be a mapping"):
        open_table([("a", "b")])


AS_PANDAS = [
    ("missing values", "answer,response\nNA,x\nNone,\nnull,y\n", [[None, "x"], [None, None], [None, "y"]], 3),
    ("leading zeros", "answer,response\n007,x\n8,y\n", [["7", "x"], ["8", "y"]], 1),
    ("a blank makes floats", "answer,response\n1947,x\n,y\n", [["1947.0", "x"], [None, "y"]], 1),
    ("booleans", "answer,response\nTRUE,x\nfalse,y\n", [["True", "x"], ["False", "y"]], 2),
    ("text stays", "answer,response\n007,x\na,NaNa\n", [["007", "x"], ["a", "NaNa"]], 0),
    ("quotes make no difference", 'answer,response\n"007","1e5"\n"8","2"\n', [["7", "100000.0"], ["8", "2.0"]], 3),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(("label", "content", "expected", "changed"), AS_PANDAS, ids=[row[0] for row in AS_PANDAS])
@pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")
def test_na_pandas_reads_as_pandas_does(tmp_path, label, content, expected, changed, encoding):
    import pandas as pd

    path = write(tmp_path, content.encode(encoding), "a.csv")
    table = open_table(path, na="pandas")
    found = [(list(cells), raw) for _, cells, raw in table]
    assert [cells for cells, _ in found] == expected
    assert sum(table.changed.values()) == changed
    frame = pd.read_csv(path, encoding=encoding)
    theirs = [[None if pd.isna(value) else str(value) for value in row] for row in frame.astype(object).to_numpy().tolist()]
    assert theirs == expected, "the expectation itself is what pandas does"
    assert [raw for _, raw in found] == content.split("\n")[1:-1], "the original text stays"


def test_na_pandas_tells_what_it_changed(tmp_path):
    path = write(tmp_path, "answer,response\nNA,007\nb,8\n\nc,9\n", "a.csv")
    with pytest.warns(IndicMatchWarning) as caught:
        records = list(read_records(path, na="pandas", check=False))
    assert [(r.answer, r.response) for r in records] == [("", "7"), ("b", "8"), ("c", "9")]
    texts = [str(warning.message) for warning in caught]
    assert "1 blank line between records" in texts[0]
    assert "changed 2 cells: 1 in 'answer', 1 in 'response'" in texts[1]


def test_na_pandas_from_stdin_and_where_it_cannot_be(tmp_path, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(b"answer,response\na,b\n")}))
    assert rows("-", na="pandas") == [["a", "b"]]
    with pytest.raises(BadInput, match="CSV and TSV only"):
        open_table(write(tmp_path, "{}"), na="pandas")
    with pytest.raises(BadInput, match="CSV and TSV only"):
        open_table([{"a": 1}], na="pandas")
    with pytest.raises(BadFile, match=r"line 3: a ragged row: 3 cells where the header has 2"):
        rows(write(tmp_path, "answer,response\na,b\na,b,c\n", "b.csv"), na="pandas")
    with pytest.raises(BadFile, match="byte offset 16"):
        rows(write(tmp_path, b"answer,response\n\xff,b\n", "c.csv"), na="pandas")


def test_json_and_csv_of_one_table_read_alike(tmp_path):
    items = [{"answer": 'a,\n"b"', "response": "दिल्ली"}, {"answer": " ", "response": "\u2028"}]
    lines = "".join(json.dumps(item) + "\n" for item in items)
    from indicmatch.records.csv_text import csv_text

    text = "answer,response\n" + "".join(csv_text(item.values()) + "\n" for item in items)
    assert rows(write(tmp_path, lines)) == rows(write(tmp_path, text, "a.csv"))


SHOWN = [  # cells by place, and the rows that are read: what openpyxl takes for an error or a formula
    ("errors", {"A2": "#N/A", "B2": "#NAME?", "A3": "x", "B3": "x"}, [(2, ["#N/A", "#NAME?"]), (3, ["x", "x"])]),
    ("a row of nothing else, last", {"A2": "x", "B2": "x", "A3": "#DIV/0!"}, [(2, ["x", "x"]), (3, ["#DIV/0!", None])]),
    ("beside all else", {"A2": "x", "B2": "x", "D2": "#REF!"}, [(2, ["x", "x", None, "#REF!"])]),
    ("formulas without a value", {"A2": "x", "B2": "=5 rivers"}, [(2, ["x", "=5 rivers"])]),
]


@needs("python_calamine")
@needs("openpyxl")
@pytest.mark.parametrize(("what", "cells", "read"), SHOWN)
@pytest.mark.parametrize("corner", ["A1", "C4"])
def test_what_a_spreadsheet_shows_is_read_and_told(tmp_path, what, cells, read, corner):
    import openpyxl

    down, right = int(corner[1:]) - 1, ord(corner[0]) - ord("A")
    book = openpyxl.Workbook()
    for place, value in {"A1": "answer", "B1": "response"}.items() | cells.items():
        book.active.cell(int(place[1:]) + down, ord(place[0]) - ord("A") + 1 + right, value)
    path = tmp_path / "a.xlsx"
    book.save(path)
    with pytest.warns(IndicMatchWarning, match="error of the spreadsheet|saved without its value"):
        found = [(line, list(row)) for line, row, _ in open_table(path)]
    assert found == [(line + down, row) for line, row in read]


@needs("python_calamine")
@needs("openpyxl")
def test_the_empty_text_of_a_formula_is_blank(tmp_path):
    """As spreadsheet programs save it, which openpyxl cannot: the type is text, and the value empty."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in (("answer", "response"), ("a", '=IF(A2="","x","")')):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    saved = zipfile.ZipFile(tmp_path / "a.xlsx")
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as out:
        for name in saved.namelist():
            out.writestr(name, saved.read(name).replace(b'<c r="B2">', b'<c r="B2" t="str">'))
    assert rows(tmp_path / "b.xlsx") == [["a", None]]

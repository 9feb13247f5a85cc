"""Laws of reading and writing tables, over any text."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indicmatch.errors import BadFile
from indicmatch.records import Appender, atomic_writer, open_table, raw_bytes, split_references
from indicmatch.records.csv_text import csv_text
from indicmatch.records.delimited import batches
from indicmatch.records.text import Source

ANY_CHARACTER = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TRICKY = st.text(st.sampled_from('a,"\n\r\t \ufeff\u2028\x85\x0b\x1c;\u0915'), max_size=6)
CELL = TRICKY | st.text(ANY_CHARACTER, max_size=8)
FORMATS = ("csv", "tsv", "jsonl")


def tables(width=3):
    return st.lists(st.lists(CELL, min_size=width, max_size=width), max_size=5)


def written(rows, format, end):
    """A table in a format, written the plain way."""
    if format == "jsonl":
        return "".join(json.dumps(dict(zip("abc", row, strict=True)), ensure_ascii=False) + end for row in rows)
    delimiter = "\t" if format == "tsv" else ","
    return "".join(csv_text(row, delimiter) + end for row in [["a", "b", "c"], *rows])


def read(data, format, block):
    """The rows of some bytes, read in blocks of a size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_bytes, "BLOCK", block)
        return [list(cells) for _, cells, _ in open_table(path_of(data, format))]


def path_of(data, format):
    path = FOLDER / f"a.{format}"
    path.write_bytes(data)
    return path


FOLDER = Path(tempfile.mkdtemp(prefix="indicmatch-"))


@pytest.fixture(autouse=True, scope="module")
def _folder():
    yield
    for path in FOLDER.iterdir():
        path.unlink()
    FOLDER.rmdir()


@given(tables(), st.sampled_from(FORMATS), st.sampled_from(["\n", "\r\n"]), st.integers(1, 40))
def test_what_is_written_is_read(rows, format, end, block):
    if format == "jsonl" and not rows:
        return
    assert read(written(rows, format, end).encode(), format, block) == rows


@given(tables(), st.sampled_from(FORMATS), st.sampled_from(["bom", "utf-16", "gzip", "gzip in two members"]))
def test_how_a_text_is_packed_changes_nothing(rows, format, form):
    if format == "jsonl" and not rows:
        return
    text = written(rows, format, "\n")
    data = text.encode("utf-16" if form == "utf-16" else "utf-8-sig" if form == "bom" else "utf-8")
    if form == "gzip":
        data = gzip.compress(data)
    elif form == "gzip in two members":
        data = gzip.compress(data[:7]) + gzip.compress(data[7:])
    assert read(data, format, 64) == rows


def plainly(text):
    """The records of a CSV text and how many characters they take up, one at a time; and whether a fault follows."""
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, strict=True)
    records, start = [], 0
    try:
        for cells in reader:
            records.append((start + 1, cells, "".join(lines[start : reader.line_num])))
            start = reader.line_num
    except csv.Error:
        return records, True
    return records, False


CSV_PIECES = [*'ab,"\n\r \u0915', "\r\n", '"x\n"', '"x\r\ny"', '"y""z"', 'q"', '"p\nq",']


@given(st.lists(st.sampled_from(CSV_PIECES), max_size=25).map("".join), st.integers(1, 40))
@example('"x\n"\nq"\n\n"y"', 40)
@example('"x\r\ny"\r\nq"\r\n\r\n"y"', 40)
@example('a,"b\r\n"\r\nc', 1)
@example('"\n', 1)
@example("\r\r\n\n", 2)
@settings(max_examples=800)
def test_fast_parsing_is_the_plain_one(text, block):
    found, faulty = [], False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_bytes, "BLOCK", block)
        if not text:
            return
        try:
            for lines, rows, raws in batches(Source(io.BytesIO(text.encode())), ","):
                found += zip(lines, rows, raws, strict=True)
        except BadFile:
            faulty = True
    records, fault = plainly(text)
    assert faulty == fault
    assert found == [(line, cells, raw.rstrip("\r\n")) for line, cells, raw in records]


@given(
    tables(),
    st.sampled_from(FORMATS),
    st.sampled_from(["\n", "\r\n"]),
    st.lists(CELL | st.none() | st.integers(), min_size=2, max_size=2),
)
def test_a_scored_file_has_the_input_and_our_columns(rows, format, end, values):
    if format == "jsonl" and not rows:
        return
    table = open_table(path_of(written(rows, format, end).encode(), format))
    append = Appender(table, ["x", "y, z"])
    target = FOLDER / f"out.{format}"
    with atomic_writer(target, append.encoding) as out:
        out.write(append.header)
        lines = [append.line(row, values) for row in table]
        out.writelines(lines)
    scored = open_table(target)
    texts = [None if format == "jsonl" and v is None else "" if v is None else str(v) for v in values]
    assert [list(cells) for _, cells, _ in scored] == [row + texts for row in rows]
    assert scored.header == ["a", "b", "c", "x", "y, z"] or not rows
    if format != "jsonl":
        given_records = written(rows, format, end)
        assert all(raw in given_records for _, _, raw in open_table(path_of(given_records.encode(), format)))
        assert all(line.endswith(end) for line in lines)


@given(tables(), st.sampled_from(FORMATS))
def test_replacing_our_columns_is_dropping_and_adding_them(rows, format):
    if format == "jsonl" and not rows:
        return
    path = path_of(written(rows, format, "\n").encode(), format)
    table = open_table(path)
    append = Appender(table, ["b"], replace=True)
    text = append.header + "".join(append.line(row, ["new"]) for row in table)
    scored = open_table(path_of(text.encode(), format))
    assert scored.header == ["a", "c", "b"]
    assert [list(cells) for _, cells, _ in scored] == [[a, c, "new"] for a, _, c in rows]


@given(st.text(ANY_CHARACTER, max_size=30), st.sampled_from(["cell", "sep:/", "sep: ", "paren"]))
def test_references_are_parts_of_the_cell_and_never_none(cell, mode):
    references = split_references(cell, mode)
    assert references
    assert all(references) or references == ("",)
    outside = references[1:] if mode == "paren" else references  # the text outside may be put together from several pieces
    assert all(reference in cell for reference in outside)

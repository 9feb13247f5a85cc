"""Files that are whole or not there, and scored files that keep the text of their input."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from indicmatch.errors import BadFile
from indicmatch.records import Appender, atomic_writer, open_table, output_name, writing


def write(folder, content, name="a.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, SystemExit, GeneratorExit])
def test_nothing_stays_of_a_file_that_fails(tmp_path, error):
    old = write(tmp_path, "old", "out.csv")

    def fail():
        with atomic_writer(old) as out:
            out.write("new" * 100_000)
            raise error

    with pytest.raises(error):
        fail()
    assert (names(tmp_path), old.read_text(encoding="utf-8")) == (["out.csv"], "old")


def test_the_file_appears_when_it_is_whole(tmp_path):
    target = tmp_path / "out.csv"
    with atomic_writer(target) as out:
        out.write("a\r\nb\n\u0915")
        assert not target.exists()
    assert target.read_bytes() == "a\r\nb\n\u0915".encode()
    assert names(tmp_path) == ["out.csv"]


def test_a_mark_a_package_and_a_lone_surrogate(tmp_path):
    with atomic_writer(tmp_path / "a.csv", "utf-8-sig") as out:
        out.write("\ud800x")
    assert (tmp_path / "a.csv").read_bytes() == b"\xef\xbb\xbf\\ud800x"
    with atomic_writer(tmp_path / "a.csv.gz") as out:
        out.write("x" * 1000)
    assert gzip.decompress((tmp_path / "a.csv.gz").read_bytes()) == b"x" * 1000
    with pytest.raises(ValueError, match="stop"), atomic_writer(tmp_path / "b.csv.gz") as out:
        raise ValueError("stop")
    assert names(tmp_path) == ["a.csv", "a.csv.gz"]


@pytest.mark.skipif(os.name != "posix", reason="links and modes are those of POSIX")
def test_modes_and_links_stay(tmp_path):
    real = write(tmp_path, "old", "real.csv")
    real.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    with atomic_writer(link) as out:
        out.write("new")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def links(path):
    soft, hard = path.with_name("soft.csv"), path.with_name("hard.csv")
    soft.symlink_to(path)
    hard.hardlink_to(path)
    return [path, path.parent / "." / path.name, soft, hard]


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_an_input_is_never_overwritten(tmp_path):
    source = write(tmp_path, "a,b\n")
    for target in links(source):
        with (
            pytest.raises(BadFile, match="would overwrite the input"),
            atomic_writer(target, inputs=["-", "gone.csv", source]),
        ):
            pytest.fail("nothing may be written")
    assert source.read_text(encoding="utf-8") == "a,b\n"


def test_places_where_no_file_can_be(tmp_path, monkeypatch):
    with pytest.raises(BadFile, match="this is a folder"), atomic_writer(tmp_path):
        pytest.fail("unreachable")
    with pytest.raises(BadFile, match="folder does not exist"), atomic_writer(tmp_path / "no" / "a.csv"):
        pytest.fail("unreachable")

    def refuse(self, *args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(writing._Named, "__init__", refuse)
    with pytest.raises(BadFile, match="Permission denied"), atomic_writer(tmp_path / "a.csv"):
        pytest.fail("unreachable")


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_links_that_lead_in_a_circle(tmp_path):
    for one, other in (("a.csv", "b.csv"), ("b.csv", "a.csv")):
        (tmp_path / one).symlink_to(other)
    with pytest.raises(BadFile, match="in a circle"), atomic_writer(tmp_path / "a.csv"):
        pytest.fail("unreachable")
    assert names(tmp_path) == ["a.csv", "b.csv"]


@pytest.mark.parametrize("length", [1, 239, 240, 241, 255])
def test_every_name_that_the_file_system_takes(tmp_path, length):
    path = tmp_path / ("a" * length)
    with atomic_writer(path) as out:
        out.write("x")
        assert len(names(tmp_path)) == 1
    assert names(tmp_path) == [path.name]
    assert path.read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz"])
def test_a_place_that_is_full_is_named(tmp_path, name):
    resource = pytest.importorskip("resource", reason="limits are those of Unix")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(BadFile, match=r"a\.csv.*free the place"), atomic_writer(tmp_path / name) as out:
            out.write("".join(map(chr, range(0x900, 0x9000))))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_device_that_is_full_is_named():
    with pytest.raises(BadFile, match=r"/dev/full.*free the place"), atomic_writer("/dev/full") as out:
        out.write("x")


def test_another_place_that_is_full_is_not_taken_for_the_output(tmp_path):
    with pytest.raises(OSError, match="No space"), atomic_writer(tmp_path / "a.csv"):
        raise OSError(errno.ENOSPC, "No space left", "spilled rows")
    assert names(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_whose_name_says_so_gets_packed_text(tmp_path):
    pipe, got = tmp_path / "p.csv.GZ", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    with atomic_writer(pipe) as out:
        out.write("x")
    reader.join()
    assert gzip.decompress(got[0]) == b"x"


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no such device")
def test_a_device_is_written_to():
    with atomic_writer("/dev/null") as out:
        out.write("x")
    assert Path("/dev/null").is_char_device()


def test_stdout(monkeypatch, capsysbinary):
    with atomic_writer("-") as out:
        out.write("a\r\n\u0915\n")
    sys.stdout.write("")
    assert capsysbinary.readouterr().out == "a\r\n\u0915\n".encode()
    text = io.StringIO()
    monkeypatch.setattr(sys, "stdout", text)
    with atomic_writer("-") as out:
        out.write("a")
    assert text.getvalue() == "a"


def scored(path, columns=("x",), values=(1,), **options):
    table = open_table(path)
    append = Appender(table, list(columns), **options)
    return append.header + "".join(append.line(row, values) for row in table)


APPENDED = [
    ("CSV", "a.csv", "a,b\n1,2\n", "a,b,x\n1,2,1\n"),
    ("needless quotes stay", "a.csv", '"a",b\n"1", 2 \n', '"a",b,x\n"1", 2 ,1\n'),
    ("CRLF and a quoted LF", "a.csv", 'a,b\r\n1,"2\n3"\r\n', 'a,b,x\r\n1,"2\n3",1\r\n'),
    ("no last line end", "a.csv", "a,b\n1,2", "a,b,x\n1,2,1\n"),
    ("TSV", "a.tsv", "a\tb\n1,0\t2\n", "a\tb\tx\n1,0\t2\t1\n"),
    ("a text file", "a.txt", "a,b\n1,2\n", "a,b,x\n1,2,1\n"),
    ("JSONL", "a.jsonl", '{"a":1.50,"b" : "\\u0915"}\n', '{"a":1.50,"b" : "\\u0915", "x": 1}\n'),
    ("JSONL with spaces", "a.jsonl", ' { "a": {} } \r\n', ' { "a": {}, "x": 1}\r\n'),
    ("an empty object", "a.jsonl", '{"a": 1}\n{ }\n', '{"a": 1, "x": 1}\n{"x": 1}\n'),
]


@pytest.mark.parametrize(("label", "name", "content", "expected"), APPENDED, ids=[row[0] for row in APPENDED])
def test_the_text_of_a_record_is_passed_through(tmp_path, label, name, content, expected):
    assert scored(write(tmp_path, content, name)) == expected


ALONE = [
    ("CSV, lines that span", "a.csv", 'x,b\n1,"2\n3"\n4,5\n', "line,x\n2,1\n4,1\n"),
    ("TSV with CRLF", "a.tsv", "a\tx\r\n1,0\t2\r\n", "line\tx\r\n2\t1\r\n"),
    ("JSONL", "a.jsonl", '{"a": 1, "x": 2}\n{ }\n', '{"line": 1, "x": 1}\n{"line": 2, "x": 1}\n'),
]


@pytest.mark.parametrize(("label", "name", "content", "expected"), ALONE, ids=[row[0] for row in ALONE])
def test_values_alone_say_which_record_they_are_of(tmp_path, label, name, content, expected):
    path = write(tmp_path, content, name)
    assert scored(path, alone=True) == expected
    table = open_table(path)
    append = Appender(table, ["x"], alone=True)
    rows = list(table)
    assert append.header + append.lines(rows, [append.ours([1])] * len(rows)) == expected


def test_values_are_quoted_where_they_must_be(tmp_path):
    path = write(tmp_path, "a,b\n1,2\n")
    assert scored(path, ["x", "y, z", "w"], ['say "x"', None, 0.5]) == 'a,b,x,"y, z",w\n1,2,"say ""x""",,0.5\n'
    path = write(tmp_path, '{"a": 1}\n', "a.jsonl")
    assert scored(path, ["x", "y", "z"], ["क", None, 0.5]) == '{"a": 1, "x": "क", "y": null, "z": 0.5}\n'


def test_a_mark_is_kept(tmp_path):
    for encoding, expected in (("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-8-sig")):
        table = open_table(write(tmp_path, "a,b\n1,2\n", encoding=encoding))
        assert Appender(table, ["x"]).encoding == expected


def test_our_names_in_the_input(tmp_path):
    path = write(tmp_path, 'a,x,b\n 1 ,old,"2"\n')
    with pytest.raises(BadFile, match=r"called as ours: 'x'.*--replace"):
        scored(path)
    assert scored(path, replace=True) == "a,b,x\n 1 ,2,1\n"
    path = write(tmp_path, '{"a": 1.50, "x": {"old": [1, "}"]}, "b" : "\\u0915"}\n{"x": 12345678901234567890}\n', "a.jsonl")
    with pytest.raises(BadFile, match="called as ours: 'x'"):
        scored(path)
    assert scored(path, replace=True) == '{"a": 1.50, "b" : "\\u0915", "x": 1}\n{"x": 1}\n'


def test_our_name_in_a_late_record(tmp_path):
    path = write(tmp_path, '{"a": 1}\n' * 150 + '{"a": 2, "x": "old"}\n', "a.jsonl")
    with pytest.raises(BadFile, match="called as ours"):
        scored(path)
    lines = scored(path, replace=True).splitlines()
    assert [json.loads(lines[at]) for at in (0, -1)] == [{"a": 1, "x": 1}, {"a": 2, "x": 1}]


def test_replacing_in_a_long_record(tmp_path):
    long = "k" * 200_000
    assert scored(write(tmp_path, f"a,x\n{long},old\n"), replace=True) == f"a,x\n{long},1\n"


def test_replacing_keeps_the_text_that_pandas_would_change(tmp_path):
    path = write(tmp_path, "answer,x\n007,old\n8,old\n")
    table = open_table(path, na="pandas")
    append = Appender(table, ["x"], replace=True)
    rows = iter(table)
    assert append.line(next(rows), [1]) == "007,1\n"


def test_other_formats_become_csv():
    table = open_table([{"a": "1, 2", "b": ["x"]}, {"a": None, "b": "y"}])
    append = Appender(table, ["x"])
    assert append.header + "".join(append.line(row, [1]) for row in table) == 'a,b,x\n"1, 2","[""x""]",1\n,y,1\n'
    table = open_table([{"a": "1", "x": "old"}])
    append = Appender(table, ["x"], replace=True)
    assert append.header + "".join(append.line(row, [1]) for row in table) == "a,x\n1,1\n"
    table = open_table([{"a": str(at)} for at in range(150)] + [{"a": "x", "new": "y"}])
    append = Appender(table, ["x"])
    with pytest.raises(BadFile, match="brings a new column 'new'"):
        [append.line(row, [1]) for row in table]


@pytest.mark.parametrize(
    ("file", "format", "expected"),
    [
        ("data/hindi.csv", "csv", "hindi.csv"),
        ("hindi.jsonl.gz", "jsonl", "hindi.jsonl.gz"),
        ("hindi.txt", "csv", "hindi.txt"),
        ("hindi.xlsx", "xlsx", "hindi.csv"),
        ("hindi.parquet", "parquet", "hindi.csv"),
        ("<stdin>", "jsonl", "stdin.jsonl"),
        ("<frame>", "frame", "frame.csv"),
    ],
)
def test_the_name_of_an_output(file, format, expected):
    assert output_name(file, format) == expected

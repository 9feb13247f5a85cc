"""The example files: their bytes, and that every row does what examples/README.md says it does."""

from __future__ import annotations

import csv
import io
import re
import string
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indicmatch import Analyzer, exact_substring, extract, normalize, word_overlap
from indicmatch.extract import found
from indicmatch.languages import language, language_of_file
from indicmatch.tables import code_points, load

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NAMES = ["bengali", "english", "gujarati", "hindi", "kannada", "malayalam", "marathi", "punjabi", "tamil", "telugu", "urdu"]
INDIC = [name for name in NAMES if name != "english"]
DOMAINS = {"Art", "Geography", "History", "Literature", "Science", "Sports"}
COLUMNS = ["question", "answer", "Domain", "response"]
Row = dict[str, str]

# Where a kind cannot be: Gujarati has no two canonically equal encodings, English no joiners, native digits, typed letters.
ABSENT = {"canonical": {"gujarati"}, "joiner": {"english"}, "digits": {"english"}, "typed": {"english"}}
ABSENT["broken"] = set(NAMES) - {"bengali", "english", "marathi", "tamil", "urdu"}

pytestmark = pytest.mark.filterwarnings("ignore:.*empty")


@cache
def rows(name: str) -> list[Row]:
    with (EXAMPLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def readme_table(heading: str) -> list[list[str]]:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n") if line.startswith("|")]
    return [cells[0], *cells[2:]]


@cache
def kinds(name: str) -> dict[int, str]:
    header, *body = readme_table("Where they are")
    column = header.index(name)
    return {int(number): line[0] for line in body for number in re.findall("[0-9]+", line[column])}


def right(metric: Callable[..., object], row: Row, level: str, name: str) -> bool:
    tokenizer = "raw" if level == "raw" else "words"
    return bool(metric(row["response"], row["answer"], analyzer=Analyzer(level, tokenizer, lang=language(name).tag)))


def exact(row: Row, name: str, *levels: str) -> list[bool]:
    return [right(exact_substring, row, level, name) for level in levels]


def overlap(row: Row, name: str, *levels: str) -> list[bool]:
    return [right(word_overlap, row, level, name) for level in levels]


def test_there_are_eleven_files_and_the_readme_names_them_all() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.csv")) == NAMES
    assert readme_table("Where they are")[0] == ["kind", *NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_bytes(name: str) -> None:
    data = (EXAMPLES / f"{name}.csv").read_bytes()
    assert b"\r" not in data
    assert not data.startswith(b"\xef\xbb\xbf")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([row[column] for column in COLUMNS] for row in rows(name))
    assert out.getvalue().encode() == data, "an editor or a conversion changed the file"
    assert "\N{REPLACEMENT CHARACTER}" not in out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_shape(name: str) -> None:
    assert len(rows(name)) >= 30
    assert {row["Domain"] for row in rows(name)} == DOMAINS
    assert min(Counter(row["Domain"] for row in rows(name)).values()) >= 4
    assert len({row["question"] for row in rows(name)}) == len(rows(name))
    assert language_of_file(EXAMPLES / f"{name}.csv") == language(name).tag


@pytest.mark.parametrize("name", NAMES)
def test_every_row_has_one_kind_and_every_kind_is_there(name: str) -> None:
    assert sorted(kinds(name)) == list(range(1, len(rows(name)) + 1))
    column = readme_table("Where they are")[0].index(name)
    numbers = re.findall("[0-9]+", " ".join(line[column] for line in readme_table("Where they are")[1:]))
    assert len(numbers) == len(rows(name)), "no row has two kinds"
    described = {line[0] for line in readme_table("What the rows show")[1:]}
    assert described == set(CHECKS)
    assert set(kinds(name).values()) == {kind for kind in described if name not in ABSENT.get(kind, ())}


@pytest.mark.parametrize("name", NAMES)
def test_counts(name: str) -> None:
    header, *body = readme_table("Rows counted right, by file and level")
    claimed = dict(zip(header, next(line for line in body if line[0] == f"{name}.csv"), strict=True))
    assert int(claimed["rows"]) == len(rows(name))
    for level in ("raw", "nfc", "encoding"):
        for label, metric in (("exact", exact_substring), ("overlap", word_overlap)):
            count = sum(right(metric, row, level, name) for row in rows(name))
            assert int(claimed[f"{label}, {level}"]) == count, (label, level)


@pytest.mark.parametrize("name", NAMES)
def test_the_rates_are_those_of_a_real_run(name: str) -> None:
    raw = sum(exact(row, name, "raw")[0] for row in rows(name)) / len(rows(name))
    assert 0.4 <= raw <= 0.6


@pytest.mark.parametrize("name", INDIC)
@pytest.mark.parametrize("metric", [exact_substring, word_overlap])
def test_nfc_and_words_rescue_several_rows(name: str, metric: Callable[..., object]) -> None:
    flips = [(right(metric, row, "raw", name), right(metric, row, "nfc", name)) for row in rows(name)]
    assert flips.count((False, True)) >= 3


def test_nfc_breaks_rows_too() -> None:
    broken = {name for name in NAMES for row in rows(name) if exact(row, name, "raw", "nfc") == [True, False]}
    assert broken == set(NAMES) - ABSENT["broken"]


NUKTA = {"hindi": "\u0958-\u095f", "bengali": "\u09dc\u09dd\u09df", "punjabi": "\u0a33\u0a36\u0a59-\u0a5b\u0a5e"}
TWO_PART = {"bengali": "\u09cb\u09cc", "tamil": "\u0bca-\u0bcc", "telugu": "\u0c48", "malayalam": "\u0d4a-\u0d4c"}
TWO_PART |= {"kannada": "\u0cc0\u0cc7\u0cc8\u0cca\u0ccb", "marathi": "\u0931", "urdu": "\u0622\u0624\u0626\u06c2"}


@pytest.mark.parametrize(("name", "letters"), [*NUKTA.items(), *TWO_PART.items()])
def test_both_encodings_occur(name: str, letters: str) -> None:
    text = (EXAMPLES / f"{name}.csv").read_text(encoding="utf-8")
    composed = set(re.findall(f"[{letters}]", text))
    assert composed, "one character"
    assert any(unicodedata.normalize("NFD", letter) in text for letter in composed), "two"


@pytest.mark.parametrize(
    ("name", "stop"),
    [(name, "\N{DEVANAGARI DANDA}") for name in ("bengali", "gujarati", "hindi", "marathi", "punjabi")]
    + [("urdu", "\N{ARABIC FULL STOP}"), *((name, "\N{EM DASH}") for name in ("english", "kannada", "malayalam", "tamil", "telugu"))],
)
def test_a_stop_is_glued_to_an_answer(name: str, stop: str) -> None:
    glued = [row for number, row in enumerate(rows(name), 1) if kinds(name)[number] == "glued"]
    assert any(row["answer"] + stop in row["response"] or stop + row["answer"] in row["response"] for row in glued)


def plain(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") + overlap(row, name, "raw", "nfc") == [True] * 4


def canonical(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == overlap(row, name, "raw", "nfc") == [False, True]
    assert row["answer"] not in row["response"]
    assert unicodedata.normalize("NFC", row["answer"]) in unicodedata.normalize("NFC", row["response"])


def glued(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == [True, True]
    assert overlap(row, name, "raw", "nfc") == [False, True]
    before, _, after = row["response"].lower().partition(row["answer"].lower())
    marks = {before[-1:], after[:1]} - {"", " "}
    assert any(mark not in string.punctuation and unicodedata.category(mark)[0] == "P" for mark in marks)


def quotes(row: Row, name: str) -> None:
    glued(row, name)
    assert f"\N{LEFT DOUBLE QUOTATION MARK}{row['answer']}\N{RIGHT DOUBLE QUOTATION MARK}" in row["response"]


def space(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == [False, True]
    assert overlap(row, name, "raw", "nfc") == [True, True]
    assert normalize(row["answer"], "nfc") != row["answer"]


def invisible(row: Row, name: str) -> None:
    assert exact(row, name, "nfc", "clean") == overlap(row, name, "nfc", "clean") == [False, True]
    assert {"\N{ZERO WIDTH SPACE}", "\N{SOFT HYPHEN}"} & set(row["response"])


def typed(row: Row, name: str) -> None:
    assert exact(row, name, "clean", "encoding") == overlap(row, name, "clean", "encoding") == [False, True]
    assert not {"\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"} & set(row["response"])


def joiner(row: Row, name: str) -> None:
    assert {"\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"} & set(row["response"])
    assert exact(row, name, "clean") == overlap(row, name, "clean") == [False]
    shows = name == "urdu" or (name in {"kannada", "telugu"} and row["Domain"] == "Science")
    level = "encoding+joiner_drop" if shows else "encoding"
    assert exact(row, name, "encoding", level) == overlap(row, name, "encoding", level) == [not shows, name != "urdu"]


def digits(row: Row, name: str) -> None:
    assert exact(row, name, "encoding", "layout") == overlap(row, name, "encoding", "layout") == [False, True]
    zero = code_points(next(line["zero"] for line in load("scripts") if line["script"] == language(name).script))[0]
    native = {chr(ord(zero) + value) for value in range(10)}
    assert bool(native & set(row["answer"])) != bool(native & set(row["response"]))


def reordered(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "layout") == [False, False]
    assert overlap(row, name, "raw", "nfc") == [True, True]


def inserted(row: Row, name: str) -> None:
    reordered(row, name)
    first, *_, last = row["answer"].split()
    assert row["response"].index(first) < row["response"].index(last)


def inflected(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == [True, True]
    assert overlap(row, name, "raw", "nfc", "layout") == [False] * 3


def blank(row: Row, name: str) -> None:
    assert row["answer"]
    assert not row["response"].strip()
    wrong(row, name)


def empty(row: Row, name: str) -> None:
    assert row["answer"] == ""
    plain(row, name)


def long(row: Row, name: str) -> None:
    assert len(row["answer"].split()) > 10
    wrong(row, name)
    verdict = word_overlap(row["response"], row["answer"])
    assert verdict.matched is not None
    assert verdict.total is not None
    assert verdict.matched * 2 >= verdict.total, "most of its words are there"


def alternative(row: Row, name: str) -> None:
    wrong(row, name)
    first, second = re.fullmatch(r"(.+) \((.+)\)", row["answer"]).groups()  # type: ignore[union-attr]
    assert first in row["response"]
    assert second not in row["response"]


def markdown(row: Row, name: str) -> None:
    assert "### " in row["response"]
    assert "\n- " in row["response"]
    assert f"**{row['answer']}**".lower() in row["response"].lower()
    assert exact(row, name, "raw", "layout") == [True, True]
    assert overlap(row, name, "nfc", "layout") == [True, True]


def thinking(row: Row, name: str) -> None:
    plain(row, name)
    assert found(row["response"], "after-think")
    plain(row | {"response": extract(row["response"], "after-think")}, name)


def thought(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == [True, True]
    assert found(row["response"], "after-think")
    wrong(row | {"response": extract(row["response"], "after-think")}, name)


def label(row: Row, name: str) -> None:
    plain(row, name)
    assert extract(row["response"], "answer-tag") == row["answer"]


def wrong(row: Row, name: str) -> None:
    levels = ("raw", "nfc", "encoding", "layout")
    assert not any(exact(row, name, *levels) + overlap(row, name, *levels))


def latin(row: Row, name: str) -> None:
    wrong(row, name)
    other = "DEVANAGARI" if name == "english" else "LATIN"
    assert any(unicodedata.name(character, "").startswith(other) for character in row["response"])


def broken(row: Row, name: str) -> None:
    assert exact(row, name, "raw", "nfc") == [True, False]
    assert overlap(row, name, "raw", "nfc") == [False, False]


CHECKS: dict[str, Callable[[Row, str], None]] = {
    "plain": plain,
    "canonical": canonical,
    "glued": glued,
    "quotes": quotes,
    "space": space,
    "invisible": invisible,
    "typed": typed,
    "joiner": joiner,
    "digits": digits,
    "reordered": reordered,
    "inserted": inserted,
    "inflected": inflected,
    "inside": inflected,  # the same verdicts; only a reader can tell that the answer is wrong
    "rejected": plain,
    "refusal": plain,
    "blank": blank,
    "empty": empty,
    "long": long,
    "alternative": alternative,
    "markdown": markdown,
    "thinking": thinking,
    "thought": thought,
    "label": label,
    "wrong": wrong,
    "latin": latin,
    "broken": broken,
}


@pytest.mark.parametrize("kind", CHECKS)
@pytest.mark.parametrize("name", NAMES)
def test_each_row_shows_what_the_readme_says(name: str, kind: str) -> None:
    numbers = [number for number, its_kind in kinds(name).items() if its_kind == kind]
    assert bool(numbers) is (name not in ABSENT.get(kind, ()))
    for number in numbers:
        CHECKS[kind](rows(name)[number - 1], name)

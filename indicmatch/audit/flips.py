"""Flips: for each verdict that turns on the way up the ladder, the step that turned it and what that step changed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, TextIO

from indicmatch.analyze import Text
from indicmatch.audit.climb import Climb, Climber
from indicmatch.audit.ladder import Rung
from indicmatch.audit.places import LONGEST, places_of
from indicmatch.audit.steps import moved
from indicmatch.normalize import Change, explain
from indicmatch.records.csv_text import csv_text
from indicmatch.unicode.names import name_of

__all__ = ["COLUMNS", "changes_of", "excel_safe", "flips_of", "write_flips"]

Flip = dict[str, Any]
Span = tuple[int, int]

MOST_CHANGES = 20  # of one side that are listed; those beside the match come first
MOST_WORDS = 30
_SHOWN = 200  # characters of what `extract` cuts off


def flips_of(climber: Climber, climb: Climb) -> list[Flip]:
    """Every flip of a row, from the lowest rung up.

    Each names the `metric`, the `step` and its `level`, `flip` (`rescued`: the step turned the verdict right, `broken`: wrong), whether
    it is the `first` of the metric (later ones turn a verdict back), the `reference`, the `places` of the match in the original response
    (on the side of the step where the verdict is right), and the step's own changes on either side as [start, end, before, after] in the
    original text. For a metric of words, `words` are those of the reference and `missing` those of them not found, before and after.
    """
    flips: list[Flip] = []
    for metric, row in zip(climber.metrics, climb.verdicts, strict=True):
        first = True
        for at in range(1, len(row)):
            turned = moved(row[at - 1], row[at])
            if turned is not None:
                flips.append({"metric": metric.name, **_flip(climber, climb, metric.name, at, turned), "first": first})
                first = False
    return flips


def _flip(climber: Climber, climb: Climb, name: str, at: int, turned: bool) -> Flip:
    place = [metric.name for metric in climber.metrics].index(name)
    metric, rung = climber.metrics[place], climber.rungs[at]
    right = at if turned else at - 1
    verdict = climb.verdicts[place][right]
    column = next((texts for texts in climb.references if texts[0].source == verdict.reference), climb.references[0])
    response = climb.responses
    places = places_of(metric, verdict, response[right], [texts[right] for texts in climb.references])
    changes, count = _changes(response[at], rung, places)
    answer_changes, _ = _changes(column[at], rung, [])
    flip: Flip = {
        "step": rung.name,
        "level": rung.level,
        "flip": "rescued" if turned else "broken",
        "reference": column[0].source,
        "places": places,
        "answer_changes": answer_changes,
        "response_changes": changes,
        "more_changes": count - len(changes),
    }
    if metric.words:
        flip["words"] = [sorted(column[k].words)[:MOST_WORDS] for k in (at - 1, at)]
        flip["missing"] = [sorted(column[k].words - response[k].found_words)[:MOST_WORDS] for k in (at - 1, at)]
    return flip


def _changes(text: Text, rung: Rung, places: Sequence[Span]) -> tuple[list[list[Any]], int]:
    """What the rung's own step changed in a text, as [start, end, before, after] in the source; how often at all."""
    if rung.kind == "extract" and text.part != text.source:
        return _cut(text.source, text.part), 1
    return ([], 0) if rung.step is None else changes_of(text, rung.analyzer.level, rung.analyzer.lang, places, rung.name)


def changes_of(text: Text, level: str, lang: str | None, places: Sequence[Span], step: str | None = None) -> tuple[list[list[Any]], int]:
    """What a level, or one step of it, changes in a text: at most 20 changes as [start, end, before, after], those nearest to `places`.

    With them, how many there are. A text of more than 200,000 characters is not looked at.
    """
    if len(text.part) > LONGEST:
        return [], 0
    offset = max(0, text.source.rfind(text.part))
    found = [change for change in _explained(text.part, level, lang) if step in (None, change.step)]

    def away(change: Change) -> int:
        start, end = change.start + offset, change.end + offset
        return min((max(start - last, first - end, 0) for first, last in places), default=0)

    near = sorted(sorted(found, key=away)[:MOST_CHANGES], key=lambda change: change.start)
    return [[change.start + offset, change.end + offset, change.before, change.after] for change in near], len(found)


@lru_cache(16)  # both metrics of a row often flip at one step
def _explained(text: str, level: str, lang: str | None) -> list[Change]:
    return explain(text, level, lang=lang)


def _cut(source: str, part: str) -> list[list[Any]]:
    """What stands before and behind the part that is looked at; the whole, where that is no part of it."""
    at = source.rfind(part)
    if at < 0:
        return [[0, len(source), source[:_SHOWN], part[:_SHOWN]]]
    pieces = ((0, at), (at + len(part), len(source)))
    return [[start, end, source[start : min(end, start + _SHOWN)], ""] for start, end in pieces if start < end]


COLUMNS = (
    "file", "line", "question", "domain", "answer", "response", "metric", "flip", "step", "level", "first", "raw", "top", "reference",
    "places", "answer_changes", "response_changes", "missing_before", "missing_after", "model",
)  # fmt: skip


def write_flips(rows: Iterable[dict[str, Any]], out: TextIO, *, safe: bool = False) -> int:
    """Write one CSV line a flip, with the names of the code points that changed; how many there were.

    `rows` are those that `AuditReport.rows()` gives. `safe` puts an apostrophe before cells that a spreadsheet would take for formulas.
    """
    count = 0
    out.write(csv_text(COLUMNS) + "\n")
    for row in rows:
        for flip in row["flips"]:
            cells = _cells(row, flip)
            out.write(csv_text(map(excel_safe, cells) if safe else cells) + "\n")
            count += 1
    return count


def _cells(row: dict[str, Any], flip: Flip) -> list[str]:
    verdicts = row["verdicts"][flip["metric"]]
    missing = [" | ".join(words) for words in flip.get("missing", [[], []])]
    return [
        row["file"], str(row["line"]), row["question"] or "", row["domain"], row["answer"], row["response"] or "", flip["metric"],
        flip["flip"], flip["step"], flip["level"] or "", str(int(flip["first"])), verdicts[0], verdicts[-1], flip["reference"],
        " ".join(f"{start}:{end}" for start, end in flip["places"]), "; ".join(_told(flip["answer_changes"])),
        "; ".join(_told(flip["response_changes"])), *missing, row.get("model") or "",
    ]  # fmt: skip


def _told(changes: list[list[Any]]) -> Iterator[str]:
    """`2:3 U+0958 DEVANAGARI LETTER QA > U+0915 DEVANAGARI LETTER KA U+093C DEVANAGARI SIGN NUKTA` for each change."""
    for start, end, before, after in changes:
        yield f"{start}:{end} {_points(before)} > {_points(after)}"


def _points(text: str) -> str:
    return " ".join(map(_point, text[:40])) + (f" and {len(text) - 40} more" if len(text) > 40 else "") or "nothing"


@cache
def _point(character: str) -> str:
    return f"U+{ord(character):04X} {name_of(character)}"


def excel_safe(cell: str) -> str:
    """The cell, with an apostrophe before it where a spreadsheet would run it as a formula.

    >>> excel_safe("=1+1"), excel_safe("दिल्ली")
    ("'=1+1", 'दिल्ली')
    """
    return f"'{cell}" if cell[:1] in _FORMULA else cell


_FORMULA = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")

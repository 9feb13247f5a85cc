"""What totals are made of: counts, answers and notes, which leave an executor as rows of kinds of their own."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from indicmatch.errors import IndicMatchError
from indicmatch.records import Cell
from indicmatch.score.elsewhere import Found
from indicmatch.score.result import KNOWN, Result
from indicmatch.spark.tables import Place

__all__ = ["ANSWER", "COUNT", "KEYS", "NOTE", "ROW", "Note", "Waiting", "result_of_text", "text_of_result"]

ROW, COUNT, ANSWER, NOTE = "row", "count", "answer", "note"
KEYS = {"kind": "string", "text": "string", "told": "string", "result": "string", "times": "long", "part": "string", "line": "long",
        "at": "int", "note": "binary"}  # fmt: skip
"""The columns, with their types. Of a count, `text` is the Domain's group, `told` the cells that tell its rows apart, `part` and `line`
its first row; of an answer, `text` is the answer, `at` its place in its row; of a note, `note` is a pickled `Note`."""

_Key = tuple[str, "str | None", Result]

WAITING = 20_000  # counts and answers that wait to leave, so that memory stays bounded


@dataclass(slots=True)
class Note:
    """What a partition has to say beside its counts; with an `error`, it was not scored to its end."""

    found: Found
    error: IndicMatchError | None = None

    def columns(self) -> dict[str, list[Any]]:
        """This note as columns of `KEYS`."""
        return {"kind": [NOTE], "note": [pickle.dumps(self)]}


class Waiting:
    """Counts and answers on their way, alike ones as one, each with the place of the first."""

    def __init__(self) -> None:
        self._counts: Counter[_Key] = Counter()
        self._first: dict[_Key, Place] = {}
        self._answers: dict[str, tuple[Place, int]] = {}
        self._texts: dict[Result, str] = {}

    @property
    def full(self) -> bool:
        """Whether it is time for what waits to leave."""
        return len(self._counts) + len(self._answers) > WAITING

    def count(self, places: Sequence[Place], groups: Sequence[str], cells: Sequence[Sequence[Cell]], results: Sequence[Result]) -> None:
        """Count rows; `cells` tell them from others of their group that came to the same, and are left out where none do."""
        told = [json.dumps(row, ensure_ascii=False) for row in cells] if cells else [None] * len(places)
        keys = list(zip(groups, told, results, strict=True))
        self._counts.update(keys)
        _note_first(self._first, places, keys)

    def answer(self, places: Sequence[Place], references: Sequence[Sequence[str]]) -> None:
        """Take in the answers of rows."""
        each = [((place, at), answer) for place, row in zip(places, references, strict=True) for at, answer in enumerate(row)]
        _note_first(self._answers, [first for first, _ in each], [answer for _, answer in each])

    def columns(self) -> dict[str, list[Any]]:
        """All that waits, as columns of `KEYS`; then nothing waits."""
        keys, answers = list(self._counts), list(self._answers)
        firsts = [(self._first[key], None) for key in keys] + [self._answers[answer] for answer in answers]
        blank: list[None] = [None] * len(answers)
        columns: dict[str, list[Any]] = {
            "kind": [COUNT] * len(keys) + [ANSWER] * len(answers),
            "text": [group for group, _, _ in keys] + answers,
            "told": [told for _, told, _ in keys] + blank,
            "result": [self._text(result) for _, _, result in keys] + blank,
            "times": [*self._counts.values(), *blank],
            "part": [place.part for place, _ in firsts],
            "line": [place.line for place, _ in firsts],
            "at": [at for _, at in firsts],
        }
        for waiting in (self._counts, self._first, self._answers):
            waiting.clear()
        return columns

    def _text(self, result: Result) -> str:
        if len(self._texts) > KNOWN:
            self._texts.clear()
        if result not in self._texts:
            self._texts[result] = text_of_result(result)
        return self._texts[result]


def _note_first(first: dict[Any, Any], places: Sequence[Any], keys: Sequence[Any]) -> None:
    """Note of each key its first place; the files of a partition come in any order."""
    backwards = sorted(range(len(places)), key=places.__getitem__, reverse=True)
    for key, place in {keys[at]: places[at] for at in backwards}.items():
        if key not in first or place < first[key]:
            first[key] = place


def text_of_result(result: Result) -> str:
    """What a row came to, as text."""
    lacks = result.blank_response, result.empty_answer, result.no_words, result.emptied
    return json.dumps([result.marks, result.steps, result.buckets, result.scores, *lacks], separators=(",", ":"))


def result_of_text(text: str) -> Result:
    """The result that `text_of_result` made a text of."""
    marks, steps, buckets, scores, *lacks = json.loads(text)
    found = tuple(tuple((passed, value, matched, total) for passed, value, matched, total in row) for row in marks)
    return Result(found, tuple(map(tuple, steps)), tuple(buckets), tuple(scores), *lacks)

"""The byte audit: what is wrong with the characters of a file, column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any
from unicodedata import decimal

from indicmatch.audit.findings import FINDINGS, Cell, explained
from indicmatch.languages import language
from indicmatch.records import Columns, Record, Row, Table
from indicmatch.unicode import dominant_script, script

__all__ = ["ByteAudit"]

LINES = 5  # example rows
KINDS = 500  # kinds of one finding that are counted apart
SHOWN = 12  # of those, the most frequent
EXAMPLE = 120  # characters of an example
SHORT, KNOWN = 64, 1000  # what was found in so many short texts is remembered: names of domains, models, sources come again
QUESTIONS = 100_000  # distinct questions that are remembered
PARTS = ("question", "answer", "domain", "response")


class _Found:
    """How many cells of a column show something, where, and which kinds of it."""

    __slots__ = ("count", "example", "kinds", "lines")

    def __init__(self) -> None:
        self.count, self.example = 0, ""
        self.lines: list[int] = []
        self.kinds: Counter[str] = Counter()

    def add(self, line: int, text: str, kinds: list[str]) -> None:
        self.count += 1
        if len(self.lines) < LINES:
            self.lines.append(line)
            self.example = self.example or text[:EXAMPLE]
        for kind in kinds:
            if kind in self.kinds or len(self.kinds) < KINDS:
                self.kinds[kind] += 1


_Look = tuple[frozenset[str], frozenset[str], list[tuple[str, list[str]]]]  # scripts, sets of digits, and the kinds of each finding


def _looked(cell: Cell) -> _Look:
    ascii, characters = cell.text.isascii(), cell.characters
    found = []
    for name, finding in FINDINGS.items():
        if (ascii and not finding.ascii) or (finding.signs and finding.signs.isdisjoint(characters)):
            continue
        kinds = list(finding.look(cell))
        if kinds:
            found.append((name, kinds))
    return cell.found_scripts, frozenset(_digits(character) for character in characters if character.isdecimal()), found


class _Column:
    __slots__ = ("_known", "blank", "cells", "digits", "found", "name", "part", "scripts")

    def __init__(self, name: str, part: str) -> None:
        self.name, self.part = name, part
        self.cells = self.blank = 0
        self._known: dict[str, _Look] = {}
        self.found: dict[str, _Found] = {}
        self.scripts: Counter[str] = Counter()
        self.digits: Counter[str] = Counter()

    def add(self, line: int, text: str, scripts: frozenset[str]) -> None:
        self.cells += 1
        if not text or text.isspace():
            self.blank += 1
            return
        short = len(text) <= SHORT
        found = self._known.get(text) if short else None
        if found is None:
            found = _looked(Cell(text, self.part, scripts))
            if short and len(self._known) < KNOWN:
                self._known[text] = found
        self.scripts.update(found[0])
        self.digits.update(found[1])
        for name, kinds in found[2]:
            self.note(name, line, text, kinds)

    def note(self, name: str, line: int, text: str, kinds: list[str]) -> None:
        if name not in self.found:
            self.found[name] = _Found()
        self.found[name].add(line, text, kinds)


def _digits(digit: str) -> str:
    zero = ord(digit) - decimal(digit)
    return script(chr(zero)) if zero > 0x7F else "ASCII"


class ByteAudit:
    """Looks at every cell of a file as it streams by; the language of the file says which scripts belong there."""

    def __init__(self, table: Table, columns: Columns) -> None:
        self._columns = [_Column(name, _part(name, columns)) for name in table.header]
        named = {column.part for column in self._columns}
        self._taken = [_Column(part, part) for part in PARTS if part not in named and getattr(columns, part) != getattr(Columns(), part)]
        self._header, self._scripts = table.header, frozenset[str]()
        self._questions: dict[int, tuple[int, int]] = {}
        self.complete = True

    def add(self, row: Row, record: Record, lang: str | None) -> None:
        """Look at one row."""
        if not self._scripts:
            own = dominant_script(record.answer)
            self._scripts = frozenset(language(lang).scripts) if lang else frozenset({own} if own else ())
        for name in self._header[len(self._columns) :]:  # a record of JSON Lines brought a new key
            self._columns.append(_Column(name, ""))
        for column, text in zip(self._columns, row[1], strict=False):
            if isinstance(text, str):
                column.add(record.line, text, self._scripts)
        for column in self._taken:
            column.add(record.line, getattr(record, column.part) or "", self._scripts)
        if record.question:
            self._repeated(record)

    def _repeated(self, record: Record) -> None:
        """A question that was asked before, white space and case aside, and whether its answer was another one then."""
        assert record.question is not None
        key, answer = hash(" ".join(record.question.lower().split())), hash(record.answer)
        if key not in self._questions:
            if len(self._questions) < QUESTIONS:
                self._questions[key] = record.line, answer
            else:
                self.complete = False
            return
        _, other = self._questions[key]
        kind = "with the same answer" if answer == other else "with another answer"
        column = next((column for column in (*self._columns, *self._taken) if column.part == "question"), None)
        if column:
            column.note("repeated_question", record.line, record.question, [kind])

    def figures(self) -> list[dict[str, Any]]:
        """For each column: its cells, the blank ones, its scripts and digits, and what was found, the most frequent first."""
        return [self._figures(column) for column in (*self._columns, *self._taken)]

    def _figures(self, column: _Column) -> dict[str, Any]:
        written = column.cells - column.blank
        return {
            "column": column.name,
            "part": column.part or None,
            "cells": column.cells,
            "blank": column.blank,
            "scripts": dict(column.scripts.most_common()),
            "digits": dict(column.digits.most_common()),
            "findings": [_figures(name, found, written) for name, found in sorted(column.found.items(), key=lambda item: -item[1].count)],
        }


def _figures(name: str, found: _Found, written: int) -> dict[str, Any]:
    row = explained()[name]
    return {
        "finding": name,
        "label": row["label"],
        "count": found.count,
        "share": found.count / written if written else None,
        "kinds": dict(found.kinds.most_common(SHOWN)),
        "more_kinds": max(0, len(found.kinds) - SHOWN),
        "lines": found.lines,
        "example": found.example,
        "advice": row["advice"],
        "repaired_by_fix_bytes": row["repaired"] == "yes",
    }


def _part(name: str, columns: Columns) -> str:
    """The part of a record that a column of the header is; empty for any other."""
    plain = name.strip("\ufeff ").lower()
    wanted: Mapping[str, Any] = {part: getattr(columns, part) for part in PARTS}
    return next((part for part, selector in wanted.items() if isinstance(selector, str) and selector.strip().lower() == plain), "")

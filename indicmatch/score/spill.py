"""The rows of a run for a page or a sample: on disk, so that memory does not grow with the file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from typing import Any

from indicmatch.metrics import Verdict
from indicmatch.records import Record

__all__ = ["ROWS", "Spill", "row_of", "verdict_signs"]

ROWS = 50_000  # rows that are kept though nothing in them is worth a look
CHARACTERS = 1 << 26  # of all of those together
LONGEST = (1 << 20) + (1 << 16)  # characters of a cell


class Spill:
    """Rows as mappings in a temporary file, which goes with the object; iterate over it as often as needed.

    A row that is worth a look (its verdicts differ, between levels or metrics) is always kept, of the others the first 50,000 (64 million
    characters); `dropped` counts the rest.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the object lives)
        self._plain = self._size = self.kept = self.dropped = 0

    def add(self, row: dict[str, Any], *, worth: bool) -> None:
        """Keep a row, where there is room for it."""
        if not worth and (self._plain >= ROWS or self._size > CHARACTERS):
            self.dropped += 1
            return
        line = json.dumps(row, separators=(",", ":")).encode("ascii")  # escapes take a lone surrogate through
        if not worth:
            self._plain += 1
            self._size += len(line)
        self.kept += 1
        self._file.write(line + b"\n")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        at = 0
        while True:
            self._file.seek(at)
            lines = self._file.readlines(1 << 22)
            if not lines:
                break
            at = self._file.tell()
            yield from map(json.loads, lines)
        self._file.seek(0, 2)

    def close(self) -> None:
        """Free the disk; done by itself when the object goes."""
        self._file.close()

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self.close()

    def __len__(self) -> int:
        return self.kept


def row_of(record: Record, domain: str, verdicts: dict[str, str], **more: Any) -> dict[str, Any]:
    """A row of a spill. `verdicts` are signs for each metric (see `verdict_signs`)."""
    shown = {"question": record.question, "answer": record.answer, "response": record.response}
    cut = {name: len(text) for name, text in shown.items() if text and len(text) > LONGEST}
    shown = {name: text and text[:LONGEST] for name, text in shown.items()}
    row = {"file": record.file, "line": record.line, "domain": domain, **shown, "verdicts": verdicts, **more}
    if record.references != (record.answer,):
        row["references"] = list(record.references)
    return row | ({"cut": cut} if cut else {})


def verdict_signs(verdicts: list[Verdict]) -> str:
    """Verdicts as `1`, `0` and, not scored, `-`.

    >>> verdict_signs([Verdict(True), Verdict(False), Verdict(None)])
    '10-'
    """
    return "".join("-" if verdict.passed is None else "01"[verdict.passed] for verdict in verdicts)

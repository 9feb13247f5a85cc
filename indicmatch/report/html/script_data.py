"""The data of a page as JSON in script elements: no text of it can end the element or be run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from markupsafe import Markup

from indicmatch.normalize.equivalents import rules
from indicmatch.report.html.texts import HIDDEN, short_names
from indicmatch.unicode.names import name_of

__all__ = ["RowWriter", "as_json", "search_table"]

CHUNK = 500  # rows of one script element
CHARACTERS = 200_000_000  # of all rows: what a browser still opens

_DANGEROUS = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def as_json(value: Any) -> Markup:
    """A value as JSON that may stand in a script element: `<`, `>`, `&`, line separators and lone surrogates are escapes.

    >>> print(as_json({"a": "</script>"}))
    {"a":"\\u003c/script\\u003e"}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(_DANGEROUS.sub(lambda match: f"\\u{ord(match[0]):04x}", text))


def search_table() -> dict[str, Any]:
    """What the page's search needs to read a query as the level `encoding` reads a text."""
    return {"rewrite": dict(rules()), "hidden": HIDDEN, "short": short_names()}


class RowWriter:
    """Rows of a spill as the page has them; remembers the domains and the names of the characters that it met, and how many rows it
    left out for want of room.

    A row is [file, line, domain, question, answer, response, verdicts, flips, more], with numbers for what stands in lists of the page.
    """

    def __init__(self, blocks: list[tuple[str, str | None]], metrics: list[str], steps: list[str]) -> None:
        self._blocks = {block: place for place, block in enumerate(blocks)}
        self._metrics = {name: place for place, name in enumerate(metrics)}
        self._steps = {name: place for place, name in enumerate(steps)}
        self.domains: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.left_out = self._size = 0

    def chunks(self, rows: Iterable[dict[str, Any]]) -> Iterator[Markup]:
        """JSON lists of rows."""
        held: list[list[Any]] = []
        for row in rows:
            if self._size > CHARACTERS:
                self.left_out += 1
                continue
            held.append(self._row(row))
            self._size += sum(len(text) for text in held[-1][3:6])
            if len(held) == CHUNK:
                yield as_json(held)
                held = []
        if held:
            yield as_json(held)

    def _row(self, row: dict[str, Any]) -> list[Any]:
        more = {name: row[name] for name in ("script", "references", "values", "cut") if name in row}
        return [
            self._blocks[row["file"], row.get("model")],
            row["line"],
            self.domains.setdefault(row["domain"], len(self.domains)),
            row["question"] or "",
            row["answer"],
            row["response"] or "",
            [row["verdicts"][name] for name in self._metrics],
            [self._flip(flip) for flip in row.get("flips", ())],
            more or 0,
        ]

    def _flip(self, flip: dict[str, Any]) -> list[Any]:
        for changes in (flip["answer_changes"], flip["response_changes"]):
            for _, _, before, after in changes:
                self.names.update((character, name_of(character)) for character in before + after if character not in self.names)
        return [
            self._metrics[flip["metric"]],
            self._steps[flip["step"]],
            int(flip["flip"] == "rescued"),
            int(flip["first"]),
            flip["places"],
            flip["answer_changes"],
            flip["response_changes"],
            flip["more_changes"],
            flip.get("missing", 0),
            flip["reference"],
        ]

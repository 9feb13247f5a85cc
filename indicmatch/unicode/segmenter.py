"""Text cut by the rules of UAX #29, written as one pattern of the standard library's `re`.

The character classes of a pattern end with the Basic Multilingual Plane: `re` looks those up at once, and walks through
the ranges above one by one. A character above U+FFFF is therefore replaced, for the matching only, by one below to
which the rules do the same; the segments are cut out of the text itself. Regional indicators have no such stand-in.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from indicmatch.unicode.properties import CACHED, character_class, spans_by_value, value_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["REGIONAL_INDICATOR", "Segmenter", "inside"]

REGIONAL_INDICATOR = "\U0001f1e6-\U0001f1ff"

_LAST = 0xFFFF
_ABOVE = "\U00010000-\U0001f1e5\U0001f200-\U0010ffff"
_STRETCH = re.compile(f"[{_ABOVE}](?:[^{_ABOVE}]{{0,4}}[{_ABOVE}])*")  # text in such a script, with its spaces


def inside(property_name: str, *values: str) -> str:
    """The inside of a character class: the characters up to U+FFFF that have one of the values."""
    return character_class(property_name, *values, last=_LAST)


class Segmenter:
    """Segments of any text, lone surrogates and unassigned characters included, in time linear in its length."""

    def __init__(self, pattern: Callable[[], str], properties: tuple[str, ...]) -> None:
        """`pattern` makes the pattern of one segment; `properties` are all that it looks at."""
        self._make, self._properties = pattern, properties
        self._table = _Table(self._stand_in)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches one segment of a `plain` text at any boundary; compiled at first use."""
        return re.compile(self._make())

    def plain(self, text: str) -> str:
        """The text with its characters above U+FFFF replaced by their stand-ins: as long, and segmented alike."""
        return _STRETCH.sub(lambda match: match[0].translate(self._table), text)

    def split(self, text: str) -> list[str]:
        """The segments; none is empty, and together they are the text."""
        plain = self.plain(text)
        segments: list[str] = self.pattern.findall(plain)
        if plain is not text:
            _restore(text, segments)
        return segments

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The (start, end) offsets of the segments."""
        return list(pairwise(accumulate(map(len, self.pattern.findall(self.plain(text))), initial=0)))

    def count(self, text: str) -> int:
        """How many segments the text has."""
        return len(self.pattern.findall(self.plain(text)))

    def _stand_in(self, code: int) -> str:
        character = chr(code)
        return self._stand_ins.get(self._values(character), character) if code > _LAST else character

    @cached_property
    def _stand_ins(self) -> dict[tuple[str, ...], str]:
        """The first character up to U+FFFF of every combination of values: it begins a range or follows one."""
        spans = (span for name in self._properties for of_value in spans_by_value(name).values() for span in of_value)
        edges = {edge for first, last in spans for edge in (first, last + 1) if edge <= _LAST}
        return {self._values(chr(edge)): chr(edge) for edge in sorted(edges, reverse=True)}

    def _values(self, character: str) -> tuple[str, ...]:
        return tuple(value_of(name, character) for name in self._properties)


def _restore(text: str, segments: list[str]) -> None:
    """Put the text's own characters where the segments have stand-ins."""
    ends = list(accumulate(map(len, segments)))
    for match in _STRETCH.finditer(text):
        first, last = bisect_right(ends, match.start()), bisect_left(ends, match.end())
        start = ends[first] - len(segments[first])
        for at in range(first, last + 1):
            segments[at] = text[start : ends[at]]
            start = ends[at]


class _Table(dict[int, str]):
    """A table for `str.translate` that fills itself."""

    def __init__(self, make: Callable[[int], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, code: int) -> str:
        if len(self) >= CACHED:
            self.clear()
        made = self[code] = self._make(code)
        return made

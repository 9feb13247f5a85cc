"""Text cut by the rules of UAX #29, written as one pattern of the standard library's `re`.

`re` looks up a character below U+10000 at once, and walks through the ranges of a class above one by one: the classes
of a pattern hold of those only the few of the emoji. Text with any other character above U+FFFF is matched with a
stand-in for it, a character below to which the rules do the same, and the segments are then cut out of the text itself.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from indicmatch.unicode.properties import CACHED, character_class, spans_by_value, value_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EMOJI_BLOCKS", "Segmenter", "inside"]

EMOJI_BLOCKS = "\U0001f000-\U0001ffff"  # with the regional indicators, which alone are of their kind

_LAST = 0xFFFF
_ABOVE = re.compile("[\U00010000-\U0001efff\U00020000-\U0010ffff]")


def inside(property_name: str, *values: str) -> str:
    """The inside of a character class: what has one of the values, up to U+FFFF and in the emoji blocks."""
    emoji = character_class(property_name, *values, first=ord(EMOJI_BLOCKS[0]), last=ord(EMOJI_BLOCKS[-1]))
    return character_class(property_name, *values, last=_LAST) + emoji


class Segmenter:
    """Segments of any text, lone surrogates and unassigned characters included, in time linear in its length."""

    def __init__(self, pattern: Callable[[], str], properties: tuple[str, ...]) -> None:
        """`pattern` makes the pattern of one segment; `properties` are all that it looks at."""
        self._make, self.properties = pattern, properties
        self._table = _Table(self._stand_in)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches one segment of a `plain` text at any boundary; compiled at first use."""
        return re.compile(self._make())

    def plain(self, text: str) -> str:
        """The text with stand-ins for its characters above U+FFFF but emoji: as long, and segmented alike."""
        return text.translate(self._table) if _ABOVE.search(text) else text

    def split(self, text: str) -> list[str]:
        """The segments; none is empty, and together they are the text."""
        plain = self.plain(text)
        segments: list[str] = self.pattern.findall(plain)
        if plain is text:
            return segments
        return [text[start:end] for start, end in pairwise(accumulate(map(len, segments), initial=0))]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The (start, end) offsets of the segments."""
        return list(pairwise(accumulate(map(len, self.pattern.findall(self.plain(text))), initial=0)))

    def count(self, text: str) -> int:
        """How many segments the text has."""
        return len(self.pattern.findall(self.plain(text)))

    def _stand_in(self, code: int) -> str:
        character = chr(code)
        return self._stand_ins.get(self._values(character), character) if _ABOVE.match(character) else character

    @cached_property
    def _stand_ins(self) -> dict[tuple[str, ...], str]:
        """The first character up to U+FFFF of every combination of values: it begins a range or follows one."""
        spans = (span for name in self.properties for of_value in spans_by_value(name).values() for span in of_value)
        edges = {edge for first, last in spans for edge in (first, last + 1) if edge <= _LAST}
        return {self._values(chr(edge)): chr(edge) for edge in sorted(edges, reverse=True)}

    def _values(self, character: str) -> tuple[str, ...]:
        return tuple(value_of(name, character) for name in self.properties)


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

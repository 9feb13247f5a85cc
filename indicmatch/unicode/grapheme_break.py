"""Extended grapheme clusters, what a reader counts as one letter: UAX #29 of Unicode 17, with the Indic conjunct rule.

The clusters are those of the table 1c of UAX #29, `precore* core postcore*`, with rule GB9c written out.
"""

from __future__ import annotations

import re
from functools import cache

from indicmatch.unicode.properties import character_class
from indicmatch.unicode.segmenter import EMOJI_BLOCKS, Segmenter, inside

__all__ = ["grapheme_count", "grapheme_spans", "graphemes", "is_grapheme_boundary"]


def graphemes(text: str) -> list[str]:
    """The extended grapheme clusters of a text; none is empty, and together they are the text.

    Any `str` goes through, lone surrogates and unassigned characters too. Source: UAX #29, GB1 to GB999.

    >>> graphemes("क्षत्रिय")
    ['क्ष', 'त्रि', 'य']
    """
    return _SEGMENTER.split(text)


def grapheme_spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) offsets of `graphemes(text)`, in characters of the text.

    >>> grapheme_spans("हिन्दी")
    [(0, 2), (2, 6)]
    """
    return _SEGMENTER.spans(text)


def grapheme_count(text: str) -> int:
    """How many grapheme clusters a text has: the length of a word as its reader counts it.

    >>> grapheme_count("क्षत्रिय"), len("क्षत्रिय"), grapheme_count("")
    (3, 8, 0)
    """
    if text.isascii() and "\r" not in text:
        return len(text)
    return _SEGMENTER.count(text)


def is_grapheme_boundary(text: str, at: int) -> bool:
    """Whether no cluster spans the offset `at`; the ends of a text are boundaries, offsets outside it are not.

    Looks at the clusters around the offset, not at the whole text.

    >>> is_grapheme_boundary("हिन्दी", 1), is_grapheme_boundary("हिन्दी", 2), is_grapheme_boundary("हिन्दी", 6)
    (False, True, True)
    """
    if not 0 < at < len(text):
        return at in (0, len(text))
    plain, begins, cluster = _SEGMENTER.plain(text), _surely_begins(), _SEGMENTER.pattern
    end = next((start for start in range(at, 0, -1) if begins.match(plain, start)), 0)
    while end < at and (match := cluster.match(plain, end)):
        end = match.end()
    return end == at


def _class(*values: str, of: str = "Grapheme_Cluster_Break") -> str:
    return f"[{inside(of, *values)}]"


def _pattern() -> str:
    control, prepend, extend = _class("Control", "CR", "LF"), _class("Prepend"), _class("Extend")
    postcore, picture = _class("Extend", "SpacingMark", "ZWJ"), _class("Yes", of="Extended_Pictographic")
    conjunct = _conjunct()
    emoji = f"{picture}(?:{extend}*+\u200d{picture})*+"
    flag = f"{_class('Regional_Indicator')}{{1,2}}+"
    return (
        # Most clusters of a text are one of the first two, which the third repeats after its prepended characters.
        f"{conjunct}{postcore}*+|{_other()}{postcore}*+"
        f"|{prepend}*+(?:{conjunct}|{_other()}|{emoji}|{flag}|{_hangul()}|[{EMOJI_BLOCKS}]){postcore}*+"
        f"|{prepend}++{postcore}*+|\r\n|{control}"
    )


def _conjunct() -> str:
    """GB9c: consonants with a linker (a conjoining virama) between them, and only extending marks beside it."""
    of = "Indic_Conjunct_Break"
    consonant, linker = _class("Consonant", of=of), _class("Linker", of=of)
    return f"{consonant}(?:{_class('Extend', of=of)}*+{linker}{_class('Extend', 'Linker', of=of)}*+{consonant})*+"


def _hangul() -> str:
    """GB6 to GB8: a syllable of conjoining jamo, or those that make none."""
    lead, tail, vowel = _class("L"), _class("T"), _class("V")
    rest = f"(?:{_class('V', 'LV')}{vowel}*+|{_class('LVT')}){tail}*+"
    return f"{lead}++(?:{rest})?+|{rest}|{tail}++"


def _other(*more: str) -> str:
    """What is no core of another kind: most letters, and a mark without its letter; here without the emoji blocks."""
    special = inside("Grapheme_Cluster_Break", "Control", "CR", "LF", "Prepend", "L", "V", "T", "LV", "LVT", *more)
    consonants = inside("Indic_Conjunct_Break", "Consonant")
    pictures = character_class("Extended_Pictographic", "Yes", last=0xFFFF) + EMOJI_BLOCKS
    return f"[^{special}{consonants}{pictures}]"


@cache
def _surely_begins() -> re.Pattern[str]:
    """Matches where a cluster begins whatever is further to the left."""
    prepend, other = inside("Grapheme_Cluster_Break", "Prepend"), _other("Extend", "SpacingMark", "ZWJ")
    linkers, consonant = inside("Indic_Conjunct_Break", "Linker", "Extend"), inside("Indic_Conjunct_Break", "Consonant")
    return re.compile(f"(?<![{prepend}]){other}|(?<![{prepend}{linkers}])[{consonant}]")


_SEGMENTER = Segmenter(
    _pattern, properties=("Grapheme_Cluster_Break", "Indic_Conjunct_Break", "Extended_Pictographic")
)

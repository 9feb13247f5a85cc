"""What can be wrong with the characters of a cell. A new finding is a function under `@finding` and a row in `data/findings.tsv`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from indicmatch.normalize import STEPS, edits
from indicmatch.normalize.equivalents import legacy_forms
from indicmatch.normalize.marks import BRAHMIC
from indicmatch.records.mojibake import mojibake as undone
from indicmatch.registry import Registry
from indicmatch.tables import Row, load, text_of
from indicmatch.tokenize import tokenizer
from indicmatch.unicode import is_letter, script
from indicmatch.unicode.names import name_of

__all__ = ["FINDINGS", "Cell", "Finding", "explained"]

LATIN = "Latn"
TEXTS = ("question", "answer", "response")  # the parts of a record that are in the language of the file
_NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})


def _span(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


_SPACES = frozenset("\xa0\u1680\u202f\u205f\u3000\x85\u2028\u2029" + _span("\u2000", "\u200a"))
_ZERO_WIDTH = frozenset("\u200b")
_BOM = frozenset("\ufeff")
_BIDI = frozenset("\u061c\u200e\u200f" + _span("\u202a", "\u202e") + _span("\u2066", "\u2069"))
_UNSEEN = frozenset("\xad\u034f\u180e" + _span("\u2060", "\u2064") + _span("\u206a", "\u206f") + _span("\ufe00", "\ufe0f"))
_CONTROLS = frozenset(_span("\x00", "\x08") + "\x0b\x0c" + _span("\x0e", "\x1f") + "\x7f" + _span("\x80", "\x84") + _span("\x86", "\x9f"))
_JOINERS = frozenset("\u200c\u200d")


@dataclass(frozen=True)
class Cell:
    """A text of a column; `part` is the part of a record that the column is, `scripts` those that its language is written in."""

    text: str
    part: str
    scripts: frozenset[str]

    @cached_property
    def characters(self) -> frozenset[str]:
        return frozenset(self.text)

    @cached_property
    def found_scripts(self) -> frozenset[str]:
        """The scripts of its letters."""
        return frozenset(filter(None, map(_letter_script, self.characters)))


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing to look for: `look` gives what was found in a cell, to be counted by kind.

    `signs` are characters of which a cell must hold one (none: any cell), `ascii` says that it can be in plain ASCII.
    """

    name: str
    look: Callable[[Cell], Iterable[str]]
    signs: frozenset[str] = frozenset()
    ascii: bool = False


FINDINGS: Registry[Finding] = Registry("finding")


def finding(signs: Iterable[str] = (), *, ascii: bool = False) -> Callable[[Callable[[Cell], Iterable[str]]], Finding]:
    """Register a function of a cell under its name."""

    def add(look: Callable[[Cell], Iterable[str]]) -> Finding:
        return FINDINGS.add(look.__name__, Finding(look.__name__, look, frozenset(signs), ascii))

    return add


@cache
def explained() -> dict[str, Row]:
    """What stands in `data/findings.tsv` for each finding: `label`, `advice`, and whether `--fix-bytes` repairs it."""
    return {row["finding"]: row for row in load("findings")}


@lru_cache(4096)
def _letter_script(character: str) -> str:
    code = script(character) if is_letter(character) else ""
    return "" if code in _NO_SCRIPT else code


@lru_cache(4096)
def _named(character: str) -> str:
    return f"U+{ord(character):04X} {name_of(character)}"


def _those(cell: Cell, wanted: frozenset[str]) -> list[str]:
    return sorted(map(_named, cell.characters & wanted))


def _rewritten(before: str, after: str) -> list[str]:
    """`U+0905 U+093E > U+0906` for each different place where a step changed a text; with the letter before what only goes."""
    if before == after:
        return []
    found = []
    for at, old, new in edits(before, after):
        kept = "" if new or not at else before[at - 1]
        found.append(f"{text_of(kept + old)} > {text_of(kept + new) or 'nothing'}")
    return list(dict.fromkeys(found))


def _composed(text: str) -> Iterator[str]:
    """The shortest pieces of a text that normalisation changes by themselves."""
    piece = ""
    for character in text:
        if piece and not unicodedata.combining(character) and _nfc(piece + character) == _nfc(piece) + _nfc(character):
            yield piece
            piece = ""
        piece += character
    yield piece


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@finding()
def not_nfc(cell: Cell) -> Iterable[str]:
    if unicodedata.is_normalized("NFC", cell.text):
        return ()
    pieces = dict.fromkeys(piece for _, old, _ in edits(cell.text, _nfc(cell.text)) for piece in _composed(old) if piece)
    return [f"{text_of(piece)} > {text_of(_nfc(piece))}" for piece in pieces if _nfc(piece) != piece] or ["order of marks"]


@finding(_JOINERS)
def legacy_letters(cell: Cell) -> Iterable[str]:
    text = _nfc(cell.text)
    return _rewritten(text, legacy_forms()(text))


@finding()
def do_not_emit(cell: Cell) -> Iterable[str]:
    text = _nfc(cell.text)
    if not cell.characters.isdisjoint(_JOINERS):
        text = legacy_forms()(text)
    return _rewritten(text, STEPS["donotemit"](None)(text))


@finding(_JOINERS)
def hidden_joiners(cell: Cell) -> Iterable[str]:
    text = legacy_forms()(_nfc(cell.text))
    gone = [old for _, old, new in edits(text, STEPS["joiners"](None)(text)) if len(old) > len(new)]
    return sorted({_named(character) for old in gone for character in old if character in _JOINERS})


@finding(_JOINERS)
def shown_joiners(cell: Cell) -> Iterable[str]:
    text = legacy_forms()(_nfc(cell.text))
    return sorted(map(_named, _JOINERS & frozenset(STEPS["joiners"](None)(text))))


@finding(_SPACES)
def special_spaces(cell: Cell) -> Iterable[str]:
    return _those(cell, _SPACES)


@finding(_ZERO_WIDTH)
def zero_width_space(cell: Cell) -> Iterable[str]:
    return _those(cell, _ZERO_WIDTH)


@finding(_BOM)
def byte_order_mark(cell: Cell) -> Iterable[str]:
    return _those(cell, _BOM)


@finding(_BIDI)
def bidi_marks(cell: Cell) -> Iterable[str]:
    return _those(cell, _BIDI)


@finding(_UNSEEN)
def other_invisible(cell: Cell) -> Iterable[str]:
    return _those(cell, _UNSEEN)


@finding(_CONTROLS, ascii=True)
def control_characters(cell: Cell) -> Iterable[str]:
    return _those(cell, _CONTROLS)


@finding()
def no_characters(cell: Cell) -> Iterable[str]:
    return sorted(map(_named, filter(_is_none, cell.characters)))


@lru_cache(4096)
def _is_none(character: str) -> bool:
    return unicodedata.category(character) in ("Cs", "Co", "Cn")


@finding()
def presentation_forms(cell: Cell) -> Iterable[str]:
    return sorted(_named(c) for c in cell.characters if "\ufb50" <= c <= "\ufdff" or "\ufe70" <= c <= "\ufefc")


@finding()
def mixed_digits(cell: Cell) -> Iterable[str]:
    sets = {_zero(character) for character in cell.characters if character.isdecimal()}
    return ["+".join(sorted(script(chr(zero)) if zero > 0x7F else "ASCII" for zero in sets))] if len(sets) > 1 else ()


def _zero(digit: str) -> int:
    return ord(digit) - unicodedata.decimal(digit)


_PIPE = re.compile(rf"^(?!\s*\|)[^|\n]*(?:[{BRAHMIC}]\|(?=\s|$)|[{BRAHMIC}] \|\s*$)", re.MULTILINE)


@finding("|")
def pipe_for_danda(cell: Cell) -> Iterable[str]:
    return ["U+007C VERTICAL LINE"] if _PIPE.search(cell.text) else ()


@finding()
def other_script(cell: Cell) -> Iterable[str]:
    return sorted(cell.found_scripts - cell.scripts - {LATIN}) if cell.scripts and cell.part in TEXTS else ()


@finding(ascii=True)
def latin_letters(cell: Cell) -> Iterable[str]:
    foreign = cell.scripts and LATIN not in cell.scripts and cell.part in TEXTS
    return (LATIN,) if foreign and LATIN in cell.found_scripts else ()


@finding()
def mixed_script_words(cell: Cell) -> Iterable[str]:
    if len(cell.found_scripts) < 2:
        return ()
    kinds = set()
    for start, end in tokenizer("words")(cell.text):
        found = frozenset(filter(None, map(_letter_script, cell.text[start:end])))
        if len(found) > 1:
            kinds.add("+".join(sorted(found)))
    return sorted(kinds)


@finding(ascii=True)
def outer_spaces(cell: Cell) -> Iterable[str]:
    ends = {"before": cell.text[0].isspace(), "behind": cell.text[-1].isspace()}
    return [end for end, found in ends.items() if found]


@finding()
def mojibake(cell: Cell) -> Iterator[str]:
    right = undone(cell.text)
    if right is not None:
        yield f"{cell.text[:20]} for {right[:20]}"
    elif _bad(cell):
        yield "suspected (ftfy)"


def _bad(cell: Cell) -> bool:
    """What ftfy makes of it, where that is installed and there is a sign that mojibake is made of."""
    if not any("\x80" <= character <= "\u02ff" or "\u2010" <= character <= "\u2122" for character in cell.characters):
        return False
    try:
        from ftfy.badness import is_bad
    except ImportError:
        return False
    return bool(is_bad(cell.text))


@finding("?\ufffd", ascii=True)
def lost_letters(cell: Cell) -> Iterator[str]:
    if "\ufffd" in cell.characters:
        yield _named("\ufffd")
    if "?" in cell.characters and _LOST.fullmatch(cell.text):
        yield "only question marks"


_LOST = re.compile(r"[\s.,;:!'\"()/-]*\?[?\s.,;:!'\"()/-]*")
_SEVERAL = re.compile("[/|;(\uff08]")
_NUMBERS = re.compile("[0-9]/[0-9]")


@finding("/|;(\uff08", ascii=True)
def several_answers(cell: Cell) -> Iterable[str]:
    sign = _SEVERAL.search(cell.text) if cell.part == "answer" else None
    return (sign[0],) if sign and not _NUMBERS.search(cell.text) else ()

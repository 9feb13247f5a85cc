"""Cheap proofs that normalisation changes nothing: most texts are clean, and should not pay for those that are not.

A guard may only say that a text is clean when it is; where it cannot tell, the steps run. A text of one script is turned into one byte a
character; two translations of it say, bit by bit, which relations a character may begin and which it may end, and one `&` of the two,
shifted by a character, finds every pair of neighbours that a step could act on. Characters outside the script's list, ASCII and a little
punctuation are not known, and a text with any is never proven. Everything is generated from `unicodedata` and from the tables of the
steps, so that a guard and its step cannot drift apart.
"""

from __future__ import annotations

import re
from codecs import charmap_build, charmap_encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from unicodedata import category, combining, decomposition, normalize

from indicmatch.normalize.arabic import letters_read_otherwise
from indicmatch.normalize.equivalents import rules
from indicmatch.normalize.joiners import JOINERS
from indicmatch.normalize.marks import span
from indicmatch.normalize.pairs import Pairs, pairs_of_marks, pairs_of_rules, relations
from indicmatch.tables import load

__all__ = ["PROVEN", "encoding_is_noop", "first_doubt", "nfc_is_noop", "spelled_apart"]

PROVEN = frozenset("nfc space invisible presentation donotemit eyelash joiners positional".split())
"""The steps that `encoding_is_noop` speaks for."""

_ASCII = "".join(map(chr, range(0x20, 0x7F)))
_PUNCTUATION = "।॥–—‘’“”…₹°·"
_LATIN = "".join(chr(code) for code in (*range(0xA1, 0xAD), *range(0xAE, 0x100)))
_NOT_AT_AN_END = f" {JOINERS}"
_BLOCK = re.compile("[\u0600-\u06ff\u0900-\u0963\u0966-\u0dff]")


Relation = tuple[set[str], set[str]]  # characters that may not stand before these others


@dataclass(frozen=True, slots=True)
class _Scan:
    """Whether a text of one script has a pair of neighbours of some relations (at most eight, one bit each)."""

    encoding: object
    begins: bytes
    ends: bytes
    sequences: tuple[str, ...]

    def first_doubt(self, text: str) -> int:
        """The place of the first character that is not known, ends a pair or begins a sequence; -1 if there is none."""
        unknown = -1
        try:
            codes, _ = charmap_encode(text, "strict", self.encoding)  # type: ignore[arg-type]
        except UnicodeEncodeError as error:
            unknown = error.start
            text = text[:unknown]
            codes, _ = charmap_encode(text, "strict", self.encoding)  # type: ignore[arg-type]
        pairs = (int.from_bytes(codes.translate(self.begins)) >> 8) & int.from_bytes(codes.translate(self.ends))
        doubt = len(codes) - (pairs.bit_length() + 7) // 8 if pairs else unknown
        for sequence in self.sequences:
            if sequence in text:
                at = text.index(sequence)
                doubt = at if doubt < 0 else min(doubt, at)
        return doubt


def _scan(characters: str, relations: Iterable[Relation], sequences: Iterable[str] = ()) -> _Scan:
    known = f"\0{characters}"[:256]  # NUL as byte 0 makes it the quick kind of map; no step changes a NUL
    begins, ends = bytearray(256), bytearray(256)
    for bit, sides in enumerate(_packed(relations)):
        for table, side in zip((begins, ends), sides, strict=True):
            for character in side:
                if character in known:
                    table[known.index(character)] |= 1 << bit
    inside = (sequence for sequence in sequences if set(known).issuperset(sequence))
    return _Scan(charmap_build(known.ljust(256, "\ufffe")), bytes(begins), bytes(ends), tuple(sorted(inside)))


def _packed(relations: Iterable[Relation]) -> list[Relation]:
    """The relations as at most eight: the smallest made one, which may find more pairs than were asked for, never fewer."""
    packed = [sides for sides in relations if all(sides)]
    while len(packed) > 8:
        packed.sort(key=lambda sides: len(sides[0]) * len(sides[1]), reverse=True)
        (firsts, seconds), (more_firsts, more_seconds) = packed.pop(), packed.pop()
        packed.append((firsts | more_firsts, seconds | more_seconds))
    return packed


def _of_pairs(characters: str, pairs: Pairs) -> tuple[list[Relation], set[str]]:
    """The relations of the pairs that the characters can make, and the sequences."""
    known = frozenset(characters)
    inside = {(first, second) for first, second in pairs if second in known and known.issuperset(first)}
    neighbours = relations(pair for pair in inside if len(pair[0]) == 1)
    return list(neighbours.values()), {first + second for first, second in inside if len(first) > 1}


def _stable(block: Iterable[int]) -> str:
    """The characters of a block that NFC and every step of `encoding` leave alone where they stand by themselves."""
    single = {sequence for sequence in rules() if len(sequence) == 1}
    found = (chr(code) for code in block)
    return "".join(c for c in found if category(c) not in ("Cn", "Cf") and normalize("NFC", c) == c and c not in single)


def _compositions(block: range) -> Iterator[tuple[str, str]]:
    """The pairs of characters of a block that NFC makes one."""
    for code in block:
        parts = decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<") and normalize("NFC", chr(code)) == chr(code):
            yield chr(int(parts[0], 16)), chr(int(parts[1], 16))


def _reorderings(characters: str, composing: set[str]) -> Iterator[tuple[str, str]]:
    """The pairs of marks that NFC puts into the other order, and those that a composition may reach across."""
    marks = [(character, combining(character)) for character in characters if combining(character)]
    for first, rank in marks:
        for second, other in marks:
            if rank > other or (rank < other and second in composing):
                yield first, second


def _nfc_pairs(block: range, characters: str) -> list[tuple[str, str]]:
    compositions = list(_compositions(block))
    return [*compositions, *_reorderings(characters, {second for _, second in compositions})]


_SPACES: Relation = ({" "}, {" "})


def _joiner_stays(characters: str, script_start: int) -> tuple[str, list[Relation]]:
    """The joiner that a script's clean text has between a virama and a consonant, and what is not so."""
    joiner = {0xB80: "", 0xD80: "\u200d"}.get(script_start, "\u200c")
    virama = chr(script_start + (0x4A if script_start == 0xD80 else 0x4D))
    consonants = {c for c in characters if 0x15 <= ord(c) - script_start <= 0x46 and category(c) == "Lo"}
    known = set(characters)
    return joiner, [(known - {virama}, {joiner}), ({joiner}, known - consonants)] if joiner else []


@cache
def _pairs() -> Pairs:
    """What `donotemit` acts on, in any script."""
    return [*pairs_of_rules(rules()), *pairs_of_marks()]


@cache
def _brahmic(start: int) -> tuple[_Scan, _Scan]:
    """For the block of a Brahmic script: the scan for NFC, the scan for `encoding`."""
    block = range(start, start + 0x80)
    letters = _stable(block).replace("\u0964", "").replace("\u0965", "")
    joiner, stays = _joiner_stays(_ASCII + letters + _PUNCTUATION + JOINERS, start)
    characters = "".join(dict.fromkeys(_ASCII + letters + _PUNCTUATION + joiner))
    nfc_pairs = _nfc_pairs(block, letters)
    neighbours, sequences = _of_pairs(letters, [*_pairs(), *nfc_pairs])
    return _scan(characters, _of_pairs(letters, nfc_pairs)[0]), _scan(characters, [_SPACES, *stays, *neighbours], sequences)


@cache
def _arabic(lang: str | None) -> tuple[_Scan, _Scan]:
    """For Arabic script, where a language decides which letters are read as another: the scan for NFC, the scan for `encoding`."""
    letters = _stable(map(ord, "".join(span(row["characters"]) for row in load("arabic_everyday"))))
    marks = {character for character in letters if combining(character)}
    needed = letters_read_otherwise(lang)
    always = {first for first, follower in needed if not follower}
    characters = _ASCII + "".join(character for character in letters if character not in always) + "‘’“”…"
    neighbours = [({first for first, follower in needed if follower == other}, set(other)) for other in {other for _, other in needed}]
    return _scan(characters, [(marks, marks)]), _scan(characters, [_SPACES, (marks, marks), *neighbours])


@cache
def _latin() -> tuple[_Scan, _Scan]:
    characters = _ASCII + _LATIN + _PUNCTUATION
    return _scan(characters, []), _scan(characters, [_SPACES])


def _scans(text: str, lang: str | None) -> tuple[_Scan, _Scan]:
    """Those of the script that the text begins with."""
    found = _BLOCK.search(text)
    if found is None:
        return _latin()
    code = ord(found[0])
    return _arabic(lang) if code < 0x900 else _brahmic(code & ~0x7F)


def nfc_is_noop(text: str) -> bool:
    """Whether it is proven, at less than the cost of NFC, that the text is NFC; False proves nothing.

    No proof is tried for scripts in which NFC is free already: Telugu, Gujarati, Arabic, Latin.

    >>> nfc_is_noop("\\u0995\\u09be"), nfc_is_noop("\\u09c7\\u09be"), nfc_is_noop("plain")
    (True, False, False)
    """
    found = _BLOCK.search(text)
    if found is None or found[0] < "\u0900" or ord(found[0]) & ~0x7F in (0xA80, 0xC00):
        return False
    return _brahmic(ord(found[0]) & ~0x7F)[0].first_doubt(text) < 0


def encoding_is_noop(text: str, lang: str | None = None) -> bool:
    """Whether it is proven that no step of `encoding`, nor of the levels below, can change the text; False proves nothing.

    >>> encoding_is_noop("\\u0939\\u093f\\u0928\\u094d\\u0926\\u0940"), encoding_is_noop("\\u0905\\u093e"), encoding_is_noop(" a")
    (True, False, False)
    """
    return first_doubt(text, lang) < 0


def first_doubt(text: str, lang: str | None = None) -> int:
    """The place of the first character about which `encoding_is_noop` has a doubt; -1 if there is none, and the text is proven.

    >>> first_doubt("\\u0939\\u093f \\u0905\\u093e"), first_doubt("\\u0939\\u093f")
    (4, -1)
    """
    if not text:
        return -1
    first = text[0]
    if first in _NOT_AT_AN_END:
        return 0
    scans = _brahmic(ord(first) & ~0x7F) if "\u0900" <= first <= "\u0dff" and first not in "\u0964\u0965" else _scans(text, lang)
    doubt = scans[1].first_doubt(text)
    return len(text) - 1 if doubt < 0 and text[-1] in _NOT_AT_AN_END else doubt


def spelled_apart(text: str) -> str:
    """The text with those letters of its script as two that have a code point of their own which NFC never gives: canonically equal.

    >>> ascii(spelled_apart("\\u09af\\u09c7 \\u09df"))
    "'\\\\u09af\\\\u09c7 \\\\u09af\\\\u09bc'"
    """
    found = _BLOCK.search(text)
    if found:
        for letter, apart in _never_in_nfc(ord(found[0]) & ~0x7F):
            if letter in text:
                text = text.replace(letter, apart)
    return text


@cache
def _never_in_nfc(start: int) -> tuple[tuple[str, str], ...]:
    """The characters of a block that NFC always spells otherwise, and how."""
    letters = map(chr, range(start, start + 0x80))
    return tuple((letter, normalize("NFC", letter)) for letter in letters if normalize("NFC", letter) != letter)

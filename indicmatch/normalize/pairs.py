"""Cheap proofs that rewrites cannot act on a text: each needs two neighbouring characters that clean text hardly has together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from indicmatch.normalize.marks import characters, class_of
from indicmatch.tables import load

__all__ = ["Pairs", "pair_patterns", "pairs_of_marks", "pairs_of_rules", "relations"]

Pairs = Iterable[tuple[str, str]]

_MARKS = ("sign", "nukta", "bindu", "virama")


@cache
def _marks() -> Mapping[str, str]:
    return {character: kind for kind in _MARKS for character in characters(kind)}


def _kind(character: str) -> str:
    """The kind of a character; the Brahmic blocks have one lay-out, by which vowel letters are told from consonants."""
    offset = ord(character) % 0x80
    return _marks().get(character) or ("vowel" if offset < 0x15 or offset in (0x60, 0x61) else "consonant")


def _is_everyday(pair: tuple[str, str]) -> bool:
    """Whether correct text is full of such pairs: a consonant and what follows it, a virama after a nukta or before a consonant."""
    first, second = map(_kind, pair)
    after_consonant = first == "consonant" and second in ("sign", "virama", "nukta", "consonant")
    return after_consonant or (first, second) in (("virama", "consonant"), ("nukta", "virama"))


def pairs_of_rules(rules: Iterable[str]) -> Pairs:
    """For each sequence, two neighbours that it needs and that correct text hardly has; if there are none, (all before, the last).

    >>> list(pairs_of_rules(["\\u0930\\u094d\\u0907"])) == [("\\u094d", "\\u0907")]
    True
    """
    for sequence in rules:
        if len(sequence) > 1:
            yield next((pair for pair in pairwise(sequence) if not _is_everyday(pair)), (sequence[:-1], sequence[-1]))


def pairs_of_marks() -> Pairs:
    """The pairs of marks of one script that are out of order or stand twice."""
    for script in dict.fromkeys(row["script"] for row in load("brahmic_marks")):
        nukta, sign, bindu, virama = (characters(kind, script) for kind in ("nukta", "sign", "bindu", "virama"))
        for late, early in ((sign + bindu, nukta), (bindu, sign)):
            yield from ((first, second) for second in early for first in late)
        yield from ((mark, mark) for mark in nukta + sign + bindu + virama)


def relations(pairs: Pairs) -> Mapping[str, tuple[set[str], set[str]]]:
    """The pairs by the kind of their second character: (firsts, seconds), any of which together count as one of the pairs.

    So many pairs cost no more to look for than one, and pairs that nobody writes are found as well.
    """
    found: dict[str, tuple[set[str], set[str]]] = {}
    for first, second in pairs:
        firsts, seconds = found.setdefault(_kind(second), (set(), set()))
        firsts.add(first)
        seconds.add(second)
    return found


def pair_patterns(pairs: Pairs, singles: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns, one of which is found wherever a text has one of the pairs or single characters, and in few other places.

    Each matches the second character. Behind most vowel signs and viramas stands a consonant, and the look back of the first pattern ends
    there; the few pairs that begin with a consonant, the sequences and the single characters have the second pattern.
    """
    pairs = list(pairs)
    common = relations(pair for pair in pairs if len(pair[0]) == 1 and _kind(pair[0]) != "consonant")
    sequences = {first + second for first, second in pairs if len(first) > 1 or _kind(first) == "consonant"}
    branches = [f"(?<=[{_any(firsts)}][{_any(seconds)}])" for firsts, seconds in common.values()]
    firsts, seconds = (_any(*(sides[side] for sides in common.values())) for side in (0, 1))
    rare = [f"(?<=[{class_of(singles)}])", *(f"(?<={re.escape(sequence)})" for sequence in sorted(sequences))]
    last = _any(singles, {sequence[-1] for sequence in sequences})
    return re.compile(f"[{seconds}](?<=[{firsts}].)(?:{'|'.join(branches)})"), re.compile(f"[{last}](?:{'|'.join(rare)})")


def _any(*sets: Iterable[str]) -> str:
    return class_of("".join(character for characters in sets for character in characters))

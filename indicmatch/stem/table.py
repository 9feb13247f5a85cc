"""A suffix table, compiled: from the rows of `data/stem_<lang>.tsv` to one dictionary of suffixes a group.

Columns. Several suffixes or words in one cell are separated by spaces; `U+XXXX` stands for a code point anywhere.

- `suffix`: what the word ends in. A `C` in it stands for any consonant of the script.
- `replacement`: what stands there instead, never longer than the suffix; its `C` is the consonant that was found.
- `minimum`: graphemes that must be left, the replacement among them (`letters.size`); empty means 1.
- `group`: the rules of one group compete. Groups run in the order in which the table first names them, each once; a
  group whose name ends in `*` runs until nothing fits.
- `condition`: what must hold, several separated by spaces. Of the last character of what is left: `vowel`,
  `consonant`, one of several `[...]`. Of all that is left: `NAME`, it is a word of the list NAME; `=NAME`, with the
  replacement it is one. A `!` in front negates: `!vowel`, `![...]`, `!NAME`.
- `example`: inflected form -> base form. `source`: the grammar that the rule is taken from.

The longest suffix whose condition holds decides alone: where it would leave too little, its group does nothing. So a
row whose replacement is its suffix keeps the words that end so.

Four groups are special, wherever they stand in the table. `list:NAME` names words for conditions: where an ending is
ambiguous, a closed class of words decides. `fold` replaces `suffix` by `replacement` anywhere in the word before the
rules run (spellings that inflection changes); the other cells are folded too. `exception` maps whole words to a stem,
which is then never cut. `protect` keeps whole words as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indicmatch.errors import BadInput, unknown
from indicmatch.stem.letters import consonants, size, vowels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from indicmatch.tables import Row

__all__ = ["SuffixTable", "compile_table"]

Folds = tuple[tuple[str, str], ...]

ANY_CONSONANT = "C"
CODE_POINT = re.compile(r"U\+([0-9A-F]{4})")
CONDITION = re.compile(r"!?\[[^\]]*\]|\S+")
FOLD, EXCEPTION, PROTECT, LIST = "fold", "exception", "protect", "list:"


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of a rule."""

    members: frozenset[str]
    of: str  # "last": the last character of what is left; "left": all of it; "result": with the replacement
    holds: bool  # False: it must not be a member

    def __call__(self, left: str, replacement: str) -> bool:
        subject = left[-1:] if self.of == "last" else left if self.of == "left" else left + replacement
        return (subject in self.members) is self.holds


@dataclass(frozen=True, slots=True)
class Rule:
    """What replaces a suffix, and when."""

    replacement: str
    minimum: int
    tests: tuple[Test, ...]

    def fits(self, left: str) -> bool:
        return all(test(left, self.replacement) for test in self.tests)


@dataclass(slots=True)
class Group:
    """Rules that compete: the longest suffix wins."""

    name: str
    repeats: bool
    rules: dict[str, list[Rule]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)  # of the suffixes, longest first

    def apply(self, word: str, script: str) -> str:
        for length in self.lengths:
            if length > len(word):
                continue
            for rule in self.rules.get(word[-length:], ()):
                left = word[:-length]
                if rule.fits(left):
                    result = left + rule.replacement
                    return result if result and size(result, script) >= rule.minimum else word
        return word


@dataclass(frozen=True, slots=True)
class SuffixTable:
    """The compiled rules of one language."""

    script: str
    folds: Folds
    words: dict[str, str]  # exceptions and protected words
    groups: tuple[Group, ...]

    def key(self, word: str) -> str:
        """The conflation key of a normalised word of the script: passes go on until one changes nothing."""
        seen = [word]
        while (after := self._once(seen[-1])) not in seen:
            seen.append(after)
        return min(seen[seen.index(after) :])  # one word; or a circle of words, which then all have one key

    def _once(self, word: str) -> str:
        return [after for _, after in self.trace(word)][-1]

    def trace(self, word: str) -> Iterator[tuple[str, str]]:
        """One pass: the group and the word after it, for every group that changes the word, folds first and exceptions last."""
        word = _folded(word, self.folds)
        yield FOLD, word
        for group in self.groups:
            if word in self.words:
                break
            while (after := group.apply(word, self.script)) != word:
                word = after
                yield group.name, word
                if not group.repeats or word in self.words:
                    break
        if word in self.words:
            yield EXCEPTION, self.words[word]


def compile_table(rows: Iterable[Row], script: str) -> SuffixTable:
    """The rules of a table; a row that cannot be used is `BadInput`."""
    rows = tuple(rows)
    folds = tuple((old, _text(row["replacement"])) for row in rows if row["group"] == FOLD for old in _words(row, ()))
    words: dict[str, str] = {}
    named: dict[str, set[str]] = {}
    rules: list[Row] = []
    for row in rows:
        group = row["group"]
        if group in (EXCEPTION, PROTECT):
            for word in _words(row, folds):
                stem = word if group == PROTECT else _folded(_text(row["replacement"]), folds)
                words[word] = words[stem] = stem
        elif group.startswith(LIST):
            named.setdefault(group.removeprefix(LIST), set()).update(_words(row, folds))
        elif group != FOLD:
            rules.append(row)
    lists = {name: frozenset(members) for name, members in named.items()}
    return SuffixTable(script, folds, words, tuple(_groups(rules, script, lists, folds)))


def _words(row: Row, folds: Folds) -> list[str]:
    return [_folded(word, folds) for word in _text(row["suffix"]).split()]


def _folded(word: str, folds: Folds) -> str:
    for old, new in folds:
        word = word.replace(old, new) or word
    return word


def _groups(rows: Iterable[Row], script: str, lists: Mapping[str, frozenset[str]], folds: Folds) -> Iterable[Group]:
    groups: dict[str, Group] = {}
    for row in rows:
        group = groups.setdefault(row["group"], Group(row["group"].rstrip("*"), row["group"].endswith("*")))
        replacement = _folded(_text(row["replacement"]), folds)
        tests = tuple(_tests(_folded(row["condition"], folds), script, lists))
        for suffix in _words(row, folds):
            if len(replacement) > len(suffix):
                message = f"the suffix {suffix!r} gets the longer {replacement!r}; a stem is never longer than its word"
                raise BadInput(message)
            for found, instead in _expanded(suffix, replacement, script):
                group.rules.setdefault(found, []).append(Rule(instead, int(row["minimum"] or 1), tests))
    for group in groups.values():
        group.lengths.extend(sorted({len(suffix) for suffix in group.rules}, reverse=True))
        for same in group.rules.values():
            same.sort(key=lambda rule: -len(rule.tests))  # what holds in a context goes before what holds in any
    return groups.values()


def _expanded(suffix: str, replacement: str, script: str) -> Iterator[tuple[str, str]]:
    if ANY_CONSONANT not in suffix:
        yield suffix, replacement
        return
    for consonant in sorted(consonants(script)):
        yield suffix.replace(ANY_CONSONANT, consonant), replacement.replace(ANY_CONSONANT, consonant)


def _tests(text: str, script: str, lists: Mapping[str, frozenset[str]]) -> Iterator[Test]:
    for condition in CONDITION.findall(text):
        holds, name = not condition.startswith("!"), condition.removeprefix("!")
        if name.startswith("["):
            yield Test(frozenset(_text(name[1:-1])) - {" "}, "last", holds)
        elif name == "vowel":
            yield Test(vowels(script), "last", holds)
        elif name == "consonant":
            yield Test(frozenset(letter[-1] for letter in consonants(script)), "last", holds)
        elif name.removeprefix("=") in lists:
            yield Test(lists[name.removeprefix("=")], "result" if name.startswith("=") else "left", holds)
        else:
            kind = "condition of a suffix rule"
            raise unknown(kind, name, ["vowel", "consonant", "[...]", *lists])


def _text(cell: str) -> str:
    return CODE_POINT.sub(lambda match: chr(int(match[1], 16)), cell)

"""The danger meter: which different answers, and which different words of a file, each step makes equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from indicmatch.analyze import Analyzer, Text
from indicmatch.audit.climb import ascend
from indicmatch.audit.ladder import Rung
from indicmatch.normalize import levels
from indicmatch.tokenize import tokenizer

__all__ = ["Collisions"]

ANSWERS = 50_000
WORDS = 100_000
EXAMPLES = 10  # groups of each step that are kept
MEMBERS = 6  # of a group
LONGEST = 1000  # characters of a text that is looked at


class Collisions:
    """The distinct answers and words of a file, up to a bound, and what becomes of them on the ladder.

    Distinct is what is so in lower case, as the metrics compare. A word that is beyond the bound is not looked at, and `complete` says so.
    """

    def __init__(self, rungs: Sequence[Rung], tokenizer_name: str, lang: str | None) -> None:
        self._rungs, self._spans = rungs, tokenizer("words" if tokenizer_name == "raw" else tokenizer_name, lang)
        self._answers = _Distinct(ANSWERS)
        self._words = _Distinct(WORDS)

    def add(self, references: Iterable[str], response: str | None) -> None:
        """Take in the texts of a row."""
        for reference in references:
            self._answers.add(reference)
            self._add_words(reference)
        if response and not self._words.full:
            self._add_words(response)

    def _add_words(self, text: str) -> None:
        lower = text.lower()
        for start, end in self._spans(lower):
            self._words.add(lower[start:end])

    def figures(self) -> dict[str, Any]:
        """For `answers` and `words`: how many there are, whether all were looked at, and the groups that each step makes equal.

        A group holds texts that are different below the step and equal from it on; `alike` says that the step belongs to a level that
        merges only what no reader can tell apart.
        """
        return {"answers": self._merged(self._answers, words=False), "words": self._merged(self._words, words=True)}

    def _merged(self, distinct: _Distinct, *, words: bool) -> dict[str, Any]:
        rungs = [rung for rung in self._rungs if rung.kind not in ("extract", "tokenizer") and (words or rung.kind != "stem")]
        keys = {text: _keys(original, rungs, text) for text, original in distinct.texts.items()}
        steps = {}
        for at in range(1, len(rungs)):
            groups = _groups(keys, at)
            if groups:
                steps[rungs[at].name] = {
                    "groups": len(groups),
                    "texts": sum(map(len, groups)),
                    "alike": _alike(rungs[at]),
                    "examples": [[distinct.texts[text] for text in group[:MEMBERS]] for group in groups[:EXAMPLES]],
                }
        return {"distinct": len(distinct.texts), "complete": not distinct.missed, "steps": steps}


class _Distinct:
    """Texts that differ in lower case, each as it first came, up to a bound."""

    __slots__ = ("_bound", "missed", "texts")

    def __init__(self, bound: int) -> None:
        self.texts: dict[str, str] = {}
        self._bound, self.missed = bound, False

    @property
    def full(self) -> bool:
        return self.missed

    def add(self, text: str) -> None:
        key = text.lower()
        if key in self.texts:
            return
        if len(self.texts) >= self._bound or len(text) > LONGEST:
            self.missed = True
        else:
            self.texts[key] = text


def _keys(original: str, rungs: Sequence[Rung], raw: str) -> list[str] | None:
    """What a text compares as at every rung, raw first; None where it is the same all the way, as nearly all are."""
    texts = ascend(original, rungs)
    keys = [raw, *(_key(text, rung.analyzer) for text, rung in zip(texts[1:], rungs[1:], strict=True))]
    return None if all(key == raw for key in keys) else keys


def _key(text: Text, analyzer: Analyzer) -> str:
    return analyzer.stem(text.lower) if analyzer.stem else text.lower


def _groups(keys: dict[str, list[str] | None], at: int) -> list[list[str]]:
    """The texts that are equal at a rung and were not all equal one below: of each such text the first that was there."""
    moved: dict[str, dict[str, str]] = defaultdict(dict)  # key here -> key below -> a text
    for text, its in keys.items():
        if its is not None and its[at] != its[at - 1]:
            moved[its[at]].setdefault(its[at - 1], text)
    for text, its in keys.items():  # those that stayed, and are met here
        here, below = (text, text) if its is None else (its[at], its[at - 1])
        if here in moved:
            moved[here].setdefault(below, text)
    return [list(group.values()) for key, group in moved.items() if len(group) > 1 and key]


def _alike(rung: Rung) -> bool:
    """Whether the step is one of those up to `encoding`, which may merge nothing that a reader can tell apart."""
    return rung.level is not None and list(levels()).index(rung.level) <= list(levels()).index("encoding")

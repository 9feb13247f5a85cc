"""The protocol's two metrics on a row with one answer, for a fraction of what the general way costs.

Whatever is not plain (an answer that a level empties, several references) is left to the general way, which is what the answers here are
tested against. A row comes to a key; rows of one key count alike, but for the steps that made their verdicts differ from raw's.
"""

from __future__ import annotations

import re
import string
from functools import lru_cache

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.score.plan import PROTOCOL, Plan, Variant
from indicmatch.score.result import Mark
from indicmatch.tokenize import tokenizer
from indicmatch.tokenize.finding import FINDERS, are_plain, has_separators, in_both, in_raw_words, in_words

__all__ = ["Key", "QuickRows", "marks_of"]

Key = tuple[bool | int, ...]
"""Of each variant: whether the answer stands in the response, how many golden words were found, of how many."""

_NO_WORDS: frozenset[str] = frozenset()
_APOSTROPHE = re.compile("['\u2019\u02bc]")  # what it is depends on the text before it
Golden = tuple[frozenset[str], frozenset[str], frozenset[str]]
"""The words of an answer to the protocol, those to the tokenizer of the plan, and those of both that are plain (see `are_plain`)."""


class QuickRows:
    """Finds the keys of rows under a plan that has nothing but the protocol's metrics, tokenizers that can be looked for, no extract, no
    stemmer: see `can`.
    """

    def __init__(self, plan: Plan, variants: list[Variant]) -> None:
        self._levels = [(variant.analyzer, variant.analyzer.pipeline) for variant in variants[1:]]
        self._name = plan.tokenizer if self._levels else "raw"

    @staticmethod
    def can(plan: Plan) -> bool:
        """Whether a plan is such a one."""
        return set(plan.metrics) <= set(PROTOCOL) and not plan.stem and plan.extract == "none" and plan.tokenizer in FINDERS

    def key(self, answer: str, response: str) -> Key | None:
        """The key of a row, None where it needs the general way. A response that is blank must be given as an empty one."""
        low, low_answer = response.lower(), answer.lower()
        golden = _golden(low_answer, self._name)
        raw, words, _ = golden
        if not raw or not words:
            return None
        found, inside = self._counts(response, low, golden)
        exact = low_answer in low if response else False
        key: Key = (exact, found, len(raw))
        seen, last = (response, answer), (exact, inside, len(words))
        for analyzer, run in self._levels:
            texts = run(response), run(answer)
            if texts != seen:
                part = _at_level(*texts, analyzer, words if texts[1] == answer else None)
                if part is None or (response and not texts[0]):
                    return None
                seen, last = texts, part
            key += last
        return key

    def _counts(self, response: str, low: str, golden: Golden) -> tuple[int, int]:
        """How many words are found by the protocol, and by the tokenizer of the plan, in the response as it is."""
        raw, words, plain = golden
        if self._name == "raw":
            count = in_raw_words(low, raw)
            found = _cut(response, raw, RAW) if count is None else count
            return found, found
        both, inside = in_both(low, plain) if plain else (0, 0)
        if len(plain) < len(raw) and both is not None:
            more = in_raw_words(low, raw - plain)
            both = None if more is None else both + more
        if len(plain) < len(words) and inside is not None:
            more = in_words(low, words - plain)
            inside = None if more is None else inside + more
        found = _cut(response, raw, RAW) if both is None else both
        return found, _cut(response, words, self._as_it_is) if inside is None else inside

    @property
    def _as_it_is(self) -> Analyzer:
        return RAW.with_(tokenizer=self._name)

    def step(self, metric: str, variant: Variant, answer: str, response: str, raw: bool) -> str | None:
        """The first rung between raw and a variant at which the verdict is no longer raw's; None where that needs the general way."""
        for name, analyzer in variant.rungs:
            part = _at_level(analyzer.pipeline(response), analyzer.pipeline(answer), analyzer, None)
            if part is None:
                return None
            if (part[0] if metric == PROTOCOL[0] else part[1] == part[2]) != raw:
                return name
        return None


def marks_of(metric: str, key: Key) -> list[Mark]:
    """The marks of a metric under each variant, by the key of a row."""
    if metric == PROTOCOL[0]:
        return [(bool(exact), 1.0 if exact else 0.0, None, None) for exact in key[::3]]
    return [(found == total, found / total, found, total) for found, total in zip(key[1::3], key[2::3], strict=True)]


def _at_level(text: str, reference: str, analyzer: Analyzer, words: frozenset[str] | None) -> tuple[bool, int, int] | None:
    """A level's part of the key, by its texts; None where the reference has no words left. `words` are those, where they are known."""
    low, low_reference = text.lower(), reference.lower()
    words = words or _golden(low_reference, analyzer.tokenizer)[1]
    if not words or text.isspace():
        return None
    count = FINDERS[analyzer.tokenizer](low, words) if text else 0
    exact = low_reference in low if text else False
    return exact, _cut(text, words, analyzer) if count is None else count, len(words)


def _golden(text: str, name: str) -> Golden:
    raw = frozenset([word for word in [word.strip(string.punctuation) for word in text.split()] if word])
    if name == "raw" or (are_plain(raw) and not has_separators(text)):
        return raw, raw, raw
    if _APOSTROPHE.search(text) or has_separators(text):
        return raw, frozenset([text[start:end] for start, end in tokenizer(name)(text)]), _NO_WORDS
    plain = frozenset([word for word in raw if are_plain((word,))])
    return raw, plain.union(*[_pieces(word, name) for word in raw - plain]), plain


@lru_cache(maxsize=4096)
def _pieces(word: str, name: str) -> tuple[str, ...]:
    return tuple(word[start:end] for start, end in tokenizer(name)(word))


def _cut(text: str, words: frozenset[str], analyzer: Analyzer) -> int:
    """How many words are found, by cutting the text into its words."""
    return Text(text, text, analyzer, text).count_words(words)

"""The protocol's two metrics on a row with one answer, for a fraction of what the general way costs.

Whatever is not plain (an answer that a level empties, several references) is left to the general way, which is what the answers here are
tested against. A row comes to a key; rows of one key count alike, but for the steps that made their verdicts differ from raw's.
"""

from __future__ import annotations

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.score.plan import PROTOCOL, Plan, Variant
from indicmatch.score.result import Mark
from indicmatch.tokenize.finding import FINDERS, in_both
from indicmatch.tokenize.golden import Golden, golden_of

__all__ = ["Key", "QuickRows", "marks_of"]

Key = tuple[bool | int, ...]
"""Of each variant: whether the answer stands in the response, how many golden words were found, of how many."""

Answer = tuple[str, Golden, list[tuple[str, str, frozenset[str]]]]
"""An answer in lower case, its words, and at each level after raw its text, that in lower case, and its words."""

ANSWERS = 1 << 17  # characters of answers that are remembered: a question is put to many models, and many questions have one answer


class QuickRows:
    """Finds the keys of rows under a plan that has nothing but the protocol's metrics, tokenizers that can be looked for, no extract, no
    stemmer: see `can`.
    """

    def __init__(self, plan: Plan, variants: list[Variant]) -> None:
        self._levels = [(variant.analyzer, variant.analyzer.pipeline) for variant in variants[1:]]
        self._name = plan.tokenizer if self._levels else "raw"
        self._as_it_is = RAW.with_(tokenizer=self._name)
        self._answers: dict[str, Answer] = {}
        self._size = 0

    @staticmethod
    def can(plan: Plan) -> bool:
        """Whether a plan is such a one."""
        return set(plan.metrics) <= set(PROTOCOL) and not plan.stem and plan.extract == "none" and plan.tokenizer in FINDERS

    def key(self, answer: str, response: str) -> Key | None:
        """The key of a row, None where it needs the general way. A response that is blank must be given as an empty one."""
        low_answer, golden, levels = self._answers.get(answer) or self._learn(answer)
        if not golden.raw or not golden.words:
            return None
        low = response.lower()
        found, inside = self._counts(response, low, golden) if response else (0, 0)
        exact = low_answer in low if response else False
        key: Key = (exact, found, len(golden.raw))
        seen, last = (response, answer), (exact, inside, len(golden.words))
        untouched, trimmed = last, response.strip() if answer.strip() == answer else response
        for (analyzer, run), (reference, low_reference, words) in zip(self._levels, levels, strict=True):
            text = run(response)
            if reference == answer and text == trimmed:  # white space at an end of a response is of no account to such an answer
                key += untouched
                continue
            if (text, reference) != seen:
                if not words or (response and (not text or text.isspace())):
                    return None
                low = text.lower()
                seen, last = (text, reference), (low_reference in low if text else False, _count(text, low, words, analyzer), len(words))
            key += last
        return key

    def _learn(self, answer: str) -> Answer:
        low = answer.lower()
        golden = golden_of(low, self._name)
        levels = []
        for analyzer, run in self._levels:
            text = run(answer)
            low_text = low if text == answer else text.lower()
            levels.append((text, low_text, golden.words if text == answer else golden_of(low_text, analyzer.tokenizer).words))
        self._size += len(answer) + 1
        if self._size > ANSWERS:
            self._answers.clear()
            self._size = len(answer) + 1
        found = self._answers[answer] = low, golden, levels
        return found

    def _counts(self, response: str, low: str, golden: Golden) -> tuple[int, int]:
        """How many words are found by the protocol, and by the tokenizer of the plan, in the response as it is."""
        if self._name == "raw":
            found = _count(response, low, golden.raw, RAW)
            return found, found
        both, inside = in_both(low, golden)
        if both is None:
            both = _cut(response, golden.raw, RAW)
        return both, _cut(response, golden.words, self._as_it_is) if inside is None else inside

    def step(self, metric: str, variant: Variant, answer: str, response: str, raw: bool) -> str | None:
        """The first rung between raw and a variant at which the verdict is no longer raw's; None where that needs the general way."""
        seen: tuple[str, str, str] | None = None
        for name, analyzer in variant.rungs:
            text, reference = analyzer.pipeline(response), analyzer.pipeline(answer)
            if (text, reference, analyzer.tokenizer) == seen:
                continue
            seen = text, reference, analyzer.tokenizer
            low, low_reference = text.lower(), reference.lower()
            words = golden_of(low_reference, analyzer.tokenizer).words
            if not words or text.isspace():
                return None
            now = (low_reference in low) if metric == PROTOCOL[0] else _count(text, low, words, analyzer) == len(words)
            if (bool(text) and now) != raw:
                return name
        return None


def marks_of(metric: str, key: Key) -> list[Mark]:
    """The marks of a metric under each variant, by the key of a row."""
    if metric == PROTOCOL[0]:
        return [(bool(exact), 1.0 if exact else 0.0, None, None) for exact in key[::3]]
    return [(found == total, found / total, found, total) for found, total in zip(key[1::3], key[2::3], strict=True)]


def _count(text: str, low: str, words: frozenset[str], analyzer: Analyzer) -> int:
    """How many words are found in a text, which is cut into its words only where they cannot be looked for."""
    count = FINDERS[analyzer.tokenizer](low, words)
    return _cut(text, words, analyzer) if count is None else count


def _cut(text: str, words: frozenset[str], analyzer: Analyzer) -> int:
    return Text(text, text, analyzer, text).cut_words(words)

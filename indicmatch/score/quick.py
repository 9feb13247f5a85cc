"""The protocol's two metrics on a row with one answer, for a fraction of what the general way costs.

Whatever is not plain (an answer that a level empties, several references) is left to the general way, which is what the answers here are
tested against. A row comes to a key; rows of one key count alike, but for the steps that made their verdicts differ from raw's.
"""

from __future__ import annotations

from typing import NamedTuple

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.score.plan import PROTOCOL, Plan, Variant
from indicmatch.score.result import Mark
from indicmatch.tokenize.finding import FINDERS, WHITE_SPACE, ends_both, in_both, in_raw_words, without_case
from indicmatch.tokenize.golden import Golden, golden_of

__all__ = ["Key", "QuickRows", "flips_known", "marks_of"]

Key = tuple[bool | int, ...]
"""Whether the tokenizer of the plan finds every golden word in the response as it is; then of each variant whether the answer stands in the
response, how many golden words were found, of how many.
"""

ANSWERS = 1 << 17  # characters of answers that are remembered: a question is put to many models, and many questions have one answer


class Answer(NamedTuple):
    """An answer in lower case, its words, whether it is `without_case`; at each level after raw its text, that in lower case, its words;
    and the key of a response in which the answer stands as it is between white space, None where a tokenizer or a level could see more
    in it.
    """

    low: str
    golden: Golden
    caseless: bool
    levels: list[tuple[str, str, frozenset[str]]]
    whole: Key | None


class QuickRows:
    """Finds the keys of rows under a plan that has nothing but the protocol's metrics, tokenizers that can be looked for, no extract, no
    stemmer: see `can`.
    """

    def __init__(self, plan: Plan, variants: list[Variant]) -> None:
        self._levels = [(variant.analyzer, variant.analyzer.pipeline) for variant in variants[1:]]
        self._by_words = all(run.by_words for _, run in self._levels)
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
        low_answer, golden, caseless, levels, whole = self._answers.get(answer) or self._learn(answer)
        if not golden.raw or not golden.words:
            return None
        low = response if caseless else response.lower()
        at = low.find(low_answer) if response else -1
        if at >= 0 and whole and self._stands_alone(answer, response, low, at):
            return whole
        found, inside = self._counts(response, low, golden) if response else (0, 0)
        key: Key = (inside == len(golden.words), at >= 0, found, len(golden.raw))
        if not levels:
            return key
        seen, last = (response, answer), (at >= 0, inside, len(golden.words))
        untouched, trimmed = last, response.strip() if answer.strip() == answer else response
        for (analyzer, run), (reference, low_reference, words) in zip(self._levels, levels, strict=True):
            text = run(response)
            if reference == answer and text == trimmed:  # white space at an end of a response is of no account to such an answer
                key += untouched
                continue
            if (text, reference) != seen:
                if not words or (response and (not text or text.isspace())):
                    return None
                low = text if caseless else text.lower()
                seen, last = (text, reference), (low_reference in low if text else False, _count(text, low, words, analyzer), len(words))
            key += last
        return key

    def _stands_alone(self, answer: str, response: str, low: str, at: int) -> bool:
        """Whether the answer stands in the response as it is, with white space or an end on both sides or, if no level acts on the two
        together, one punctuation mark behind it.
        """
        size, end = len(response), at + len(answer)
        if len(low) != size or not response.startswith(answer, at) or (at and response[at - 1] not in WHITE_SPACE):
            return False
        if end == size or response[end] in WHITE_SPACE:
            return True
        piece = response[at : end + 1]
        return ends_both(response, end, size) and all(run(piece) == piece for _, run in self._levels)

    def _learn(self, answer: str) -> Answer:
        low = answer.lower()
        golden, caseless = golden_of(low, self._name), without_case(answer)
        unmoved, levels = self._by_words and golden.local, []
        for analyzer, run in self._levels:
            text = run(answer)
            if text == answer:
                levels.append((text, low, golden.words))
                continue
            unmoved, caseless, low_text = False, caseless and without_case(text), text.lower()
            levels.append((text, low_text, golden_of(low_text, analyzer.tokenizer).words))
        raw, inside = len(golden.raw), len(golden.words)
        whole = (True, True, raw, raw) + (True, inside, inside) * len(levels) if unmoved else None
        self._size += len(answer) + 1
        if self._size > ANSWERS:
            self._answers.clear()
            self._size = len(answer) + 1
        found = self._answers[answer] = Answer(low, golden, caseless, levels, whole)
        return found

    def _counts(self, response: str, low: str, golden: Golden) -> tuple[int, int]:
        """How many words are found by the protocol, and by the tokenizer of the plan, in the response as it is."""
        if self._name == "raw":
            counted = in_raw_words(low, golden.raw)
            found = _cut(response, golden.raw, RAW) if counted is None else counted
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


def flips_known(key: Key) -> bool:
    """Whether rows of a key flipped at the same steps, if at all: whatever differs from raw did so when the tokenizer had come in."""
    cut, exact, found, total = key[:4]
    if any(now != exact for now in key[4::3]):
        return False
    raw = found == total
    return cut != raw or all((found == total) == raw for found, total in zip(key[5::3], key[6::3], strict=True))


def marks_of(metric: str, key: Key) -> list[Mark]:
    """The marks of a metric under each variant, by the key of a row."""
    if metric == PROTOCOL[0]:
        return [(bool(exact), 1.0 if exact else 0.0, None, None) for exact in key[1::3]]
    return [(found == total, found / total, found, total) for found, total in zip(key[2::3], key[3::3], strict=True)]


def _count(text: str, low: str, words: frozenset[str], analyzer: Analyzer) -> int:
    """How many words are found in a text, which is cut into its words only where they cannot be looked for."""
    count = FINDERS[analyzer.tokenizer](low, words)
    return _cut(text, words, analyzer) if count is None else count


def _cut(text: str, words: frozenset[str], analyzer: Analyzer) -> int:
    return Text(text, text, analyzer, text).cut_words(words)

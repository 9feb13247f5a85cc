"""The labels that a judge was asked to use, and what else says the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indicmatch.errors import BadInput
from indicmatch.judge.words import MEANINGS, fold, meaning_of, meanings, one_of

__all__ = ["DEFAULT_LABELS", "Labels", "labels_of"]

DEFAULT_LABELS: Mapping[str, Sequence[str]] = {"correct": ("CORRECT",), "incorrect": ("INCORRECT",)}

_OPPOSITE = {"correct": "incorrect", "incorrect": "correct"}
_TRUTH = {"true": True, "yes": True, "correct": True, "1": True, "pass": True, "match": True}
_UNTRUTH = {"false": False, "no": False, "incorrect": False, "0": False, "fail": False, "mismatch": False}
_TRUTHS = _TRUTH | _UNTRUTH
_EDGES = " \t\n\"'`*_.,;:!?()[]{}<>$#~|/\\\u2018\u2019\u201c\u201d\u00ab\u00bb\u0964\u0965\u06d4\u061f"


@dataclass(frozen=True)
class Labels:
    """Labels by what they say, compiled.

    `exact` maps a folded label or synonym to its verdict; `loose` are those that count wherever they stand, `pattern` finds them;
    `plain` are words such as yes and no, which count in running text only as they are written in the labels. `asked` are the labels' own
    spellings.
    """

    verdicts: tuple[str, ...]
    exact: Mapping[str, str]
    strict: Mapping[str, str]
    loose: frozenset[str]
    plain: frozenset[str]
    asked: frozenset[str]
    pattern: re.Pattern[str]
    short: re.Pattern[str]
    scaled: bool

    def opposite(self, verdict: str) -> str | None:
        """What a verdict says when it is negated; None where that leaves more than one."""
        other = _OPPOSITE.get(verdict)
        if other in self.verdicts and (verdict == "correct" or len(self.verdicts) == 2):
            return other
        return None

    def named(self, text: str) -> str | None:
        """The verdict of a text that is a label, or a word of its meaning, and nothing else.

        >>> labels_of(DEFAULT_LABELS).named(" **Incorrect**. ")
        'incorrect'
        """
        return self.strict.get(fold(text.strip(_EDGES)))

    def truth(self, value: object) -> str | None:
        """The verdict of a truth value, as JSON gives it under names such as `is_correct`."""
        if isinstance(value, str):
            value = _TRUTHS.get(fold(value.strip(_EDGES)))
        if value not in (True, False):  # 1 and 0 are equal to these
            return None
        verdict = "correct" if value else "incorrect"
        return verdict if verdict in self.verdicts else None


def labels_of(labels: Mapping[str, Sequence[str]]) -> Labels:
    """Compile labels; `BadInput` for a label that is empty, is no list, or says two things."""
    pairs = []
    for verdict, texts in labels.items():
        if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
            message = f"the labels of {verdict!r} must be a list of texts, as ['CORRECT'], not {texts!r}"
            raise BadInput(message)
        pairs += [(verdict, text) for text in texts]
    return _compiled(tuple(labels), tuple(pairs))


def _core(label: str) -> str:
    return label.strip(_EDGES) or label.strip()


@lru_cache(maxsize=64)
def _compiled(verdicts: tuple[str, ...], pairs: tuple[tuple[str, str], ...]) -> Labels:
    exact: dict[str, str] = {}
    for verdict, label in pairs:
        core = fold(_core(label))
        if not core:
            message = f"an empty label for {verdict!r}: name what the judge is asked to say"
            raise BadInput(message)
        if exact.setdefault(core, verdict) != verdict:
            message = f"the label {label!r} stands for both {exact[core]!r} and {verdict!r}; give each verdict labels of its own"
            raise BadInput(message)
    own = dict(exact)
    strict, loose, plain = dict(exact), {core for core in own if _long(core)}, set()
    for core, verdict in own.items():
        meaning = meaning_of(core)
        for lang, word in meanings(meaning) if meaning else ():
            strict.setdefault(word, verdict)
            if meaning in ("yes", "no"):
                plain.add(word)
            elif lang != "en":
                loose.add(word)
    for meaning in MEANINGS:  # `GRADE: Correct` says it, also where the letter C was asked for
        for _, word in meanings(meaning) if meaning in verdicts else ():
            strict.setdefault(word, meaning)
    loose -= plain
    asked = frozenset(_core(label) for _, label in pairs)
    return Labels(
        verdicts=verdicts,
        exact=own,
        strict=strict,
        loose=frozenset(loose),
        plain=frozenset(plain),
        asked=asked,
        pattern=one_of(word for word in strict if _long(word)),
        short=one_of(core for core in own if not _long(core)),
        scaled=all(label.startswith("[[") for _, label in pairs),
    )


def _long(core: str) -> bool:
    """Whether a label is a word of its own in running text: a letter or a number is not."""
    return len(core) > 1 and not core.replace(".", "").isdecimal()

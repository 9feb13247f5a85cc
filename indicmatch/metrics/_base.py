"""What every metric is made of: a comparison of two analyzed texts, and the rules that hold for all of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.registry import Registry

__all__ = ["METRICS", "Metric", "References", "Verdict", "as_references"]

References = str | Sequence[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a metric says of one response; `bool(verdict)` is `verdict.passed is True`.

    `passed` is None where the row cannot be scored. `value` is the metric's number in [0, 1], None where it cannot be computed;
    `matched` of `total` units (words, references) were found; `reference` is the one that these figures belong to; `span` is the
    (start, end) of the match in the original response, None where there is none or it is no single run of text.
    """

    passed: bool | None
    value: float | None = None
    matched: int | None = None
    total: int | None = None
    reference: str | None = None
    span: tuple[int, int] | None = None

    def __bool__(self) -> bool:
        return self.passed is True


Compare = Callable[[Text, Text], Verdict]
Locate = Callable[[Text, Text], tuple[int, int] | None]


def _text_is_empty(text: Text) -> bool:
    return not text.text


def _has_no_words(text: Text) -> bool:
    return not text.words


@dataclass(frozen=True)
class Metric:
    """A named comparison under the rules that hold for every metric.

    A blank response is wrong. A reference that the level empties is compared raw, so that nothing is rescued that way. Several
    references: any of them will do; the figures are those of the first that passes, else of the one with the highest share.
    `words` says that the metric looks at words, so that tokenizer and stemmer matter to it; `of_source` that it reads the response as it
    was written, so that two levels that leave one text may still differ; `share` names the mean of its number in reports; `combine`
    takes the place of any-of over several references; `configure` makes the metric for the argument of `NAME:ARGUMENT`; `package` is the
    distribution whose version decides its figures.
    """

    name: str
    compare: Compare
    words: bool = False
    share: str = ""
    locate: Locate | None = None
    combine: Callable[[Text, Sequence[Text]], Verdict] | None = None
    configure: Callable[[str], Metric] | None = None
    of_source: bool = False
    package: str = ""

    @property
    def empty(self) -> Callable[[Text], bool]:
        """Whether a reference holds nothing that this metric could look for."""
        return _has_no_words if self.words else _text_is_empty

    def renamed(self, name: str) -> Metric:
        """The same metric under another name."""
        return replace(self, name=name)

    def judge(self, response: Text, references: Sequence[Text]) -> Verdict:
        """The verdict on analyzed texts; without `combine`, `references` is not empty."""
        if self.combine:
            return self.combine(response, references)
        best: Verdict | None = None
        for reference in references:
            verdict = self._one(response, reference)
            if verdict.passed:
                return verdict
            if best is None or _rank(verdict) > _rank(best):
                best = verdict
        assert best is not None
        return best

    def _one(self, response: Text, reference: Text) -> Verdict:
        blank = response.blank
        if self.empty(reference) and not reference.analyzer.is_raw:
            reference, response = RAW.text(reference.source), RAW.response(response.source)
            if not self.empty(reference):  # emptied by the analyzer: all of its verdict is raw's
                blank = response.blank
        verdict = self.compare(response, reference)
        return _of_blank(verdict) if blank else verdict

    def __call__(self, response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
        """The verdict on a response, with the span of the match."""
        if not isinstance(analyzer, Analyzer):
            message = f"the analyzer must be an Analyzer, as Analyzer({analyzer!r}), not {type(analyzer).__name__}"
            raise BadInput(message)
        texts = [analyzer.text(reference) for reference in as_references(references)]
        seen = analyzer.response(as_response(response))
        verdict = self.judge(seen, texts)
        if verdict.passed and self.locate:
            match = next(text for text in texts if text.source == verdict.reference)
            verdict = replace(verdict, span=self.locate(seen, match))
        return verdict


def _rank(verdict: Verdict) -> tuple[bool, float]:
    """A wrong answer says more than one that cannot be decided; of two alike, the higher share."""
    return verdict.passed is not None, verdict.value or 0.0


def _of_blank(verdict: Verdict) -> Verdict:
    """The verdict on a blank response: wrong where there is right and wrong, and nothing of what is counted was found."""
    passed = None if verdict.passed is None else False
    nothing = None if verdict.value is None else 0.0
    return replace(verdict, passed=passed, value=nothing, matched=None if verdict.matched is None else 0)


def as_response(response: object) -> str | None:
    """A response as text; None, and the NaN that a data frame has for a blank, are missing ones; anything else is `BadInput`."""
    if response is None or isinstance(response, str):
        return response
    if isinstance(response, float) and response != response:
        return None
    message = f"a response must be text, not {type(response).__name__}: {response!r}"
    raise BadInput(message)


def as_list(references: Sequence[str], metric: str) -> list[str]:
    """A list of references; a plain string is `BadInput`, since it would be walked letter by letter."""
    if isinstance(references, str):
        message = f"{metric} takes a list of references, not the string {references!r}: write [{references!r}]"
        raise BadInput(message)
    found = _listed(references)
    return as_references(found) if found else []


def _listed(references: References) -> list[str]:
    if isinstance(references, str):
        return [references]
    try:
        return list(references)
    except TypeError:
        message = f"references must be text or a list of texts, not {type(references).__name__}: {references!r}"
        raise BadInput(message) from None


def as_references(references: References) -> list[str]:
    """A string as a list of one; an empty list is `BadInput`, and an empty string in it a warning, since it matches anything."""
    found = _listed(references)
    if not found:
        message = "the list of references is empty: give at least one acceptable answer"
        raise BadInput(message)
    for reference in found:
        if not isinstance(reference, str):
            message = f"a reference must be text, not {type(reference).__name__}: {reference!r}"
            raise BadInput(message)
        if not reference:
            warnings.warn("an empty reference matches every response", IndicMatchWarning, stacklevel=4)
    return found


METRICS: Registry[Metric] = Registry("metric", entry_points="indicmatch.metrics")

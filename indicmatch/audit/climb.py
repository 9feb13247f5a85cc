"""One row up the ladder: the texts of both sides and the verdicts at every rung; a step that changes neither text costs no verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from indicmatch.analyze import Text
from indicmatch.audit.ladder import Rung, rungs_of
from indicmatch.extract import extract
from indicmatch.metrics import Metric, Verdict
from indicmatch.score.plan import Plan, Variant
from indicmatch.score.scorer import Scored

__all__ = ["Climb", "Climber", "ascend"]


@dataclass(frozen=True, slots=True)
class Climb:
    """A row at every rung: `responses[rung]`, `references[n][rung]`, `verdicts[metric][rung]`."""

    responses: list[Text]
    references: list[list[Text]]
    verdicts: list[list[Verdict]]


def ascend(source: str, rungs: Sequence[Rung], *, response: bool = False) -> list[Text]:
    """A text at every rung: one object for as long as nothing that matters to a metric changes.

    Exact, though no step runs that has nothing to do: a step that leaves every text alone that the steps before it passed through leaves
    their course alone too. Where it changes one of them, the whole pipeline runs.
    """
    part = source
    way = [source]  # the texts that the steps so far passed through
    texts = [Text(source, source, rungs[0].analyzer, source)]
    for below, rung in pairwise(rungs):
        if rung.kind == "extract" and response:
            part = extract(source, rung.analyzer.extract)
            way = [part]
        elif rung.step and any(rung.step(text) != text for text in way):
            way = [part, *(after for _, _, after in rung.analyzer.pipeline.trace(part))]
        last = texts[-1]
        same = below.kind != "raw" and rung.kind not in ("tokenizer", "stem") and last.text == way[-1]  # raw is the protocol itself
        texts.append(last if same else Text(source, way[-1], rung.analyzer, part))
    return texts


class Climber:
    """Takes the rows of a file, which is in one language, up the ladder; `latest` is the row that it took up last."""

    def __init__(self, plan: Plan, lang: str | None) -> None:
        self.plan, self.lang = plan, lang
        self.metrics: list[Metric] = plan.parsed()
        self.rungs = rungs_of(plan, lang)
        self.places = _places(plan.variants(lang), self.rungs)
        self._latest: tuple[object, object, Climb] | None = None

    @property
    def latest(self) -> Climb:
        assert self._latest is not None
        return self._latest[2]

    def climb(self, references: Sequence[str], response: str | None) -> Climb:
        """A row at every rung."""
        if self._latest and self._latest[0] is references and self._latest[1] is response:
            return self._latest[2]
        responses = ascend(response or "", self.rungs, response=True)
        columns = [ascend(reference, self.rungs) for reference in references]
        climb = Climb(responses, columns, [self._up(metric, responses, columns) for metric in self.metrics])
        self._latest = references, response, climb
        return climb

    def _up(self, metric: Metric, responses: list[Text], columns: list[list[Text]]) -> list[Verdict]:
        if metric.of_source:
            return [metric.judge(*_anew(rung, responses[at], [column[at] for column in columns])) for at, rung in enumerate(self.rungs)]
        found: list[Verdict] = []
        sides = [responses, *columns]
        for at in range(len(self.rungs)):
            if at and all(_same(metric, side[at - 1], side[at]) for side in sides):
                found.append(found[-1])
            else:
                found.append(metric.judge(responses[at], [column[at] for column in columns]))
        return found

    def verdicts(self, references: Sequence[str], response: str | None) -> Scored:
        """The verdicts at the rungs that are levels."""
        climb = self.climb(references, response)
        found = [[row[place] for place in self.places] for row in climb.verdicts]
        buckets: list[int] = []
        if self.plan.buckets is not None:
            exact, overlap = (found[position] for position in self.plan.buckets)
            buckets = [2 * (not a) + (not b) for a, b in zip(exact, overlap, strict=True)]
        empty = not any(references)
        return Scored(
            verdicts=found,
            buckets=buckets,
            blank_response=climb.responses[0].blank,
            empty_answer=empty,
            no_words=not empty and not any(column[0].words for column in climb.references),
            emptied=any(self._emptied(column) for column in climb.references),
        )

    def _emptied(self, column: list[Text]) -> bool:
        now = {id(column[place]): column[place] for place in self.places[1:]}.values()
        return any(metric.empty(text) and not metric.empty(column[0]) for metric in self.metrics for text in now)

    def first_flip(self, metric: Metric, variant: Variant, references: Sequence[str], response: str | None, raw: bool) -> str | None:
        """The first rung between raw and a variant at which the verdict is no longer raw's."""
        row = self.climb(references, response).verdicts[[known.name for known in self.metrics].index(metric.name)]
        flipped = (rung.name for rung, verdict in zip(self.rungs, row, strict=True) if verdict.passed != raw)
        return next(flipped, None)


def _places(variants: list[Variant], rungs: list[Rung]) -> list[int]:
    """The rung at which each variant is reached."""
    return [min(len(variant.rungs), len(rungs) - 1) for variant in variants]


def _same(metric: Metric, below: Text, text: Text) -> bool:
    """Whether a text says the same to the metric as that of the rung below."""
    return text is below or (not metric.words and text.text == below.text)


def _anew(rung: Rung, response: Text, references: list[Text]) -> tuple[Text, list[Text]]:
    """The sides with the analyzer of the rung itself, for a metric that goes back to the source."""
    texts = [Text(text.source, text.text, rung.analyzer, text.part) for text in (response, *references)]
    return texts[0], texts[1:]

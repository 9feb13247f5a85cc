"""The correctness of one response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from indicmatch.correctness.facts import Facts, NoFacts, compared, f_beta
from indicmatch.correctness.similarity import Embedder, cosine
from indicmatch.errors import BadInput, unknown
from indicmatch.judge.asking import Asker
from indicmatch.judge.attempts import NotAsked
from indicmatch.judge.backend import AskError
from indicmatch.normalize import normalize

__all__ = ["METRICS", "REASONS", "Correctness", "Measure"]

MOST = 1e6  # of a weight or of beta: products of them stay exact enough
METRICS: Final = ("answer_correctness", "factual_correctness", "semantic_similarity")
MODES: Final = ("f1", "precision", "recall")
REASONS: Final = {
    "blank_response": "a blank response: 0, the judge was not asked",
    "blank_reference": "no reference to compare with: not scored",
    "no_statements": "the judge found no statement in a text that is not empty",
    "no_classification": "the judge's reply does not judge every statement once",
    "no_similarity": "a text without words has no direction to compare",
    "truncated": "the judge's reply was cut off",
    "refused": "the judge declined to reply",
}


@dataclass(frozen=True, slots=True)
class Correctness:
    """What was found about one response. `score` is the metric asked for, None where it cannot be computed; `outcome` is `scored`,
    `unparsed`, `error`, or None where the judge was not asked; `reason` is one of `REASONS` or an error's text.
    """

    score: float | None
    outcome: str | None
    reason: str = ""
    facts: Facts | None = None
    factual: float | None = None
    similarity: float | None = None
    reference: str | None = None

    def passed(self, threshold: float | None) -> int | None:
        """1 where the score reaches a threshold, else 0."""
        return None if threshold is None or self.score is None else int(self.score >= threshold)


@dataclass(frozen=True)
class Measure:
    """How correctness is measured: the metric, how precision and recall count, how facts and similarity are weighed.

    `answer_correctness` is the weighted mean of the facts' F score and the similarity, `factual_correctness` the facts alone by `mode`
    (`f1`, `precision`, `recall`), `semantic_similarity` the cosine alone. `threshold` gives 0 or 1 beside the score, which a cosine alone
    never decides. `level` is what the texts are normalised to. Raises `BadInput` for values that make no sense.
    """

    metric: str = "answer_correctness"
    beta: float = 1.0
    mode: str = "f1"
    weights: Sequence[float] = (0.75, 0.25)
    threshold: float | None = None
    level: str = "nfc"
    about: Mapping[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.metric not in METRICS:
            kind = "correctness metric"
            raise unknown(kind, self.metric, METRICS)
        if self.mode not in MODES:
            kind = "mode of factual correctness"
            raise unknown(kind, self.mode, MODES)
        if not 0 < self.beta <= MOST:
            message = f"beta must be above 0, and {MOST:g} at most, not {self.beta}"
            raise BadInput(message)
        if len(self.weights) != 2 or not all(0 <= weight <= MOST for weight in self.weights) or not sum(self.weights):
            range_ = f"two numbers from 0 to {MOST:g}, not both 0"
            message = f"the weights are {range_}, for facts and similarity, as 0.75,0.25; not {self.weights!r}"
            raise BadInput(message)
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            message = f"the threshold must be from 0 to 1, not {self.threshold}"
            raise BadInput(message)
        if self.threshold is not None and self.metric == "semantic_similarity":
            message = "a threshold on similarity alone would call wrong answers right: Delhi and Mumbai are nearly the same to it"
            raise BadInput(message)
        object.__setattr__(self, "about", {"normalisation": self.level})

    @property
    def judges(self) -> bool:
        """Whether a judge is needed."""
        return self.metric != "semantic_similarity"

    @property
    def embeds(self) -> bool:
        """Whether a similarity is needed."""
        return self.metric != "factual_correctness"

    def of(
        self, question: str | None, response: str | None, references: Sequence[str], asker: Asker | None, embedder: Embedder
    ) -> Correctness:
        """The correctness of a response: with several references, against the one that it meets best."""
        texts = [text for reference in references if (text := normalize(reference, self.level)).strip()]
        answer = normalize(response or "", self.level)
        if not texts:
            return Correctness(None, None, "blank_reference")
        if not answer.strip():
            return Correctness(0.0, "scored", "blank_response", None, 0.0 if self.judges else None, 0.0 if self.embeds else None)
        asked = None if question is None else normalize(question, self.level)
        found = [self._against(asked, answer, text, asker, embedder) for text in texts]
        scored = [one for one in found if one.score is not None]
        return max(scored, key=lambda one: one.score or 0.0) if scored else found[0]

    def _against(self, question: str | None, response: str, reference: str, asker: Asker | None, embedder: Embedder) -> Correctness:
        facts = factual = similarity = None
        try:
            if self.embeds:
                similarity = cosine(embedder.embed([response, reference]))
            if self.judges and asker is not None:
                facts = compared(asker, question, response, reference, self.about)
                factual = self._factual(facts)
        except NoFacts as lack:
            return Correctness(None, lack.outcome, lack.reason, None, None, similarity, reference)
        except AskError as error:
            return Correctness(None, "error", str(error), None, None, None, reference)
        except NotAsked as ended:
            return Correctness(None, None, str(ended), None, None, None, reference)
        score = self._score(factual, similarity)
        if score is None:
            return Correctness(None, "unparsed", "no_similarity", facts, factual, similarity, reference)
        return Correctness(score, "scored", "", facts, factual, similarity, reference)

    def _factual(self, facts: Facts) -> float | None:
        if self.metric == "factual_correctness" and self.mode != "f1":
            return facts.precision if self.mode == "precision" else facts.recall
        return f_beta(facts, self.beta)

    def _score(self, factual: float | None, similarity: float | None) -> float | None:
        if self.metric == "factual_correctness":
            return factual
        if self.metric == "semantic_similarity":
            return similarity
        weigh_facts, weigh_similarity = self.weights
        if factual is None or (similarity is None and weigh_similarity):
            return None
        return (weigh_facts * factual + weigh_similarity * (similarity or 0.0)) / (weigh_facts + weigh_similarity)

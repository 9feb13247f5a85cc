"""`answer_correctness`, `factual_correctness`, `semantic_similarity`: a whole run in one call."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.correctness.rows import Correctness, Measure
from indicmatch.correctness.run import CorrectnessRun, Graded
from indicmatch.correctness.similarity import SIMILARITIES, Embedder, Opening
from indicmatch.errors import unknown
from indicmatch.judge.asking import Asker
from indicmatch.judge.attempts import Attempts, Counts, Limits
from indicmatch.judge.backend import Settings
from indicmatch.judge.cache import Cache
from indicmatch.judge.opening import Judge, asker_of
from indicmatch.records import Columns, Selector

if TYPE_CHECKING:
    import pandas as pd

    from indicmatch.records.opening import Input

__all__ = [
    "CorrectnessReport",
    "answer_correctness",
    "embedder_of",
    "factual_correctness",
    "row_values",
    "semantic_similarity",
    "value_names",
]

@dataclass(frozen=True)
class CorrectnessReport:
    """The rows of a run and what they come to; `figures` and `to_dict()` are plain values."""

    rows: tuple[Graded, ...]
    figures: Mapping[str, Any]
    measure: Measure
    label: str

    @property
    def scores(self) -> list[float | None]:
        """The score of each row, in order; None where it cannot be computed."""
        return [graded.found.score for graded in self.rows]

    def to_dict(self) -> dict[str, Any]:
        return dict(self.figures)

    def to_frame(self) -> pd.DataFrame:
        """A row for each response: question, response, reference, and every figure by name."""
        import pandas as pd

        names = value_names(self.measure, self.label)
        return pd.DataFrame([
            {"user_input": graded.record.question, "response": graded.record.response, "reference": graded.record.answer}
            | dict(zip(names, row_values(graded.found, self.measure), strict=True))
            for graded in self.rows
        ])  # fmt: skip

    def __repr__(self) -> str:
        combined = self.figures["combined"]
        mean = "none" if combined["mean"] is None else f"{combined['mean']:.4f}"
        return f"<CorrectnessReport {self.measure.metric}: {combined['count']} of {combined['rows']} rows scored, mean {mean}>"


def answer_correctness(
    data: Input,
    judge: Judge,
    *,
    user_input_column: Selector | None = None,
    response_column: Selector | None = None,
    reference_column: Selector | None = None,
    columns: Columns | Mapping[str, Selector] | None = None,
    beta: float = 1.0,
    weights: Sequence[float] = (0.75, 0.25),
    threshold: float | None = None,
    similarity: str | Embedder = "lexical",
    similarity_model: str | None = None,
    **options: Any,
) -> CorrectnessReport:
    """Answer correctness of every row: the facts that response and reference share, weighed with their similarity; from 0 to 1.

    `data` is a file, a pandas frame or mappings. A column is a name, a path such as `output.generated_answer` to any depth, or a function
    of the row; a list is a list of references. `judge` is a backend's name, opened with `settings=`, a backend, or a function from the
    prompt to the reply. It breaks both texts into statements and compares them: true positives stand in both, false positives in the
    response alone, false negatives in the reference alone; the factual score is their F-beta. `similarity` names a similarity backend,
    `threshold` gives 0 or 1 beside the score. A blank response scores 0; what the judge cannot be understood about is None, never 1.
    Further `options`: `settings`, `cache`, `parameters`, `limits`, `workers`, `references`, `level`, `limit`, `confidence`.

    >>> def judge(prompt):
    ...     if '"sentences"' in prompt:
    ...         return '{"statements": ["Delhi is the capital of India."]}'
    ...     return '{"response": [true], "reference": [true]}'
    >>> rows = [{"q": "Capital of India?", "out": {"text": "Delhi"}, "gold": "Delhi"}]
    >>> report = answer_correctness(
    ...     rows, judge, user_input_column="q", response_column="out.text", reference_column=lambda row: [row["gold"]])
    >>> report.scores
    [1.0]
    """
    measure = Measure("answer_correctness", beta, "f1", tuple(weights), threshold, options.pop("level", "nfc"))
    named = {"user_input_column": user_input_column, "response_column": response_column, "reference_column": reference_column}
    return _run(data, judge, measure, similarity, similarity_model, Columns.of(columns, **named), options)


def factual_correctness(
    data: Input,
    judge: Judge,
    *,
    mode: str = "f1",
    user_input_column: Selector | None = None,
    response_column: Selector | None = None,
    reference_column: Selector | None = None,
    columns: Columns | Mapping[str, Selector] | None = None,
    beta: float = 1.0,
    threshold: float | None = None,
    **options: Any,
) -> CorrectnessReport:
    """The facts alone, by `mode`: `f1` (F-beta), `precision` (of the response's statements, the share that the reference supports) or
    `recall` (of the reference's, the share that the response states). Otherwise as `answer_correctness`.
    """
    measure = Measure("factual_correctness", beta, mode, threshold=threshold, level=options.pop("level", "nfc"))
    named = {"user_input_column": user_input_column, "response_column": response_column, "reference_column": reference_column}
    return _run(data, judge, measure, "lexical", None, Columns.of(columns, **named), options)


def semantic_similarity(
    data: Input,
    *,
    similarity: str | Embedder = "lexical",
    similarity_model: str | None = None,
    response_column: Selector | None = None,
    reference_column: Selector | None = None,
    columns: Columns | Mapping[str, Selector] | None = None,
    **options: Any,
) -> CorrectnessReport:
    """The cosine of response and reference, of their spelling unless another similarity backend is named. It needs no judge, and is no
    verdict: texts about different things can be nearly equal to it.

    >>> semantic_similarity([{"response": "नई दिल्ली", "reference": "नई दिल्ली।"}]).scores
    [1.0]
    """
    measure = Measure("semantic_similarity", level=options.pop("level", "nfc"))
    named = {"response_column": response_column, "reference_column": reference_column}
    return _run(data, None, measure, similarity, similarity_model, Columns.of(columns, **named), options)


def _run(
    data: Input,
    judge: Judge | None,
    measure: Measure,
    similarity: str | Embedder,
    similarity_model: str | None,
    columns: tuple[Columns, frozenset[str]],
    options: dict[str, Any],
) -> CorrectnessReport:
    known = {"settings", "cache", "parameters", "limits", "workers", "references", "limit", "confidence", "encoding", "na"}
    if stray := options.keys() - known:
        kind = "keyword"
        raise unknown(kind, sorted(stray)[0], sorted(known))
    settings: Settings = options.pop("settings", None) or Settings()
    cache, limits = options.pop("cache", None), options.pop("limits", None) or Limits()
    parameters = options.pop("parameters", None)
    asker = None if judge is None else asker_of(judge, settings=settings, cache=cache, parameters=parameters, limits=limits)
    embedder = embedder_of(similarity, settings, similarity_model, asker, cache, limits)
    chosen, named = columns
    run = CorrectnessRun(measure, embedder, asker, columns={part: getattr(chosen, part) for part in named}, **options)
    rows = tuple(run.rows(data))
    return CorrectnessReport(rows, run.report(), measure, embedder.name)


def embedder_of(
    similarity: str | Embedder, settings: Settings, model: str | None, asker: Asker | None, cache: str | Path | None, limits: Limits
) -> Embedder:
    """A similarity backend by name, under the limits of the run; an embedder as it is."""
    from dataclasses import replace

    if not isinstance(similarity, str):
        return similarity
    if asker is not None:
        attempts, store = asker.attempts, asker.cache
    else:
        attempts, store = Attempts(limits, threading.Event(), Counts()), Cache(cache if similarity == "openai" else None)
    return SIMILARITIES[similarity](Opening(replace(settings, model=model), store, attempts))


def value_names(measure: Measure, label: str) -> list[str]:
    """The names of `row_values`; a similarity bears the name of what it is of."""
    names = [measure.metric]
    names += [f"{measure.metric}_binary"] if measure.threshold is not None else []
    if measure.judges:
        names += ["factual_score"] if measure.metric == "answer_correctness" else []
        names += ["true_positives", "false_positives", "false_negatives", "precision", "recall"]
    if measure.metric == "answer_correctness":
        names.append(f"similarity_{label.partition(' ')[0].replace('-', '_')}")
    return [*names, "outcome", "reason"]


def row_values(found: Correctness, measure: Measure) -> list[object]:
    """The figures of a row under `value_names`; None where there is none."""
    facts = found.facts
    values: list[object] = [_rounded(found.score)]
    values += [found.passed(measure.threshold)] if measure.threshold is not None else []
    if measure.judges:
        values += [_rounded(found.factual)] if measure.metric == "answer_correctness" else []
        values += [None] * 5 if facts is None else [facts.tp, facts.fp, facts.fn, _rounded(facts.precision), _rounded(facts.recall)]
    if measure.metric == "answer_correctness":
        values.append(_rounded(found.similarity))
    return [*values, found.outcome, found.reason or None]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)

"""What each model said in each language, scored: the rows that comparisons and boards are made of."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from indicmatch.errors import BadFile
from indicmatch.metrics import Metric
from indicmatch.score import Plan, Run
from indicmatch.score.clusters import is_graded, row_scores
from indicmatch.score.scored_copy import refuse_twice
from indicmatch.score.tally import SCALE

__all__ = ["Answer", "Answers", "Figure", "figures_of", "read_answers"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One scored row: where it stands, which question it answers, what answers were acceptable, and its score in each figure (None:
    not scored).
    """

    file: str
    line: int
    id: str | None
    question: str | None
    golden: tuple[str, ...]
    domain: str
    cluster: str | None
    scores: tuple[float | None, ...]


@dataclass(slots=True)
class Answers:
    """All rows of one model in one language, from one file or several."""

    model: str
    language: str | None
    files: list[str] = field(default_factory=list)
    rows: list[Answer] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The files, for messages."""
        return ", ".join(self.files)


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric under a variant, the place of its score in every `Answer`, and whether that is a number and no verdict."""

    metric: str
    level: str
    place: int
    graded: bool


def figures_of(plan: Plan) -> list[Figure]:
    """Every metric under raw and every variant that says something about it."""
    variants = len(plan.names)
    return [
        Figure(metric.name, level, number * variants + plan.names.index(level), is_graded(metric))
        for number, metric in enumerate(plan.parsed())
        for level in plan.names_of(metric)
    ]


def read_answers(run: Run, files: Sequence[str], names: Sequence[str | None]) -> list[Answers]:
    """Score files and keep what every row came to, by model and language in order of first appearance.

    `names` are the models of the files, None where a column of the run says it. A file without rows is a `BadFile`.
    """
    refuse_twice(files)
    found: dict[Hashable, Answers] = {}
    for file, name in zip(files, names, strict=True):
        before = len(run.files)
        for answer, model, language in _rows(run, file):
            who = name if model is None else model
            answers = found.setdefault((who, language), Answers(str(who), language))
            if answer.file not in answers.files:
                answers.files.append(answer.file)
            answers.rows.append(answer)
        if not any(entry["rows"] for entry in run.files[before:]):
            raise BadFile("there are no rows to compare", file=file, remedy="give a file with responses")
    return list(found.values())


def _rows(run: Run, file: str) -> Iterator[tuple[Answer, str | None, str | None]]:
    """Each row with its model, where a column says it, and its language."""
    scales = _scales(run.metrics, len(run.plan.names))
    for row, record, scored, unit, domain, scorer in run.sampled(file):
        scores = row_scores(run.metrics, scored.verdicts)
        shown = tuple(None if score is None else score / scale for score, scale in zip(scores, scales, strict=False))
        cluster = unit.cluster if run.columns.cluster is not None else None
        place = None if cluster is None else str(cluster)
        answer = Answer(record.file, row[0], unit.question, record.question, record.references, domain, place, shown)
        yield answer, unit.model, scorer.lang


def _scales(metrics: Sequence[Metric], variants: int) -> list[int]:
    return [SCALE if is_graded(metric) else 1 for metric in metrics for _ in range(variants)]

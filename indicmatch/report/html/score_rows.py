"""The rows of a score run for its page: texts, verdicts at every level, and for a flip the match and what the level changed."""

from __future__ import annotations

from typing import Any

from indicmatch.audit.flips import changes_of
from indicmatch.audit.places import places_of
from indicmatch.metrics import Metric
from indicmatch.records import Record
from indicmatch.score.clusters import is_graded
from indicmatch.score.result import Mark, Result
from indicmatch.score.scorer import FileScorer
from indicmatch.score.spill import Spill, row_of

__all__ = ["ScoreRows"]


class ScoreRows:
    """Observes a run (`Run(observe=...)`) and keeps its rows in `spill`."""

    def __init__(self) -> None:
        self.spill = Spill()

    def __call__(self, record: Record, domain: str, model: str | None, scorer: FileScorer, result: Result) -> None:
        signs, flips, values = {}, [], {}
        for metric, marks in zip(scorer.metrics, result.marks, strict=True):
            graded = is_graded(metric)
            marks = marks if metric.words or not scorer.plan.stem else marks[:-1]
            signs[metric.name] = "".join("-" if graded or mark[0] is None else "01"[mark[0]] for mark in marks)
            if graded:
                values[metric.name] = [marks[0][1], marks[-1][1]]
            else:
                flips += _flip(record, scorer, metric, marks)
        more: dict[str, Any] = {"flips": flips} | ({"values": values} if values else {}) | ({} if model is None else {"model": model})
        kinds = {sign for row in signs.values() for sign in row if sign != "-"}
        self.spill.add(row_of(record, domain, signs, **more), worth=len(kinds) > 1)


def _flip(record: Record, scorer: FileScorer, metric: Metric, marks: tuple[Mark, ...]) -> list[dict[str, Any]]:
    """The first level whose verdict is another than raw's, as a flip; none where there is none."""
    raw = marks[0][0]
    at = next((k for k, mark in enumerate(marks) if None not in (raw, mark[0]) and mark[0] != raw), None)
    if at is None:
        return []
    analyzer, right = scorer.variants[at].analyzer, scorer.variants[at if not raw else 0].analyzer
    response, references = right.response(record.response), [right.text(reference) for reference in record.references]
    verdict = metric.judge(response, references)
    places = places_of(metric, verdict, response, references)
    changes, count = changes_of(analyzer.response(record.response), analyzer.level, analyzer.lang, places)
    reference = verdict.reference if verdict.reference is not None else record.references[0]
    return [{
        "metric": metric.name,
        "step": scorer.variants[at].name,
        "level": scorer.variants[at].name,
        "flip": "broken" if raw else "rescued",
        "first": True,
        "reference": reference,
        "places": places,
        "answer_changes": changes_of(analyzer.text(reference), analyzer.level, analyzer.lang, [])[0],
        "response_changes": changes,
        "more_changes": count - len(changes),
    }]  # fmt: skip

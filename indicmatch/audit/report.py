"""The result of an audit: its figures, and its rows on disk.

`to_dict()` has all that a score report has (`files`, `combined`, `macro`, ... for raw and every level on the way), and beside it:

    ladder          each rung: step, kind, level, loses, what
    files[]         of a file, or a model in it: also moves {bucket: {bucket: rows}}, flips, wrong_script {rows, scripts, examples};
                    in combined and every domain also ladder {metric: [{step, level, correct, scored, accuracy, ci, rescued, broken}]},
                    where rescued and broken are against the rung below, so that they add up; where rows are clustered, ci heeds it,
                    with clusters and design_effect beside it as in a level's figures
    inputs[]        of a file: collisions {answers, words: {distinct, complete, steps {step: {groups, texts, alike, examples}}}},
                    columns [{column, part, cells, blank, scripts, digits, findings [{finding, label, count, share, kinds, lines,
                    example, advice, ...}]}], repairs [{column, repair, cells, lines}] where a repaired copy was written
    across[]        pairs of files in two languages: files, languages, questions, metrics {metric: {level: {gap, ci, closed, closed_ci}}}
    labels          of a file of labels: labels, used, changed_rows,
                    metrics {metric: {rescued, broken: {labelled, as_people_say, share, ci, by_step}}}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from indicmatch.score.notebook import summary_table
from indicmatch.score.spill import Spill

__all__ = ["AuditReport"]

OF_ROW = ("file", "line", "model", "domain", "question", "answer", "response")


@dataclass(frozen=True)
class AuditReport:
    """The figures of an audit; `to_dict()` gives them as plain lists and dicts, `flips()` and `rows()` what stands behind them.

    Rows are on disk: they can be gone through as often as needed, for as long as the report is there.
    """

    figures: dict[str, Any]
    spill: Spill

    def to_dict(self) -> dict[str, Any]:
        """The report as `indicmatch.audit/1`: all that a score report has, and the ladder, collisions, columns and what else was found."""
        return self.figures

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, as mappings: `file, line, domain, question, answer, response`, `verdicts` (signs at every rung), `flips`."""
        return iter(self.spill)

    def flips(self) -> Iterator[dict[str, Any]]:
        """Every flip, with the row that it is of, and its `model` where a column says that."""
        for row in self.spill:
            for flip in row["flips"]:
                yield {key: row[key] for key in OF_ROW if key in row} | flip

    def __repr__(self) -> str:
        files = ", ".join(f"{file['file']} ({file['rows']} rows, {file['flips']} flips)" for file in self.figures["files"])
        return f"<AuditReport {' '.join(self.figures['levels'])}: {files}>"

    def _repr_html_(self) -> str:
        return summary_table(self.figures)

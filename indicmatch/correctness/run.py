"""Answer correctness over files: every row scored by a judge and a similarity, and what the scores come to."""

from __future__ import annotations

import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from indicmatch._version import __version__
from indicmatch.correctness.rows import REASONS, Correctness, Measure
from indicmatch.correctness.similarity import Embedder
from indicmatch.correctness.summary import histogram, summary
from indicmatch.errors import IndicMatchWarning
from indicmatch.judge.asking import Asker
from indicmatch.judge.prompts import load_prompt
from indicmatch.judge.workers import ordered
from indicmatch.records import Columns, Record, RecordMaker, Row, Selector, Table, bind, open_table
from indicmatch.stats.checks import share

__all__ = ["SCHEMA", "CorrectnessRun", "Graded"]

SCHEMA = "indicmatch.correctness/1"
_PREFERRED = {"question": "user_input", "answer": "reference"}


@dataclass(frozen=True, slots=True)
class Graded:
    """A row and its correctness."""

    row: Row
    record: Record
    found: Correctness


class CorrectnessRun:
    """A run over several files: `rows(source)` scores one, `report()` sums up.

    The columns are `user_input`, `response` and `reference`, or `question` and `answer` where a table has none of those names; `columns`
    names others. `asker` is None for `semantic_similarity`, which needs no judge.
    """

    def __init__(
        self,
        measure: Measure,
        embedder: Embedder,
        asker: Asker | None = None,
        *,
        columns: Columns | Mapping[str, Selector] | None = None,
        references: str = "cell",
        encoding: str | None = None,
        na: str = "text",
        limit: int | None = None,
        confidence: float = 0.95,
        workers: int = 4,
    ) -> None:
        share("confidence", confidence)
        self.measure, self.embedder, self.asker = measure, embedder, asker
        self.columns, self._named = Columns.of(columns)
        self.references, self.encoding, self.na, self.limit, self.confidence = references, encoding, na, limit, confidence
        most = None if asker is None else asker.backend.workers
        self.workers = 1 if asker is None else min(workers, most or workers)
        self.files, self.warnings = list[dict[str, Any]](), list[str]()
        self.scores: list[float] = []
        self._stop = threading.Event() if asker is None else asker.stop
        self._totals: tuple[Counter[str], Counter[str], int] = (Counter(), Counter(), 0)

    def rows(self, source: Any, begin: Callable[[Table], None] | None = None) -> Iterator[Graded]:
        """Score a file (or a frame, or mappings) row by row, in its order."""
        with open_table(source, encoding=self.encoding, na=self.na) as table:
            bound = bind(table, self._columns(table), required={"answer", "response", *self._named})
            if begin:
                begin(table)
            make = RecordMaker(bound, self.references)
            blank = "(blank)" if "domain" in bound.fields else "(all)"
            groups: dict[str, _Group] = {}
            pairs = ((row, make(row)) for row in islice(iter(table), self.limit))
            for (row, record), found in ordered(self._graded, pairs, self.workers, self._stop):
                domain = record.domain if record.domain and record.domain.strip() else blank
                groups.setdefault(domain, _Group()).add(found)
                yield Graded(row, record, found)
        if self.asker is not None:
            self.asker.check()
        self.warnings += table.warnings
        self._close(table.file, groups)

    def _columns(self, table: Table) -> Columns:
        """The columns that are named, and for the others the names that this table has."""
        chosen = {part: name for part, name in _PREFERRED.items() if part not in self._named and name in table.header}
        return Columns.of({**{part: getattr(self.columns, part) for part in ("question", "answer", "response", "domain")}, **chosen})[0]

    def _graded(self, pair: tuple[Row, Record]) -> Correctness:
        record = pair[1]
        return self.measure.of(record.question, record.response, record.references, self.asker, self.embedder)

    def _close(self, file: str, groups: dict[str, _Group]) -> None:
        whole = _Group()
        for group in groups.values():
            whole.merge(group)
        self.scores += whole.scores
        outcomes, reasons, rows = self._totals
        self._totals = (outcomes + whole.outcomes, reasons + whole.reasons, rows + whole.n)
        domains = [{"domain": name} | group.figures(self.confidence) for name, group in groups.items()]
        combined = {"domain": None} | whole.figures(self.confidence)
        self.files.append({"file": file, "rows": whole.n, "domains": domains, "combined": combined})
        unscored = whole.n - len(whole.scores)
        if unscored:
            text = f"{file}: {unscored} of {whole.n} rows have no score (unparsed, failed, or nothing to compare); they are left out, not 0"
            self.warnings.append(text)
            warnings.warn(text, IndicMatchWarning, stacklevel=3)

    def signature(self) -> str:
        """All that decides the scores, in one line to quote."""
        measure = self.measure
        parts = [f"metric:{measure.metric}"]
        if self.asker is not None:
            backend, parameters = self.asker.backend, self.asker.parameters
            prompts = ",".join(load_prompt(name).id for name in ("statements", "classification"))
            parts += [f"judge:{self.asker.name}", f"model:{backend.model}", f"endpoint:{backend.endpoint}", f"prompts:{prompts}"]
            parts += [f"temperature:{parameters.temperature:g}", f"max_tokens:{parameters.max_tokens}", f"beta:{measure.beta:g}"]
        if measure.embeds:
            parts.append(f"similarity:{self.embedder.name}")
        if measure.metric == "answer_correctness":
            parts.append(f"weights:{','.join(f'{weight:g}' for weight in measure.weights)}")
        return "|".join([*parts, f"norm:{measure.level}", f"refs:{self.references}", f"indicmatch:{__version__}"])

    def report(self) -> dict[str, Any]:
        """The figures of all files scored so far, as plain values."""
        outcomes, reasons, rows = self._totals
        combined = _figures(self.scores, outcomes, reasons, rows, self.confidence)
        return {
            "schema": SCHEMA,
            "signature": self.signature(),
            "metric": self.measure.metric,
            "similarity": self.embedder.name if self.measure.embeds else None,
            "threshold": self.measure.threshold,
            "files": self.files,
            "combined": {"domain": None} | combined,
            "histogram": histogram(self.scores),
            "passed": self._passed(),
            "usage": None if self.asker is None else self.asker.counts.to_dict(),
            "warnings": self.warnings,
        }

    def _passed(self) -> int | None:
        threshold = self.measure.threshold
        return None if threshold is None else sum(score >= threshold for score in self.scores)


class _Group:
    """The scores and outcomes of a group of rows."""

    def __init__(self) -> None:
        self.n = 0
        self.scores: list[float] = []
        self.outcomes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, found: Correctness) -> None:
        self.n += 1
        if found.score is not None:
            self.scores.append(found.score)
        self.outcomes[found.outcome or "not_asked"] += 1
        if found.reason in REASONS:
            self.reasons[found.reason] += 1

    def merge(self, other: _Group) -> None:
        self.n += other.n
        self.scores += other.scores
        self.outcomes += other.outcomes
        self.reasons += other.reasons

    def figures(self, confidence: float) -> dict[str, Any]:
        return _figures(self.scores, self.outcomes, self.reasons, self.n, confidence)


def _figures(scores: list[float], outcomes: Counter[str], reasons: Counter[str], rows: int, confidence: float) -> dict[str, Any]:
    counted = {name: outcomes[name] for name in ("scored", "unparsed", "error", "not_asked")}
    return {"rows": rows} | summary(scores, confidence) | {"outcomes": counted, "reasons": {name: reasons[name] for name in REASONS}}

"""What a run compares: the metrics, and the variants beside raw, each with its ladder of rungs down to raw."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from indicmatch._version import __version__
from indicmatch.analyze import RAW, Analyzer
from indicmatch.errors import BadInput
from indicmatch.metrics import Metric
from indicmatch.metrics._expression import parse_metric

__all__ = ["Plan", "Variant", "signature"]

PROTOCOL = ("exact_substring", "word_overlap")


@dataclass(frozen=True, slots=True)
class Variant:
    """A column of the report: its name, its analyzer, and the rungs that lead from raw to it."""

    name: str
    analyzer: Analyzer
    rungs: tuple[tuple[str, Analyzer], ...]


@dataclass(frozen=True)
class Plan:
    """All that decides a run's verdicts; frozen, and the same for every file but for the language.

    `levels` are level expressions beside raw, which is always first. Raises `UnknownName` or `BadInput` for what does not exist.
    """

    levels: tuple[str, ...] = ("raw", "nfc")
    metrics: tuple[str, ...] = PROTOCOL
    tokenizer: str = "words"
    extract: str = "none"
    references: str = "cell"

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(dict.fromkeys(["raw", *self.levels])))
        object.__setattr__(self, "metrics", tuple(dict.fromkeys(self.metrics)))
        if not self.metrics:
            message = "no metric is named: give at least one, as exact_substring"
            raise BadInput(message)
        self.parsed()
        self.variants(None)

    def parsed(self) -> list[Metric]:
        """The metrics of the run."""
        return [parse_metric(expression) for expression in self.metrics]

    def variants(self, lang: str | None) -> list[Variant]:
        """Raw, then a variant for each level, for files in this language."""
        return [Variant("raw", RAW, ()), *(self._variant(level, lang) for level in self.levels[1:])]

    def _variant(self, level: str, lang: str | None) -> Variant:
        analyzer = Analyzer(level, self.tokenizer, None, lang, self.extract)
        return Variant(level, analyzer, tuple(_rungs(analyzer)))

    @property
    def buckets(self) -> tuple[int, int] | None:
        """Where the two metrics of the protocol stand among the run's, None unless both do."""
        return tuple(map(self.metrics.index, PROTOCOL)) if set(PROTOCOL) <= set(self.metrics) else None  # type: ignore[return-value]

    def signatures(self, lang: str | None, shown: str | None = None) -> dict[str, str]:
        """The signature of each variant for a file in this language; `shown` is what it says of the language."""
        return {variant.name: signature(variant.analyzer, self, shown or lang) for variant in self.variants(lang)}


def _rungs(analyzer: Analyzer) -> Sequence[tuple[str, Analyzer]]:
    """From raw to the analyzer, one change at a time: extract, tokenizer, the steps in order, stem."""
    rungs: list[tuple[str, Analyzer]] = []
    now = RAW.with_(lang=analyzer.lang)
    if analyzer.extract != "none":
        now = now.with_(extract=analyzer.extract)
        rungs.append(("extract", now))
    if analyzer.tokenizer != "raw":
        now = now.with_(tokenizer=analyzer.tokenizer)
        rungs.append((analyzer.tokenizer, now))
    for name, run in analyzer.pipeline.rungs():
        now = now.with_(level=run.expression)
        rungs.append((name, now))
    if analyzer.stemmer:
        rungs.append(("stem", analyzer))
    return rungs


def signature(analyzer: Analyzer, plan: Plan, lang: str | None, metric: str | None = None) -> str:
    """All that produced a figure, in one line to quote: a pure function of frozen objects (sacreBLEU's term).

    >>> signature(RAW, Plan(), "hi", "word_overlap").rpartition("|ucd:")[0]
    'metric:word_overlap|norm:none|tok:raw|stem:none|extract:none|refs:cell|lang:hi'
    """
    metrics = metric or ",".join(plan.metrics)
    versions = f"ucd:{unicodedata.unidata_version}|indicmatch:{__version__}"
    return f"metric:{metrics}|{analyzer.signature()}|refs:{plan.references}|lang:{lang or 'none'}|{versions}"

"""What a run compares: the metrics, and the variants beside raw, each with its ladder of rungs down to raw."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from indicmatch._version import __version__
from indicmatch.analyze import RAW, Analyzer
from indicmatch.errors import BadInput, unknown
from indicmatch.metrics import Metric
from indicmatch.metrics._expression import parse_metric
from indicmatch.normalize import Pipeline, levels
from indicmatch.stem import STEMMERS

__all__ = ["Plan", "Variant", "signature"]

PROTOCOL = ("exact_substring", "word_overlap")
STEMMING = ("", "error", "skip")


@dataclass(frozen=True, slots=True)
class Variant:
    """A column of the report: its name, its analyzer, and the rungs that lead from raw to it."""

    name: str
    analyzer: Analyzer
    rungs: tuple[tuple[str, Analyzer], ...]


@dataclass(frozen=True)
class Plan:
    """All that decides a run's verdicts; frozen, and the same for every file but for the language.

    `levels` are level expressions beside raw, which is always first. `stem` adds a variant of the last level whose words are stemmed, for
    the metrics of words alone: `error` refuses a file in a language without a stemmer, `skip` leaves its words as they are. Raises
    `UnknownName` or `BadInput` for what does not exist.
    """

    levels: tuple[str, ...] = ("raw", "nfc")
    metrics: tuple[str, ...] = PROTOCOL
    tokenizer: str = "words"
    extract: str = "none"
    references: str = "cell"
    stem: Literal["", "error", "skip"] = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(dict.fromkeys(["raw", *self.levels])))
        object.__setattr__(self, "metrics", tuple(dict.fromkeys(parse_metric(metric).name for metric in self.metrics)))
        if not self.metrics:
            message = "no metric is named: give at least one, as exact_substring"
            raise BadInput(message)
        if self.stem not in STEMMING:
            raise unknown("way to stem", self.stem, STEMMING[1:])
        if self.levels == ("raw",) and not self.stem and (self.extract, self.tokenizer) != (Plan.extract, Plan.tokenizer):
            message = "an extract and a tokenizer are for the normalised variants, and there is none: name a level beside raw"
            raise BadInput(message)
        for level in self.levels[1:]:
            self._variant(level, None)

    @property
    def names(self) -> tuple[str, ...]:
        """The variants by name: raw, the levels, the stemmed one."""
        return (*self.levels, f"{self.levels[-1]}+stem") if self.stem else self.levels

    def names_of(self, metric: Metric) -> tuple[str, ...]:
        """The variants that say something about a metric: stemming is for words."""
        return self.names if metric.words else self.levels

    def parsed(self) -> list[Metric]:
        """The metrics of the run."""
        return [parse_metric(expression) for expression in self.metrics]

    def variants(self, lang: str | None) -> list[Variant]:
        """Raw, then a variant for each level, for files in this language."""
        variants = self._unstemmed(lang)
        if self.stem:
            stemmer = None if self.stem == "skip" and lang not in STEMMERS else "auto"
            variants.append(self._variant(self.levels[-1], lang, self.names[-1], stemmer))
        return variants

    def _unstemmed(self, lang: str | None) -> list[Variant]:
        return [Variant("raw", RAW, ()), *(self._variant(level, lang) for level in self.levels[1:])]

    def _variant(self, level: str, lang: str | None, name: str = "", stemmer: str | None = None) -> Variant:
        analyzer = Analyzer(level, self.tokenizer, stemmer, lang, self.extract)
        return Variant(name or level, analyzer, tuple(_rungs(analyzer)))

    @property
    def buckets(self) -> tuple[int, int] | None:
        """Where the two metrics of the protocol stand among the run's, None unless both do."""
        return tuple(map(self.metrics.index, PROTOCOL)) if set(PROTOCOL) <= set(self.metrics) else None  # type: ignore[return-value]

    def signatures(self, lang: str | None, shown: str | None = None) -> dict[str, str]:
        """The signature of each variant for a file in this language; `shown` is what it says of the language of several files."""
        if shown and self.stem:
            unstemmed = signature(self._variant(self.levels[-1], lang).analyzer, self, shown)
            plain = {variant.name: signature(variant.analyzer, self, shown) for variant in self._unstemmed(lang)}
            return plain | {self.names[-1]: unstemmed.replace("|stem:none|", "|stem:auto|")}
        return {variant.name: signature(variant.analyzer, self, shown or lang) for variant in self.variants(lang)}


def _rungs(analyzer: Analyzer) -> Sequence[tuple[str, Analyzer]]:
    """From raw to the analyzer, one change at a time: extract, tokenizer, the steps level by level, stem."""
    rungs: list[tuple[str, Analyzer]] = []
    now = RAW.with_(lang=analyzer.lang)
    if analyzer.extract != "none":
        now = now.with_(extract=analyzer.extract)
        rungs.append(("extract", now))
    if analyzer.tokenizer != "raw":
        now = now.with_(tokenizer=analyzer.tokenizer)
        rungs.append((analyzer.tokenizer, now))
    for name, run in _climb(analyzer.pipeline):
        now = now.with_(level=run.expression)
        rungs.append((name, now))
    if analyzer.stemmer:
        rungs.append(("stem", analyzer))
    return rungs


def _climb(run: Pipeline) -> Iterator[tuple[str, Pipeline]]:
    """(step, the steps so far), one more at a time: level by level, so that each level on the way is passed, then what was added by name.

    The steps of a rung run in their fixed order: `markdown`, of the level `layout`, comes in last of all levels and then runs first.
    """
    lowest = [name for steps in levels().values() for name in steps]
    climbed = sorted(run.names, key=lambda name: lowest.index(name) if name in lowest else len(lowest))
    for count, name in enumerate(climbed, 1):
        yield name, Pipeline(tuple(other for other in run.names if other in climbed[:count]), run.lang)


def signature(analyzer: Analyzer, plan: Plan, lang: str | None, metric: str | None = None) -> str:
    """All that produced a figure, in one line to quote: a pure function of frozen objects (sacreBLEU's term).

    >>> signature(RAW, Plan(), "hi", "word_overlap").rpartition("|ucd:")[0]
    'metric:word_overlap|norm:none|tok:raw|stem:none|extract:none|refs:cell|lang:hi'
    """
    metrics = metric or ",".join(plan.metrics)
    deciding = {*analyzer.packages, *(one.package for one in plan.parsed() if one.package and (metric is None or one.name == metric))}
    versions = [f"ucd:{unicodedata.unidata_version}", *sorted(f"{name}:{_version(name)}" for name in deciding), f"indicmatch:{__version__}"]
    references = plan.references.replace("|", "%7C")  # a bar divides a signature
    return f"metric:{metrics}|{analyzer.signature()}|refs:{references}|lang:{lang or 'none'}|{'|'.join(versions)}"


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "none"

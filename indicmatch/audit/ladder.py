"""The ladder: from raw to the level named, one change at a time, and the plan whose levels it passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from indicmatch.analyze import RAW, Analyzer
from indicmatch.errors import BadInput
from indicmatch.normalize import STEPS, levels, parse
from indicmatch.normalize.steps import Step, row_of
from indicmatch.score import Plan

__all__ = ["Rung", "plan_up_to", "rungs_of", "top_level"]


@dataclass(frozen=True)
class Rung:
    """One change on the way up: what comes in (`name`), the level that it is a step of, and the analyzer that has everything so far.

    `kind` is `raw`, `extract`, `tokenizer`, `stem`, or for a step what `data/steps.tsv` calls it: `level`, `switch`, `loose`,
    `converter`. `level` is None for what belongs to no level, `loses` what the step makes equal though a reader can tell it apart.
    """

    name: str
    kind: str
    level: str | None
    loses: str
    analyzer: Analyzer
    step: Step | None = None
    """The step by itself; None where the rung changes no text."""


def top_level() -> str:
    """The highest level of all.

    >>> top_level()
    'layout'
    """
    return list(levels())[-1]


def plan_up_to(
    expression: str | None = None,
    *,
    metrics: Sequence[str] = Plan.metrics,
    tokenizer: str = "words",
    extract: str = "none",
    references: str = "cell",
    stem: Literal["", "error", "skip"] = "",
) -> Plan:
    """The plan of an audit: raw, every level that a level expression holds, and what it adds to them.

    >>> plan_up_to("encoding+digits").levels
    ('raw', 'nfc', 'clean', 'encoding', 'encoding+digits')
    """
    wanted = expression or top_level()
    steps = parse(wanted)
    if not steps:
        message = f"{wanted!r} changes nothing, so there is nothing to audit: name a level above raw, as {top_level()}"
        raise BadInput(message)
    held = [level for level, its in levels().items() if its and set(its) <= set(steps)]
    own = [] if held and levels()[held[-1]] == steps else [wanted]
    return Plan(("raw", *held, *own), tuple(metrics), tokenizer, extract, references, stem)


def rungs_of(plan: Plan, lang: str | None, *, stems: bool = True) -> list[Rung]:
    """The rungs of a plan's ladder for files in a language, raw first.

    A language without a stemmer has an idle last rung; so has every one with `stems=False`, which asks for the names alone.
    """
    top = (plan if stems or not plan.stem else replace(plan, stem="skip")).variants(lang)[-1]
    rungs = [Rung("raw", "raw", None, "", RAW), *(_rung(name, analyzer) for name, analyzer in top.rungs)]
    if plan.stem and rungs[-1].name != "stem":
        rungs.append(Rung("stem", "stem", None, "", top.analyzer))
    return rungs


def _rung(name: str, analyzer: Analyzer) -> Rung:
    if name == "extract":
        return Rung(name, "extract", None, "all of a response but the part looked at", analyzer)
    if name == "stem":
        return Rung(name, "stem", None, "the forms of a word", analyzer)
    if name == analyzer.tokenizer and name not in analyzer.pipeline.names:
        return Rung(name, "tokenizer", None, "punctuation around words", analyzer)
    base, _, argument = name.partition(":")
    row = row_of(base)
    level = next((level for level, steps in levels().items() if name in steps), None)
    return Rung(name, row["kind"], level, row["loses"], analyzer, STEPS[base](argument or analyzer.lang))

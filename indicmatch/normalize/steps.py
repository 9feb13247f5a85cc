"""The register of normalisation steps: pure functions `str -> str`, some of them made for a language.

A new step is one function under `@step` or `@language_step` in a file of this package, and one row in `data/steps.tsv`, which gives
its place in the order, its kind, what it loses and its source. Its docstring's first line is what `indicmatch list steps` prints.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from indicmatch.registry import Registry
from indicmatch.tables import Row, load

__all__ = ["STEPS", "Step", "StepFor", "language_step", "order_of", "row_of", "step"]

Step = Callable[[str], str]
StepFor = Callable[[str | None], Step]  # a language tag, or None where the language is not known

STEPS: Registry[StepFor] = Registry("normalisation step")


def step(name: str) -> Callable[[Step], Step]:
    """Register a step that is the same in every language."""

    def register(function: Step) -> Step:
        def for_language(lang: str | None) -> Step:
            return function

        for_language.__doc__ = function.__doc__
        STEPS.add(name, for_language)
        return function

    return register


def language_step(name: str) -> Callable[[StepFor], StepFor]:
    """Register a function that makes the step for a language tag (None: the language is not known)."""

    def register(function: StepFor) -> StepFor:
        return STEPS.add(name, cache(function))

    return register


@cache
def _rows() -> dict[str, Row]:
    return {row["step"]: row for row in load("steps")}


def row_of(name: str) -> Row:
    """The row of `data/steps.tsv` for a step: `step, order, kind, loses, source`."""
    return _rows()[name]


def order_of(name: str) -> int:
    """The place of a step in the one fixed order."""
    return int(_rows()[name]["order"])

"""`--fail-under METRIC@LEVEL>=X`: a figure that must be reached."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from indicmatch.errors import BadInput, unknown
from indicmatch.score.plan import Plan

__all__ = ["Gate"]

_GATE = re.compile(r"(?s)\s*(.+?)\s*(?:@\s*([^@]+?)\s*)?>=\s*([0-9.]+)(%?)\s*")


@dataclass(frozen=True, slots=True)
class Gate:
    """The accuracy of a metric at a level over all rows (its mean, for a metric that only has one) must be at least `least`."""

    metric: str
    level: str
    least: float

    @classmethod
    def parse(cls, text: str, plan: Plan) -> Gate:
        """Read `METRIC@LEVEL>=X`; X is a share from 0 to 1, or a percentage with its sign. The level may be left out: raw.

        >>> Gate.parse("word_overlap@nfc>=25%", Plan())
        Gate(metric='word_overlap', level='nfc', least=0.25)
        """
        match = _GATE.fullmatch(text)
        try:
            least = float(match[3]) / (100 if match[4] else 1) if match else -1.0
        except ValueError:
            least = -1.0
        if match is None or not 0 <= least <= 1:
            message = f"{text!r} is no gate: write METRIC@LEVEL>=X with X from 0 to 1, as in word_overlap@nfc>=0.25"
            raise BadInput(message)
        metric, level = match[1], match[2] or "raw"
        if metric not in plan.metrics:
            raise unknown("metric of this run", metric, plan.metrics)
        if level not in plan.names:
            raise unknown("level of this run", level, plan.names)
        return cls(metric, level, least)

    def figure(self, report: dict[str, Any]) -> float | None:
        """The figure that the gate is about, None where it cannot be computed."""
        cell = report["combined"]["metrics"][self.metric].get(self.level, {"accuracy": None})
        share: float | None = cell["accuracy"]
        mean: float | None = cell.get("mean")
        return mean if share is None else share

    def holds(self, report: dict[str, Any]) -> bool:
        """Whether it is reached; a figure that cannot be computed does not reach anything."""
        figure = self.figure(report)
        return figure is not None and figure >= self.least

    def failure(self, report: dict[str, Any]) -> str:
        """What to say when it is not."""
        figure = self.figure(report)
        found = "cannot be computed"
        if figure is not None:
            found = f"is {figure:.4f}" if round(figure, 4) < self.least else f"is {figure}"
        return f"gate failed: {self.metric}@{self.level} {found}, below {self.least:g}"

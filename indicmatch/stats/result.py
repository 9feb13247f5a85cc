"""What all results of the statistics share: text for people, HTML for notebooks, plain values for JSON."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

__all__ = ["Result", "Row", "count", "decimal", "interval", "p_text", "percent", "plain"]

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Result:
    """Figures of one analysis. A figure that cannot be computed is None, and `reasons` says why under its name.

    `advice` holds what a reader should know before quoting the figures. `to_dict()` gives plain values for JSON.
    """

    term: ClassVar[str] = ""
    """What the figures are, in a table of several results."""

    advice: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    def title(self) -> str:
        return self.term

    def facts(self) -> list[tuple[str, str]]:
        """Label and value of each line for people."""
        return [(item.name, str(plain(getattr(self, item.name)))) for item in self._figures()]

    def to_dict(self) -> dict[str, Any]:
        """Every figure under its name, as numbers, texts, lists and None; `advice` and `reasons` come last."""
        figures = {item.name: plain(getattr(self, item.name)) for item in self._figures()}
        return figures | {"advice": list(self.advice), "reasons": dict(self.reasons)}

    def table_rows(self, label: str) -> list[Row]:
        """The rows of `ev_table` that this result gives; one, unless it is a list of models."""
        names = ("estimate", "se", "conf_low", "conf_high", "p_value")
        figures = {name: getattr(self, name, None) for name in names}
        n = next((getattr(self, name) for name in ("n_items", "n_labelled", "n") if hasattr(self, name)), None)
        return [{"label": label, "term": self.term} | figures | {"n": n}]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # some figures are frames

    def __repr__(self) -> str:
        facts = [pair for label, text in self.facts() for pair in _lines(label, text)]
        width = max((len(label) for label, _ in facts), default=0)
        lines = [f"  {label:{width}}  {line}".rstrip() for label, line in facts]
        return "\n".join([self.title(), *lines, *self.advice])

    def _repr_html_(self) -> str:
        cell = "<tr><th style='text-align:left'>{}</th><td style='text-align:left;white-space:pre'>{}</td></tr>"
        rows = "".join(cell.format(html.escape(label), html.escape(text)) for label, text in self.facts())
        advice = "".join(f"<p>{html.escape(line)}</p>" for line in self.advice)
        return f"<table><caption>{html.escape(self.title())}</caption>{rows}</table>{advice}"

    def _figures(self) -> list[Any]:
        return [item for item in fields(self) if item.name not in ("advice", "reasons")]


def plain(value: Any) -> Any:
    """A value as JSON knows it: arrays become lists, frames lists of rows, and NaN and infinity None."""
    if isinstance(value, float) or hasattr(value, "dtype"):
        if getattr(value, "ndim", 0):
            return [plain(item) for item in value.tolist()]
        value = value.item() if hasattr(value, "item") else value
        return None if isinstance(value, float) and not math.isfinite(value) else value
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return [{str(key): plain(item) for key, item in row.items()} for row in value.to_dict("records")]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def decimal(value: float | None, digits: int = 4) -> str:
    """A figure for people; a missing one is said to be so, never shown as 0.

    >>> decimal(0.25), decimal(None)
    ('0.2500', 'not computed')
    """
    return "not computed" if value is None or not math.isfinite(value) else f"{value:.{digits}f}"


def interval(low: float | None, high: float | None, digits: int = 4) -> str:
    """Both ends of an interval, as `[0.2017, 0.3127]`."""
    if low is None or high is None:
        return decimal(None)
    return f"[{decimal(low, digits)}, {decimal(high, digits)}]"


def p_text(p: float | None) -> str:
    """A p value, as `p = 0.063` or `p < 0.001`."""
    if p is None:
        return "p not computed"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def percent(level: float) -> str:
    """A confidence level, as `95%` or `99.5%`."""
    return f"{100 * level:.10g}%"


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 item`, `2 items`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _lines(label: str, text: str) -> list[tuple[str, str]]:
    return [("" if number else label, line) for number, line in enumerate(text.split("\n"))]

"""A result of the statistics for people and programs: its figures as grids, rows or JSON, shares in percent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from indicmatch.report.formats import Line, render_grids
from indicmatch.report.grids import Grid

if TYPE_CHECKING:
    from indicmatch.stats import Result

__all__ = ["lines_of", "print_of", "result_grids", "result_rows"]

Figures = dict[str, Any]
Show = Callable[[str, Any], str]

ON_THE_SCALE = frozenset(
    "estimate se conf wilson newcombe mean_a mean_b se_unpaired se_naive estimate_raw se_raw estimate_classical se_classical estimate_judge"
    " judge_bias mu_reference mean_reference se_floor bias bias_se bias_conf loa mean_judge mean_gold delta mde target_se achieved_se"
    " best_possible_se pooled pooled_se pooled_conf sim sd_gold sd_judge sd_diff".split()
)
"""Figures in the unit of the scores; an interval goes by the name of its two ends without `_low` and `_high`."""
ERRORS = frozenset(name for name in ON_THE_SCALE if name.startswith(("se", "sd")) or "_se" in name)
ALWAYS_SHARES = frozenset(
    "accuracy accuracy_conf sensitivity specificity saving i_squared p_best p_best_shared share_within".split()
)
SIGNED = frozenset("estimate conf newcombe sim pooled pooled_conf bias bias_conf judge_bias".split())
"""Figures that are differences, in the results that are about one."""
LABELS = {
    "conf": "interval", "wilson": "Wilson interval", "newcombe": "Newcombe interval", "se": "standard error", "rank_best": "rank from",
    "rank_worst": "rank to", "lambda_": "lambda", "estimate_classical": "people only", "estimate_judge": "judge only",
    "mde": "smallest difference",
    "se_classical": "standard error, people only", "n_labelled": "labelled by people", "n_unlabelled": "not labelled", "icc": "ICC",
    "icc_raw": "ICC, raw", "df": "degrees of freedom", "effective_n": "worth so many labels", "loa": "limits of agreement",
}  # fmt: skip
P_VALUES = ("p_value", "p_adjusted")
_DECIMAL = re.compile(r"(?<![0-9.])(-?[0-9]+\.[0-9]{3,4})(?![0-9])")
"""In the advice of results, scores have three or four decimals and nothing else has."""


def print_of(function: str, result: Any, format: str, *, shares: bool) -> str:
    """A result (or the frame of `ev_table`) in one of the formats of every report; with `shares` its scores are shown in percent."""
    rows = result_rows(result)
    if hasattr(result, "columns"):
        grids, body = [_frame("Scores", rows, partial(_text, shares=shares, signed=frozenset()))], {"rows": rows}
    else:
        grids, body = list(result_grids(result, shares=shares)), result.to_dict()
    return render_grids({"function": function} | body, grids, rows, format)


def result_grids(result: Result, *, shares: bool = True) -> Iterator[Grid]:
    """The single figures of a result, then a grid for each table in it; what cannot be computed is `-`, and a note says why."""
    figures = result.to_dict()
    advice, reasons = figures.pop("advice"), figures.pop("reasons")
    tables = {name: value for name, value in figures.items() if _is_table(value)}
    single = {name: value for name, value in figures.items() if name not in tables and name != "replicates"}
    if result.term.startswith(("difference", "effect")):
        show = partial(_text, shares=shares, signed=SIGNED)
    else:
        show = partial(_text, shares=shares, signed=SIGNED - {"estimate", "conf"})
    rows = tuple((_label(name), text) for name, text in _shown(single, show))
    why = {reason: [name for name in reasons if reasons[name] == reason and name in figures] for reason in reasons.values()}
    if shares:
        advice = [_DECIMAL.sub(lambda found: f"{100 * float(found[0]):.1f}", line) for line in advice]
    notes = [*advice, *(f"{', '.join(names)} not computed: {reason}" for reason, names in why.items() if names)]
    yield Grid(result.title(), ("figure", "value"), rows, tuple(notes))
    for name, table in tables.items():
        yield _frame(name.replace("_", " "), table, show)


def result_rows(result: Any) -> list[Figures]:
    """The table in a result as rows; else its single figures as one row."""
    if hasattr(result, "columns"):
        from indicmatch.stats.result import plain

        rows: list[Figures] = plain(result)
        return rows
    figures = result.to_dict()
    tables = [value for value in figures.values() if _is_table(value)]
    if tables:
        return list(tables[0])
    return [{name: value for name, value in figures.items() if name not in ("advice", "reasons", "replicates", "discordant")}]


def lines_of(result: Any, *, shares: bool) -> list[Line]:
    """Label, estimate and interval of each row of a result, in percent where its scores are shares; what has no estimate is left out."""
    if hasattr(result, "columns"):
        rows = result_rows(result)
    elif hasattr(result, "tasks"):
        rows = [{"label": row["task"]} | row for row in result_rows(result)]
    else:
        rows = result.table_rows(getattr(result, "model", None) or result.term)
    scale = 100 if shares else 1
    return [
        (str(row["label"]), scale * row["estimate"], *(_scaled(row.get(end), scale) for end in ("conf_low", "conf_high")))
        for row in rows
        if row.get("estimate") is not None
    ]


def _scaled(value: float | None, scale: int) -> float | None:
    return None if value is None else scale * value


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _frame(title: str, rows: Sequence[Figures], show: Show) -> Grid:
    names = [name for name, _ in _shown(rows[0], show)]
    texts = tuple(tuple(text for _, text in _shown(row, show)) for row in rows)
    left = frozenset(place for place, name in enumerate(names) if isinstance(rows[0].get(name), str))
    return Grid(title, tuple(map(_label, names)), texts, (), left)


def _label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def _shown(figures: Figures, show: Show) -> Iterator[tuple[str, str]]:
    """Names and texts, the two ends of an interval as one."""
    for name, value in figures.items():
        base = name.removesuffix("_low")
        if name.endswith("_high") and f"{name.removesuffix('_high')}_low" in figures:
            continue
        if base != name and f"{base}_high" in figures:
            low, high = (show(base, figures[f"{base}{end}"]) for end in ("_low", "_high"))
            yield (f"{base} interval" if base in figures else base), "-" if value is None else f"[{low}, {high}]"
        elif isinstance(value, dict):
            yield name, ", ".join(f"{key.replace('_', ' ')} {entry}" for key, entry in value.items())
        else:
            yield name, show(name, value)


def _text(name: str, value: Any, *, shares: bool, signed: frozenset[str]) -> str:
    if value is None:
        return "inf" if name == "k" else "-"  # the number of draws that the floor of `ev_resample` stands for
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return f"{value}"
    if name in P_VALUES or name.endswith("_p_value"):
        return "<0.001" if value < 0.001 else f"{value:.3f}"
    if name in ("level", "power"):
        return f"{100 * value:.10g}%"
    if name in ALWAYS_SHARES or (shares and name in ON_THE_SCALE):
        plus = "+" if name in signed else ""
        return f"{100 * value:{plus}z.{2 if name in ERRORS else 1}f}"
    return f"{value:.10g}" if float(value).is_integer() else f"{value:z.4f}"

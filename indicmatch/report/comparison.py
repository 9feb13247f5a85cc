"""A comparison of models as grids, CSV and lines of a plot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indicmatch.report.grids import Grid, percent, points_with_interval, with_interval

__all__ = ["comparison_grids", "comparison_lines", "comparison_rows"]

Figures = dict[str, Any]


def comparison_grids(report: Figures) -> Iterator[Grid]:
    """For every two models and each metric their scores by domain and level, and the ranks of more than two."""
    for pair in report["pairs"]:
        for metric in report["metrics"]:
            yield _pair(report, pair, metric)
    for metric, levels in (report["ranks"] or {}).items():
        for level, rows in levels.items():
            if rows:
                yield _ranks(metric, level, rows)


def p_value(value: float | None) -> str:
    """A p value for people: three digits, never 0."""
    return "-" if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"


def _title(report: Figures, pair: Figures) -> str:
    languages = {other["language"] for other in report["pairs"]}
    where = "" if len(languages) == 1 else f", {pair['language'] or 'all languages'}"
    return f"{pair['model_a']} and {pair['model_b']}{where}"


def _pair(report: Figures, pair: Figures, metric: str) -> Grid:
    a, b = pair["model_a"], pair["model_b"]
    by_level = pair["combined"]["metrics"][metric]
    header = ("domain", "questions", "level", a, b, f"{a} - {b}", f"only {a}", f"only {b}", "p", "p (Holm)")
    rows = [
        _row(domain["domain"], level, domain["metrics"][metric][level], domain["metrics"][metric][level]["p_adjusted"])
        for level in by_level
        for domain in pair["domains"]
    ]
    several = len({(other["model_a"], other["model_b"]) for other in report["pairs"]}) > 1
    rows += [_row("combined", level, figures, figures["p_adjusted"] if several else None) for level, figures in by_level.items()]
    notes = (_matched(pair), *(note for level, figures in by_level.items() for note in _saved(level, figures)))
    return Grid(f"{_title(report, pair)}: {metric}", header, tuple(rows), notes, frozenset({0, 2}), len(by_level))


def _row(domain: str, level: str, figures: Figures, adjusted: float | None) -> tuple[str, ...]:
    return (
        domain,
        str(figures["questions"]),
        level,
        percent(figures["score_a"]),
        percent(figures["score_b"]),
        points_with_interval(figures["difference"], figures["ci"]),
        "-" if figures["a_only"] is None else str(figures["a_only"]),
        "-" if figures["b_only"] is None else str(figures["b_only"]),
        p_value(figures["p_value"]),
        p_value(adjusted),
    )


def _matched(pair: Figures) -> str:
    count = "1 question" if pair["questions"] == 1 else f"{pair['questions']} questions"
    matched = f"{count} matched by {pair['matched_by']}"
    if pair["only_a"] is None:
        return matched
    left = [f"{pair[key]} only in {pair[name]}" for key, name in (("only_a", "model_a"), ("only_b", "model_b")) if pair[key]]
    return "; ".join([matched, *left])


def _saved(level: str, figures: Figures) -> Iterator[str]:
    """What pairing saved, and what these questions could show."""
    facts = []
    if figures["correlation"] is not None:
        facts.append(f"correlation {figures['correlation']:.2f}")
    gain = figures["variance_reduction"]
    if gain is not None:
        saved = f"pairing cut the variance to 1/{gain:.1f}" if gain > 1 else "pairing did not cut the variance"
        facts.append(saved)
    if figures["mde"] is not None:
        facts.append(f"a true difference below {100 * figures['mde']:.1f} points would usually be missed")
    if figures.get("clusters"):
        facts.append(f"cluster-robust over {figures['clusters']} clusters")
    if figures["unscored"]:
        facts.append(f"{figures['unscored']} questions not scored")
    if facts:
        yield f"{level}: {'; '.join(facts)}"


def _ranks(metric: str, level: str, rows: list[Figures]) -> Grid:
    header = ("model", "score", "rank", "rank interval", "comes first")
    shown = tuple(
        (row["model"], with_interval(row["score"], row["ci"]), str(row["rank"]), rank_interval(row), f"{100 * row['p_best']:.0f}%")
        for row in rows
    )
    best = frozenset((place, 1) for place, row in enumerate(rows) if row["score"] == rows[0]["score"])
    notes = (f"on the {rows[0]['questions']} questions that all models answered",)
    return Grid(f"Ranks: {metric}, {level}", header, shown, notes, best=best)


def rank_interval(row: Figures) -> str:
    """The ranks that other draws of the questions would have given, as `1-2`."""
    if row["rank_interval"] is None:
        return "-"
    best, worst = row["rank_interval"]
    return str(best) if best == worst else f"{best}-{worst}"


def comparison_rows(report: Figures) -> list[Figures]:
    """One row for each pair, domain, metric and level; the domain is blank where all are together."""
    return [
        {name: pair[name] for name in ("model_a", "model_b", "language", "matched_by")}
        | {"domain": group["domain"], "metric": metric, "level": level}
        | _flat(figures)
        | {"signature": report["signature"][level]}
        for pair in report["pairs"]
        for group in [*pair["domains"], pair["combined"]]
        for metric, levels in group["metrics"].items()
        for level, figures in levels.items()
    ]


def _flat(figures: Figures) -> Figures:
    low, high = figures["ci"] or (None, None)
    return {key: value for key, value in figures.items() if key != "ci"} | {"ci_low": low, "ci_high": high}


def comparison_lines(report: Figures) -> list[tuple[str, float, float | None, float | None]]:
    """Label, difference in points and its interval, for each pair, metric and level."""
    lines = []
    for pair in report["pairs"]:
        for metric, levels in pair["combined"]["metrics"].items():
            for level, figures in levels.items():
                if figures["difference"] is not None:
                    low, high = figures["ci"] or (None, None)
                    label = f"{pair['model_a']} - {pair['model_b']}, {metric} {level}"
                    where = f", {pair['language']}" if pair["language"] else ""
                    ends = [None if end is None else 100 * end for end in (low, high)]
                    lines.append((label + where, 100 * figures["difference"], ends[0], ends[1]))
    return lines

"""A board of models by languages as grids, CSV and lines of a plot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indicmatch.report.comparison import rank_interval
from indicmatch.report.grids import Grid, percent, with_interval

__all__ = ["board_grids", "board_lines", "board_rows"]

Figures = dict[str, Any]


def board_grids(report: Figures) -> Iterator[Grid]:
    """A grid for each metric and level: the models best first, the best of each column marked."""
    for metric, levels in report["boards"].items():
        for level, rows in levels.items():
            yield _grid(report["languages"], f"{metric}, {level}", rows)


def _grid(languages: list[str], title: str, rows: list[Figures]) -> Grid:
    ranked = any(row["rank"] is not None for row in rows)
    several = len(languages) > 1
    header = ["model", *languages, *(("micro", "macro") if several else ()), *(("rank", "rank interval") if ranked else ())]
    notes = []
    if several:
        notes.append("micro: mean over all rows; macro: mean of the languages")
    if ranked:
        notes.append(f"ranks on the {next(row['ranked_on'] for row in rows if row['ranked_on'])} questions that all models answered")
    shown = [tuple(_cells(row, languages, several=several, ranked=ranked)) for row in rows]
    return Grid(title, tuple(header), tuple(shown), tuple(notes), best=_best(languages, rows, several=several))


def _cells(row: Figures, languages: list[str], *, several: bool, ranked: bool) -> Iterator[str]:
    yield row["model"]
    for language in languages:
        cell = row["languages"][language]
        if cell is None:
            yield "-"
        else:
            yield percent(cell["score"]) if several else with_interval(cell["score"], cell["ci"])
    if several:
        yield with_interval(row["micro"]["score"], row["micro"]["ci"])
        yield with_interval(row["macro"]["score"], row["macro"]["ci"])
    if ranked:
        yield "-" if row["rank"] is None else str(row["rank"])
        yield rank_interval(row)


def _best(languages: list[str], rows: list[Figures], *, several: bool) -> frozenset[tuple[int, int]]:
    """The best cells of each column whose models differ; a mean over fewer languages than others have is not compared with theirs."""
    if len(rows) < 2:
        return frozenset()
    columns = [[(row["languages"][language] or {}).get("score") for row in rows] for language in languages]
    if several:
        whole = [row["macro"]["languages"] == len(languages) for row in rows]
        columns += [[row[mean]["score"] if all_ else None for row, all_ in zip(rows, whole, strict=True)] for mean in ("micro", "macro")]
    known = [(at, column, [score for score in column if score is not None]) for at, column in enumerate(columns, 1)]
    return frozenset(
        (place, at)
        for at, column, scores in known
        for place, score in enumerate(column)
        if score is not None and score == max(scores) > min(scores)
    )


def board_rows(report: Figures) -> list[Figures]:
    """One row for each metric, level, model and language; `micro` (which bears the rank) and `macro` stand among the languages."""
    return [
        {"metric": metric, "level": level, "model": row["model"], "language": language}
        | _flat(cell)
        | (_rank(row) if language == "micro" else {})
        | {"signature": report["signature"][level]}
        for metric, levels in report["boards"].items()
        for level, models in levels.items()
        for row in models
        for language, cell in {**row["languages"], "micro": row["micro"], "macro": row["macro"]}.items()
        if cell is not None
    ]


def _flat(cell: Figures) -> Figures:
    low, high = cell["ci"] or (None, None)
    return {"n": cell.get("n"), "score": cell["score"], "ci_low": low, "ci_high": high, "clusters": cell.get("clusters")}


def _rank(row: Figures) -> Figures:
    best, worst = row["rank_interval"] or (None, None)
    return {"rank": row["rank"], "rank_best": best, "rank_worst": worst, "p_best": row["p_best"]}


def board_lines(report: Figures) -> list[tuple[str, float, float | None, float | None]]:
    """Label, macro mean in percent and its interval, for each model, metric and level."""
    lines = []
    for metric, levels in report["boards"].items():
        for level, rows in levels.items():
            for row in rows:
                mean = row["macro"]
                if mean["score"] is not None:
                    low, high = mean["ci"] or (None, None)
                    ends = [None if end is None else 100 * end for end in (low, high)]
                    lines.append((f"{row['model']}, {metric} {level}", 100 * mean["score"], ends[0], ends[1]))
    return lines

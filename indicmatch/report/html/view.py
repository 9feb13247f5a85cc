"""From a report's figures to what the page's template lays out: sentences, tables, bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from indicmatch.languages import language
from indicmatch.normalize import edits
from indicmatch.report.grids import BUCKET_READINGS, headline, name_of, percent, points, points_with_interval, with_interval
from indicmatch.report.html.charts import interval_bar
from indicmatch.tables import text_of

__all__ = ["block_view", "differing", "files_view", "ladders_of_all", "levels_of", "rung_groups", "sentence", "widest", "with_short_names"]

Figures = dict[str, Any]


def with_short_names(report: Figures) -> Figures:
    """The report with its files called by their names alone, where those differ: a page that is sent tells nothing of anyone's folders."""
    paths = list(dict.fromkeys(file["file"] for file in report["files"]))
    names = [re.split(r"[\\/]", path)[-1] for path in paths]
    if len(set(names)) < len(paths):
        return report
    short = dict(zip(paths, names, strict=True))

    def renamed(found: list[Figures]) -> list[Figures]:
        return [its | {"file": short[its["file"]]} for its in found]

    said = list(report["warnings"])
    for path, name in sorted(short.items(), key=lambda item: -len(item[0])):
        said = [text.replace(path, name) for text in said]
    across = [pair | {"files": [short[path] for path in pair["files"]]} for pair in report.get("across") or ()]
    changed = {"files": renamed(report["files"]), "warnings": said}
    return report | changed | ({"inputs": renamed(report["inputs"]), "across": across} if "inputs" in report else {})


def levels_of(report: Figures, metric: str) -> list[str]:
    """The levels that say something about a metric, raw first."""
    return ["raw", *report["combined"]["metrics"][metric]["delta"]]


def sentence(file: Figures, metric: str, levels: list[str]) -> str:
    """The figures of a file in one sentence to quote: raw, the highest level, the difference, what was rescued and by which step.

    >>> cell = {"accuracy": 0.5, "ci": [0.4, 0.6]}
    >>> delta = {"difference": 0.0, "ci": [0, 0], "rescued": 0, "broken": 0, "by_step": {}}
    >>> figures = {"raw": cell, "nfc": cell, "delta": {"nfc": delta}}
    >>> sentence({"file": "a.csv", "rows": 2, "combined": {"metrics": {"m": figures}}}, "m", ["raw", "nfc"])
    'On a.csv (2 rows) m was 50.0% [40.0, 60.0] under the published protocol
    and 50.0% [40.0, 60.0] under nfc: 0.0 points [0.0, 0.0], 0 rows rescued, 0 broken.'
    """
    figures = file["combined"]["metrics"][metric]
    top = levels[-1]
    rows = "1 row" if file["rows"] == 1 else f"{file['rows']:,} rows"
    opening = f"On {name_of(file)} ({rows}) {metric} was {_quoted(figures['raw'])} under the published protocol"
    if top == "raw":
        return f"{opening}."
    delta = figures["delta"][top]
    if "mean_ci" in figures["raw"] or delta["difference"] is None:
        return f"{opening} and {_quoted(figures[top])} under {top}."
    moved = f"{delta['rescued']} {'row' if delta['rescued'] == 1 else 'rows'} rescued, {delta['broken']} broken"
    return (
        f"{opening} and {_quoted(figures[top])} under {top}:"
        f" {points_with_interval(delta['difference'], delta['ci']).replace(' [', ' points [')}, {moved}{_by_whom(delta)}."
    )


def _quoted(cell: Figures) -> str:
    value, ci = headline(cell)
    return "not computed" if value is None else with_interval(value, ci).replace(" [", "% [") if ci else f"{percent(value)}%"


def _by_whom(delta: Figures) -> str:
    """The step that rescued most."""
    name, flips = max(delta["by_step"].items(), key=lambda item: int(item[1]["rescued"]), default=("", {"rescued": 0}))
    if not flips["rescued"]:
        return ""
    share = "them all" if flips["rescued"] == delta["rescued"] else f"{flips['rescued']} of them"
    return f"; {name} rescued {share}"


def cell_view(cell: Figures, raw: Figures | None = None) -> Figures:
    """A figure, its interval and its bar."""
    value, ci = headline(cell)
    beside = headline(raw)[0] if raw else None
    limits = "" if ci is None else f"[{percent(ci[0])}, {percent(ci[1])}]"
    return {"text": percent(value), "ci": limits, "bar": interval_bar(value, ci, beside)}


def change_view(figures: Figures, level: str) -> Figures:
    """The change from raw to a level."""
    delta = figures["delta"][level]
    graded = "mean_ci" in figures["raw"]
    pair = (figures["raw"].get("mean"), figures[level].get("mean"))
    difference = (None if None in pair else pair[1] - pair[0]) if graded else delta["difference"]
    return {
        "text": points(difference),
        "ci": "" if delta["ci"] is None else f"[{points(delta['ci'][0])}, {points(delta['ci'][1])}]",
        "rescued": delta["rescued"],
        "broken": delta["broken"],
        "steps": [(name, flips) for name, flips in delta["by_step"].items() if flips["rescued"] or flips["broken"]],
    }


def files_view(report: Figures) -> list[Figures]:
    """A line for each file, and for all of them, with raw and the highest level of each metric."""
    lines = []
    blocks = [*report["files"], {"file": "all files", "combined": report["combined"], "rows": report["combined"]["n"], "language": None}]
    for place, file in enumerate(blocks):
        cells = []
        for metric in report["metrics"]:
            figures, top = file["combined"]["metrics"][metric], levels_of(report, metric)[-1]
            raw = cell_view(figures["raw"])
            change = None if top == "raw" else cell_view(figures[top], figures["raw"]) | {"change": change_view(figures, top)}
            cells.append({"raw": raw, "top": change})
        whole = place == len(report["files"])
        anchor = None if whole else f"file-{place}"
        lines.append({"name": name_of(file), "anchor": anchor, "tag": None, "total": whole, "rows": file["rows"], "cells": cells})
    return lines if len(report["files"]) > 1 else lines[:1]


def block_view(report: Figures, file: Figures, place: int) -> Figures:
    """What the page says of one file, or of one model in it."""
    known = language(file["language"]) if file["language"] else None
    return {
        "anchor": f"file-{place}",
        "name": name_of(file),
        "file": file,
        "language": known,
        "sentences": [sentence(file, metric, levels_of(report, metric)) for metric in report["metrics"]],
        "metrics": [_metric_view(report, file, metric) for metric in report["metrics"]],
        "domains": list(_domains(report, file)),
        "buckets": _buckets(report, file),
    }


def _metric_view(report: Figures, file: Figures, metric: str) -> Figures:
    figures, levels = file["combined"]["metrics"][metric], levels_of(report, metric)
    lines = [
        {"level": level, "signature": file["signature"][level]}
        | cell_view(figures[level], None if level == "raw" else figures["raw"])
        | {"change": None if level == "raw" else change_view(figures, level), "share": _recall(figures[level])}
        for level in levels
    ]
    ladder = file["combined"].get("ladder", {}).get(metric)
    return {"name": metric, "lines": lines, "ladder": ladder and list(_ladder(report, ladder)), "clusters": figures["raw"].get("clusters")}


def _recall(cell: Figures) -> str | None:
    return percent(cell["word_recall"]) if "word_recall" in cell else None


def _ladder(report: Figures, rungs: list[Figures]) -> Iterator[Figures]:
    what = {rung["step"]: rung for rung in report["ladder"]}
    for rung in rungs:
        value, ci = headline(rung)
        yield rung | {
            "kind": what[rung["step"]]["kind"],
            "what": what[rung["step"]]["what"],
            "loses": what[rung["step"]]["loses"],
            "text": percent(value),
            "shown_ci": "" if ci is None else f"[{percent(ci[0])}, {percent(ci[1])}]",
            "bar": interval_bar(value, ci, headline(rungs[0])[0]),
        }


def differing(group: list[str]) -> str:
    """The code points in which the first two texts of a group differ, since they look alike.

    >>> differing(["\u0958", "\u0915\u093c"])
    'U+0958 = U+0915 U+093C'
    """
    one, other = group[:2]
    return "; ".join(f"{text_of(old) or 'nothing'} = {text_of(new) or 'nothing'}" for _, old, new in edits(one, other))


def ladders_of_all(report: Figures) -> list[Figures]:
    """The ladder of each metric over all files, where there are several."""
    ladders = report["combined"].get("ladder", {}) if len(report["files"]) > 1 else {}
    return [{"name": metric, "ladder": list(_ladder(report, rungs))} for metric, rungs in ladders.items()]


def widest(pairs: list[Figures], metric: str) -> list[Figures]:
    """Pairs of files, those with the widest gap under raw first."""
    return sorted(pairs, key=lambda pair: -abs(pair["metrics"][metric]["raw"]["gap"]))


def rung_groups(rungs: list[Figures]) -> list[tuple[str, list[Figures]]]:
    """Rungs by the level that they are steps of; those of no level stand by themselves."""
    groups: list[tuple[str, list[Figures]]] = []
    for rung in rungs:
        name = rung["level"] or {"raw": "raw", "extract": "response", "tokenizer": "words", "stem": "stems"}.get(rung["kind"], "by name")
        if groups and groups[-1][0] == name:
            groups[-1][1].append(rung)
        else:
            groups.append((name, [rung]))
    return groups


def _domains(report: Figures, file: Figures) -> Iterator[Figures]:
    for group in file["domains"]:
        cells = []
        for metric in report["metrics"]:
            figures, top = group["metrics"][metric], levels_of(report, metric)[-1]
            cells.append({
                "raw": cell_view(figures["raw"]),
                "top": None if top == "raw" else cell_view(figures[top], figures["raw"]) | {"change": change_view(figures, top)},
            })  # fmt: skip
        yield {"name": group["domain"], "anchor": None, "tag": file["language"], "total": False, "rows": group["n"], "cells": cells}


def _buckets(report: Figures, file: Figures) -> Figures | None:
    counts = file["combined"]["buckets"]
    if counts is None:
        return None
    levels = [level for level in report["levels"] if level in counts]
    return {
        "levels": levels,
        "lines": [
            {"key": key, "name": name, "reading": reading, "counts": [counts[level][key] for level in levels]}
            for key, (name, reading) in BUCKET_READINGS.items()
        ],
        "moves": file.get("moves"),
    }

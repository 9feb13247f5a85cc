"""An audit as grids of text cells, and as rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indicmatch.audit.flips import excel_safe
from indicmatch.report.grids import BUCKET_READINGS, Grid, cell_text, name_of, percent, points_with_interval, sampling_notes, with_interval

__all__ = ["audit_grids", "audit_rows"]

Figures = dict[str, Any]

SHOWN = 40  # characters of an example


def audit_grids(report: Figures) -> Iterator[Grid]:
    """The grids of an audit: the ladder and the buckets of each file, its characters, languages compared, what people say."""
    for file in report["files"]:
        yield _ladder(file, report)
        if file["moves"] and file["rows"]:
            yield _moves(file)
        if file["wrong_script"]["rows"]:
            yield _wrong_script(file)
    if len(report["files"]) > 1:
        yield _ladder({"file": "all files", "rows": report["combined"]["n"], "language": None, "combined": report["combined"]}, report)
    for found in report["inputs"]:
        if found["collisions"]:
            yield from _collisions(found)
        yield from _columns(found)
        if found["repairs"] is not None:
            yield _repairs(found)
    if report["across"]:
        yield from _across(report)
    if report["labels"]:
        yield _labels(report["labels"])


def _ladder(file: Figures, report: Figures) -> Grid:
    header, rows = ["step", "level"], []
    for metric in report["metrics"]:
        header += [metric, "rescued", "broken"]
    ladders = [{rung["step"]: rung for rung in file["combined"]["ladder"][metric]} for metric in report["metrics"]]
    for rung in report["ladder"]:
        cells = [rung["step"], rung["level"] or rung["kind"]]
        for ladder in ladders:
            its = ladder.get(rung["step"])
            cells += ["-", "", ""] if its is None else [cell_text(its), *(_signed(its, key) for key in ("rescued", "broken"))]
        rows.append(tuple(cells))
    notes = [f"{file['rows']} {'row' if file['rows'] == 1 else 'rows'}", *([f"language {file['language']}"] if file["language"] else [])]
    sampled = [
        f"{metric}: {note}"
        for metric, figures in file["combined"]["metrics"].items()
        for note in sampling_notes(figures["raw"], report)
    ]
    return Grid(f"{name_of(file)}: the ladder from raw", tuple(header), tuple(rows), (", ".join(notes), *sampled), frozenset({0, 1}))


def _signed(rung: Figures, key: str) -> str:
    sign = "+" if key == "rescued" else "-"
    return f"{sign}{rung[key]}" if rung[key] else "."


def _moves(file: Figures) -> Grid:
    names = {key: name for key, (name, _) in BUCKET_READINGS.items()}
    rows = tuple((names[key], *(str(count) for count in counts.values())) for key, counts in file["moves"].items())
    return Grid(f"{name_of(file)}: moves between the buckets, from raw to the highest level", ("from raw", *names.values()), rows)


def _wrong_script(file: Figures) -> Grid:
    found = file["wrong_script"]
    rows = tuple((str(row["line"]), row["answer"][:SHOWN], row["script"], row["response"][:SHOWN]) for row in found["examples"])
    title = f"{name_of(file)}: right answer, wrong script, in {found['rows']} of the rows that no metric calls right"
    return Grid(title, ("line", "answer", "script", "response"), rows, left=frozenset({1, 2, 3}))


def _collisions(found: Figures) -> Iterator[Grid]:
    rows = []
    for kind, its in found["collisions"].items():
        for step, merged in its["steps"].items():
            example = " = ".join(text[:SHOWN] for text in merged["examples"][0])
            rows.append((kind, step, str(merged["groups"]), "no" if merged["alike"] else "yes", example))
    looked = {True: "", False: " were looked at, of more"}
    notes = [f"{its['distinct']} different {kind}{looked[its['complete']]}" for kind, its in found["collisions"].items()]
    if rows:
        header = ("of", "step", "groups", "can a reader tell them apart", "example")
        left = frozenset({0, 1, 3, 4})
        yield Grid(f"{found['file']}: different texts that a step makes equal", header, tuple(rows), (", ".join(notes),), left)


def _columns(found: Figures) -> Iterator[Grid]:
    rows = []
    for column in found["columns"]:
        for finding in column["findings"]:
            kinds = ", ".join(f"{_cut(kind)} ({count})" for kind, count in list(finding["kinds"].items())[:2])
            lines = ", ".join(map(str, finding["lines"]))
            rows.append((column["column"], finding["label"], str(finding["count"]), f"{percent(finding['share'])}%", lines, kinds))
    if rows:
        header = ("column", "found", "cells", "share", "lines", "what")
        yield Grid(f"{found['file']}: what is in its characters", header, tuple(rows), left=frozenset({0, 1, 4, 5}))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _repairs(found: Figures) -> Grid:
    rows = tuple((repair["column"] or "(any)", repair["label"], str(repair["cells"])) for repair in found["repairs"])
    notes = () if rows else ("nothing to repair",)
    return Grid(f"{found['file']}: repairs in the copy", ("column", "repair", "cells"), rows, notes, left=frozenset({0, 1}))


def _across(report: Figures) -> Iterator[Grid]:
    for metric in report["metrics"]:
        levels = list(report["across"][0]["metrics"][metric])
        header = ("files", "questions", *(f"gap, {level}" for level in (levels[0], levels[-1])), "closed")
        rows = []
        for pair in report["across"]:
            raw, top = pair["metrics"][metric][levels[0]], pair["metrics"][metric][levels[-1]]
            gaps = [points_with_interval(its["gap"], its["ci"]) for its in (raw, top)]
            closed = points_with_interval(top["closed"], top["closed_ci"]) if "closed" in top else "-"
            rows.append((" - ".join(pair["files"]), str(pair["questions"]), *gaps, closed))
        note = f"intervals are clustered by {report.get('clustered_by', 'question')}"
        yield Grid(f"Languages compared on the same questions: {metric}", header, tuple(rows), (note,))


def _labels(labels: Figures) -> Grid:
    rows = []
    for metric, kinds in labels["metrics"].items():
        for kind, its in kinds.items():
            for name, share in [(kind, its), *((f"  by {step}", found) for step, found in its["by_step"].items())]:
                rows.append((metric, name, str(share["labelled"]), str(share["as_people_say"]), with_interval(share["share"], share["ci"])))
    notes = (f"{labels['used']} of {labels['labels']} labelled rows were found", f"{labels['changed_rows']} have changed since")
    header = ("metric", "flips", "labelled", "rightly so", "share")
    return Grid("What people say of the flips", header, tuple(rows), notes, left=frozenset({0, 1}))


def audit_rows(report: Figures, *, safe: bool = False) -> list[Figures]:
    """A row for each file, domain, metric and step; a blank domain is the whole file, a blank file all files.

    `safe` puts an apostrophe before what a spreadsheet would take for a formula.
    """
    rows = []
    for file in [*report["files"], {"file": "", "language": "", "domains": [], "combined": report["combined"]}]:
        whose = {name: file.get(name) or "" for name in ("file", "model", "language")}
        for group in [*file["domains"], file["combined"]]:
            rows += [whose | row for row in _rows(group)]
    return [{name: excel_safe(value) if isinstance(value, str) else value for name, value in row.items()} for row in rows] if safe else rows


def _rows(group: Figures) -> Iterator[Figures]:
    for metric, rungs in group["ladder"].items():
        for rung in rungs:
            low, high = rung["ci"] or (None, None)
            yield {
                "domain": group["domain"] or "",
                "metric": metric,
                "step": rung["step"],
                "level": rung["level"] or "",
                **{name: rung[name] for name in ("correct", "scored", "accuracy")},
                "ci_low": low,
                "ci_high": high,
                "mean": rung.get("word_recall", rung.get("mean")),
                **{name: rung[name] for name in ("rescued", "broken")},
            }

"""A score report as grids of text cells: one for each metric of each file, the buckets, and a summary of all files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = [
    "BUCKET_READINGS",
    "Grid",
    "cell_text",
    "grids_of",
    "headline",
    "name_of",
    "percent",
    "points",
    "points_with_interval",
    "sampling_notes",
    "with_interval",
]

Figures = dict[str, Any]

BUCKET_READINGS = {
    "both": ("both right", "most likely right"),
    "exact_only": ("exact only", "mostly an inflected form: right, but word overlap misses it"),
    "overlap_only": ("overlap only", "every word is there, elsewhere: a paraphrase or another claim; have it read"),
    "neither": ("neither", "wrong, or worded quite differently"),
}
COUNTED = (
    ("blank_responses", "blank response", ""),
    ("empty_answers", "empty answer", ""),
    ("no_word_answers", "answer", " without words"),
    ("emptied_answers", "answer", " emptied by a level"),
)
_CONTROLS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], " ")
SHARES = {"word_recall": "mean word recall"}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of text: a title, notes above it, a header, and rows; `left` columns are aligned left, the others right.

    The last `totals` rows sum up those above them; `best` are the (row, column) places of cells to be set in bold.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    left: frozenset[int] = frozenset({0})
    totals: int = 0
    best: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        """Domains and file names are other people's: a line break or a control character in them must not break a table."""
        object.__setattr__(self, "title", self.title.translate(_CONTROLS))
        object.__setattr__(self, "rows", tuple(tuple(cell.translate(_CONTROLS) for cell in row) for row in self.rows))


def grids_of(report: Figures) -> Iterator[Grid]:
    """The grids of a score report (`ScoreReport.to_dict()`), file by file; with several files a summary of them last."""
    levels = report["levels"]
    for file in report["files"]:
        notes = _notes(file, report["confidence"])
        for metric in report["metrics"]:
            sampling = sampling_notes(file["combined"]["metrics"][metric]["raw"], report)
            yield from _details(file, metric, levels, (*notes, *sampling))
            notes = ()
        if file["combined"]["buckets"] is not None and file["rows"]:
            yield _buckets(file, levels)
    if len(report["files"]) > 1:
        yield _summary(report)


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def points(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0")


def with_interval(value: float | None, ci: list[float] | None) -> str:
    """A share with its interval, in percent: `25.3 [20.2, 31.3]`."""
    return percent(value) if value is None or ci is None else f"{percent(value)} [{percent(ci[0])}, {percent(ci[1])}]"


def points_with_interval(value: float | None, ci: list[float] | None) -> str:
    """A difference with its interval, in points: `+1.7 [-0.4, +3.9]`."""
    return points(value) if value is None or ci is None else f"{points(value)} [{points(ci[0])}, {points(ci[1])}]"


def headline(cell: Figures) -> tuple[float | None, list[float] | None]:
    """The figure of a cell and its interval: the accuracy, or the mean of a metric that only has a number."""
    return (cell["mean"], cell["mean_ci"]) if "mean_ci" in cell else (cell["accuracy"], cell["ci"])


def cell_text(cell: Figures) -> str:
    """The figure of a cell with its interval."""
    return with_interval(*headline(cell))


def _change(figures: Figures, level: str) -> str:
    delta = figures["delta"][level]
    return points_with_interval(_difference(figures, level), delta["ci"])


def _difference(figures: Figures, level: str) -> float | None:
    if "mean_ci" not in figures["raw"]:
        difference: float | None = figures["delta"][level]["difference"]
        return difference
    raw, now = figures["raw"]["mean"], figures[level]["mean"]
    return None if raw is None or now is None else now - raw


def _steps(delta: Figures) -> str:
    """Which step made the flips, as `words +3, nfc +1 -1`."""
    parts = []
    for name, flips in delta["by_step"].items():
        signs = [f"{sign}{flips[key]}" for key, sign in (("rescued", "+"), ("broken", "-")) if flips[key]]
        if signs:
            parts.append(f"{name} {' '.join(signs)}")
    return ", ".join(parts) or "-"


def _notes(file: Figures, confidence: float) -> tuple[str, ...]:
    facts = [_many(file["rows"], "row"), f"language {file['language'] or 'not recognised'}"]
    if file["script"]:
        facts.append(f"script {file['script']}")
    facts += [_many(file[key], noun, rest) for key, noun, rest in COUNTED if file[key]]
    return (", ".join([*facts, f"{100 * confidence:g}% intervals"]),)


def sampling_notes(cell: Figures, report: Figures) -> Iterator[str]:
    """What the intervals heed, where they heed anything."""
    if "items" in cell:
        yield f"draws are averaged within {_many(cell['items'], 'question')}"
    if "clusters" in cell:
        by = f" of {report['clustered_by']}" if "clustered_by" in report else ""
        cost = "" if cell["design_effect"] is None else f", design effect {cell['design_effect']:.2f}"
        yield f"intervals are cluster-robust over {_many(cell['clusters'], 'cluster')}{by}{cost}"


def name_of(file: Figures) -> str:
    """A file of the report, with its model where it has one."""
    return f"{file['file']} ({file['model']})" if "model" in file else str(file["file"])


def _intervals(report: Figures) -> Iterator[str]:
    """The combined figures of each metric with their intervals."""
    for metric in report["metrics"]:
        figures = report["combined"]["metrics"][metric]
        parts = [f"raw {cell_text(figures['raw'])}"]
        for level in figures["delta"]:
            parts += [f"{level} {cell_text(figures[level])}", f"{level} - raw {_change(figures, level)}"]
        yield "; ".join([f"combined {metric}: {', '.join(parts)}", *sampling_notes(figures["raw"], report)])


def _many(count: int, noun: str, rest: str = "") -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}{rest}"


def _details(file: Figures, metric: str, levels: list[str], notes: tuple[str, ...]) -> Iterator[Grid]:
    """A grid for each level beside raw, so that none gets too wide; one of raw alone where there is no other."""
    others = [level for level in levels[1:] if level in file["combined"]["metrics"][metric]]
    for level in others or [""]:
        title = f"{name_of(file)}: {metric}" + (f", raw and {level}" if len(others) > 1 else "")
        yield _detail(file, metric, level, title, notes)
        notes = ()


def _detail(file: Figures, metric: str, level: str, title: str, notes: tuple[str, ...]) -> Grid:
    header = ["domain", "rows", "raw"] + ([level, f"{level} - raw", "rescued", "broken", "by step"] if level else [])
    shares = {key for key in SHARES if key in file["combined"]["metrics"][metric]["raw"]}
    groups = [*file["domains"], file["combined"]] if len(file["domains"]) != 1 else [file["combined"]]
    rows = [tuple(_detail_row(group, metric, level)) for group in groups]
    rows += [tuple(_recall_row(file["combined"], metric, level, key)) for key in sorted(shares)]
    left = frozenset(place for place, name in enumerate(header) if name in ("domain", "by step"))
    return Grid(title, tuple(header), tuple(rows), notes, left, totals=1 + len(shares))


def _detail_row(group: Figures, metric: str, level: str) -> list[str]:
    figures = group["metrics"][metric]
    cells = [group["domain"] if group["domain"] is not None else "combined", str(group["n"]), cell_text(figures["raw"])]
    if not level:
        return cells
    delta = figures["delta"][level]
    flips = [str(delta["rescued"]), str(delta["broken"])] if delta["pairs"] else ["-", "-"]
    return [*cells, cell_text(figures[level]), _change(figures, level), *flips, _steps(delta)]


def _recall_row(group: Figures, metric: str, level: str, key: str) -> list[str]:
    raw = group["metrics"][metric]["raw"][key]
    if not level:
        return [SHARES[key], "", percent(raw)]
    now = group["metrics"][metric][level][key]
    return [SHARES[key], "", percent(raw), percent(now), points(None if None in (now, raw) else now - raw), "", "", ""]


def _buckets(file: Figures, levels: list[str]) -> Grid:
    counts = file["combined"]["buckets"]
    levels = [level for level in levels if level in counts]
    rows = [(name, *(str(counts[level][key]) for level in levels), reading) for key, (name, reading) in BUCKET_READINGS.items()]
    header = ("bucket", *levels, "how to read it")
    return Grid(f"{name_of(file)}: exact substring and word overlap together", header, tuple(rows), left=frozenset({0, len(header) - 1}))


def _summary(report: Figures) -> Grid:
    metrics = report["metrics"]
    header = ["file", "language", "rows"]
    for metric in metrics:
        header += [f"{metric} raw", *(name for level in _others(report, metric) for name in (level, "change"))]
    rows = [(name_of(file), file["language"] or "-", *_summary_cells(file["combined"], metrics)) for file in report["files"]]
    rows.append(("combined (all rows)", "", *_summary_cells(report["combined"], metrics)))
    macro = ["macro (mean of files)", "", ""]
    for metric in metrics:
        raw, *others = (report["macro"][metric][level] for level in ["raw", *_others(report, metric)])
        macro.append(percent(raw))
        for value in others:
            macro += [percent(value), points(None if None in (value, raw) else value - raw)]
    rows.append(tuple(macro))
    notes = tuple(_intervals(report))
    return Grid("All files", tuple(header), tuple(rows), notes, frozenset({0, 1}), totals=2)


def _summary_cells(group: Figures, metrics: list[str]) -> list[str]:
    cells = [str(group["n"])]
    for metric in metrics:
        figures = group["metrics"][metric]
        cells.append(percent(headline(figures["raw"])[0]))
        for level in figures["delta"]:
            cells += [percent(headline(figures[level])[0]), points(_difference(figures, level))]
    return cells


def _others(report: Figures, metric: str) -> list[str]:
    """The variants beside raw that say something about a metric."""
    return list(report["combined"]["metrics"][metric]["delta"])

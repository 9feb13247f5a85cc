"""Scores from 0 to 1 as a picture: a histogram with a box plot under it, as SVG by hand or as PNG through matplotlib."""

from __future__ import annotations

import io
import secrets
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from indicmatch.correctness.summary import BINS, histogram, quartiles
from indicmatch.errors import BadFile, BadInput, MissingExtra
from indicmatch.records import atomic_writer

__all__ = ["check_plot", "histogram_png", "histogram_svg", "save_plot"]

WIDTH, LEFT, RIGHT, TOP, BARS, BOX = 640, 60, 620, 50, 220, 60
_BASE = TOP + BARS
_MIDDLE = _BASE + 45 + BOX // 2


def check_plot(path: str | Path) -> None:
    """Refuse a file name whose ending says neither SVG nor PNG, before anything is computed."""
    if Path(path).suffix.lower() not in (".svg", ".png"):
        message = f"{path}: a picture is .svg or .png; name it so"
        raise BadInput(message)


def save_plot(path: str | Path, scores: Sequence[float], *, title: str, label: str, threshold: float | None = None) -> None:
    """Write the picture of scores; the file is there whole, or not at all. PNG needs matplotlib."""
    check_plot(path)
    if Path(path).suffix.lower() == ".svg":
        with atomic_writer(path) as out:
            out.write(histogram_svg(scores, title=title, label=label, threshold=threshold))
        return
    data = histogram_png(scores, title=title, label=label, threshold=threshold)
    temporary = Path(path).with_name(f".{Path(path).name}.{secrets.token_hex(4)}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise BadFile(f"the file cannot be written ({error.strerror or error})", file=path, remedy="look at its folder") from error


def histogram_svg(scores: Sequence[float], *, title: str, label: str, threshold: float | None = None) -> str:
    """The picture as SVG, drawn by plain shapes and text; it says so where there is no score.

    >>> histogram_svg([0.2, 0.9], title="hindi.csv", label="answer correctness").startswith("<svg")
    True
    """
    height = _BASE + 45 + BOX + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="sans-serif" font-size="13"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(WIDTH / 2, 26, title, size=16),
        *_axis(height, label, len(scores)),
        *(_bars(scores) if scores else [_text(WIDTH / 2, TOP + BARS / 2, "no scores")]),
        *_box(scores),
    ]
    if threshold is not None:
        x = _x(threshold)
        parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{_BASE}" stroke="#b00020" stroke-dasharray="5 4"/>')
        parts.append(_text(x, TOP - 5, f"threshold {threshold:g}", fill="#b00020", size=11))
    return "\n".join([*parts, "</svg>", ""])


def _x(score: float) -> float:
    return round(LEFT + score * (RIGHT - LEFT), 2)


def _text(x: float, y: float, text: str, *, anchor: str = "middle", size: int = 13, fill: str = "#222") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{escape(text)}</text>'


def _axis(height: int, label: str, count: int) -> list[str]:
    marks = [f'<line x1="{LEFT}" y1="{_BASE}" x2="{RIGHT}" y2="{_BASE}" stroke="#222"/>']
    marks += [_text(_x(tenth / BINS), _BASE + 18, f"{tenth / BINS:.1f}") for tenth in range(0, BINS + 1, 2)]
    return [*marks, _text(WIDTH / 2, height - 12, f"{label} (n = {count})")]


def _bars(scores: Sequence[float]) -> list[str]:
    counts = histogram(scores)
    most = max(counts)
    bars = [_text(LEFT - 8, TOP + 5, str(most), anchor="end"), _text(LEFT - 8, _BASE + 4, "0", anchor="end")]
    width = (RIGHT - LEFT) / BINS
    for place, count in enumerate(counts):
        tall = round(BARS * count / most, 2)
        x, y = round(LEFT + place * width + 1, 2), round(_BASE - tall, 2)
        shape = f'<rect x="{x}" y="{y}" width="{round(width - 2, 2)}" height="{tall}" fill="#3b6ea5">'
        bars.append(f"{shape}<title>{place / BINS:.1f} to {(place + 1) / BINS:.1f}: {count}</title></rect>")
    return bars


def _box(scores: Sequence[float]) -> list[str]:
    """Median, quartiles, and whiskers to the furthest score within 1.5 times their distance; what lies beyond is a dot (Tukey 1977)."""
    found = quartiles(scores)
    if found is None:
        return []
    low, middle, high = found
    reach = 1.5 * (high - low)
    inside = [score for score in scores if low - reach <= score <= high + reach]
    least, most = _x(min(inside)), _x(max(inside))
    top = _MIDDLE - BOX // 2 + 10
    box = f'<rect x="{_x(low)}" y="{top}" width="{round(_x(high) - _x(low), 2)}" height="{BOX - 20}" fill="#c9d9ea" stroke="#3b6ea5"/>'
    sides = (least, _x(low)), (_x(high), most)
    whiskers = [f'<line x1="{a}" y1="{_MIDDLE}" x2="{b}" y2="{_MIDDLE}" stroke="#3b6ea5"/>' for a, b in sides]
    ends = [f'<line x1="{x}" y1="{_MIDDLE - 10}" x2="{x}" y2="{_MIDDLE + 10}" stroke="#3b6ea5"/>' for x in (least, most)]
    median = f'<line x1="{_x(middle)}" y1="{top}" x2="{_x(middle)}" y2="{top + BOX - 20}" stroke="#222" stroke-width="2"/>'
    outside = sorted({score for score in scores if not low - reach <= score <= high + reach})
    dots = [f'<circle cx="{_x(score)}" cy="{_MIDDLE}" r="3" fill="none" stroke="#3b6ea5"/>' for score in outside]
    return [*whiskers, *ends, box, median, *dots]


def histogram_png(scores: Sequence[float], *, title: str, label: str, threshold: float | None = None) -> bytes:
    """The same picture as PNG."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        purpose = "a picture as PNG (SVG needs nothing)"
        raise MissingExtra(purpose, package="matplotlib", extra="plot") from None
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    bars, box = figure.subplots(2, 1, sharex=True, height_ratios=[4, 1])
    bars.bar([place / BINS for place in range(BINS)], histogram(scores), width=0.97 / BINS, align="edge", color="#3b6ea5")
    bars.set(title=title, ylabel="rows", xlim=(-0.02, 1.02))
    box.boxplot(list(scores), orientation="horizontal", widths=0.6)
    box.set(xlabel=f"{label} (n = {len(scores)})", yticks=[])
    if threshold is not None:
        bars.axvline(threshold, color="#b00020", linestyle="--")
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=150)
    return out.getvalue()

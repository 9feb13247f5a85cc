"""Inline SVG: an interval on a scale from 0 to 100 percent, as a cell of a table, which is what a screen reader reads."""

from __future__ import annotations

from markupsafe import Markup

__all__ = ["interval_bar"]

WIDTH, HEIGHT = 200, 16

_LINE = Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>')
_BAR = Markup('<svg class="bar" viewBox="0 0 {} {}" preserveAspectRatio="none" aria-hidden="true" focusable="false">{}</svg>')


def _at(share: float) -> str:
    return f"{WIDTH * min(max(share, 0.0), 1.0):.1f}"


def interval_bar(value: float | None, ci: list[float] | None, raw: float | None = None) -> Markup:
    """A share with its interval, and the share under raw to compare it with; decoration: the numbers stand beside it.

    >>> str(interval_bar(0.5, [0.4, 0.6]))[:10]
    '<svg class'
    """
    parts = [_LINE.format("axis", 0, WIDTH, HEIGHT / 2, HEIGHT / 2)]
    parts += [_LINE.format("grid", x, x, HEIGHT - 4, HEIGHT) for x in (0, WIDTH / 2, WIDTH)]
    if ci is not None:
        left, right = _at(ci[0]), _at(ci[1])
        parts.append(Markup('<rect class="ci" x="{}" y="4" width="{:.1f}" height="8"/>').format(left, max(1.0, float(right) - float(left))))
    if raw is not None:
        parts.append(_LINE.format("raw", _at(raw), _at(raw), 0, HEIGHT))
    if value is not None:
        parts.append(_LINE.format("point", _at(value), _at(value), 1, HEIGHT - 1))
    return _BAR.format(WIDTH, HEIGHT, Markup("").join(parts))

"""Results as a plot of intervals: `ev_plot`."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadInput, IndicMatchWarning, MissingExtra
from indicmatch.stats.checks import number, refuse
from indicmatch.stats.elo import Elo
from indicmatch.stats.multi import Multi
from indicmatch.stats.rank import Rank
from indicmatch.stats.table import ev_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ev_plot"]

FORMATS = (".png", ".svg", ".pdf")
FALLBACK = ("DejaVu Sans",)
"""The font that comes with matplotlib; others are added for the scripts that it lacks."""


def ev_plot(
    x: Any,
    *results: Any,
    reference: float | None = None,
    xlab: str | None = None,
    main: str | None = None,
    col: str = "#1b365d",
    path: str | Path | None = None,
) -> Figure:
    """The results as points with their intervals, one line each, as a matplotlib figure; also written to `path`.

    `x` is a result, a list of results, a mapping from label to result, or a frame with the columns `estimate`,
    `conf_low` and `conf_high` (as of `ev_table`); a ranking and ratings give a line for each model, `ev_multi` one for
    each task. `reference` draws a vertical line, such as 0 for differences. `path` ends in .png, .svg or .pdf.
    Labels in scripts that matplotlib's own font lacks are set in installed fonts that have them; a warning names the
    characters that none has. Nothing global is changed, and no window opens.
    Raises `MissingExtra` without matplotlib 3.11 or later, and `BadInput` where there is nothing to draw.

    >>> from indicmatch.stats import ev_score
    >>> figure = ev_plot({"hindi": ev_score([1, 0, 1])}, reference=0.5, path="scores.svg")  # doctest: +SKIP
    """
    _require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    table = _lines(x, results)
    target = None if path is None else _writable(path)
    line = None if reference is None else number("reference", reference)
    texts = "".join([*map(str, table["label"]), xlab or "", main or ""])
    with rc_context({"font.family": _families(texts), "svg.fonttype": "path"}):
        figure = Figure(figsize=(7.0, 1.2 + 0.36 * len(table)), layout="constrained")
        _draw(figure.add_subplot(), table, line, _colour(col))
        figure.axes[0].set_xlabel(xlab or "estimate")
        if main:
            figure.axes[0].set_title(main)
        if target is not None:
            figure.savefig(target, dpi=150)
    return figure


def _require_matplotlib() -> None:
    missing = MissingExtra("a plot", package="matplotlib>=3.11", extra="plot")
    try:
        import matplotlib
    except ImportError:
        raise missing from None
    if matplotlib.__version_info__[:2] < (3, 11):  # older ones do not shape Indic scripts
        raise missing


def _lines(x: Any, results: tuple[Any, ...]) -> pd.DataFrame:
    """Label, estimate and interval of each line; lines without an estimate are left out."""
    import pandas as pd

    if isinstance(x, pd.DataFrame):
        table = _named(x)
    elif isinstance(x, Multi) and not results:
        table = x.tasks.rename(columns={"task": "label"})
    elif isinstance(x, Rank | Elo) and not results:
        table = pd.DataFrame(x.table_rows(""))
    else:
        table = ev_table(x, *results)
    table = table[table["estimate"].notna()]
    if table.empty:
        message = "there is nothing to plot: no result has an estimate"
        raise BadInput(message)
    return table


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    missing = [name for name in ("estimate", "conf_low", "conf_high") if name not in frame.columns]
    if missing:
        known = f"Columns: {', '.join(map(str, frame.columns))}."
        message = f"x has no column {' and '.join(map(repr, missing))}; give a frame of ev_table, or results. {known}"
        raise BadInput(message)
    return frame if "label" in frame.columns else frame.assign(label=[f"row_{n}" for n in range(1, len(frame) + 1)])


def _writable(path: str | Path) -> Path:
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        refuse("path", str(path), f"a file name that ends in {', '.join(FORMATS)}")
    if not target.parent.is_dir():
        refuse("path", str(path), "a file in a folder that exists")
    return target


def _colour(col: str) -> str:
    from matplotlib.colors import is_color_like

    return col if is_color_like(col) else refuse("col", col, "a colour that matplotlib knows, such as '#1b365d'")


def _draw(axes: Axes, table: pd.DataFrame, reference: float | None, col: str) -> None:
    places = range(len(table), 0, -1)
    for place in places:
        axes.axhline(place, color="0.94", linewidth=6, zorder=0)
    if reference is not None:
        axes.axvline(reference, color="0.45", linestyle="--", linewidth=1, zorder=1)
    axes.hlines(places, table["conf_low"], table["conf_high"], color=col, linewidth=2, zorder=2)
    axes.plot(table["estimate"], places, "o", color=col, markersize=6, zorder=3)
    axes.set_yticks(list(places), labels=[str(label) for label in table["label"]])
    axes.set_ylim(0.5, len(table) + 0.5)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _families(texts: str) -> list[str]:
    """matplotlib's own font and, for characters that it lacks, installed fonts that have them."""
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    own = font_manager.findfont(FALLBACK[0])
    lacking = {ord(c) for c in texts if not c.isspace()} - set(FT2Font(own).get_charmap())
    families = list(FALLBACK)
    fonts = font_manager.fontManager.ttflist if lacking else []
    plain = [font for font in fonts if font.style == "normal" and font.weight in (400, "normal", "regular")]
    for font in sorted(plain, key=lambda font: (not font.name.startswith("Noto"), font.name)):
        found = lacking & set(FT2Font(font.fname).get_charmap()) if not font.name.startswith("Last Resort") else set()
        if found:
            families.append(font.name)
            lacking -= found
        if not lacking:
            break
    if lacking:
        characters = ", ".join(f"U+{code:04X}" for code in sorted(lacking)[:5])
        message = f"no installed font has {len(lacking)} of the characters in the labels ({characters}); install one"
        warnings.warn(message, IndicMatchWarning, stacklevel=3)
    return families

"""Pairwise comparisons, read from a frame into a table of who beat whom how often."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.columns import column
from indicmatch.stats.result import count

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Games", "games_of"]


@dataclass(frozen=True, slots=True)
class Games:
    """`wins[i, j]` is how often model i beat model j, a tie counting half for each; models in sorted order."""

    models: tuple[str, ...]
    wins: npt.NDArray[np.float64]
    n: int

    def played(self) -> npt.NDArray[np.intp]:
        """The games of each model, on either side."""
        both = self.wins.sum(axis=0) + self.wins.sum(axis=1)
        return np.asarray(np.round(both), dtype=np.intp)

    def rated(self) -> npt.NDArray[np.intp]:
        """The largest group of models whose strengths have a finite estimate.

        They have one if and only if no group of them won (or lost) every game against the rest: the graph of who beat
        whom is strongly connected (Ford, Am. Math. Monthly 64 (1957) 28-33). Of groups alike in size, the one with the
        most games.
        """
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import connected_components

        _, group = connected_components(csr_matrix(self.wins > 0), directed=True, connection="strong")
        within = np.array([self.wins[np.ix_(group == g, group == g)].sum() for g in range(group.max() + 1)])
        best = max(range(len(within)), key=lambda g: (int((group == g).sum()), within[g]))
        return np.flatnonzero(group == best)


def games_of(data: Any, model_a: str, model_b: str, winner: str, *, split: bool) -> Games:
    """The comparisons of a frame (or a mapping of columns); ties count half for each if `split`, else not at all."""
    frame = _frame(data)
    a, b, won = (column(frame, *pair) for pair in (("model_a", model_a), ("model_b", model_b), ("winner", winner)))
    usable = (a.notna() & b.notna() & (a.astype(str) != b.astype(str))).to_numpy()
    if not usable.all():
        message = f"left out {count(int((~usable).sum()), 'row')} that miss a model or compare one with itself"
        warnings.warn(message, IndicMatchWarning, stacklevel=3)
    left, right = a[usable].astype(str).tolist(), b[usable].astype(str).tolist()
    rows = np.flatnonzero(usable).tolist()
    results = np.array([_share(*game) for game in zip(won[usable].tolist(), left, right, rows, strict=True)])
    kept = np.ones(len(rows), dtype=bool) if split else results != 0.5
    models = tuple(sorted({name for name, keep in zip(left + right, [*kept, *kept], strict=True) if keep}))
    code = {name: number for number, name in enumerate(models)}
    wins = np.zeros((len(models), len(models)))
    for first, second, result, keep in zip(left, right, results.tolist(), kept, strict=True):
        if keep:
            wins[code[first], code[second]] += result
            wins[code[second], code[first]] += 1 - result
    return Games(models, wins, int(kept.sum()))


def _frame(data: Any) -> pd.DataFrame:
    import pandas as pd

    if isinstance(data, Mapping):
        data = pd.DataFrame(dict(data))
    if not isinstance(data, pd.DataFrame):
        message = f"data is {type(data).__name__}; give a pandas frame with a row for each comparison"
        raise BadInput(message)
    return data


def _share(won: Any, left: str, right: str, row: int) -> float:
    """1 where the left model won, 0 where the right one did, 0.5 for a tie."""
    if won is None or won != won or type(won).__name__ == "NAType":
        return 0.5
    if isinstance(won, str):
        text = won.strip()
        if text in (left, right):
            return 1.0 if text == left else 0.0
        if text.lower() in ("", "tie"):
            return 0.5
    elif isinstance(won, Real | np.bool_) and float(won) in (0.0, 0.5, 1.0):
        return float(won)
    message = (
        f"winner is {won!r} in row {row} (from 0), where {left!r} met {right!r}; give the name of one of them, "
        "1 or 0 for the first or the second, or 'tie', 0.5 or nothing for a tie"
    )
    raise BadInput(message)

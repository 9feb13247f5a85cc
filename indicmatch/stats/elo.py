"""Ratings from pairwise preferences: `ev_elo`, the Bradley-Terry model."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.checks import number, refuse, share
from indicmatch.stats.distributions import critical
from indicmatch.stats.games import Games, games_of
from indicmatch.stats.result import Result, Row, count, decimal, interval, percent

if TYPE_CHECKING:
    import pandas as pd

    from indicmatch.stats.evaluation import Floats

__all__ = ["Elo", "ev_elo"]

SCALE = 400 / math.log(10)
"""Elo points of one unit of log odds: 400 points are odds of ten to one."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Elo(Result):
    """Models best first with their Bradley-Terry strength (log odds, centred at 0) and its Elo form.

    `reference` is held at 0 while fitting and does not show in the figures. `converged` is False when some model's
    strength has no finite estimate; such a model has NaN, and the others are centred among themselves.
    """

    term: ClassVar[str] = "elo"

    models: pd.DataFrame
    n_games: int
    n_models: int
    reference: str | None
    anchor: float
    level: float
    ties: str
    converged: bool

    def title(self) -> str:
        return f"Bradley-Terry ratings ({count(self.n_games, 'comparison')}, {count(self.n_models, 'model')})"

    def facts(self) -> list[tuple[str, str]]:
        models = []
        for row in self.models.to_dict("records"):
            rating = f"{decimal(row['elo'], 0)} {interval(row['elo_low'], row['elo_high'], 0)}"
            models.append((row["model"], f"{rating} {count(row['n_games'], 'game')}"))
        centre = f"average of the rated models at {self.anchor:g}"
        return [*models, ("Level", percent(self.level)), ("Centred", centre), ("Ties", self.ties)]

    def table_rows(self, label: str) -> list[Row]:
        return [
            {"label": row["model"], "term": self.term, "estimate": row["elo"], "se": SCALE * row["se"]}
            | {"conf_low": row["elo_low"], "conf_high": row["elo_high"], "n": row["n_games"]}
            for row in self.models.to_dict("records")
        ]


def ev_elo(
    data: Any,
    model_a: str,
    model_b: str,
    winner: str,
    ties: str = "drop",
    anchor: float = 1500,
    level: float = 0.95,
) -> Elo:
    """Bradley-Terry ratings with their errors from a frame of comparisons, as an `Elo`.

    `model_a`, `model_b` and `winner` name columns. The winner is the name of a model, or 1 or True where model_a won
    and 0 or False where it lost; "tie", 0.5 and a missing value are ties. `ties` "drop" leaves them out, "split" counts
    half a win for each. `anchor` is the rating of the average model. Rows that compare a model with itself or miss a
    name are left out with a warning.
    A model that won, or lost, all its games against the others has no finite rating: it gets NaN, with a warning.
    Raises `BadInput` for fewer than ten usable comparisons and a winner that is neither of the two models.
    Source: Bradley and Terry, Biometrika 39 (1952) 324-345, by the binomial model of statsmodels; Ford (1957) for when
    the estimate exists.

    >>> won = [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0]
    >>> games = {"left": ["a", "b", "a"] * 4, "right": ["b", "c", "c"] * 4, "won": won}
    >>> ratings = ev_elo(games, "left", "right", "won")
    >>> ratings.models[["model", "elo", "n_games"]].round(0).values.tolist()
    [['a', 1631.0, 8], ['b', 1500.0, 8], ['c', 1369.0, 8]]
    """
    level, centre = share("level", level), number("anchor", anchor)
    if ties not in ("drop", "split"):
        refuse("ties", ties, "'drop' or 'split'")
    games = games_of(data, model_a, model_b, winner, split=ties == "split")
    if games.n < 10:
        message = f"data hold {count(games.n, 'usable comparison')} (ties: {ties}); at least 10 are needed"
        raise BadInput(message)
    rated = games.rated()
    strength, se = np.full(len(games.models), np.nan), np.full(len(games.models), np.nan)
    if len(rated) > 1:
        strength[rated], se[rated] = _fit(games.wins[np.ix_(rated, rated)])
    reasons, advice = _unrated(games, rated)
    if reasons:
        warnings.warn(reasons["models"], IndicMatchWarning, stacklevel=2)
    models = _board(games, strength, se, centre, critical(level))
    return Elo(
        models=models,
        n_games=games.n,
        n_models=len(games.models),
        reference=games.models[rated[0]] if len(rated) > 1 else None,
        anchor=centre,
        level=level,
        ties=ties,
        converged=len(rated) == len(games.models),
        reasons=reasons,
        advice=(*advice, *_noise(models, critical(level))),
    )


def _fit(wins: Floats) -> tuple[Floats, Floats]:
    """Centred strengths with their errors, from how often each row beat each column; the first is held at 0."""
    import statsmodels.api as sm

    m = len(wins)
    first, second = np.triu_indices(m, 1)
    played = wins[first, second] + wins[second, first]
    met = played > 0
    first, second, played = first[met], second[met], played[met]
    design = np.zeros((len(played), m))
    design[np.arange(len(played)), first], design[np.arange(len(played)), second] = 1.0, -1.0
    model = sm.GLM(wins[first, second] / played, design[:, 1:], family=sm.families.Binomial(), freq_weights=played)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what statsmodels would warn of, a separation, was looked for before
        fit = model.fit(tol=1e-14, maxiter=200)
    coefficients, covariance = np.zeros(m), np.zeros((m, m))
    coefficients[1:], covariance[1:, 1:] = fit.params, fit.cov_params()
    centring = np.eye(m) - 1 / m
    return centring @ coefficients, np.sqrt(np.diag(centring @ covariance @ centring))


def _board(games: Games, strength: Floats, se: Floats, anchor: float, z: float) -> pd.DataFrame:
    import pandas as pd

    board = pd.DataFrame(
        {
            "model": list(games.models),
            "strength": strength,
            "se": se,
            "elo": anchor + SCALE * strength,
            "elo_low": anchor + SCALE * (strength - z * se),
            "elo_high": anchor + SCALE * (strength + z * se),
            "n_games": games.played(),
        }
    )
    return board.sort_values("strength", ascending=False, kind="stable").reset_index(drop=True)


def _unrated(games: Games, rated: npt.NDArray[np.intp]) -> tuple[dict[str, str], list[str]]:
    left_out = [name for code, name in enumerate(games.models) if len(rated) < 2 or code not in rated]
    if not left_out:
        return {}, []
    names = ", ".join(left_out)
    message = (
        f"no finite rating for {names}: against the other models, or between groups of them, one side won every game "
        "or none was played. More games, or ties='split' where there are ties, can settle it"
    )
    none = {} if len(rated) > 1 else {"reference": "no two models can be rated"}
    return {"models": message} | none, [f"Without a finite rating: {names}."]


def _noise(models: pd.DataFrame, z: float) -> list[str]:
    top = models.dropna(subset=["elo"]).head(2)
    if len(top) < 2:
        return []
    gap, band = float(top["elo"].iloc[0] - top["elo"].iloc[1]), z * SCALE * float(np.hypot(*top["se"]))
    return [f"The first two are {gap:.0f} points apart, and chance alone makes up to {band:.0f}."] if gap < band else []

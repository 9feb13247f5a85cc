"""How settled a leaderboard is: `ev_rank`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.bootstrap import draws_of
from indicmatch.stats.checks import refuse, share
from indicmatch.stats.evaluation import as_eval
from indicmatch.stats.paired import common_items
from indicmatch.stats.result import Result, Row, count, decimal, interval, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from indicmatch.stats.evaluation import Floats

__all__ = ["Rank", "ev_rank"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Rank(Result):
    """Models best first, with the ranks that other draws of the questions would have given them.

    In `models`, tied models share the smaller rank, so `p_best` can add up to more than 1; `p_best_shared` gives each
    of k models tied for the first place 1/k of it and adds up to 1. `rank_low` and `rank_high` are interpolated
    quantiles; `rank_best` and `rank_worst` are the whole ranks that hold them.
    """

    term: ClassVar[str] = "score (ranked)"

    models: pd.DataFrame
    R: int
    level: float
    n_items: int
    clustered: bool
    higher_better: bool

    def title(self) -> str:
        return f"Leaderboard of {count(len(self.models), 'model')}, with intervals of their ranks"

    def facts(self) -> list[tuple[str, str]]:
        models = []
        for row in self.models.to_dict("records"):
            ranks = f"rank {row['rank']} ({row['rank_best']}-{row['rank_worst']}), best {row['p_best_shared']:.0%}"
            score = f"{decimal(row['estimate'])} {interval(row['conf_low'], row['conf_high'])}"
            models.append((row["model"], f"{score} {ranks}"))
        unit = "clusters" if self.clustered else "items"
        drawn = f"{self.R} resamples of {unit}, {percent(self.level)} intervals"
        return [*models, ("Items", str(self.n_items)), ("Method", drawn)]

    def table_rows(self, label: str) -> list[Row]:
        names = ("estimate", "se", "conf_low", "conf_high")
        return [
            {"label": row["model"], "term": self.term, "n": self.n_items} | {name: row[name] for name in names}
            for row in self.models.to_dict("records")
        ]


def ev_rank(
    data: Any,
    R: int = 2000,  # noqa: N803
    level: float = 0.95,
    higher_better: bool = True,
    seed: int | None = None,
    *,
    resamples: Iterable[Any] | None = None,
    **columns: Any,
) -> Rank:
    """Models ranked on the items that all answered, with bootstrap intervals of score and rank, as a `Rank`.

    Items are resampled, whole clusters where the data hold them; every model meets the same draw. `seed` makes the
    draws repeatable; `resamples` replaces them by given 0-based positions among the common items (in the order of the
    first model), one array a replicate. Items that some model did not answer are left out with a warning.
    Raises `BadInput` for fewer than two models, three common items or two clusters.

    >>> columns = {"q": [1, 2, 3, 4] * 2, "m": ["a"] * 4 + ["b"] * 4, "ok": [1, 1, 0, 1, 0, 1, 0, 1]}
    >>> board = ev_rank(columns, R=200, seed=1, score="ok", item="q", model="m")
    >>> board.models[["model", "estimate", "rank", "rank_best", "rank_worst"]].values.tolist()
    [['a', 0.75, 1, 1, 1], ['b', 0.5, 2, 1, 2]]
    """
    level = share("level", level)
    if not isinstance(higher_better, bool | np.bool_):
        refuse("higher_better", higher_better, "True or False")
    evaluation = as_eval(data, **columns)
    if len(evaluation.models) < 2:
        message = f"the data hold {count(len(evaluation.models), 'model')}; ranking needs at least 2"
        raise BadInput(message)
    common = common_items(evaluation, list(evaluation.models), least=3)
    scores, cluster = np.column_stack([items.score for items in common]), common[0].cluster
    draws = draws_of(len(scores), cluster, R, seed, resamples)
    means = np.array([scores[row].mean(axis=0) for row in draws.positions])
    models = _board(evaluation.models, scores.mean(axis=0), means, level, bool(higher_better))
    return Rank(
        models=models,
        R=draws.R,
        level=level,
        n_items=len(scores),
        clustered=cluster is not None,
        higher_better=bool(higher_better),
        advice=_advice(models),
    )


def _board(names: tuple[str, ...], estimate: Floats, means: Floats, level: float, higher: bool) -> pd.DataFrame:
    import pandas as pd

    ranks, sign = _ranks(means, higher), -1 if higher else 1
    tails = [(1 - level) / 2, 1 - (1 - level) / 2]
    (low, high), (rank_low, rank_high) = np.quantile(means, tails, axis=0), np.quantile(ranks, tails, axis=0)
    first = ranks == 1
    board = pd.DataFrame(
        {
            "model": list(names),
            "estimate": estimate,
            "se": means.std(axis=0, ddof=1),
            "conf_low": low,
            "conf_high": high,
            "rank": _ranks(estimate[None, :], higher)[0],
            "rank_low": rank_low,
            "rank_high": rank_high,
            "rank_best": np.floor(rank_low).astype(int),
            "rank_worst": np.ceil(rank_high).astype(int),
            "p_best": first.mean(axis=0),
            "p_best_shared": (first / first.sum(axis=1, keepdims=True)).mean(axis=0),
        }
    )
    order = np.lexsort((sign * estimate, board["rank"].to_numpy()))
    return board.iloc[order].reset_index(drop=True)


def _ranks(means: Floats, higher: bool) -> Any:
    """Ranks from 1 in each row, ties at the smaller one; means that differ by rounding alone are tied."""
    from scipy.stats import rankdata

    return rankdata(np.round(-means if higher else means, 12), method="min", axis=1).astype(int)


def _advice(models: pd.DataFrame) -> tuple[str, ...]:
    first = models.iloc[0]
    if first["p_best_shared"] >= 0.9:
        return ()
    return (f"The first place is not settled: {first['model']} holds it in {first['p_best_shared']:.0%} of resamples.",)

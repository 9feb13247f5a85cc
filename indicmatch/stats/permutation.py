"""A paired test that assumes nothing about the spread of the scores: `ev_permutation`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from indicmatch.stats.checks import whole
from indicmatch.stats.evaluation import Codes, Floats, evaluation_of, two_models
from indicmatch.stats.paired import common_items
from indicmatch.stats.result import Result, decimal, p_text

__all__ = ["Permutation", "ev_permutation"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Permutation(Result):
    """A paired permutation test: how often a difference this large comes of swapping the two models at random."""

    term: ClassVar[str] = "difference (permutation)"

    estimate: float
    p_value: float
    exact: bool
    R: int
    unit: str
    n_units: int
    n_items: int
    model_a: str
    model_b: str

    def title(self) -> str:
        return f"Paired permutation test: {self.model_a} vs {self.model_b}"

    def facts(self) -> list[tuple[str, str]]:
        how = "every one" if self.exact else "drawn at random"
        return [
            ("Difference", decimal(self.estimate)),
            ("p value", p_text(self.p_value)),
            ("Swaps", f"{self.R} ({how}) of {self.n_units} {self.unit}"),
        ]


def ev_permutation(
    data: Any,
    model_a: str | None = None,
    model_b: str | None = None,
    R: int = 9999,  # noqa: N803
    seed: int | None = None,
    cluster: bool | str = True,
    **columns: Any,
) -> Permutation:
    """The two-sided p of the mean difference model_a - model_b when the models are swapped item by item at random.

    Needs no assumption about the spread of the scores. Whole clusters are swapped where the data hold them and
    `cluster` is True. All 2^units swaps are tried where there are at most `R`; else `R` are drawn (`seed` repeats
    them), and p counts the observed one too. Arguments and errors as in `ev_paired`.
    Source: Fisher (1935), by scipy.stats.permutation_test; p of drawn swaps after Phipson and Smyth (2010).

    >>> columns = {"q": [1, 2, 3, 4, 5] * 2, "m": ["new"] * 5 + ["old"] * 5, "ok": [1, 1, 1, 1, 1, 0, 1, 0, 0, 0]}
    >>> ev_permutation(columns, score="ok", item="q", model="m")
    Paired permutation test: new vs old
      Difference  0.8000
      p value     p = 0.125
      Swaps       32 (every one) of 5 items
    """
    wanted = whole("R", R, least=2)
    evaluation, heed = evaluation_of(data, cluster, columns)
    name_a, name_b = two_models(evaluation, model_a, model_b)
    a, b = common_items(evaluation, [name_a, name_b], least=2)
    difference = a.score - b.score
    clustered = heed and a.cluster is not None
    units = difference if a.cluster is None or not heed else _sums(difference, a.cluster)
    exact = 2.0 ** len(units) <= wanted
    return Permutation(
        estimate=float(difference.mean()),
        p_value=_p_of_swaps(units, None if exact else wanted, seed),
        exact=exact,
        R=2 ** len(units) if exact else wanted,
        unit="clusters" if clustered else "items",
        n_units=len(units),
        n_items=len(difference),
        model_a=name_a,
        model_b=name_b,
    )


def _sums(difference: Floats, cluster: Codes) -> Floats:
    _, group = np.unique(cluster, return_inverse=True)
    return np.bincount(group, weights=difference).astype(np.float64)


def _p_of_swaps(units: Floats, drawn: int | None, seed: object) -> float:
    """The share of sign changes of the units whose sum is at least as far from 0; all of them unless `drawn`."""
    from scipy.stats import permutation_test

    if len(units) < 2:
        return 1.0
    found = permutation_test(
        (units,),
        np.sum,
        permutation_type="samples",
        vectorized=True,
        n_resamples=drawn or np.inf,
        batch=max(1, 10**7 // len(units)),
        random_state=np.random.default_rng(None if seed is None else whole("seed", seed)),
    )
    return min(1.0, float(found.pvalue))

"""The bootstrap of any statistic, over items or whole clusters: `ev_bootstrap`, and the draws that `ev_rank` shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.checks import refuse, share, whole
from indicmatch.stats.evaluation import Codes, Floats, as_eval, pick
from indicmatch.stats.result import Result, decimal, interval, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Bootstrap", "Draws", "draws_of", "ev_bootstrap"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Bootstrap(Result):
    """A statistic of item scores with its bootstrap error and interval."""

    term: ClassVar[str] = "score"

    estimate: float
    se: float | None
    conf_low: float | None
    conf_high: float | None
    replicates: Floats
    R: int
    type: str
    level: float
    unit: str
    n_units: int
    n_items: int
    model: str

    def title(self) -> str:
        return f"Bootstrap: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        return [
            ("Estimate", decimal(self.estimate)),
            ("Std. error", decimal(self.se)),
            (f"{percent(self.level)} interval", f"{interval(self.conf_low, self.conf_high)} ({self.type})"),
            ("Replicates", str(self.R)),
            ("Resampled", f"{self.n_units} {self.unit}"),
        ]


@dataclass(frozen=True, slots=True)
class Draws:
    """Resampled positions, `R` replicates of them, and the units that were drawn."""

    positions: Iterator[Codes]
    R: int
    unit: str
    n_units: int


def mean(scores: Floats) -> float:
    """The mean of the item scores."""
    return float(scores.mean())


def ev_bootstrap(
    data: Any,
    model: str | None = None,
    statistic: Callable[[Floats], float] = mean,
    R: int = 2000,  # noqa: N803  # the name in the literature
    level: float = 0.95,
    type: str = "percentile",
    seed: int | None = None,
    *,
    resamples: Iterable[Any] | None = None,
    **columns: Any,
) -> Bootstrap:
    """Any statistic of a model's item scores with its bootstrap standard error and interval, as a `Bootstrap`.

    Whole clusters are drawn where the data hold them, else items. `statistic` takes an array of item scores and gives
    one number. `type` is `percentile` or `basic`. `seed` makes the draws repeatable; `resamples` replaces them by given
    0-based item positions, one array a replicate. Replicates whose statistic is not a number are left out and counted.
    Raises `BadInput` for R below 2, fewer than two items or clusters, and a statistic that does not give one number.
    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap; quantiles are interpolated linearly.

    >>> import numpy as np
    >>> given = [[0, 1, 1, 2], [2, 3, 3, 3], [0, 0, 1, 3]]
    >>> result = ev_bootstrap([0.2, 0.4, 0.5, 0.9], statistic=np.median, resamples=given)
    >>> result.estimate, [float(value) for value in result.replicates.round(2)]
    (0.45, [0.4, 0.9, 0.3])
    """
    level = share("level", level)
    if type not in ("percentile", "basic"):
        refuse("type", type, "'percentile' or 'basic'")
    if not callable(statistic):
        refuse("statistic", statistic, "a function from an array of scores to one number")
    evaluation = as_eval(data, **columns)
    name = pick(evaluation, model)
    items = evaluation.of(name)
    draws = draws_of(len(items.score), items.cluster, R, seed, resamples)
    estimate = _one_number(statistic(items.score))
    if not np.isfinite(estimate):
        refuse("statistic", estimate, "a function that gives a finite number for these scores")
    found = np.array([_one_number(statistic(items.score[row])) for row in draws.positions])
    return Bootstrap(
        estimate=estimate,
        **_spread(found, estimate, level, type),
        R=draws.R,
        type=type,
        level=level,
        unit=draws.unit,
        n_units=draws.n_units,
        n_items=len(items.score),
        model=name,
    )


def draws_of(
    n: int,
    cluster: Codes | None,
    R: object,  # noqa: N803
    seed: object,
    resamples: Iterable[Any] | None,
) -> Draws:
    """Replicates of positions among `n` items: given ones, or drawn with a generator of their own."""
    wanted = whole("R", R, least=2)
    if n < 2:
        message = f"data hold {n} item; a bootstrap needs at least 2"
        raise BadInput(message)
    groups = [] if cluster is None else _groups(cluster)
    if len(groups) == 1:
        message = "the data hold a single cluster, so every resample would be the same; at least 2 are needed"
        raise BadInput(message)
    unit, units = ("clusters", len(groups)) if groups else ("items", n)
    if resamples is not None:
        given = [_positions(row, n) for row in resamples]
        if len(given) < 2:
            refuse("resamples", f"{len(given)} replicates", "an array of positions for each of at least 2 replicates")
        return Draws(iter(given), len(given), unit, units)
    generator = np.random.default_rng(None if seed is None else whole("seed", seed))
    drawn = (generator.integers(units, size=units) for _ in range(wanted))
    return Draws((np.concatenate([groups[g] for g in row]) for row in drawn) if groups else drawn, wanted, unit, units)


def _groups(cluster: Codes) -> list[Codes]:
    order = np.argsort(cluster, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(cluster[order])) + 1)


def _positions(row: Any, n: int) -> Codes:
    positions = np.asarray(row)
    if positions.ndim != 1 or positions.dtype.kind not in "iu" or not positions.size:
        refuse("resamples", row, "one array of whole item positions for each replicate")
    if positions.min() < 0 or positions.max() >= n:
        refuse("resamples", row, f"positions from 0 to {n - 1}")
    return positions


def _one_number(value: Any) -> float:
    array = np.asarray(value)
    if array.size != 1 or array.dtype.kind not in "biuf":
        refuse("statistic", value, "a function that gives one number")
    return float(array.reshape(())[()])


def _spread(found: Floats, estimate: float, level: float, kind: str) -> dict[str, Any]:
    """The error and the interval of the replicates; those that are not numbers are left out and said to be."""
    kept = found[np.isfinite(found)]
    lost = f"The statistic was not a number in {len(found) - len(kept)} of {len(found)} replicates, which are left out."
    advice = (lost,) if len(kept) < len(found) else ()
    if len(kept) < 2:
        names = ("se", "conf_low", "conf_high")
        reasons = dict.fromkeys(names, "fewer than two replicates gave a number")
        return dict.fromkeys(names) | {"replicates": found, "reasons": reasons, "advice": advice}
    low, high = (float(end) for end in np.quantile(kept, [(1 - level) / 2, 1 - (1 - level) / 2]))
    if kind == "basic":
        low, high = 2 * estimate - high, 2 * estimate - low
    figures = {"se": float(kept.std(ddof=1)), "conf_low": low, "conf_high": high}
    return figures | {"replicates": found, "advice": advice}

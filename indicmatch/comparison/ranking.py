"""The ranks of models on the questions that all of them answered, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from indicmatch.comparison.paired import Item, evaluation

__all__ = ["LEAST", "ranking"]

LEAST = 3  # questions from which models are ranked


def ranking(items: Sequence[Item], models: Sequence[str], confidence: float, resamples: int, seed: int) -> list[dict[str, Any]] | None:
    """The models best first: mean, rank, the whole ranks that hold the interval, and how often the model comes first.

    None for fewer than two models, three questions or two clusters. Tied models share the smaller rank; `p_best` gives each of k models
    tied for the first place 1/k of it.
    """
    clusters = {item.cluster for item in items if item.cluster is not None}
    if len(models) < 2 or len(items) < LEAST or len(clusters) == 1:
        return None
    from indicmatch.stats import ev_rank

    board = ev_rank(evaluation(items, models), R=resamples, level=confidence, seed=seed).models
    return [
        {
            "model": row["model"],
            "score": row["estimate"],
            "ci": [row["conf_low"], row["conf_high"]],
            "rank": int(row["rank"]),
            "rank_interval": [int(row["rank_best"]), int(row["rank_worst"])],
            "p_best": row["p_best_shared"],
            "questions": len(items),
        }
        for row in board.to_dict("records")
    ]

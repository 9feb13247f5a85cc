"""Error bars, comparisons and rankings for scored answers.

The counts of `score` need `wilson`, `newcombe_paired` and `mcnemar_exact`, which cost no further import; everything
else is loaded with the libraries behind it when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from indicmatch.stats.proportions import mcnemar_exact, newcombe_paired, wilson

if TYPE_CHECKING:
    from indicmatch.stats.agreement import Agreement, ev_judge_agreement
    from indicmatch.stats.bootstrap import Bootstrap, ev_bootstrap
    from indicmatch.stats.cluster import ClusterScore, Icc, ev_cluster, ev_icc
    from indicmatch.stats.clustered import (
        ClusteredDifference,
        ClusteredProportion,
        cluster_sums,
        clustered_difference,
        clustered_proportion,
    )
    from indicmatch.stats.control import VarianceReduction, ev_variance_reduction
    from indicmatch.stats.debias import Debias, ev_judge_debias
    from indicmatch.stats.elo import Elo, ev_elo
    from indicmatch.stats.evaluation import Evaluation, as_eval
    from indicmatch.stats.judge_power import JudgePower, ev_judge_power
    from indicmatch.stats.multi import Multi, ev_multi
    from indicmatch.stats.paired import Paired, ev_paired
    from indicmatch.stats.permutation import Permutation, ev_permutation
    from indicmatch.stats.plot import ev_plot
    from indicmatch.stats.power import Mde, Power, ev_mde, ev_power
    from indicmatch.stats.rank import Rank, ev_rank
    from indicmatch.stats.resample import Resample, ev_resample
    from indicmatch.stats.result import Result
    from indicmatch.stats.score import Score, ev_score
    from indicmatch.stats.table import ev_table
    from indicmatch.stats.unpaired import Unpaired, ev_unpaired

__all__ = [
    "Agreement",
    "Bootstrap",
    "ClusterScore",
    "ClusteredDifference",
    "ClusteredProportion",
    "Debias",
    "Elo",
    "Evaluation",
    "Icc",
    "JudgePower",
    "Mde",
    "Multi",
    "Paired",
    "Permutation",
    "Power",
    "Rank",
    "Resample",
    "Result",
    "Score",
    "Unpaired",
    "VarianceReduction",
    "as_eval",
    "cluster_sums",
    "clustered_difference",
    "clustered_proportion",
    "ev_bootstrap",
    "ev_cluster",
    "ev_elo",
    "ev_icc",
    "ev_judge_agreement",
    "ev_judge_debias",
    "ev_judge_power",
    "ev_mde",
    "ev_multi",
    "ev_paired",
    "ev_permutation",
    "ev_plot",
    "ev_power",
    "ev_rank",
    "ev_resample",
    "ev_score",
    "ev_table",
    "ev_unpaired",
    "ev_variance_reduction",
    "mcnemar_exact",
    "newcombe_paired",
    "wilson",
]

_MODULES = {
    "agreement": ("Agreement", "ev_judge_agreement"),
    "bootstrap": ("Bootstrap", "ev_bootstrap"),
    "cluster": ("ClusterScore", "Icc", "ev_cluster", "ev_icc"),
    "clustered": (
        "ClusteredDifference",
        "ClusteredProportion",
        "cluster_sums",
        "clustered_difference",
        "clustered_proportion",
    ),
    "control": ("VarianceReduction", "ev_variance_reduction"),
    "debias": ("Debias", "ev_judge_debias"),
    "elo": ("Elo", "ev_elo"),
    "evaluation": ("Evaluation", "as_eval"),
    "judge_power": ("JudgePower", "ev_judge_power"),
    "multi": ("Multi", "ev_multi"),
    "paired": ("Paired", "ev_paired"),
    "permutation": ("Permutation", "ev_permutation"),
    "plot": ("ev_plot",),
    "power": ("Mde", "Power", "ev_mde", "ev_power"),
    "rank": ("Rank", "ev_rank"),
    "resample": ("Resample", "ev_resample"),
    "result": ("Result",),
    "score": ("Score", "ev_score"),
    "table": ("ev_table",),
    "unpaired": ("Unpaired", "ev_unpaired"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

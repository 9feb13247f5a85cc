"""What clusters cost: `ev_cluster` and `ev_icc`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from indicmatch.errors import BadInput
from indicmatch.stats.checks import share
from indicmatch.stats.evaluation import Codes, Items, as_eval, pick
from indicmatch.stats.mean import icc_oneway
from indicmatch.stats.result import Result, Row, decimal
from indicmatch.stats.score import figures_of, interval_facts

__all__ = ["ClusterScore", "Icc", "ev_cluster", "ev_icc"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class ClusterScore(Result):
    """A model's mean score with its cluster-robust error, and how much the clusters cost."""

    term: ClassVar[str] = "score"

    estimate: float
    se: float
    se_naive: float
    conf_low: float
    conf_high: float
    wilson_low: float | None
    wilson_high: float | None
    design_effect: float | None
    icc: float | None
    icc_raw: float | None
    n_items: int
    n_clusters: int
    mean_cluster_size: float
    df: int
    level: float
    model: str

    def title(self) -> str:
        return f"Cluster-robust evaluation score: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        return [
            ("Estimate", decimal(self.estimate)),
            ("Std. error", f"{decimal(self.se)} (naive {decimal(self.se_naive)})"),
            *interval_facts(self),
            ("Items", str(self.n_items)),
            ("Clusters", f"{self.n_clusters} (mean size {decimal(self.mean_cluster_size, 1)})"),
            ("Design effect", decimal(self.design_effect, 2)),
            ("ICC", _icc_text(self.icc, self.icc_raw)),
        ]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Icc(Result):
    """How alike the scores in a cluster are, from 0 (not at all) to 1; `raw` is the estimate before it is put there."""

    term: ClassVar[str] = "icc"

    icc: float | None
    raw: float | None
    n_items: int
    n_clusters: int
    model: str

    def title(self) -> str:
        return f"Intra-cluster correlation: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        return [("ICC", _icc_text(self.icc, self.raw)), ("Items", f"{self.n_items} in {self.n_clusters} clusters")]

    def table_rows(self, label: str) -> list[Row]:
        return [{"label": label, "term": self.term, "estimate": self.icc, "n": self.n_items}]


def ev_cluster(data: Any, model: str | None = None, level: float = 0.95, **columns: Any) -> ClusterScore:
    """The mean score of a model with its cluster-robust error, the design effect and the correlation within clusters.

    The design effect is the cluster-robust variance over the naive one. Arguments and errors as in `ev_score`; the
    data must name clusters, at least two.
    Source: CR1 after MacKinnon and White (1985), t on G - 1 degrees of freedom.

    >>> passages = {"ok": [1, 1, 1, 0, 0, 0, 1, 1, 0], "passage": ["a", "a", "a", "b", "b", "b", "c", "c", "c"]}
    >>> ev_cluster(passages, score="ok", cluster="passage")
    Cluster-robust evaluation score: model
      Estimate       0.5556
      Std. error     0.2940 (naive 0.1757)
      95% interval   [-0.7093, 1.8204]
      Wilson         [0.0471, 0.9693]
      Items          9
      Clusters       3 (mean size 3.0)
      Design effect  2.80
      ICC            0.667
    Ignoring the clusters would understate the standard error by a factor of 1.67.
    The t interval leaves 0 to 1; quote the Wilson interval [0.0471, 0.9693].
    """
    level = share("level", level)
    evaluation = as_eval(data, **columns)
    name = pick(evaluation, model)
    items = evaluation.of(name)
    cluster = _clusters_of(items)
    figures = figures_of(items, True, level)
    if figures["se"] is None:
        message = "the data hold a single cluster; the cluster-robust error needs at least 2"
        raise BadInput(message)
    raw = icc_oneway(items.score, cluster)
    if raw is None:
        figures["reasons"] |= dict.fromkeys(("icc", "icc_raw"), _why_no_icc(items))
    size = figures["n_items"] / figures["n_clusters"]
    naive = figures_of(items, False, level)["se"]
    return ClusterScore(**figures, se_naive=naive, icc=_kept(raw), icc_raw=raw, mean_cluster_size=size, model=name)


def ev_icc(data: Any, model: str | None = None, **columns: Any) -> Icc:
    """The correlation of scores within a cluster, kept between 0 and 1, as an `Icc` (`raw` can be below 0).

    None, with the reason, when every cluster holds one item or there is a single cluster, and when scores do not vary.
    Source: the one-way random-effects analysis of variance, with the mean cluster size corrected for unequal sizes.

    >>> columns = {"ok": [1, 1, 0, 0, 1, 0], "passage": [1, 1, 2, 2, 3, 3]}
    >>> ev_icc(columns, score="ok", cluster="passage")
    Intra-cluster correlation: model
      ICC    0.500
      Items  6 in 3 clusters
    """
    evaluation = as_eval(data, **columns)
    name = pick(evaluation, model)
    items = evaluation.of(name)
    raw, clusters = icc_oneway(items.score, _clusters_of(items)), len(set(_clusters_of(items).tolist()))
    reasons = {} if raw is not None else dict.fromkeys(("icc", "raw"), _why_no_icc(items))
    return Icc(icc=_kept(raw), raw=raw, n_items=len(items.score), n_clusters=clusters, model=name, reasons=reasons)


def _clusters_of(items: Items) -> Codes:
    if items.cluster is None:
        message = "the data hold no clusters; name their column: as_eval(data, cluster=...)"
        raise BadInput(message)
    return items.cluster


def _why_no_icc(items: Items) -> str:
    clusters = len(set(_clusters_of(items).tolist()))
    if clusters < 2:
        return "a single cluster cannot show how clusters differ"
    return "every cluster holds one item" if clusters == len(items.score) else "the scores do not vary"


def _kept(raw: float | None) -> float | None:
    return None if raw is None else min(max(raw, 0.0), 1.0)


def _icc_text(icc: float | None, raw: float | None) -> str:
    censored = f" (raw estimate {decimal(raw, 3)}, kept at 0)" if raw is not None and raw < 0 else ""
    return decimal(icc, 3) + censored

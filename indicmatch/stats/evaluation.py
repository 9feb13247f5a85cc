"""`as_eval`: scored responses, one a row, as the `Evaluation` that every `ev_` function takes."""

from __future__ import annotations

import html
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.columns import codes, column, one_cluster_each, score_vector, warn_of_repeats
from indicmatch.stats.result import count

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Evaluation", "Items", "as_eval", "evaluation_of", "pick", "two_models"]

Floats: TypeAlias = npt.NDArray[np.float64]
Codes: TypeAlias = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """One model's items in order of first appearance, the responses to each averaged."""

    item: Codes
    score: Floats
    cluster: Codes | None
    draws: Codes
    """How many responses each item's score is the mean of."""
    binary: bool
    """Whether every response is scored 0 or 1."""

    @property
    def verdicts(self) -> bool:
        """Whether the items are plain verdicts: one response each, right or wrong."""
        return self.binary and bool((self.draws == 1).all())

    def at(self, positions: Codes) -> Items:
        cluster = None if self.cluster is None else self.cluster[positions]
        return Items(self.item[positions], self.score[positions], cluster, self.draws[positions], self.binary)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Evaluation:
    """Scored responses: which item, which model, which score, and, when given, which cluster and which draw.

    The rows are numbers that point into `items`, `models` and `clusters`, each in order of first appearance.
    The item is the unit that was sampled: repeated responses to it are averaged before any inference.
    """

    score: Floats
    item: Codes
    items: Sequence[Any]
    model: Codes
    models: tuple[str, ...]
    cluster: Codes | None = None
    clusters: Sequence[Any] = ()
    sample: npt.NDArray[Any] | None = None

    def __post_init__(self) -> None:
        for array in (self.score, self.item, self.model, self.cluster, self.sample):
            if array is not None:
                array.setflags(write=False)

    def of(self, model: str) -> Items:
        """The items that `model` (one of `models`) was scored on."""
        rows = np.flatnonzero(self.model == self.models.index(model))
        item, score = self.item[rows], self.score[rows]
        cluster = None if self.cluster is None else self.cluster[rows]
        binary = bool(((score == 0) | (score == 1)).all())
        _, first, inverse, draws = np.unique(item, return_index=True, return_inverse=True, return_counts=True)
        if len(first) == len(item):
            return Items(item, score, cluster, draws, binary)
        order = np.argsort(first)
        means = np.bincount(inverse, weights=score) / draws
        kept = first[order]
        return Items(item[kept], means[order], None if cluster is None else cluster[kept], draws[order], binary)

    def to_frame(self) -> pd.DataFrame:
        """The rows as a pandas frame with the columns item, model, score and, when given, cluster and sample."""
        import pandas as pd

        labels = {"item": (self.items, self.item), "model": (self.models, self.model)}
        frame = {name: [known[code] for code in rows] for name, (known, rows) in labels.items()}
        frame["score"] = self.score.tolist()
        if self.cluster is not None:
            frame["cluster"] = [self.clusters[code] for code in self.cluster]
        if self.sample is not None:
            frame["sample"] = list(self.sample)
        return pd.DataFrame(frame)

    def __len__(self) -> int:
        return len(self.score)

    def __repr__(self) -> str:
        facts = self._facts()
        width = max(len(label) for label, _ in facts)
        return "\n".join(["<Evaluation>", *(f"  {label:{width}}  {text}" for label, text in facts)])

    def _repr_html_(self) -> str:
        row = "<tr><th style='text-align:left'>{}</th><td style='text-align:left'>{}</td></tr>"
        rows = "".join(row.format(label, html.escape(text)) for label, text in self._facts())
        return f"<table><caption>Evaluation</caption>{rows}</table>"

    def _facts(self) -> list[tuple[str, str]]:
        names = ", ".join(self.models[:4]) + (", ..." if len(self.models) > 4 else "")
        facts = [
            ("rows", str(len(self))),
            ("items", str(len(self.items))),
            ("models", f"{len(self.models)} ({names})"),
        ]
        if self.cluster is not None:
            facts.append(("clusters", str(len(self.clusters))))
        pairs = len(np.unique(self.item * len(self.models) + self.model))
        if pairs < len(self):
            facts.append(("responses per item", f"{len(self) / pairs:.3g}"))
        return facts


def as_eval(
    data: Any,
    score: str | None = None,
    item: str | None = None,
    model: str | None = None,
    cluster: str | None = None,
    sample: str | None = None,
) -> Evaluation:
    """Scores as an `Evaluation`, from a pandas frame (or a mapping of columns) or from a bare vector of scores.

    The other arguments name columns: `score` holds numbers or truth values; `item` the question (default: every row is
    its own); `model` who answered (default: one unnamed model); `cluster` what groups questions, such as a passage;
    `sample` the draw, where a model answered a question several times.
    Raises `BadInput` for a missing or infinite score, a missing item, model or cluster, an unknown column, and an item
    that stands in two clusters. Warns when rows seem to repeat a question and no `item` was named, and when one draw of
    one item is there twice.
    Source: Miller (2024), "Adding Error Bars to Evals", arXiv:2411.00640: questions are the sampling unit.

    >>> as_eval([1, 0, 1, 1])
    <Evaluation>
      rows    4
      items   4
      models  1 (model)
    >>> columns = {"q": [1, 2, 1, 2], "m": ["a", "a", "b", "b"], "passage": ["x", "y", "x", "y"], "ok": [1, 0, 1, 1]}
    >>> as_eval(columns, score="ok", item="q", model="m", cluster="passage")
    <Evaluation>
      rows      4
      items     2
      models    2 (a, b)
      clusters  2
    """
    roles = {"score": score, "item": item, "model": model, "cluster": cluster, "sample": sample}
    named = {role: name for role, name in roles.items() if name is not None}
    if not (isinstance(data, Evaluation) or _is_table(data)):
        return _from_vector(data, named)
    if not isinstance(data, Evaluation):
        return _from_frame(_frame(data), named)
    if named:
        message = f"data is an Evaluation already, and {', '.join(named)} was named; name columns of a plain frame only"
        raise BadInput(message)
    return data


def evaluation_of(data: Any, cluster: object, columns: Mapping[str, Any]) -> tuple[Evaluation, bool]:
    """The evaluation that a function was given and whether to heed its clusters.

    `cluster` is True, False, or, beside a plain frame, the name of the cluster column.
    """
    if isinstance(cluster, str):
        return as_eval(data, cluster=cluster, **columns), True
    if not isinstance(cluster, bool | np.bool_):
        message = f"cluster is {cluster!r}; give True, False or, with a plain frame, the name of the cluster column"
        raise BadInput(message)
    return as_eval(data, **columns), bool(cluster)


def pick(evaluation: Evaluation, model: object, argument: str = "model") -> str:
    """The name of the model asked for; the only one when none was named."""
    present = f"Models present: {', '.join(evaluation.models)}."
    if model is None:
        if len(evaluation.models) > 1:
            message = f"the data hold {len(evaluation.models)} models and {argument} was not given; name one. {present}"
            raise BadInput(message)
        return evaluation.models[0]
    if str(model) not in evaluation.models:
        hint = "" if evaluation.models != ("model",) else " To name the column of models, use as_eval(data, model=...)."
        message = f"{argument} is {model!r}, which is not in the data. {present}{hint}"
        raise BadInput(message)
    return str(model)


def two_models(evaluation: Evaluation, model_a: object, model_b: object) -> tuple[str, str]:
    """The two models to compare; where the data hold exactly two, those not named are filled in."""
    models = evaluation.models
    if (model_a is None or model_b is None) and len(models) != 2:
        present = f"{count(len(models), 'model')}: {', '.join(models)}"
        message = f"the data hold {present}; name model_a and model_b"
        raise BadInput(message)
    a = None if model_a is None else pick(evaluation, model_a, "model_a")
    b = None if model_b is None else pick(evaluation, model_b, "model_b")
    first = a or next(name for name in models if name != b)
    second = b or next(name for name in models if name != first)
    if first == second:
        message = f"model_a and model_b are both {first!r}; name two different models. Present: {', '.join(models)}."
        raise BadInput(message)
    return first, second


def _is_table(data: object) -> bool:
    pandas = sys.modules.get("pandas")  # without pandas in memory nothing can be a frame of it
    return isinstance(data, Mapping) or (pandas is not None and isinstance(data, pandas.DataFrame))


def _frame(data: Any) -> pd.DataFrame:
    import pandas as pd

    try:
        return data if isinstance(data, pd.DataFrame) else pd.DataFrame(data)
    except UnicodeEncodeError:  # a lone surrogate, which texts of Arrow cannot hold
        return pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in data.items()})
    except ValueError as error:
        message = f"data is a mapping that makes no table ({error}); give columns of one length"
        raise BadInput(message) from None


def _from_vector(data: Any, named: Mapping[str, str]) -> Evaluation:
    scores = score_vector("score", data)
    if named:
        message = f"data is a bare vector of scores, and {', '.join(named)} was named; give a frame to name its columns"
        raise BadInput(message)
    rows = np.arange(len(scores))
    return Evaluation(scores, rows, range(len(rows)), np.zeros_like(rows), ("model",))


def _from_frame(frame: pd.DataFrame, named: Mapping[str, str]) -> Evaluation:
    columns = {role: column(frame, role, name) for role, name in named.items()}
    if "score" not in columns:
        known = f"Columns: {', '.join(map(str, frame.columns))}."
        message = f"score is not given; name the column that holds the scores. {known}"
        raise BadInput(message)
    scores = score_vector(named["score"], columns["score"])
    rows, single = np.arange(len(scores)), np.zeros(len(scores), dtype=np.intp)
    item, items = codes("item", columns["item"]) if "item" in columns else (rows, range(len(rows)))
    model, models = _models(columns["model"]) if "model" in columns else (single, ["model"])
    cluster, clusters = codes("cluster", columns["cluster"]) if "cluster" in columns else (None, ())
    draw, _ = codes("sample", columns["sample"]) if "sample" in columns else (None, ())
    if cluster is not None:
        one_cluster_each(item, items, cluster, clusters)
    if "item" not in columns:
        warn_of_repeats(frame, named)
    elif draw is not None:
        _warn_of_copies(np.stack([item, model, draw]))
    sample = None if draw is None else columns["sample"].to_numpy(copy=True)
    return Evaluation(scores, item, items, model, tuple(models), cluster, clusters, sample)


def _models(series: pd.Series[Any]) -> tuple[Codes, Sequence[str]]:
    """Models by their names as text; a missing name is refused before it becomes the text `nan`."""
    found, labels = codes("model", series)
    names = [str(label) for label in labels]
    code = {name: number for number, name in enumerate(dict.fromkeys(names))}  # 1 and "1" are one model
    return np.array([code[name] for name in names], dtype=np.intp)[found], list(code)


def _warn_of_copies(keys: Codes) -> None:
    copies = keys.shape[1] - np.unique(keys, axis=1).shape[1]
    if copies:
        message = f"{count(copies, 'row')} repeat a draw of the same item and model; each counts as one more response"
        warnings.warn(message, IndicMatchWarning, stacklevel=4)

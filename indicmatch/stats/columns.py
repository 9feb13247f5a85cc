"""Columns of a frame and vectors of scores, checked and turned into arrays."""

from __future__ import annotations

import math
import numbers
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indicmatch.errors import BadInput, IndicMatchWarning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

__all__ = ["codes", "column", "number_vector", "one_cluster_each", "score_vector", "warn_of_repeats"]

LARGEST = 1e140  # sums of squares of millions of scores stay finite
_NAMES_OF_QUESTIONS = {"id", "item", "item_id", "prompt", "q", "qid", "question", "question_id"}


def column(frame: pd.DataFrame, role: str, name: Any) -> pd.Series[Any]:
    """The column `name` of a frame, which `role` asked for."""
    known = f"Columns: {', '.join(map(str, frame.columns))}."
    if list(frame.columns).count(name) != 1:
        problem = "is there more than once" if name in frame.columns else "is not in the data"
        message = f"{role} names the column {name!r}, which {problem}. {known}"
        raise BadInput(message)
    series: pd.Series[Any] = frame[name]
    return series


def codes(role: str, series: pd.Series[Any]) -> tuple[npt.NDArray[np.intp], Sequence[Any]]:
    """Numbers that point into the distinct values of a column, in order of first appearance; none may be missing."""
    import pandas as pd

    try:
        found, labels = pd.factorize(series)
    except TypeError as error:
        message = f"{role}: the column {series.name!r} holds more than texts and numbers ({error}); give only those"
        raise BadInput(message) from None
    if (found < 0).any():
        row = int(np.argmin(found))
        message = f"{role}: the column {series.name!r} is empty in row {row} (from 0); fill it or leave the row out"
        raise BadInput(message)
    return found, list(labels)


def score_vector(name: str, values: Any) -> npt.NDArray[np.float64]:
    """Scores as a new array; missing and infinite ones are refused."""
    scores = number_vector(name, values)
    if not scores.size:
        message = f"{name} has no values; give at least one score"
        raise BadInput(message)
    if not np.isfinite(scores).all():
        bad = np.flatnonzero(~np.isfinite(scores))
        message = (
            f"{name} is missing or infinite at {len(bad)} of {len(scores)} positions, the first of them {bad[0]}; "
            "leave out what was not scored, or say what it scores"
        )
        raise BadInput(message)
    if (np.abs(scores) > LARGEST).any():
        message = f"{name} holds {scores[np.abs(scores) > LARGEST][0]:g}, whose square is beyond all numbers; give scores of a usual size"
        raise BadInput(message)
    return scores


def number_vector(name: str, values: Any) -> npt.NDArray[np.float64]:
    """Numbers and truth values as a new array of floats, missing ones (None, NaN, pandas.NA) as NaN."""
    allowed = "a vector of numbers or of truth values"
    if isinstance(values, str | bytes) or not hasattr(values, "__getitem__"):
        message = f"{name} is {values!r} ({type(values).__name__}); give {allowed}, or a pandas frame"
        raise BadInput(message)
    array = np.asarray(values if hasattr(values, "dtype") else _unmixed(values))
    if array.ndim != 1:
        message = f"{name} has {array.ndim} dimensions; give {allowed}"
        raise BadInput(message)
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    if array.dtype.kind != "O":
        message = f"{name} holds values of the type {array.dtype}; give {allowed}"
        raise BadInput(message)
    return np.array([_number(name, position, value) for position, value in enumerate(array)], dtype=np.float64)


def one_cluster_each(
    item: npt.NDArray[np.intp], items: Sequence[Any], cluster: npt.NDArray[np.intp], clusters: Sequence[Any]
) -> None:
    """Refuse an item that stands in two clusters: which one it was sampled with would be a guess."""
    own = np.empty(len(items), dtype=np.intp)
    own[item] = cluster
    torn = np.flatnonzero(own[item] != cluster)
    if torn.size:
        row = torn[0]
        both = f"{clusters[cluster[row]]!r} and {clusters[own[item[row]]]!r}"
        message = (
            f"cluster: the item {items[item[row]]!r} stands in the clusters {both}; an item has one cluster. "
            "Where two questions bear one name, make the names differ"
        )
        raise BadInput(message)


def warn_of_repeats(frame: pd.DataFrame, named: Mapping[str, object]) -> None:
    """Warn when rows seem to repeat a question although no column was named for it."""
    others = [name for name in frame.columns if name not in named.values()]
    of_questions = [name for name in others if str(name).strip().lower() in _NAMES_OF_QUESTIONS]
    model = [named["model"]] if "model" in named else []
    repeated = [name for name in of_questions if frame[[name, *model]].astype(str).duplicated().any()]
    if not repeated and "sample" not in named:
        return
    hint = f"the column {repeated[0]!r} repeats values" if repeated else "sample, which tells repeated draws, was named"
    message = f"every row counts as its own item, yet {hint}; name the question's column with item="
    warnings.warn(message, IndicMatchWarning, stacklevel=4)


def _unmixed(values: Any) -> Any:
    """A list that numpy would turn into texts (`[1, "a"]`) or refuse (`[1, [2]]`), as objects."""
    if all(isinstance(value, bool | int | float) for value in values):
        return values
    array = np.empty(len(values), dtype=object)
    for position, value in enumerate(values):
        array[position] = value
    return array


def _number(name: str, position: int, value: Any) -> float:
    if isinstance(value, numbers.Real | np.bool_):
        return float(value)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return math.nan
    message = (
        f"{name} holds {value!r} ({type(value).__name__}) at position {position}; give numbers or truth values "
        "(pandas.to_numeric turns texts into numbers)"
    )
    raise BadInput(message)

"""Several results as one table: `ev_table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadInput
from indicmatch.stats.result import Result, Row

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ev_table"]

COLUMNS = ("label", "term", "estimate", "se", "conf_low", "conf_high", "p_value", "n")


def ev_table(*results: Any, **named: Any) -> pd.DataFrame:
    """The results as a pandas frame: `label, term, estimate, se, conf_low, conf_high, p_value, n`.

    A named result is labelled by its name, a comparison `a - b`, a score by its model, anything else `result_<n>`.
    Rankings and ratings give a row for each model; agreement gives its kappa. Figures that a result does not have are
    missing. A list of results, or a mapping from label to result, may stand for the arguments.
    Raises `BadInput` for no result, and for a thing that is none.

    >>> from indicmatch.stats import ev_score
    >>> table = ev_table(ev_score([1, 0, 1, 1]), easy=ev_score([1, 1, 1, 0, 1]))
    >>> table[["label", "term", "estimate", "n"]].values.tolist()
    [['model', 'score', 0.75, 4], ['easy', 'score', 0.8, 5]]
    """
    import pandas as pd

    listed = list(results)
    if len(listed) == 1 and not named and isinstance(listed[0], Mapping):
        listed, named = [], dict(listed[0])
    elif len(listed) == 1 and isinstance(listed[0], list | tuple):
        listed = list(listed[0])
    rows: list[Row] = []
    for position, (label, result) in enumerate([*((None, item) for item in listed), *named.items()], 1):
        if not isinstance(result, Result):
            where = f"result {position}" if label is None else f"the result {label!r}"
            message = f"{where} is {result!r}, which no ev_ function gave; give results of the ev_ functions"
            raise BadInput(message)
        rows += result.table_rows(str(label) if label is not None else _label(result, position))
    if not rows:
        message = "ev_table was given no results; give at least one"
        raise BadInput(message)
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    figures = list(COLUMNS[2:-1])
    table[figures] = table[figures].astype("float64")
    return table.assign(n=table["n"].astype("Int64"))


def _label(result: Result, position: int) -> str:
    pair = [getattr(result, name, None) for name in ("model_a", "model_b")]
    if None not in pair:
        return " - ".join(map(str, pair))
    return str(getattr(result, "model", f"result_{position}"))

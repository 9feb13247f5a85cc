"""The `ev_` functions on files: columns become the data that each takes, everything else is passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from indicmatch.comparison.long_format import LongFormat, read_long
from indicmatch.errors import BadInput

if TYPE_CHECKING:
    from indicmatch.stats import Debias, Evaluation

__all__ = ["compute"]

Arguments = Mapping[str, Any]
Found = tuple[Any, bool]

ROLES = {"item": "item", "model": "model-col", "cluster": "cluster", "sample": "sample"}
"""A role of `as_eval` -> the option that names its column."""

COMPARING = frozenset(("paired", "unpaired", "permutation", "variance-reduction", "rank", "multi", "power", "mde"))
"""Functions of several models, which files of several models are then of."""


def compute(name: str, files: Sequence[str], columns: Arguments, arguments: Arguments, *, encoding: str | None = None) -> Found:
    """The result of `ev_<name>` on files, and whether its scores are shares (from 0 to 1).

    `columns` names columns by what the function takes them for (`score`, `item`, `model_col`, `cluster`, `sample`; `judge`, `gold`,
    `group`; `a`, `b`, `winner`; `by`), `arguments` are the function's own. Rows without a score are left out and counted in a warning.
    Raises `BadFile` and `BadInput` for what cannot be read, and what the function itself refuses.
    """
    chosen = _BY_NAME.get(name, _of_scores)
    return chosen(_Call(name, tuple(files), columns, dict(arguments), encoding))


class _Call:
    """One call: the function, its files and what was said about them."""

    def __init__(self, name: str, files: tuple[str, ...], columns: Arguments, arguments: dict[str, Any], encoding: str | None) -> None:
        self.name, self.files, self.columns, self.arguments, self.encoding = name, files, columns, arguments, encoding

    @property
    def function(self) -> Callable[..., Any]:
        from indicmatch import stats

        found: Callable[..., Any] = getattr(stats, f"ev_{self.name.replace('-', '_')}")
        return found

    def read(self, *options: str) -> LongFormat:
        """The rows of the files; the columns of these options must be there."""
        named = {option: self.columns.get(option.replace("-", "_")) for option in options}
        return read_long(self.files, named, encoding=self.encoding, models=2 if self.name in COMPARING else 1)

    def scored(self) -> LongFormat:
        """The rows with a score, in a column of the same name as numbers."""
        rows = self.read("score", *ROLES.values(), "by")
        score = rows.column("score", self.columns.get("score"), among=("score",))
        numbers = rows.numbers(score)
        rows.cells[score] = numbers
        return rows.where([value is not None for value in numbers], f"no score in {score!r}")

    def evaluation(self, rows: LongFormat) -> Evaluation:
        """The rows as the statistics take them."""
        from indicmatch.stats import as_eval

        roles = {role: self.columns.get(option.replace("-", "_")) for role, option in ROLES.items()}
        if roles["model"] is None and len(self.files) > 1:
            roles["model"] = "model"
        for role, column in roles.items():
            if column is not None:
                rows.refuse_blanks(ROLES[role], column)
        score = rows.column("score", self.columns.get("score"), among=("score",))
        return as_eval(rows.frame(), score=score, **roles)


def _shares(scores: Any) -> bool:
    return bool(((scores >= 0) & (scores <= 1)).all())


def _of_scores(call: _Call) -> Found:
    evaluation = call.evaluation(call.scored())
    if "statistic" in call.arguments:
        call.arguments["statistic"] = _statistic(call.arguments["statistic"])
    return call.function(evaluation, **call.arguments), _shares(evaluation.score)


def _statistic(name: str) -> Callable[[Any], Any]:
    import numpy as np

    known: dict[str, Callable[[Any], Any]] = {
        "mean": np.mean, "median": np.median, "std": lambda scores: np.std(scores, ddof=1), "min": np.min, "max": np.max,
    }  # fmt: skip
    return known[name]


def _table(call: _Call) -> Found:
    """The score of every model, in every group where groups were named."""
    from indicmatch.stats import ev_score, ev_table

    rows, by = call.scored(), call.columns.get("by")
    results, shares = {}, True
    for group, part in rows.groups(by).items() if by else [("", rows)]:
        evaluation = call.evaluation(part)
        shares &= _shares(evaluation.score)
        for model in evaluation.models:
            alone = evaluation.models == ("model",)
            label = " ".join(filter(None, [group, "" if alone and group else model]))
            try:
                results[label] = ev_score(evaluation, model, **call.arguments)
            except BadInput as error:
                if not by:
                    raise
                message = f"{group}: {error}"
                raise BadInput(message) from None
    return ev_table(results), shares


def _multi(call: _Call) -> Found:
    from indicmatch.stats import ev_multi, ev_paired

    own = {name: value for name, value in call.arguments.items() if name in ("method", "level")}
    by = call.columns.get("by")
    if by:
        pair = {name: value for name, value in call.arguments.items() if name != "method"}
        rows = call.scored()
        evaluations = {group: call.evaluation(part) for group, part in rows.groups(by).items()}
        results = {group: ev_paired(evaluation, **pair) for group, evaluation in evaluations.items()}
        return ev_multi(results, **own), all(_shares(evaluation.score) for evaluation in evaluations.values())
    rows = call.read()
    if not {"estimate", "se"} <= rows.cells.keys():
        message = "multi needs tasks: name their column with --by, or give a file with the columns estimate and se (and task, df)"
        raise BadInput(message)
    numbers = {name: rows.numbers(name) for name in ("estimate", "se", "df") if name in rows.cells}
    rows = rows.where([None not in pair for pair in zip(numbers["estimate"], numbers["se"], strict=True)], "no estimate or no se")
    frame = rows.frame(**{name: rows.numbers(name) for name in numbers})
    return ev_multi(frame, **own), bool((frame["estimate"].abs() <= 1).all())


def _judged(call: _Call) -> tuple[LongFormat, list[Any], list[Any]]:
    """The rows that the judge scored, its scores, and the human ones."""
    rows = call.read("judge", "gold", "group")
    judge = rows.column("judge", call.columns.get("judge"), among=("judge",))
    gold = rows.column("gold", call.columns.get("gold"), among=("human", "gold"))
    rows = rows.where([value is not None for value in rows.numbers(judge)], f"no score of the judge in {judge!r}")
    return rows, rows.numbers(judge), rows.numbers(gold)


def _all_shares(*columns: Sequence[float | None]) -> bool:
    return all(value is None or 0 <= value <= 1 for column in columns for value in column)


def _agreement(call: _Call) -> Found:
    rows, judge, gold = _judged(call)
    group = call.columns.get("group")
    if group:
        rows.refuse_blanks("group", group)
    return call.function(judge, gold, group=rows.cells[group] if group else None, **call.arguments), _all_shares(judge, gold)


def _debias(call: _Call) -> Found:
    _, judge, gold = _judged(call)
    return call.function(judge, gold, **call.arguments), _all_shares(judge, gold)


def _judge_power(call: _Call) -> Found:
    """The plan; a scored file with human labels says how many responses there are, how the scores spread, and how they agree."""
    shares = True
    if call.files:
        from indicmatch.stats import ev_judge_debias

        _, judge, gold = _judged(call)
        pilot: Debias = ev_judge_debias(judge, gold)
        spread = {"sd_gold": "pilot", "sd_judge": "pilot"}
        call.arguments = {"n_total": len(judge), "pilot": pilot} | spread | call.arguments
        shares = _all_shares(judge, gold)
    return call.function(**_needed(call, "n_total")), shares


def _plan(call: _Call) -> Found:
    """Power or the smallest difference; a file of two models says how their differences spread."""
    shares = True
    if call.files:
        from indicmatch.stats import ev_paired

        evaluation = call.evaluation(call.scored())
        shares = _shares(evaluation.score)
        pilot = ev_paired(evaluation, call.arguments.get("model_a"), call.arguments.get("model_b"))
        call.arguments["pilot"] = pilot
        if call.name == "mde":
            call.arguments.setdefault("n_items", pilot.n_items)
    for name in ("model_a", "model_b"):
        call.arguments.pop(name, None)
    return call.function(**_needed(call, "n_items" if call.name == "mde" else "delta")), shares


def _needed(call: _Call, name: str) -> dict[str, Any]:
    if name not in call.arguments:
        message = f"{call.name} needs --{name.replace('_', '-')}"
        raise BadInput(message)
    return call.arguments


def _elo(call: _Call) -> Found:
    rows = call.read("a", "b", "winner")
    roles = {"model_a": call.columns["a"], "model_b": call.columns["b"], "winner": call.columns["winner"]}
    names = {str(value).strip() for role in ("model_a", "model_b") for value in rows.cells[roles[role]] if value is not None}
    cells = {name: [_filled(value) for value in rows.cells[name]] for name in roles.values()}
    cells[roles["winner"]] = [_outcome(value, names) for value in cells[roles["winner"]]]
    return call.function(rows.frame(**cells), **roles, **call.arguments), False


def _filled(value: Any) -> str | None:
    return str(value).strip() or None if value is not None else None


def _outcome(value: str | None, names: set[str]) -> Any:
    """A winner as the function takes it: a number where the text is one and no model is called so."""
    if value is None or value in names:
        return value
    if value.lower() in ("true", "false"):
        return float(value.lower() == "true")
    try:
        return float(value)
    except ValueError:
        return value


_BY_NAME: dict[str, Callable[[_Call], Found]] = {
    "table": _table,
    "plot": _table,
    "multi": _multi,
    "judge-agreement": _agreement,
    "judge-debias": _debias,
    "judge-power": _judge_power,
    "power": _plan,
    "mde": _plan,
    "elo": _elo,
}

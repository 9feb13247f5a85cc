"""Scoring a Spark frame: the batch function of the local engine over its partitions, and totals by what rows came to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from indicmatch.errors import BadFile, BadInput
from indicmatch.metrics import Metric
from indicmatch.records import Columns, RecordMaker, Selector, bind, open_table
from indicmatch.records.references import columns_named
from indicmatch.score import Plan
from indicmatch.score.batch import BatchScorer, Sides, Task
from indicmatch.score.clusters import is_graded
from indicmatch.score.result import Result
from indicmatch.score.scored_copy import column_names, result_values

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame

__all__ = ["RESULT", "result_of_text", "score", "scored_frame"]

RESULT = "__indicmatch_result"  # what a row came to, as text: what totals are made of


def score(
    df: DataFrame,
    *,
    levels: Sequence[str] = ("raw", "nfc"),
    metrics: Sequence[str] = ("exact_substring", "word_overlap"),
    lang: str | None = None,
    tokenizer: str = "words",
    extract: str = "none",
    references: str = "cell",
    stem: Literal["", "error", "skip"] = "",
    columns: Columns | Mapping[str, Selector] | None = None,
    replace: bool = False,
) -> DataFrame:
    """The frame with our columns behind its own, as `score_files(..., out=...)` writes them: the same names and verdicts.

    Verdicts and word counts are integers (null: not scored), metrics that only have a number doubles, buckets strings. All arguments are
    those of `score_files`; `lang` is that of every row. Nothing runs before the frame is used. Raises `BadInput` for a column that is
    missing, or that bears one of our names (unless `replace`), `UnknownName` for a level or a metric that does not exist.

        scored = indicmatch.spark.score(spark.read.parquet("responses"), levels=["encoding"], lang="hi")
        scored.groupBy("Domain").avg("word_overlap_encoding").show()
    """
    from indicmatch.languages import language

    plan = Plan(tuple(levels), tuple(metrics), tokenizer, extract, references, stem)
    found, _ = Columns.of(columns)
    return scored_frame(df, plan, language(lang).tag if lang else None, found, replace=replace).drop(RESULT)


def scored_frame(df: DataFrame, plan: Plan, lang: str | None, columns: Columns, *, replace: bool = False, file: str = "") -> DataFrame:
    """The frame with our columns, and what each row came to in the column `RESULT`."""
    from pyspark.sql.types import StringType, StructField, StructType

    plan.variants(lang)  # what the language does not allow is said here, and not by an executor
    names = column_names(plan)
    clash = [name for name in df.columns if name in names]
    if clash and not replace:
        own = ", ".join(map(repr, clash))
        message = f"the frame has columns of its own that are called as ours: {own}; rename them, or say replace=True"
        raise BadInput(message)
    df = df.drop(*clash)
    _check_columns(df.columns, plan, columns)
    ours = [StructField(name, kind) for name, kind in zip(names, _types(plan), strict=True)]
    schema = StructType([*df.schema.fields, *ours, StructField(RESULT, StringType(), False)])
    return df.mapInPandas(_Scoring(Task(plan, lang, file or "<frame>"), columns), schema)


def _check_columns(header: list[str], plan: Plan, columns: Columns) -> None:
    """Raise what a file with this header would raise."""
    required = {"response"} if columns_named(plan.references) else {"answer", "response"}
    try:
        RecordMaker(bind(open_table([dict.fromkeys(header, "")]), columns, required=required), plan.references)
    except BadFile as error:
        raise BadInput(error.problem + (f". To fix it: {error.remedy}" if error.remedy else "")) from None


def _types(plan: Plan) -> Iterator[Any]:
    """The type of each of `column_names`."""
    from pyspark.sql.types import DoubleType, IntegerType, StringType

    for variant in plan.names:
        for metric in plan.parsed():
            if variant in plan.names_of(metric):
                yield from _types_of(metric, IntegerType(), DoubleType())
    yield from (IntegerType(), IntegerType())
    yield from (StringType() for _ in plan.levels if plan.buckets is not None)


def _types_of(metric: Metric, whole: Any, number: Any) -> list[Any]:
    if metric.name == "word_overlap":
        return [whole] * 3
    return [number if is_graded(metric) else whole]


class _Scoring:
    """What an executor does with a partition: pandas frames in, pandas frames with our columns out."""

    def __init__(self, task: Task, columns: Columns) -> None:
        self._task, self._columns = task, columns

    def __call__(self, frames: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        for frame in frames:
            yield self._scored(frame)

    def _scored(self, frame: pd.DataFrame) -> pd.DataFrame:
        import pandas as pd

        plan, table = self._task.plan, open_table(frame)
        make = RecordMaker(bind(table, self._columns, required={"response"}), plan.references)
        records = list(map(make, table))
        sides = Sides(
            [record.line for record in records],
            [record.answer for record in records],
            [record.references for record in records],
            [record.response for record in records],
        )
        results = _scorer(self._task)(sides).results
        known = {id(result): result for result in results}
        values = {key: [*result_values(result, plan, plan.parsed()), _text(result)] for key, result in known.items()}
        ours = list(zip(*(values[id(result)] for result in results), strict=True)) or [()] * (len(column_names(plan)) + 1)
        for name, column in zip([*column_names(plan), RESULT], ours, strict=True):
            frame[name] = pd.Series(list(column), index=frame.index, dtype=object)
        return frame


@lru_cache(maxsize=4)
def _scorer(task: Task) -> BatchScorer:
    return BatchScorer(task)


def _text(result: Result) -> str:
    lacks = result.blank_response, result.empty_answer, result.no_words, result.emptied
    return json.dumps([result.marks, result.steps, result.buckets, result.scores, *lacks], separators=(",", ":"))


def result_of_text(text: str) -> Result:
    """The result that a cell of `RESULT` holds."""
    marks, steps, buckets, scores, *lacks = json.loads(text)
    found = tuple(tuple((passed, value, matched, total) for passed, value, matched, total in row) for row in marks)
    return Result(found, tuple(map(tuple, steps)), tuple(buckets), tuple(scores), *lacks)

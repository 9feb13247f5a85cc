"""Scoring a Spark frame: the batch function of the local engine over its partitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from indicmatch.errors import BadFile, BadInput
from indicmatch.records import Columns, RecordMaker, Selector, bind, open_table
from indicmatch.records.references import columns_named
from indicmatch.score import Plan
from indicmatch.score.batch import Task
from indicmatch.score.scored_copy import column_names
from indicmatch.spark.executor import Emits, Scoring, our_types
from indicmatch.spark.session import check_packages
from indicmatch.spark.tables import Reader

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["our_fields", "renamed", "score", "unclashing"]


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
    those of `score_files`; `lang` is that of every row: a frame has no file name to recognise it by. Nothing runs before the frame is used,
    so that nothing is warned of; `indicmatch score --engine spark` gives the warnings and the report. Raises `BadInput` for a column that
    is missing, or that bears one of our names (unless `replace`), `UnknownName` for a level or a metric that does not exist.

        scored = indicmatch.spark.score(spark.read.parquet("responses"), levels=["encoding"], lang="hi")
        scored.groupBy("Domain").avg("word_overlap_encoding").show()
    """
    from pyspark.sql.types import StructType

    from indicmatch.languages import language

    check_packages()
    plan = Plan(_names(levels), _names(metrics), tokenizer, extract, references, stem)
    found, named = Columns.of(columns)
    tag = language(lang).tag if lang else None
    plan.variants(tag)  # what the language does not allow is said here, and not by an executor
    kept = unclashing(df.columns, column_names(plan), replace=replace)
    required = frozenset({"response", *named} if columns_named(references) else {"answer", "response", *named})
    _check_columns(df.columns, plan, found, required)
    schema = StructType([*(df.schema.fields[at] for at in kept), *our_fields(plan)])
    reader = Reader("<frame>", "frame", header=tuple(df.columns), placed=False)
    scoring = Scoring(reader, Task(plan, tag, "<frame>"), found, required, Emits(kept), schema.names)
    return renamed(df).mapInArrow(scoring, schema)


def renamed(df: DataFrame) -> DataFrame:
    """The frame with plain names: Spark hands columns to Python by name, and stumbles over dots in it."""
    return df.toDF(*[f"c{at}" for at in range(len(df.columns))])


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def unclashing(header: Sequence[str], ours: Sequence[str], *, replace: bool, file: str = "") -> tuple[int, ...]:
    """The columns that stay when ours are put behind them; to lose one must be asked for."""
    clash = [name for name in header if name in ours]
    if clash and not replace:
        problem = f"the input has columns of its own that are called as ours: {', '.join(map(repr, clash))}"
        if file:
            raise BadFile(problem, file=file, line=1, remedy="rename them, or say --replace to drop them")
        message = f"{problem}; rename them, or say replace=True to drop them"
        raise BadInput(message)
    return tuple(at for at, name in enumerate(header) if name not in ours)


def our_fields(plan: Plan) -> list[Any]:
    """Our columns, as fields of a schema."""
    from pyspark.sql.types import DoubleType, IntegerType, StringType, StructField

    kinds = {"int": IntegerType(), "double": DoubleType(), "string": StringType()}
    return [StructField(name, kinds[kind]) for name, kind in zip(column_names(plan), our_types(plan), strict=True)]


def _check_columns(header: list[str], plan: Plan, columns: Columns, required: frozenset[str]) -> None:
    """Raise what a file with this header would raise."""
    try:
        RecordMaker(bind(open_table([dict.fromkeys(header, "")]), columns, required=required), plan.references)
    except BadFile as error:
        raise BadInput(error.problem + (f". To fix it: {error.remedy}" if error.remedy else "")) from None

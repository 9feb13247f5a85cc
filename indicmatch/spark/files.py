"""`--engine spark`: partitioned CSV and Parquet in, Parquet out, and the report that the local engine gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, BadInput
from indicmatch.records import RecordMaker, bind, open_table
from indicmatch.score import Run
from indicmatch.score.file_pass import HEAD, Head
from indicmatch.score.result import Result
from indicmatch.spark.scoring import RESULT, result_of_text, scored_frame
from indicmatch.spark.session import session
from indicmatch.unicode import dominant_script

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["read", "score_with_spark"]

_PLACE, _GROUP = "__indicmatch_place", "__indicmatch_group"


def score_with_spark(run: Run, files: Sequence[str], out: str | None = None, *, replace: bool = False) -> None:
    """Score files, or folders of their parts, so that they join the run's report; with `out`, write Parquet there.

    Several files go to folders of their names in `out`. Raises `BadInput` for what Spark does not do: clusters, draws, models in a column.
    """
    if run.columns.cluster or run.columns.sample or run.columns.model:
        message = "clusters, repeated draws and a column of models are counted by the local engine only: leave out --engine spark"
        raise BadInput(message)
    spark = session()
    for file in files:
        df = read(spark, file)
        place = None if out is None else out if len(files) == 1 else f"{out.rstrip('/')}/{Path(file).name.partition('.')[0]}.parquet"
        _score(run, df, file, place, replace=replace)


def read(spark: SparkSession, path: str) -> DataFrame:
    """A CSV or Parquet file, or a folder of such files, as a frame of strings as they are written.

    A single CSV file that is larger than one partition is a `BadFile`: it cannot be split, since a quoted cell may hold line ends.
    """
    parts = _parts(path)
    if any(part.suffix == ".parquet" for part in parts):
        return spark.read.parquet(path)
    if len(parts) == 1:
        _check_size(spark, path, parts[0])
    options = {"header": True, "multiLine": True, "quote": '"', "escape": '"', "maxCharsPerColumn": -1, "mode": "FAILFAST",
               "enforceSchema": False, "encoding": "UTF-8"}  # fmt: skip
    return spark.read.options(**options).csv(path)


def _parts(path: str) -> list[Path]:
    """The data files of a path on this machine; of a place that only Spark reaches, the path itself."""
    if "://" in path:
        return [Path(path)]
    found = Path(path)
    if not found.exists():
        raise BadFile("no such file or folder", file=path, remedy="look at its name; a place in a cluster is written hdfs://, s3a://")
    parts = [part for part in found.rglob("*") if part.is_file() and not part.name.startswith(("_", "."))] if found.is_dir() else [found]
    if not parts:
        raise BadFile("the folder holds no files", file=path, remedy="name a folder of CSV or Parquet files")
    return parts


def _check_size(spark: SparkSession, path: str, part: Path) -> None:
    most = spark.conf.get("spark.sql.files.maxPartitionBytes") or "134217728b"
    limit, size = int(most.rstrip("bB")), part.stat().st_size if part.exists() else 0
    if size > limit:
        problem = f"one CSV file of {size:,} bytes cannot be split (a quoted cell may hold line ends), so one executor would do it all"
        remedy = "score it with --jobs instead, or give Parquet or a folder of smaller CSV files"
        raise BadFile(problem, file=path, remedy=remedy)


def _score(run: Run, df: DataFrame, file: str, place: str | None, *, replace: bool) -> None:
    from pyspark import StorageLevel
    from pyspark.sql import functions

    head = _head(run, df, file)
    lang = run.language_of(file, head)
    domain = run.columns.domain if isinstance(run.columns.domain, str) and run.columns.domain in df.columns else None
    df = df.withColumn(_PLACE, functions.monotonically_increasing_id())
    scored = scored_frame(df, run.plan, lang, run.columns, replace=replace, file=file)
    if place is not None:
        scored = scored.persist(StorageLevel.DISK_ONLY)  # scored once: to be written, and to be counted
        scored.drop(RESULT, _PLACE).write.parquet(place)
    group = functions.lit("(all)") if domain is None else _group(functions, domain)
    rows = scored.withColumn(_GROUP, group).groupBy(_GROUP, RESULT).agg(functions.count("*"), functions.min(_PLACE)).collect()
    run.counted(file, head, lang, _counts([tuple(row) for row in rows]))
    if place is not None:
        scored.unpersist()


def _group(functions: Any, domain: str) -> Any:
    """The Domain, or (blank) where nothing but white space is in it."""
    column = functions.col(f"`{domain}`").cast("string")
    return functions.when(column.isNull() | column.rlike(r"^(?U)\s*$"), functions.lit("(blank)")).otherwise(column)


def _counts(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, Result, int]]:
    """(group, result, rows), the groups in order of first appearance."""
    first: dict[str, int] = {}
    for group, _, _, place in rows:
        first[group] = min(place, first.get(group, place))
    for group, text, count, _ in sorted(rows, key=lambda row: (first[row[0]], row[3])):
        yield group, result_of_text(text), count


def _head(run: Run, df: DataFrame, file: str) -> Head:
    """What the first rows tell."""
    rows = [row.asDict() for row in df.take(HEAD)]
    table = open_table(rows or [dict.fromkeys(df.columns, "")])
    try:
        make = RecordMaker(bind(table, run.columns, required=run.required), run.plan.references)
        records = [make(row) for row in table] if rows else []
    except BadFile as error:
        raise BadFile(error.problem, file=file, remedy=error.remedy) from None
    answers = [record.answer for record in records]
    return Head(dominant_script(" ".join(answers)), answers, [record.response or "" for record in records])

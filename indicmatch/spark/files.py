"""`--engine spark`: partitioned CSV, TSV and Parquet in, Parquet out, and the report that the local engine gives."""

from __future__ import annotations

import dataclasses
import json
import pickle
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, IndicMatchError
from indicmatch.records import Table
from indicmatch.records.table import Notes
from indicmatch.score import Run
from indicmatch.score.batch import Task
from indicmatch.score.elsewhere import Counted, Elsewhere
from indicmatch.score.file_pass import HEAD
from indicmatch.score.result import KNOWN, Result
from indicmatch.score.scored_copy import column_names, refuse_twice
from indicmatch.score.stem_guard import MOST_ANSWERS
from indicmatch.spark.executor import Emits, Scoring
from indicmatch.spark.inputs import Input, exists, read
from indicmatch.spark.keys import ANSWER, COUNT, KEYS, NOTE, ROW, Note, result_of_text
from indicmatch.spark.outputs import write
from indicmatch.spark.scoring import our_fields, unclashing
from indicmatch.spark.session import explained, session
from indicmatch.spark.tables import Place

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["score_with_spark"]


def score_with_spark(run: Run, files: Sequence[str], out: str | None = None, *, replace: bool = False) -> None:
    """Score files, or folders of their parts, so that they join the run's report; with `out`, write Parquet there.

    Several files go to folders of their names in `out`. Nothing is written of a file that cannot be used.
    """
    spark = session()
    refuse_twice(files)
    places = _places(files, out)
    for wanted in filter(None, places):
        _check_place(spark, wanted, files)
    for file, place in zip(files, places, strict=True):
        _Scored(run, read(spark, file, run.encoding), place, replace=replace).join()


def _places(files: Sequence[str], out: str | None) -> list[str] | list[None]:
    """Where each file goes."""
    if out is None:
        return [None] * len(files)
    if len(files) == 1:
        return [out]
    names = [Path(file).name.partition(".")[0] for file in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadFile(f"two inputs would be written to one folder, {twice}.parquet", file=out, remedy="score them in two runs")
    return [f"{out.rstrip('/')}/{name}.parquet" for name in names]


def _check_place(spark: SparkSession, place: str, files: Sequence[str]) -> None:
    for file in files:
        if "://" not in place + file and Path(place).absolute().is_relative_to(Path(file).absolute()):
            problem = f"the output would stand in the input {file}, and be read with it the next time"
            raise BadFile(problem, file=place, remedy="name another place with --out")
    with explained(place):
        there = exists(spark, place) if "://" in place else Path(place).exists()
    if there:
        raise BadFile("there is something already, and Spark writes a new folder", file=place, remedy="remove it, or name another place")


class _Scored:
    """An input on its way into the report of a run."""

    def __init__(self, run: Run, given: Input, place: str | None, *, replace: bool) -> None:
        self._run, self._input, self._place = run, given, place
        file, kind = given.reader.file, given.reader.kind
        self._header, rows = given.first_rows(HEAD)
        self._names = [*([] if run.model_name is None else ["model"]), *column_names(run.plan)]
        self._kept = None if place is None else unclashing(self._header, self._names, replace=replace, file=file)
        _check_names([self._header[at] for at in self._kept or ()], file)
        self._file = Elsewhere(run, file, Table(Notes(file), kind, self._header, iter(rows)))

    def join(self) -> None:
        """Score it, count it, write it."""
        from pyspark import StorageLevel

        if self._file.watched:
            self._file.watch(self._input.first_rows(self._file.watched, self._file.watched_columns)[1])
        df, again = self._frame(), self._place is not None or self._file.guarded
        if again:
            df = df.persist(StorageLevel.DISK_ONLY)  # scored once: to be looked at, to be counted, and to be written
        try:
            with self._input.running():
                if self._file.guarded:
                    self._file.see(_answers(df))
                self._count(_counts(df, many=bool(self._file.told)))
                if self._place is not None:
                    write(self._rows(df), self._place)
        finally:
            if again:
                df.unpersist()

    def _frame(self) -> DataFrame:
        """What executors find."""
        from pyspark.sql.types import BinaryType, IntegerType, LongType, StringType, StructField, StructType

        run, reader, kept = self._run, dataclasses.replace(self._input.reader, header=tuple(self._header)), self._kept or ()
        kinds = {"string": StringType(), "int": IntegerType(), "long": LongType(), "binary": BinaryType()}
        types = self._input.types(self._header)
        fields = [] if self._kept is None else [*(types[at] for at in kept), *(field.dataType for field in our_fields(run.plan))]
        columns = [StructField(f"c{at}", kind) for at, kind in enumerate(fields)]
        schema = StructType([*columns, *(StructField(name, kinds[kind]) for name, kind in KEYS.items())])
        task = Task(run.plan, self._file.lang, reader.file)
        emits = Emits(self._kept, True, self._file.told, self._file.guarded)
        return self._input.frame.mapInArrow(Scoring(reader, task, run.columns, frozenset(run.required), emits, schema.names), schema)

    def _count(self, rows: Iterator[Any]) -> None:
        notes: list[Note] = []
        counts: Iterator[Any] = iter(())
        for row in rows:
            if row["kind"] == COUNT:
                counts = chain([row], rows)
                break
            notes.append(pickle.loads(row["note"]))
        errors = [note.error for note in notes if note.error]
        if errors:
            raise min(errors, key=_where)
        self._file.count([note.found for note in notes], map(_counted, counts))

    def _rows(self, df: DataFrame) -> DataFrame:
        """What is written: the columns of the input, and ours."""
        from pyspark.sql import functions

        kept = len(self._kept or ())
        ours = [f"c{at}" for at in range(kept + len(column_names(self._run.plan)))]
        model = [functions.lit(self._run.model_name)] if self._run.model_name is not None else []
        names = [*(self._header[at] for at in self._kept or ()), *self._names]
        return df.where(functions.col("kind") == ROW).select(*ours[:kept], *model, *ours[kept:]).toDF(*names)


def _check_names(header: Sequence[str], file: str) -> None:
    twice = next((name for at, name in enumerate(header) if name.lower() in [other.lower() for other in header[:at]]), None)
    if twice is not None:
        problem = f"two columns are called {twice!r} (in any case), and Parquet tells columns apart by name"
        raise BadFile(problem, file=file, line=1, remedy="rename one of them, or leave out --out")


def _counts(df: DataFrame, *, many: bool) -> Iterator[Any]:
    """The notes, then the counts in order of their first rows; `many` may be more than memory should hold at once."""
    from pyspark.sql import functions

    alike = df.where(functions.col("kind").isin(COUNT, NOTE)).groupBy("kind", "text", "told", "result", "note")
    summed = alike.agg(functions.sum("times").alias("times"), functions.min(functions.struct("part", "line")).alias("first"))
    if not many:
        return iter(sorted(summed.collect(), key=lambda row: (row["kind"] != NOTE, row["first"]["part"] or "", row["first"]["line"] or 0)))
    found: Iterator[Any] = summed.orderBy(functions.desc("kind"), "first").toLocalIterator()
    return found


def _answers(df: DataFrame) -> Iterator[str]:
    """The distinct answers that are looked at, in order of first appearance."""
    from pyspark.sql import functions

    alike = df.where(functions.col("kind") == ANSWER).groupBy("text")
    first = alike.agg(functions.min(functions.struct("part", "line", "at")).alias("first")).orderBy("first").limit(MOST_ANSWERS)
    yield from (row["text"] for row in first.select("text").collect())


def _counted(row: Any) -> Counted:
    told = () if row["told"] is None else json.loads(row["told"])
    return Counted(row["text"], _result(row["result"]), row["times"], Place(*row["first"]).as_line, told)


@lru_cache(maxsize=KNOWN)
def _result(text: str) -> Result:
    return result_of_text(text)


def _where(error: IndicMatchError) -> tuple[str, int]:
    """The order of errors is that of the rows that have them."""
    if not isinstance(error, BadFile):
        return "", 0
    line: Any = error.line
    return (f"{error.file}/{line.part}" if line.part else error.file, line.line) if isinstance(line, Place) else (error.file, line or 0)

"""What Spark reads: the parts of an input in order, frames that executors make tables of, and the first rows."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, BadInput
from indicmatch.records import Row, format_of
from indicmatch.spark.executor import FirstRows
from indicmatch.spark.scoring import renamed
from indicmatch.spark.session import explained
from indicmatch.spark.tables import Reader

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Input", "exists", "read"]

_GLOB = re.compile(r"([\[\]{}*?\\])")
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "p": 1 << 50}


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an input: its path, the same as `_metadata.file_path` has it, its size in bytes."""

    path: str
    uri: str
    size: int


@dataclass(frozen=True, slots=True)
class Input:
    """An input: `frame` is what executors get of it, for the tables of `reader`; `parts` are in the order of their paths."""

    spark: SparkSession
    frame: DataFrame
    reader: Reader
    parts: tuple[Part, ...]

    def types(self, header: Sequence[str]) -> list[Any]:
        """The Spark types of the columns of a table of this header."""
        from pyspark.sql.types import StringType

        fields = self.frame.schema.fields[: len(header)]
        return [StringType()] * len(header) if self.reader.is_text else [field.dataType for field in fields]

    @contextmanager
    def running(self) -> Iterator[None]:
        """While Spark works on the frame: files that travel whole do so one by one."""
        settings = {"spark.sql.execution.arrow.maxRecordsPerBatch": "1"} if self.reader.whole else {}
        with _settings(self.spark, settings), explained(self.reader.file):
            yield

    def first_rows(self, count: int, kept: tuple[int, ...] | None = None) -> tuple[list[str], list[Row]]:
        """The header and the first rows in the order of parts and lines; cells in the columns `kept` only."""
        header, at, many = list(self.reader.header), 0, 1
        rows: list[Row] = []
        while at < len(self.parts) and (len(rows) < count or not header):
            reader = replace(self.reader, header=tuple(header))
            said = self._first_of(self.parts[at : at + many], FirstRows(reader, max(1, count - len(rows)), kept), count - len(rows))
            header = header or said[0]
            rows += sorted(said[1], key=lambda row: row[0])[: count - len(rows)]
            at, many = at + many, many * 2
        return header, rows

    def _first_of(self, parts: Sequence[Part], first: FirstRows, enough: int) -> tuple[list[str], list[Row]]:
        from pyspark.sql import functions

        chosen = self.frame.where(functions.col("_metadata.file_path").isin([part.uri for part in parts]))
        header: list[str] = []
        rows: list[Row] = []
        with self.running():
            for (said,) in chosen.mapInArrow(first, "said binary").toLocalIterator():
                found = pickle.loads(said)
                if isinstance(found, Exception):
                    raise found
                header, more = found
                rows += more
                if len(parts) == 1 and len(rows) >= enough:
                    break
        return header, rows


def read(spark: SparkSession, file: str, encoding: str | None = None) -> Input:
    """An input by its name: a CSV, TSV or Parquet file, or a folder of one kind of them.

    Raises `BadFile` where there is nothing, for other kinds, and for a single file of text that is larger than a partition: it cannot be
    split, since a quoted cell may hold line ends.
    """
    address, folder = _address(file)
    with explained(file):
        parts = _parts(spark, address)
    if not parts:
        problem = "there are no files here (Spark passes over empty ones, and names that begin with _ or .)"
        raise BadFile(problem, file=file, remedy="name a CSV, TSV or Parquet file, or a folder of them")
    kind = _kind(file, parts)
    root = _root(parts, address if folder is None else f"file:{Path(file).absolute()}")
    partitioned = any("=" in folder for part in parts for folder in part.path.removeprefix(root).split("/")[:-1])
    reader = Reader(file, kind, root, encoding=encoding, whole=kind != "parquet" and not _is_local(parts[0]))
    if kind == "parquet" and encoding:
        message = f"an encoding ({encoding!r}) is for files of text, and {file} is parquet: leave it out"
        raise BadInput(message)
    if kind != "parquet" and (len(parts) == 1 or reader.whole):
        _check_sizes(spark, file, parts)
    with _settings(spark, {"spark.sql.sources.partitionColumnTypeInference.enabled": "false"}), explained(file):
        found = spark.read.option("recursiveFileLookup", not partitioned)
        frame, reader = _parquet(found, address, reader) if kind == "parquet" else _text(found, address, reader)
        if len(frame.inputFiles()) != len(parts):
            inside = f"of {len(parts)} files {len(frame.inputFiles())} stand in folders of partitions (NAME=VALUE)"
            problem = f"{inside}, and Spark reads only those"
            raise BadFile(problem, file=file, remedy="move the others, or name one folder of files alone")
    return Input(spark, frame, reader, parts)


def exists(spark: SparkSession, file: str) -> bool:
    """Whether something stands at a place that Spark reaches."""
    return bool(_parts(spark, file))


def _address(file: str) -> tuple[str, bool | None]:
    """How Spark finds an input, and whether it is a folder, where that is known: a place on this machine, unless it has a scheme."""
    if file == "-":
        message = "Spark reads no standard input: name a file or a folder, or leave out --engine spark"
        raise BadInput(message)
    if "://" in file:
        return file, None
    found = Path(file)
    if not found.exists():
        raise BadFile("no such file or folder", file=file, remedy="look at its name; a place in a cluster is written hdfs://, s3a://")
    empty = next((one for one in (found.rglob("[!_.]*") if found.is_dir() else [found]) if one.is_file() and not one.stat().st_size), None)
    if empty:  # which Spark would pass over
        raise BadFile("the file is empty (zero bytes)", file=empty, remedy="write the header and the rows again")
    return "file://" + _GLOB.sub(r"\\\1", str(found.absolute())), found.is_dir()


def _parts(spark: SparkSession, address: str) -> tuple[Part, ...]:
    from pyspark.errors import AnalysisException

    try:
        listed = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(address)
        rows = listed.select("path", "_metadata.file_path", "length").collect()
    except AnalysisException as error:
        if "PATH_NOT_FOUND" in str(error):
            return ()
        raise
    return tuple(sorted((Part(*row) for row in rows), key=lambda part: part.path))


def _is_local(part: Part) -> bool:
    """Whether executors read a file by its path; any other travels to them whole."""
    return part.path.startswith("file:")


def _kind(file: str, parts: Sequence[Part]) -> str:
    kinds = {format_of(part.path) or ("json" if part.path.lower().endswith(".json") else "csv"): part for part in parts}
    if len(kinds) > 1:
        shown = " and ".join(f"{kind} ({part.path.rpartition('/')[2]})" for kind, part in sorted(kinds.items()))
        raise BadFile(f"the folder holds files of several kinds: {shown}", file=file, remedy="give each kind a folder of its own")
    [kind] = kinds
    if kind not in ("csv", "tsv", "parquet"):
        problem = f"this is {kind}, and Spark reads CSV, TSV and Parquet"
        raise BadFile(problem, file=file, remedy="make one of them of it, or leave out --engine spark")
    return kind


def _root(parts: Sequence[Part], address: str) -> str:
    """What the paths of all parts begin with: the address, where it is no pattern; of a single file the whole of it."""
    plain = re.sub("^file:/+", "file:/", address).rstrip("/")
    if all(part.path == plain or part.path.startswith(f"{plain}/") for part in parts):
        return plain
    folders = [part.path.split("/")[:-1] for part in parts]
    same = next((at for at, names in enumerate(zip(*folders, strict=False)) if len(set(names)) > 1), min(map(len, folders)))
    named = [at for at, name in enumerate(folders[0][:same]) if "=" in name]  # a partition is no place
    return "/".join(folders[0][: min([same, *named])])


def _check_sizes(spark: SparkSession, file: str, parts: Sequence[Part]) -> None:
    setting = "spark.sql.files.maxPartitionBytes"
    most, largest = _bytes(spark.conf.get(setting) or "128m"), max(parts, key=lambda part: part.size)
    if largest.size > most:
        problem = (
            f"one file of {largest.size:,} bytes, and a partition has {most:,} ({setting}): a file of text cannot be split (a quoted cell"
            " may hold line ends; gzip has no places to begin at), so that one executor would do all of it"
        )
        remedy = "score it with --jobs instead, or make Parquet of it, or a folder of smaller files"
        raise BadFile(problem, file=file, remedy=remedy)


def _bytes(text: str) -> int:
    """A size as Spark's settings have it: 134217728b, 128m, 1gb."""
    found = re.fullmatch(r"\s*([0-9]+)\s*([kmgtp]?)b?\s*", text.lower())
    return int(found[1]) * _UNITS[found[2]] if found else 1 << 27


def _text(found: Any, address: str, reader: Reader) -> tuple[DataFrame, Reader]:
    df = found.format("binaryFile").load(address)
    partitions = [name for name in df.columns if name not in ("path", "modificationTime", "length", "content")]
    content = ["content"] if reader.whole else []
    return renamed(df.select("path", *content, *map(_quoted, partitions))), replace(reader, partitions=tuple(partitions))


def _parquet(found: Any, address: str, reader: Reader) -> tuple[DataFrame, Reader]:
    from pyspark.sql.functions import col

    df = found.parquet(address)
    places = [col(f"_metadata.{name}").alias(f"__{name}") for name in ("file_path", "row_index")]
    return renamed(df.select("*", *places)), replace(reader, header=tuple(df.columns))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


@contextmanager
def _settings(spark: SparkSession, settings: dict[str, str]) -> Iterator[None]:
    """Settings of a session, for as long as they are needed."""
    before = {name: spark.conf.get(name) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, old in before.items():
            if old is not None:
                spark.conf.set(name, old)

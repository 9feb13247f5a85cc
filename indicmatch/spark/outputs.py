"""Parquet out: a folder that is written whole, or is not there."""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from indicmatch.spark.session import explained

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["write"]


def write(df: DataFrame, place: str) -> None:
    """Write a frame to a new folder; of one that cannot be written whole nothing stays, unless it was another's all along."""
    from pyspark.errors import AnalysisException

    try:
        with explained(place):
            df.write.parquet(place)
    except BaseException as error:
        if not isinstance(error.__cause__, AnalysisException):  # it says that somebody else made the folder before us
            with suppress(Exception):  # what went wrong first is what counts
                _remove(df.sparkSession, place)
        raise


def _remove(spark: Any, place: str) -> None:
    if "://" not in place:
        shutil.rmtree(place)
        return
    path = spark._jvm.org.apache.hadoop.fs.Path(place)  # Python has no other way to the file systems that Spark reaches
    path.getFileSystem(spark._jsc.hadoopConfiguration()).delete(path, True)

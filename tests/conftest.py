"""What every test file shares."""

import gc
import os
import sys
import warnings

import pytest
from hypothesis import settings

# The first example builds tables, and no test measures time. In CI the examples are always the same: a change is not refused for a fault
# that it did not make; everywhere else they are new ones each time.
settings.register_profile("untimed", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("untimed")


@pytest.fixture(scope="module")
def spark():
    """A Spark session in local mode."""
    from indicmatch.spark.session import session

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    configured = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.ui.showConsoleProgress": "false"}
    made = SparkSession.builder.master("local[2]").config(map=configured).getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    assert session() is made
    yield made
    made.stop()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()  # py4j leaves sockets to the collector, whose complaint would be an error at the end of the run

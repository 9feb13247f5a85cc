"""Files in and out: CSV, TSV, JSONL, XLSX and Parquet to records, and scored files back."""

from indicmatch.records.appending import Appender, output_name, output_place
from indicmatch.records.checks import Checks
from indicmatch.records.columns import Bound, Columns, Field, Selector, bind
from indicmatch.records.opening import format_of, open_table
from indicmatch.records.record import Record, RecordMaker, read_records
from indicmatch.records.references import split_references
from indicmatch.records.table import Cell, Row, Table
from indicmatch.records.writing import atomic_writer

__all__ = [
    "Appender",
    "Bound",
    "Cell",
    "Checks",
    "Columns",
    "Field",
    "Record",
    "RecordMaker",
    "Row",
    "Selector",
    "Table",
    "atomic_writer",
    "bind",
    "format_of",
    "open_table",
    "output_name",
    "output_place",
    "read_records",
    "split_references",
]

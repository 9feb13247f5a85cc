"""Files in and out: CSV, TSV, JSONL, XLSX and Parquet to records, and scored files back."""

from indicmatch.records.columns import Bound, Columns, Field, Selector, bind
from indicmatch.records.opening import open_table
from indicmatch.records.record import Record, RecordMaker, read_records
from indicmatch.records.references import split_references
from indicmatch.records.table import Cell, Row, Table

__all__ = [
    "Bound",
    "Cell",
    "Columns",
    "Field",
    "Record",
    "RecordMaker",
    "Row",
    "Selector",
    "Table",
    "bind",
    "open_table",
    "read_records",
    "split_references",
]

"""Records: what a row says, and `read_records`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, BadInput
from indicmatch.records.checks import Checks
from indicmatch.records.columns import Bound, Columns, Selector, bind
from indicmatch.records.headers import find_column, missing_column
from indicmatch.records.opening import Input, open_table
from indicmatch.records.references import columns_named, listed, splitter, without_empty
from indicmatch.records.values import text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from indicmatch.records.table import Cell, Row, Table

__all__ = ["Record", "RecordMaker", "read_records"]


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a file. `references` are the acceptable answers, at least one; `response` is None when there is none
    at all, and `""` when its cell is empty; `question` and `domain` are None in a file without such a column; `extra`
    holds the other columns; `line` is where the record begins in `file`.
    """

    question: str | None
    answer: str
    references: tuple[str, ...]
    domain: str | None
    response: str | None
    extra: Mapping[str, Cell]
    line: int
    file: str


class RecordMaker:
    """Makes the records of one table, by its columns and a references mode; a faulty row is a `BadFile` with its
    line. `plain` holds the indexes of answer, response, question and domain where a record is just those cells.
    """

    def __init__(self, bound: Bound, references: str = "cell") -> None:
        table = bound.table
        self._file, self._header, self._fields, self._taken = table.file, table.header, bound.fields, bound.taken
        self._question, self._domain = bound.getter("question"), bound.getter("domain")
        self._answer, self._response = bound.getter("answer"), bound.getter("response")
        self._split = splitter(references)
        self._columns = [_index(table, name) for name in columns_named(references)]
        self._others: list[tuple[str, int]] = []
        self._width = 0
        self.plain = _plain(bound) if references == "cell" else None

    def __call__(self, row: Row) -> Record:
        if self.plain is None:
            return self._any(row)
        cells: Any = row[1]
        answer_at, response_at, question_at, domain_at = self.plain
        answer = cells[answer_at] or ""
        return Record(
            None if question_at is None else cells[question_at] or "",
            answer,
            (answer,),
            None if domain_at is None else cells[domain_at] or "",
            cells[response_at],
            self._extra(row),
            row[0],
            self._file,
        )

    def _any(self, row: Row) -> Record:
        try:
            answer, references = self._answers(row)
            response = text_of(self._response(row))
            question, domain = text_of(self._question(row)), text_of(self._domain(row))
        except BadFile:
            raise
        except BadInput as error:
            raise BadFile(str(error), file=self._file, line=row[0], remedy=_NAME_A_PATH) from error
        if question is None and "question" in self._fields:
            question = ""
        if domain is None and "domain" in self._fields:
            domain = ""
        return Record(question, answer, references, domain, response, self._extra(row), row[0], self._file)

    def _answers(self, row: Row) -> tuple[str, tuple[str, ...]]:
        value = self._answer(row)
        if self._columns:
            references = without_empty(text_of(row[1][at]) or "" for at in self._columns)
            return text_of(value) or references[0], references
        if isinstance(value, list | tuple):
            references = listed(value)
            return references[0], references
        answer = text_of(value) or ""
        return answer, self._split(answer)

    def _extra(self, row: Row) -> dict[str, Cell]:
        if len(self._header) != self._width:  # at the first row, and when a JSONL record brings a new key
            self._width = len(self._header)
            self._others = _distinct([(name, at) for at, name in enumerate(self._header) if at not in self._taken])
        if not self._others:
            return {}
        cells = row[1]
        return {name: cells[at] for name, at in self._others if at < len(cells)}


_NAME_A_PATH = "give one text: correct the row, or name a path (such as choices[0].text) or a function for the column"


def _plain(bound: Bound) -> tuple[int, int, int | None, int | None] | None:
    """The indexes of answer, response, question and domain where each is a cell of text or not there."""
    fields = bound.fields
    if bound.table.format not in {"csv", "tsv"} or any(field.index is None for field in fields.values()):
        return None
    answer, response, question, domain = (
        fields[part].index if part in fields else None for part in ("answer", "response", "question", "domain")
    )
    return None if answer is None or response is None else (answer, response, question, domain)


def _index(table: Table, name: str) -> int:
    index = find_column(table, name, option="--references columns:A,B")
    if index is None:
        raise missing_column(table, name)
    return index


def _distinct(columns: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Columns with the names of a mapping: a second `note` becomes `note.1`, so that none hides another."""
    given = {name for name, _ in columns}
    named: dict[str, int] = {}
    for name, at in columns:
        numbered = (f"{name}.{number}" for number in count(1))
        free = name if name not in named else next(n for n in numbered if n not in named and n not in given)
        named[free] = at
    return list(named.items())


def read_records(
    path: Input,
    *,
    columns: Columns | Mapping[str, Selector] | None = None,
    references: str = "cell",
    encoding: str | None = None,
    na: str = "text",
    limit: int | None = None,
    required: Collection[str] = (),
    check: bool = True,
    **aliases: Selector | None,
) -> Iterator[Record]:
    """The records of a file, one at a time: memory does not grow with the file.

    `path` is CSV, TSV, JSONL (each also with .gz), XLSX or Parquet, or `-` for stdin. `columns` says which column is
    the question, answer, response and domain, as `Columns` or as a mapping from those names to a column's name, a path
    or a function of the row; `user_input_column=`, `response_column=` and `reference_column=` do the same. The answer
    and the response must be there, and what is named here or in `required`. `references` says how a cell holds several
    answers (see `split_references`); `encoding`, `na` are those of `open_table`; `limit` reads only the first records.
    Raises `BadFile`, at once for what the header shows, else at the row.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "hindi.csv"
    >>> _ = path.write_text("question,golden,response\\nq1,दिल्ली (Delhi),Delhi it is\\n", encoding="utf-8")
    >>> [record.references for record in read_records(path, columns={"answer": "golden"}, references="paren")]
    [('दिल्ली', 'Delhi')]
    """
    wanted, named = Columns.of(columns, **aliases)
    needed = {"response", *required, *named}
    if not columns_named(references):
        needed.add("answer")
    table = open_table(path, encoding=encoding, na=na)
    make = RecordMaker(bind(table, wanted, required=needed), references)
    made = map(make, islice(table, limit))
    return _checked(made, table, Checks(table.file, references)) if check else made


def _checked(records: Iterator[Record], table: Table, checks: Checks) -> Iterator[Record]:
    for record in records:
        checks.add(record.line, record.answer, record.references, record.response)
        yield record
    for text in checks.warnings():
        table.notes.warn(text)

"""What each row of a file is a sample of: who answered, which question it draws from, and the cluster that was sampled with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from indicmatch.errors import BadFile, BadInput
from indicmatch.records import Bound, Record, Row
from indicmatch.records.values import text_of

__all__ = ["ID_COLUMNS", "PLAIN", "Unit", "Units", "id_column"]

ID_COLUMNS = ("question_id", "questionid", "qid", "q_id", "item_id", "itemid", "example_id", "prompt_id", "id", "uid")
"""Columns that tell questions apart, the surest name first; spelt in any case."""

WATCHED = 10_000  # rows of a file whose ids are watched for repetitions when nothing was asked
FEW, MANY = 12, 25  # clusters at most, and rows in each at least, that look like a stratum


class Unit(NamedTuple):
    """A row's model, cluster, item (its question, where draws are repeated) and question id; None where nothing tells."""

    model: str | None = None
    cluster: Hashable = None
    item: Hashable = None
    question: str | None = None
    sample: str | None = None


PLAIN = Unit()


def id_column(header: list[str]) -> int | None:
    """The index of the column that tells questions apart, None without one.

    >>> id_column(["ID", "question", "Question_ID"]), id_column(["answer", "response"])
    (2, None)
    """
    folded = [name.strip().lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").casefold().replace(" ", "_").replace("-", "_") for name in header]
    return next((folded.index(name) for name in ID_COLUMNS if name in folded), None)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The cell of a part that the caller named; a blank one is refused, since it would be a model, a cluster of its own."""

    get: Callable[[Row], Any]
    part: str
    where: str
    file: str

    def __call__(self, row: Row) -> str:
        try:
            text = text_of(self.get(row))
        except BadInput as error:
            problem = f"the {self.part} of this row is no single value: {error}"
            raise BadFile(problem, file=self.file, line=row[0], remedy="name a column of texts") from None
        if text is None or not text.strip():
            problem = f"the {self.part} of this row is blank{self.where}"
            raise BadFile(problem, file=self.file, line=row[0], remedy="fill the cell, or leave the row out")
        return text.strip()


class Units:
    """Finds the `Unit` of each row of a table, and what a reader should know of how its rows were sampled."""

    def __init__(self, bound: Bound, *, model: str | None = None) -> None:
        """`model` is the name of the model that gave every response."""
        self._file, self._name, self._bound = bound.table.file, model, bound
        self._model, self._cluster, self._sample = map(self._wanted, ("model", "cluster", "sample"))
        at = id_column(bound.table.header)
        self.id_name = None if at is None else bound.table.header[at]
        self._at = at
        if self._sample and at is None and "question" not in bound.fields:
            problem = "repeated draws need to know each row's question, and there is neither an id column nor 'question'"
            raise BadFile(problem, file=self._file, line=1, remedy="name it with --question-col")
        self._rows = self._copies = self._draws = 0
        self._seen: set[Hashable] = set()
        self._repeated = 0
        self._sizes: set[str] = set()
        self._home: dict[Hashable, str] = {}

    def _wanted(self, part: str) -> _Wanted | None:
        field = self._bound.fields.get(part)
        if field is None:
            return None
        where = "" if field.index is None else f" (column {self._bound.table.header[field.index]!r})"
        return _Wanted(field.get, part, where, self._file)

    @property
    def sampled(self) -> bool:
        """Whether rows are repeated draws."""
        return self._sample is not None

    @property
    def clustered(self) -> bool:
        """Whether rows are in clusters."""
        return self._cluster is not None

    @property
    def plain(self) -> bool:
        """Whether nothing is to be found out about any row."""
        return self._name is None and self._model is None and self._cluster is None and self._sample is None and self._at is None

    def __call__(self, row: Row, record: Record) -> Unit:
        self._rows += 1
        model = self._model(row) if self._model else self._name
        question = self._question(row)
        cluster = self._cluster(row) if self._cluster else None
        if cluster is not None:
            self._sizes.add(cluster)
        if self._sample is None:
            if cluster is None and question is not None and self._rows <= WATCHED:
                self._watch((model, question))
            return Unit(model, cluster, None, question)
        item, sample = self._item(row, record, question), self._sample(row)
        self._draw((model, item), sample)
        if cluster is not None:
            self._one_cluster(row, (model, item), cluster)
        return Unit(model, item if cluster is None else cluster, (self._file, model, item), question, sample)

    def _question(self, row: Row) -> str | None:
        if self._at is None or self._at >= len(row[1]):
            return None
        cell = row[1][self._at]
        text = cell if isinstance(cell, str) else None
        return text.strip() or None if text else None

    def _item(self, row: Row, record: Record, question: str | None) -> str:
        item = question if self._at is not None else record.question
        if item is None or not item.strip():
            problem = f"the {self.id_name or 'question'} of this row is blank, so nothing says which question it draws from"
            raise BadFile(problem, file=self._file, line=row[0], remedy="fill the cell, or leave the row out")
        return item.strip()

    def _watch(self, key: Hashable) -> None:
        if key in self._seen:
            self._repeated += 1
        self._seen.add(key)

    def _draw(self, key: tuple[Any, ...], sample: str) -> None:
        self._draws += key in self._seen
        self._copies += (key, sample) in self._seen
        self._seen.update((key, (key, sample)))

    def _one_cluster(self, row: Row, key: Hashable, cluster: str) -> None:
        home = self._home.setdefault(key, cluster)
        if home != cluster:
            problem = f"a question of the cluster {home!r} stands in the cluster {cluster!r} as well, and a question has one cluster"
            remedy = "correct the cell; where two questions bear one id, make the ids differ"
            raise BadFile(problem, file=self._file, line=row[0], remedy=remedy)

    def warnings(self) -> Iterator[str]:
        """What a reader of the intervals should know."""
        if self._repeated:
            count = "1 row repeats" if self._repeated == 1 else f"{self._repeated} rows repeat"
            yield (
                f"{self._file}: {count} a value of {self.id_name!r}: rows of one question are no independent samples, and the intervals"
                f" are too narrow. Say --cluster {self.id_name}, --sample-col for repeated draws, or --model-col for several models"
            )
        if self.sampled and self._rows and not self._draws:
            yield f"{self._file}: --sample-col was named, and no question ({self.id_name or 'question'}) was drawn more than once"
        if self._copies:
            count = "1 row repeats" if self._copies == 1 else f"{self._copies} rows repeat"
            yield f"{self._file}: {count} a draw of the same question and model; each counts as one more draw"
        yield from self._strata()

    def _strata(self) -> Iterator[str]:
        if not self.clustered:
            return
        fields = self._bound.fields
        name, domain = fields["cluster"].name, fields.get("domain")
        column = self._bound.fields["cluster"].index
        if domain is not None and column is not None and column == domain.index:
            yield f"{self._file}: --cluster names the Domain column: that is a stratum, which was chosen, and no cluster, which was sampled"
        elif 0 < len(self._sizes) <= FEW and self._rows >= MANY * len(self._sizes):
            each = self._rows // len(self._sizes)
            yield (
                f"{self._file}: --{name} has {len(self._sizes)} values with {each} rows each: if they were chosen and not sampled (as a"
                " domain is), they are strata, and the clustered interval means nothing"
            )

"""Long-format files, one scored response a row (as `score --out` writes them), as columns for the statistics."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from indicmatch.comparison.naming import model_names
from indicmatch.errors import BadFile, BadInput, IndicMatchWarning
from indicmatch.records import open_table
from indicmatch.records.headers import find_column, missing_column

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LongFormat", "read_long"]

MISSING = frozenset({"", "na", "nan", "null", "none"})
WORDS = {
    "true": 1.0, "yes": 1.0, "correct": 1.0, "right": 1.0, "pass": 1.0,
    "false": 0.0, "no": 0.0, "incorrect": 0.0, "wrong": 0.0, "fail": 0.0,
}  # fmt: skip
"""How people write a verdict, in any case."""

Place = tuple[str, int]


@dataclass(slots=True)
class LongFormat:
    """The rows of one file or several: `cells` by column (None: blank), and where each row stands."""

    header: list[str]
    cells: dict[str, list[Any]]
    places: list[Place]
    files: Sequence[str] = field(default_factory=tuple)

    def column(self, role: str, name: str | None, *, among: Iterable[str] = ()) -> str:
        """The name of a column that is there; without a name the only one of those it might be."""
        if name is not None and name in self.cells:
            return name
        found = [known for known in among if known in self.cells]
        if name is None and len(found) == 1:
            return found[0]
        shown = ", ".join(map(repr, self.header))
        message = f"--{role} is not given; name its column. The columns are {shown}"
        if name is not None:
            message = f"--{role} names the column {name!r}, which is in none of the files. The columns are {shown}"
        raise BadInput(message)

    def numbers(self, name: str) -> list[float | None]:
        """A column of scores as numbers, None where it is blank; anything else is a `BadFile` with its line."""
        return [self._number(name, value, place) for value, place in zip(self.cells[name], self.places, strict=True)]

    def _number(self, name: str, value: Any, place: Place) -> float | None:
        text = "" if value is None else str(value).strip()
        if text.casefold() in MISSING:
            return None
        word = WORDS.get(text.casefold())
        try:
            found = float(text) if word is None else word
        except ValueError:
            found = math.nan
        if math.isfinite(found):
            return found
        problem = f"the cell of {name!r} is {text[:40]!r}, which is no score"
        remedy = f"write a number, or one of {', '.join(WORDS)}; leave it blank where there is no score"
        raise BadFile(problem, file=place[0], line=place[1], remedy=remedy)

    def refuse_blanks(self, role: str, name: str) -> None:
        """Refuse a blank cell in a column that says who or what a row is about."""
        for value, place in zip(self.cells[name], self.places, strict=True):
            if value is None or not str(value).strip():
                problem = f"the cell of {name!r} is blank, which --{role} names"
                raise BadFile(problem, file=place[0], line=place[1], remedy="fill it, or leave the row out")

    def where(self, kept: Sequence[bool], why: str) -> LongFormat:
        """The rows that are kept; those that are not are counted aloud."""
        dropped = len(kept) - sum(kept)
        if not dropped:
            return self
        rows = "1 row is" if dropped == 1 else f"{dropped} rows are"
        warnings.warn(f"{rows} left out of {len(kept)}: {why}", IndicMatchWarning, stacklevel=2)
        cells = {name: [value for value, keep in zip(values, kept, strict=True) if keep] for name, values in self.cells.items()}
        places = [place for place, keep in zip(self.places, kept, strict=True) if keep]
        if not places:
            message = f"no row is left: {why}"
            raise BadInput(message)
        return LongFormat(self.header, cells, places, self.files)

    def groups(self, name: str) -> dict[str, LongFormat]:
        """The rows by the value of a column, in order of first appearance; blank is `(blank)`."""
        values = [str(value) if value is not None and str(value).strip() else "(blank)" for value in self.cells[name]]
        found = {}
        for group in dict.fromkeys(values):
            kept = [value == group for value in values]
            cells = {key: [cell for cell, keep in zip(column, kept, strict=True) if keep] for key, column in self.cells.items()}
            places = [place for place, keep in zip(self.places, kept, strict=True) if keep]
            found[group] = LongFormat(self.header, cells, places, self.files)
        return found

    def frame(self, **replaced: Sequence[Any]) -> pd.DataFrame:
        """The rows as a pandas frame, with some columns replaced."""
        import pandas as pd

        texts = {name: pd.Series(values, dtype=object) for name, values in self.cells.items()}  # a lone surrogate is one too
        return pd.DataFrame({**texts, **replaced})


def read_long(files: Sequence[str], named: Mapping[str, str | None], *, encoding: str | None = None, models: int = 1) -> LongFormat:
    """The rows of files one after another; every column in `named` (option -> name) must be in each of them.

    Several files without a column of models get one, `model`, from their names, which are read so that they name at least `models`.
    Raises `BadFile` for a file without rows.
    """
    cells: dict[str, list[Any]] = {}
    places: list[Place] = []
    unnamed = len(files) > 1 and named.get("model-col") is None
    names = model_names(files, at_least=models) if unnamed else [None] * len(files)
    for file, model in zip(files, names, strict=True):
        before = len(places)
        with open_table(file, encoding=encoding) as table:
            wanted = {name: _place(table, option, name) for option, name in named.items() if name is not None}
            for line, row, _ in table:
                values = dict(zip(table.header, row, strict=False))
                values |= {name: row[at] if at < len(row) else None for name, at in wanted.items()}
                if model is not None:
                    values.setdefault("model", model)
                for name in values:
                    if name not in cells:
                        cells[name] = [None] * len(places)
                for name, column in cells.items():
                    column.append(values.get(name))
                places.append((table.file, line))
        if len(places) == before:
            raise BadFile("there are no rows", file=file, remedy="give a file with a scored response a row")
    return LongFormat(list(cells), cells, places, files)


def _place(table: Any, option: str, name: str) -> int:
    at = find_column(table, name, option=f"--{option}")
    if at is None:
        raise missing_column(table, name, f"--{option}")
    return at

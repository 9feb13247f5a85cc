"""Every error and warning that indicmatch raises on purpose.

IndicMatchError
|-- UnknownName    (LookupError)   a step, level, tokenizer, metric, language ... that does not exist
|-- BadInput       (ValueError)    a value that cannot be used
|   `-- BadFile                    a file that cannot be used; carries `file` and `line`
|-- MissingExtra   (ImportError)   an optional package is not installed; names the pip command
`-- JudgeError     (RuntimeError)  a judge model could not be asked

IndicMatchWarning  (UserWarning)   the result stands, and the reader of it should know something
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "BadFile",
    "BadInput",
    "IndicMatchError",
    "IndicMatchWarning",
    "JudgeError",
    "MissingExtra",
    "UnknownName",
    "unknown",
]


class IndicMatchError(Exception):
    """The base of every error that indicmatch raises on purpose."""


class UnknownName(IndicMatchError, LookupError):
    """A name that is not registered; the message suggests the nearest one and lists what is known."""


class BadInput(IndicMatchError, ValueError):
    """A value that cannot be used; the message says what was found, what was expected and what to do."""


class BadFile(BadInput):
    """A file that cannot be used.

    >>> raise BadFile("no column 'response'", file="hindi.csv", line=1, remedy="name it with --response-col")
    Traceback (most recent call last):
    ...
    indicmatch.errors.BadFile: hindi.csv, line 1: no column 'response'. To fix it: name it with --response-col.
    """

    def __init__(self, problem: str, *, file: str | Path, line: int | None = None, remedy: str = "") -> None:
        self.problem, self.file, self.line, self.remedy = problem, str(file), line, remedy
        where = self.file if line is None else f"{self.file}, line {line}"
        advice = f" To fix it: {remedy.rstrip('.')}." if remedy else ""
        super().__init__(f"{where}: {problem.rstrip('.')}.{advice}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its parts, so that it crosses from a worker process whole."""
        return _bad_file, (self.problem, self.file, self.line, self.remedy)


def _bad_file(problem: str, file: str, line: int | None, remedy: str) -> BadFile:
    return BadFile(problem, file=file, line=line, remedy=remedy)


class MissingExtra(IndicMatchError, ImportError):
    """An optional package is not installed.

    >>> raise MissingExtra("reading .xlsx", package="python-calamine", extra="xlsx")
    Traceback (most recent call last):
    ...
    indicmatch.errors.MissingExtra: reading .xlsx needs python-calamine. Install it with: pip install 'indicmatch[xlsx]'
    """

    def __init__(self, purpose: str, *, package: str, extra: str = "") -> None:
        self.purpose, self.package, self.extra = purpose, package, extra
        what = f"'indicmatch[{extra}]'" if extra else package
        super().__init__(f"{purpose} needs {package}. Install it with: pip install {what}")

    def __reduce__(self) -> tuple[object, ...]:
        return _missing_extra, (self.purpose, self.package, self.extra)


def _missing_extra(purpose: str, package: str, extra: str) -> MissingExtra:
    return MissingExtra(purpose, package=package, extra=extra)


class JudgeError(IndicMatchError, RuntimeError):
    """A judge model could not be asked, or could not be asked any more."""


class IndicMatchWarning(UserWarning):
    """The result stands, and the reader of it should know something."""


def unknown(kind: str, name: str, known: Iterable[str]) -> UnknownName:
    """The error for a name that is not known, with the nearest known one.

    >>> raise unknown("normalisation step", "nfcc", ["nfc", "space"])
    Traceback (most recent call last):
    ...
    indicmatch.errors.UnknownName: unknown normalisation step 'nfcc'. Did you mean 'nfc'? Known: nfc, space.
    """
    from difflib import get_close_matches

    names = list(known)
    folded = {known_name.casefold(): known_name for known_name in reversed(names)}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    hint = f" Did you mean {folded[near[0]]!r}?" if near else ""
    return UnknownName(f"unknown {kind} {name!r}.{hint} Known: {', '.join(names)}.")

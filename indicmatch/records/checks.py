"""What a reader of a score should know about the texts that were scored, found while they stream by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from indicmatch.records.mojibake import mojibake

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Checks"]

_SHOWN: Final = 3
_LOST: Final = re.compile(r"[?\s.,;:!'\"()/-]*")  # what is left of a text when a program replaced every letter that it did not know
_SEVERAL: Final = re.compile("[/|;(\uff08]")
_NUMBERS: Final = re.compile("[0-9]/[0-9]")  # a date or a fraction lists no alternatives
_MANY_WORDS: Final = 10
_MANY: Final = 0.1
_KNOWN, _SHORT = 4096, 256  # answers that are remembered, and how long they may be


class _Tally:
    """How many rows show something, and the first lines on which they do."""

    __slots__ = ("count", "example", "lines")

    def __init__(self) -> None:
        self.count, self.example = 0, ""
        self.lines: list[int] = []

    def add(self, line: int, example: str = "") -> None:
        if len(self.lines) < _SHOWN:
            self.lines.append(line)
            self.example = self.example or example
        self.count += 1

    def merge(self, other: _Tally) -> None:
        if other.lines and (not self.lines or other.lines[0] < self.lines[0]):
            self.example = other.example
        self.count += other.count
        self.lines = sorted(self.lines + other.lines)[:_SHOWN]

    def __str__(self) -> str:
        lines = ", ".join(map(str, self.lines))
        return f"line {lines}" if self.count == 1 else f"lines {lines}{' ...' * (self.count > len(self.lines))}"


class Checks:
    """Looks at every row as it is scored, and afterwards gives warnings: nothing here changes a verdict.

    `references` is the mode in which the answers are read. Checks of parts of one file, as workers make them, are
    merged.

    >>> checks = Checks("hindi.csv")
    >>> checks.add(2, "", ("",), "Delhi")
    >>> list(checks.warnings())
    ['hindi.csv: 1 of 1 answers is empty (line 2): right for every response; write the answer or remove the row']
    """

    def __init__(self, file: str, references: str = "cell") -> None:
        self.file, self.references = file, references
        self.rows = self.blank_responses = self._noted = 0
        self._tallies: dict[str, _Tally] = {}

    def add(self, line: int, answer: str, references: Sequence[str], response: str | None) -> None:
        """Look at one row; `response` None is a missing one."""
        self.add_rows((line,), (answer,), (references,), (response,))

    def add_rows(
        self,
        lines: Sequence[int],
        answers: Sequence[str],
        references: Sequence[Sequence[str]],
        responses: Sequence[str | None],
        known: set[str] | None = None,
    ) -> None:
        """Look at several rows, which are given column by column. `known` holds short answers that there is nothing to say about: others
        join them as they are found, and all are forgotten when there are too many.
        """
        self.rows += len(lines)
        known = set() if known is None else known
        all_there_is = self.references == "cell"
        for line, answer, acceptable, response in zip(lines, answers, references, responses, strict=True):
            if not response or response.isspace():
                self.blank_responses += 1
            elif _may_be_damaged(response):
                self._damage("response", line, response)
            if all_there_is and answer in known:
                continue
            if not self._answer(line, answer, acceptable) and len(answer) <= _SHORT:
                if len(known) >= _KNOWN:
                    known.clear()
                known.add(answer)

    def _answer(self, line: int, answer: str, acceptable: Sequence[str]) -> bool:
        """Look at an answer; whether there was something to note."""
        noted, cells = self._noted, self.references == "cell"
        if not any(acceptable):
            self._note("empty", line)
            return True
        if answer and _may_be_damaged(answer):
            self._damage("answer", line, answer)
        if cells and answer != answer.strip():
            self._in_spaces(line, answer)
        if answer.count(" ") >= _MANY_WORDS and len(answer.split()) > _MANY_WORDS:
            self._note("long", line)
        if cells and len(acceptable) == 1 and (several := _SEVERAL.search(answer)) and not _NUMBERS.search(answer):
            self._note(several[0], line, answer)
        return self._noted > noted

    def _in_spaces(self, line: int, answer: str) -> None:
        quoted = answer.startswith(' "') and answer.rstrip().endswith('"')
        self._note("white" if answer.isspace() else "quoted" if quoted else "spaces", line)

    def _damage(self, column: str, line: int, text: str) -> None:
        if text[0] in "? " and "?" in text and _LOST.fullmatch(text):
            self._note(f"{column} lost", line)
        if text.isascii():
            return
        if "\ufffd" in text:
            self._note(f"{column} replaced", line)
        right = mojibake(text)
        if right is not None:
            self._note(f"{column} mojibake", line, f"{text[:20]!r} for {right[:20]!r}")

    def _note(self, what: str, line: int, example: str = "") -> None:
        tally = self._tallies.get(what)
        if tally is None:
            tally = self._tallies[what] = _Tally()
        tally.add(line, example)
        self._noted += 1

    def merge(self, other: Checks) -> None:
        """Take in what was found in another part of the same file."""
        self.rows += other.rows
        self.blank_responses += other.blank_responses
        for what, tally in other._tallies.items():
            self._tallies.setdefault(what, _Tally()).merge(tally)

    def warnings(self) -> Iterator[str]:
        """One text for each thing found: the file, how many rows, the first of them, and what to do."""
        for text in self._texts():
            yield f"{self.file}: {text}"

    def _texts(self) -> Iterator[str]:
        if not self.rows:
            yield "the file has a header only (0 rows), so no figure can be computed"
            return
        if self.blank_responses == self.rows:
            yield f"every one of the {self.rows} responses is blank; see whether this is the model's column"
        found = self._tallies
        for what, text in _TEXTS.items():
            if what in found:
                tally = found[what]
                yield text.format(number=self._of("answers", tally), where=tally)
        for column in ("answer", "response"):
            for damage, text in _DAMAGE.items():
                if f"{column} {damage}" in found:
                    tally = found[f"{column} {damage}"]
                    yield text.format(number=self._of(f"{column}s", tally), where=tally, example=tally.example)
        yield from self._several()

    def _several(self) -> Iterator[str]:
        signs = {sign: self._tallies[sign] for sign in "/|;(\uff08" if sign in self._tallies}
        count = sum(tally.count for tally in signs.values())
        if count < 2 or count < _MANY * self.rows:
            return
        sign, tally = max(signs.items(), key=lambda item: item[1].count)
        mode = "paren" if sign in "(\uff08" else f"'sep:{sign}'" if sign in "|;" else f"sep:{sign}"
        example = f"{tally.example[:60]!r} on line {tally.lines[0]}"
        yield (
            f"{count} of {self.rows} answers hold / | ; or parentheses, as {example}, and each is taken as one answer;"
            f" if they list several acceptable ones, say --references {mode}"
        )

    def _of(self, things: str, tally: _Tally) -> str:
        return f"{tally.count} of {self.rows} {things} {'is' if tally.count == 1 else 'are'}"


def _may_be_damaged(text: str) -> bool:
    """Whether a text is worth a look: a quick test, which nearly all pass that begin in their own script. What `mojibake` asks first."""
    if "\u0590" < text[0] < "\u2000":
        return "\ufffd" in text or "\u00e2" in text or "\u00c3" in text or "\u00e0" in text
    return text[0] in "? " or not text.isascii()


_TEXTS: Final = {
    "empty": "{number} empty ({where}): right for every response; write the answer or remove the row",
    "white": "{number} only white space ({where}); write the answer or remove the row",
    "quoted": "{number} in quotes that belong to the text, since a space stands before them ({where}); remove the spaces after the commas",
    "spaces": "{number} written with spaces at an end ({where}): exact substring at level raw looks for them too; level nfc strips them",
    "long": "{number} longer than ten words ({where}): word overlap is then nearly always wrong; look at the word recall beside it",
}
_DAMAGE: Final = {
    "lost": "{number} only question marks '?' ({where}): the letters were lost when the file was saved; make it again as UTF-8",
    "replaced": "{number} damaged: U+FFFD stands for what could not be decoded ({where}); make the file again as UTF-8",
    "mojibake": "{number} mojibake ({where}): {example}, UTF-8 that was read in another encoding; make the file again as UTF-8",
}

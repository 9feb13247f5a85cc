"""A guard over stemming: within a file, stems must not make two different golden answers equal unseen."""

from __future__ import annotations

from collections.abc import Iterator

from indicmatch.analyze import Analyzer
from indicmatch.records import Record
from indicmatch.stem import rules_used

__all__ = ["StemGuard"]

MOST_ANSWERS = 50_000  # distinct answers that are watched, so that memory stays bounded
SHOWN = 3


class StemGuard:
    """Watches the golden answers of a file: which of them have different words and the same stems."""

    def __init__(self, file: str, stemmed: Analyzer) -> None:
        self.file, self._stemmed, self._plain = file, stemmed, stemmed.with_(stemmer=None)
        self._answers: set[str] = set()
        self._first: dict[frozenset[str], tuple[str, frozenset[str]]] = {}
        self.merged: list[tuple[str, str]] = []

    def see(self, record: Record) -> None:
        """Look at the golden answers of a row."""
        for reference in record.references:
            self.add(reference)

    def add(self, answer: str) -> None:
        """Look at a golden answer."""
        if answer in self._answers or len(self._answers) >= MOST_ANSWERS:
            return
        self._answers.add(answer)
        words, stems = self._plain.text(answer).words, self._stemmed.text(answer).words
        first, first_words = self._first.setdefault(stems, (answer, words))
        if words != first_words:
            self.merged.append((first, answer))

    def warnings(self) -> Iterator[str]:
        """What a reader of the stemmed figures should look at first."""
        if not self.merged:
            return
        shown = "; ".join(self._shown(one, other) for one, other in self.merged[:SHOWN])
        count = "1 pair" if len(self.merged) == 1 else f"{len(self.merged)} pairs"
        yield f"{self.file}: stemming makes {count} of different answers equal, look at them before quoting its figures: {shown}"

    def _shown(self, one: str, other: str) -> str:
        """Both answers, and the table rows that made their words equal."""
        lang = self._stemmed.lang or ""
        differing = self._plain.text(one).words ^ self._plain.text(other).words
        rows = [f"{group}: {before} > {after}" for word in sorted(differing) for group, before, after in rules_used(word, lang)]
        return f"{one!r} and {other!r}" + (f" (stem_{lang}.tsv, {', '.join(rows)})" if rows else "")

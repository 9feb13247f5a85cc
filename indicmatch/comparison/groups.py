"""Models side by side: in one language, or in each of several, with their questions matched."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indicmatch.comparison.answers import Answer, Answers, Figure
from indicmatch.comparison.matching import Matched, match
from indicmatch.comparison.paired import Item
from indicmatch.comparison.ranking import LEAST
from indicmatch.errors import BadFile, IndicMatchWarning
from indicmatch.score import Run

__all__ = ["Group", "Question", "by_language", "grouped", "items_of", "over_languages", "recurring", "say", "say_unranked"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that several models answered: its key, domain and cluster, and the rows of each model."""

    key: str
    domain: str
    cluster: str | None
    rows: tuple[tuple[Answer, ...], ...]

    def item(self, place: int) -> Item | None:
        """The scores in the figure at `place`; None where a model has none."""
        scores = tuple(tuple(score for row in rows if (score := row.scores[place]) is not None) for rows in self.rows)
        return Item(self.key, self.cluster, scores) if all(scores) else None


@dataclass(frozen=True, slots=True)
class Group:
    """Models that answered the same questions; `language` is None where each of them stands in one group anyway."""

    language: str | None
    answers: tuple[Answers, ...]
    matched: Matched

    @property
    def models(self) -> list[str]:
        """The models by name."""
        return [answers.model for answers in self.answers]

    def questions(self, models: Sequence[str]) -> list[Question]:
        """The questions that all of these models answered, in order of the first one.

        Raises `BadFile` for a question that stands in two clusters.
        """
        places = [self.models.index(model) for model in models]
        return [self._question(key, places) for key in self.matched.common(*places)]

    def _question(self, key: str, places: Sequence[int]) -> Question:
        rows = tuple(tuple(self.matched.items[place][key]) for place in places)
        first = rows[0][0]
        for row in (row for answers in rows for row in answers):
            if row.cluster != first.cluster:
                problem = f"the question {key!r} is in the cluster {row.cluster!r} here and in {first.cluster!r} in {first.file}"
                raise BadFile(problem, file=row.file, line=row.line, remedy="give a question one cluster")
        return Question(key, first.domain, first.cluster, rows)

    def notes(self, *, drawn: bool, ranks: bool = False) -> Iterator[str]:
        """What a reader should know of the rows that were matched; questions that were `drawn` repeatedly on purpose are no news.

        `ranks`: only ranks are made of the matched rows.
        """
        yield from self.matched.notes
        for answers, items, lost in zip(self.answers, self.matched.items, self.matched.lost, strict=True):
            if lost:
                yield f"{answers.name}: {_rows(lost)} without a question that could be matched: left out"
            repeated = sum(len(rows) > 1 for rows in items.values())
            if repeated and not drawn:
                verb = "question stands" if repeated == 1 else "questions stand"
                what = "for its rank, the rows" if ranks else "the rows"
                note = f"{answers.name}: {repeated} {verb} more than once for {answers.model}: {what} are averaged within the question"
                hint = "; its score counts every row, and the interval takes them for independent: say --sample-col if they are draws"
                yield note + hint if ranks else note


def grouped(answers: Sequence[Answers]) -> list[Group]:
    """The models by language where some model answered in several, else all in one group."""
    if max(Counter(found.model for found in answers).values()) == 1:
        return [Group(None, tuple(answers), match(answers))]
    return [Group(language, tuple(found), match(found)) for language, found in by_language(answers).items()]


def by_language(answers: Sequence[Answers]) -> dict[str | None, list[Answers]]:
    """The answers by language, in order of first appearance."""
    found: dict[str | None, list[Answers]] = {}
    for each in answers:
        found.setdefault(each.language, []).append(each)
    return found


def recurring(groups: Sequence[Sequence[Question]]) -> bool:
    """Whether a question stands in several groups (languages), so that their rows are not independent of one another."""
    counts = Counter(question.key for group in groups for question in group)
    return any(count > 1 for count in counts.values())


def over_languages(asked: Sequence[Sequence[Question]]) -> list[Question]:
    """The questions of several languages, each by itself; clustered by question where languages share them."""
    shared = recurring(asked)
    return [
        Question(f"{number} {q.key}", q.domain, q.key if q.cluster is None and shared else q.cluster, q.rows)
        for number, questions in enumerate(asked)
        for q in questions
    ]


def items_of(questions: Sequence[Question], figure: Figure) -> list[Item]:
    """The scores of the questions that every model has a score on."""
    return [item for question in questions if (item := question.item(figure.place)) is not None]


def say(run: Run, text: str) -> None:
    """Warn of something, and keep it in the report."""
    run.warnings.append(text)
    warnings.warn(text, IndicMatchWarning, stacklevel=3)


def say_unranked(run: Run, questions: Sequence[Question]) -> None:
    """Say why there are no ranks, where the questions are too few or of a single cluster."""
    if len(questions) < LEAST:
        say(run, f"no ranks: {len(questions)} questions were answered by every model, and {LEAST} are needed")
    elif len({question.cluster for question in questions}) == 1 and questions[0].cluster is not None:
        say(run, "no ranks: the questions are of a single cluster, which cannot show how clusters differ")


def _rows(count: int) -> str:
    return "1 row is" if count == 1 else f"{count} rows are"

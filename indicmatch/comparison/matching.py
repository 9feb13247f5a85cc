"""Which rows of several models answer the same question: by their id, else by the question's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from indicmatch.comparison.answers import Answer, Answers
from indicmatch.errors import BadFile
from indicmatch.normalize import pipeline
from indicmatch.score.units import ID_COLUMNS

__all__ = ["Matched", "match"]

READ_ANOTHER_WAY = 0.2  # share of ids whose question texts differ from which on the ids are no ids of questions
TEXT_LEVEL = "layout"

Items = dict[str, list[Answer]]
KeyOf = Callable[[Answers, Answer], "str | None"]


@dataclass(frozen=True, slots=True)
class Matched:
    """The rows of several models by question, in order of the first model; `by` is `id` or `question`.

    `items[k]` holds what the k-th of the models said to each question: several rows where it was asked repeatedly. `lost[k]` counts
    its rows that say no question, and `notes` what a reader of the comparison should know.
    """

    by: str
    items: list[Items]
    lost: list[int]
    notes: tuple[str, ...] = ()

    def common(self, *models: int) -> list[str]:
        """The questions that all of these models answered."""
        first, *others = (self.items[model] for model in models)
        return [key for key in first if all(key in other for other in others)]


def match(models: Sequence[Answers]) -> Matched:
    """Match the rows of models that answered in one language, or in languages that share question ids.

    Ids are used where every model has them and some recur, unless the texts of the questions contradict them; else the texts, normalised.
    Raises `BadFile` where neither is there, or no question is shared by any two models.
    """
    matched = _match(models)
    return replace(matched, notes=(*matched.notes, *_differing_answers(models, matched)))


def _match(models: Sequence[Answers]) -> Matched:
    notes: list[str] = []
    if all(any(row.id for row in answers.rows) for answers in models):
        by_id = Matched("id", *_keyed(models, _id))
        if _shared(by_id):
            contradictions, known = _contradictions(models, by_id)
            if not contradictions:
                return by_id
            if contradictions <= READ_ANOTHER_WAY * known or not _texts(models):
                note = f"{contradictions} of {known} questions that were matched by id have different texts"
                return Matched("id", by_id.items, by_id.lost, (note,))
            notes.append(f"{contradictions} of {known} ids belong to different questions: matched by the text of the question instead")
        else:
            notes.append("no id stands in two files: matched by the text of the question instead")
    if not _texts(models):
        raise _no_common_id(models) if notes else _nothing_to_match_by(models)
    by_text = Matched("question", *_keyed(models, _TextKey(models)), tuple(notes))
    if not _shared(by_text):
        files = " and ".join(answers.name for answers in models[:2])
        problem = f"no question is answered in both {files}, neither by its id nor by its text"
        raise BadFile(problem, file=models[0].name, remedy="give files of the same questions, or name their column with --question-col")
    return by_text


def _id(answers: Answers, answer: Answer) -> str | None:
    return answer.id


class _TextKey:
    """The normalised text of a question, as the key that it is matched by."""

    def __init__(self, models: Sequence[Answers]) -> None:
        self._runs = {answers.language: pipeline(TEXT_LEVEL, answers.language) for answers in models}

    def __call__(self, answers: Answers, answer: Answer) -> str | None:
        text = answer.question
        return self._runs[answers.language](text) or None if text and text.strip() else None

    def keys(self, language: str | None, texts: Iterable[str]) -> set[str]:
        """The different keys of texts in one language."""
        return set(map(self._runs[language], texts))


def _keyed(models: Sequence[Answers], key_of: KeyOf) -> tuple[list[Items], list[int]]:
    items: list[Items] = []
    lost: list[int] = []
    for answers in models:
        found: Items = {}
        missing = 0
        for answer in answers.rows:
            key = key_of(answers, answer)
            if key is None:
                missing += 1
            else:
                found.setdefault(key, []).append(answer)
        items.append(found)
        lost.append(missing)
    return items, lost


def _shared(matched: Matched) -> bool:
    pairs = combinations(matched.items, 2)
    return len(matched.items) < 2 or any(not one.keys().isdisjoint(other) for one, other in pairs)


def _texts(models: Sequence[Answers]) -> bool:
    return all(any(row.question and row.question.strip() for row in answers.rows) for answers in models)


def _contradictions(models: Sequence[Answers], by_id: Matched) -> tuple[int, int]:
    """How many ids belong to questions of different texts in one language, of those that several rows there tell the text of."""
    text_of = _TextKey(models)
    texts: dict[tuple[str | None, str], set[str]] = {}
    told: Counter[tuple[str | None, str]] = Counter()
    for answers, items in zip(models, by_id.items, strict=True):
        for key, rows in items.items():
            found = [row.question for row in rows if row.question and row.question.strip()]
            texts.setdefault((answers.language, key), set()).update(found)
            told[answers.language, key] += len(found)
    different = [place for place, found in texts.items() if len(found) > 1 and len(text_of.keys(place[0], found)) > 1]
    return len(different), sum(count > 1 for count in told.values())


def _differing_answers(models: Sequence[Answers], matched: Matched) -> Iterator[str]:
    """Who compares files of two versions of a benchmark, or of two languages, should know that not the models alone differ."""
    text_of = _TextKey(models)
    golden: dict[tuple[str | None, str], set[tuple[str, ...]]] = {}
    for answers, items in zip(models, matched.items, strict=True):
        for key, rows in items.items():
            golden.setdefault((answers.language, key), set()).update(row.golden for row in rows)
    several = ((key, [text_of.keys(language, texts) for texts in found]) for (language, key), found in golden.items() if len(found) > 1)
    different = [key for key, answers in several if any(one != answers[0] for one in answers)]
    if different:
        verb = "question has" if len(different) == 1 else "questions have"
        yield (
            f"{len(different)} {verb} golden answers that are not the same in all rows (the first: {different[0]!r}):"
            " models were not graded by the same answers"
        )


def _no_common_id(models: Sequence[Answers]) -> BadFile:
    files = " and ".join(answers.name for answers in models[:2])
    problem = f"the ids of the questions do not match in {files}, and there is no 'question' to match by"
    remedy = "give one question one id in every file, or name the questions with --question-col"
    return BadFile(problem, file=models[0].name, line=1, remedy=remedy)


def _nothing_to_match_by(models: Sequence[Answers]) -> BadFile:
    lacking = next(_lacking(models), models[0])
    names = ", ".join(ID_COLUMNS)
    problem = f"nothing says which question a row answers: there is neither a column of ids ({names}) with values nor 'question'"
    return BadFile(problem, file=lacking.name, line=1, remedy="add one to every file, or name it with --question-col")


def _lacking(models: Sequence[Answers]) -> Iterator[Answers]:
    return (answers for answers in models if not any(row.question and row.question.strip() for row in answers.rows))

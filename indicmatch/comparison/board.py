"""`board`: models by languages, with micro and macro means over languages and rank intervals."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from indicmatch.comparison.answers import Answer, Answers, Figure, figures_of, read_answers
from indicmatch.comparison.groups import Group, by_language, items_of, over_languages, say, say_unranked
from indicmatch.comparison.matching import match
from indicmatch.comparison.naming import model_names
from indicmatch.comparison.paired import Figures
from indicmatch.comparison.ranking import ranking
from indicmatch.errors import BadFile
from indicmatch.score import Run
from indicmatch.score.figures import interval, kept

__all__ = ["BoardReport", "board"]

SCHEMA = "indicmatch.board/1"


@dataclass(frozen=True)
class BoardReport:
    """The figures of a board; `to_dict()` is the JSON shape `indicmatch.board/1`."""

    figures: Figures

    def to_dict(self) -> Figures:
        """The report as plain lists and dicts: `schema, signature, levels, metrics, models, languages, files, boards, warnings`."""
        return self.figures

    def __repr__(self) -> str:
        return f"<BoardReport {len(self.figures['models'])} models, {len(self.figures['languages'])} languages>"


@dataclass(frozen=True, slots=True)
class _Score:
    """The score of a sampled item: its language, what it was sampled with, and the mean of its draws."""

    language: str | None
    cluster: Hashable
    value: float


@dataclass(frozen=True, slots=True)
class _Table:
    """The answers by model and language, both in order of first appearance."""

    answers: Sequence[Answers]

    @property
    def models(self) -> list[str]:
        return list(dict.fromkeys(answers.model for answers in self.answers))

    @property
    def languages(self) -> list[str | None]:
        return list(dict.fromkeys(answers.language for answers in self.answers))

    def of(self, model: str) -> list[Answers]:
        return [answers for answers in self.answers if answers.model == model]

    def lacking(self, model: str) -> list[str]:
        """The languages that a model did not answer in."""
        own = {answers.language for answers in self.of(model)}
        return [language or "unknown" for language in self.languages if language not in own]


def board(run: Run, files: Sequence[str], *, names: Sequence[str] = (), resamples: int = 2000, seed: int = 0) -> BoardReport:
    """Every model's score in every language, with intervals, its micro and macro mean over languages, and its rank.

    Each file is one model's in one language (its name is `names`, else found in the file's), unless a column of the run says the model.
    Micro is the mean over all rows, macro the mean of the languages' means. Where languages share question ids the intervals over
    languages are clustered by question; a cluster column of the run makes every interval cluster-robust. Ranks and their intervals come
    from `resamples` bootstrap draws of the questions that all models answered, in the languages that all of them have (`seed` repeats
    them); None where questions cannot be matched.
    """
    by_column = run.columns.model is not None
    found = read_answers(run, files, [None] * len(files) if by_column else model_names(files, given=names))
    table = _Table(found)
    for model in table.models:
        if lacking := table.lacking(model):
            say(run, f"{model} has no file in {', '.join(lacking)}: its micro and macro means are over the other languages")
    return BoardReport(
        {
            "schema": SCHEMA,
            "signature": run.plan.signatures(run.lang, "per-file"),
            "levels": list(run.plan.names),
            "metrics": list(run.plan.metrics),
            "confidence": run.confidence,
            "models": table.models,
            "languages": [language or "unknown" for language in table.languages],
            "files": [{"model": a.model, "language": a.language, "files": a.files, "rows": len(a.rows)} for a in found],
            **({"clustered_by": run.columns.cluster} if isinstance(run.columns.cluster, str) else {}),
            "boards": _boards(run, table, _matched(run, found, table.models), resamples, seed),
            "warnings": run.warnings,
        }
    )


def _matched(run: Run, found: Sequence[Answers], models: Sequence[str]) -> list[Group]:
    """The languages that every model has, with their questions matched; empty where they cannot be."""
    if len(models) < 2:
        return []
    groups = []
    for language, answers in by_language(found).items():
        if len(answers) < len(models):
            continue
        try:
            group = Group(language, tuple(answers), match(answers))
        except BadFile as error:
            say(run, f"no ranks: {error}")
            return []
        for note in group.notes(drawn=run.columns.sample is not None, ranks=True):
            say(run, note)
        groups.append(group)
    if not groups:
        say(run, "no ranks: no language has a file of every model")
    return groups


def _boards(run: Run, table: _Table, groups: Sequence[Group], resamples: int, seed: int) -> Figures:
    questions = over_languages([group.questions(table.models) for group in groups])
    if groups:
        say_unranked(run, questions)
    boards: Figures = {}
    for figure in figures_of(run.plan):
        ranks = ranking(items_of(questions, figure), table.models, run.confidence, resamples, seed)
        placed = {row["model"]: row for row in ranks or ()}
        rows = [_row(run, table.of(model), table.languages, figure, placed.get(model)) for model in table.models]
        rows.sort(key=lambda row: -1.0 if row["macro"]["score"] is None else row["macro"]["score"], reverse=True)
        boards.setdefault(figure.metric, {})[figure.level] = rows
    return boards


def _row(run: Run, mine: Sequence[Answers], languages: Sequence[str | None], figure: Figure, placed: Figures | None) -> Figures:
    scores = {answers.language: _scores(run, answers, figure) for answers in mine}
    every = _over_languages(scores)
    cells = {tag or "unknown": _mean(scores[tag], run.confidence, figure.graded) if tag in scores else None for tag in languages}
    rank = {"rank": None, "rank_interval": None, "p_best": None, "ranked_on": None}
    if placed:
        rank = {key: placed[key] for key in ("rank", "rank_interval", "p_best")} | {"ranked_on": placed["questions"]}
    micro, macro = _mean(every, run.confidence, figure.graded), _macro(every, run.confidence)
    return {"model": mine[0].model, "languages": cells, "micro": micro, "macro": macro, **rank}


def _scores(run: Run, answers: Answers, figure: Figure) -> list[_Score]:
    """The scores of a model in a language; draws of a question are averaged where the run says which rows are draws."""
    scored = [(row, score) for row in answers.rows if (score := row.scores[figure.place]) is not None]
    if run.columns.sample is None:
        return [_Score(answers.language, _sampled_with(row), score) for row, score in scored]
    draws: dict[Any, list[tuple[Answer, float]]] = {}
    for row, score in scored:
        draws.setdefault(row.id or row.question, []).append((row, score))
    return [
        _Score(answers.language, _sampled_with(rows[0][0]), math.fsum(score for _, score in rows) / len(rows)) for rows in draws.values()
    ]


def _sampled_with(row: Answer) -> Hashable:
    """What a row was sampled with: its cluster, else its question, else itself."""
    if row.cluster is not None:
        return ("cluster", row.cluster)
    return ("id", row.id) if row.id else ("row", row.file, row.line)


def _over_languages(scores: dict[str | None, list[_Score]]) -> list[_Score]:
    return [score for each in scores.values() for score in each]


def _mean(scores: Sequence[_Score], confidence: float, graded: bool) -> Figures:
    """A mean with its interval: Wilson for independent verdicts, t for independent numbers, else cluster-robust."""
    from indicmatch.stats import clustered_proportion, wilson

    n, sums = len(scores), _sums((score.cluster, score.value) for score in scores)
    total = math.fsum(score.value for score in scores)
    clustered = len(sums) < n or _named(scores)
    found: Figures = {"n": n, "score": total / n if n else None, "ci": None} | ({"clusters": len(sums)} if clustered else {})
    if not clustered and all(score.value in (0, 1) for score in scores):
        return found | {"ci": interval(wilson(int(total), n, confidence))}
    result = clustered_proportion(sums.values(), confidence)
    return found | {"ci": kept(result.conf_low, result.conf_high) if graded else interval(result.ci)}


def _named(scores: Sequence[_Score]) -> bool:
    """Whether a column named the clusters, and not just the questions."""
    return bool(scores) and isinstance(scores[0].cluster, tuple) and scores[0].cluster[0] == "cluster"


def _sums(values: Iterable[tuple[Hashable, float]]) -> dict[Hashable, tuple[int, float]]:
    sums: dict[Hashable, tuple[int, float]] = {}
    for cluster, value in values:
        rows, total = sums.get(cluster, (0, 0.0))
        sums[cluster] = (rows + 1, total + value)
    return sums


def _macro(scores: Sequence[_Score], confidence: float) -> Figures:
    """The mean of the languages' means. Its variance is cluster-robust (CR1) over what was sampled, the languages being given.

    Each score counts 1 / (languages x scores of its language), and its deviation is from the mean of its language.
    """
    from indicmatch.stats import wilson
    from indicmatch.stats.distributions import critical

    by_tag = _sums((score.language, score.value) for score in scores)
    if not by_tag:
        return {"languages": 0, "score": None, "ci": None}
    means = {tag: total / n for tag, (n, total) in by_tag.items()}
    macro = math.fsum(means.values()) / len(means)
    parts = _sums((s.cluster, (s.value - means[s.language]) / (len(means) * by_tag[s.language][0])) for s in scores)
    clusters = len(parts)
    if clusters < 2:
        return {"languages": len(means), "score": macro, "ci": None}
    variance = math.fsum(total**2 for _, total in parts.values()) * clusters / (clusters - 1)
    if variance <= 1e-24 and macro in (0, 1):  # all alike, which is not certainty: each sampled unit counts as one row
        return {"languages": len(means), "score": macro, "ci": interval(wilson(int(macro) * clusters, clusters, confidence))}
    half = critical(confidence, clusters - 1) * math.sqrt(variance) if variance > 1e-24 else 0.0
    return {"languages": len(means), "score": macro, "ci": kept(macro - half, macro + half)}

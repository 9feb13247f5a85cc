"""`compare`: models on the same questions, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from indicmatch.comparison.answers import Answers, Figure, figures_of, read_answers
from indicmatch.comparison.groups import Group, Question, grouped, items_of, over_languages, say, say_unranked
from indicmatch.comparison.naming import model_names
from indicmatch.comparison.paired import Figures, holm, paired_figures
from indicmatch.comparison.ranking import ranking
from indicmatch.errors import BadInput
from indicmatch.score import Run

__all__ = ["ComparisonReport", "compare"]

SCHEMA = "indicmatch.comparison/1"


@dataclass(frozen=True)
class ComparisonReport:
    """The figures of a comparison; `to_dict()` is the JSON shape `indicmatch.comparison/1`."""

    figures: Figures

    def to_dict(self) -> Figures:
        """The report as plain lists and dicts: `schema, signature, levels, metrics, models, files, pairs, ranks, warnings` and more."""
        return self.figures

    def __repr__(self) -> str:
        pairs = ", ".join(f"{pair['model_a']} - {pair['model_b']} ({pair['questions']} questions)" for pair in self.figures["pairs"])
        return f"<ComparisonReport {pairs}>"


def compare(run: Run, files: Sequence[str], *, names: Sequence[str] = (), resamples: int = 2000, seed: int = 0) -> ComparisonReport:
    """Paired comparisons of every two models on the questions that both answered, with rank intervals for more than two.

    Each file is one model's (its name is `names`, else found in the file's), unless a column of the run says the model. Questions are
    matched by id, else by their text. For each metric and level: both means, their difference (first minus second) with interval and p,
    by domain with p adjusted by Holm over domains, the correlation, and what pairing saved. A cluster column of the run makes every
    interval cluster-robust; several languages that share questions are clustered by question where they are combined. Ranks come from
    `resamples` bootstrap draws (`seed` repeats them).
    Raises `BadInput` for fewer than two models and `BadFile` where questions cannot be matched.

    >>> import tempfile, pathlib
    >>> from indicmatch.score import Plan
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for name, said in (("gpt4", "It is Delhi"), ("llama", "Mumbai")):
    ...     _ = (folder / f"{name}.csv").write_text(f"id,answer,response\\n1,Delhi,{said}\\n2,Pune,Pune\\n", encoding="utf-8")
    >>> run = Run(Plan(("raw",), ("exact_substring",)))
    >>> report = compare(run, [str(folder / "gpt4.csv"), str(folder / "llama.csv")])
    >>> report.to_dict()["pairs"][0]["combined"]["metrics"]["exact_substring"]["raw"]["difference"]
    0.5
    """
    by_column = run.columns.model is not None
    found = read_answers(run, files, [None] * len(files) if by_column else model_names(files, given=names, at_least=2))
    models = list(dict.fromkeys(answers.model for answers in found))
    if len(models) < 2:
        what = f"the column {run.columns.model!r} names" if by_column else "the files are of"
        message = f"{what} one model only, {models[0]!r}; a comparison needs two: give files of two models, or name --model-col"
        raise BadInput(message)
    groups = _groups(run, found)
    pairs = [pair for two in combinations(models, 2) for pair in _pairs(run, groups, two)]
    _adjust_over_pairs(pairs)
    return ComparisonReport(
        {
            "schema": SCHEMA,
            "signature": run.plan.signatures(run.lang, "per-file"),
            "levels": list(run.plan.names),
            "metrics": list(run.plan.metrics),
            "confidence": run.confidence,
            "models": models,
            "files": [{"model": a.model, "language": a.language, "files": a.files, "rows": len(a.rows)} for a in found],
            **({"clustered_by": run.columns.cluster} if isinstance(run.columns.cluster, str) else {}),
            "pairs": pairs,
            "ranks": _ranks(run, groups, models, resamples, seed) if len(models) > 2 else None,
            "warnings": run.warnings,
        }
    )


def _groups(run: Run, found: Sequence[Answers]) -> list[Group]:
    by_model = {answers.model for answers in found}
    several = len(by_model) < len(found)
    lonely = {a.language for a in found if several and sum(a.language == other.language for other in found) == 1}
    for answers in found:
        if answers.language in lonely:
            say(run, f"{answers.name}: only {answers.model} answered in the language {answers.language or 'not recognised'}: left out")
    kept = [answers for answers in found if answers.language not in lonely]
    if not kept:
        files = ", ".join(answers.name for answers in found)
        message = f"no two models answered in one language ({files}); name their languages by --lang, or the models by --model-name"
        raise BadInput(message)
    groups = grouped(kept)
    for group in groups:
        for note in group.notes(drawn=run.columns.sample is not None):
            say(run, note)
    return groups


def _pairs(run: Run, groups: Sequence[Group], two: tuple[str, str]) -> Iterator[Figures]:
    """The comparison of two models in each language, and then over all languages where there are several."""
    shared = [group for group in groups if set(two) <= set(group.models)]
    asked = [group.questions(two) for group in shared]
    for group, questions in zip(shared, asked, strict=True):
        one, other = (group.answers[group.models.index(model)] for model in two)
        places = [group.models.index(model) for model in two]
        unmatched = [len(group.matched.items[place]) - len(questions) for place in places]
        moved = sum(any(row.domain != question.domain for rows in question.rows for row in rows) for question in questions)
        if moved:
            count = "1 question has" if moved == 1 else f"{moved} questions have"
            say(run, f"{other.name}: {count} another domain than in {one.name}, whose domains count")
        facts = {"language": group.language, "files_a": one.files, "files_b": other.files, "matched_by": group.matched.by}
        yield _pair(run, two, questions, facts | {"only_a": unmatched[0], "only_b": unmatched[1]})
    if len(shared) > 1:
        facts = {"language": None, "files_a": [f for g in shared for f in g.answers[g.models.index(two[0])].files]}
        facts |= {"files_b": [f for g in shared for f in g.answers[g.models.index(two[1])].files]}
        facts |= {"matched_by": " or ".join(dict.fromkeys(group.matched.by for group in shared)), "only_a": None, "only_b": None}
        yield _pair(run, two, over_languages(asked), facts)


def _pair(run: Run, two: tuple[str, str], questions: Sequence[Question], facts: Figures) -> Figures:
    domains = list(dict.fromkeys(question.domain for question in questions))
    figures = figures_of(run.plan)
    by_domain = []
    if len(domains) > 1:
        by_domain = [_metrics(figures, [q for q in questions if q.domain == name], name, run.confidence) for name in domains]
        for figure in figures:
            holm([domain["metrics"][figure.metric][figure.level] for domain in by_domain])
    combined = _metrics(figures, questions, None, run.confidence)
    return {"model_a": two[0], "model_b": two[1], **facts, "questions": len(questions), "domains": by_domain, "combined": combined}


def _metrics(figures: Sequence[Figure], questions: Sequence[Question], domain: str | None, confidence: float) -> Figures:
    found: dict[str, Any] = {}
    for figure in figures:
        items = items_of(questions, figure)
        entry = paired_figures(items, confidence) | {"unscored": len(questions) - len(items)}
        found.setdefault(figure.metric, {})[figure.level] = entry
    return {"domain": domain, "metrics": found}


def _adjust_over_pairs(pairs: Sequence[Figures]) -> None:
    """Holm over the pairs of models in each language: with five models, ten differences are looked at."""
    for language in {pair["language"] for pair in pairs}:
        family = [pair["combined"]["metrics"] for pair in pairs if pair["language"] == language]
        for metric, levels in family[0].items():
            for level in levels:
                holm([figures[metric][level] for figures in family])


def _ranks(run: Run, groups: Sequence[Group], models: Sequence[str], resamples: int, seed: int) -> Figures:
    everywhere = [group for group in groups if set(models) <= set(group.models)]
    questions = over_languages([group.questions(models) for group in everywhere])
    say_unranked(run, questions)
    found: Figures = {}
    for figure in figures_of(run.plan):
        rows = ranking(items_of(questions, figure), models, run.confidence, resamples, seed)
        found.setdefault(figure.metric, {})[figure.level] = rows
    return found

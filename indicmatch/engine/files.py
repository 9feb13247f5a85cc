"""`score_files`: the whole of a run in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from indicmatch.engine.workers import Workers
from indicmatch.errors import BadInput
from indicmatch.records import Columns, Selector
from indicmatch.score.plan import Plan
from indicmatch.score.run import Run, ScoreReport
from indicmatch.score.scored_copy import scored_copies

__all__ = ["score_files"]


def score_files(
    paths: str | Path | Iterable[Any],
    *,
    levels: str | Sequence[str] = ("raw", "nfc"),
    metrics: str | Sequence[str] = ("exact_substring", "word_overlap"),
    lang: str | None = None,
    tokenizer: str = "words",
    extract: str = "none",
    references: str = "cell",
    stem: Literal["", "error", "skip"] = "",
    columns: Columns | Mapping[str, Selector] | None = None,
    encoding: str | None = None,
    na: str = "text",
    limit: int | None = None,
    confidence: float = 0.95,
    out: str | Path | None = None,
    replace: bool = False,
    verdicts_only: bool = False,
    model_name: str | None = None,
    jobs: int = 1,
) -> ScoreReport:
    """Score files in one streaming pass each: every metric under raw (always) and every other level, by domain, file and over all.

    `paths` are CSV, TSV or JSONL files (also packed with gzip), `-` for stdin, a pandas frame or a list of mappings. `levels` are level
    expressions, `metrics` metric expressions; `stem` adds the last level with stemmed words and says what to do about a language without
    a stemmer (`error` or `skip`); `lang` is the language of every file, else each file's own is recognised. `columns` says where answer,
    response, Domain and question stand, and, where rows are no independent samples, which one holds the `cluster` (a passage or a
    question that was sampled, never a stratum), the `sample` (which draw of its question a response is; draws are averaged within the
    question) and the `model` (each is scored by itself; `model_name` says it for files without such a column). Files that share question
    ids are clustered by question where they are combined. `limit` scores the first rows only. `out` writes each row with our columns
    behind its own, to a file for one input and to a folder for several; `replace` lets them take the place of input columns of the same
    names, and `verdicts_only` leaves all of those out: each of our rows begins with the line of its record. `jobs` is the number of
    processes that score, while this one reads and writes; the output is the same for any. (With more than one, a script's own lines
    stand under `if __name__ == "__main__":`, as for every library that starts processes.) Raises `BadFile` for a file that cannot be
    used, with its line; warns with `IndicMatchWarning` about what a reader of the figures should know, and lists the same in `warnings`.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "my_model_hindi.csv"
    >>> _ = path.write_text("answer,response\\nगंगा,यह गंगा है।\\nहै,यह गंगा है।\\n", encoding="utf-8")
    >>> overlap = score_files(path).to_dict()["combined"]["metrics"]["word_overlap"]
    >>> overlap["raw"]["accuracy"], overlap["nfc"]["accuracy"], overlap["delta"]["nfc"]["by_step"]["words"]
    (0.5, 1.0, {'rescued': 1, 'broken': 0})
    """
    chosen = _chosen(paths)
    plan = Plan(_names(levels), _names(metrics), tokenizer, extract, references, stem)
    run = Run(plan, lang=lang, columns=columns, encoding=encoding, na=na, limit=limit, confidence=confidence,
              model_name=model_name, compare_ids=len(chosen) > 1)  # fmt: skip
    with Workers(jobs) as workers:
        place = None if out is None else str(out)
        for _ in scored_copies(run, chosen, place, replace=replace, alone=verdicts_only, judged=workers.judged):
            pass
    return run.report()


def _chosen(paths: Any) -> list[Any]:
    """The inputs one by one: paths as text; a data frame, or a list of mappings, is one input."""
    if isinstance(paths, str | Path):
        return [str(paths)]
    if hasattr(paths, "columns"):
        return [paths]
    inputs = list(paths)
    if not inputs:
        message = "no file is named: give at least one path"
        raise BadInput(message)
    if all(isinstance(one, Mapping) for one in inputs):
        return [inputs]
    return [str(one) if isinstance(one, Path) else one for one in inputs]


def _names(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)

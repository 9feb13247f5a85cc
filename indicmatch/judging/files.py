"""`judge_files`: a whole judge run in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from indicmatch.judge.asking import Parameters
from indicmatch.judge.attempts import Limits
from indicmatch.judge.backend import Settings
from indicmatch.judge.opening import Judge, asker_of
from indicmatch.judging.copies import judged_copy
from indicmatch.judging.outcomes import Shown
from indicmatch.judging.run import JudgeRun
from indicmatch.records import Columns, Selector
from indicmatch.score import Plan, Run
from indicmatch.score.scored_copy import output_folder

__all__ = ["judge_files"]


def judge_files(
    paths: str | Path | Iterable[str | Path],
    judge: Judge,
    *,
    settings: Settings | None = None,
    cache: str | Path | None = None,
    only: str = "all",
    shown: Shown | None = None,
    levels: str | Sequence[str] = ("raw", "nfc"),
    lang: str | None = None,
    references: str = "cell",
    columns: Columns | Mapping[str, Selector] | None = None,
    human: str | None = None,
    limit: int | None = None,
    parameters: Parameters | None = None,
    limits: Limits | None = None,
    workers: int = 4,
    confidence: float = 0.95,
    out: str | Path | None = None,
    replace: bool = False,
) -> dict[str, Any]:
    """Judge files, and report as `score` does: the judge's figures in each group, agreement, and with human labels a debiased share.

    `judge` is the name of a backend (`openai`, `transformers`, `callable:module.function`, `replay`) opened with `settings`, a backend,
    or a function from the prompt to the reply. `cache` is the file that keeps every reply (None: none); `only="disagreements"` asks
    only where the string checks leave a row open. `columns` also says how rows were sampled (`cluster`, `sample`, `model`), as in
    `score_files`. Raises `JudgeError` when the judge cannot be asked, `BadFile` for a file that cannot be
    used.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "english.csv"
    >>> _ = path.write_text("question,answer,response\\nCapital of India?,New Delhi,It is Delhi.\\n", encoding="utf-8")
    >>> report = judge_files(path, lambda prompt: '{"reason": "same city", "verdict": "CORRECT"}')
    >>> report["combined"]["judge"]["correct"], report["combined"]["metrics"]["exact_substring"]["raw"]["correct"]
    (1, 0)
    """
    files = [str(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    asker = asker_of(judge, settings=settings, cache=cache, parameters=parameters, limits=limits)
    plan = Plan((levels,) if isinstance(levels, str) else tuple(levels), extract=(shown or Shown()).extract, references=references)
    run = Run(plan, lang=lang, columns=columns, limit=limit, confidence=confidence, compare_ids=len(files) > 1)
    judging = JudgeRun(run, asker, shown or Shown(), only=only, human=human, workers=workers)
    place = None if out is None else output_folder(files, str(out)) or Path(out)
    for file in files:
        for _ in judged_copy(judging, file, place, [*files, *([] if cache is None else [str(cache)])], replace=replace):
            pass
    return judging.report()

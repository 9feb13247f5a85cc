"""`judge_files`: a whole judge run in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from indicmatch.judge.asking import Asker, Limits, Parameters
from indicmatch.judge.backend import Backend, Settings, open_backend
from indicmatch.judge.backends.callable import CallModel
from indicmatch.judge.cache import Cache
from indicmatch.judging.copies import judged_copy
from indicmatch.judging.outcomes import Shown
from indicmatch.judging.run import JudgeRun
from indicmatch.records import Columns, Selector
from indicmatch.score import Plan, Run
from indicmatch.score.scored_copy import _folder

__all__ = ["backend_of", "judge_files"]


def judge_files(
    paths: str | Path | Iterable[str | Path],
    backend: str | Backend | Callable[[str], Any],
    *,
    settings: Settings | None = None,
    cache: str | Path | None = None,
    only: str = "all",
    shown: Shown | None = None,
    levels: Sequence[str] = ("raw", "nfc"),
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
    """Judge files, and report as `score` does, with the judge's figures in each group, agreement and, with human labels, a debiased share.

    `backend` is a name (`openai`, `transformers`, `callable:module.function`, `replay`) opened with `settings`, a backend, or a function
    from the prompt to the reply. `cache` is the file that keeps every reply (None: none does); `only="disagreements"` asks only where the
    string checks leave a row open. Raises `JudgeError` when the judge cannot be asked, `BadFile` for files that cannot be used.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "english.csv"
    >>> _ = path.write_text("question,answer,response\\nCapital of India?,New Delhi,It is Delhi.\\n", encoding="utf-8")
    >>> report = judge_files(path, lambda prompt: '{"reason": "same city", "verdict": "CORRECT"}')
    >>> report["combined"]["judge"]["correct"], report["combined"]["metrics"]["exact_substring"]["raw"]["correct"]
    (1, 0)
    """
    files = [str(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    opened, name = backend_of(backend, settings)
    asker = Asker(opened, name, Cache(None if opened.recorded else cache), parameters=parameters, limits=limits)
    plan = Plan(tuple(levels), extract=(shown or Shown()).extract, references=references)
    run = Run(plan, lang=lang, columns=columns, limit=limit, confidence=confidence)
    judge = JudgeRun(run, asker, shown or Shown(), only=only, human=human, workers=workers)
    place = None if out is None else _folder(files, str(out)) or Path(out)
    for file in files:
        for _ in judged_copy(judge, file, place, files, replace=replace):
            pass
    return judge.report()


def backend_of(backend: str | Backend | Callable[[str], Any], settings: Settings | None) -> tuple[Backend, str]:
    """A backend and its name, from any way to give one."""
    if isinstance(backend, str):
        return open_backend(backend, settings), backend
    if not hasattr(backend, "complete"):
        name = f"{getattr(backend, '__module__', '')}.{getattr(backend, '__qualname__', type(backend).__name__)}"
        return CallModel(backend, (settings.model if settings else None) or name), "callable"
    return cast("Backend", backend), type(backend).__name__.lower()

"""`audit_files`: the whole of an audit in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from indicmatch.audit.ladder import plan_up_to
from indicmatch.audit.report import AuditReport
from indicmatch.audit.run import AuditRun
from indicmatch.records import Columns, Selector
from indicmatch.score.scored_copy import refuse_twice

__all__ = ["audit_files"]


def audit_files(
    paths: str | Path | Iterable[str | Path],
    *,
    level: str | None = None,
    metrics: Sequence[str] = ("exact_substring", "word_overlap"),
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
    labels: str | Path | None = None,
) -> AuditReport:
    """What normalisation does to the scores of files: every step on the way from raw to `level`, with the rows that each one flips.

    One pass over each file. `level` is a level expression (None: the highest level, `layout`); what it adds to its levels comes last, and
    then the stems. `labels` is a file that the label page saved; all other arguments are those of `score_files`. Raises `BadFile` for a
    file that cannot be used, `UnknownName` for a name that does not exist.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "my_model_hindi.csv"
    >>> _ = path.write_text("answer,response\\n\u0958लम,यह \u0915\u093cलम है\\n", encoding="utf-8")
    >>> [(flip["metric"], flip["flip"], flip["step"]) for flip in audit_files(path).flips()]
    [('exact_substring', 'rescued', 'nfc'), ('word_overlap', 'rescued', 'nfc')]
    """
    plan = plan_up_to(level, metrics=metrics, tokenizer=tokenizer, extract=extract, references=references, stem=stem)
    run = AuditRun(plan, lang=lang, columns=columns, encoding=encoding, na=na, limit=limit, confidence=confidence, labels=labels)
    chosen = [paths] if isinstance(paths, str | Path) else list(paths)
    refuse_twice([str(path) if isinstance(path, Path) else path for path in chosen])
    for path in chosen:
        for _ in run.rows(path):
            pass
    return run.report()

"""An offline page on which a reader says of a sample of rows whether the response is right, without seeing what the metrics say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from indicmatch.audit.labels import sample, stratum_of, worth_a_look
from indicmatch.languages import language
from indicmatch.report.html.page import environment, frame
from indicmatch.report.html.script_data import as_json, search_table
from indicmatch.report.html.view import with_short_names

if TYPE_CHECKING:
    from indicmatch.audit import AuditReport

__all__ = ["label_page"]


def label_page(report: AuditReport, size: int, seed: int, *, safe: bool) -> tuple[Iterator[str], int]:
    """The page, piece by piece, and how many rows it asks about.

    It carries the verdicts of every row that is worth a look, so that the CSV which it saves holds them all, labelled or not: that is
    what `ev_judge_debias` takes.
    """
    chosen, strata = sample(report.spill, size, seed)
    figures = with_short_names(report.to_dict())
    blocks = {(file["file"], file.get("model")): place for place, file in enumerate(report.to_dict()["files"])}
    names = list(strata)
    rows = [_asked(row, blocks) for row in chosen]
    asked = {(row["file"], row["line"]): place for place, row in enumerate(chosen)}

    def population() -> Iterator[list[Any]]:
        for row in report.spill:
            if worth_a_look(row["verdicts"].values()):
                signs = [row["verdicts"][metric] for metric in figures["metrics"]]
                place, block = asked.get((row["file"], row["line"]), -1), blocks[row["file"], row.get("model")]
                ends = [its[0] for its in signs], [its[-1] for its in signs]
                yield [block, row["line"], row["check"], names.index(stratum_of(row)), place, *ends]

    meta = as_json({
        "files": [_file(file) for file in figures["files"]],
        "metrics": figures["metrics"],
        "top": figures["levels"][-1],
        "strata": names,
        "rows": rows,
        "population": list(population()),
        "safe": safe,
        "seed": seed,
        "search": search_table() | {"rewrite": {}},
    })  # fmt: skip
    languages = {file["language"]: file["script"] for file in figures["files"] if file["language"]}
    page = environment().get_template("label.html").generate(**frame("label.js", languages), meta=meta, count=len(rows), strata=strata)
    return page, len(rows)


def _asked(row: dict[str, Any], blocks: dict[tuple[str, str | None], int]) -> list[Any]:
    accepted = row.get("references", [row["answer"]])
    return [blocks[row["file"], row.get("model")], row["line"], row["question"] or "", accepted, row["response"] or ""]


def _file(file: dict[str, Any]) -> dict[str, Any]:
    known = language(file["language"]) if file["language"] else None
    scripts = list(known.scripts) if known else [file["script"]] if file["script"] else []
    return {"name": file["file"], "lang": file["language"], "scripts": scripts}

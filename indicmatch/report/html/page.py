"""One self-contained page: figures laid out by a template, rows as data, a script and a style of its own, and no request to anywhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from indicmatch._version import __version__
from indicmatch.report.grids import points
from indicmatch.report.html.script_data import RowWriter, as_json, search_table
from indicmatch.report.html.texts import font_rules, shown, text
from indicmatch.report.html.view import block_view, differing, files_view, ladders_of_all, levels_of, rung_groups, widest, with_short_names
from indicmatch.tables import DATA

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["environment", "frame", "report_page"]

Figures = dict[str, Any]


@cache
def environment() -> Environment:
    """The templates of `data/`, every value escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(loader=FileSystemLoader(DATA), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {"shown": shown, "text": text, "rung_groups": rung_groups, "points": points, "widest": widest}
    return made


def frame(script: str, languages: dict[str, str | None]) -> Figures:
    """What every page has: its style and script, and a policy under which nothing else runs or is fetched."""
    style = (DATA / "report.css").read_text(encoding="utf-8") + font_rules(languages)
    code = "".join((DATA / name).read_text(encoding="utf-8") for name in ("page.js", script))
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return {"style": Markup(style), "script": Markup(code), "policy": policy, "version": __version__}


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def report_page(report: Figures, rows: Iterable[Figures], dropped: int = 0) -> Iterator[str]:
    """The page of a score or an audit report, piece by piece; `rows` are those of a spill, `dropped` how many it had no room for."""
    steps = [rung["step"] for rung in report["ladder"]] if "ladder" in report else report["levels"]
    writer = RowWriter([(file["file"], file.get("model")) for file in report["files"]], report["metrics"], steps)
    report = with_short_names(report)
    blocks = [block_view(report, file, place) for place, file in enumerate(report["files"])]

    def meta() -> Markup:
        return as_json({
            "files": [_file_meta(block) for block in blocks],
            "metrics": report["metrics"],
            "steps": steps,
            "levels": _level_places(report, steps),
            "level_of": {rung["step"]: rung["level"] for rung in report.get("ladder", ())},
            "domains": list(writer.domains),
            "names": writer.names,
            "left_out": writer.left_out,
            "search": search_table(),
        })  # fmt: skip

    languages = {file["language"]: file["script"] for file in report["files"] if file["language"]}
    inputs = [found | {"language": _language_of(report, found["file"])} for found in report.get("inputs", ())]
    yield from environment().get_template("report.html").generate(
        **frame("report.js", languages),
        report=report,
        audit="ladder" in report,
        across=report.get("across"),
        labels=report.get("labels"),
        clustered_by=report.get("clustered_by"),
        each_clustered=_each_clustered(report),
        confidence=report["confidence"],
        title=_title(report),
        lines=files_view(report),
        blocks=blocks,
        inputs=inputs,
        overall=ladders_of_all(report),
        tops={metric: levels_of(report, metric)[-1] for metric in report["metrics"]},
        differing=differing,
        chunks=writer.chunks(rows),
        meta=meta,
        dropped=dropped,
    )


def _each_clustered(report: Figures) -> bool:
    """Whether rows of one file are in clusters; else only the figures over all files may heed some."""
    return any({"clusters", "items"} & cells["raw"].keys() for file in report["files"] for cells in file["combined"]["metrics"].values())


def _title(report: Figures) -> str:
    names = [block["file"] for block in report["files"]]
    what = "Audit" if "ladder" in report else "Scores"
    return f"{what} of {', '.join(dict.fromkeys(names[:3]))}{' and more' if len(names) > 3 else ''}"


def _file_meta(block: Figures) -> Figures:
    known = block["language"]
    scripts = list(known.scripts) if known else [block["file"]["script"]] if block["file"]["script"] else []
    spoken = known.name if known else "not recognised"
    return {"name": block["name"], "anchor": block["anchor"], "lang": known.tag if known else None, "language": spoken, "scripts": scripts}


def _level_places(report: Figures, steps: list[str]) -> list[list[Any]]:
    """Each level and the place of the step that completes it."""
    if "ladder" not in report:
        return [[level, place] for place, level in enumerate(report["levels"])]
    places: list[list[Any]] = [["raw", 0]]
    for level in report["levels"][1:]:
        own = [place for place, rung in enumerate(report["ladder"]) if rung["level"] == level]
        places.append([level, own[-1] if own else len(steps) - 1])
    if report["levels"][-1].endswith("+stem") and len(places) > 1 and steps[-1] == "stem":
        for place in places[1:-1]:
            place[1] = min(place[1], len(steps) - 2)
    return places


def _language_of(report: Figures, file: str) -> str | None:
    return next((found["language"] for found in report["files"] if found["file"] == file), None)

"""A judge report as grids of text, and the short summary of the protocol's script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indicmatch.errors import unknown
from indicmatch.report.grids import Grid, cell_text, name_of, percent, sampling_notes
from indicmatch.report.text import as_latex, as_markdown, as_plain

__all__ = ["FORMATS", "judge_summary", "judged_grids", "render_judged"]

FORMATS = ("table", "json", "markdown", "latex")
Figures = dict[str, Any]

_UNSCORED = ("unparsed", "error")


def render_judged(report: Figures, format: str = "table") -> str:
    """A judge report as a table, in Markdown or in LaTeX, with its signatures."""
    writers = {"table": as_plain, "markdown": as_markdown, "latex": as_latex}
    if format not in writers:
        raise unknown("report format", format, writers)
    quote, comment = ("`" if format == "markdown" else ""), ("% " if format == "latex" else "")
    lines = [f"{comment}signature {name}: {quote}{text}{quote}" for name, text in report["signature"].items()]
    return writers[format](judged_grids(report)) + "\n" + ("  \n" if quote else "\n").join(lines) + "\n"


def judged_grids(report: Figures) -> Iterator[Grid]:
    """For each file its domains, then judge and string metrics side by side, agreement, and the debiased accuracy."""
    for file in report["files"]:
        yield _domains(file, report)
        yield _beside(name_of(file), file["combined"], report)
    if len(report["files"]) > 1:
        yield _files(report)
        yield _beside("All files", report["combined"], report)
    agreement = list(_agreement(report["agreement"]))
    if agreement:
        header = ("pair", "language", "rows", "agreement", "kappa")
        notes = ["Kappa is agreement beyond chance: 0 none, 1 complete."]
        if report["only"] == "disagreements":
            notes.append("The judge was asked where the string checks disagree; of the other rows its agreement says nothing.")
        if "clustered_by" in report:
            notes.append(f"Rows that share {report['clustered_by']} are no independent samples: no interval is known that heeds it.")
        yield Grid("Agreement", header, tuple(agreement), tuple(notes), left=frozenset({0, 1}))
    if report["debiased"] is not None:
        yield _debiased(report["debiased"])


def _domains(file: Figures, report: Figures) -> Grid:
    groups = [*file["domains"], file["combined"]] if len(file["domains"]) != 1 else [file["combined"]]
    rows = tuple(_domain_row(group["domain"] or "combined", group) for group in groups)
    judge = file["combined"]["judge"]
    facts = [f"{file['rows']} rows, language {file['language'] or 'not recognised'}, the judge was asked about {judge['asked']}"]
    if file["blank_responses"]:
        facts.append(f"{file['blank_responses']} blank responses, which are wrong")
    if report["only"] == "disagreements":
        facts.append("elsewhere the string checks agree, and their verdict stands")
    header = ("domain", "rows", "accuracy", "correct", "incorrect", *_UNSCORED, "not attempted", "strings agree", "not scored")
    return Grid(f"{name_of(file)}: judge", header, rows, (", ".join(facts), *sampling_notes(judge, report), *_bounds(judge)), totals=1)


def _domain_row(name: str, group: Figures) -> tuple[str, ...]:
    judge = group["judge"]
    outcomes, reasons = judge["outcomes"], judge["reasons"]
    counts = [outcomes["correct"], outcomes["incorrect"], *(outcomes[key] for key in _UNSCORED), reasons["not_attempted"]]
    return name, str(group["n"]), cell_text(judge), *map(str, [*counts, reasons["strings_agree"], group["n"] - judge["scored"]])


def _bounds(judge: Figures) -> tuple[str, ...]:
    """What the rows without a verdict could do to the accuracy."""
    if judge["bounds"] is None or judge["bounds"][0] == judge["bounds"][1]:
        return ()
    low, high = judge["bounds"]
    return (f"Rows without a verdict are not scored; were they all wrong or all right, it would be {percent(low)} or {percent(high)}.",)


def _beside(title: str, group: Figures, report: Figures) -> Grid:
    by = "judge" if report["only"] == "all" else "judge, and string checks where they agree"
    rows = [(by, "", cell_text(group["judge"]), str(group["judge"]["scored"]))]
    for metric, cells in group["metrics"].items():
        rows += [(metric, level, cell_text(cells[level]), str(cells[level]["scored"])) for level in report["levels"] if level in cells]
    return Grid(f"{title}: judge and string metrics", ("verdict by", "level", "accuracy", "rows"), tuple(rows), left=frozenset({0, 1}))


def _files(report: Figures) -> Grid:
    rows = [_domain_row(name_of(file), file["combined"]) for file in report["files"]]
    rows.append(_domain_row("combined (all rows)", report["combined"]))
    rows.append(("macro (mean of files)", "", percent(report["macro"]["judge"]), *[""] * 7))
    header = ("file", "rows", "accuracy", "correct", "incorrect", *_UNSCORED, "not attempted", "strings agree", "not scored")
    return Grid("All files: judge", header, tuple(rows), totals=2)


def _agreement(figures: Figures) -> Iterator[tuple[str, ...]]:
    if figures["judge_and_human"] is not None:
        yield from _kappas("judge, people", figures["judge_and_human"])
    for key, who in (("judge_and_strings", "judge"), ("strings_and_human", "people")):
        for metric, levels in figures[key].items():
            for level, found in levels.items():
                yield from _kappas(f"{who}, {metric} {level}", found)


def _kappas(pair: str, found: Figures) -> Iterator[tuple[str, ...]]:
    yield pair, "all", *_kappa(found)
    if len(found["by_language"]) > 1:
        for group in found["by_language"]:
            yield pair, group["language"], *_kappa(group)


def _kappa(found: Figures) -> tuple[str, str, str]:
    kappa = "-" if found["kappa"] is None else f"{found['kappa']:.2f}"
    if found["kappa"] is not None and found["kappa_ci"] is not None:
        kappa += f" [{found['kappa_ci'][0]:.2f}, {found['kappa_ci'][1]:.2f}]"
    return str(found["n"]), percent(found["agreement"]), kappa


def _debiased(found: Figures) -> Grid:
    if found["estimate"] is None:
        rows: tuple[tuple[str, str], ...] = (("accuracy people would give", "-"), ("why", found["reason"]))
    else:
        low, high = found["ci"] or (None, None)
        interval = "" if low is None else f" [{percent(low)}, {percent(high)}]"
        rows = (
            ("accuracy people would give", percent(found["estimate"]) + interval),
            ("verdicts alone", percent(found["estimate_judge"])),
            ("people's labels alone", percent(found["estimate_classical"])),
            ("rows, of them labelled", f"{found['n_total']}, {found['n_labelled']}"),
        )
    note = "Verdicts on all rows, put right by the human labels (prediction-powered inference); the labels must be a random sample."
    return Grid("Debiased accuracy", ("figure", "value"), rows, (note, *found.get("advice", ())), left=frozenset({0, 1}))


def judge_summary(report: Figures) -> str:
    """Per-domain and combined accuracy of one file, and apart from it what the judge gave no verdict on."""
    file = report["files"][0]
    rows = tuple(_summary_row(group) for group in [*file["domains"], file["combined"]])
    lines = [as_plain([Grid(f"LLM judge: {file['file']}", ("Domain", "Correct", "Total", "Accuracy"), rows, totals=1)]).rstrip()]
    judge = file["combined"]["judge"]
    counted = {
        "Blank responses, counted as incorrect": file["blank_responses"],
        "Replies without a verdict, not counted": judge["outcomes"]["unparsed"],
        "Errors, not counted": judge["outcomes"]["error"],
        "Empty golden answers, not counted": judge["reasons"]["empty_answer"],
        "Not asked, not counted": judge["reasons"]["not_asked"],
    }
    return "\n".join([*lines, *(f"{what}: {count}" for what, count in counted.items() if count)]) + "\n"


def _summary_row(group: Figures) -> tuple[str, ...]:
    judge = group["judge"]
    accuracy = "-" if judge["accuracy"] is None else f"{100 * judge['accuracy']:.2f}%"
    return group["domain"] or "Combined", str(judge["correct"] or 0), str(judge["scored"]), accuracy

"""One answer and one response, explained: what each step changes, which words are compared, and from which level each metric passes."""

from __future__ import annotations

from collections.abc import Iterator

from indicmatch.analyze import RAW, Analyzer
from indicmatch.errors import MissingExtra
from indicmatch.metrics import METRICS, Metric, Verdict
from indicmatch.normalize import Change, explain, levels, meet
from indicmatch.report.grids import Grid
from indicmatch.report.text import as_plain
from indicmatch.unicode.names import name_of

__all__ = ["explanation"]

SIDES = ("answer", "response")


def explanation(answer: str, response: str, *, lang: str | None = None, extract: str = "none", stem: bool = False) -> str:
    """The explanation as plain text, for a person who knows the language and not Unicode; with `stem`, the stems of both sides too."""
    analyzers = {level: RAW if level == "raw" else Analyzer(level, lang=lang, extract=extract) for level in levels()}
    top = list(analyzers)[-1]
    if stem:
        analyzers[f"{top}+stem"] = Analyzer(top, stemmer="auto", lang=lang, extract=extract)
    seen = dict(zip(SIDES, (answer, analyzers[top].response(response).part), strict=True))
    changes = [_changes(side, text, top, lang) for side, text in seen.items()]
    blocks = [
        "\n".join([f"answer    {answer!r}", f"response  {response!r}", *_extracted(response, seen["response"])]),
        "\n".join(["What each step changes", *[f"  {line}" for lines in changes for line in lines]]),
        _met(answer, seen["response"], lang),
        as_plain([_words(answer, response, analyzers)]).rstrip(),
        as_plain([_verdicts(answer, response, analyzers)]).rstrip(),
    ]
    return "\n\n".join(blocks) + "\n"


def _extracted(response: str, part: str) -> list[str]:
    return [] if part == response else [f"looked at {part!r}"]


def _changes(side: str, text: str, level: str, lang: str | None) -> Iterator[str]:
    changes = explain(text, level, lang=lang)
    yield f"{side}: {'nothing' if not changes else ''}".rstrip()
    level_of = {step: name for name in reversed(levels()) for step in levels()[name]}
    for change in changes:
        yield f"  {level_of.get(change.step, '-')}, step {change.step}, {_place(change)}: {_shown(change)}"


def _place(change: Change) -> str:
    if change.start == change.end:
        return f"before character {change.start + 1}"
    return f"character {change.start + 1}" if change.end - change.start == 1 else f"characters {change.start + 1} to {change.end}"


def _shown(change: Change) -> str:
    if not change.before:
        return f"{_named(change.after)} comes in"
    return f"{_named(change.before)} {f'becomes {_named(change.after)}' if change.after else 'goes'}"


def _named(text: str) -> str:
    """The text, its code points and their names: `न (U+0928 DEVANAGARI LETTER NA)`."""
    shown = text if text.isprintable() and text.strip() else repr(text)
    return f"{shown} ({', '.join(f'U+{ord(c):04X} {name_of(c)}' for c in text)})"


def _met(answer: str, response: str, lang: str | None) -> str:
    level = meet(answer, response, lang=lang)
    return "The two texts are not equal at any level." if level is None else f"The two texts are equal from the level {level} on."


def _words(answer: str, response: str, analyzers: dict[str, Analyzer]) -> Grid:
    rows = []
    for level, analyzer in analyzers.items():
        golden, found = analyzer.text(answer), analyzer.response(response)
        missing = sorted(golden.words - found.found_words)
        rows.append((level, " | ".join(golden.word_list()), " | ".join(found.word_list()), " | ".join(missing) or "-"))
    return Grid(
        "Words that are compared", ("level", "answer", "response", "answer's words not found"), tuple(rows), left=frozenset(range(4))
    )


def _verdicts(answer: str, response: str, analyzers: dict[str, Analyzer]) -> Grid:
    rows = [
        _verdict_row(metric, answer, response, analyzers)
        for name, metric in METRICS.items()
        if metric.configure is None and name != "regex"
    ]
    return Grid("Verdicts", ("metric", *analyzers, "passes from"), tuple(rows), left=frozenset(range(len(analyzers) + 2)))


def _verdict_row(metric: Metric, answer: str, response: str, analyzers: dict[str, Analyzer]) -> tuple[str, ...]:
    try:
        verdicts = {level: metric.judge(analyzer.response(response), [analyzer.text(answer)]) for level, analyzer in analyzers.items()}
    except MissingExtra as error:
        return metric.name, *["-"] * len(analyzers), f"needs {error.package}"
    passing = next((level for level, verdict in verdicts.items() if verdict.passed), "-")
    return metric.name, *map(_mark, verdicts.values()), passing


def _mark(verdict: Verdict) -> str:
    counts = f" {verdict.matched}/{verdict.total}" if verdict.total is not None else ""
    if verdict.passed is None:
        return "-" if verdict.value is None else f"{verdict.value:.2f}{counts}"
    return ("right" if verdict.passed else "wrong") + counts

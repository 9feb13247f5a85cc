"""Options that several commands share, and what they say: a plan, a run."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from indicmatch.errors import BadInput
from indicmatch.score import Plan, Run

__all__ = [
    "COLUMN_OPTIONS",
    "CONFIDENCE_OPTION",
    "RANK_OPTIONS",
    "READING_OPTIONS",
    "REPLACE_OPTION",
    "RUN_OPTIONS",
    "SAMPLING_OPTIONS",
    "columns_of",
    "plan_of",
    "refuse_one_name",
    "run_of",
    "with_options",
]

PARTS = ("question", "answer", "response", "domain")
SAMPLED = ("model", "sample")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

PLAN_OPTIONS: tuple[Decorator, ...] = (
    click.option("--normalize", "levels", default="nfc", show_default=True, metavar="LEVELS",
                 help="Level expressions beside raw, separated by commas (nfc,encoding+digits), or none."),
    click.option("--metric", "metrics", multiple=True, metavar="M",
                 help="Metric expression, as token_f1>=0.8; repeatable. Default: both of the protocol."),
    click.option("--stem", is_flag=True, help="A further variant: the last level with stemmed words, for the metrics of words."),
    click.option("--stem-missing", type=click.Choice(["error", "skip"]), default="error", show_default=True,
                 help="A file in a language without a stemmer: refuse it, or leave its words unstemmed and say so."),
    click.option("--tokenizer", default="words", show_default=True, metavar="T",
                 help="For the normalised variants: words, uax29, indicnlp, raw."),
    click.option("--extract", default="none", show_default=True, metavar="E",
                 help="Part of a response that the normalised variants look at:"
                 " none, after-think, answer-tag, last-line, boxed, json:PATH."),
    click.option("--lang", metavar="L", help="Language of all files; else each file's own is recognised by its name or script."),
    click.option("--references", default="cell", show_default=True, metavar="R",
                 help="Acceptable answers of a row: cell, sep:/, paren, json, columns:a,b."),
)  # fmt: skip
"""What is compared and how: `plan_of` reads them."""

COLUMN_OPTIONS: tuple[Decorator, ...] = tuple(
    click.option(f"--{part}-col", metavar="C", help=f"Column of the {part}: a name, or a path such as choices[0].message.content.")
    for part in PARTS
)

READING_OPTIONS: tuple[Decorator, ...] = (
    click.option("--encoding", metavar="E", help="Encoding of the files; else UTF-8, or UTF-16 with a byte order mark."),
    click.option("--na", type=click.Choice(["text", "pandas"]), default="text", show_default=True,
                 help="text: every cell as written; pandas: as pandas.read_csv reads it."),
    click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Read the first N rows of each file only."),
)  # fmt: skip

CONFIDENCE_OPTION = click.option("--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95,
                                 show_default=True, help="Confidence level of every interval.")  # fmt: skip

REPLACE_OPTION = click.option("--replace", is_flag=True, help="Replace input columns that bear our names.")

SAMPLING_OPTIONS: tuple[Decorator, ...] = (
    click.option("--model-col", metavar="C", help="Column of the model that gave the response; each model is scored by itself."),
    click.option("--sample-col", metavar="C", help="Column that tells repeated draws of a question apart; they are averaged within it."),
    click.option("--cluster", metavar="C", help="Column of what was sampled whole (a passage, a question), for cluster-robust intervals."),
    CONFIDENCE_OPTION,
)  # fmt: skip
"""How the rows were sampled, which decides the width of every interval."""

RUN_OPTIONS = (*PLAN_OPTIONS, *COLUMN_OPTIONS, *SAMPLING_OPTIONS, *READING_OPTIONS)
"""All of these; `--normalize` is the first."""

RANK_OPTIONS: tuple[Decorator, ...] = (
    *RUN_OPTIONS,
    click.option("--model-name", multiple=True, metavar="N", help="Model of a file; give one for each file, in their order."),
    click.option("--resamples", type=click.IntRange(min=2), default=2000, show_default=True, metavar="R",
                 help="Bootstrap draws behind the intervals of ranks."),
    click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="Seed of the draws."),
)  # fmt: skip
"""What the commands that set models side by side have in common."""


def with_options(options: tuple[Decorator, ...]) -> Decorator:
    """One decorator for several."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def columns_of(values: dict[str, Any]) -> dict[str, str]:
    """The columns that the options name."""
    named = {part: values.get(f"{part}_col") for part in (*PARTS, *SAMPLED)} | {"cluster": values.get("cluster")}
    return {part: name for part, name in named.items() if name is not None}


def refuse_one_name(**places: str | None) -> None:
    """Raise `BadInput` where two options name one place for what they write: the one written last would be all that is left.

    So it does for an empty name, as of a shell's variable that is not set: it would stand for the folder one is in.
    """
    known: dict[str, str] = {}
    for option, place in places.items():
        if place is None:
            continue
        if not place:
            message = f"--{option.replace('_', '-')} is empty: name the place, or leave the option out"
            raise BadInput(message)
        where = place if place == "-" else os.path.realpath(place)
        if where in known:
            message = f"--{known[where]} and --{option.replace('_', '-')} both write to {place!r}: name two places"
            raise BadInput(message)
        known[where] = option.replace("_", "-")


def plan_of(values: dict[str, Any]) -> Plan:
    """The plan that `PLAN_OPTIONS` say."""
    levels = [] if values["levels"] == "none" else [level.strip() for level in values["levels"].split(",")]
    if values["stem_missing"] == "skip" and not values["stem"]:
        message = "--stem-missing says what to do about a language without a stemmer, and --stem was not given"
        raise BadInput(message)
    stem: Any = values["stem_missing"] if values["stem"] else ""
    return Plan(("raw", *levels), values["metrics"] or Plan.metrics, values["tokenizer"], values["extract"], values["references"], stem)


def run_of(plan: Plan, values: dict[str, Any], **more: Any) -> Run:
    """A run of the plan that reads as `COLUMN_OPTIONS`, `READING_OPTIONS` and `SAMPLING_OPTIONS` say; `more` goes to `Run`."""
    if values.get("model_name") and values.get("model_col"):
        message = "--model-name and --model-col both say who answered; give the one or the other"
        raise BadInput(message)
    reading = {name: values[name] for name in ("lang", "encoding", "na", "limit", "confidence")}
    return Run(plan, columns=columns_of(values), **reading, **more)

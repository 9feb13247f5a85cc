"""The functions of the statistics as commands: what each reads, and its arguments as options."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

__all__ = ["FUNCTIONS", "Function", "options_of"]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
SHARE = click.FloatRange(0, 1, min_open=True, max_open=True)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the statistics: what `--help` says, what its files hold, and which of its arguments are options.

    `reads` is `scores` (one scored response a row), `judge` (a judge's and people's scores), `games` (comparisons of two models),
    `effects` (estimates with errors, or scores), and with a `?` where the files are optional.
    """

    help: str
    reads: str
    arguments: tuple[str, ...] = ()


FUNCTIONS = {
    "score": Function("A model's mean score with its error and interval.", "scores", ("model", "level")),
    "cluster": Function("The cluster-robust error, the design effect and the correlation within clusters.", "scores", ("model", "level")),
    "icc": Function("How alike scores within a cluster are.", "scores", ("model",)),
    "resample": Function("What more draws of each question would buy.", "scores", ("model", "level", "k_grid")),
    "bootstrap": Function("A statistic with its bootstrap interval.", "scores", ("model", "statistic", "R", "level", "type", "seed")),
    "paired": Function("Two models on the same questions.", "scores", ("model_a", "model_b", "level")),
    "unpaired": Function("Two models on different questions.", "scores", ("model_a", "model_b", "level")),
    "permutation": Function("A paired permutation test of two models.", "scores", ("model_a", "model_b", "R", "seed")),
    "variance-reduction": Function("A score sharpened by a reference model whose mean on the full bank is known.", "scores",
                                   ("model", "reference", "mu_reference", "theta", "level")),
    "rank": Function("Models ranked, with intervals of their ranks.", "scores", ("R", "level", "higher_better", "seed")),
    "multi": Function("Comparisons on several tasks, adjusted for their number (--by COL, or columns estimate and se).", "effects",
                      ("model_a", "model_b", "method", "level")),
    "table": Function("The scores of all models (and groups, --by COL) as one table.", "scores", ("level",)),
    "plot": Function("The scores of all models (and groups, --by COL) with their intervals, drawn to --plot FILE.", "scores", ("level",)),
    "judge-agreement": Function("How far a judge agrees with people.", "judge", ("level",)),
    "judge-debias": Function("The accuracy that people would give, from a cheap judge and a few human labels.", "judge",
                             ("lambda_", "level")),
    "judge-power": Function("How many human labels are worth collecting beside a judge.", "judge?",
                            ("n_total", "correlation", "target_se", "target_mde", "sd_gold", "sd_judge", "power", "alpha")),
    "power": Function("How many questions show a difference.", "scores?", ("delta", "sd_diff", "p_a", "p_b", "correlation", "power",
                      "alpha", "icc", "cluster_size", "model_a", "model_b")),
    "mde": Function("The smallest difference that so many questions show.", "scores?", ("n_items", "sd_diff", "p_a", "p_b", "correlation",
                    "power", "alpha", "icc", "cluster_size", "model_a", "model_b")),
    "elo": Function("Bradley-Terry ratings from comparisons of two models.", "games", ("ties", "anchor", "level")),
}  # fmt: skip


class _Numbers(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.2 on
    """Numbers separated by commas, `inf` among them."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return [math.inf if part.strip() == "inf" else float(part) for part in str(value).split(",")]
        except ValueError:
            self.fail(f"{value!r} is no list of numbers, as 1,2,4,inf", param, ctx)


class _Deviation(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A standard deviation, or the word `pilot`."""

    name = "number|pilot"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return value if value == "pilot" else float(value)
        except ValueError:
            self.fail(f"{value!r} is neither a number nor 'pilot'", param, ctx)


ARGUMENTS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "model": (("--model",), {"metavar": "NAME", "help": "The model, where the data hold several."}),
    "model_a": (("--model-a",), {"metavar": "NAME", "help": "The first model."}),
    "model_b": (("--model-b",), {"metavar": "NAME", "help": "The second model, which is subtracted."}),
    "reference": (("--reference",), {"metavar": "NAME", "help": "The reference model."}),
    "mu_reference": (("--mu-reference",), {"type": float, "help": "The reference model's mean on the full bank of questions."}),
    "theta": (("--theta",), {"type": float, "help": "The weight of the correction; else that of least variance."}),
    "level": (("--level", "--confidence"), {"type": SHARE, "help": "Confidence level.  [default: 0.95]"}),
    "k_grid": (("--k-grid",), {"type": _Numbers(), "help": "Draws a question to project, as 1,2,4,inf."}),
    "statistic": (("--statistic",), {"type": click.Choice(["mean", "median", "std", "min", "max"]), "help": "What is bootstrapped."}),
    "R": (("--R", "--resamples", "R"), {"type": int, "help": "How many draws, or swaps."}),
    "type": (("--type",), {"type": click.Choice(["percentile", "basic"]), "help": "Kind of bootstrap interval."}),
    "seed": (("--seed",), {"type": int, "help": "Seed of the random draws, for repeatable figures."}),
    "higher_better": (("--higher-better/--lower-better",), {"default": None, "help": "Whether high scores are good."}),
    "method": (("--method",), {"type": click.Choice(["holm", "BH", "bonferroni", "hochberg", "BY", "hommel", "fdr", "none"]),
                               "help": "Adjustment for the number of tasks.  [default: holm]"}),
    "lambda_": (("--lambda", "lambda_"), {"type": float, "help": "Weight of the judge; else that of least variance."}),
    "n_total": (("--n-total",), {"type": int, "help": "How many responses are judged; those of the files."}),
    "n_items": (("--n-items",), {"type": int, "help": "How many questions there are."}),
    "correlation": (("--correlation",), {"type": float, "help": "Correlation of the two scores of a question; that of the files."}),
    "target_se": (("--target-se",), {"type": float, "help": "The standard error to reach, as 0.01."}),
    "target_mde": (("--target-mde",), {"type": float, "help": "The difference to detect, instead of --target-se."}),
    "sd_gold": (("--sd-gold",), {"type": _Deviation(), "help": "Standard deviation of human scores; that of the files."}),
    "sd_judge": (("--sd-judge",), {"type": _Deviation(), "help": "Standard deviation of the judge's scores; that of the files."}),
    "power": (("--power",), {"type": SHARE, "help": "Power.  [default: 0.8]"}),
    "alpha": (("--alpha",), {"type": SHARE, "help": "Two-sided error rate.  [default: 0.05]"}),
    "delta": (("--delta",), {"type": float, "help": "The difference worth detecting, as 0.02."}),
    "sd_diff": (("--sd-diff",), {"type": float, "help": "Standard deviation of the difference of a question."}),
    "p_a": (("--p-a",), {"type": float, "help": "Share of right answers of the first model."}),
    "p_b": (("--p-b",), {"type": float, "help": "Share of right answers of the second model."}),
    "icc": (("--icc",), {"type": float, "help": "Correlation of the differences within a cluster.  [default: 0]"}),
    "cluster_size": (("--cluster-size",), {"type": float, "help": "Questions in a cluster.  [default: 1]"}),
    "ties": (("--ties",), {"type": click.Choice(["drop", "split"]), "help": "What a tie counts.  [default: drop]"}),
    "anchor": (("--anchor",), {"type": float, "help": "Rating of the average model.  [default: 1500]"}),
}  # fmt: skip

READING: dict[str, tuple[Decorator, ...]] = {
    "scores": (
        click.option("--score", "--score-col", "score", metavar="COL",
                     help="Column of the scores, as exact_substring_nfc.  [default: score]"),
        click.option("--item", "--item-col", "item", metavar="COL", help="Column of the question; else every row is its own."),
        click.option("--model-col", metavar="COL", help="Column of the model; several files are models by their names."),
        click.option("--cluster", "--cluster-col", "cluster", metavar="COL", help="Column of what was sampled whole (a passage)."),
        click.option("--sample", "--sample-col", "sample", metavar="COL", help="Column that tells repeated draws apart."),
    ),
    "judge": (
        click.option("--judge", "--judge-col", "--score", "judge", metavar="COL",
                     help="Column of the judge's scores, as word_overlap_nfc."),
        click.option("--gold", "--gold-col", "gold", metavar="COL",
                     help="Column of the human scores, blank where there is none.  [default: human]"),
    ),
    "games": (
        click.option("--model-a", "a", default="model_a", show_default=True, metavar="COL", help="Column of the first model."),
        click.option("--model-b", "b", default="model_b", show_default=True, metavar="COL", help="Column of the second model."),
        click.option("--winner", default="winner", show_default=True, metavar="COL",
                     help="Column of who won: a name, 1 or 0 for the first or second, tie or 0.5 or blank."),
    ),
}  # fmt: skip
READING["effects"] = READING["scores"]
GROUP = click.option("--group", metavar="COL", help="Column of groups, as the language, for the figures of each.")
BY = click.option("--by", metavar="COL", help="Column of groups (tasks, domains, languages), each by itself.")


def options_of(name: str) -> tuple[Decorator, ...]:
    """The options of a function: the columns that it reads, then its own arguments."""
    function = FUNCTIONS[name]
    reading = READING[function.reads.rstrip("?")]
    own = []
    for argument in function.arguments:
        names, settings = ARGUMENTS[argument]
        own.append(click.option(*names, **settings))
    more = {"multi": (BY,), "table": (BY,), "plot": (BY,), "judge-agreement": (GROUP,)}
    return (*reading, *more.get(name, ()), *own)

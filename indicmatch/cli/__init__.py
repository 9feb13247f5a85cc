"""The command line: results on stdout, everything else on stderr; exit 0 done, 1 a gate failed, 2 the input cannot be used."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import warnings
from importlib import import_module
from typing import Any

import click

from indicmatch.errors import IndicMatchError, IndicMatchWarning

__all__ = ["cli", "main"]

COMMANDS = {  # name -> what `indicmatch --help` says; the command itself is imported when it is called
    "score": "Score language files, raw beside normalised.",
    "audit": "Audit what normalisation does to the scores, step by step, and what is in the characters.",
    "judge": "Ask a model whether responses are right, beside the string checks; resumable.",
    "correctness": "Answer correctness: statements by a judge, and semantic similarity.",
    "compare": "Compare models on the same questions, pair by pair.",
    "board": "Set out models by languages, with rank intervals.",
    "stats": "Statistics on long-format files; stats power and stats mde plan an evaluation.",
    "explain": "Explain one verdict: what each step changes, from which level each metric passes.",
    "normalize": "Normalise text, line by line.",
    "tokenize": "Split text into words, line by line.",
    "stem": "Stem words, line by line.",
    "list": "List levels, steps, tokenizers, stemmers, metrics, languages or judge backends.",
    "exact-substring": "The protocol's exact_substring.py, same flags and summary.",
    "word-overlap": "The protocol's word_overlap.py, same flags and summary.",
    "llm-judge": "The protocol's llm_judge.py, same flags and summary.",
}
MODULES = {
    "list": "listing", "exact-substring": "protocol", "word-overlap": "protocol", "llm-judge": "llm_judge", "normalize": "filters",
    "tokenize": "filters", "stem": "filters",
}  # fmt: skip


class _Lazy(click.Group):
    """Commands that are imported when they are called, so that `--help` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"indicmatch.cli.{MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_") if cmd_name != "list" else "list_")
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from indicmatch.errors import unknown

            raise unknown("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from indicmatch.cli._versions import versions

        click.echo(versions())
        ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Print the versions that decide scores."
)
def cli() -> None:
    """Score multilingual LLM answers: the published string protocol to the byte (raw), and its normalised variant beside it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit status and never raises for bad input."""
    before = gc.get_threshold()
    gc.set_threshold(50_000)  # rows are made and dropped by the thousand and hold no cycles: looking for some costs a twentieth of a run
    try:
        return _run(arguments)
    finally:
        gc.set_threshold(*before)


def _run(arguments: list[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):  # end as Ctrl-C does, so that no half-written file stays; under nohup, do not
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
                signal.signal(getattr(signal, name), signal.default_int_handler)
    warnings.showwarning = _warn  # a program of our own: warnings are lines for people here
    warnings.simplefilter("always", IndicMatchWarning)
    try:
        status: Any = cli.main(arguments, prog_name="indicmatch", standalone_mode=False)
        sys.stdout.flush()
    except IndicMatchError as error:
        click.echo(f"indicmatch: {error}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("indicmatch: stopped; nothing half-written is left", err=True)
        return 130
    except BrokenPipeError:
        _close_quietly()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"indicmatch: {where}{error.strerror or error}. Nothing half-written is left; free the place or name another", err=True)
        _close_quietly()
        return 2
    return status if isinstance(status, int) else 0


def _warn(message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: str | None = None) -> None:
    if issubclass(category, IndicMatchWarning):
        click.echo(f"warning: {message}", err=True)


def _close_quietly() -> None:
    """The reader of our output went away, as `head` does: nothing is left to say, not even at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

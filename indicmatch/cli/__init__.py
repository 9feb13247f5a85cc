"""The command line: results on stdout, everything else on stderr; exit 0 done, 1 a gate failed, 2 the input cannot be used."""

from __future__ import annotations

import gc
import io
import os
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from indicmatch.cli._ending import ReaderGone, ignore_stops, reader_told, say, silence, stoppable
from indicmatch.errors import IndicMatchError, IndicMatchWarning

__all__ = ["cli", "main", "program"]

STOPPED = 130  # the status of a program that Ctrl-C ended
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

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with reader_told():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with reader_told():
            return super().invoke(ctx)

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
        with stoppable():
            return _run(arguments)
    finally:
        gc.set_threshold(*before)


def program() -> None:
    """The program itself: `main`, whose status is that of the process."""
    try:
        status = main()
    except Exception:  # a fault of ours, whose status would be that of a gate that failed
        sys.excepthook(*sys.exc_info())
        status = 2
    ignore_stops()
    sys.exit(status)


def _run(arguments: list[str] | None) -> int:
    streams: tuple[Any, Any] = sys.stdout, sys.stderr  # None where they were closed before we began
    if streams[1] is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  # for as long as the program runs
    if streams[0] is None:
        say("indicmatch: stdout is closed, and results go there; send it to a file, or to the null device")
        return 2
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    warnings.showwarning = _warn  # a program of our own: warnings are lines for people here
    warnings.simplefilter("always", IndicMatchWarning)
    try:
        status: Any = cli.main(arguments, prog_name="indicmatch", standalone_mode=False)
        sys.stdout.flush()
    except IndicMatchError as error:
        say(f"indicmatch: {error}")
        return 2
    except click.ClickException as error:
        text = io.StringIO()
        error.show(file=text)
        say(text.getvalue(), nl=False)
        return 2
    except (click.Abort, KeyboardInterrupt):
        say("indicmatch: stopped; nothing half-written is left")
        return STOPPED
    except (ReaderGone, BrokenPipeError):
        silence(sys.stdout)
        return 0
    except MemoryError:
        say("indicmatch: out of memory. Nothing half-written is left; free some, or take fewer jobs")
        silence(sys.stdout)
        return 2
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(f"indicmatch: {where}{error.strerror or error}. Nothing half-written is left; free the place or name another")
        silence(sys.stdout)
        return 2
    return status if isinstance(status, int) else 0


def _warn(message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: str | None = None) -> None:
    if issubclass(category, IndicMatchWarning):
        say(f"warning: {message}")

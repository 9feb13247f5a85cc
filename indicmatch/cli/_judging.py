"""What the commands that ask a judge share: their options, and how a backend is opened."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from indicmatch.cli._ending import say
from indicmatch.cli._options import Decorator
from indicmatch.errors import BadInput
from indicmatch.judge.asking import Asker, Parameters
from indicmatch.judge.attempts import Limits
from indicmatch.judge.backend import Settings, open_backend
from indicmatch.judge.cache import Cache

__all__ = ["CACHE", "JUDGE_OPTIONS", "asker_of", "backend_of", "finished", "reported", "settings_of"]

CACHE = "indicmatch-judge.sqlite"
NO_BACKEND = """no judge was named. There are three ways to give one:

  an OpenAI-compatible endpoint, whose key is read from OPENAI_API_KEY:
    {command} --backend openai --model MODEL [--base-url http://localhost:8000/v1]
  a model on this machine, through transformers:
    {command} --backend transformers --model PATH
  a function of your own, call_model(prompt) -> reply, in my_judge.py:
    {command} --backend callable:my_judge.call_model
"""

JUDGE_OPTIONS: tuple[Decorator, ...] = (
    click.option("--backend", metavar="B", help="openai, transformers, callable:module.function, or replay (recorded replies)."),
    click.option("--model", metavar="M", help="The judge's model."),
    click.option("--base-url", metavar="U", help="Address of an OpenAI-compatible endpoint; else OPENAI_BASE_URL, else OpenAI's own."),
    click.option("--key-env", default="OPENAI_API_KEY", show_default=True, metavar="NAME", help="Environment variable that holds the key."),
    click.option("--cache", metavar="F", help=f"File that keeps every reply, so that nothing is asked twice.  [default: {CACHE}]"),
    click.option("--max-calls", type=click.IntRange(min=0), metavar="N",
                 help="Send at most N requests; replies from the cache are free."),
    click.option("--rpm", type=click.FloatRange(min=0, min_open=True), metavar="N", help="Send at most N requests a minute."),
    click.option("--concurrency", type=click.IntRange(1, 256), default=4, show_default=True, metavar="N", help="Requests at once."),
    click.option("--tries", type=click.IntRange(min=1), default=3, show_default=True, metavar="N", help="How often a request is tried."),
    click.option("--max-backoff", type=click.FloatRange(min=0), default=10.0, show_default=True, metavar="SECONDS",
                 help="How long a request waits between its tries, in all; a longer Retry-After gives it up."),
    click.option("--max-failures", type=click.IntRange(min=1), default=20, show_default=True, metavar="N",
                 help="End the run when N questions in a row got no reply."),
    click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, metavar="SECONDS"),
    click.option("--max-tokens", type=click.IntRange(min=1), default=512, show_default=True, metavar="N", help="Length of a reply."),
    click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Sent along; the temperature is 0."),
)  # fmt: skip


def settings_of(options: dict[str, Any]) -> Settings:
    """The settings that the options give."""
    return Settings(
        model=options["model"],
        base_url=options["base_url"],
        key_env=options["key_env"],
        timeout=options["timeout"],
        cache=options["cache"],
    )


def backend_of(options: dict[str, Any], command: str) -> str:
    """The backend that was named; `BadInput` shows the ways to name one."""
    if not options["backend"]:
        raise BadInput(NO_BACKEND.format(command=command).rstrip())
    return str(options["backend"])


def asker_of(options: dict[str, Any], command: str) -> Asker:
    """The asker that the options give; nothing is written until the first reply."""
    name = backend_of(options, command)
    backend = open_backend(name, settings_of(options))
    limits = Limits(
        tries=options["tries"],
        backoff=options["max_backoff"],
        rpm=options["rpm"],
        calls=options["max_calls"],
        failures=options["max_failures"],
    )
    parameters = Parameters(max_tokens=options["max_tokens"], seed=options["seed"])
    cache = Cache(None if backend.recorded else options["cache"] or CACHE)
    return Asker(backend, name, cache, parameters=parameters, limits=limits)


def reported(rows: Iterator[Any], asker: Asker) -> Iterator[Any]:
    """The rows, with a line of progress on a terminal."""
    if not sys.stderr.isatty():
        yield from rows
        return
    shown = 0.0
    for count, row in enumerate(rows, 1):
        if time.monotonic() - shown > 0.2:
            shown = time.monotonic()
            say(f"\r\x1b[K{count:,} rows: {_said(asker)}", nl=False)
        yield row
    say("\r\x1b[K", nl=False)


@contextmanager
def finished(asker: Asker) -> Iterator[None]:
    """Say at the end what was asked, and after an early end how to go on."""
    try:
        yield
    except BaseException:
        kept = "" if asker.cache.path is None else f"; every reply is kept in {asker.cache.path}: the same command goes on from there"
        if asker.counts.asked or asker.counts.cached:
            say(f"{_said(asker)}{kept}")
        raise
    say(_said(asker))


def _said(asker: Asker) -> str:
    counts = asker.counts
    tokens = counts.prompt_tokens + counts.completion_tokens
    return f"{counts.asked:,} asked, {counts.cached:,} cached, {counts.failed:,} failed, {tokens:,} tokens"

"""`indicmatch list`: what can be named."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import click

from indicmatch.tables import load

__all__ = ["list_"]


def _levels() -> Iterator[tuple[str, str]]:
    for row in load("levels"):
        yield row["level"], f"{'+ ' + row['steps'] + ': ' if row['steps'] else ''}{row['note']}"


def _steps() -> Iterator[tuple[str, str]]:
    from indicmatch.normalize import STEPS
    from indicmatch.normalize.steps import order_of, row_of

    for name in sorted(STEPS, key=order_of):
        row = row_of(name)
        yield name, f"[{row['kind']}] {_first_line(STEPS[name])} Loses: {row['loses']}"


def _tokenizers() -> Iterator[tuple[str, str]]:
    from indicmatch.tokenize import TOKENIZERS

    yield from ((name, _first_line(tokenizer)) for name, tokenizer in TOKENIZERS.items())


def _stemmers() -> Iterator[tuple[str, str]]:
    from indicmatch.stem import STEMMERS

    yield from ((name, "") for name in STEMMERS)


def _metrics() -> Iterator[tuple[str, str]]:
    from importlib import import_module

    from indicmatch.metrics import METRICS

    for name in METRICS:
        yield name, _first_line(getattr(import_module(f"indicmatch.metrics.{name}"), name))


def _languages() -> Iterator[tuple[str, str]]:
    from indicmatch.languages import languages

    for language in languages():
        yield language.tag, f"{', '.join(language.names)} ({', '.join(language.own_names)}); {', '.join(language.scripts)}"


def _backends() -> Iterator[tuple[str, str]]:
    from importlib import import_module

    from indicmatch.judge import BACKENDS

    import_module("indicmatch.judge.backends")
    yield from ((name, _first_line(backend)) for name, backend in BACKENDS.items())


KINDS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "levels": _levels,
    "steps": _steps,
    "tokenizers": _tokenizers,
    "stemmers": _stemmers,
    "metrics": _metrics,
    "languages": _languages,
    "backends": _backends,
}


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


@click.command("list")
@click.argument("kind", type=click.Choice(list(KINDS)))
def list_(kind: str) -> None:
    """List what can be named: levels, steps, tokenizers, stemmers, metrics, languages or judge backends."""
    rows = list(KINDS[kind]())
    size = max(len(name) for name, _ in rows)
    for name, what in rows:
        click.echo(f"{name:{size}}  {what}".rstrip())

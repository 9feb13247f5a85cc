"""`indicmatch explain`."""

from __future__ import annotations

import click

from indicmatch.languages import language
from indicmatch.report.explanation import explanation

__all__ = ["explain"]


@click.command()
@click.option("--answer", required=True, metavar="A", help="The golden answer.")
@click.option("--response", required=True, metavar="R", help="The response.")
@click.option("--lang", metavar="L", help="Language, for the steps that need one.")
@click.option("--extract", default="none", show_default=True, metavar="E", help="Part of the response that the normalised levels look at.")
@click.option("--stem", is_flag=True, help="Show the stems of both sides, too.")
def explain(answer: str, response: str, lang: str | None, extract: str, stem: bool) -> None:
    """Explain one verdict: what each step changes, which words are compared, from which level each metric passes."""
    click.echo(explanation(answer, response, lang=language(lang).tag if lang else None, extract=extract, stem=stem), nl=False)

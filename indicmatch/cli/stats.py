"""`indicmatch stats FUNCTION FILE...`: the statistics on long-format files, and planning without any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from indicmatch.cli._options import with_options
from indicmatch.cli._printing import FORMAT_OPTION, PLOT_OPTION, draw
from indicmatch.cli._statistics import FUNCTIONS, options_of
from indicmatch.errors import unknown

__all__ = ["stats"]


class _Functions(click.Group):
    """The functions by name, with or without `ev_`, with dashes or underscores."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(FUNCTIONS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(cmd_name) if cmd_name in FUNCTIONS else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-"):
            name = args[0].replace("_", "-").removeprefix("ev-")
            if name not in FUNCTIONS:
                kind = "function of the statistics"
                raise unknown(kind, args[0], FUNCTIONS)
            args = [name, *args[1:]]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Functions"):
            formatter.write_dl([(name, function.help) for name, function in FUNCTIONS.items()])


@click.group(cls=_Functions, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
def stats() -> None:
    """The statistics on files with one scored response a row, such as `score --out` writes; power and mde need no file."""


def _command(name: str) -> click.Command:
    function = FUNCTIONS[name]
    optional = function.reads.endswith("?")

    @click.command(name, help=function.help)
    @click.argument("files", nargs=-1, required=not optional, metavar="[FILE]..." if optional else "FILE...")
    @with_options(options_of(name))
    @click.option("--encoding", metavar="E", help="Encoding of the files; else UTF-8, or UTF-16 with a byte order mark.")
    @FORMAT_OPTION
    @PLOT_OPTION
    def command(files: tuple[str, ...], encoding: str | None, format_: str, plot_file: str | None, **values: Any) -> None:
        if name == "plot" and plot_file is None:
            message = "plot needs a file to draw to: give --plot FILE.svg (or .png, .pdf)"
            raise click.UsageError(message)
        from indicmatch.comparison.evaluating import compute
        from indicmatch.report.statistics import lines_of, print_of

        columns, arguments = _split(name, values)
        result, shares = compute(name, files, columns, arguments, encoding=encoding)
        click.echo(print_of(f"ev_{name.replace('-', '_')}", result, format_, shares=shares), nl=False)
        if plot_file is not None:
            draw(lines_of(result, shares=shares), plot_file, function.help.rstrip("."), "percent" if shares else "estimate")

    return command


def _split(name: str, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The columns that were named, and the arguments that were given."""
    own = FUNCTIONS[name].arguments
    given = {key: value for key, value in values.items() if key in own and value is not None}
    return {key: value for key, value in values.items() if key not in own}, given

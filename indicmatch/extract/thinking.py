"""The response without its thinking block."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from indicmatch.extract._base import EXTRACTORS, one_of
from indicmatch.tables import load

if TYPE_CHECKING:
    import re

__all__ = ["after_think"]


@EXTRACTORS.register("after-think")
def after_think(response: str) -> str | None:
    """What is left of a response without its thinking (`data/thinking_tags.tsv`); several pieces make one line each.

    An opening tag that is never closed drops all that follows: the model did not come to its answer. A closing tag that
    was never opened drops all that precedes: chat templates put the opening tag into the prompt. Only when nothing
    follows it and a complete block precedes it, it is a slip and drops nothing. Any closing tag closes any block.

    >>> after_think("The user asks for the capital.</think>Delhi"), after_think("<think>The user asks")
    ('Delhi', '')
    """
    kept: list[str] = []
    at, thinking, blocks = 0, False, 0
    end, roles = len(response.rstrip()), _roles()
    for match in _tags().finditer(response):
        role = roles.get(match[0].lower())  # none for a letter that only `re` takes for another case of an ASCII one
        if role == "closing":
            if not thinking:
                slip = blocks and match.end() == end
                kept = [*kept, response[at : match.start()]] if slip else []
            at, thinking, blocks = match.end(), False, blocks + 1
        elif role and not thinking:
            kept.append(response[at : match.start()])
            at, thinking = match.end(), role == "opening"
    if not blocks and not thinking:
        return None
    if not thinking:
        kept.append(response[at:])
    return "\n".join(filter(None, map(str.strip, kept)))


@cache
def _roles() -> dict[str, str]:
    rows = load("thinking_tags")
    roles = {marker.lower(): "marker" for row in rows for marker in row["markers"].split()}
    return roles | {row[role].lower(): role for row in rows for role in ("opening", "closing") if row[role]}


@cache
def _tags() -> re.Pattern[str]:
    return one_of(_roles())

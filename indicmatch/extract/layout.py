"""Parts of a response that its layout marks: the last line, the last box."""

from __future__ import annotations

import re

from indicmatch.extract._base import EXTRACTORS

__all__ = ["boxed", "last_line"]

_RULE = frozenset("`~-*_=")
_BOXES = re.compile(r"(?P<box>\\f?box(?:ed)?\s*\{)|\\.|[{}]", re.DOTALL)
_WRAPPED = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit)\s*\{(?P<inside>[^{}]*)\}")


@EXTRACTORS.register("last-line")
def last_line(response: str) -> str | None:
    """The last line that is not blank, and is not a code fence or a rule, without white space at its ends.

    >>> last_line("Mumbai?\\nNo.\\n**Delhi**\\n```\\n"), last_line(" \\n") is None
    ('**Delhi**', True)
    """
    for line in reversed(response.splitlines()):
        text = line.strip()
        if text and not (len(text) > 2 and _RULE.issuperset(text)):
            return text
    return None


@EXTRACTORS.register("boxed")
def boxed(response: str) -> str | None:
    r"""The content of the last complete `\boxed{...}` or `\fbox{...}`, of nested ones the innermost.

    Braces may be nested; escaped ones do not count. A `\text{...}` or the like round all of it goes, too.

    >>> boxed(r"so $\boxed{\text{Delhi}}$."), boxed(r"\boxed{\frac{1}{2}}"), boxed(r"\boxed{Delhi")
    ('Delhi', '\\frac{1}{2}', None)
    """
    opened: list[int] = []
    best, content = -1, None
    for match in _BOXES.finditer(response):
        if match["box"]:
            opened.append(match.end())
        elif match[0] == "{":
            opened.append(-1)
        elif match[0] == "}" and opened:
            start = opened.pop()
            if start > best:
                best, content = start, (start, match.start())
    if content is None:
        return None
    text = response[slice(*content)].strip()
    while wrapped := _WRAPPED.fullmatch(text):
        text = wrapped["inside"].strip()
    return text

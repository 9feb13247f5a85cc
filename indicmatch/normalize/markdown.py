"""`markdown`: the mark-up that chat models put around their words, and nothing that could be the words themselves."""

from __future__ import annotations

import re
from unicodedata import normalize

from indicmatch.normalize.steps import step

__all__ = ["markdown"]

# A mark of emphasis opens and closes beside these, so that 2*3*4 and snake_case stay: no letter, no digit.
_OUTSIDE = "\\s!-/:-@\\[-`{-~\u0964\u0965\u06d4\u060c\u061f\u2010-\u2027"
_DIGIT_OR_STAR = r"\d*\\"

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^`\n]*$\n?", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$\n?", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$\n?", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[ \t]*\|[^|\n]*\|[^\n]*\|[ \t]*$", re.MULTILINE)  # two cells or more
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?=\S)([^\n]*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)
_BLOCK_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]+)+(?=\S)(?!\d)", re.MULTILINE)  # `> 5` is a comparison
# A list mark needs text after it: a line that is only `1947.` is an answer. A hyphen or plus before a number may be its sign.
_BULLET = re.compile(r"^[ \t]*(?:(?:[-+](?![ \t]+\d)|[*\u2022\u25e6\u2023\u25aa])[ \t]+(?=\S))+", re.MULTILINE)
# A numbered list has more than one line, or `12.` on a line of its own, joined to the next, would be taken for a mark. Two digits at
# most: `1947. ` begins no list. Before a number it is none.
_NUMBERED = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+(?=[^\s\d])", re.MULTILINE)

_LINK = re.compile(r"!?\[([^\[\]\n]*)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\)|\[[^\[\]\n]*\])")
_FOOTNOTES = re.compile(r"(?<=[^\s\[\]])(?:\[(?:\d{1,3}|\^[^\[\]\s]{1,20})\])+(?![\[(])")
_LINE_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)")
_STARS = re.compile(rf"(?<![{_DIGIT_OR_STAR}])(\*{{2,3}})(?![\s*])([^*\n]+)(?<!\s)\1(?![{_DIGIT_OR_STAR}])")
_STAR = re.compile(rf"(?<![A-Za-z)\]{_DIGIT_OR_STAR}])(\*)(?![\s*])([^*\n]+)(?<!\s)\1(?![A-Za-z(\[{_DIGIT_OR_STAR}])")  # x*y is a product
_UNDERSCORES = re.compile(  # not in a path or a file name
    rf"(?<![^{_OUTSIDE}])(?<![_/])(_{{1,3}})(?![\s_])([^_\n]+)(?<!\s)\1(?!_)(?![^{_OUTSIDE}])(?!\.[A-Za-z\d])"
)
_STRUCK = re.compile(r"(?<!~)~~(?![\s~])([^~\n]+)(?<!\s)~~(?!~)")

_MARKS = re.compile(r"[*_`\u1fef#|\[>~<+=\u2022\u25e6\u2023\u25aa-]|\d[.)]")


@step("markdown")
def markdown(text: str) -> str:
    r"""Markdown is taken off: emphasis, code, headings, links (their text stays), list marks, quotes, tables, rules, footnote numbers.

    Emphasis and code go only in pairs; `#` only at the start of a line and before a space; a list mark only before text; pipes only in
    the rows of a table. Runs before white space is made one, because lines decide. Source: CommonMark 0.31, GitHub tables.

    >>> markdown("**दिल्ली** ([विकि](https://hi.wikipedia.org))[1]")
    'दिल्ली (विकि)'
    >>> markdown("# उत्तर\n- गंगा\n1947.")
    'उत्तर\nगंगा\n1947.'
    """
    if not _MARKS.search(text):
        return text
    text = normalize("NFC", text)  # some canonical equivalents of ASCII marks are no ASCII
    return _inline(_blocks(text))


def _blocks(text: str) -> str:
    tables = _TABLE_RULE.search(text) is not None
    for pattern in (_FENCE, _TABLE_RULE, _RULE):
        text = pattern.sub("", text)
    if tables or len(_TABLE_ROW.findall(text)) > 1:
        text = _TABLE_ROW.sub(lambda row: " ".join(filter(None, map(str.strip, row[0].split("|")))), text)
    for pattern in (_BLOCK_QUOTE, _BULLET, *([_NUMBERED] if "\n" in text.strip() else [])):
        text = pattern.sub("", text)
    return _HEADING.sub(r"\1", text)


def _unless_index(match: re.Match[str]) -> str:
    """A footnote's number goes; the index of a variable, as in `a[0]`, stays."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    return match[0] if before[-1:].isascii() and before[-1:].isalpha() and not before[:-1].isalnum() else ""


def _inline(text: str) -> str:
    text = _LINK.sub(r"\1", _FOOTNOTES.sub(_unless_index, _LINE_BREAK.sub("\n", text)))
    text = _CODE.sub(lambda code: code[2].strip(), text)
    return _STRUCK.sub(r"\1", _UNDERSCORES.sub(r"\2", _STAR.sub(r"\2", _STARS.sub(r"\2", text))))

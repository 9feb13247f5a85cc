"""Hostile text on a page: what no reader sees is shown by name, and every text says its language, its direction and its font."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape

from indicmatch.languages import language
from indicmatch.tables import load
from indicmatch.unicode import dominant_script
from indicmatch.unicode.names import name_of

__all__ = ["HIDDEN", "attributes", "font_rules", "short_names", "shown", "text"]

HIDDEN = (
    "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00a0\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202f"
    "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
)
"""What is shown by name, as a class for `re` and for the page's own script; joiners and variation selectors have to stay in their words."""

_HIDDEN = re.compile(f"[{HIDDEN}\ud800-\udfff]")
_SHORT = {
    "\xa0": "NBSP", "\xad": "SHY", "\u034f": "CGJ", "\u061c": "ALM", "\u200b": "ZWSP", "\u200e": "LRM", "\u200f": "RLM", "\u202a": "LRE",
    "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u202f": "NNBSP", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI",
    "\u2068": "FSI", "\u2069": "PDI", "\ufeff": "BOM", "\u2028": "LSEP", "\u2029": "PSEP",
}  # fmt: skip
_RTL = frozenset({"Arab", "Hebr", "Thaa", "Rohg", "Syrc", "Nkoo"})


def short_names() -> dict[str, str]:
    """The usual short names of characters that are shown by them."""
    return dict(_SHORT)


def shown(value: str) -> Markup:
    """A text for a page, escaped, with what no reader sees shown by name.

    >>> str(shown("<b>\\u202ea"))
    '&lt;b&gt;<span class="cp" title="U+202E RIGHT-TO-LEFT OVERRIDE">RLO</span>a'
    """
    parts, start = [], 0
    for match in _HIDDEN.finditer(value):
        character = match[0]
        parts += [escape(value[start : match.start()]), _chip(character)]
        start = match.end()
    return Markup("").join([*parts, escape(value[start:])])


def _chip(character: str) -> Markup:
    point = f"U+{ord(character):04X}"
    return Markup('<span class="cp" title="{} {}">{}</span>').format(point, name_of(character), _SHORT.get(character, point))


def attributes(value: str, tag: str | None, scripts: tuple[str, ...] = ()) -> dict[str, str]:
    """The `lang` and `dir` of a text in a file of a language: those of the language where the text is in a script of it.

    >>> attributes("\\u06a9\\u062a\\u0627\\u0628 PDF", "ur"), attributes("Delhi", "ur"), attributes("1947", "ur")
    ({'dir': 'rtl', 'lang': 'ur'}, {'dir': 'ltr'}, {'dir': 'rtl', 'lang': 'ur'})
    """
    known = language(tag) if tag else None
    own = scripts or (known.scripts if known else ())
    found = dominant_script(value) or (own[0] if own else "Latn")
    direction = {"dir": "rtl" if found in _RTL else "ltr"}
    return direction | ({"lang": tag} if tag and found in own else {})


def text(value: str, tag: str | None = None, scripts: tuple[str, ...] = ()) -> Markup:
    """A text in an element of its own, so that its direction touches nothing around it."""
    its = Markup(" ").join(Markup('{}="{}"').format(name, said) for name, said in attributes(value, tag, scripts).items())
    return Markup("<bdi {}>{}</bdi>").format(its, shown(value))


@cache
def _fonts(code: str, tag: str) -> tuple[str, str] | None:
    rows = [row for row in load("fonts") if row["script"] == code and row["language"] in (tag, "")]
    row = max(rows, key=lambda row: row["language"] == tag and bool(tag), default=None)
    return (row["fonts"], row["line_height"]) if row else None


def font_rules(languages: dict[str, str | None]) -> str:
    """The style rules for the languages of a page, each with the script that its file is in."""
    rules = []
    for tag, code in languages.items():
        known = language(tag)
        found = _fonts(code if code in known.scripts else known.script, tag)
        if found:
            families = ", ".join(f'"{name}"' for name in found[0].split("|"))
            rules.append(f":lang({tag}) {{ font-family: {families}, system-ui, sans-serif; line-height: {found[1]}; }}")
    return "\n".join(rules)


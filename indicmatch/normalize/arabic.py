"""Arabic script: presentation forms become letters, and letters that only look right become those of the language."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import normalize

from indicmatch.normalize.marks import class_of, span
from indicmatch.normalize.rewriting import alternation
from indicmatch.normalize.steps import Step, language_step, step
from indicmatch.normalize.tags import tag_of
from indicmatch.tables import Row, code_points, load
from indicmatch.unicode import character_class

__all__ = ["letters_read_otherwise", "positional", "presentation"]

_FORMS = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]")
# U+FDFA and U+FDFB stand for sentences, U+FDFD has no letters: they stay signs. U+FBC3 is a sign too.
_SIGNS = "\ufdfa\ufdfb\ufdfd"


@cache
def _letters() -> dict[str, str]:
    """Each presentation form and its letters. A spacing mark's form is the mark: NFKC would put a space before it."""
    forms = (chr(code) for start, end in ((0xFB50, 0xFDFF), (0xFE70, 0xFEFC)) for code in range(start, end + 1))
    return {form: normalize("NFKC", form).removeprefix(" ") for form in forms if form not in _SIGNS}


@step("presentation")
def presentation(text: str) -> str:
    """Arabic presentation forms (contextual shapes and ligatures that old encodings stored) become the letters that they show.

    Not U+FDFA, U+FDFB and U+FDFD, which are signs for whole phrases. Source: compatibility decompositions of UnicodeData.txt.

    >>> presentation("\\ufeb3\\ufefc\\ufee1") == "\\u0633\\u0644\\u0627\\u0645"
    True
    """
    return _FORMS.sub(lambda match: _letters().get(match[0], match[0]), text)


@cache
def _joining() -> tuple[str, str, str]:
    """Classes of `re`: marks, letters that join to the one before them, letters that join on both sides."""
    marks = character_class("General_Category", "Mn", first=0x600, last=0x8FF)
    letters = set(span("U+0620 U+0622..U+064A U+066E..U+0673 U+0675..U+06D3 U+06D5 U+06EE..U+06EF U+06FA..U+06FC U+06FF U+0750..U+077F"))
    rows = load("arabic_joining")
    right = set("".join(span(row["characters"]) for row in rows if row["joining_type"] == "R"))
    return marks, class_of("".join(letters)) + "\u200d", class_of("".join(letters - right)) + "\u200d"


def _context(position: str) -> tuple[str, str]:
    """What must follow (a lookahead), and what must not come before, for a position in the word."""
    marks, joins_before, joins_both = _joining()
    nonfinal = f"(?=[{marks}]*[{joins_before}])"
    final = f"(?![{marks}]*[{joins_before}])"
    return {"any": ("", ""), "nonfinal": (nonfinal, ""), "final": (final, ""), "isolated": (final, joins_both)}[position]


@language_step("positional")
def positional(lang: str | None) -> Step:
    """Arabic-script letters that stand for a letter of the language where they look like it: Urdu, Sindhi, Kashmiri, Western Punjabi.

    Does nothing without `lang`. A letter counts only in the positions of the table (`data/positional.tsv`): Arabic yeh is Urdu yeh before
    a letter that it joins, not at the end of a word, where its dots show. Sources: Nisaba's visual rewrite data; HarfBuzz with Noto
    Nastaliq, Naskh and Sans.

    >>> positional("ur")("\\u0643\\u062a\\u0627\\u0628") == "\\u06a9\\u062a\\u0627\\u0628"  # kaf before a letter, for keheh
    True
    >>> positional(None)("\\u0643\\u062a\\u0627\\u0628") == "\\u0643\\u062a\\u0627\\u0628"
    True
    """
    rows = _rows(lang)
    functions = [_rewrite(position, rows) for position in ("any", "nonfinal", "final", "isolated")]
    first_letters = re.compile(f"[{class_of(''.join(code_points(row['from'])[0] for row in rows))}]") if rows else None

    def rewrite(text: str) -> str:
        if first_letters is None or not first_letters.search(text):
            return text
        for function in functions:
            text = function(text)
        return text

    return rewrite


def _rows(lang: str | None) -> list[Row]:
    tag = tag_of(lang)
    return [row for row in load("positional") if tag in row["languages"].split()]


def letters_read_otherwise(lang: str | None) -> list[tuple[str, str]]:
    """For a guard: (first letter, what must follow) of everything that `positional` may change; nothing need follow where that is empty."""
    needed = []
    for row in _rows(lang):
        source = code_points(row["from"])
        needed.append((source[0], _followers() if row["position"] == "nonfinal" and len(source) == 1 else source[1:2]))
    return needed


@cache
def _followers() -> str:
    """What may stand after a letter that is not final: a mark, or a letter that joins."""
    marks, joins, _ = _joining()
    follower = re.compile(f"[{marks}{joins}]")
    return "".join(filter(follower.match, map(chr, range(0x600, 0x700))))


def _rewrite(position: str, rows: list[Row]) -> Step:
    rules = {code_points(row["from"]): code_points(row["to"]) for row in rows if row["position"] == position}
    if not rules:
        return lambda text: text
    follows, not_after = _context(position)
    pattern = re.compile(alternation(rules) + follows)
    marks = re.compile(f"[{_joining()[0]}]")
    joins = re.compile(f"[{not_after}]") if not_after else None

    def replacement(match: re.Match[str]) -> str:
        before = match.start() - 1
        while joins and before >= 0 and marks.match(match.string, before):
            before -= 1
        return match[0] if joins and before >= 0 and joins.match(match.string, before) else rules[match[0]]

    return lambda text: pattern.sub(replacement, text)

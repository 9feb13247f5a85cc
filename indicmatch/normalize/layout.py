"""The steps of the level `layout` that map single characters: letter case, quotation marks, dashes, dandas."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import normalize

from indicmatch.normalize.marks import class_of, span
from indicmatch.normalize.steps import Step, step
from indicmatch.tables import code_points, load

__all__ = ["casefold", "dandas", "dashes", "quotes"]


@cache
def _mapping(name: str) -> tuple[re.Pattern[str], dict[str, str]]:
    rows = [row for row in load("punctuation_marks") if row["step"] == name]
    mapping = {character: code_points(row["to"]) for row in rows for character in span(row["characters"])}
    return re.compile(f"[{class_of(''.join(mapping))}]"), mapping


def _mapped(name: str) -> Step:
    def function(text: str) -> str:
        pattern, mapping = _mapping(name)
        return pattern.sub(lambda match: mapping[match[0]], text)

    return function


@step("casefold")
def casefold(text: str) -> str:
    """Letter case is folded (Latin, Greek, Cyrillic ...; no Indic script has case): Unicode full case folding.

    >>> casefold("AIIMS दिल्ली")
    'aiims दिल्ली'
    """
    return normalize("NFC", text.casefold())  # folding takes some letters apart


@step("quotes")
def quotes(text: str) -> str:
    """Curly, angle and low quotation marks, primes and apostrophes become the two of ASCII.

    >>> quotes("“गंगा” ‘नदी’")
    '"गंगा" \\'नदी\\''
    """
    return _mapped("quotes")(text)


@step("dashes")
def dashes(text: str) -> str:
    """Hyphens, dashes and the minus sign become the hyphen of ASCII.

    >>> dashes("1947–1950")
    '1947-1950'
    """
    return _mapped("dashes")(text)


_BETWEEN_DIGITS = re.compile(r"(?<=\d)[^\d\s](?=\d)")


@step("dandas")
def dandas(text: str) -> str:
    """Dandas, the Urdu, Santali, Meetei and Sinhala full stops and the abbreviation signs become a full stop, but not between two digits.

    >>> dandas("गंगा।"), dandas("ہے۔"), dandas("डॉ॰ राम")
    ('गंगा.', 'ہے.', 'डॉ. राम')
    """
    pattern, mapping = _mapping("dandas")

    def stop(match: re.Match[str]) -> str:
        between = _BETWEEN_DIGITS.match(match.string, match.start())
        return match[0] if between else mapping[match[0]]

    return pattern.sub(stop, text)

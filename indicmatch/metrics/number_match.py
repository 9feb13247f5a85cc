"""The numbers of the reference, by value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from unicodedata import normalize

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.tables import load

__all__ = ["number_match", "numbers"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number by value; `percent` where a percent sign or word follows it."""

    value: Decimal
    percent: bool = False


_GROUPED = r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}"
_NUMBER = re.compile(rf"(?a:(?<!\d)(?<!\d[.,])([-\u2212]?)({_GROUPED}|\d+)((?:\.\d+)?)(?![,.]?\d))")
_SEPARATORS = str.maketrans({"\u066b": ".", "\u066c": ",", "\u066a": "%", "\uff05": "%", "\ufe6a": "%"})
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_FOLLOWING = re.compile("[ \u00a0\u202f-]?([^\\s\\d.,;:!?()\u0964]+)")


@cache
def _multipliers() -> dict[str, int]:
    return {row["word"]: int(row["value"]) for row in load("number_words") if row["value"] != "%"}


@cache
def _percents() -> frozenset[str]:
    return frozenset(row["word"] for row in load("number_words") if row["value"] == "%")


def numbers(text: str) -> list[Number]:
    """The numbers of a text, left to right, by value: digits of any script, Western and Indian grouping, decimals, lakh and crore.

    A run of digits and separators that is neither grouped well nor a decimal (`192.168.1.1`) is no number; a year range is two.

    >>> [str(number.value) for number in numbers("₹१,२३,४५६.५०, 2.5 लाख, 60%")]
    ['123456.50', '250000.0', '60']
    """
    plain = _NOT_ASCII.sub(lambda match: str(int(match[0])) if match[0].isdecimal() else match[0], normalize("NFC", text))
    plain = plain.translate(_SEPARATORS)
    found = []
    for match in _NUMBER.finditer(plain):
        sign = "-" if match[1] and (match.start() == 0 or plain[match.start() - 1] in " \t\n(") else ""
        value = Decimal(sign + match[2].replace(",", "") + match[3])
        rest = plain[match.end() : match.end() + 40]
        following = _FOLLOWING.match(rest)
        word = following[1].lower() if following else ""
        value *= _multipliers().get(word, 1)
        found.append(Number(value, rest.lstrip(" ").startswith("%") or word in _percents()))
    return found


def _compare(response: Text, reference: Text) -> Verdict:
    golden = set(numbers(reference.text))
    if not golden:
        return Verdict(None, None, 0, 0, reference.source)
    said = numbers(response.text)
    values, percents = {number.value for number in said}, {number.value for number in said if number.percent}
    matched = sum(number.value in (percents if number.percent else values) for number in golden)
    return Verdict(matched == len(golden), matched / len(golden), matched, len(golden), reference.source)


NUMBER_MATCH = METRICS.add("number_match", Metric("number_match", _compare))


def number_match(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """Right when every number of a reference is in the response, by value and however it is written.

    Digits of any script, Western and Indian grouping (1,234,567 and 12,34,567), decimals, the multipliers of
    `data/number_words.tsv` (2.5 lakh is 250000); a percentage must be one in the response too, a currency sign does not matter. A
    reference without a number cannot be decided: `passed` is None.

    >>> bool(number_match("लगभग १,००,००० लोग", "100000")), bool(number_match("₹2.5 करोड़", "25000000"))
    (True, True)
    >>> number_match("दिल्ली", "दिल्ली").passed is None
    True
    """
    return NUMBER_MATCH(response, references, analyzer)

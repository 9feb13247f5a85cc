"""Word segments by the default rules of UAX #29 of Unicode 17.

The rules say between which two characters there is no boundary; here they are turned into what a whole segment looks
like. Rule WB4 (marks, format characters and joiners belong to the character before) is the `ignored` behind every
character.
"""

from __future__ import annotations

from indicmatch.unicode.properties import character_class
from indicmatch.unicode.segmenter import EMOJI_BLOCKS, Segmenter, inside

__all__ = ["word_segments", "word_spans"]


def word_segments(text: str) -> list[str]:
    """Every segment between two word boundaries, spaces and punctuation too; together they are the text.

    Any `str` goes through, lone surrogates and unassigned characters too. Source: UAX #29, WB1 to WB999.

    >>> word_segments("डॉ.शर्मा ने 1,50,000 दिए।")
    ['डॉ.शर्मा', ' ', 'ने', ' ', '1,50,000', ' ', 'दिए', '।']
    """
    return _SEGMENTER.split(text)


def word_spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) offsets of `word_segments(text)`, in characters of the text.

    >>> word_spans("யாழ் நூல்")
    [(0, 4), (4, 5), (5, 9)]
    """
    return _SEGMENTER.spans(text)


IGNORED = ("Extend", "Format", "ZWJ")  # WB4
LETTER = ("ALetter", "Hebrew_Letter")  # AHLetter
MID_LETTER = ("MidLetter", "MidNumLet", "Single_Quote")
MID_NUMBER = ("MidNum", "MidNumLet", "Single_Quote")


def _class(*values: str) -> str:
    return f"[{inside('Word_Break', *values)}]"


def _run(value: str) -> str:
    """Characters of one value, each with what WB4 ignores behind it."""
    return f"{_class(value)}{_class(value, *IGNORED)}*+"


def _pattern() -> str:
    ignored, space, new_line = f"{_class(*IGNORED)}*+", _class("WSegSpace"), inside("Word_Break", "CR", "LF", "Newline")
    word, other, flag_half = _word(), f"[^{new_line}]{ignored}", f"{_class('Regional_Indicator')}{ignored}"
    pictures = inside("Extended_Pictographic", "Yes")
    pictures_below = character_class("Extended_Pictographic", "Yes", last=0xFFFF)
    may_go_on = inside("Word_Break", "Hebrew_Letter", "Numeric", "ExtendNumLet", *MID_LETTER)
    return (
        # Most segments are one of the first two: a word of letters that nothing joins to what follows, or one space.
        f"{_run('ALetter')}(?![{may_go_on}{pictures_below}{EMOJI_BLOCKS}])|{space}(?!{_class('WSegSpace', *IGNORED)})"
        f"|(?:{word}|{space}++{ignored}|{flag_half}(?:{flag_half})?+|{other})"
        f"(?:(?<=\u200d)(?=[{pictures}])(?:{word}|{other}))*+"  # WB3c
        f"|\r\n|[{new_line}]"
    )


def _word() -> str:
    """WB5 to WB13b: runs of letters and digits, or of Katakana; connectors such as the low line join any of them."""
    ignored, letter, hebrew_letter = f"{_class(*IGNORED)}*+", _class(*LETTER), _class("Hebrew_Letter")
    connector, katakana, hebrew = _run("ExtendNumLet"), _run("Katakana"), _run("Hebrew_Letter")
    inner_mark = f"(?:{_class(*MID_LETTER)}{ignored}(?={letter}))?+"  # WB6, WB7
    decimal_mark = f"(?:{_class(*MID_NUMBER)}{ignored}(?={_class('Numeric')}))?+"  # WB11, WB12
    closing_quote = f"'{ignored}(?!{letter})"  # WB7a: after a Hebrew letter only, and there the word ends
    double_quote = f"(?:\"{ignored}(?={hebrew_letter}))?+"  # WB7b, WB7c
    letters = f"(?:{_run('ALetter')}|{hebrew}(?!{closing_quote}){double_quote}){inner_mark}"
    to_connector, connectors = f"(?={_class('ExtendNumLet')})", f"{connector}(?!{_class('Katakana')})"
    return (
        f"(?:{katakana}(?!{_class('ExtendNumLet')})"
        f"|(?={_class(*LETTER, 'Numeric', 'Katakana', 'ExtendNumLet')})(?:{katakana}{to_connector})?+"
        f"(?:{letters}|{_run('Numeric')}{decimal_mark}|{connectors}|{connector}{katakana}{to_connector})*+"
        f"(?:{hebrew}'{ignored}|{connector}{katakana})?+)"
    )


_SEGMENTER = Segmenter(_pattern, properties=("Word_Break", "Extended_Pictographic"))

"""The token, its parts, and the register of tokenizers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from unicodedata import category

from indicmatch.registry import Registry
from indicmatch.unicode.scripts import script

__all__ = ["JOINERS", "TOKENIZERS", "Spans", "Token", "parts", "register", "tokenize", "tokenizer"]

Spans = Callable[[str], list[tuple[int, int]]]
SpansFor = Callable[[str | None], Spans]  # a language tag, or None where the language is not known

TOKENIZERS: Registry[SpansFor] = Registry("tokenizer", entry_points="indicmatch.tokenizers")


def register(name: str) -> Callable[[Spans], Spans]:
    """Register a tokenizer that is the same in every language; `TOKENIZERS.register` takes a function that makes one for a language."""

    def add(function: Spans) -> Spans:
        def for_language(lang: str | None) -> Spans:
            return function

        for_language.__doc__ = function.__doc__
        TOKENIZERS.add(name, for_language)
        return function

    return add


@cache
def tokenizer(name: str, lang: str | None = None) -> Spans:
    """The tokenizer of this name, for a language; `UnknownName` for one that does not exist."""
    return TOKENIZERS[name](lang)


JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: `text[token.start:token.end] == token.text`.

    >>> tokenize("१९४७ में")[0]
    Token(text='१९४७', start=0, end=4)
    """

    text: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """`word`, `number`, `mixed` (letters and digits) or `symbol`."""
        classes = {category(character)[0] for character in self.text}
        if "L" in classes:
            return "mixed" if "N" in classes else "word"
        return "number" if "N" in classes else "symbol"

    @property
    def script(self) -> str:
        """The ISO 15924 code of the first letter's script, else of the first character's; `Zyyy` is common to all scripts.

        >>> tokenize("2014-ൽ")[0].script
        'Mlym'
        """
        letter = next((character for character in self.text if category(character)[0] == "L"), self.text[0])
        return script(letter)

    @property
    def parts(self) -> tuple[str, ...]:
        """The pieces that a reader may take for words of their own; the token itself where there is only one. See `parts`."""
        return parts(self.text)


def tokenize(text: str, tokenizer: str = "words", *, lang: str | None = None) -> list[Token]:
    """The words of a text, left to right, none of them empty.

    `tokenizer` is a name that `indicmatch list tokenizers` prints. `lang` is for tokenizers that differ by language; none of the
    built-in ones but `indicnlp` does. Raises `UnknownName` for a tokenizer that does not exist.

    >>> [token.text for token in tokenize("क्या १,००,००० लोग दिल्ली-NCR में हैं? हाँ।")]
    ['क्या', '१,००,०००', 'लोग', 'दिल्ली-NCR', 'में', 'हैं', 'हाँ']
    """
    spans = TOKENIZERS[tokenizer](lang)(text)
    return [Token(text[start:end], start, end) for start, end in spans]


def parts(word: str) -> tuple[str, ...]:
    """The pieces of a word: at punctuation inside it, and where a number meets its suffix or one script another.

    A number stays whole with its separators (`3.14`, `1,00,000`, `10:30`), and so does a name in Latin letters that ends in digits
    (`G20`, `CO2`): their pieces are no words.

    >>> parts("2014-ൽ"), parts("२०वीं"), parts("डॉ.शर्मा"), parts("3.14"), parts("G20")
    (('2014', 'ൽ'), ('२०', 'वीं'), ('डॉ', 'शर्मा'), ('3.14',), ('G20',))
    """
    if _whole().fullmatch(word):
        return (word,)
    pieces: list[str] = []
    start, last = 0, ""  # last: the class of the character before, "" at the start of a piece
    for at, character in enumerate(word):
        now = _class(character)
        if now == "M":
            continue
        if now == "P":
            if last == "N" and _in_number(word, at):
                continue
            pieces.append(word[start:at])
            start, last = at + 1, ""
        elif last and _apart(last, now):
            pieces.append(word[start:at])
            start, last = at, now
        else:
            last = last if last not in ("", "N", "Zyyy") and now in ("N", "Zyyy") else now
    pieces.append(word[start:])
    return tuple(piece for piece in pieces if piece) or (word,)


@cache
def _whole() -> re.Pattern[str]:
    """Words that are plainly one piece: letters and marks of one of the blocks that are nearly all of our text."""
    blocks = [range(0x41, 0x7B), *(range(start, start + 0x80) for start in range(0x900, 0xE00, 0x80)), range(0x620, 0x6FF)]
    letters = ("".join(chr(code) for code in block if category(chr(code))[0] in "LM") for block in blocks)
    return re.compile("|".join(f"[{re.escape(block + JOINERS)}]++" for block in letters))


def _class(character: str) -> str:
    """`M` for what belongs to the character before it, `P` for punctuation and symbols, `N` for digits, else the letter's script."""
    if character in JOINERS:
        return "M"
    general = category(character)
    if general[0] in "MN":
        return general[0]
    return script(character) if general[0] == "L" or general == "Pc" else "P"


def _in_number(word: str, at: int) -> bool:
    """Whether a separator stands between digits, as in 3.14, 1,00,000 or 10:30."""
    return word[at] in ".,:\u066b\u066c" and at + 1 < len(word) and category(word[at + 1]) == "Nd"


def _apart(last: str, now: str) -> bool:
    if "Zyyy" in (last, now) or last == now:
        return False
    return last != "Latn" if now == "N" else True

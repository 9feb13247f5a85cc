"""The one adapter to indic-nlp-library: its normaliser, its tokenizer, its conversion between scripts.

Never on a default path. Its normaliser turns every colon into visarga and pipes into dandas and deletes every joiner, also where that
makes another word; people whose pipeline uses it can see here what that does. Nothing else imports the library, and only when asked.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import normalize

from indicmatch.errors import BadInput, MissingExtra, unknown
from indicmatch.normalize.steps import Step, language_step
from indicmatch.normalize.tags import tag_of
from indicmatch.unicode import character_class

__all__ = ["indicnlp", "script", "trivial_tokenize"]

_PACKAGE = "indic-nlp-library"
_URDU = "urduhack"

# Our tag and the library's code. Its `sd` is Sindhi in Devanagari, so Sindhi in Arabic script has none.
_CODES = {tag: tag for tag in "as bn gu hi kn ml mr ne or pa sa ta te ur".split()} | {"kok": "kK"}

# The library converts between the scripts of these languages.
_SCRIPTS = {
    "Deva": "hi",
    "Beng": "bn",
    "Guru": "pa",
    "Gujr": "gu",
    "Orya": "or",
    "Taml": "ta",
    "Telu": "te",
    "Knda": "kn",
    "Mlym": "ml",
    "Sinh": "si",
}


def _code(lang: str | None, purpose: str) -> str:
    if lang is None:
        message = f"{purpose} of indic-nlp-library needs a language: name it with lang= (--lang), one of {', '.join(_CODES)}"
        raise BadInput(message)
    tag = tag_of(lang)
    if tag not in _CODES:
        kind = "language of indic-nlp-library"
        raise unknown(kind, lang, _CODES)
    return _CODES[tag]


@language_step("indicnlp")
def indicnlp(lang: str | None) -> Step:
    """The normaliser of indic-nlp-library for a language, and NFC after it; merges different words (दर्‍या, दर्या) and more.

    `BadInput` without a language, `UnknownName` for one that the library does not know, `MissingExtra` where a package is missing (it
    needs urduhack for Urdu).

    >>> indicnlp("hi")("उत्तर: क|ख")  # a colon to visarga, a pipe to danda: its rules, not ours
    'उत्तरः क।ख'
    """
    code = _code(lang, "the normaliser")
    try:
        from indicnlp.normalize.indic_normalize import IndicNormalizerFactory
    except ImportError as error:
        purpose = "the step indicnlp"
        raise MissingExtra(purpose, package=_PACKAGE) from error
    try:
        normalizer = IndicNormalizerFactory().get_normalizer(code)
    except ImportError as error:
        purpose = f"the step indicnlp for {lang}"
        raise MissingExtra(purpose, package=_URDU) from error
    return lambda text: normalize("NFC", normalizer.normalize(text))


def trivial_tokenize(text: str, lang: str | None) -> list[str]:
    """The tokens of the library's `trivial_tokenize`, without empty ones.

    >>> trivial_tokenize("गंगा, नदी।", "hi")
    ['गंगा', ',', 'नदी', '।']
    """
    code = _code(lang, "the tokenizer")
    try:
        from indicnlp.tokenize import indic_tokenize
    except ImportError as error:
        purpose = "the tokenizer indicnlp"
        raise MissingExtra(purpose, package=_PACKAGE) from error
    return [token for token in indic_tokenize.trivial_tokenize(text, code) if token.strip()]


@cache
def _runs(target: str) -> dict[str, re.Pattern[str]]:
    """For each other script, the runs of its characters."""
    return {name: re.compile(f"[{character_class('Script', name, last=0xFFFF)}]+") for name in _SCRIPTS if name != target}


@language_step("script")
def script(code: str | None) -> Step:
    """Brahmic text of any script becomes text of the named one (`script:Deva`), letter by letter, and NFC after it.

    `UnknownName` for a script that indic-nlp-library does not convert to, `MissingExtra` without the library.

    >>> script("Taml")("हिन्दी")
    'ஹிந்தீ'
    """
    if code not in _SCRIPTS:
        kind = "script to convert to (write script:CODE)"
        raise unknown(kind, code or "", _SCRIPTS)
    try:
        from indicnlp.transliterate.unicode_transliterate import UnicodeIndicTransliterator
    except ImportError as error:
        purpose = f"the converter script:{code}"
        raise MissingExtra(purpose, package=_PACKAGE) from error
    convert, target = UnicodeIndicTransliterator.transliterate, _SCRIPTS[code]

    def converted(text: str) -> str:
        text = normalize("NFC", text)
        for name, run in _runs(code).items():
            text = run.sub(lambda match, source=_SCRIPTS[name]: convert(match[0], source, target), text)  # type: ignore[misc]
        return normalize("NFC", text)

    return converted

"""Languages by tag, code, English or own name, and the language of a file.

A language decides little, and never in silence: which stemmer runs, which Arabic-script letters look alike, and whether
the script of a file's answers is a surprise. So a guess that is not certain is no guess: `None`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from indicmatch.errors import UnknownName
from indicmatch.tables import load

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Language", "fits", "language", "language_of_file", "language_of_script", "languages"]

SUFFIXES = frozenset({
    "csv", "tsv", "tab", "txt", "json", "jsonl", "ndjson", "xlsx", "xls", "ods", "parquet", "pq", "feather", "arrow",
    "gz", "bz2", "xz", "zst", "zip",
})  # fmt: skip
NO_SCRIPT = frozenset({"", "Zyyy", "Zinh", "Zzzz"})
"""Common, inherited and unknown (digits, punctuation, marks): these fit any language."""

NEVER_ALONE = frozenset({"new"})
"""Codes that are words even as the whole of a file name: `new.csv` beside `old.csv` is not in Nepal Bhasa."""

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_KEY = str.maketrans("-_", "  ", _JOINERS)
_SUBTAGS = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_](?:[A-Za-z]{2}|[0-9]{3}))?")
_TAG_IN_NAME = re.compile(r"(?<![A-Za-z])([a-z]{2,3})[-_]([A-Z][a-z]{3}|[A-Z]{2})(?![A-Za-z])")
_LONGEST_NAME = 3


@dataclass(frozen=True, slots=True)
class Language:
    """A row of `data/languages.tsv`.

    `tag` is the BCP 47 language subtag, two letters where one exists; `codes` every code that finds it (the tag first);
    `names` and `own_names` the usual one first; `scripts` ISO 15924 codes, the primary one first; `direction` that of
    the primary script, `ltr` or `rtl`. `word_codes` are codes that are ordinary words of file names as well.
    """

    tag: str
    codes: tuple[str, ...]
    word_codes: tuple[str, ...]
    names: tuple[str, ...]
    own_names: tuple[str, ...]
    scripts: tuple[str, ...]
    direction: str

    @property
    def name(self) -> str:
        """The usual English name."""
        return self.names[0]

    @property
    def own_name(self) -> str:
        """The usual name in the language itself."""
        return self.own_names[0]

    @property
    def script(self) -> str:
        """The primary script."""
        return self.scripts[0]


@cache
def languages() -> tuple[Language, ...]:
    """Every language of the table: the scheduled languages of India and English first.

    >>> [known.tag for known in languages()][:4]
    ['as', 'bn', 'brx', 'doi']
    """
    return tuple(
        Language(
            tag=row["tag"],
            codes=tuple(dict.fromkeys([row["tag"], row["iso639_3"], *row["codes"].split()])),
            word_codes=tuple(row["word_codes"].split()),
            names=tuple(row["names"].split("|")),
            own_names=tuple(row["own_names"].split("|")),
            scripts=tuple(row["scripts"].split()),
            direction=row["direction"],
        )
        for row in load("languages")
    )


def language(name: str) -> Language:
    """The language of a tag, a code, an English name or an own name, in any case; also of a tag with script or region.

    >>> language("Odia") is language("ory") is language("or-IN") is language("oriya")
    True
    >>> language("\\N{TAMIL LETTER TA}\\N{TAMIL LETTER MA}\\N{TAMIL VOWEL SIGN I}\\N{TAMIL LETTER LLLA}"
    ...          "\\N{TAMIL SIGN VIRAMA}").tag
    'ta'

    A script may decide: `pa` is Punjabi in Gurmukhi, `pa-Arab` is `pnb`. An unknown name raises `UnknownName`.
    """
    known = _by_name()
    found = known.get(_key(name))
    if found is None and (tag := _SUBTAGS.fullmatch(name.strip())):
        found = _of_subtags(tag[1], tag[2] or "")
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(_key(name), known, n=1, cutoff=0.6)
        hint = f" Did you mean {near[0]!r} ({known[near[0]].tag})?" if near else ""
        tags = ", ".join(known.tag for known in languages())
        message = f"unknown language {name!r}.{hint} A tag, an ISO 639 code, an English name or an own name of: {tags}."
        raise UnknownName(message)
    return found


def language_of_file(path: str | PurePath) -> str | None:
    """The tag of the language that a file is named after, or None when the name does not say it, or says two.

    Only the last part of the path counts, without suffixes such as `.csv.gz`; it is split at everything that is not a
    letter or a mark. Full names (English or own, in any normalisation form) come first, wherever they stand; a code
    counts only as the first or the last part, or before a script or a region (`flores_hin_Deva_dev`, `run_hi-IN`).

    >>> [language_of_file(name) for name in ("my_model_english.csv", "hi_xquadin.csv", "responses_ta.csv.gz")]
    ['en', 'hi', 'ta']
    >>> [language_of_file(name) for name in ("hindi_urdu.csv", "en_hi.csv", "results.csv")]
    [None, None, None]

    Two-letter codes of the languages of India count even where they are words: `as_is_results.csv` is Assamese,
    `ml_run.csv` Malayalam (`--lang` overrules it, and answers in another script give a warning). Any other code that is
    an everyday part of file names (`word_codes`) counts only alone: `my.csv` is Burmese, `my_model.csv` and
    `gemma-it.csv` are nothing.
    """
    stem = _stem(PurePath(path).name)
    parts = _parts(stem)
    found = _named(parts) or _coded(stem, parts)
    return next(iter(found)) if len(found) == 1 else None


def language_of_script(script: str, texts: Iterable[str] = ()) -> str | None:
    """The tag of the language that a script (ISO 15924) alone decides, or None.

    Tamil, Telugu, Kannada, Malayalam, Gujarati, Gurmukhi, Odia, Sinhala, Ol Chiki, Meetei Mayek and others do;
    Devanagari, Arabic and Latin have too many languages to decide anything. `texts` matter for Bengali script only:
    Assamese writes its r as U+09F0 and has no U+09B0. Nothing tells Bengali and Manipuri apart (Manipuri may use
    U+09F1, and often does not), so a text with the Bengali r has no language by script.

    >>> language_of_script("Taml"), language_of_script("Deva")
    ('ta', None)
    >>> language_of_script("Beng", ["\\u0985\\u09b8\\u09ae\\u09f0"])
    'as'
    >>> language_of_script("Beng", ["\\u09b0\\u09ac\\u09bf"])
    """
    if script == "Beng":
        return _assamese(texts)
    return _deciding_scripts().get(script) or None


def fits(script: str, lang: str) -> bool:
    """Whether a language (anything that `language` takes) is written in a script; text without a script fits all.

    >>> fits("Deva", "hi"), fits("Taml", "hi"), fits("Zyyy", "hi")
    (True, False, True)
    """
    return script in NO_SCRIPT or script in language(lang).scripts


def _key(name: str) -> str:
    """What two spellings of one name have in common: form, case, joiners, and which separator stands between words."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return " ".join(text.translate(_KEY).split())


@cache
def _by_name() -> dict[str, Language]:
    """Names before codes, so that a short name (`Ho`, `Ao`) never hides a code."""
    index: dict[str, Language] = {}
    for known in languages():
        index.update((_key(name), known) for name in (*known.names, *known.own_names))
    for known in languages():
        index.update((_key(code), known) for code in known.codes)
    return index


def _of_subtags(code: str, script: str) -> Language | None:
    known = _by_name()
    base = known.get(_key(code))
    if base is None or code.lower() not in base.codes:
        return None
    return known.get(_key(f"{base.tag} {script}"), base)


def _stem(file_name: str) -> str:
    while (dot := file_name.rfind(".")) > 0 and file_name[dot + 1 :].lower() in SUFFIXES:
        file_name = file_name[:dot]
    return file_name


def _parts(text: str) -> list[str]:
    """Runs of letters and marks; a single ASCII letter (the `o` of `gpt4o`, the `v` of `v2`) is no part."""
    spaced = "".join(c if unicodedata.category(c)[0] in "LM" or c in _JOINERS else " " for c in text)
    return [part for part in _key(spaced).split() if len(part) > 1 or not part.isascii()]


@cache
def _names_in_parts() -> dict[tuple[str, ...], str]:
    """Names as parts of a file name; a name of two letters (`Ho`, `Ao`) would be found in too many."""
    pairs = ((tuple(_parts(name)), known.tag) for known in languages() for name in (*known.names, *known.own_names))
    return {parts: tag for parts, tag in pairs if len("".join(parts)) > 2 or not "".join(parts).isascii()}


def _named(parts: list[str]) -> set[str]:
    """Languages whose full name stands in the parts; a longer name (`western punjabi`) hides the shorter one in it."""
    names, found, at = _names_in_parts(), set(), 0
    while at < len(parts):
        lengths = range(min(_LONGEST_NAME, len(parts) - at), 0, -1)
        length = next((n for n in lengths if tuple(parts[at : at + n]) in names), 0)
        if length:
            found.add(names[tuple(parts[at : at + length])])
        at += length or 1
    return found


def _coded(stem: str, parts: list[str]) -> set[str]:
    """Languages whose code stands first or last, or before a script or a region."""
    found = set()
    for part in {*parts[:1], *parts[-1:]}:
        known = _by_name().get(part)
        if known and part in known.codes and part not in NEVER_ALONE and (len(parts) == 1 or part not in known.word_codes):
            found.add(known.tag)
    for code, subtag in _TAG_IN_NAME.findall(stem):
        known = _of_subtags(code, subtag if len(subtag) == 4 else "")
        if known and (subtag in _script_codes() if len(subtag) == 4 else code not in known.word_codes):
            found.discard(language(code).tag)
            found.add(known.tag)
    return found


@cache
def _script_codes() -> frozenset[str]:
    return frozenset(row["script"] for row in load("scripts"))


@cache
def _deciding_scripts() -> dict[str, str]:
    return {row["script"]: row["language"] for row in load("scripts")}


def _assamese(texts: Iterable[str]) -> str | None:
    """`as` when the Assamese letters occur and the Bengali r is not the commoner one of the two."""
    own_ra = bengali_ra = own_va = 0
    for text in texts:
        own_ra += text.count("\N{BENGALI LETTER RA WITH MIDDLE DIAGONAL}")
        own_va += text.count("\N{BENGALI LETTER RA WITH LOWER DIAGONAL}")
        bengali_ra += text.count("\N{BENGALI LETTER RA}")
    return "as" if own_ra + own_va and own_ra >= bengali_ra else None

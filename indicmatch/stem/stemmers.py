"""The register of stemmers: a language tag is its best one, `table:hi` and `snowball:hi` are named ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial

from indicmatch.errors import UnknownName, unknown
from indicmatch.languages import language
from indicmatch.registry import Registry
from indicmatch.stem.letters import letters
from indicmatch.stem.snowball import snowball
from indicmatch.stem.spelling import normalised
from indicmatch.stem.table import SuffixTable, compile_table
from indicmatch.tables import Row, load

__all__ = ["STEMMERS", "Stemmer", "best_stemmer", "rules_used", "stem"]

Stemmer = Callable[[str], str]
MOST_PASSES = 8  # one, but for the rare key whose last two letters compose
CACHED_WORDS = 1 << 14  # a stemmer: responses repeat their words, and 16,384 of them take about 5 MB

STEMMERS: Registry[Callable[[], Stemmer]] = Registry("stemmer")  # each makes its stemmer when it is first asked for


def stem(word: str, lang: str) -> str:
    """The conflation key of a word: two forms of one word should have one key, two words should not.

    A key is what the suffix table leaves, no dictionary form. It is never empty unless the word is, never longer than
    the normalised word, and its own key. A word that holds a digit, Latin, or another script than the language's is
    only normalised. `lang` is a language tag, or the name of one stemmer (`table:hi`, `snowball:hi`); another name
    raises `UnknownName`, a Snowball stemmer without its package `MissingExtra`. Method: longest-match suffix removal
    (Lovins 1968; Porter 1980) by tables of our own.

    >>> stem("दिल्लीत", "mr") == stem("दिल्ली", "mr")
    True
    """
    return STEMMERS[lang if lang in STEMMERS else _tag(lang)]()(word)


def best_stemmer(lang: str) -> str:
    """The name of a language's best stemmer, as a signature should have it; `UnknownName` where the language has none.

    >>> best_stemmer("gom"), best_stemmer("English")
    ('table:kok', 'snowball:en')
    """
    tag = _tag(lang)
    rows = {row["language"]: row for row in load("stem_languages")}
    if tag not in rows:
        kind = "language of a stemmer"
        raise unknown(kind, lang, rows)
    return f"{rows[tag]['best']}:{tag}"


def rules_used(word: str, lang: str) -> list[tuple[str, str, str]]:
    """(group of the table, word before, word after) for each rule that changes a word on its way to its key; none without a table.

    >>> rules_used("ભારતમાં", "gu")
    [('case', 'ભારતમાં', 'ભારત')]
    """
    tag = _tag(lang)
    row = next((row for row in load("stem_languages") if row["language"] == tag and row["best"] == "table"), None)
    if row is None:
        return []
    word, used = normalised(word, row["normalize"], tag), []
    for group, after in _by_table(row).trace(word):
        if after != word:
            used.append((group, word, after))
        word = after
    return used


def _tag(lang: str) -> str:
    """The language of a longer tag, a code or a name (`hi-IN`, `gom`, `Hindi`); what is none of them stays as it is."""
    try:
        return language(lang).tag
    except UnknownName:
        return lang


@cache
def _made(tag: str, kind: str) -> Stemmer:
    row = next(row for row in load("stem_languages") if row["language"] == tag)
    key = snowball(row["snowball"]) if kind == "snowball" else _by_table(row).key
    known, expression = letters(row["script"]), row["normalize"]

    @lru_cache(CACHED_WORDS)
    def stemmer(word: str) -> str:
        word = normalised(word, expression, tag)
        for _ in range(MOST_PASSES):
            if not known.issuperset(word):
                break
            cut = key(word)
            word = normalised(cut, expression, tag)
            if word == cut:
                break
        return word

    return stemmer


def _by_table(row: Row) -> SuffixTable:
    return _compiled(row["language"], row["script"])


@cache
def _compiled(language_tag: str, script: str) -> SuffixTable:
    return compile_table(load(f"stem_{language_tag}"), script)


def _register() -> None:
    for row in load("stem_languages"):
        tag = row["language"]
        STEMMERS.add(tag, partial(_made, tag, row["best"]))
        if row["best"] == "table":
            STEMMERS.add(f"table:{tag}", partial(_made, tag, "table"))
        if row["snowball"]:
            STEMMERS.add(f"snowball:{tag}", partial(_made, tag, "snowball"))


_register()

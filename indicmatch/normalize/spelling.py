"""Spelling switches and loose steps: what one word may be spelled like, each by name only, from `data/spelling.tsv`.

A row says for which languages, before and after what, and which pair of different words it makes equal. Named explicitly a step runs
without `lang` too, with the rows of all languages that do not contradict each other.
"""

from __future__ import annotations

import re
from functools import cache

from indicmatch.errors import BadFile
from indicmatch.normalize.equivalents import legacy_forms
from indicmatch.normalize.joiners import JOINERS
from indicmatch.normalize.marks import BRAHMIC, class_of, span
from indicmatch.normalize.rewriting import alternation
from indicmatch.normalize.steps import Step, language_step, step
from indicmatch.normalize.tags import tag_of
from indicmatch.tables import Row, code_points, load
from indicmatch.unicode import character_class

__all__ = ["SWITCHES", "joiner_drop"]

SWITCHES = {
    "anusvara": "A nasal before a stop of its own varga is written as anusvara: हिन्दी, हिंदी.",
    "nukta": "The nukta of loan letters goes (ज़, फ़), never that of letters of their own (ड़, ਸ਼, য়): ज़रूरत, जरूरत.",
    "candrabindu": "Candrabindu is written as anusvara where a sign above the line leaves it no room: हैँ, हैं.",
    "candra_bindu": "A candra vowel with anusvara is written as candrabindu: बॅंक, बँक.",
    "final_virama": "A virama at the end of a word goes, in scripts whose readers drop the vowel anyway: श्रीमान्, श्रीमान.",
    "ye_e": "Ye and yi at the end of a Hindi word are written e and i: गये, गए.",
    "samvruthokaram": "The Malayalam half vowel is written with the virama alone: അതു്, അത്.",
    "au_length": "The Malayalam au sign is written in its reformed form, without the e sign: U+0D4C, U+0D57.",
    "nta": "Malayalam nta has one spelling, na + virama + rra: എൻറെ, എന്റെ.",
    "tippi_bindi": "Gurmukhi tippi is written as bindi: ਸਿੰਘ, ਸਿਂਘ.",
    "gemination": "A consonant doubled after reph is written once: कर्त्ता, कर्ता; সূর্য্য, সূর্য.",
    "sanskrit_m": "A final m is written as anusvara: जलम्, जलं.",
    "telugu_mu": "A final mu is written as anusvara: పుస్తకము, పుస్తకం.",
    "tamil_au": "A final e sign and lla is read as the au that it looks like.",
    "ya_phala_a": "The Bengali vowel of `bat` is written with letter a: এ্যাসিড, অ্যাসিড.",
    "bengali_danda": "The Bengali currency numerator four is read as the danda that it is typed for.",
    "yeh_kaf": "Arabic yeh, alef maksura and kaf are written as the language's own yeh and keheh: كي, کی.",
    "heh": "Arabic heh and ae are written as the language's own heh: هے, ہے.",
    "harakat": "Short vowels and other harakat of Arabic script go: اُس, اس.",
    "tatweel": "The tatweel, which only stretches a word, goes.",
    "visarga_colon": "A colon typed for visarga inside a word becomes visarga (Sanskrit: at its end too): दु:ख, दुःख.",
    "assamese_ra": "Bengali ra is read as the Assamese ra that it is typed for: U+09B0, U+09F0.",
    "vowel_length": "Long i and u are written short: merges many words.",
    "visarga": "Visarga goes: merges many words of Sanskrit.",
    "candra": "Candra vowels are written as plain ones: कॉलेज, कालेज.",
    "assamese": "Assamese va is written as Bengali ba, Bengali ra as Assamese ra.",
    "va_ba": "Odia va and wa are written as ba: ଵ, ୱ, ବ.",
}
"""Name and what it does, for every step that is only rows of the table."""


@cache
def _word() -> str:
    return character_class("General_Category", "L", "M", "Nd", last=0xFFFF) + JOINERS


@cache
def _letter() -> str:
    return character_class("General_Category", "L", "M", last=0xFFFF)


def _lookaround(condition: str, behind: str, row: Row) -> str:
    """The assertion for a condition: nothing, `edge` of a word, `letter`, characters, or `!` and characters."""
    if not condition:
        return ""
    negative = condition.startswith("!")
    if condition in ("edge", "letter"):
        negative, members = condition == "edge", _word() if condition == "edge" else _letter()
    elif condition.lstrip("!").startswith("U+"):
        members = class_of(span(condition.lstrip("!")))
    else:
        problem = f"step {row['step']}: {condition!r} is no condition"
        raise BadFile(problem, file="spelling.tsv", remedy="write edge, letter, U+0915..U+0918 or !U+0915")
    return f"(?{behind}{'!' if negative else '='}[{members}])"


def _rules(rows: list[Row]) -> dict[str, str]:
    rules: dict[str, str] = {}
    for row in rows:
        sources = span(row["from"]) if ".." in row["from"] else [code_points(row["from"])]
        rules |= {source: code_points(row["to"]) for source in sources}
    return rules


def _function(rows: list[Row]) -> Step:
    """Rows with the same conditions, as one substitution."""
    rules = _rules(rows)
    before, after = _lookaround(rows[0]["before"], "<", rows[0]), _lookaround(rows[0]["after"], "", rows[0])
    pattern = re.compile(before + alternation(rules) + after)
    return lambda text: pattern.sub(lambda match: rules[match[0]], text)


def _switch(name: str, lang: str | None) -> Step:
    tag = tag_of(lang)
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in load("spelling"):
        if row["step"] == name and (row["default"] == "yes" if tag is None else tag in row["languages"].split()):
            groups.setdefault((row["before"], row["after"]), []).append(row)
    functions = [_function(rows) for rows in groups.values()]

    def rewrite(text: str) -> str:
        for function in functions:
            text = function(text)
        return text

    return rewrite


def _register(name: str, summary: str) -> None:
    def for_language(lang: str | None) -> Step:
        return _switch(name, lang)

    for_language.__doc__ = summary
    language_step(name)(for_language)


for _name, _summary in SWITCHES.items():
    _register(_name, _summary)

_EYELASH_AS_REPH = re.compile("\u0931(?=\u094d[\u092f\u0939])")
_BRAHMIC_JOINERS = re.compile(f"(?<=[{BRAHMIC}])[{JOINERS}]+|[{JOINERS}]+(?=[{BRAHMIC}])")


@step("joiner_drop")
def joiner_drop(text: str) -> str:
    """Every ZWJ and ZWNJ of the Brahmic scripts goes, also where it shows: సాఫ్ట్‌వేర్, సాఫ్ట్వేర్.

    Legacy chillus and khanda ta are converted first; the eyelash ra before ya and ha becomes the reph form, as its joiner is gone too.

    >>> joiner_drop("\\u0939\\u093f\\u0928\\u094d\\u200c\\u0926\\u0940") == "\\u0939\\u093f\\u0928\\u094d\\u0926\\u0940"
    True
    """
    if "\u200c" in text or "\u200d" in text:
        text = _BRAHMIC_JOINERS.sub("", legacy_forms()(text))
    return _EYELASH_AS_REPH.sub("\u0930", text)

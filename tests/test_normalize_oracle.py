"""What HarfBuzz draws with real fonts decides what may be merged: it cannot share a mistake of ours."""

import re
from itertools import product
from pathlib import Path
from unicodedata import normalize as form

import pytest

from indicmatch import normalize
from indicmatch.normalize.arabic import positional
from indicmatch.normalize.joiners import eyelash, joiners
from indicmatch.normalize.marks import characters, class_of
from indicmatch.tables import code_points, load, parse
from tests.shaping import FAMILIES, drawn_alike, fonts_for
from tests.strategies import BRAHMIC, members

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[1] / "shared" / "acceptance" / "contrast.tsv"
CONTRAST = parse((HERE / "data" / "contrast.tsv").read_text(encoding="utf-8"), "contrast.tsv")

OURS = [row for row in load("equivalents") if "DoNotEmit" not in row["source"] and row["script"] in FAMILIES]
ILL_FORMED = {"letter_and_sign", "two_signs", "sign_and_virama", "repeated_nukta"}
# Rows that not every font bears out; the table names another reason for each.
OTHERWISE = {
    "U+0930 U+094D U+090C": "the core specification says how ra and a vocalic letter are drawn; Noto has no such ligature",
    "U+0930 U+094D U+0961": "as above",
    "U+0D15 U+0D4D U+200D": "chillu k as it was spelled before Unicode 5.1: Rachana draws it, Noto does not",
    "U+0310": "the candrabindu of another script on a Devanagari letter: the fonts lack it",
}


def first_consonant(script: str) -> str:
    return next(c for c in members(script) if ord(c) % 0x80 >= (0x1A if script == "Sinh" else 0x15) and ord(c) > 0x900)


def carried(script: str, text: str) -> str:
    """The text in NFC; a mark gets a consonant to stand on."""
    marks = "".join(characters(kind, script) for kind in ("nukta", "sign", "bindu", "virama")) + "\u200c\u200d\u0310"
    return form("NFC", first_consonant(script) * (text[0] in marks) + text)


def same(script: str, a: str, b: str, language: str = "") -> bool:
    """Whether every font that has the letters of both draws them alike."""
    return all(drawn_alike(a, b, fonts_for(script), language).values())


def test_every_row_beyond_the_official_ones_has_a_reason():
    assert {row["rule"] for row in OURS} - ILL_FORMED - {"same_picture"} == {
        row["rule"] for row in OURS if row["from"] in OTHERWISE
    }


@pytest.mark.parametrize("row", [row for row in OURS if row["rule"] == "same_picture"], ids=lambda row: row["from"])
def test_what_the_table_calls_one_picture_is_one_in_every_font(row):
    a, b = (carried(row["script"], code_points(row[side])) for side in ("from", "to"))
    verdicts = drawn_alike(a, b, fonts_for(row["script"]))
    assert verdicts
    assert all(verdicts.values()), verdicts


def syllables(script: str) -> re.Pattern[str]:
    """Text as the orthographies of the script spell it: one vowel sign at most, on a consonant, then a bindu."""
    nukta, sign, bindu, virama = (class_of(characters(kind, script)) or "(" for kind in ("nukta", "sign", "bindu", "virama"))
    letters = [c for c in members(script) if form("NFD", c)[0] not in characters("sign", script) and c.isalpha()]
    bound = 0x1A if script == "Sinh" else 0x15
    vowels = class_of("".join(c for c in letters if ord(c) % 0x80 < bound or 0x60 <= ord(c) % 0x80 <= 0x61 or 0x972 <= ord(c) <= 0x977) + "\ua8fe")
    consonant = f"(?:(?![{vowels}])[{class_of(''.join(letters))}](?:(?<![\u0929\u0931\u0934])[{nukta}])?)"
    joined = f"[{virama}]\u200d?|\u200d[{virama}]"
    return re.compile(f"(?:(?:{consonant}(?:{joined}))*{consonant}(?:[{virama}]|[{sign}]?[{bindu}]?)|[{vowels}][{bindu}]?)+")


@pytest.mark.parametrize("row", [row for row in OURS if row["rule"] in ILL_FORMED], ids=lambda row: row["from"])
def test_what_is_drawn_otherwise_is_no_text_of_the_script(row):
    spelled = syllables(row["script"])
    a, b = (carried(row["script"], code_points(row[side])) for side in ("from", "to"))
    assert not spelled.fullmatch(a)
    assert spelled.fullmatch(b)


@pytest.mark.parametrize("word", ["हिन्दी", "বাংলাদেশ", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල"])
def test_the_grammar_of_that_test_knows_words(word):
    script = BRAHMIC[["हिन्दी", "বাংলাদেশ", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල"].index(word)]
    assert syllables(script).fullmatch(form("NFC", word))


def consonants(script: str) -> list[str]:
    bound = 0x1A if script == "Sinh" else 0x15
    last = 0x46 if script == "Sinh" else 0x39
    return [c for c in members(script) if bound <= ord(c) % 0x80 <= last and c.isalpha() and form("NFC", c) == c and ord(c) < 0xE00]


def contexts(script: str) -> list[tuple[str, str]]:
    """(before, after) of a joiner: on either side of letters and marks, at the ends of a word."""
    letters, signs = consonants(script), characters("sign", script)
    vowels = [c for c in members(script) if ord(c) % 0x80 < 0x15 and c.isalpha()][:4]
    virama, bindu = characters("virama", script), characters("bindu", script)
    first, few = letters[0], [letters[0], letters[5], letters[-1]]
    found = [(c, d) for c in letters for d in few] + [(c, "") for c in letters] + [("", c) for c in letters]
    found += [(first + sign, c) for sign in signs for c in few] + [(vowel, c) for vowel in vowels for c in few]
    found += [(first + mark, c) for mark in bindu for c in few] + [(c + virama, "") for c in letters]
    found += [(c + virama, d) for c in letters for d in letters[::3]] + [(c, virama + d) for c in letters for d in letters[::3]]
    return found


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"], ids=["ZWNJ", "ZWJ"])
@pytest.mark.parametrize("script", BRAHMIC)
def test_a_joiner_that_goes_never_showed(script, joiner):
    changed = 0
    for before, after in contexts(script):
        text = normalize(before + joiner + after, "nfc")
        left = joiners(normalize(text, "nfc+donotemit"))
        if left != text and joiner not in left and left == text.replace(joiner, ""):
            changed += 1
            assert same(script, text, left), [f"{ord(c):04X}" for c in text]
    assert changed > 100


def test_an_eyelash_ra_is_one_picture_in_both_encodings():
    spelled = [f"\u0930\u094d\u200d{consonant}" for consonant in consonants("Deva")]
    changed = [text for text in spelled if eyelash(text) != text]
    assert len(changed) == len(spelled) - 1  # all but before ra
    assert all(same("Deva", text, eyelash(text)) for text in changed)


POSITIONS = {"any": ["{}", "{}\u0628", "\u0628{}\u0628", "\u0628{}"], "nonfinal": ["{}\u0628", "\u0628{}\u0628"], "final": ["{}", "\u0628{}"]}
SHAPES = POSITIONS | {"isolated": ["{}", "\u0648{}"]}
SAME = [row for row in load("positional") if row["rule"] == "same_picture"]


@pytest.mark.parametrize(("row", "language"), [(row, language) for row in SAME for language in row["languages"].split()])
def test_a_letter_read_otherwise_looks_like_it_in_that_position(row, language):
    for shape in SHAPES[row["position"]]:
        text, other = shape.format(code_points(row["from"])), shape.format(code_points(row["to"]))
        assert positional(language)(text) == other
        assert same("Arab", text, other, "ur" if language in ("pa", "pnb") else language)


@pytest.mark.parametrize("row", [row for row in CONTRAST if row["drawn"]], ids=lambda row: row["why"])
def test_contrasts_are_drawn_as_the_list_says(row):
    verdicts = drawn_alike(code_points(row["a"]), code_points(row["b"]), fonts_for(row["script"]))
    assert False in verdicts.values() if row["drawn"] == "differ" else True in verdicts.values()


@pytest.mark.skipif(not SHARED.exists(), reason="the outside list is not here")
def test_no_pair_of_the_outside_list_is_merged():
    rows = [line.split("\t") for line in SHARED.read_text(encoding="utf-8").splitlines() if line and not line.startswith(("#", "a\t"))]
    assert len(rows) > 50
    for a, b, why in rows:
        assert normalize(code_points(a), "encoding") != normalize(code_points(b), "encoding"), why


def test_the_witness_is_not_blind():
    fonts = fonts_for("Deva")
    assert not any(drawn_alike("क", "ख", fonts).values())
    assert all(drawn_alike(a, form("NFD", a), fonts) and same("Deva", a, form("NFD", a)) for a in ("\u0929", "\u0931", "\u0934"))
    assert all(same(script, *map(form, ("NFC", "NFD"), (c, c))) for script, c in product(["Beng"], ["\u09cb", "\u09cc"]))

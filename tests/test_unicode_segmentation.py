"""UAX #29: the compiled patterns against the official tests, the rules one by one, and other implementations."""

from __future__ import annotations

import importlib.util
import os
import re
from functools import cache
from itertools import accumulate, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch.unicode import (
    UNICODE_VERSION,
    general_category,
    grapheme_count,
    grapheme_spans,
    graphemes,
    is_grapheme_boundary,
    ranges,
    value_of,
    word_segments,
    word_spans,
)

ROOT = Path(__file__).resolve().parents[1]
OFFICIAL = ROOT.parent / "shared" / "unicode" / UNICODE_VERSION
ZWJ = "\N{ZERO WIDTH JOINER}"


# The rules, one by one, slow and plain. An offset is a boundary unless a rule forbids it.


@cache
def values(character: str) -> tuple[str, str, str, bool]:
    names = ("Word_Break", "Grapheme_Cluster_Break", "Indic_Conjunct_Break")
    word, cluster, conjunct = (value_of(name, character) for name in names)
    return word, cluster, conjunct, value_of("Extended_Pictographic", character) == "Yes"


def joined_in_a_cluster(text: str, at: int) -> bool:
    (_, before, _, _), (_, after, conjunct, picture) = values(text[at - 1]), values(text[at])
    left = [values(character) for character in reversed(text[:at])]
    if (before, after) == ("CR", "LF"):  # GB3
        return True
    if before in ("Control", "CR", "LF") or after in ("Control", "CR", "LF"):  # GB4, GB5
        return False
    hangul = {"L": ("L", "V", "LV", "LVT"), "LV": ("V", "T"), "V": ("V", "T"), "LVT": ("T",), "T": ("T",)}
    if after in hangul.get(before, ()):  # GB6, GB7, GB8
        return True
    if after in ("Extend", "ZWJ", "SpacingMark") or before == "Prepend":  # GB9, GB9a, GB9b
        return True
    if conjunct == "Consonant":  # GB9c
        marks = [kind for _, _, kind, _ in left]
        first_other = next((n for n, kind in enumerate(marks) if kind not in ("Extend", "Linker")), len(marks))
        if "Linker" in marks[:first_other] and marks[first_other : first_other + 1] == ["Consonant"]:
            return True
    if picture and before == "ZWJ":  # GB11
        rest = [(cluster, pictured) for _, cluster, _, pictured in left[1:]]
        return next((pictured for cluster, pictured in rest if cluster != "Extend"), False)
    if before == after == "Regional_Indicator":  # GB12, GB13
        flags = [cluster == "Regional_Indicator" for _, cluster, _, _ in left]
        return [*flags, False].index(False) % 2 == 1
    return False


def joined_in_a_word(text: str, at: int) -> bool:
    (before, _, _, _), (after, _, _, picture) = values(text[at - 1]), values(text[at])
    if (before, after) == ("CR", "LF"):  # WB3
        return True
    if {before, after} & {"CR", "LF", "Newline"}:  # WB3a, WB3b
        return False
    if (before == "ZWJ" and picture) or before == after == "WSegSpace":  # WB3c, WB3d
        return True
    if after in ("Extend", "Format", "ZWJ"):  # WB4
        return True
    left, right = [*bases(text[:at])[::-1], "", ""], [*bases(text[at:]), "", ""]
    letter, quote = ("ALetter", "Hebrew_Letter"), ("MidNumLet", "Single_Quote")
    a, b, c, d = left[1], left[0], right[0], right[1]
    rules = [
        b in letter and c in letter,  # WB5
        b in letter and c in ("MidLetter", *quote) and d in letter,  # WB6
        a in letter and b in ("MidLetter", *quote) and c in letter,  # WB7
        b == "Hebrew_Letter" and c == "Single_Quote",  # WB7a
        b == "Hebrew_Letter" and c == "Double_Quote" and d == "Hebrew_Letter",  # WB7b
        a == "Hebrew_Letter" and b == "Double_Quote" and c == "Hebrew_Letter",  # WB7c
        b == "Numeric" and c == "Numeric",  # WB8
        b in letter and c == "Numeric",  # WB9
        b == "Numeric" and c in letter,  # WB10
        a == "Numeric" and b in ("MidNum", *quote) and c == "Numeric",  # WB11
        b == "Numeric" and c in ("MidNum", *quote) and d == "Numeric",  # WB12
        b == "Katakana" and c == "Katakana",  # WB13
        b in (*letter, "Numeric", "Katakana", "ExtendNumLet") and c == "ExtendNumLet",  # WB13a
        b == "ExtendNumLet" and c in (*letter, "Numeric", "Katakana"),  # WB13b
        b == c == "Regional_Indicator" and [kind == b for kind in left].index(False) % 2 == 1,  # WB15, WB16
    ]
    return any(rules)


def bases(text: str) -> list[str]:
    """The Word_Break values without what WB4 ignores: marks that follow something other than a new line."""
    kept: list[str] = []
    for character in text:
        kind = values(character)[0]
        if kind not in ("Extend", "Format", "ZWJ") or not kept or kept[-1] in ("CR", "LF", "Newline"):
            kept.append(kind)
    return kept


def cut(text: str, joined) -> list[str]:
    edges = [0, *(at for at in range(1, len(text)) if not joined(text, at)), len(text)]
    return [text[start:end] for start, end in pairwise(edges)] if text else []


# Text of all kinds: a character of every kind that the rules know, below and above U+FFFF, and what real text has.


def one_of_each_kind() -> list[str]:
    found: dict[tuple[object, ...], str] = {}
    for name in ("Word_Break", "Grapheme_Cluster_Break", "Indic_Conjunct_Break", "Extended_Pictographic"):
        kinds = {
            "Extended_Pictographic": "Yes",
            "Indic_Conjunct_Break": "Consonant Extend Linker",
            "Grapheme_Cluster_Break": "CR Control Extend L LF LV LVT Prepend Regional_Indicator SpacingMark T V ZWJ",
            "Word_Break": "ALetter CR Double_Quote Extend ExtendNumLet Format Hebrew_Letter Katakana LF MidLetter"
            " MidNum MidNumLet Newline Numeric Regional_Indicator Single_Quote WSegSpace ZWJ",
        }[name].split()
        for first, last in (span for kind in kinds for span in ranges(name, kind)):
            for code in (first, last, last + 1):
                found.setdefault((*values(chr(code)), code > 0xFFFF), chr(code))
    return sorted(found.values())


KINDS = one_of_each_kind()
BRAHMIC = [*map(chr, range(0x900, 0xE00)), *"\u200c\u200d .,'1a"]
BLOCKS = [(0x1CD0, 0x1CFA), (0xA8E0, 0xA8FF), (0x11100, 0x1117F)]  # Vedic Extensions, Devanagari Extended, Chakma
INDIC = BRAHMIC + [chr(code) for first, last in BLOCKS for code in range(first, last + 1)]
EMOJI = [*"\U0001f469\U0001f3fd\U0001f4bb\u2764\ufe0f\u24c2\U0001f1ee\U0001f1f3\U000e0067", ZWJ]
PIECES = st.sampled_from(KINDS) | st.sampled_from(INDIC) | st.sampled_from(EMOJI) | st.characters()
LETTER_PICTURE = "[\u2139\u24c2\U0001f170\U0001f171\U0001f17e\U0001f17f]"
TEXTS = st.lists(PIECES, max_size=14).map("".join) | st.lists(st.sampled_from(KINDS), max_size=14).map("".join)
KNOWN_TO_ALL = TEXTS.map(lambda text: "".join(c for c in text if general_category(c) not in ("Cn", "Cs")))


def require(module: str):
    if importlib.util.find_spec(module) is None and os.environ.get("INDICMATCH_REQUIRE"):
        pytest.fail(f"{module} is not installed")
    return pytest.importorskip(module)


@pytest.mark.parametrize(
    ("file", "function", "cases"),
    [("WordBreakTest.txt", word_segments, 1944), ("GraphemeBreakTest.txt", graphemes, 766)],
)
def test_the_official_file(file, function, cases):
    if not OFFICIAL.exists():
        pytest.skip("the official Unicode files are not at hand")
    lines = [line.partition("#")[0].strip() for line in (OFFICIAL / file).read_text(encoding="utf-8").split("\n")]
    marked = [[part.replace("×", " ").split() for part in line.split("÷") if part.strip()] for line in lines if line]
    expected = [["".join(chr(int(code, 16)) for code in codes) for codes in parts] for parts in marked]
    assert len(expected) == cases
    assert [function("".join(parts)) for parts in expected] == expected


def edges_of(segments: list[str]) -> list[int]:
    return list(accumulate(map(len, segments), initial=0))


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("", [], "nothing"),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"], "conjuncts (GB9c)"),
        ("கொ", ["கொ"], "a two-part vowel sign"),
        ("க்ஷ", ["க்", "ஷ"], "the Tamil pulli makes no conjunct in GB9c"),
        ("ക്ഷ", ["ക്ഷ"], "Malayalam"),
        ("ಕ್ಷ", ["ಕ್", "ಷ"], "the Kannada virama is no linker in Unicode 17"),
        ("क्\N{ZERO WIDTH JOINER}ष", ["क्\N{ZERO WIDTH JOINER}ष"], "a joiner keeps the conjunct"),
        ("क्\N{ZERO WIDTH NON-JOINER}ष", ["क्\N{ZERO WIDTH NON-JOINER}", "ष"], "a non-joiner ends it"),
        ("क़्ष", ["क़्ष"], "a nukta before the virama"),
        ("काष", ["का", "ष"], "no virama"),
        ("का्ष", ["का्", "ष"], "a vowel sign between consonant and virama"),
        ("\N{DEVANAGARI VOWEL SIGN AA}क", ["\N{DEVANAGARI VOWEL SIGN AA}", "क"], "a mark without its letter"),
        ("\r\nक\r", ["\r\n", "क", "\r"], "line ends"),
        ("\U0001f469\U0001f3fd\u200d\U0001f4bb!", ["\U0001f469\U0001f3fd\u200d\U0001f4bb", "!"], "one emoji (GB11)"),
        ("\U0001f1ee\U0001f1f3\U0001f1ee", ["\U0001f1ee\U0001f1f3", "\U0001f1ee"], "one flag and a half"),
        ("\U00011107\U00011133\U00011108", ["\U00011107\U00011133\U00011108"], "a Chakma conjunct, above U+FFFF"),
        ("\u0600१", ["\u0600१"], "a prepended sign"),
        ("\ud800\u0301\udc00", ["\ud800\u0301", "\udc00"], "lone surrogates"),
        ("\u1100\u1161\u11a8\u1100", ["\u1100\u1161\u11a8", "\u1100"], "conjoining jamo"),
    ],
)
def test_graphemes(text, expected, why):
    assert graphemes(text) == expected, why
    assert [at for at in range(-1, len(text) + 2) if is_grapheme_boundary(text, at)] == edges_of(expected), why


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("", [], "nothing"),
        ("यह  है।", ["यह", "  ", "है", "।"], "spaces together, the danda apart"),
        ("क्‍ष तमिഴ്‌നാട്", ["क्‍ष", " ", "तमिഴ്‌നാട്"], "joiners belong to the word; scripts do not divide"),
        ("10:30 १०:३० 1,23,456.78", ["10", ":", "30", " ", "१०", ":", "३०", " ", "1,23,456.78"], "numbers"),
        ("२०वीं 1947ല്", ["२०वीं", " ", "1947ല്"], "digits and letters"),
        ("2014-ൽ", ["2014", "-", "ൽ"], "a hyphen divides"),
        ("डॉ.शर्मा दु:ख", ["डॉ.शर्मा", " ", "दु:ख"], "a full stop and a colon between letters do not"),
        ("अतो'हं", ["अतो'हं"], "an apostrophe"),
        ("अतो\N{RIGHT SINGLE QUOTATION MARK}हं", ["अतो\N{RIGHT SINGLE QUOTATION MARK}हं"], "a curly one"),
        ("_गंगा_ क_ख", ["_गंगा_", " ", "क_ख"], "low lines"),
        ("گھر۔", ["گھر", "۔"], "the Urdu full stop"),
        ("्क", ["्", "क"], "a virama at the start of the text is no part of the word"),
        ("क\u200d\u2764\ufe0fख", ["क\u200d\u2764\ufe0f", "ख"], "WB3c, and the word is over"),
        ("!\u200d\u24c2ab c", ["!\u200d\u24c2ab", " ", "c"], "WB3c, and the picture is a letter"),
        ("\u30ab\u30bf_\u30ab\u30bfa", ["\u30ab\u30bf_\u30ab\u30bf", "a"], "Katakana, connected"),
        ("a_\u30ab_b_\u30ab\u30ab", ["a_\u30ab_b_\u30ab\u30ab"], "and with letters"),
        ("a\u30ab_", ["a", "\u30ab_"], "no connector between them"),
        ("\u05d0' \u05d0'1", ["\u05d0'", " ", "\u05d0'", "1"], "a single quotation mark after a Hebrew letter"),
        ("\u05d0\"\u05d0\"", ["\u05d0\"\u05d0", '"'], "a double one between Hebrew letters"),
        ("\U00011107\U00011127 \U00011108", ["\U00011107\U00011127", " ", "\U00011108"], "Chakma, above U+FFFF"),
        ("\ud800क\udc00", ["\ud800", "क", "\udc00"], "lone surrogates"),
    ],
)
def test_word_segments(text, expected, why):
    assert word_segments(text) == expected, why


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_graphemes_follow_the_rules(text):
    assert graphemes(text) == cut(text, joined_in_a_cluster)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_words_follow_the_rules(text):
    assert word_segments(text) == cut(text, joined_in_a_word)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "joined"), [(graphemes, joined_in_a_cluster), (word_segments, joined_in_a_word)]
)
def test_every_text_of_three_kinds_of_character_follows_the_rules(function, joined):
    assert len(KINDS) > 30
    for characters in product(KINDS, repeat=3):
        text = "".join(characters)
        assert function(text) == cut(text, joined), ascii(text)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_laws_of_any_text(text):
    for segments, spans in ((graphemes(text), grapheme_spans(text)), (word_segments(text), word_spans(text))):
        assert "".join(segments) == text
        assert all(segments)
        assert [text[start:end] for start, end in spans] == segments
    assert grapheme_count(text) == len(graphemes(text))
    assert [at for at in range(-2, len(text) + 3) if is_grapheme_boundary(text, at)] == edges_of(graphemes(text))


@given(st.lists(st.sampled_from(BRAHMIC), max_size=14))
@settings(max_examples=300, deadline=None)
def test_no_word_of_the_ten_brahmic_scripts_begins_inside_a_grapheme(characters):
    text = "".join(characters).replace("\N{MALAYALAM LETTER DOT REPH}", "")  # precedes anything, punctuation too
    assert all(is_grapheme_boundary(text, start) for start, _ in word_spans(text))


@given(KNOWN_TO_ALL)
@settings(max_examples=300, deadline=None)
def test_graphemes_agree_with_regex(text):
    regex = require("regex")
    if not regex.match(r"\p{L}", "\U00010940") or regex.fullmatch(r"\X", "\N{DEVANAGARI SIGN VIRAMA}क"):
        pytest.skip("this regex follows an older Unicode version, or a later one with another GB9c")
    assert graphemes(text) == regex.findall(r"\X", text)


@given(KNOWN_TO_ALL)
@settings(max_examples=300, deadline=None)
def test_words_and_graphemes_agree_with_unicode_segmentation(text):
    theirs = require("unicode_segmentation_rs")
    assert graphemes(text) == theirs.graphemes(text, is_extended=True)
    text = re.sub(f"(?<={ZWJ}){LETTER_PICTURE}+", "", text)  # after WB3c it forgets that these are letters, too (WB5)
    assert word_segments(text) == theirs.split_word_bounds(text)


def test_every_kind_of_character_above_the_bmp_has_a_stand_in_of_its_kind():
    from indicmatch.unicode import grapheme_break, word_break
    from indicmatch.unicode.segmenter import EMOJI_BLOCKS

    for module in (grapheme_break, word_break):
        segmenter = module._SEGMENTER
        emoji = re.compile(f"[{EMOJI_BLOCKS}]")
        for character in (c for c in KINDS if c > "\uffff"):
            stand_in = segmenter.plain(character)
            looked_at = [value_of(name, character) for name in segmenter.properties]
            assert [value_of(name, stand_in) for name in segmenter.properties] == looked_at
            assert stand_in == character if emoji.match(character) else stand_in <= "\uffff", ascii(character)


@pytest.mark.parametrize(
    "unit",
    [
        *("\u093f", "\u094d", "क्", "\U00011107\U00011133", "\U0001f1ee", ZWJ, "\u2764" + ZWJ, "\U0001f469" + ZWJ),
        *("\u0600", "\u1100", "a.", "1,", "\u05d0'", '\u05d0"', "_", " ", "\u30ab_", "\ud800", "\r\n"),
    ],
    ids=ascii,
)
def test_a_long_text_of_one_kind_goes_through(unit):
    text = unit * (200_000 // len(unit))
    for function, tail in product((graphemes, word_segments), ("", "क", "\u0301", ZWJ)):
        assert "".join(function(text + tail)) == text + tail


def test_nothing_is_compiled_before_it_is_needed():
    import subprocess
    import sys

    code = (
        "from indicmatch.unicode import grapheme_break, word_break;"
        "print('pattern' in vars(grapheme_break._SEGMENTER), 'pattern' in vars(word_break._SEGMENTER))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert output.split() == ["False", "False"]


def test_no_shorthand_class_of_re_is_in_a_pattern():
    from indicmatch.unicode import grapheme_break, word_break

    for pattern in (grapheme_break._pattern(), word_break._pattern()):
        assert not re.search(r"\\[wWbBsSdD]", pattern)


def test_the_benchmark_compares_equals():
    require("regex")
    spec = importlib.util.spec_from_file_location("segmentation", ROOT / "benchmarks" / "segmentation.py")
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    benchmark.check()
    assert {"Deva", "Taml", "Arab", "Deva with emoji", "above U+FFFF"} <= benchmark.texts(100).keys()

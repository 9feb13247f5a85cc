"""The level layout: digits, separators, quotation marks, dashes, dandas, letter case, mark-up."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import normalize
from indicmatch.normalize.digits import digits, separators
from indicmatch.normalize.layout import casefold, dandas, dashes, quotes
from indicmatch.normalize.markdown import markdown
from tests.strategies import any_text


@pytest.mark.parametrize(
    ("function", "text", "expected", "why"),
    [
        (digits, "१९४७", "1947", "Devanagari"),
        (digits, "১৯৪৭ ۱۹۴۷ ١٩٤٧ ௧௯௪௭ ᱑᱙᱔᱗ ꯱꯹꯴꯷ ෧෯෪෭", "1947 1947 1947 1947 1947 1947 1947", "others"),
        (digits, "௰௱ ½ ² ৴ ൰", "௰௱ ½ ² ৴ ൰", "numbers that are no decimal digits"),
        (digits, "डॉ० राम", "डॉ० राम", "a zero that abbreviates"),
        (digits, "ई०पू० ५००", "ई०पू० 500", "two of them, and a number"),
        (digits, "सन१९४०", "सन1940", "a zero beside a digit is one"),
        (digits, "क०१", "क01", "before a digit too"),
        (digits, "० अंक", "0 अंक", "a zero by itself"),
        (digits, "-०", "-0", "after punctuation"),
        (separators, "1,00,000", "100000", "Indian"),
        (separators, "100,000", "100000", "Western"),
        (separators, "12,34,56,789.50", "123456789.50", "Indian, with a fraction"),
        (separators, "१,००,०००", "१०००००", "native digits"),
        (separators, "1\u066c000\u066c000\u066b5", "1000000.5", "Arabic separators"),
        (separators, "1,2,3", "1,2,3", "a list"),
        (separators, "1,2,000", "1,2,000", "groups of neither kind"),
        (separators, "1,000,00", "1,000,00", "a wrong last group"),
        (separators, "1,0000", "1,0000", "a long last group"),
        (separators, "3.1,000", "3.1,000", "after a point"),
        (separators, "5,10,100", "510100", "a list that is a well-formed Indian number: what the step loses"),
        (separators, "1000\u060c 2000", "1000\u060c 2000", "the Urdu comma separates lists"),
        (separators, "(1,000).", "(1000).", "inside punctuation"),
        (quotes, "“गंगा” ‘नदी’ «x» ′", "\"गंगा\" 'नदी' \"x\" '", "quotation marks"),
        (quotes, "सोऽहम्", "सोऽहम्", "avagraha is a letter"),
        (dashes, "2013–14 — −5 ‑", "2013-14 - -5 -", "dashes"),
        (dandas, "गंगा। यमुना॥", "गंगा. यमुना.", "dandas"),
        (dandas, "ہے۔ ᱾ ꯫ ෴", "ہے. . . .", "others"),
        (dandas, "डॉ॰", "डॉ.", "abbreviation sign"),
        (dandas, "१०।५", "१०।५", "between digits it might be anything"),
        (dandas, "१०।", "१०.", "after a number it ends the sentence"),
        (dandas, "क|ख", "क|ख", "a pipe is no danda"),
        (casefold, "AIIMS Straße ÉA", "aiims strasse éa", "case"),
    ],
)
def test_characters(function, text, expected, why):
    assert function(text) == expected, why


def test_every_decimal_digit_goes_by_its_value():
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) == "Nd":
            assert digits(character) == str(unicodedata.decimal(character))


@given(any_text(), st.sampled_from([digits, separators, quotes, dashes, dandas, casefold, markdown]))
def test_any_text_goes_through_twice_as_once(text, function):
    once = function(text)
    assert len(once) <= 4 * len(text)
    if function is not markdown:  # mark-up inside mark-up: the level runs it until nothing changes
        assert function(once) == once


MARKUP = [
    ("**गंगा**", "गंगा", "bold"),
    ("*गंगा*", "गंगा", "italic"),
    ("***गंगा***", "गंगा", "both"),
    ("__गंगा__ _यमुना_", "गंगा यमुना", "underscores"),
    ("~~गंगा~~", "गंगा", "struck"),
    ("**கங்கை**யில்", "கங்கையில்", "bold before a suffix"),
    ("**उत्तर:** गंगा", "उत्तर: गंगा", "a label"),
    ("(**1947**)", "(1947)", "in parentheses"),
    ("2*3*4 = 24", "2*3*4 = 24", "multiplication"),
    ("5 * 3 * 2", "5 * 3 * 2", "the same with spaces"),
    ("2**3**2", "2**3**2", "powers"),
    ("snake_case_name", "snake_case_name", "an identifier"),
    ("**गंगा", "**गंगा", "no pair"),
    ("* गंगा", "गंगा", "a list mark"),
    ("`गंगा`", "गंगा", "code"),
    ("``a`b``", "``a`b``", "a backtick inside"),
    ("`गंगा", "`गंगा", "no pair"),
    ("```python\nx = 1\n```\n", "x = 1\n", "a fence"),
    ("# उत्तर", "उत्तर", "a heading"),
    ("## उत्तर ##", "उत्तर", "a closed heading"),
    ("#भारत", "#भारत", "a hash tag"),
    ("क # ख", "क # ख", "inside a line"),
    ("- गंगा\n- यमुना", "गंगा\nयमुना", "a list"),
    ("1. गंगा\n2) यमुना", "गंगा\nयमुना", "a numbered list"),
    ("१. गंगा\n२. यमुना", "गंगा\nयमुना", "native digits"),
    ("12.\nगंगा", "12.\nगंगा", "an answer on a line of its own"),
    ("1. गंगा", "1. गंगा", "one line is no list"),
    ("> 5", "> 5", "a comparison"),
    ("f=x*y, z*w", "f=x*y, z*w", "products"),
    ("a[0]", "a[0]", "an index"),
    ("|x| + |y|", "|x| + |y|", "no table"),
    ("__init__.py /a_b/_d_", "__init__.py /a_b/_d_", "file names"),
    ("• गंगा", "गंगा", "a bullet"),
    ("1947.", "1947.", "an answer, not a list mark"),
    ("1.", "1.", "nothing after it"),
    ("1947. में", "1947. में", "a year is no list mark"),
    ("- 5", "- 5", "a sign before a number"),
    ("-5", "-5", "a negative number"),
    ("> गंगा", "गंगा", "a quote"),
    (">5", ">5", "greater than five"),
    ("[गंगा](https://hi.wikipedia.org/wiki/गंगा_(नदी))", "गंगा", "a link"),
    ('[गंगा](u "नदी")', "गंगा", "with a title"),
    ("![गंगा](a.png)", "गंगा", "an image"),
    ("[गंगा][1]", "गंगा", "a reference"),
    ("गंगा[1][2] नदी", "गंगा नदी", "footnote numbers"),
    ("गंगा[^a]", "गंगा", "a footnote"),
    ("[1]", "[1]", "a number in brackets by itself"),
    ("a [b] c", "a [b] c", "brackets"),
    ("| क | ख |\n|---|:-:|\n| ग | घ |", "क ख\nग घ", "a table"),
    ("क|ख", "क|ख", "a pipe"),
    ("|x|", "|x|", "an absolute value"),
    ("क\n---\nख", "क\nख", "a rule"),
    ("क<br>ख", "क\nख", "a line break"),
    ("\\*x\\*", "\\*x\\*", "escaped"),
    ("“_गंगा_”", "“गंगा”", "inside quotation marks"),
    ("", "", "nothing"),
]


@pytest.mark.parametrize(("text", "expected", "why"), MARKUP, ids=[why for _, _, why in MARKUP])
def test_markdown(text, expected, why):
    assert markdown(text) == expected


def test_lines_still_decide_where_white_space_is_made_one():
    assert normalize("# उत्तर\n\n1. **गंगा**\n2. यमुना", "layout") == "उत्तर गंगा यमुना"
    assert normalize("**bold *it* more**", "layout") == "bold it more"


@pytest.mark.parametrize(
    "unit", ["*", "*a", "**a ", "[a", "[a](", "`a", "_a ", "|a", "#", "\n# ", "> ", "- ", "-", "~~a", "[a](b(c", '[a](b "c', "1. ", " \n", "|-", "[^a", "`"]
)
def test_a_long_run_of_marks_goes_through(unit):
    text = unit * (300_000 // len(unit))
    assert len(markdown(text)) <= len(text)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("**१,००,०००** रुपये।", "100000 रुपये."),
        ("“AIIMS” – डॉ॰ राम", "\"aiims\" - डॉ. राम"),
        ("उत्तर: २०१३–१४", "उत्तर: 2013-14"),
    ],
)
def test_one_text_in_two_layouts(a, b):
    assert normalize(a, "layout") == normalize(b, "layout")
    assert normalize(a, "encoding") != normalize(b, "encoding")

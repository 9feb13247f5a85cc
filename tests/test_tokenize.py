"""Words: what a reader takes for one, with offsets that reproduce the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import UnknownName, sentences, tokenize
from indicmatch.tokenize import TOKENIZERS, parts

WORDS = [  # label, text, words, why
    ("danda", "\u0935\u0939 \u0917\u092f\u093e\u0964\u0935\u0939 \u0906\u092f\u093e", ["\u0935\u0939", "\u0917\u092f\u093e", "\u0935\u0939", "\u0906\u092f\u093e"], "glued on both sides"),
    ("urdu-stop", "\u062f\u0644\u06d4", ["\u062f\u0644"], "the Urdu full stop"),
    ("urdu-question", "\u06c1\u06d2\u061f", ["\u06c1\u06d2"], "the Arabic question mark"),
    ("meetei", "\uabc3\uabc5\uabe4\uabc4\uabe8\uabd4\uabeb", ["\uabc3\uabc5\uabe4\uabc4\uabe8\uabd4"], "Meetei Mayek full stop"),
    ("apun-iyek", "\uabc2\uabdf\uabed\uabc1", ["\uabc2\uabdf\uabed\uabc1"], "the virama of Meetei Mayek is a mark"),
    ("indian-number", "\u0967,\u0966\u0966,\u0966\u0966\u0966 \u0932\u094b\u0917", ["\u0967,\u0966\u0966,\u0966\u0966\u0966", "\u0932\u094b\u0917"], "grouped"),
    ("comma", "\u0930\u093e\u092e,\u0936\u094d\u092f\u093e\u092e", ["\u0930\u093e\u092e", "\u0936\u094d\u092f\u093e\u092e"], "a comma between letters divides"),
    ("comma-after-number", "1947, 1950", ["1947", "1950"], "a comma before a space"),
    ("decimal", "3.14.", ["3.14"], "the final stop goes"),
    ("suffix-hyphen", "2014-\u0d7d", ["2014-\u0d7d"], "case ending after a hyphen"),
    ("suffix-glued", "\u0968\u0966\u0935\u0940\u0902", ["\u0968\u0966\u0935\u0940\u0902"], "ordinal"),
    ("contraction", "it\u2019s", ["it\u2019s"], "an apostrophe"),
    ("typewriter", "it's", ["it's"], "an apostrophe"),
    ("quoted-suffix", "\u2018\u0917\u0902\u0917\u093e\u2019\u092e\u0947\u0902", ["\u0917\u0902\u0917\u093e", "\u092e\u0947\u0902"], "a quotation was open"),
    ("quoted-contraction", "\u2018I don\u2019t know\u2019", ["I", "don\u2019t", "know"], "closed later"),
    ("typewriter-suffix", "'\u0917\u0902\u0917\u093e'\u092e\u0947\u0902", ["\u0917\u0902\u0917\u093e", "\u092e\u0947\u0902"], "a quotation was open"),
    ("avagraha", "\u0905\u0924\u094b'\u0939\u0902", ["\u0905\u0924\u094b'\u0939\u0902"], "no quotation was open"),
    ("joiner-inside", "\u0d24\u0d2e\u0d3f\u0d34\u0d4d\u200c\u0d28\u0d3e\u0d1f\u0d4d", ["\u0d24\u0d2e\u0d3f\u0d34\u0d4d\u200c\u0d28\u0d3e\u0d1f\u0d4d"], "joiners belong to the word"),
    ("joiner-end", "\u0d2b\u0d3e\u0d7b\u0d38\u0d4d\u200c \u0d15", ["\u0d2b\u0d3e\u0d7b\u0d38\u0d4d\u200c", "\u0d15"], "a trailing joiner too"),
    ("zwsp", "\u0928\u0908\u200b\u0926\u093f\u0932\u094d\u0932\u0940", ["\u0928\u0908", "\u0926\u093f\u0932\u094d\u0932\u0940"], "zero width space divides"),
    ("bom", "\ufeff\u0928\u0908", ["\u0928\u0908"], "an invisible at the edge goes"),
    ("markdown", "**\u0917\u0902\u0917\u093e** _x_", ["\u0917\u0902\u0917\u093e", "x"], "symbols and connectors at the edge go"),
    ("table", "|\u0915|\u0916|", ["\u0915", "\u0916"], "a bar divides"),
    ("rupee", "\u20b9500", ["500"], "a currency sign goes"),
    ("emoji", "\u2764\ufe0f \u0915", ["\u0915"], "its variation selector goes with it"),
    ("url", "https://x.in/a-b", ["https://x.in/a-b"], "one token with parts"),
    ("dash", "\u0915\u2014\u0916 2013\u20132014", ["\u0915", "\u0916", "2013\u20132014"], "an em dash divides, an en dash joins"),
    ("nothing", " \u0964 ... ", [], "punctuation alone is no word"),
]  # fmt: skip
PARTS = [  # word, parts
    ("2014-\u0d7d", ("2014", "\u0d7d")),
    ("1947\u0d32\u0d4d", ("1947", "\u0d32\u0d4d")),
    ("\u0968\u0966\u0935\u0940\u0902", ("\u0968\u0966", "\u0935\u0940\u0902")),
    ("\u09e8\u09e6-\u098f\u09b0", ("\u09e8\u09e6", "\u098f\u09b0")),
    ("\u0921\u0949.\u0936\u0930\u094d\u092e\u093e", ("\u0921\u0949", "\u0936\u0930\u094d\u092e\u093e")),
    ("AIIMS\u092e\u0947\u0902", ("AIIMS", "\u092e\u0947\u0902")),
    ("15/08/1947", ("15", "08", "1947")),
    ("3.14", ("3.14",)),
    ("1,00,000", ("1,00,000",)),
    ("10:30", ("10:30",)),
    ("G20", ("G20",)),
    ("CO2", ("CO2",)),
    ("20th", ("20", "th")),
    ("\u0938\u09281947", ("\u0938\u0928", "1947")),
    ("\u0926\u093f\u0932\u094d\u0932\u0940", ("\u0926\u093f\u0932\u094d\u0932\u0940",)),
    ("snake_case", ("snake_case",)),
]


@pytest.mark.parametrize(("label", "text", "expected", "why"), WORDS, ids=[row[0] for row in WORDS])
def test_words(label, text, expected, why):
    assert [token.text for token in tokenize(text)] == expected, why


@pytest.mark.parametrize(("word", "expected"), PARTS)
def test_parts(word, expected):
    assert parts(word) == expected


TEXT = st.text(st.characters() | st.sampled_from("\u0915\u093f\u094d\u0930\u200c\u200d\u0964 '\u2018\u2019,.-1\u0967|*_\n"), max_size=60)


@pytest.mark.parametrize("name", [name for name in TOKENIZERS if name != "indicnlp"])
@given(text=TEXT)
def test_slices_reproduce_the_text_left_to_right_and_none_is_empty(name, text):
    end = 0
    for token in tokenize(text, name):
        assert token.text
        assert token.text == text[token.start : token.end]
        assert token.start >= end
        end = token.end
        assert "".join(token.parts) in token.text or len(token.parts) > 1
        assert all(part and part in token.text for part in token.parts)
        assert token.kind in ("word", "number", "mixed", "symbol")


@given(text=TEXT | st.text(max_size=30))
def test_the_quick_pattern_finds_the_words_of_the_definition(text):
    from indicmatch.tokenize.words import _words_with_care, words

    assert words(text) == _words_with_care(text)
    plain = "".join(character for character in text if character not in ",'\u2019\u02bc" and character <= "\uffff")
    assert words(plain) == _words_with_care(plain)


@given(text=TEXT)
def test_words_never_begin_or_end_with_punctuation(text):
    from unicodedata import category

    for token in tokenize(text):
        assert category(token.text[0])[0] not in "PSZ"
        assert category(token.text[-1])[0] not in "PSZ"


def test_an_unknown_tokenizer_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean 'words'"):
        tokenize("a", "word")


SENTENCES = [
    ("danda", "\u0935\u0939 \u0917\u092f\u093e\u0964\u0935\u0939 \u0906\u092f\u093e\u0965", 2),
    ("abbreviation", "\u0921\u0949. \u0936\u0930\u094d\u092e\u093e \u0906\u090f. \u0935\u0947 \u0917\u090f.", 2),
    ("rupee", "\u0bb0\u0bc2. 500 \u0b95\u0bca\u0b9f\u0bc1.", 1),
    ("decimal", "\u03c0 is 3.14 or so. Yes.", 2),
    ("initials", "J. R. R. Tolkien wrote it. Yes.", 2),
    ("verb-hai", "\u092f\u0939 \u0938\u0939\u0940 \u0939\u0948. \u0935\u0939 \u0928\u0939\u0940\u0902.", 2),
    ("list", "1. one\n2. two", 2),
    ("urdu", "\u06cc\u06c1 \u06c1\u06d2\u06d4 \u0648\u06c1 \u06c1\u06d2\u06d4", 2),
    ("ol-chiki", "\u1c65\u1c7e \u1c65\u1c7e", 2),
    ("ellipsis", "wait... what? no!", 3),
    ("quote", "\u201cgo.\u201d He went.", 2),
    ("empty", "  \n ", 0),
]


@pytest.mark.parametrize(("label", "text", "count"), SENTENCES, ids=[row[0] for row in SENTENCES])
def test_sentences(label, text, count):
    found = sentences(text)
    assert len(found) == count, found
    assert "".join("".join(found).split()) == "".join(text.split())

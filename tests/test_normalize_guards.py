"""A guard may say that a text is clean only when it is."""

import random
from collections.abc import Iterator
from unicodedata import category, is_normalized
from unicodedata import normalize as to_form

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import normalize
from indicmatch.normalize import STEPS, levels
from indicmatch.normalize.guards import PROVEN, encoding_is_noop, first_doubt, nfc_is_noop, spelled_apart
from tests.strategies import LANGUAGES, any_text, members, text_in

CLEAN = {
    "hi": "हिन्दी में “गंगा” नदी – १९४७ (दर्ऱ्या) ज़मीन, पढ़ाई। आए, हुईं",
    "bn": "বাংলাদেশের রাজধানী ঢাকা, উদ্\u200cযাপন; বড়।",
    "pa": "ਪੰਜਾਬੀ ਸ਼ਹਿਰ ਵਿੱਚ ਸਿੱਖ",
    "gu": "ગુજરાતી ભાષા, કૉલેજ",
    "or": "ଓଡ଼ିଆ ଭାଷା, ଦ୍ୱାରା ସର୍ବ",
    "ta": "தமிழ் மொழி ஒரு செம்மொழி, ஸ்டாலின்",
    "te": "తెలుగు సాఫ్ట్\u200cవేర్ భాష",
    "kn": "ಕನ್ನಡ ಇನ್\u200cಸ್ಟಿಟ್ಯೂಟ್",
    "ml": "മലയാളം അവൻ എന്റെ പ്രസ്\u200cഫോൺ",
    "si": "ශ්\u200dරී ලංකාව සිංහල",
    "ur": "پاکستان کا دارالحکومت اسلام آباد ہے۔ کہاں؟ نہیں",
    "sd": "سنڌي ٻولي ۽",
    "en": "Delhi is the “capital” – naïve café, 1947.",
}


@pytest.mark.parametrize("lang", [lang for lang in CLEAN if lang != "sd"])
def test_clean_text_is_proven_clean(lang):
    assert encoding_is_noop(CLEAN[lang], lang)


@pytest.mark.parametrize("lang", ["bn", "or", "ta", "kn", "ml", "hi"])
def test_clean_text_is_proven_nfc(lang):
    assert nfc_is_noop(CLEAN[lang])


@pytest.mark.parametrize("lang", ["te", "gu", "ur", "en"])
def test_no_proof_is_tried_where_nfc_is_free(lang):
    assert not nfc_is_noop(CLEAN[lang])


@pytest.mark.parametrize(
    "text",
    [
        " क", "क ", "क  ख", "क\nख", "क\u00a0ख", "क\ufeffख", "\u0905\u093e", "\u0958", "\u0928\u093c", "\u0915\u093f\u093c", "\u0915\u0902\u0947",
        "\u0915\u0947\u0947", "\u0930\u094d\u0907", "\u0924\u094d\u093e", "\u0930\u094d\u200d\u092f", "\u0915\u200d", "\u200d\u0915", "\u0915\u200c\u092e",
        "\u0928\u094d\u200c", "\u09a4\u09cd\u200d", "\u09c7\u09be", "\u09ac\u09bc", "\u0bb8\u0bcd\u0bb0\u0bc0", "\u0bc6\u0bbe", "\u0d28\u0d4d\u200d",
        "\u0dd9\u0dca", "\u0dca\u200c\u0dba", "\u0643\u062a\u0627\u0628", "\ufeb3", "\u064e\u064e", "e\u0301", "\u212b", "a\u200bb", "\u0953",
    ],
)  # fmt: skip
def test_what_a_step_changes_is_not_proven(text):
    assert normalize(text, "encoding", lang="ur") != text
    assert not encoding_is_noop(text, "ur")


@pytest.mark.parametrize(
    ("text", "lang", "place"),
    [
        ("\u0915", "hi", -1), ("\u0915 \u0916", "hi", -1), ("\u0915\n\u0916", "hi", 1), ("\u0915  \u0916", "hi", 2), ("\u0915 \u0905\u093e \u0958", "hi", 3),
        ("\u0958 \u0905\u093e", "hi", 0), ("\u0915 \u0d15", "hi", 2), ("\u200d\u0915", "hi", 0), ("\u0915\u0916\u200d", "hi", 2), ("a b\u200b", "en", 3),
        ("\u0d15\u0d46\u0d3e \u0d28\u0d4d\u200d", "ml", 2), ("\u0627 \u0643\u062a", "ur", 3), ("", "hi", -1),
    ],
)  # fmt: skip
def test_the_first_doubt_has_its_place(text, lang, place):
    assert first_doubt(text, lang) == place


@pytest.mark.parametrize("script", LANGUAGES)
def test_the_words_before_the_first_doubt_are_proven(script):
    lang = LANGUAGES[script]
    doubted = 0
    texts = random_texts(script, 4_000)
    for words in zip(*[texts] * 4, strict=True):
        text = " ".join(words)
        place = first_doubt(text, lang)
        before = [word for word in text[: max(text.rfind(" ", 0, place), 0)].split(" ") if word] if place >= 0 else words
        assert all(normalize(word, "encoding", lang=lang) == word for word in before), ascii(text)
        doubted += place > 0 and bool(before)
    assert doubted > 20


@given(any_text())
def test_letters_spelled_apart_are_canonically_the_same(text):
    assert to_form("NFC", spelled_apart(text)) == to_form("NFC", text)


def test_the_empty_text_is_clean():
    assert encoding_is_noop("")


def test_the_steps_that_a_guard_speaks_for_are_those_of_the_level():
    assert set(levels()["encoding"]) == PROVEN


ARABIC = ["ur", "sd", "ks", "pnb"]


def random_texts(script: str, count: int) -> Iterator[str]:
    """Marks on anything and joiners anywhere, quicker than Hypothesis can draw them; the same in every run."""
    draw = random.Random(f"guards {script}")
    known = [c for c in members(script) if c < {"Arab": "\u06fa", "Latn": "\u0110"}.get(script, "\uffff")]
    letters = [c for c in known if category(c)[0] != "M"]
    marks = [c for c in known if category(c)[0] == "M"] or ["\u0301", *"aeiou"]
    pools = [letters, marks, ["\u200c", "\u200d"], [" ", "a", ".", "1", "\u0964", "\u0651", "\u093c"]]
    for _ in range(count):
        yield "".join(draw.choice(pool) for pool in draw.choices(pools, weights=[5, 5, 1, 1], k=draw.randint(1, 6)))


@pytest.mark.parametrize(("script", "lang"), [*LANGUAGES.items(), *(("Arab", lang) for lang in ARABIC[1:])])
def test_a_proven_text_is_changed_by_no_step(script, lang):
    proven = 0
    steps = [STEPS[name](lang) for name in PROVEN]
    for text in random_texts(script, 10_000):
        if encoding_is_noop(text, lang):
            proven += 1
            assert all(step(text) == text for step in steps), [f"{ord(c):04X}" for c in text]
        if nfc_is_noop(text):
            assert is_normalized("NFC", text)
    assert proven > 200


@pytest.mark.parametrize("script", LANGUAGES)
@given(data=st.data())
def test_the_same_with_sequences_of_the_tables(script, data):
    text = data.draw(text_in(script, max_size=5))
    if encoding_is_noop(text, LANGUAGES[script]):
        assert all(STEPS[name](LANGUAGES[script])(text) == text for name in PROVEN)
    if nfc_is_noop(text):
        assert is_normalized("NFC", text)


@given(any_text())
def test_any_text_can_be_asked_about(text):
    if encoding_is_noop(text):
        assert all(STEPS[name](None)(text) == text for name in PROVEN)
    if nfc_is_noop(text):
        assert is_normalized("NFC", text)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0x900, 0xE00, 0x80))
def test_every_pair_of_characters_of_a_script(start):
    characters = [chr(code) for code in range(start, start + 0x80)] + [" ", "\u200c", "\u200d", "a"]
    carrier = chr(start + 0x15)
    for first in characters:
        for second in characters:
            text = f"{carrier}{first}{second}{carrier}"
            if encoding_is_noop(text):
                assert normalize(text, "encoding") == text
            if nfc_is_noop(text):
                assert is_normalized("NFC", text)

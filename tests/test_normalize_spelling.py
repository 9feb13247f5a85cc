"""Spelling switches and loose steps: what they merge, their bounds, what they lose."""

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import BadFile, normalize
from indicmatch.languages import language
from indicmatch.normalize import STEPS, parse
from indicmatch.normalize.spelling import SWITCHES, _lookaround
from indicmatch.normalize.steps import row_of
from indicmatch.tables import load
from tests.strategies import LANGUAGES, text_in

ROWS = load("spelling")
NAMES = [*SWITCHES, "joiner_drop"]
MERGED = [
    ("anusvara", "hi", "हिन्दी", "हिंदी"),
    ("anusvara", "hi", "गङ्गा", "गंगा"),
    ("anusvara", "hi", "सम्बन्ध", "संबंध"),
    ("anusvara", "gu", "અન્ત", "અંત"),
    ("anusvara", "or", "ଅଙ୍କ", "ଅଂକ"),
    ("anusvara", "te", "సమ్పద", "సంపద"),
    ("anusvara", "kn", "ಅಙ್ಕ", "ಅಂಕ"),
    ("anusvara", "bn", "বাঙ্গলা", "বাংগলা"),
    ("nukta", "hi", "ज़रूरत", "जरूरत"),
    ("nukta", "hi", "फ़िल्म", "फिल्म"),
    ("nukta", "pa", "ਜ਼ਮੀਨ", "ਜਮੀਨ"),
    ("candrabindu", "hi", "हैँ", "हैं"),
    ("candrabindu", "hi", "नहीँ", "नहीं"),
    ("candra_bindu", "mr", "बॅंक", "बँक"),
    ("candra_bindu", "hi", "कॉंग्रेस", "काँग्रेस"),
    ("final_virama", "hi", "श्रीमान्", "श्रीमान"),
    ("final_virama", "hi", "महान्, विद्वान्।", "महान, विद्वान।"),
    ("ye_e", "hi", "गये", "गए"),
    ("ye_e", "hi", "नयी", "नई"),
    ("ye_e", "hi", "जायेगा", "जाएगा"),
    ("ye_e", "hi", "आयीं", "आईं"),
    ("samvruthokaram", "ml", "അതു്", "അത്"),
    ("au_length", "ml", "കൌതുകം", "കൗതുകം"),
    ("nta", "ml", "എൻറെ", "എന്റെ"),
    ("nta", "ml", "എൻ്റെ", "എന്റെ"),
    ("tippi_bindi", "pa", "ਸਿੰਘ", "ਸਿਂਘ"),
    ("gemination", "hi", "कर्त्ता", "कर्ता"),
    ("gemination", "hi", "अर्द्ध", "अर्ध"),
    ("gemination", "bn", "সূর্য্য", "সূর্য"),
    ("sanskrit_m", "sa", "जलम्", "जलं"),
    ("telugu_mu", "te", "పుస్తకము", "పుస్తకం"),
    ("tamil_au", "ta", "கெள", "கௌ"),
    ("ya_phala_a", "bn", "এ্যাসিড", "অ্যাসিড"),
    ("bengali_danda", "bn", "গেল৷", "গেল।"),
    ("yeh_kaf", "ur", "كي", "کی"),
    ("yeh_kaf", "sd", "ڪی", "ڪي"),
    ("heh", "ur", "هے", "ہے"),
    ("harakat", "ur", "اُس", "اس"),
    ("tatweel", "ur", "کـــتاب", "کتاب"),
    ("visarga_colon", "hi", "दु:ख", "दुःख"),
    ("visarga_colon", "hi", "अत: यह", "अतः यह"),
    ("visarga_colon", "sa", "राम: वनं गच्छति", "रामः वनं गच्छति"),
    ("visarga_colon", "bn", "মো: আলী", "মোঃ আলী"),
    ("visarga_colon", "hi", "यह हैं: वह", "यह हैंः वह"),
    ("assamese_ra", "as", "রাম", "ৰাম"),
    ("joiner_drop", "te", "సాఫ్ట్\u200cవేర్", "సాఫ్ట్వేర్"),
    ("joiner_drop", "hi", "हिन्\u200cदी", "हिन्दी"),
    ("joiner_drop", "ne", "गर्\u200dयो", "गर्यो"),
    ("joiner_drop", "si", "ශ්\u200dරී", "ශ්රී"),
    ("vowel_length", "hi", "कि", "की"),
    ("vowel_length", "ta", "விடு", "வீடு"),
    ("visarga", "sa", "सः", "स"),
    ("candra", "hi", "कॉलेज", "कालेज"),
    ("candra", "gu", "કૉલેજ", "કોલેજ"),
    ("assamese", "as", "ৱাৰাণসী", "বারাণসী"),
    ("va_ba", "or", "ଵନ", "ବନ"),
]
KEPT = [
    ("anusvara", "hi", "अन्न", "a nasal before a nasal"),
    ("anusvara", "hi", "जन्म", "the same"),
    ("anusvara", "hi", "वाङ्मय", "the same"),
    ("anusvara", "hi", "कन्या", "before ya"),
    ("anusvara", "bn", "সন্তান", "Bengali: velars only"),
    ("anusvara", "bn", "অঞ্চল", "the same"),
    ("anusvara", "ml", "അന്തം", "no rows for Malayalam"),
    ("nukta", "hi", "बड़ा पढ़ना", "letters of their own"),
    ("nukta", "bn", "বড় সময়", "the same in Bengali"),
    ("nukta", "pa", "ਸ਼ਹਿਰ", "the same in Gurmukhi"),
    ("nukta", "or", "ଓଡ଼ିଆ", "the same in Odia"),
    ("candrabindu", "hi", "चाँद हँस", "print has room there"),
    ("candrabindu", "bn", "চাঁদ", "Bengali keeps it"),
    ("candrabindu", "ne", "हैँ", "Nepali keeps it"),
    ("candrabindu", "mr", "बँक", "Marathi"),
    ("final_virama", "sa", "भगवान्", "Sanskrit"),
    ("final_virama", "te", "రామ్", "Telugu"),
    ("final_virama", "ta", "அவன்", "Tamil"),
    ("final_virama", "si", "ගස්", "Sinhala"),
    ("final_virama", "hi", "हिन्दी", "inside a word"),
    ("ye_e", "hi", "ये यी", "words of their own"),
    ("ye_e", "hi", "भाग्ये", "after a virama"),
    ("ye_e", "hi", "वियेना", "inside a word"),
    ("ye_e", "mr", "गये", "another language"),
    ("samvruthokaram", "ml", "അതു", "a full u"),
    ("gemination", "hi", "उत्तर", "no reph before it"),
    ("sanskrit_m", "sa", "राम", "no virama"),
    ("telugu_mu", "te", "ము", "nothing before it"),
    ("tamil_au", "ta", "தெளிவு", "inside a word"),
    ("heh", "ur", "کھا", "do-chashmi heh is another letter"),
    ("yeh_kaf", "sd", "ڪ ک", "two letters of Sindhi"),
    ("harakat", "ks", "کٲشُر", "Kashmiri spells its vowels"),
    ("visarga_colon", "hi", "उत्तर: दिल्ली", "a label"),
    ("visarga_colon", "hi", "१०:३०", "a time"),
    ("visarga_colon", "hi", "https://हिन्दी:80", "an address"),
    ("assamese_ra", "bn", "রাম", "Bengali has its own ra"),
    ("joiner_drop", "ur", "می\u200cخواہم", "Arabic script"),
    ("joiner_drop", "hi", "👨\u200d👩", "an emoji"),
    ("joiner_drop", "ml", "അവൻ", "an atomic chillu"),
]


@pytest.mark.parametrize(("name", "lang", "a", "b"), MERGED)
def test_two_spellings_meet(name, lang, a, b):
    plain, switched = (f"encoding{end}" for end in ("", f"+{name}"))
    assert normalize(a, plain, lang=lang) != normalize(b, plain, lang=lang)
    assert normalize(a, switched, lang=lang) == normalize(b, switched, lang=lang)
    if lang not in ("sa", "sd"):  # of two languages that read one letter differently, one has the word without `lang`
        assert normalize(a, switched) == normalize(b, switched)


@pytest.mark.parametrize(("name", "lang", "text", "why"), KEPT)
def test_bounds(name, lang, text, why):
    assert normalize(text, f"nfc+{name}", lang=lang) == normalize(text, "nfc"), why


def test_joiners_are_dropped_after_legacy_chillus_are_converted():
    assert normalize("അവന്\u200d", "nfc+joiner_drop") == "അവൻ"


def pairs(loses: str) -> list[tuple[str, str]]:
    """The words of a `loses` cell: `राज ~ राज़ (rule, secret); ...`."""
    return re.findall(r"(\S+) ~ (\S+) \(", loses)


@pytest.mark.parametrize("row", [row for row in ROWS if pairs(row["loses"])], ids=lambda row: f"{row['step']} {row['loses']}")
def test_the_pair_that_a_row_loses_is_lost_and_only_by_it(row):
    lang = row["languages"].split()[0]
    for a, b in pairs(row["loses"]):
        assert normalize(a, "nfc", lang=lang) != normalize(b, "nfc", lang=lang)
        assert normalize(a, f"encoding+{row['step']}", lang=lang) == normalize(b, f"encoding+{row['step']}", lang=lang)


def test_every_row_names_known_languages_and_what_it_loses():
    for row in ROWS:
        assert row["step"] in SWITCHES
        assert pairs(row["loses"]) or row["loses"].startswith("none known")
        assert row["default"] in ("yes", "no")
        assert [language(tag).tag for tag in row["languages"].split()] == row["languages"].split()


def test_every_step_has_a_row_of_its_own_in_the_register():
    for name in NAMES:
        assert name in STEPS
        assert row_of(name)["kind"] in ("switch", "loose")
        assert row_of(name)["loses"]
        assert parse(f"encoding+{name}")
    assert {name for name in SWITCHES if row_of(name)["kind"] == "loose"} == {"vowel_length", "visarga", "candra", "assamese", "va_ba"}


def test_a_condition_that_is_none_is_refused():
    with pytest.raises(BadFile, match="no condition"):
        _lookaround("sometimes", "<", ROWS[0])


@pytest.mark.parametrize("script", LANGUAGES)
@settings(max_examples=60)
@given(data=st.data())
def test_any_combination_ends_and_is_a_fixed_point(script, data):
    names = data.draw(st.sets(st.sampled_from(NAMES), min_size=1, max_size=4))
    lang = data.draw(st.sampled_from([LANGUAGES[script], None]))
    text = data.draw(text_in(script))
    expression = "layout+" + "+".join(sorted(names))
    once = normalize(text, expression, lang=lang)
    assert normalize(once, expression, lang=lang) == once


def test_all_pairs_of_steps_go_together():
    text = "हैंःक कर्त्ता:म् গেল৷ রামঃ কৌ هے كي کـُ അതു് എൻറെ ము கெள \u0915\u0949\u0902\u093e:\u0915"
    for a, b in combinations(NAMES, 2):
        once = normalize(text, f"encoding+{a}+{b}")
        assert normalize(once, f"encoding+{a}+{b}") == once

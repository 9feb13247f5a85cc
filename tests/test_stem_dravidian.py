"""The suffix tables of Tamil, Telugu, Kannada, Malayalam, Sanskrit and Sindhi: which words meet, and which never."""

from __future__ import annotations

import csv
from pathlib import Path
from unicodedata import normalize

import pytest

from indicmatch.stem import stem
from indicmatch.tables import load

LANGUAGES = ("ta", "te", "kn", "ml", "sa", "sd")
PAIRS = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "stem"
ZWNJ, ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
FATHA, KASRA = "\N{ARABIC FATHA}", "\N{ARABIC KASRA}"

MEET = [
    # language, inflected, base, why
    ("ta", "சென்னையில்", "சென்னை", "locative of a city in -ai"),
    ("ta", "கோவையிலிருந்து", "கோவை", "ablative of a city in -ai"),
    ("ta", "திருச்சியின்", "திருச்சி", "genitive after -i"),
    ("ta", "பெங்களூருக்கு", "பெங்களூரு", "dative, enunciative -u"),
    ("ta", "கேரளாவில்", "கேரளா", "glide -v- after -aa"),
    ("ta", "இந்தியாவின்", "இந்தியா", "glide -v- after -aa"),
    ("ta", "தமிழ்நாட்டில்", "தமிழ்நாடு", "-tu doubled in the oblique"),
    ("ta", "இலங்கையிலும்", "இலங்கை", "clitic -um on a locative"),
    ("ta", "லண்டனுக்கு", "லண்டன்", "loan in a consonant"),
    ("ta", "காந்தியை", "காந்தி", "accusative after -i"),
    ("ta", "நேருவின்", "நேரு", "name in -u with a glide"),
    ("ta", "பாரதியாருக்கு", "பாரதியார்", "dative of an honorific name"),
    ("ta", "கண்ணனுடன்", "கண்ணன்", "sociative"),
    ("ta", "முருகனை", "முருகன்", "accusative"),
    ("ta", "மரங்கள்", "மரம்", "plural of a noun in -am"),
    ("ta", "புத்தகத்தில்", "புத்தகம்", "oblique -att-"),
    ("ta", "நூல்களை", "நூல்களில்", "two cases of one plural"),
    ("ta", "ஆசிரியர்களுக்கு", "ஆசிரியர்", "plural of persons"),
    ("ta", "பறவைகள்", "பறவை", "plural after -ai"),
    ("ta", "நாட்களில்", "நாள்", "plural with -l before k"),
    ("ta", "எழுதினார்", "எழுதினாள்", "two persons of one past"),
    ("ta", "படிக்கிறார்", "படித்தார்", "present and past"),
    ("ta", "போகிறான்", "போனான்", "irregular past"),
    ("ta", "நூலைப்", "நூலை", "sandhi before a stop"),
    ("te", f"హైదరాబాద్{ZWNJ}లో", "హైదరాబాద్", "locative after a joiner"),
    ("te", "విజయవాడకు", "విజయవాడ", "dative"),
    ("te", "ఢిల్లీలో", "ఢిల్లీ", "locative after -ii"),
    ("te", "తెలంగాణలోని", "తెలంగాణ", "adjectival locative"),
    ("te", "అమెరికాలో", "అమెరికా", "locative after -aa"),
    ("te", "భారతదేశంలో", "భారతదేశం", "locative of a noun in -am"),
    ("te", "గాంధీని", "గాంధీ", "accusative"),
    ("te", "రామునికి", "రాముడు", "dative of a man's name in -udu"),
    ("te", "పుస్తకాలు", "పుస్తకం", "plural of a noun in -am"),
    ("te", "పుస్తకము", "పుస్తకం", "two spellings of the nominative"),
    ("te", "ఉపాధ్యాయులకు", "ఉపాధ్యాయుడు", "plural of a noun in -udu"),
    ("te", "పాటలను", "పాట", "accusative plural"),
    ("te", "విద్యార్థులు", "విద్యార్థి", "-i is -u- before the plural"),
    ("te", "కంపెనీలు", "కంపెనీ", "plural of a loan"),
    ("te", "కార్లు", "కారు", "plural with -u lost"),
    ("te", "లండన్నుండి", "లండన్", "ablative of a loan"),
    ("te", "రాస్తున్నాడు", "రాశాడు", "present and past of a verb in -yu"),
    ("te", "చదువుతారు", "చదివాడు", "stem vowel -u-, -i-"),
    ("te", "వెళ్తాడు", "వెళ్ళాడు", "irregular future"),
    ("te", "మాట్లాడారు", "మాట్లాడు", "past of a verb in -u"),
    ("te", "ప్రారంభిస్తుంది", "ప్రారంభించాడు", "verb in -incu"),
    ("te", "కాలుస్తాడు", "కాల్చాడు", "verb in -cu with a vowel before -st-"),
    ("te", "భయపడ్డాడు", "భయపడతాడు", "doubled past of padu"),
    ("kn", "ಬೆಂಗಳೂರಿನಲ್ಲಿ", "ಬೆಂಗಳೂರು", "locative, -u gives way to -in-"),
    ("kn", "ಮೈಸೂರಿಗೆ", "ಮೈಸೂರು", "dative, -u gives way to -i-"),
    ("kn", "ದೆಹಲಿಯಲ್ಲಿ", "ದೆಹಲಿ", "locative after -i"),
    ("kn", "ಕೇರಳದ", "ಕೇರಳ", "genitive of a noun in -a"),
    ("kn", "ಕರ್ನಾಟಕದಲ್ಲಿ", "ಕರ್ನಾಟಕ", "locative of a noun in -a"),
    ("kn", f"ಲಂಡನ್{ZWNJ}ನಲ್ಲಿ", "ಲಂಡನ್", "locative of a loan after a joiner"),
    ("kn", "ಅಮೆರಿಕಾದಿಂದ", "ಅಮೆರಿಕಾ", "ablative after -aa"),
    ("kn", "ಗಾಂಧೀಜಿಯವರು", "ಗಾಂಧೀಜಿ", "honorific plural"),
    ("kn", "ರಾಮನಿಗೆ", "ರಾಮ", "dative of a man's name"),
    ("kn", "ಕುವೆಂಪುವಿನ", "ಕುವೆಂಪು", "genitive of a name in -u"),
    ("kn", "ಪುಸ್ತಕಗಳನ್ನು", "ಪುಸ್ತಕ", "accusative plural"),
    ("kn", "ಮನೆಗಳಲ್ಲಿ", "ಮನೆ", "locative plural"),
    ("kn", "ಊರಿನಿಂದ", "ಊರು", "ablative of a noun in -u"),
    ("kn", "ಮಹಿಳೆಯರಿಗೆ", "ಮಹಿಳೆ", "plural of women"),
    ("kn", "ವಿದ್ಯಾರ್ಥಿಗಳು", "ವಿದ್ಯಾರ್ಥಿ", "plural after -i"),
    ("kn", "ಹಾವಿನ", "ಹಾವು", "short noun in -vu"),
    ("kn", "ಮಕ್ಕಳಿಗೆ", "ಮಗು", "plural of its own"),
    ("kn", "ಮಾಡುತ್ತಾನೆ", "ಮಾಡಿದರು", "present and past of a verb in -u"),
    ("kn", "ಬರೆಯುತ್ತಾಳೆ", "ಬರೆದನು", "present and past of a verb in -e"),
    ("kn", "ಕುಡಿಯುತ್ತಾನೆ", "ಕುಡಿದನು", "present and past of a verb in -i"),
    ("kn", "ಬಂದರು", "ಬರುತ್ತಾರೆ", "irregular past"),
    ("kn", "ನಿರ್ಮಿಸಿದರು", "ನಿರ್ಮಿಸಲು", "verb in -isu"),
    ("ml", "ചെന്നൈയിൽ", "ചെന്നൈ", "locative after -ai"),
    ("ml", "കേരളത്തിൽ", "കേരളം", "oblique -att-"),
    ("ml", "കേരള", "കേരളം", "first part of a compound"),
    ("ml", "തിരുവനന്തപുരത്ത്", "തിരുവനന്തപുരം", "locative in -att"),
    ("ml", "കൊച്ചിയിലേക്ക്", "കൊച്ചി", "allative after -i"),
    ("ml", "ലണ്ടനിൽനിന്ന്", "ലണ്ടൻ", "ablative of a noun in a chillu"),
    ("ml", "ലണ്ടൻ", f"ലണ്ടന്{ZWJ}", "chillu and its old encoding"),
    ("ml", "കോട്ടയത്തിൽനിന്ന്", "കോട്ടയം", "ablative of a noun in -am"),
    ("ml", "കോഴിക്കോടിന്റെ", "കോഴിക്കോട്", "genitive of a noun in half -u"),
    ("ml", "രാമന്റെ", "രാമൻ", "genitive of a man's name"),
    ("ml", "രാമൻറെ", "രാമൻ", "the other spelling of the genitive"),
    ("ml", "സീതയുടെ", "സീത", "genitive after -a"),
    ("ml", "നെഹ്റുവിന്റെ", "നെഹ്റു", "name in -u with a glide"),
    ("ml", "അർജുനനോട്", "അർജുനൻ", "sociative"),
    ("ml", "മരങ്ങളിൽ", "മരം", "locative plural"),
    ("ml", "കുട്ടികൾക്ക്", "കുട്ടി", "dative plural"),
    ("ml", "മന്ത്രിമാരുടെ", "മന്ത്രി", "plural of persons"),
    ("ml", "പുഴയും", "പുഴ", "clitic -um"),
    ("ml", "എഴുതിയത്", "എഴുതുന്നു", "past and present"),
    ("ml", "പഠിച്ചു", "പഠിക്കുന്നു", "past in -cc- of a verb in -kk-"),
    ("ml", "അറിഞ്ഞു", "അറിയുക", "past in -nn- of a verb in -y-"),
    ("sa", "रामस्य", "रामः", "genitive and nominative"),
    ("sa", "रामं", "रामम्", "anusvara for final m"),
    ("sa", "सीतायाः", "सीता", "noun in -aa"),
    ("sa", "गङ्गायाम्", "गङ्गा", "locative of a noun in -aa"),
    ("sa", "वाराणस्याम्", "वाराणसी", "locative of a noun in -ii"),
    ("sa", "दिल्ल्याः", "दिल्ली", "genitive of a noun in -ii"),
    ("sa", "भारतेन", "भारतम्", "instrumental"),
    ("sa", "फलानि", "फलम्", "neuter plural"),
    ("sa", "पुष्पाणि", "पुष्पेण", "n is retroflex after r, s"),
    ("sa", "नगरेषु", "नगरात्", "locative plural, ablative"),
    ("sa", "मुनयः", "मुनिः", "-i- is -ay- before a vowel"),
    ("sa", "मुनीनाम्", "मुनिना", "noun in -i"),
    ("sa", "नद्यः", "नदीभिः", "noun in -ii"),
    ("sa", "गुरवः", "गुरुः", "-u- is -av- before a vowel"),
    ("sa", "साधूनाम्", "साधुना", "noun in -u"),
    ("sa", "धेन्वा", "धेनुः", "-u- is -v- before a vowel"),
    ("sa", "हिमालये", "हिमालयः", "noun in -aya"),
    ("sa", "कर्तारम्", "कर्तृभिः", "agent in -tr"),
    ("sa", "मनसा", "मनसि", "noun in -as"),
    ("sa", "जन्मनि", "जन्मना", "noun in -man"),
    ("sa", "ब्राह्मणः", "ब्राह्मणस्य", "no noun in -man"),
    ("sa", "गावः", "गवाम्", "the cow"),
    ("sd", "گهرن", "گهر", "oblique plural"),
    ("sd", "ڪتابن", "ڪتاب", "oblique plural"),
    ("sd", "ڪتابون", "ڪتاب", "plural in -un"),
    ("sd", "ماڻهن", "ماڻه", "oblique plural after -h"),
    ("sd", "ٽوپيون", "ٽوپي", "feminine plural in -yun"),
    ("sd", "ٽوپين", "ٽوپي", "feminine oblique plural"),
    ("sd", "گهوڙا", "گهوڙو", "masculine in -o, plural"),
    ("sd", "دروازا", "دروازو", "masculine in -o, plural"),
    ("sd", "دروازي", "دروازو", "masculine in -o, oblique"),
    ("sd", "لاڙڪاڻي", "لاڙڪاڻو", "city in -o, oblique"),
    ("sd", "موقعي", "موقعو", "masculine in -o after an Arabic letter"),
    ("sd", "شاعرن", "شاعر", "oblique plural of a loan"),
    ("sd", "حيدرآبادي", "حيدرآبادين", "people of a city"),
    ("sd", "پڙهندو", "پڙهڻ", "present participle and infinitive"),
    ("sd", "پڙهيو", "پڙهيون", "past participle"),
    ("sd", "پڙهيائين", "پڙهندي", "past with a pronoun"),
    ("sd", "هليو", "هلندڙ", "past and participle"),
    ("sd", "سکايو", "سکائڻ", "causative"),
    ("sd", "ستارن", "ستارو", "masculine in -o, oblique plural"),
    ("sd", f"ڪ{KASRA}تاب", "ڪتاب", "optional vowel marks"),
    ("sd", f"سنڌ{FATHA}", "سنڌ", "optional vowel marks"),
    ("sd", "ڪجھ", "ڪجه", "two forms of heh"),
]

APART = [
    # language, one, other, why
    ("ta", "இந்தி", "இந்திய", "Hindi, Indian"),
    ("ta", "இந்திய", "இந்த", "Indian, this"),
    ("ta", "ராமன்", "ரமா", "two names"),
    ("ta", "கமலா", "கமல்", "two names"),
    ("ta", "ராஜன்", "ராஜா", "two names"),
    ("ta", "சேலம்", "சேலை", "a city, a sari"),
    ("ta", "தமிழ்", "தமிழ்நாடு", "a language, a state"),
    ("ta", "மலை", "மாலை", "a hill, an evening"),
    ("ta", "அறிக்கை", "அறிந்து", "a report, having known"),
    ("ta", "ஆண்டு", "ஆண்", "a year, a man"),
    ("te", "రాముడు", "రమ", "two names"),
    ("te", "తమిళనాడు", "తమిళను", "a state, a language"),
    ("te", "కృష్ణ", "కృష్ణా", "a name, a river"),
    ("te", "మంచి", "మంచు", "good, snow"),
    ("te", "గిరి", "గురు", "a hill, a teacher"),
    ("te", "ఎక్కాడు", "ఎక్కించాడు", "climbed, made climb"),
    ("te", "అమ్మ", "అమ్మాయి", "a mother, a girl"),
    ("te", "జపాన్", "జపం", "Japan, a prayer"),
    ("te", "అమెరికా", "అమెరికన్", "America, American"),
    ("kn", "ರಾಮ", "ರಾಮು", "two names"),
    ("kn", "ರಾಮ", "ರಮ್ಯ", "two names"),
    ("kn", "ಅಂಜಲಿ", "ಅಂಜು", "two names"),
    ("kn", "ಗುರಿ", "ಗುರು", "a target, a teacher"),
    ("kn", "ತಂದೆ", "ತಂದರು", "a father, they brought"),
    ("kn", "ನಿರ್ಮಾಣ", "ನಿರ್ಮಿಸು", "a building, to build"),
    ("kn", "ನಗರ", "ನಗ", "a town, a jewel"),
    ("kn", "ಜನ", "ಜನನ", "people, birth"),
    ("kn", "ಕನ್ನಡ", "ಕನ್ನಡಿ", "a language, a mirror"),
    ("ml", "രാമൻ", "രമ", "two names"),
    ("ml", "അനിൽ", "അനു", "two names"),
    ("ml", "കോഴിക്കോട്", "കോഴി", "a city, a hen"),
    ("ml", "കത്തി", "കത്ത്", "a knife, a letter"),
    ("ml", "വിശാഖപട്ടണം", "വിശാഖം", "a city, a star"),
    ("ml", "മകൾ", "മകൻ", "a daughter, a son"),
    ("ml", "എത്തുക", "എത്തിക്കുക", "to arrive, to bring"),
    ("ml", "നടക്കുക", "നടത്തുക", "to walk, to conduct"),
    ("ml", "ഇറാൻ", "ഇറ", "Iran, eaves"),
    ("sa", "पुत्रः", "पुत्री", "a son, a daughter"),
    ("sa", "पाण्डुः", "पाण्डवः", "a father, his son"),
    ("sa", "सत्यम्", "सती", "truth, a faithful wife"),
    ("sa", "देवः", "देवी", "a god, a goddess"),
    ("sa", "रामः", "रमा", "two names"),
    ("sa", "वनम्", "वानरः", "a forest, an ape"),
    ("sa", "कविः", "काव्यम्", "a poet, a poem"),
    ("sd", "امن", "امين", "peace, a name"),
    ("sd", "سليم", "سلام", "a name, a greeting"),
    ("sd", "صوف", "صوفي", "wool, a Sufi"),
    ("sd", "محنت", "محنتي", "work, hard-working"),
    ("sd", "ڀارت", "ڀارتي", "India, Indian"),
    ("sd", "پاڪستان", "پاڪ", "Pakistan, pure"),
    ("sd", "جهنگ", "جهنگل", "a district, a forest"),
    ("sd", "سکڻ", "سکائڻ", "to learn, to teach"),
]


@pytest.mark.parametrize(("language", "inflected", "base", "why"), MEET)
def test_forms_of_one_word_meet(language, inflected, base, why):
    assert stem(inflected, language) == stem(base, language), why


@pytest.mark.parametrize(("language", "one", "other", "why"), APART)
def test_two_words_stay_apart(language, one, other, why):
    assert stem(one, language) != stem(other, language), why


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_holds_what_its_examples_say(language):
    examples = [row["example"].split(" -> ") for row in load(f"stem_{language}")]
    assert [pair for pair in examples if stem(pair[0], language) != stem(pair[1], language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_is_its_own_key_and_never_longer(language):
    words = {word for table in (MEET, APART) for name, *pair, _ in table if name == language for word in pair}
    keys = {word: stem(word, language) for word in words}
    assert all(key and stem(key, language) == key and len(key) <= len(word) for word, key in keys.items())


@pytest.mark.skipif(not PAIRS.is_dir(), reason="the pairs of forms are not here")
@pytest.mark.parametrize(
    ("language", "least_f1"), [("ta", 0.65), ("te", 0.85), ("kn", 0.79), ("ml", 0.73), ("sa", 0.85), ("sd", 0.70)]
)
def test_pairs_of_forms_meet_as_they_should(language, least_f1):
    with (PAIRS / f"{language}.pairs.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    met = [len({stem(normalize("NFC", row[form]), language) for form in ("form1", "form2")}) == 1 for row in rows]
    same = [row["same_lemma"] == "1" for row in rows]
    right = sum(m and s for m, s in zip(met, same, strict=True))
    assert right / sum(met) >= 0.93
    assert 2 * right / (sum(met) + sum(same)) >= least_f1

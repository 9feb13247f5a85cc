"""Forms that meet and words that do not, in the Indo-Aryan languages; and the examples that the tables give themselves."""

import re

import pytest

from indicmatch import stem
from indicmatch.tables import load

SAME = [  # language, forms of one word, why
    ("hi", "दिल्ली", "a name without an ending"),
    ("hi", "लड़का लड़के लड़कों", "masculine noun in -ā"),
    ("hi", "लड\u093cका ल\u095cके", "two encodings of one letter"),
    ("hi", "लड़की लड़कियाँ लड़कियां लड़कियों", "feminine noun in -ī, two nasal signs"),
    ("hi", "किताब किताबें किताबों", "feminine noun in a consonant"),
    ("hi", "भाषा भाषाएँ भाषाएं भाषाओं", "feminine noun in -ā"),
    ("hi", "हिन्दू हिंदू हिंदुओं", "homorganic nasal, long and short u"),
    ("hi", "शक्ति शक्तियाँ शक्तियों", "feminine noun in -i"),
    ("hi", "बड़ा बड़ी बड़े", "adjective"),
    ("hi", "दसवाँ दसवीं दसवें", "ordinal"),
    ("hi", "चलना चलता चलती चलते चला चले चली चलो चलिए चलेगा चलेंगे चलकर", "verb"),
    ("hi", "बताना बताता बताया बताई बतायी बताए बताओ बताइए बताकर", "verb with a root in -ā"),
    ("hi", "पढ़ाना पढ़ाता पढ़ाया पढ़ाई पढ़ाए पढ़ाओ", "causative"),
    ("hi", "जाना जाता गया गई गयी गए जाएगा जाओ", "irregular verb"),
    ("hi", "उसने उसको उसका उसकी उससे", "pronoun with its postposition"),
    ("ur", "لڑکا لڑکے لڑکوں لڑکو", "masculine noun in alef"),
    ("ur", "فیصلہ فیصلے فیصلوں", "masculine noun in heh"),
    ("ur", "روٹی روٹیاں روٹیوں", "feminine noun"),
    ("ur", "کتاب کتابیں کتابوں", "feminine noun in a consonant"),
    ("ur", "بھاشا بھاشائیں بھاشاؤں", "feminine noun in alef"),
    ("ur", "چلنا چلتا چلتی چلا چلے چلو چلئیے", "verb"),
    ("ur", "بتانا بتاتا بتایا بتائی", "verb with a root in alef"),
    ("ur", "\u0639\u0631\u0628\u064a \u0639\u0631\u0628\u06cc", "Arabic and Urdu yeh"),
    ("mr", "दिल्ली दिल्लीत दिल्लीला दिल्लीचा दिल्लीहून दिल्लीमध्ये", "a name with case endings"),
    ("mr", "पुणे पुण्यात पुण्याला पुण्याचा", "a name in -e"),
    ("mr", "अमेरिका अमेरिकेत अमेरिकेचा अमेरिकेतील", "a name in -ā"),
    ("mr", "घर घरा घरात घराला घराचे घरांना घरांनी घरातून घराबाहेर", "neuter noun"),
    ("mr", "दौरा दौऱ्यात दौ\u0930\u094d\u200dयात", "the eyelash form of ra, in two encodings"),
    ("mr", "जमीन जमिनी जमिनीत", "a long vowel that inflection shortens"),
    ("mr", "माणूस माणसाला माणसे", "a vowel that inflection drops"),
    ("mr", "चांगला चांगली चांगले चांगल्या", "adjective"),
    ("mr", "करणे करतो करते करतात केला केली केले करून करणार करायला करावे", "verb"),
    ("ne", "घर घरमा घरको घरलाई घरबाट घरहरू घरहरूमा घरसँग", "noun with case and plural"),
    ("ne", "नेपाल नेपालमा नेपालको नेपाललाई", "a name"),
    ("ne", "छोरो छोरा छोराहरू", "noun in -o"),
    ("ne", "गर्छ गर्दै गरेको गरेर गर्यो गर\u094d\u200dयो गर्ने गर्नु गर्थे गरौँ", "verb, the eyelash form of ra"),
    ("ne", "चलाउँछ चलायो चलाएको चलाउने चलाउनु", "causative verb"),
    ("bn", "ঢাকা ঢাকায় ঢাকার ঢাকাতে ঢাকাকে", "a name with case endings"),
    ("bn", "কলকাতা কলকাতায় কলকাতার", "a name"),
    ("bn", "শহর শহরে শহরের শহরটি শহরটির শহরগুলো শহরগুলোতে", "noun with classifier and plural"),
    ("bn", "শিক্ষক শিক্ষকরা শিক্ষকেরা শিক্ষকদের শিক্ষকদেরকে", "personal plural"),
    ("bn", "রং রঙের রঙ্গের", "three spellings of one letter"),
    ("bn", "করা করি করে করছে করেছে করেছিল করবে করতে করলাম", "verb"),
    ("bn", "লেখা লেখে লিখি লিখছে লিখেছে লিখবে", "verb whose vowel changes"),
    ("bn", "রাখা রাখে রাখছে রেখেছে রেখেছিল", "verb whose vowel changes"),
    ("bn", "পাঠানো পাঠায় পাঠাচ্ছে পাঠিয়েছে পাঠাবে", "causative verb"),
    ("bn", "যাওয়া যাই যাচ্ছে গেল গিয়েছে যাবে", "irregular verb"),
    ("bn", "ভবিষ্যৎ ভবিষ্যতে ভবিষ্যতের", "khanda ta before an ending"),
    ("gu", "અમદાવાદ અમદાવાદમાં અમદાવાદનું અમદાવાદથી", "a name with case endings"),
    ("gu", "પુસ્તક પુસ્તકો પુસ્તકોમાં પુસ્તકનું", "noun"),
    ("gu", "ઘોડો ઘોડા ઘોડાઓ ઘોડાને", "masculine noun"),
    ("gu", "છોકરું છોકરાં છોકરાંઓ", "neuter noun"),
    ("gu", "મોટો મોટી મોટું મોટા", "adjective"),
    ("gu", "કરવું કરે કર્યું કરી કરીને કરશે કરતો", "verb"),
    ("pa", "ਮੁੰਡਾ ਮੁੰਡੇ ਮੁੰਡਿਆਂ", "masculine noun"),
    ("pa", "ਕੁੜੀ ਕੁੜੀਆਂ", "feminine noun"),
    ("pa", "ਕਿਤਾਬ ਕਿਤਾਬਾਂ", "feminine noun in a consonant"),
    ("pa", "ਚੰਗਾ ਚੰਗੀ ਚੰਗੇ ਚੰਗੀਆਂ", "adjective"),
    ("pa", "ਕਰਨਾ ਕਰਦਾ ਕਰਦੀ ਕੀਤਾ ਕਰੇਗਾ ਕਰਕੇ", "verb"),
    ("or", "ଓଡ଼ିଶା ଓଡ଼ିଶାର ଓଡ଼ିଶାରେ ଓଡ଼ିଶାକୁ ଓଡ଼ିଶାରୁ", "a name with case endings"),
    ("or", "ଲୋକ ଲୋକମାନେ ଲୋକମାନଙ୍କର ଲୋକମାନଙ୍କୁ", "plural"),
    ("or", "କରିବା କରେ କରନ୍ତି କରୁଛି କରିଛି କରିଥିଲା କଲା", "verb"),
    ("or", "ସମୟ ସମୟରେ ସମଯ", "two spellings of ya"),
    ("as", "গুৱাহাটী গুৱাহাটীত গুৱাহাটীৰ গুৱাহাটীলৈ", "a name with case endings"),
    ("as", "মানুহ মানুহে মানুহৰ মানুহক মানুহবোৰ মানুহবোৰৰ মানুহজন", "noun with classifier and plural"),
    ("as", "কৰা কৰে কৰিছে কৰিছিল কৰিব কৰিবলৈ", "verb"),
    ("kok", "गोंय गोंयचें गोंयचो गोंयांत", "a name with case endings"),
    ("kok", "लोक लोकांक लोकांनी लोकांचे", "noun"),
    ("mai", "भारत भारतक भारतमे भारतसँ", "a name with case endings"),
    ("mai", "करैत करब कएल केलक", "verb"),
    ("bho", "लइका लइकवा", "definite noun"),
    ("bho", "करे करत करेला कइल कइलन", "verb"),
]

APART = [  # language, two words, why
    ("hi", "नाना", "नानी", "grandfather, grandmother"),
    ("hi", "राम", "रमा", "names of a man and a woman"),
    ("hi", "गीता", "गीत", "a name, song"),
    ("hi", "कमला", "कमल", "a name, lotus"),
    ("hi", "तारा", "तार", "star, wire"),
    ("hi", "चारा", "चार", "fodder, four"),
    ("hi", "कमरा", "कमर", "room, waist"),
    ("hi", "पानी", "पान", "water, betel"),
    ("hi", "कविता", "कवि", "poem, poet: -ता only ends a verb"),
    ("hi", "जनता", "जन", "public, person"),
    ("hi", "जापान", "जापानी", "Japan, Japanese"),
    ("hi", "चीन", "चीनी", "China, Chinese"),
    ("hi", "संपूर्ण", "संपूर्णता", "derivation is no inflection"),
    ("hi", "पढ़ना", "पढ़ाना", "read, teach"),
    ("hi", "बोली", "बोलियाँ", "spoke, dialects"),
    ("ur", "نہر", "نہرو", "canal, Nehru"),
    ("ur", "ہند", "ہندو", "India, Hindu"),
    ("ur", "نانا", "نانی", "grandfather, grandmother"),
    ("ur", "پانا", "پانی", "find, water"),
    ("ur", "بچے", "بچنا", "children, escape"),
    ("mr", "नाना", "नानी", "two kin terms"),
    ("mr", "मराठी", "मराठा", "Marathi, Maratha"),
    ("mr", "राम", "रमा", "names of a man and a woman"),
    ("mr", "विकास", "विकणे", "development, sell"),
    ("mr", "राज्य", "राज", "state, rule"),
    ("ne", "नेपाल", "नेपाली", "Nepal, Nepali"),
    ("ne", "भाइ", "भाउ", "brother, price"),
    ("ne", "किन्छ", "किच्छ", "buy, crush: the n is of the root"),
    ("bn", "ঢাকা", "ঢাক", "Dhaka, drum"),
    ("bn", "মান", "মানব", "honour, human"),
    ("bn", "দশ", "দশক", "ten, decade"),
    ("bn", "বাড়ি", "বাড়া", "house, grow"),
    ("bn", "খান", "খেলা", "Khan, play"),
    ("bn", "চীন", "চীনা", "China, Chinese"),
    ("gu", "ગીતા", "ગીત", "a name, song"),
    ("gu", "ભાવના", "ભાવ", "feeling, price"),
    ("gu", "ગુજરાત", "ગુજરાતી", "Gujarat, Gujarati"),
    ("pa", "ਸਿੱਖ", "ਸਿੱਖਿਆ", "Sikh, education"),
    ("pa", "ਪੰਜਾਬ", "ਪੰਜਾਬੀ", "Punjab, Punjabi"),
    ("or", "ସହର", "ସହ", "town, with"),
    ("as", "দশ", "দশক", "ten, decade"),
    ("as", "ভাৰত", "ভাৰ", "India, load"),
    ("mai", "शत", "शतक", "hundred, century"),
    ("bho", "नाना", "नानी", "grandfather, grandmother"),
]

ALONE = [  # language, word: nothing to cut, or too little would be left
    ("hi", "दाना"), ("hi", "में"), ("hi", "कविता"), ("hi", "माता"), ("ur", "شاہ"), ("ne", "नेपाल"), ("bn", "ঢাকা"), ("bn", "থেকে"), ("gu", "માટે"),
]  # fmt: skip

TABLES = [row["language"] for row in load("stem_languages") if row["best"] == "table"]
CODE_POINT = re.compile("U\\+([0-9A-F]{4})")


@pytest.mark.parametrize(("lang", "forms", "why"), SAME, ids=[f"{lang}-{forms.split()[0]}" for lang, forms, _ in SAME])
def test_forms_of_one_word_meet(lang, forms, why):
    keys = {form: stem(form, lang) for form in forms.split()}
    assert len(set(keys.values())) == 1, (why, keys)


@pytest.mark.parametrize(("lang", "a", "b", "why"), APART, ids=[f"{lang}-{a}-{b}" for lang, a, b, _ in APART])
def test_two_words_stay_two(lang, a, b, why):
    assert stem(a, lang) != stem(b, lang), why


@pytest.mark.parametrize(("lang", "word"), ALONE)
def test_a_word_without_an_ending_is_left_alone(lang, word):
    assert stem(word, lang) == word


@pytest.mark.parametrize("lang", TABLES)
def test_the_examples_of_a_table_hold(lang):
    """Every row that says `forms -> base` (or `a, b -> c; d -> e`) is true of the whole table."""
    examples = 0
    for row in load(f"stem_{lang}"):
        for example in CODE_POINT.sub(lambda code: chr(int(code[1], 16)), row["example"]).partition(" (")[0].split(";"):
            forms, arrow, base = example.partition("->")
            bases = [word.strip() for word in re.split("[,،]", base)]
            for at, form in enumerate(word.strip() for word in re.split("[,،]", forms) if arrow):
                examples += 1
                meant = bases[at] if len(bases) > 1 else bases[0]
                assert stem(form, lang) == stem(meant, lang), row
    assert examples > 10

"""The level `encoding` against NFC alone (`unicodedata`, ICU, HF tokenizers) and indic-nlp-library, by language, as ratios within one run.

    python -m benchmarks.normalization [--characters 60000] [--record 300] [--rounds 9] [--text DIRECTORY]

A ratio is the time of the other over ours: above 1 ours is faster. Times are process CPU time, medians over rounds in which all take
turns. The text is the sentences below, or the `*.csv` and `*.tsv` files of a directory (`LANGUAGE_*.csv`), in NFC, cut into records of
about the same length; there is a table for the clean records, for all of them, and for records in each of which something must change.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from indicmatch import IndicMatchError
from indicmatch.normalize import pipeline
from indicmatch.normalize.indicnlp import indicnlp

Normalizer = Callable[[str], str]

SENTENCES = {
    "hi": "भारत का संविधान २६ जनवरी १९५० को लागू हुआ, और डॉ. अम्बेडकर उसकी प्रारूप समिति के अध्यक्ष थे। ज़मीन बड़ी है। ",
    "mr": "महाराष्ट्राची राजधानी मुंबई आहे आणि पुणे हे शिक्षणाचे केंद्र आहे. करणाऱ्या लोकांनी ते केले. ",
    "bn": "কলকাতা থেকে ঢাকার দূরত্ব প্রায় ৩০০ কিলোমিটার, কিন্তু দুই শহরের ভাষা বাংলা। ",
    "pa": "ਪੰਜਾਬ ਦੀ ਰਾਜਧਾਨੀ ਚੰਡੀਗੜ੍ਹ ਹੈ, ਅਤੇ ਅੰਮ੍ਰਿਤਸਰ ਸਭ ਤੋਂ ਵੱਡਾ ਤੀਰਥ ਹੈ। ",
    "gu": "ગુજરાતનું સૌથી મોટું શહેર અમદાવાદ સાબરમતી નદીના કિનારે વસેલું છે. ",
    "or": "ଓଡ଼ିଶାର ରାଜଧାନୀ ଭୁବନେଶ୍ୱର, ଏବଂ ପୁରୀରେ ଜଗନ୍ନାଥଙ୍କ ମନ୍ଦିର ଅଛି। ",
    "ta": "தமிழ்நாட்டின் தலைநகர் சென்னை, 1639-ல் ஒரு சிறிய கோட்டையாகத் தொடங்கியது. ",
    "te": "తెలంగాణ రాష్ట్రం 2014 జూన్ 2న ఏర్పడింది, దాని రాజధాని హైదరాబాద్. ",
    "kn": "ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಬೆಂಗಳೂರು, ಮತ್ತು ಮೈಸೂರು ಅದರ ಸಾಂಸ್ಕೃತಿಕ ಕೇಂದ್ರ. ",
    "ml": "കേരളത്തിന്റെ തലസ്ഥാനം തിരുവനന്തപുരം ആണ്, സംസ്ഥാനം 1956-ൽ രൂപപ്പെട്ടു. ",
    "si": "ශ්\N{ZERO WIDTH JOINER}රී ලංකාවේ අගනුවර ශ්\N{ZERO WIDTH JOINER}රී ජයවර්ධනපුර කෝට්ටේ වේ. ",
    "ur": "پاکستان کا سب سے بڑا شہر کراچی ہے، اور دارالحکومت اسلام آباد ہے۔ ",
    "en": "The answer is Delhi, because the capital moved there from Calcutta in 1911. ",
}
DIRT = " \ufeff"  # what every record of the last column has too much


def records(characters: int, length: int, directory: Path | None = None) -> dict[str, list[str]]:
    """Language -> records of about the same length, in NFC, with single spaces."""
    found = from_files(directory) if directory else SENTENCES
    made = {}
    for lang, text in sorted(found.items()):
        words = unicodedata.normalize("NFC", text * (1 if directory else characters // len(text) + 1))[:characters].split()
        made[lang] = _cut(words, length)
    return made


def _cut(words: list[str], length: int) -> list[str]:
    cut: list[list[str]] = [[]]
    size = 0
    for word in words:
        if size > length:
            cut.append([])
            size = 0
        cut[-1].append(word)
        size += len(word) + 1
    return [" ".join(part) for part in cut if part]


def from_files(directory: Path) -> dict[str, str]:
    """Language (what a file's name begins with) -> the text of its files."""
    found: dict[str, str] = defaultdict(str)
    for path in sorted([*directory.rglob("*.csv"), *directory.rglob("*.tsv")]):
        lang = path.name.replace(".", "_").partition("_")[0]
        if lang in SENTENCES:
            found[lang] += path.read_text(encoding="utf-8", errors="replace") + "\n"
    return found


def seconds(functions: dict[str, Normalizer], texts: list[str], rounds: int) -> dict[str, float]:
    """The median CPU time of each function over all the texts, taking turns."""
    taken: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            start = time.process_time()
            for text in texts:
                function(text)
            taken[name].append(time.process_time() - start)
    return {name: statistics.median(times) for name, times in taken.items()}


def candidates(lang: str) -> dict[str, Normalizer]:
    """What is compared: ours, NFC by three libraries, and indic-nlp-library; each where it is installed and knows the language."""
    found: dict[str, Normalizer] = {"ours": pipeline("encoding", lang), "unicodedata": lambda text: unicodedata.normalize("NFC", text)}
    with contextlib.suppress(IndicMatchError):
        found["indic-nlp"] = indicnlp(lang)
    with contextlib.suppress(ImportError):
        import icu

        found["ICU"] = icu.Normalizer2.getNFCInstance().normalize
    with contextlib.suppress(ImportError):
        from tokenizers import normalizers

        found["HF tokenizers"] = normalizers.NFC().normalize_str
    for function in found.values():
        function(SENTENCES[lang])
    return found


NAMES = ("unicodedata", "ICU", "HF tokenizers", "indic-nlp")


def row(lang: str, texts: list[str], rounds: int) -> list[str]:
    functions = candidates(lang)
    times = seconds(functions, texts, rounds) if texts else {}
    return [lang, str(len(texts)), *(f"{times[name] / times['ours']:.2f}" if name in times else "-" for name in NAMES)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=60_000, help="of text for each language")
    parser.add_argument("--record", type=int, default=300, help="characters of a record")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--text", type=Path, help="a directory with LANGUAGE_*.csv or .tsv files")
    options = parser.parse_args()
    made = records(options.characters, options.record, options.text)
    clean = {lang: [text for text in texts if candidates(lang)["ours"](text) == text] for lang, texts in made.items()}
    dirty = {lang: [text + DIRT for text in texts] for lang, texts in made.items()}
    samples = {"Records that nothing has to be changed in": clean, "All records, in NFC": made, "A change in every record": dirty}
    for title, sample in samples.items():
        print(f"{title}: time of the other over ours\n\n| language | records | {' | '.join(NAMES)} |\n{'|---' * (2 + len(NAMES))}|")
        for lang, texts in sample.items():
            print(f"| {' | '.join(row(lang, texts, options.rounds))} |", flush=True)
        print()


if __name__ == "__main__":
    main()

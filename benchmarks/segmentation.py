"""Grapheme clusters and word segments of indicmatch against those of `regex`, by script, as ratios within one run.

    python -m benchmarks.segmentation [--characters 60000] [--rounds 9] [--text DIRECTORY]

A ratio is the time of `regex` over ours: above 1 ours is faster. Times are process CPU time, medians over rounds in
which both take turns. The text is the sentences below, or the `*.csv` and `*.tsv` files of a directory, by script.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import regex

from indicmatch.unicode import UNICODE_VERSION, dominant_script, graphemes, word_segments

if TYPE_CHECKING:
    from collections.abc import Callable

    Cut = Callable[[str], list[str]]

SENTENCES = {
    "Deva": "भारत का संविधान २६ जनवरी १९५० को लागू हुआ, और डॉ. अम्बेडकर उसकी प्रारूप समिति के अध्यक्ष थे। ",
    "Beng": "কলকাতা থেকে ঢাকার দূরত্ব প্রায় ৩০০ কিলোমিটার, কিন্তু দুই শহরের ভাষা বাংলা। ",
    "Guru": "ਪੰਜਾਬ ਦੀ ਰਾਜਧਾਨੀ ਚੰਡੀਗੜ੍ਹ ਹੈ, ਅਤੇ ਅੰਮ੍ਰਿਤਸਰ ਸਭ ਤੋਂ ਵੱਡਾ ਤੀਰਥ ਹੈ। ",
    "Gujr": "ગુજરાતનું સૌથી મોટું શહેર અમદાવાદ સાબરમતી નદીના કિનારે વસેલું છે. ",
    "Orya": "ଓଡ଼ିଶାର ରାଜଧାନୀ ଭୁବନେଶ୍ୱର, ଏବଂ ପୁରୀରେ ଜଗନ୍ନାଥଙ୍କ ମନ୍ଦିର ଅଛି। ",
    "Taml": "தமிழ்நாட்டின் தலைநகர் சென்னை, 1639-ல் ஒரு சிறிய கோட்டையாகத் தொடங்கியது. ",
    "Telu": "తెలంగాణ రాష్ట్రం 2014 జూన్ 2న ఏర్పడింది, దాని రాజధాని హైదరాబాద్. ",
    "Knda": "ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಬೆಂಗಳೂರು, ಮತ್ತು ಮೈಸೂರು ಅದರ ಸಾಂಸ್ಕೃತಿಕ ಕೇಂದ್ರ. ",
    "Mlym": "കേരളത്തിന്റെ തലസ്ഥാനം തിരുവനന്തപുരം ആണ്, സംസ്ഥാനം 1956-ൽ രൂപപ്പെട്ടു. ",
    "Sinh": "ශ්\N{ZERO WIDTH JOINER}රී ලංකාවේ අගනුවර ශ්\N{ZERO WIDTH JOINER}රී ජයවර්ධනපුර කෝට්ටේ වේ. ",
    "Arab": "پاکستان کا سب سے بڑا شہر کراچی ہے، اور دارالحکومت اسلام آباد ہے۔ ",
    "Mtei": "ꯏꯝꯐꯥꯜ ꯑꯁꯤ ꯃꯅꯤꯄꯨꯔꯒꯤ ꯀꯣꯅꯨꯡꯅꯤ꯫ ",
    "Olck": "ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ ᱫᱚ ᱚᱞ ᱪᱤᱠᱤ ᱛᱮ ᱚᱞᱚᱜ ᱠᱟᱱᱟ᱾ ",
    "Latn": "The answer is Delhi, because the capital moved there from Calcutta in 1911. ",
}
EMOJI = "\U0001f44d\U0001f3fd "  # thumbs up, with a skin tone
CHAKMA = {0x915 + at: 0x11107 + at for at in range(30)} | {0x94D: 0x11133}  # Devanagari consonants, virama -> Chakma


def candidates() -> dict[str, tuple[Cut, Cut]]:
    """What is cut -> (ours, theirs); for words in the quickest of the ways in which `regex` can be asked."""
    return {
        "graphemes": (graphemes, regex.compile(r"\X").findall),
        "words": (word_segments, regex.compile(r"(?V1ws).+?\b").findall),
    }


def texts(characters: int, directory: Path | None = None) -> dict[str, str]:
    """Script -> text of about that many characters; beside the scripts, emoji in Hindi and letters above U+FFFF."""
    found = from_files(directory) if directory else SENTENCES
    made = {code: (text * (characters // len(text) + 1))[:characters] for code, text in sorted(found.items())}
    if "Deva" in made:
        made["Deva with emoji"] = made["Deva"].replace(". ", "." + EMOJI).replace("। ", "।" + EMOJI)
        made["above U+FFFF"] = made["Deva"].translate(CHAKMA)
    return made


def from_files(directory: Path) -> dict[str, str]:
    by_script: dict[str, list[str]] = defaultdict(list)
    for path in sorted((*directory.rglob("*.csv"), *directory.rglob("*.tsv"))):
        text = path.read_text(encoding="utf-8")
        by_script[dominant_script(text) or "none"].append(text)
    return {code: "".join(parts) for code, parts in by_script.items()}


def check(characters: int = 300) -> None:
    """Ours and theirs cut the same text alike, where the installed `regex` follows the same rules."""
    for code, text in texts(characters).items():
        for what, (ours, theirs) in candidates().items():
            assert "".join(ours(text)) == text, (what, code)
            assert ours(text) == theirs(text) or (what == "words" and not follows_word_rules()), (what, code)


def follows_word_rules() -> bool:
    """Whether this `regex` follows WB6, which releases before 2026.11.18 do not."""
    return candidates()["words"][1]("डॉ.शर्मा") == ["डॉ.शर्मा"]


def ratio(text: str, ours: Cut, theirs: Cut, rounds: int) -> float:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for function, taken in zip((ours, theirs), times, strict=True):
            start = time.process_time()
            function(text)
            taken.append(time.process_time() - start)
    return statistics.median(times[1]) / statistics.median(times[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--text", type=Path)
    options = parser.parse_args()
    check()
    print(f"Unicode {UNICODE_VERSION}, regex {regex.__version__}; time of regex / time of indicmatch")
    print(f"{'':18}" + "".join(f"{what:>12}" for what in candidates()))
    for code, text in texts(options.characters, options.text).items():
        ratios = [ratio(text, ours, theirs, options.rounds) for ours, theirs in candidates().values()]
        print(f"{code:18}" + "".join(f"{value:12.2f}" for value in ratios))


if __name__ == "__main__":
    main()

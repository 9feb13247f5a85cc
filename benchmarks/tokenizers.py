"""Tokenizers, as ratios within one run: ours against `str.split`, `regex`, indic-nlp-library and ICU on the responses of the corpus.

    python -m benchmarks.tokenizers [--texts 2000] [--rounds 7]

A ratio is the time of the other over that of the tokenizer `words`: above 1 `words` is faster.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time
from collections.abc import Callable

import regex

from benchmarks import corpus
from indicmatch.tokenize import tokenizer
from indicmatch.tokenize.words import _words_with_care

Cut = Callable[[str], object]


def texts(count: int) -> list[str]:
    """The first responses of the corpus that hold anything."""
    return [row[3] for row in corpus.pool() if row[3].strip()][:count]


def candidates() -> dict[str, Cut]:
    """Name -> tokenizer; `words` is ours."""
    from indicnlp.tokenize.indic_tokenize import trivial_tokenize

    found: dict[str, Cut] = {
        "words": tokenizer("words"),
        "str.split": str.split,
        "uax29": tokenizer("uax29"),
        "regex, words": regex.compile(r"(?V1w).+?\b", regex.DOTALL).findall,
        "regex, letters and marks": regex.compile(r"[\p{L}\p{M}\p{N}\u200c\u200d]+").findall,
        "indic-nlp-library": lambda text: trivial_tokenize(text, "hi"),
    }
    with contextlib.suppress(ImportError):
        found["ICU, words"] = icu_words()
    return found


def icu_words() -> Cut:
    """The words of ICU's break iterator, without what it says is none."""
    import icu

    breaks = icu.BreakIterator.createWordInstance(icu.Locale("hi"))

    def cut(text: str) -> list[tuple[int, int]]:
        breaks.setText(text)
        found, start = [], 0
        for end in breaks:
            if breaks.getRuleStatus():
                found.append((start, end))
            start = end
        return found

    return cut


def check(count: int = 200) -> None:
    """The quick way to words gives what its definition gives."""
    quick = tokenizer("words")
    for text in texts(count):
        assert quick(text) == _words_with_care(text), text


def table(count: int, rounds: int) -> list[str]:
    """The ratios."""
    given = texts(count)
    taken: dict[str, list[float]] = {name: [] for name in candidates()}
    for _ in range(rounds):
        for name, cut in candidates().items():
            start = time.process_time()
            for text in given:
                cut(text)
            taken[name].append(time.process_time() - start)
    ratios = {name: [its / ours for its, ours in zip(times, taken["words"], strict=True)] for name, times in taken.items()}
    rows = [f"| {name} | {statistics.median(r):.2f} ({min(r):.2f} to {max(r):.2f}) |" for name, r in ratios.items() if name != "words"]
    return ["| other | time of the other / time of `words` |", "|---|---|", *rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    check()
    print(*table(options.texts, options.rounds), sep="\n")


if __name__ == "__main__":
    main()

"""The quick ways against the slow obvious ones, on millions of random pairs: more than Hypothesis can draw, and the same in every run."""

import random
import string
from collections.abc import Iterator
from functools import cache

import pytest

from indicmatch import RAW, Analyzer
from indicmatch.analyze import Text
from indicmatch.normalize import pipeline
from indicmatch.tokenize import parts, tokenizer
from indicmatch.tokenize.finding import in_both, in_raw_words, in_words
from indicmatch.tokenize.golden import golden_of
from tests.strategies import LANGUAGES, members

PIECES = [
    *"ab1 9G", *".,'\"-:_|*(){}?", " ", " ", " ", "\n", "\x1c", "\u00a0", "\u200b", "\u200d", "\u2019", "\u2018", "\u02bc", "\u2014", "\u0915", "\u0916", "\u093f",
    "\u094d", "\u0964", "\u0967", "\u0995", "\u09cb", "\u0b95", "\u0bcd", "\u06c1", "\u060c", "\u06d4", "\u70ba", "e\u0301", "\U00011107", "3.14", "new", "\u0928\u0926\u0940",
]  # fmt: skip
WORDS = tokenizer("words")
COUNT, CHUNKS = 250_000, range(8)


def pairs(seed: str, count: int) -> Iterator[tuple[str, str]]:
    """(text, answer): the answer is often a piece of the text, so that its words stand in it, whole or cut."""
    draw = random.Random(seed)
    for _ in range(count):
        text = "".join(draw.choices(PIECES, k=draw.randrange(1, 24)))
        if draw.random() < 0.6:
            start = draw.randrange(len(text))
            answer = text[start : start + draw.randrange(1, 8)]
        else:
            answer = "".join(draw.choices(PIECES, k=draw.randrange(1, 6)))
        if draw.random() < 0.5:
            text += draw.choice([" ", ".", ", ", "\u0964", ""]) + answer + draw.choice([" ", ". ", "\u0964", "\u0916", ""])
        yield text.lower(), answer.lower()


def raw_words(text: str) -> set[str]:
    return {word for word in (token.strip(string.punctuation) for token in text.split()) if word}


@cache
def parts_of(word: str) -> tuple[str, ...]:
    return parts(word)


def found_words(text: str) -> set[str]:
    whole = {text[start:end] for start, end in WORDS(text)}
    return whole.union(*map(parts_of, whole))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_two_million_pairs_are_found_as_the_sets_say(chunk):
    answered = undecided = 0
    for text, answer in pairs(f"finding {chunk}", COUNT):
        golden = golden_of(answer, "words")
        words = {answer[start:end] for start, end in WORDS(answer)}
        assert (golden.raw, golden.words) == (raw_words(answer), words), answer
        expected = len(words & found_words(text)), len(golden.raw & raw_words(text))
        inside, raw = in_words(text, words), in_raw_words(text, golden.raw)
        both = in_both(text, golden)
        for found, right in ((inside, expected[0]), (both[1], expected[0]), (raw, expected[1]), (both[0], expected[1])):
            assert found in (right, None), (text, answer)
            answered, undecided = answered + (found is not None), undecided + (found is None)
    assert answered > 10 * undecided  # most need no cutting, or nothing was tested


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_cutting_a_text_gives_the_same_where_a_word_cannot_be_looked_for(chunk):
    analyzer = Analyzer("nfc")
    for text, answer in pairs(f"cutting {chunk}", COUNT // 25):
        for how, words, found in ((analyzer, golden_of(answer, "words").words, found_words(text)), (RAW, golden_of(answer, "raw").raw, raw_words(text))):
            assert Text(text, text, how, text).count_words(words) == len(words & found), (text, answer)


def texts(script: str, lang: str | None, count: int) -> Iterator[str]:
    """Words of a script, some of them with what a step changes, between spaces of every kind and what only looks like one."""
    draw = random.Random(f"words {script} {lang}")
    inside = [*members(script)[:400], *"ab1.'", "\u200c", "\u200d", "\u0301", "\u00ad", "\u200b", "\ufe0f", "\u0651", "\u093c"]
    between = [" ", " ", " ", "  ", "\n", "\u00a0", "\u2003", "\u200b", "\x1c", " \u200d ", "\ufeff ", " \u200b ", "\u2028", "\u180e"]
    for _ in range(count):
        words = ["".join(draw.choices(inside, k=draw.randrange(1, 6))) for _ in range(draw.randrange(1, 6))]
        yield "".join(word + draw.choice(between) for word in words)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["nfc", "clean", "encoding"])
@pytest.mark.parametrize(("script", "lang"), [*LANGUAGES.items(), ("Arab", "sd"), ("Arab", None), ("Mong", None), ("Hang", None)])
def test_a_text_is_normalised_as_its_words_are(script, lang, level):
    run = pipeline(level, lang)
    for text in texts(script, lang, 4_000):
        *_, slow = text, *(after for _, _, after in run.trace(text))
        assert run(text) == slow, [f"{ord(c):04X}" for c in text]


def test_white_space_is_that_of_unicode_and_four_separators():
    """What `str.strip` and `str.isspace` take for white space, and the step `space` does not."""
    space = pipeline("space")
    unlike = [c for c in map(chr, range(0x110000)) if c.isspace() != (space(f"a{c}b") == "a b")]
    assert unlike == ["\x1c", "\x1d", "\x1e", "\x1f"]

"""The quick way to a row's result gives what the metrics' public functions give, on plain, odd and hostile texts."""

import random
import string
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import RAW, Analyzer, exact_substring, word_overlap
from indicmatch.score import Plan
from indicmatch.score.quick import QuickRows
from indicmatch.score.scorer import FileScorer

PIECES = [
    *"ab1 \n.,'\"-:_|*(){}?9G\x1c\u00a0\u2003\u200b\u200c\u200d\ufeff\u2019\u2018\u02bc\u2014\u2026", "  ", "\u0958", "\u0915", "\u093c", "\u0916", "\u093f", "\u094d", "\u0964",
    "\u0967", "\u0995", "\u09cb", "\u09c7\u09be", "\u0b95", "\u0bcd", "\u0d28\u0d4d\u200d", "\u0d7b", "\u06c1", "\u0647", "\u060c", "\u06d4", "\u0130", "\u03a3", "\u212a", "\U00011107", "\u70ba", "e\u0301",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
METRICS = {"exact_substring": exact_substring, "word_overlap": word_overlap}


def the_protocol(answer, response):
    """The two definitions themselves."""

    def words(text):
        return {word for word in (token.strip(string.punctuation) for token in text.lower().split()) if word}

    golden, found = words(answer), words(response)
    blank = not response.strip()
    return not blank and answer.lower() in response.lower(), not blank and golden <= found, 0 if blank else len(golden & found), len(golden)


def slow(plan, lang, answer, response):
    """Every metric under every variant by its public function, and for each flip every rung from raw on."""
    marks, steps = [], []
    for name in plan.metrics:
        judged = partial(METRICS[name], response, answer)
        verdicts = [judged(variant.analyzer) for variant in plan.variants(lang)]
        marks.append(tuple((v.passed, v.value, v.matched, v.total) for v in verdicts))
        flips = [
            next((rung for rung, analyzer in variant.rungs if judged(analyzer).passed != verdicts[0].passed), None)
            if verdict.passed != verdicts[0].passed else None
            for verdict, variant in zip(verdicts[1:], plan.variants(lang)[1:], strict=True)
        ]  # fmt: skip
        steps.append(tuple(flips))
    return tuple(marks), tuple(steps)


PLANS = {
    "raw": Plan(("raw",)), "nfc": Plan(("raw", "nfc")), "encoding": Plan(("raw", "encoding")), "both": Plan(("raw", "nfc", "encoding")),
    "no space": Plan(("raw", "encoding-space")), "raw tokenizer": Plan(("raw", "encoding"), tokenizer="raw"),
    "one metric": Plan(("raw", "layout"), ("word_overlap",)), "the other": Plan(("raw", "nfc"), ("exact_substring",)),
}  # fmt: skip
SCORERS = {(name, lang): FileScorer(plan, lang) for name, plan in PLANS.items() for lang in (None, "hi", "ur")}


def result_of(scorer, references, response):
    return next(scorer.results([references], [response]))


def check(name, lang, answer, response):
    scorer = SCORERS[name, lang]
    result = result_of(scorer, (answer,), response)
    assert (result.marks, result.steps) == slow(scorer.plan, lang, answer, response), (answer, response)
    assert result.blank_response == (not response.strip())
    if scorer.plan.metrics == ("exact_substring", "word_overlap"):
        (exact, *_), (overlap, *_) = result.marks
        assert (exact[0], *[overlap[at] for at in (0, 2, 3)]) == the_protocol(answer, response)


@pytest.mark.filterwarnings("ignore:an empty reference")
@pytest.mark.parametrize("lang", [None, "hi", "ur"])
@pytest.mark.parametrize("name", PLANS)
@given(answer=TEXT, left=TEXT, right=TEXT, around=st.sampled_from([None, "", " ", "\n", "\u00a0", ".", ", "]))
@settings(max_examples=160, deadline=None)
def test_a_result_is_that_of_the_public_functions(name, lang, answer, left, right, around):
    check(name, lang, answer, left if around is None else f"{left} {answer}{around}{right}" if around else f"{left}{answer}{right}")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:an empty reference")
@pytest.mark.parametrize("name", ["encoding", "both"])
def test_many_random_pairs(name):
    generator = random.Random(1)
    words = ["".join(generator.choices(PIECES, k=generator.randint(1, 4))) for _ in range(400)]
    for _ in range(15_000):
        answer = " ".join(generator.choices(words, k=generator.randint(1, 3)))
        response = generator.choice([" ", " ", "", "\n", ". "]).join(generator.choices([answer, *answer.split(), *generator.choices(words, k=4)], k=generator.randint(1, 6)))
        check(name, "hi", answer, response)


HOSTILE = {
    "one letter": "a" * 1_000_000, "words alike": "aa " * 300_000, "full stops": "a." * 300_000, "commas": "xa, " * 200_000, "marks": "\u0915\u093e" * 500_000,
    "apostrophes": "a'" * 300_000, "quotations": "\u2018a\u2019b a'a " * 60_000, "words unlike": " ".join(f"\u0915{n}\u0958-x" for n in range(60_000)),
}  # fmt: skip
ANSWERS = {
    "a": "a", "a a": "a a", "\u0915": "\u0915", "two": "\u0915\u093e xa", "a'a": "a'a",
    "many words": " ".join(f"a{n}" for n in range(2_000)), "many words, found": " ".join(f"\u0915{n}" for n in range(2_000)),
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("answer", ANSWERS)
def test_hostile_texts_take_linear_time(text, answer):
    scorer = SCORERS["nfc", None]
    assert result_of(scorer, (ANSWERS[answer],), HOSTILE[text]).marks[0][0][0] == (ANSWERS[answer] in HOSTILE[text])


def test_rows_alike_share_one_result():
    scorer = FileScorer(PLANS["encoding"], "hi")
    one, two = result_of(scorer, ("Delhi",), "It is Delhi"), result_of(scorer, ("Agra",), "Agra it is")
    assert one is two
    assert result_of(scorer, ("Delhi",), "It is Delhi").scores == (1, 1, 1, 1, 0, 0)


@pytest.mark.parametrize(
    ("label", "answer", "response", "marks", "steps"),
    [
        ("between spaces", "\u0915 b", "x \u0915 b y\u0958", "11/11", ""),
        ("a full stop behind it", "\u0915", "\u0915. \u0958", "11/11", ""),
        ("glued to a danda", "\u0915", "\u0915\u0964", "11/01", "words"),
        ("glued to another word", "\u0915", "\u0915\u0916", "11/00", ""),
        ("with a mark behind it", "\u0915", "\u0915\u093c", "11/00", ""),
        ("another case", "Delhi b", "in DELHI B", "11/11", ""),
        ("a capital that is two letters in lower case", "b", "\u0130 b", "11/11", ""),
        ("an apostrophe that closes a quotation", "b'\u0915", "'a b'\u0915", "11/10", "words"),
        ("only the words differ, in both", "\u0958", "\u0915\u093c\u0964", "01/01", "nfc nfc"),
    ],
)
def test_where_an_answer_stands(label, answer, response, marks, steps):
    scorer = SCORERS["encoding", "hi"]
    for _ in range(2):  # the second time the answer and the result are known
        check("encoding", "hi", answer, response)
        result = result_of(scorer, (answer,), response)
        assert "/".join("".join(str(int(mark[0])) for mark in row) for row in result.marks) == marks
        assert " ".join(filter(None, (step for row in result.steps for step in row))) == steps


def test_several_references_go_the_general_way():
    scorer = FileScorer(PLANS["encoding"], "hi")
    result = result_of(scorer, ("Agra", "Delhi"), "it is Delhi\u0964")
    assert [mark[0] for mark in result.marks[0]] == [True, True]
    assert [mark[0] for mark in result.marks[1]] == [False, True]
    assert result.steps == ((None,), ("words",))


@pytest.mark.parametrize("plan", [Plan(("raw",), ("token_f1",)), Plan(extract="last-line"), Plan(tokenizer="uax29"), Plan(stem="skip")])
def test_other_plans_go_the_general_way(plan):
    assert not QuickRows.can(plan)


def test_the_definitions_are_those_of_raw():
    assert word_overlap("x", "x", RAW).passed
    assert word_overlap("x\u0964", "x", Analyzer("nfc")).passed

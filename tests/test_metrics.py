"""Metrics: the rules that hold for all of them, and each one's own table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import RAW, Analyzer, BadInput, UnknownName, contains_all, contains_any, normalize, number_match, score_files, word_overlap
from indicmatch.errors import IndicMatchWarning
from indicmatch.metrics import METRICS
from indicmatch.metrics._boundary import in_word, whole_words
from indicmatch.metrics._expression import parse_metric
from indicmatch.metrics.number_match import numbers
from indicmatch.metrics.regex import regex
from indicmatch.metrics.word_sequence import word_sequence

NFC = Analyzer("nfc")
TEXT = st.text(st.sampled_from("ab \u0915\u093c\u0958\u093f\u094d\u0964.,1\u0967-'\u2019\u200d\u0130"), max_size=16)
PLAIN = [name for name in METRICS if name not in ("regex", "json_field")]


def judged(name, response, references, analyzer=NFC):
    return METRICS[name].judge(analyzer.response(response), [analyzer.text(reference) for reference in references])


@pytest.mark.parametrize("name", PLAIN)
@given(response=TEXT, reference=TEXT)
def test_a_value_is_a_share_and_a_blank_response_is_never_right(name, response, reference):
    verdict = judged(name, response, [reference])
    assert verdict.value is None or 0 <= verdict.value <= 1
    assert verdict.total is None or 0 <= verdict.matched <= verdict.total
    assert bool(verdict) is (verdict.passed is True)
    assert not judged(name, " \u00a0", [reference])


@pytest.mark.parametrize("name", [name for name in PLAIN if name != "contains_all"])
@given(response=TEXT, references=st.lists(TEXT, min_size=1, max_size=3), more=TEXT)
def test_one_more_reference_never_makes_a_right_answer_wrong(name, response, references, more):
    if judged(name, response, references):
        assert judged(name, response, [*references, more])


@pytest.mark.parametrize("name", PLAIN)
@given(response=TEXT, reference=TEXT)
def test_canonically_equal_sides_get_one_verdict_from_nfc_up(name, response, reference):
    from unicodedata import normalize as form

    verdicts = {judged(name, form(a, response), [form(b, reference)]).passed for a in ("NFC", "NFD") for b in ("NFC", "NFD")}
    if normalize(reference, "nfc"):  # a reference that the level empties is compared raw
        assert len(verdicts) == 1


@given(TEXT, TEXT.filter(bool))
def test_contains_word_agrees_with_looking_at_every_place(text, word):
    slow = [
        at for at in range(len(text) - len(word) + 1)
        if text[at : at + len(word)] == word
        and not (at > 0 and in_word(text[at - 1]))
        and not (at + len(word) < len(text) and in_word(text[at + len(word)]))
    ]  # fmt: skip
    assert list(whole_words(text, word)) == slow


SPANS = [  # metric, response, reference, analyzer, the matched text of the original response
    ("exact_substring", "The answer is Ruru Jataka.", "ruru jataka", RAW, "Ruru Jataka"),
    ("exact_substring", "\u00a0\u00a0\u0909\u0924\u094d\u0924\u0930  \u0958\u0932\u092e\u0964", "\u0915\u093c\u0932\u092e", NFC, "\u0958\u0932\u092e"),
    ("exact_substring", "\u0130 Delhi", "delhi", RAW, "Delhi"),
    ("contains_word", "concatenate the  Cat", "the cat", NFC, "the  Cat"),
    ("contains", "new\ufeffdelhi", "newdelhi", Analyzer("clean"), "new\ufeffdelhi"),
    ("exact_substring", "<think>Delhi?</think> Delhi", "delhi", Analyzer("nfc", extract="after-think"), "Delhi"),
    ("exact_match", " Delhi\n", "Delhi", RAW, "Delhi"),
    ("starts_with", "\n Yes, it is", "yes", RAW, "Yes"),
    ("ends_with", "It is B ", "b", RAW, "B"),
    ("word_sequence", "in the Narmada\n valley.", "narmada valley", NFC, "Narmada\n valley"),
    ("regex", "in 1947, yes", "19\\d\\d", RAW, "1947"),
]


EXTRACTED = [("boxed", "\\boxed{5} so x is 5", 7), ("answer-tag", "<answer>5</answer>. 5 it is", 8), ("last-line", "5\n5", 2), ("json:a", '{"a":"5"} 5', 6)]


@pytest.mark.parametrize(("how", "response", "start"), EXTRACTED)
def test_the_span_is_in_the_part_that_was_extracted(how, response, start):
    assert METRICS["exact_substring"](response, "5", Analyzer("nfc", extract=how)).span == (start, start + 1)



@pytest.mark.parametrize(("metric", "response", "reference", "analyzer", "matched"), SPANS)
def test_the_span_is_a_place_in_the_original_response(metric, response, reference, analyzer, matched):
    start, end = METRICS[metric](response, reference, analyzer).span
    assert response[start:end] == matched


ZWSP, DANDA = "\N{ZERO WIDTH SPACE}", "\N{DEVANAGARI DANDA}"
BLANKED = [  # what, metric, answer, response, right under raw, right at `clean`
    ("an empty answer, a response that clean leaves blank", "exact_substring", "", ZWSP, True, False),
    ("the same by words", "word_overlap", "", ZWSP, True, False),
    ("no words in the answer", "word_overlap", "'", ZWSP, True, False),
    ("no words in the answer, a response that stays", "word_overlap", "'", f"x{ZWSP}", True, True),
    ("an answer that clean empties: its verdict is raw's", "exact_substring", ZWSP, ZWSP, True, True),
    ("another, by words", "word_overlap", DANDA, ZWSP, False, False),
    ("a response that is blank already", "exact_substring", "", " ", False, False),
]


@pytest.mark.parametrize(("what", "metric", "answer", "response", "raw", "clean"), BLANKED)
@pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")
def test_a_response_that_a_level_leaves_blank_is_wrong(what, metric, answer, response, raw, clean):
    """By the metric, and by a run's quick way."""
    assert judged(metric, response, [answer], RAW).passed is raw
    assert judged(metric, response, [answer], Analyzer("clean")).passed is clean
    rows = [{"answer": answer, "response": response}, {"answer": "x", "response": "x"}]
    figures = score_files(rows, levels=["clean"]).to_dict()["combined"]["metrics"][metric]
    assert (figures["raw"]["correct"], figures["clean"]["correct"]) == (1 + raw, 1 + clean)


def test_a_level_that_empties_an_answer_rescues_nothing():
    danda = "\u0964"
    assert word_overlap("\u0917\u0902\u0917\u093e" + danda, danda, RAW).passed is False
    assert word_overlap("\u0917\u0902\u0917\u093e" + danda, danda, NFC).passed is False
    assert judged("exact_substring", "ab", [" "]).passed is False
    assert judged("exact_substring", "a b", [" "]).passed is True


PARTS_FOUND = [
    ("2014-\u0d7d \u0d06\u0d23\u0d4d", "2014", True),
    ("\u0968\u0966\u0935\u0940\u0902 \u0938\u0926\u0940", "\u0968\u0966", True),
    ("AIIMS\u092e\u0947\u0902", "aiims", True),
    ("3.14", "14", False),
    ("10:30", "30", False),
    ("G20", "20", False),
    ("1,00,000", "000", False),
]


@pytest.mark.parametrize(("response", "reference", "right"), PARTS_FOUND)
def test_a_reference_word_may_be_a_part_of_a_response_word(response, reference, right):
    assert bool(word_overlap(response, reference, NFC)) is right


NUMBERS = [
    ("\u0967,\u0966\u0966,\u0966\u0966\u0966", ["100000"]),
    ("1,234,567", ["1234567"]),
    ("12,34,567", ["1234567"]),
    ("1,23", []),
    ("3.14", ["3.14"]),
    ("-5", ["-5"]),
    ("1947-48", ["1947", "48"]),
    ("15/08/1947", ["15", "8", "1947"]),
    ("192.168.1.1", []),
    ("2.5 \u0932\u093e\u0916", ["250000"]),
    ("\u0e53", ["3"]),
    ("\u0661\u066b\u0665", ["1.5"]),
    ("\u09ea \u0995\u09cb\u099f\u09bf\u09b0", ["40000000"]),
    ("\u00bd", []),
    ("5 million people", ["5000000"]),
    ("10:30", ["10", "30"]),
    ("\u0930\u0941.500 \u0939\u0948", ["500"]),
    ("Rs.500", ["500"]),
    ("\u0926\u093f\u0932\u094d\u0932\u0940,1947", ["1947"]),
    ("...1947", ["1947"]),
    ("5 \u0932\u0915\u094d\u0937\u094d\u092f", ["5"]),
    ("3 \u0915\u0930\u094b\u0921\u093c\u092a\u0924\u093f", ["3"]),
    ("2 \u0932\u093e\u0916\u094b\u0902", ["200000"]),
]


@pytest.mark.parametrize(("text", "values"), NUMBERS)
def test_numbers_by_value(text, values):
    from decimal import Decimal

    assert [number.value for number in numbers(text)] == [Decimal(value) for value in values]


NUMBER_VERDICTS = [
    ("60%", "60%", True),
    ("60", "60%", False),
    ("60%", "60", True),
    ("\u20b9500", "500", True),
    ("327", "27", False),
    ("1 and 2", "2, 1", True),
    ("none", "none", None),
    ("60 \u092a\u094d\u0930\u0924\u093f\u0936\u0924", "60%", True),
    ("60 percent", "60%", True),
    ("", "none", None),
    ("", "60", False),
]


@pytest.mark.parametrize(("response", "reference", "passed"), NUMBER_VERDICTS)
def test_number_match(response, reference, passed):
    assert number_match(response, reference).passed is passed


def test_a_reference_that_cannot_be_decided_takes_nothing_from_one_that_can():
    assert number_match("1950", ["none", "1947"]).passed is number_match("1950", ["1947", "none"]).passed is False
    assert judged_expression("token_f1>=0.5", "a", [" ", "x"]).passed is False


def test_a_threshold_holds_for_metrics_that_combine_their_references():
    assert parse_metric("contains_all>=0.5")("Tokyo", ["Tokyo", "Osaka"]).passed is True
    assert parse_metric("contains_all>=0.6")("Tokyo", ["Tokyo", "Osaka"]).passed is False


def test_values_that_are_no_text():
    assert word_overlap(float("nan"), "a").passed is False  # what a data frame has for a blank
    for call in (lambda: word_overlap(5, "a"), lambda: word_overlap("a", None), lambda: word_overlap("a", "a", "nfc"), lambda: contains_all("x", None)):
        with pytest.raises(BadInput):
            call()


def test_analyzers_are_pickled_by_their_names_even_after_use():
    import pickle

    analyzer = Analyzer("encoding", stemmer="auto", lang="hi")
    assert analyzer.text("\u0932\u0921\u093c\u0915\u0947").words
    assert pickle.loads(pickle.dumps(analyzer)) == analyzer


def test_word_sequence_wants_the_words_together_and_in_order():
    assert word_sequence("Narmada   valley.", "narmada valley", NFC)
    assert not word_sequence("valley Narmada", "Narmada valley", NFC)
    assert not word_sequence("Narmadax valley", "Narmada valley", NFC)
    assert word_sequence("in 1788-\u0d7d it", "in 1788", NFC)


@pytest.mark.parametrize("grader", [contains_any, contains_all])
def test_a_plain_string_is_no_list(grader):
    with pytest.raises(BadInput, match="takes a list of references, not the string 'juba'"):
        grader("Juba", "juba")


def test_bad_references_are_refused():
    with pytest.raises(BadInput, match="list of references is empty"):
        word_overlap("a", [])
    with pytest.raises(BadInput, match="must be text, not int"):
        word_overlap("a", [1])  # type: ignore[list-item]
    with pytest.warns(IndicMatchWarning, match="empty reference"):
        assert word_overlap("a", "")


def test_regex_patterns_that_cannot_be_used():
    with pytest.raises(BadInput, match="position 1"):
        regex("a", "(")
    with pytest.warns(IndicMatchWarning, match="not scored"):
        assert regex("a" * 60 + "b", "(a|aa)+c").passed is None


EXPRESSIONS = [
    ("token_f1>=0.8", "token_f1>=0.8"),
    (" word_overlap ", "word_overlap"),
    ("json_field:choices[0].text", "json_field:choices[0].text"),
]


@pytest.mark.parametrize(("text", "name"), EXPRESSIONS)
def test_metric_expressions(text, name):
    assert parse_metric(text).name == name


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("word_overlapp", UnknownName, "Did you mean 'word_overlap'"),
        ("token_f1>=2", BadInput, "from 0 to 1"),
        ("token_f1>=x", BadInput, "no metric expression"),
        ("word_overlap:x", BadInput, "takes no argument"),
        ("", BadInput, "no metric expression"),
    ],
)
def test_metric_expressions_that_are_refused(text, error, says):
    with pytest.raises(error, match=says):
        parse_metric(text)


def test_a_threshold_decides_and_without_one_there_is_only_a_number():
    assert METRICS["token_f1"]("a b", "a b").passed is None
    assert judged_expression("token_f1>=0.6", "a b c", "a b").passed is True
    assert judged_expression("token_f1>=0.9", "a b c", "a b").passed is False


def judged_expression(expression, response, reference):
    references = [reference] if isinstance(reference, str) else reference
    return parse_metric(expression).judge(NFC.response(response), [NFC.text(one) for one in references])

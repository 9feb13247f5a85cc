"""Answer correctness: the arithmetic, the judge's part in it, columns, and what must never become a score."""

from __future__ import annotations

import json
import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.correctness import (
    Facts,
    Measure,
    answer_correctness,
    f_beta,
    factual_correctness,
    semantic_similarity,
    similarity,
)
from indicmatch.correctness.facts import statements_in
from indicmatch.correctness.summary import histogram, quartiles, summary
from indicmatch.errors import BadFile, BadInput, JudgeError, UnknownName
from indicmatch.judge import AskError, Completion, Limits, Usage

pytestmark = pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")


class Judge:
    """Breaks a text at its sentences, and takes a statement for supported where the other side has the same one."""

    model, endpoint, workers, recorded = "scripted", "here", None, False

    def __init__(self, **special):
        self.special, self.asked = special, []

    def complete(self, messages, schema=None, *, temperature=0.0, max_tokens=512, seed=0):
        data = json.loads(messages[1]["content"].split("\n")[0])
        self.asked.append(data)
        if "sentences" in data:
            reply = self.special.get(" ".join(data["sentences"]), {"statements": data["sentences"]})
        else:
            sides = [[item["statement"] for item in data[name]] for name in ("response_statements", "reference_statements")]
            reply = self.special.get("classification") or {
                "response": [{"id": n, "supported": text in sides[1]} for n, text in enumerate(sides[0], 1)],
                "reference": [{"id": n, "stated": text in sides[0]} for n, text in enumerate(sides[1], 1)],
            }
        if isinstance(reply, Exception):
            raise reply
        text, finish = reply if isinstance(reply, tuple) else (reply, "stop")
        return Completion(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False), Usage(1, 1), finish, "scripted")


def one(response, reference, judge=None, **options):
    report = answer_correctness([{"user_input": "q", "response": response, "reference": reference}], judge or Judge(), **options)
    return report.rows[0].found


TWO = "दिल्ली राजधानी है। यमुना वहाँ बहती है।"


def test_the_same_facts_score_one():
    found = one(TWO, TWO)
    assert (found.score, found.facts, found.factual, found.similarity) == (1.0, Facts(2, 0, 0), 1.0, 1.0)


def test_facts_are_counted_on_their_side():
    found = one("अ आ इ। क ख ग। च छ ज।", "क ख ग। ट ठ ड।")
    assert found.facts == Facts(tp=1, fp=2, fn=1)
    assert found.factual == pytest.approx(2 * 1 / (2 * 1 + 2 + 1))
    assert found.score == pytest.approx(0.75 * found.factual + 0.25 * found.similarity)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.floats(0.1, 5))
def test_f_beta_is_the_weighted_harmonic_mean(tp, fp, fn, beta):
    facts = Facts(tp, fp, fn)
    found = f_beta(facts, beta)
    if tp + fp + fn == 0:
        assert found is None
    elif tp == 0:
        assert found == 0
    else:
        precision, recall = tp / (tp + fp), tp / (tp + fn)
        assert found == pytest.approx((1 + beta**2) * precision * recall / (beta**2 * precision + recall))


def test_beta_weighs_recall():
    response, reference = "क ख ग।", "क ख ग। ट ठ ड।"
    low, high = (one(response, reference, beta=beta).factual for beta in (0.5, 2.0))
    assert low > high


def test_weights():
    response, reference = "क ख ग।", "ट ठ ड।"
    assert one(response, reference, weights=(1, 0)).score == 0
    found = one(response, reference, weights=(1, 3))
    assert found.score == pytest.approx(0.75 * found.similarity)


@pytest.mark.parametrize(("threshold", "passed"), [(0.5, 1), (1.0, 1), (None, None)])
def test_a_threshold_gives_a_bit_beside_the_score(threshold, passed):
    assert one(TWO, TWO, threshold=threshold).passed(threshold) == passed


def test_below_the_threshold_is_nought():
    assert one("क ख ग।", "ट ठ ड।").passed(0.5) == 0


@pytest.mark.parametrize("blank", ["", "  ", None])
def test_a_blank_response_scores_nought_without_a_question(blank):
    judge = Judge()
    found = one(blank, TWO, judge)
    assert (found.score, found.outcome, found.reason) == (0.0, "scored", "blank_response")
    assert judge.asked == []


def test_a_blank_reference_cannot_be_compared_with():
    judge = Judge()
    found = one(TWO, " ", judge)
    assert (found.score, found.outcome, found.reason) == (None, None, "blank_reference")
    assert judge.asked == []


@pytest.mark.parametrize(("special", "reason"), [
    ({"क ख ग।": {"statements": []}}, "no_statements"),
    ({"क ख ग।": {"statements": ["", "  "]}}, "no_statements"),
    ({"ट ठ ड।": {"statements": []}}, "no_statements"),
    ({"क ख ग।": "I cannot do this."}, "no_statements"),
    ({"क ख ग।": ('{"statements": ["a"', "length")}, "truncated"),
    ({"क ख ग।": ("", "content_filter")}, "refused"),
    ({"classification": "yes"}, "no_classification"),
    ({"classification": {"response": [], "reference": []}}, "no_classification"),
    ({"classification": {"response": [{"id": 2, "supported": True}], "reference": [{"id": 1, "stated": True}]}}, "no_classification"),
    ({"classification": {"response": [{"id": 1, "supported": "yes"}], "reference": [{"id": 1, "stated": True}]}}, "no_classification"),
    ({"classification": {"response": [{"id": 1, "supported": True}] * 2, "reference": [{"id": 1, "stated": True}]}}, "no_classification"),
])  # fmt: skip
def test_what_cannot_be_understood_is_unparsed_and_never_a_score(special, reason):
    found = one("क ख ग।", "ट ठ ड।", Judge(**special))
    assert (found.score, found.outcome, found.reason) == (None, "unparsed", reason)


def test_a_judge_that_cannot_be_asked_is_an_error():
    found = one("क ख ग।", "ट ठ ड।", Judge(**{"क ख ग।": AskError("broken line")}))
    assert (found.score, found.outcome, found.reason) == (None, "error", "broken line")


def test_a_fatal_error_ends_the_run():
    with pytest.raises(JudgeError, match="no such model"):
        one("क ख ग।", "ट ठ ड।", Judge(**{"क ख ग।": AskError("no such model", fatal=True)}))


def test_calls_that_are_used_up_leave_rows_without_a_score():
    rows = [{"user_input": "q", "response": f"क {n}।", "reference": "ट।"} for n in range(4)]
    report = answer_correctness(rows, Judge(), limits=Limits(calls=4), workers=1)
    assert [row.found.outcome for row in report.rows] == ["scored", None, None, None]
    assert report.figures["combined"]["outcomes"]["not_asked"] == 3


def test_the_reference_is_broken_up_once_for_many_responses():
    judge = Judge()
    rows = [{"user_input": "q", "response": f"क {n}।", "reference": TWO} for n in range(5)]
    answer_correctness(rows, judge)
    assert sum(" ".join(data.get("sentences", [])) == TWO for data in judge.asked) == 1


def test_sentences_are_split_at_the_danda():
    judge = Judge()
    one(TWO, "क।", judge)
    assert {"question": "q", "sentences": ["दिल्ली राजधानी है।", "यमुना वहाँ बहती है।"]} in judge.asked


def test_of_several_references_the_best_one_counts():
    found = one("क ख ग।", ["ट ठ ड।", "क ख ग।"])
    assert (found.score, found.reference) == (1.0, "क ख ग।")


ROW = {"question": "q", "answer": "क ख ग।", "response": "क ख ग।", "out": {"deep": [{"text": "क ख ग।"}]}, "other": "ट ठ ड।"}


@pytest.mark.parametrize(("columns", "score"), [
    ({}, 1.0),
    ({"response_column": "other"}, None),
    ({"response_column": "out.deep[0].text"}, 1.0),
    ({"reference_column": lambda row: [row["answer"]]}, 1.0),
    ({"response_column": lambda row: "\n\n".join([row["response"], row["other"]])}, None),
    ({"user_input_column": "question", "response_column": "response", "reference_column": "answer"}, 1.0),
    ({"columns": {"response": "other", "answer": "other"}}, 1.0),
])  # fmt: skip
def test_columns_by_name_path_and_function(columns, score):
    found = answer_correctness([ROW], Judge(), **columns).scores[0]
    assert found == score if score is not None else found < 1


def test_columns_of_the_seed_go_before_ours():
    row = {"user_input": "u", "reference": "क।", "response": "क।", "question": "q", "answer": "ट।"}
    judge = Judge()
    assert answer_correctness([row], judge).scores == [1.0]
    assert judge.asked[0]["question"] == "u"


def test_a_column_that_is_not_there():
    with pytest.raises(BadFile, match="golden"):
        answer_correctness([ROW], Judge(), reference_column="golden")


def test_frames_in_and_out():
    import pandas as pd

    frame = pd.DataFrame([{"user_input": "q", "response": TWO, "reference": TWO}, {"user_input": "q", "response": None, "reference": TWO}])
    found = answer_correctness(frame, Judge(), threshold=0.5).to_frame()
    assert list(found["answer_correctness"]) == [1.0, 0.0]
    assert list(found["answer_correctness_binary"]) == [1, 0]
    assert "similarity_lexical" in found.columns


@pytest.mark.parametrize(("mode", "expected"), [("precision", 1 / 3), ("recall", 1 / 2), ("f1", 2 / 5)])
def test_factual_correctness(mode, expected):
    rows = [{"user_input": "q", "response": "अ आ इ। क ख ग। च छ ज।", "reference": "क ख ग। ट ठ ड।"}]
    report = factual_correctness(rows, Judge(), mode=mode)
    assert report.scores == [pytest.approx(expected)]
    assert "similarity" not in report.figures["signature"]


@pytest.mark.parametrize("wrong", [
    {"beta": 0}, {"beta": float("nan")}, {"beta": 1e200}, {"weights": (1,)}, {"weights": (float("nan"), 1)}, {"weights": (1e308, 1e308)}, {"weights": (-1, 2)}, {"weights": (0, 0)}, {"threshold": 2}, {"metric": "semantic_similarity", "threshold": 0.9},
])  # fmt: skip
def test_measures_that_make_no_sense(wrong):
    with pytest.raises(BadInput):
        Measure(**wrong)


def test_names_that_do_not_exist():
    with pytest.raises(UnknownName):
        Measure("answer_correctnes")
    with pytest.raises(UnknownName):
        Measure(mode="f2")
    with pytest.raises(UnknownName, match="lexical"):
        semantic_similarity([ROW], similarity="lexicl")
    with pytest.raises(UnknownName):
        semantic_similarity([ROW], cach="x")


@pytest.mark.parametrize(("reply", "found"), [
    ('{"statements": ["a", "b", "a"]}', ["a", "b"]),
    ('```json\n{"statements": ["a"]}\n```', ["a"]),
    ('Here they are:\n{"statements": ["a"]}', ["a"]),
    ('["a", "b"]', ["a", "b"]),
    ('{"statements": [{"statement": "a"}]}', ["a"]),
    ("1. a\n2) b\n- c\n* d\n\u2022 e", ["a", "b", "c", "d", "e"]),
    ("no list", []),
    ("", []),
    ('{"statements": []}', []),
    ('{"statements": ["a", 3, null]}', ["a"]),
    ('{"notes": ["n", "m"], "statements": ["a"]}', ["a"]),
    ('<think>\n{"statements": ["x", "y"]}\n</think>\n{"statements": ["a"]}', ["a"]),
    ("<think>\n1. First I read\n</think>\n- a", ["a"]),
    ('<think>draft {"statements": ["x"]}</think>{"statements": ["a"]}', ["a"]),
    ('<think>{"statements": ["x"]}', []),
])  # fmt: skip
def test_statements_in_a_reply(reply, found):
    assert statements_in(reply) == found


@given(st.text())
def test_statements_of_any_reply_are_texts(reply):
    assert all(text.strip() for text in statements_in(reply))


# similarity


@pytest.mark.parametrize(("one", "other", "least", "most"), [
    ("नई दिल्ली", "नई दिल्ली", 1, 1),
    ("\u0958लम", "\u0915\u093cलम।", 1, 1),
    ("Delhi", "DELHI", 1, 1),
    ("१९४७", "1947", 1, 1),
    ("नई दिल्ली", "दिल्ली", 0.5, 0.95),
    ("दिल्ली", "চেন্নাই", 0, 0),
    ("गंगा", "यमुना", 0, 0.3),
])  # fmt: skip
def test_lexical_similarity(one, other, least, most):
    assert least <= similarity(one, other) <= most


@pytest.mark.parametrize(("one", "other"), [("", "x"), ("x", " "), ("...", "x")])
def test_no_similarity_without_words(one, other):
    assert similarity(one, other) is None


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_within_its_scale(one, other):
    found = similarity(one, other)
    assert found == similarity(other, one)
    assert found is None or 0 <= found <= 1
    assert similarity(one, one) in (1.0, None)


def test_lexical_similarity_never_cuts_a_letter_from_its_vowel_sign():
    from indicmatch.correctness.similarity.lexical import _runs

    assert all(run.strip("\N{DEVANAGARI VOWEL SIGN AA}") for run in _runs("का काका"))
    assert "का" in "".join(_runs("का"))


def test_similarity_alone_needs_no_judge_and_is_labelled():
    report = semantic_similarity([ROW, {**ROW, "response": ""}])
    assert report.scores == [1.0, 0.0]
    assert report.figures["similarity"] == "lexical"
    assert "similarity:lexical" in report.figures["signature"]


def test_an_embedder_of_ones_own():
    import numpy as np

    class Length:
        name = "length"

        def embed(self, texts):
            return np.array([[len(text), 1.0] for text in texts])

    report = semantic_similarity([ROW], similarity=Length())
    assert report.scores == [1.0]
    assert report.figures["similarity"] == "length"


# figures


@given(st.lists(st.floats(0, 1), max_size=30))
def test_figures_of_scores(scores):
    figures = summary(scores)
    assert figures["count"] == len(scores)
    assert sum(histogram(scores)) == len(scores)
    if not scores:
        assert figures["mean"] is figures["median"] is figures["min"] is figures["std"] is None
        return
    assert figures["mean"] == pytest.approx(statistics.fmean(scores))
    assert figures["min"] <= figures["median"] <= figures["max"]
    low, middle, high = quartiles(scores)
    assert figures["min"] <= low <= middle <= high <= figures["max"]
    assert middle == pytest.approx(figures["median"])
    if len(scores) > 1:
        assert figures["std"] == pytest.approx(statistics.stdev(scores), abs=1e-9)
        assert figures["ci"][0] <= figures["mean"] + 1e-9
        assert figures["ci"][1] >= figures["mean"] - 1e-9


def test_one_score_has_no_spread():
    figures = summary([0.5])
    assert (figures["std"], figures["se"], figures["ci"]) == (None, None, None)
    assert not math.isnan(figures["mean"])

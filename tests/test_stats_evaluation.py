"""What `as_eval` takes, refuses and warns of."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats import as_eval, ev_paired, ev_score

FRAME = pd.DataFrame(
    {
        "q": [1, 2, 3, 1, 2, 3],
        "m": ["new"] * 3 + ["old"] * 3,
        "passage": ["x", "x", "y"] * 2,
        "ok": [1, 0, 1, 0, 0, 1],
    }
)

VECTORS = [  # label, data, scores
    ("list of numbers", [1, 0, 0.5], [1.0, 0.0, 0.5]),
    ("list of truth values", [True, False], [1.0, 0.0]),
    ("truth values and numbers", [True, 0.5], [1.0, 0.5]),
    ("tuple", (1, 0), [1.0, 0.0]),
    ("array of small integers", np.array([1, 0, 2], dtype=np.int8), [1.0, 0.0, 2.0]),
    ("array of booleans", np.array([True, False]), [1.0, 0.0]),
    ("list of numpy scalars", [np.int64(1), np.float32(0.5), np.bool_(True)], [1.0, 0.5, 1.0]),
    ("series", pd.Series([1.0, 0.0], index=["a", "b"]), [1.0, 0.0]),
    ("nullable series", pd.Series([1, 0], dtype="Int64"), [1.0, 0.0]),
    ("nullable booleans", pd.Series([True, False], dtype="boolean"), [1.0, 0.0]),
    ("objects", np.array([1, 0.5, True], dtype=object), [1.0, 0.5, 1.0]),
    ("range", range(3), [0.0, 1.0, 2.0]),
]

REFUSED = [  # label, call, words that the message must hold
    ("text", lambda: as_eval("x"), ["score", "'x'", "frame"]),
    ("nothing", lambda: as_eval(None), ["score", "None"]),
    ("number", lambda: as_eval(3), ["score", "3"]),
    ("set", lambda: as_eval({1.0, 0.0}), ["score", "set"]),
    ("empty list", lambda: as_eval([]), ["score", "no values"]),
    ("empty frame", lambda: as_eval(FRAME.iloc[:0], score="ok"), ["ok", "no values"]),
    ("missing score", lambda: as_eval([1, None, 0]), ["score", "1 of 3", "first of them 1"]),
    ("NaN score", lambda: as_eval([1, math.nan, math.nan]), ["2 of 3", "first of them 1"]),
    ("pandas.NA", lambda: as_eval([1, pd.NA]), ["score", "1 of 2"]),
    ("infinite score", lambda: as_eval([1, math.inf]), ["score", "infinite"]),
    ("text among scores", lambda: as_eval([1, "0"]), ["'0'", "position 1", "to_numeric"]),
    ("column of texts", lambda: as_eval(pd.DataFrame({"s": ["a", "b"]}), score="s"), ["s holds", "'a'"]),
    ("dates", lambda: as_eval(pd.Series(pd.to_datetime(["2024-01-01"]))), ["datetime64"]),
    ("complex", lambda: as_eval(np.array([1j])), ["complex"]),
    ("two dimensions", lambda: as_eval(np.eye(2)), ["2 dimensions"]),
    ("nested lists", lambda: as_eval([[1, 0], [0, 1]]), ["[1, 0]", "position 0"]),
    ("no score named", lambda: as_eval(FRAME), ["score", "q, m, passage, ok"]),
    ("unknown column", lambda: as_eval(FRAME, score="nope"), ["score", "'nope'", "q, m, passage, ok"]),
    ("unknown item column", lambda: as_eval(FRAME, score="ok", item="nope"), ["item", "'nope'"]),
    ("column there twice", lambda: as_eval(FRAME[["ok", "ok"]], score="ok"), ["'ok'", "more than once"]),
    ("ragged mapping", lambda: as_eval({"a": [1], "b": [1, 2]}, score="a"), ["one length"]),
    ("columns of a vector", lambda: as_eval([1, 0], item="q"), ["vector", "item"]),
    ("columns of an Evaluation", lambda: as_eval(as_eval([1, 0]), item="q"), ["already", "item"]),
    ("missing item", lambda: as_eval({"ok": [1, 0], "q": ["a", None]}, score="ok", item="q"), ["item", "row 1"]),
    ("missing model", lambda: as_eval({"ok": [1, 0], "m": [None, "a"]}, score="ok", model="m"), ["model", "row 0"]),
    ("missing cluster", lambda: as_eval({"ok": [1, 0], "c": [1.0, math.nan]}, score="ok", cluster="c"), ["cluster"]),
    ("missing sample", lambda: as_eval({"ok": [1], "s": [None]}, score="ok", sample="s"), ["sample", "row 0"]),
    ("lists as items", lambda: as_eval({"ok": [1], "q": [[1]]}, score="ok", item="q"), ["item", "'q'"]),
    (
        "an item in two clusters",
        lambda: as_eval({"ok": [1, 0, 1], "q": [1, 2, 1], "c": ["x", "x", "y"]}, score="ok", item="q", cluster="c"),
        ["cluster", "item 1", "'x'", "'y'"],
    ),
]


@pytest.mark.parametrize(("label", "data", "scores"), VECTORS, ids=[row[0] for row in VECTORS])
def test_a_vector_is_taken(label, data, scores):
    assert as_eval(data).score.tolist() == scores


@pytest.mark.parametrize(("label", "call", "words"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_used_is_refused_with_its_name(label, call, words):
    with pytest.raises(BadInput) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)


def test_the_text_form_counts_what_is_there():
    evaluation = as_eval(FRAME, score="ok", item="q", model="m", cluster="passage")
    lines = [line.split(maxsplit=1) for line in repr(evaluation).split("\n")[1:]]
    assert lines == [["rows", "6"], ["items", "3"], ["models", "2 (new, old)"], ["clusters", "2"]]
    assert "clusters" in evaluation._repr_html_()


def test_repeated_draws_are_counted_in_the_text_form():
    evaluation = as_eval({"q": [1, 1, 2, 2], "d": [1, 2, 1, 2], "ok": [1, 0, 1, 1]}, score="ok", item="q", sample="d")
    assert "responses per item  2" in repr(evaluation)


def test_an_evaluation_cannot_be_changed():
    evaluation = as_eval(FRAME, score="ok", item="q", model="m")
    with pytest.raises(AttributeError):
        evaluation.score = None
    with pytest.raises(ValueError, match="read-only"):
        evaluation.score[0] = 9


def test_the_callers_data_stay_as_they_are():
    scores = np.array([1.0, 0.0])
    as_eval(scores)
    scores[0] = 5.0
    frame = FRAME.copy()
    as_eval(frame, score="ok", item="q", model="m", cluster="passage", sample="passage")
    pd.testing.assert_frame_equal(frame, FRAME)


def test_an_evaluation_goes_back_to_a_frame():
    evaluation = as_eval(FRAME, score="ok", item="q", model="m", cluster="passage")
    back = evaluation.to_frame()
    assert list(back.columns) == ["item", "model", "score", "cluster"]
    assert back["item"].tolist() == FRAME["q"].tolist()
    assert as_eval(back, "score", "item", "model", "cluster").score.tolist() == evaluation.score.tolist()


def test_a_column_that_repeats_questions_is_asked_about():
    with pytest.warns(IndicMatchWarning, match="'Question' repeats"):
        as_eval({"Question": ["a", "a"], "ok": [1, 0]}, score="ok")


def test_the_same_question_for_two_models_is_no_repeat():
    as_eval({"question": ["a", "a"], "m": ["x", "y"], "ok": [1, 0]}, score="ok", model="m")


def test_draws_without_items_are_asked_about():
    with pytest.warns(IndicMatchWarning, match="sample"):
        as_eval({"draw": [1, 2], "ok": [1, 0]}, score="ok", sample="draw")


def test_a_draw_that_is_there_twice_is_told():
    with pytest.warns(IndicMatchWarning, match="1 row"):
        as_eval({"q": [1, 1, 2], "d": [1, 1, 1], "ok": [1, 0, 1]}, score="ok", item="q", sample="d")


def test_models_are_named_by_text():
    evaluation = as_eval({"m": [1, "1", 2], "ok": [1, 0, 1]}, score="ok", model="m")
    assert evaluation.models == ("1", "2")
    assert ev_score(evaluation, model=1).estimate == 0.5


def test_an_unnamed_model_is_refused_where_there_are_several():
    evaluation = as_eval(FRAME, score="ok", item="q", model="m")
    with pytest.raises(BadInput, match=r"2 models.*new, old"):
        ev_score(evaluation)
    with pytest.raises(BadInput, match=r"'zzz'.*new, old"):
        ev_score(evaluation, model="zzz")


def test_a_plain_frame_goes_straight_into_a_function():
    named = ev_paired(FRAME, score="ok", item="q", model="m", cluster="passage")
    assert named == ev_paired(as_eval(FRAME, "ok", "q", "m", "passage"))
    assert ev_score(FRAME[:3], score="ok", item="q", cluster="passage").n_clusters == 2


@given(st.data())
def test_neither_row_order_nor_names_of_items_change_a_figure(data):
    n = data.draw(st.integers(3, 12))
    scores = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=n, max_size=n))
    items = data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(lambda found: len(set(found)) > 1))
    frame = pd.DataFrame({"q": items, "c": [item % 3 for item in items], "ok": scores})
    shuffled = frame.iloc[data.draw(st.permutations(range(n)))].assign(q=lambda f: [f"item {q}" for q in f["q"]])
    one, two = (ev_score(as_eval(table, "ok", "q", cluster="c"), cluster=False) for table in (frame, shuffled))
    assert one.estimate == pytest.approx(two.estimate)
    assert one.se == pytest.approx(two.se, abs=1e-12)


def test_more_responses_to_an_item_leave_n_alone():
    once = ev_score({"q": [1, 2, 3], "ok": [1, 0, 1]}, score="ok", item="q")
    twice = ev_score({"q": [1, 2, 3] * 2, "ok": [1, 0, 1] * 2}, score="ok", item="q")
    assert (twice.n_items, twice.n_responses) == (3, 6)
    assert (once.estimate, once.se, once.df) == (twice.estimate, twice.se, twice.df)

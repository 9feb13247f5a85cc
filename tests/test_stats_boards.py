"""Rankings, ratings, tables and plots."""

import importlib
import math
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from indicmatch.errors import BadInput, IndicMatchWarning, MissingExtra
from indicmatch.stats import (
    as_eval,
    ev_elo,
    ev_icc,
    ev_judge_agreement,
    ev_mde,
    ev_multi,
    ev_paired,
    ev_plot,
    ev_power,
    ev_rank,
    ev_score,
    ev_table,
    ev_unpaired,
)

SCORES = {"new": [1, 1, 0, 1, 1, 0], "mid": [1, 0, 1, 0, 1, 0], "old": [0, 0, 0, 1, 0, 0]}
BOARD = as_eval(
    {
        "q": [*range(6)] * 3,
        "m": [name for name in SCORES for _ in range(6)],
        "c": ["x", "x", "y", "y", "z", "z"] * 3,
        "ok": [score for scores in SCORES.values() for score in scores],
    },
    "ok",
    "q",
    "m",
)
WON = [1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
GAMES = pd.DataFrame({"left": list("aaabbcacdbdacb"), "right": list("bcdacdbabdccba"), "won": WON})


def with_matplotlib():
    """matplotlib; without it the test is skipped, or fails where INDICMATCH_REQUIRE asks for every test."""
    if os.environ.get("INDICMATCH_REQUIRE"):
        return importlib.import_module("matplotlib")
    return pytest.importorskip("matplotlib", minversion="3.11")


def test_given_resamples_decide_every_figure():
    draws = [[0, 1, 2, 3], [2, 2, 2, 2], [3, 3, 3, 3], [5, 5]]
    got = ev_rank(BOARD, resamples=draws, level=0.5).models
    means = np.array([[np.array(scores)[row].mean() for scores in SCORES.values()] for row in draws])
    assert got["model"].tolist() == ["new", "mid", "old"]
    assert got["se"].tolist() == pytest.approx(means.std(axis=0, ddof=1).tolist())
    assert got["conf_low"].tolist() == pytest.approx(np.quantile(means, 0.25, axis=0).tolist())
    # ranks by replicate (new, mid, old): 1 2 3 | 2 1 2 | 1 3 1 | 1 1 1
    assert got["p_best"].tolist() == [0.75, 0.5, 0.5]
    shared = [1 + 1 / 2 + 1 / 3, 1 + 1 / 3, 1 / 2 + 1 / 3]
    assert got["p_best_shared"].tolist() == pytest.approx([share / 4 for share in shared])


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1000), st.booleans())
def test_shares_of_the_first_place_add_up_to_one_and_ranks_are_whole(seed, higher):
    got = ev_rank(BOARD, R=40, seed=seed, higher_better=higher).models
    assert got["p_best_shared"].sum() == pytest.approx(1)
    assert (got["p_best_shared"] <= got["p_best"] + 1e-12).all()
    assert ((got["rank_best"] <= got["rank_low"]) & (got["rank_high"] <= got["rank_worst"])).all()
    assert got["rank"].tolist() == sorted(got["rank"])


def test_lower_is_better_turns_the_board_around():
    assert ev_rank(BOARD, R=10, seed=1, higher_better=False).models["model"].tolist() == ["old", "mid", "new"]


def test_tied_models_share_the_smaller_rank():
    data = as_eval({"q": [1, 2, 3] * 3, "m": list("aaabbbccc"), "ok": [1, 0, 1, 0, 1, 1, 0, 0, 1]}, "ok", "q", "m")
    assert ev_rank(data, R=10, seed=1).models["rank"].tolist() == [1, 1, 3]


def test_the_board_draws_whole_clusters_and_repeats_with_its_seed():
    frame = BOARD.to_frame().assign(c=["x", "x", "y", "y", "z", "z"] * 3)
    data = as_eval(frame, "score", "item", "model", "c")
    one, again = ev_rank(data, R=100, seed=4), ev_rank(data, R=100, seed=4)
    assert one == again
    assert one.clustered
    assert "clusters" in repr(one)


def test_an_unsettled_first_place_is_told_of():
    assert "not settled" in ev_rank(BOARD, R=200, seed=1).advice[0]
    sure = as_eval({"q": [1, 2, 3] * 2, "m": list("aaabbb"), "ok": [1, 1, 1, 0, 0, 0]}, "ok", "q", "m")
    assert ev_rank(sure, R=50, seed=1).advice == ()


def test_items_that_a_model_did_not_answer_are_left_out_with_a_warning():
    frame = BOARD.to_frame().iloc[:-1]
    with pytest.warns(IndicMatchWarning, match="Dropped 1 item not scored by all 3 models"):
        got = ev_rank(as_eval(frame, "score", "item", "model"), R=10, seed=1)
    assert got.n_items == 5


def test_ratings_are_at_the_maximum_of_the_likelihood():
    got = ev_elo(GAMES, "left", "right", "won").models.set_index("model")["strength"]
    names = sorted("abcd")
    first, second = (np.array([names.index(name) for name in GAMES[side]]) for side in ("left", "right"))
    sign = np.where(GAMES["won"] == 1, 1, -1)

    def loss(strength):
        return np.log1p(np.exp(-sign * (strength[first] - strength[second]))).sum() + strength.sum() ** 2

    best = minimize(loss, np.zeros(4), method="BFGS", tol=1e-10).x
    assert got[names].tolist() == pytest.approx((best - best.mean()).tolist(), abs=1e-5)
    assert got.sum() == pytest.approx(0)


def test_the_errors_of_ratings_come_from_the_information():
    got = ev_elo(GAMES, "left", "right", "won").models.set_index("model").loc[sorted("abcd")]
    strength, information = got["strength"].to_numpy(), np.zeros((4, 4))
    for left, right in zip(GAMES["left"], GAMES["right"], strict=True):
        i, j = ord(left) - 97, ord(right) - 97
        p = 1 / (1 + math.exp(strength[j] - strength[i]))
        information[[i, j, i, j], [i, j, j, i]] += np.array([1, 1, -1, -1]) * p * (1 - p)
    assert got["se"].tolist() == pytest.approx(np.sqrt(np.diag(np.linalg.pinv(information))).tolist(), rel=1e-6)
    assert got["elo_high"].tolist() == pytest.approx(
        (1500 + 400 / math.log(10) * (strength + 1.959963984540054 * got["se"].to_numpy())).tolist()
    )


def test_names_and_numbers_tell_the_same_winners():
    names = GAMES.assign(won=np.where(GAMES["won"] == 1, GAMES["left"], GAMES["right"]))
    truths = GAMES.assign(won=GAMES["won"] == 1)
    assert ev_elo(names, "left", "right", "won") == ev_elo(GAMES, "left", "right", "won")
    assert ev_elo(truths, "left", "right", "won") == ev_elo(GAMES, "left", "right", "won")


def test_games_are_counted_on_both_sides():
    got = ev_elo(GAMES, "left", "right", "won")
    counted = pd.concat([GAMES["left"], GAMES["right"]]).value_counts()
    assert got.models.set_index("model")["n_games"].to_dict() == counted.to_dict()
    assert got.n_games == len(GAMES)


TIES = pd.DataFrame({"left": list("abab"), "right": list("cdcd"), "won": ["tie", None, "Tie", ""]})


def test_ties_are_dropped_or_split():
    named = GAMES.assign(won=np.where(GAMES["won"] == 1, GAMES["left"], GAMES["right"]))
    with_ties = pd.concat([named, TIES])
    assert ev_elo(with_ties, "left", "right", "won") == ev_elo(named, "left", "right", "won")
    halves = pd.concat([GAMES, GAMES, TIES.assign(won=1), TIES.assign(won=0)])
    split, doubled = ev_elo(with_ties, "left", "right", "won", ties="split"), ev_elo(halves, "left", "right", "won")
    assert split.n_games == 18
    assert split.models["strength"].tolist() == pytest.approx(doubled.models["strength"].tolist())
    assert split.models["se"].tolist() == pytest.approx((doubled.models["se"] * math.sqrt(2)).tolist())


def test_a_model_that_always_wins_has_no_rating_and_the_others_do():
    champion = pd.DataFrame({"left": ["z"] * 4, "right": list("abcd"), "won": [1] * 4})
    with pytest.warns(IndicMatchWarning, match="no finite rating for z"):
        got = ev_elo(pd.concat([GAMES, champion]), "left", "right", "won")
    alone = ev_elo(GAMES, "left", "right", "won")
    assert not got.converged
    assert got.models["model"].tolist() == [*alone.models["model"], "z"]
    assert got.models["strength"].tolist()[:4] == pytest.approx(alone.models["strength"].tolist())
    assert got.models[["strength", "se", "elo", "elo_low"]].iloc[4].isna().all()
    assert got.models["n_games"].iloc[4] == 4
    assert "z" in got.reasons["models"]


def test_groups_that_never_met_are_not_compared():
    pairs = [("a", "b"), ("b", "a")] * 4 + [("x", "y"), ("y", "x")] * 3
    two = pd.DataFrame(pairs, columns=["left", "right"]).assign(won=1)
    with pytest.warns(IndicMatchWarning, match="no finite rating for x, y"):
        got = ev_elo(two, "left", "right", "won")
    assert got.models["model"].tolist()[:2] == ["a", "b"]


def test_nobody_rated_is_said():
    with pytest.warns(IndicMatchWarning, match="no finite rating for a, b"):
        got = ev_elo({"left": ["a"] * 10, "right": ["b"] * 10, "won": [1] * 10}, "left", "right", "won")
    assert got.models["elo"].isna().all()
    assert (got.reference, got.converged) == (None, False)
    assert "reference" in got.reasons


def test_rows_that_compare_nothing_are_left_out_with_a_warning():
    strange = pd.DataFrame({"left": ["a", None], "right": ["a", "b"], "won": [1, 1]})
    with pytest.warns(IndicMatchWarning, match="2 rows"):
        got = ev_elo(pd.concat([GAMES, strange]), "left", "right", "won")
    assert got == ev_elo(GAMES, "left", "right", "won")


def test_a_table_of_many_kinds():
    paired = ev_paired(BOARD, "new", "old")
    unpaired = ev_unpaired(BOARD, "new", "mid")
    table = ev_table(ev_score(BOARD, "new"), paired, ev_mde(500, sd_diff=0.5), unpaired, easy=paired)
    assert table["label"].tolist() == ["new", "new - old", "result_3", "new - mid", "easy"]
    assert table["term"].tolist() == ["score", paired.term, "mde", unpaired.term, paired.term]
    assert table["estimate"].isna().tolist() == [False, False, True, False, False]
    assert table["p_value"].iloc[1] == paired.p_value
    assert table["n"].tolist() == [6, 6, 500, pd.NA, 6]


def test_a_table_takes_a_list_or_a_mapping():
    results = [ev_score(BOARD, "new"), ev_score(BOARD, "old")]
    pd.testing.assert_frame_equal(ev_table(results), ev_table(*results))
    named = ev_table({"x": results[0], "y": results[1]})
    pd.testing.assert_frame_equal(named, ev_table(x=results[0], y=results[1]))


def test_agreement_in_a_table_is_its_kappa():
    got = ev_judge_agreement([1, 1, 0, 1, 0], [1, 0, 0, 1, 0])
    row = ev_table(got).iloc[0]
    assert (row["term"], row["estimate"], row["se"]) == ("agreement (kappa)", got.kappa, got.kappa_se)


def test_boards_and_suites_in_a_table():
    board, ratings = ev_rank(BOARD, R=20, seed=1), ev_elo(GAMES, "left", "right", "won")
    pooled = ev_multi([ev_paired(BOARD, "new", "old"), ev_paired(BOARD, "mid", "old")])
    icc = ev_icc(BOARD.to_frame().assign(c=[0, 0, 1, 1, 2, 2] * 3).iloc[:6], score="score", cluster="c")
    table = ev_table(board, ratings, pooled, icc, ev_power(0.1, sd_diff=1))
    assert len(table) == 3 + 4 + 3
    assert table["estimate"].iloc[7] == pooled.pooled
    assert table["label"].tolist()[-3:] == ["result_3", "model", "result_5"]


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_plot_is_written(tmp_path, suffix):
    with_matplotlib()
    path = tmp_path / f"plot.{suffix}"
    figure = ev_plot([ev_paired(BOARD, "new", "old"), ev_paired(BOARD, "mid", "old")], reference=0, path=path)
    magic = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(magic)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["new - old", "mid - old"]


def test_a_plot_draws_the_figures_and_leaves_settings_alone():
    matplotlib = with_matplotlib()
    names = ("font.family", "svg.fonttype")
    before = [matplotlib.rcParams[name] for name in names]
    results = {"x": ev_score(BOARD, "new"), "y": ev_score(BOARD, "old")}
    axes = ev_plot(results, main="Title", xlab="score", col="red").axes[0]
    points = next(line for line in axes.lines if line.get_marker() == "o")
    assert points.get_xdata().tolist() == [result.estimate for result in results.values()]
    assert list(points.get_ydata()) == [2, 1]  # the first on top
    segments = axes.collections[0].get_segments()
    assert [tuple(segment[:, 0]) for segment in segments] == [(r.conf_low, r.conf_high) for r in results.values()]
    assert (axes.get_title(), axes.get_xlabel()) == ("Title", "score")
    assert [matplotlib.rcParams[name] for name in names] == before


def test_a_plot_opens_no_window():
    with_matplotlib()
    code = "import sys; from indicmatch.stats import ev_plot, ev_score; ev_plot(ev_score([1, 0]))"
    code += "; print('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize(
    ("thing", "lines"),
    [
        (lambda: ev_rank(BOARD, R=20, seed=1), 3),
        (lambda: ev_elo(GAMES, "left", "right", "won"), 4),
        (lambda: ev_multi({"estimate": [0.1, 0.2], "se": [0.1, 0.1]}), 2),
        (lambda: ev_score(BOARD, "new"), 1),
        (lambda: ev_table(ev_score(BOARD, "new"), ev_mde(10, sd_diff=1)), 1),
        (lambda: pd.DataFrame({"estimate": [1, 2], "conf_low": [0, 1], "conf_high": [2, 3]}), 2),
    ],
)
def test_what_can_be_plotted(thing, lines):
    with_matplotlib()
    assert len(ev_plot(thing()).axes[0].get_yticks()) == lines


def test_characters_that_no_font_has_are_told_of():
    with_matplotlib()
    with pytest.warns(IndicMatchWarning, match=r"U\+F1234"):
        ev_plot({"\U000f1234": ev_score([1, 0, 1])})


def test_a_missing_matplotlib_names_the_command():
    code = "import sys; sys.modules['matplotlib'] = None; from indicmatch.stats import ev_plot; ev_plot([])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    message = "a plot needs matplotlib>=3.11. Install it with: pip install 'indicmatch[plot]'"
    assert f"{MissingExtra.__name__}: {message}" in done.stderr


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ev_rank([1, 0, 1]), ["1 model", "at least 2"]),
        (lambda: ev_rank(BOARD, R=1), ["R", "1"]),
        (lambda: ev_rank(BOARD, higher_better="yes"), ["higher_better", "'yes'"]),
        (lambda: ev_rank(BOARD, resamples=[[0, 9], [1, 1]]), ["resamples", "0 to 5"]),
        (lambda: ev_rank(BOARD.to_frame()[1::3], score="score", item="item", model="model"), ["2 items", "3 models"]),
        (lambda: ev_elo([1, 2], "left", "right", "won"), ["data", "list", "frame"]),
        (lambda: ev_elo(GAMES, "left", "nope", "won"), ["model_b", "'nope'", "left, right, won"]),
        (lambda: ev_elo(GAMES[:9], "left", "right", "won"), ["9 usable comparisons", "at least 10"]),
        (lambda: ev_elo(GAMES, "left", "right", "won", ties="keep"), ["ties", "'keep'", "split"]),
        (lambda: ev_elo(GAMES, "left", "right", "won", anchor="x"), ["anchor", "'x'"]),
        (lambda: ev_elo(GAMES.assign(won=["q", *WON[1:]]), "left", "right", "won"), ["'q'", "row 0", "'a'", "'b'"]),
        (lambda: ev_elo(GAMES.assign(won=[2, *WON[1:]]), "left", "right", "won"), ["2", "row 0"]),
        (lambda: ev_elo(GAMES.assign(won="A"), "left", "right", "won"), ["'A'", "row 0"]),
        (lambda: ev_table(), ["no results"]),
        (lambda: ev_table([]), ["no results"]),
        (lambda: ev_table(3.0), ["result 1", "3.0"]),
        (lambda: ev_table(x=3.0), ["'x'", "3.0"]),
        (lambda: ev_plot(ev_mde(10, sd_diff=1)), ["nothing to plot"]),
        (lambda: ev_plot(3), ["result 1", "3"]),
        (lambda: ev_plot(pd.DataFrame({"estimate": [1]})), ["conf_low", "estimate"]),
        (lambda: ev_plot(ev_score([1, 0]), path="plot.xyz"), ["path", "plot.xyz", ".png"]),
        (lambda: ev_plot(ev_score([1, 0]), path="no/such/folder/plot.png"), ["path", "folder"]),
        (lambda: ev_plot(ev_score([1, 0]), reference="zero"), ["reference", "'zero'"]),
        (lambda: ev_plot(ev_score([1, 0]), col="no colour"), ["col", "no colour"]),
    ],
)
def test_a_bad_argument_is_named(call, words):
    if "ev_plot" in call.__code__.co_names:
        with_matplotlib()
    with pytest.raises(BadInput) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)

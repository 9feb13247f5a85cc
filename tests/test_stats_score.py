"""Scores of one model and their errors, against scipy, statsmodels and the definitions."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats import (
    as_eval,
    cluster_sums,
    clustered_difference,
    clustered_proportion,
    ev_bootstrap,
    ev_cluster,
    ev_icc,
    ev_resample,
    ev_score,
    wilson,
)

CLUSTERED = {
    "ok": [1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0],
    "c": ["a", "a", "a", "b", "b", "b", "b", "b", "c", "c", "d", "d", "e", "e"],
}
REPEATED = {"q": [1, 1, 1, 2, 2, 3, 4, 4, 4, 4], "ok": [1, 0, 1, 0, 0, 1, 1, 1, 0, 1]}

verdicts = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 1)), min_size=3, max_size=40)


def evaluation(**columns):
    return as_eval(pd.DataFrame(columns), score="ok", **{role: role[0] for role in ("cluster",) if role[0] in columns})


def test_a_plain_score_is_the_one_sample_t_interval():
    scores = [0.2, 0.9, 0.4, 0.7, 0.7]
    got, reference = ev_score(scores, level=0.9), scipy_stats.ttest_1samp(scores, 0).confidence_interval(0.9)
    assert (got.conf_low, got.conf_high) == pytest.approx((reference.low, reference.high))
    assert got.se == pytest.approx(scipy_stats.sem(scores))
    assert got.df == 4


def test_a_clustered_score_is_the_cr1_fit_of_statsmodels():
    groups = pd.factorize(np.array(CLUSTERED["c"]))[0]
    fit = sm.OLS(np.array(CLUSTERED["ok"], dtype=float), np.ones(len(groups))).fit(
        cov_type="cluster", cov_kwds={"groups": groups}, use_t=True
    )
    got = ev_cluster(evaluation(**CLUSTERED))
    assert got.se == pytest.approx(fit.bse[0])
    assert (got.conf_low, got.conf_high) == pytest.approx(tuple(fit.conf_int()[0]))
    assert (got.n_clusters, got.df, got.mean_cluster_size) == (5, 4, 2.8)


def test_one_item_a_cluster_is_the_plain_score():
    scores = [1, 0, 1, 1, 0]
    clustered = ev_score({"ok": scores, "c": list("abcde")}, score="ok", cluster="c")
    plain = ev_score(scores)
    assert (clustered.se, clustered.conf_low) == pytest.approx((plain.se, plain.conf_low))
    assert clustered.design_effect == pytest.approx(1)


def test_icc_is_the_one_way_analysis_of_variance():
    groups = [[3.0, 4.0, 5.0], [1.0, 2.0], [6.0, 6.0, 7.0, 9.0]]
    scores, names = np.concatenate(groups), np.repeat(["a", "b", "c"], [3, 2, 4])
    within = sum(float(((np.array(g) - np.mean(g)) ** 2).sum()) for g in groups) / (9 - 3)
    between = scipy_stats.f_oneway(*groups).statistic * within
    m0 = (9 - (9 + 4 + 16) / 9) / 2
    got = ev_icc({"ok": scores, "c": names}, score="ok", cluster="c")
    assert got.raw == pytest.approx((between - within) / (between + (m0 - 1) * within))
    assert got.icc == got.raw


@pytest.mark.parametrize(
    ("columns", "raw", "why"),
    [
        ({"ok": [1, 0, 1], "c": [1, 2, 3]}, None, "every cluster holds one item"),
        ({"ok": [1, 0, 1], "c": [1, 1, 1]}, None, "single cluster"),
        ({"ok": [1, 1, 1, 1], "c": [1, 1, 2, 2]}, None, "do not vary"),
        ({"ok": [1, 0, 0, 1], "c": [1, 1, 2, 2]}, -1.0, ""),
    ],
)
def test_an_icc_that_cannot_be_computed_says_why(columns, raw, why):
    got = ev_icc(columns, score="ok", cluster="c")
    assert got.raw == raw
    assert got.icc == (None if raw is None else 0.0)
    assert why in got.reasons.get("icc", "")


def test_a_single_cluster_has_no_error():
    with pytest.warns(IndicMatchWarning, match="single cluster"):
        got = ev_score({"ok": [1, 0, 1], "c": [1, 1, 1]}, score="ok", cluster="c")
    assert got.estimate == pytest.approx(2 / 3)
    assert (got.se, got.conf_low, got.wilson_low, got.design_effect) == (None, None, None, None)
    assert "single cluster" in got.reasons["se"]
    with pytest.raises(BadInput, match="single cluster"):
        ev_cluster({"ok": [1, 0, 1], "c": [1, 1, 1]}, score="ok", cluster="c")


def test_advice_says_by_how_much_clusters_are_understated():
    data = as_eval(CLUSTERED, score="ok", cluster="c")
    factor = ev_cluster(data).se / ev_cluster(data).se_naive
    words = f"the standard error by a factor of {factor:.2f}."
    assert f"would understate {words}" in "".join(ev_score(data).advice)
    assert f"understates {words}" in "".join(ev_score(data, cluster=False).advice)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_wilson_interval_of_plain_verdicts_is_the_plain_one(right, wrong):
    if right + wrong < 2:
        return
    got = ev_score([1] * right + [0] * wrong)
    assert (got.wilson_low, got.wilson_high) == pytest.approx(wilson(right, right + wrong))


@settings(deadline=None)
@given(verdicts)
def test_the_clustered_wilson_interval_holds_the_estimate_and_stays_in_range(rows):
    clusters, scores = zip(*rows, strict=True)
    if len(set(clusters)) < 2:
        return
    got = ev_cluster({"ok": scores, "c": clusters}, score="ok", cluster="c")
    assert 0 <= got.wilson_low <= got.estimate <= got.wilson_high <= 1
    assert got.wilson_low < got.wilson_high


def test_all_right_in_few_clusters_is_less_certain_than_all_right_in_many_rows():
    rows = {"ok": [1] * 40, "c": [n // 10 for n in range(40)]}
    got, plain = ev_score(rows, score="ok", cluster="c"), ev_score([1] * 40)
    assert got.wilson_low < plain.wilson_low
    assert got.wilson_high == 1.0
    assert "not certainty" in "".join(got.advice)


def test_the_wilson_interval_is_for_verdicts_only():
    got = ev_score([0.5, 0.25, 1.0])
    assert got.wilson_low is None
    assert "0 nor 1" in got.reasons["wilson_low"]


def test_rounding_is_no_variance():
    got = ev_score(np.array([0.3 - 0.2, 0.1, 0.9 - 0.8, 0.1]))
    assert got.se == 0.0


@settings(deadline=None)
@given(verdicts)
def test_sums_of_clusters_give_the_figures_of_rows(rows):
    clusters, scores = zip(*rows, strict=True)
    got = clustered_proportion(cluster_sums(clusters, scores))
    if len(set(clusters)) < 2:
        assert (got.se, got.ci) == (None, None)
        assert "single cluster" in got.reasons["se"]
        return
    whole = ev_cluster({"ok": scores, "c": clusters}, score="ok", cluster="c")
    names = ("estimate", "se", "conf_low", "conf_high", "wilson_low", "wilson_high", "n_clusters", "df")
    assert [getattr(got, name) for name in names] == pytest.approx([getattr(whole, name) for name in names], abs=1e-9)


def test_the_clustered_difference_is_the_one_sample_t_of_equal_clusters():
    sums = [(4, 1), (4, 0), (4, 2), (4, 0), (4, 1), (4, -1)]
    got, reference = clustered_difference(sums), scipy_stats.ttest_1samp([value / 4 for _, value in sums], 0)
    assert (got.statistic, got.p_value) == pytest.approx((reference.statistic, reference.pvalue))
    assert got.ci == pytest.approx(tuple(reference.confidence_interval(0.95)))


@pytest.mark.parametrize(
    ("sums", "missing", "why"),
    [
        ([], {"estimate", "se", "conf_low", "conf_high", "statistic", "p_value", "df"}, "no rows"),
        ([(0, 0), (0, 0)], {"estimate", "se", "conf_low", "conf_high", "statistic", "p_value", "df"}, "no rows"),
        ([(5, 1)], {"se", "conf_low", "conf_high", "statistic", "p_value"}, "single cluster"),
        ([(5, 0), (3, 0)], {"statistic", "p_value"}, "same difference"),
    ],
)
def test_what_sums_cannot_tell_is_none_with_a_reason(sums, missing, why):
    got = clustered_difference(sums)
    assert {name for name, value in got.to_dict().items() if value is None} == missing == set(got.reasons)
    assert all(why in reason for reason in got.reasons.values())
    assert got.ci is None


def test_an_empty_cluster_does_not_count():
    assert clustered_proportion([(3, 1), (0, 0), (2, 2)]) == clustered_proportion([(3, 1), (2, 2)])


def test_the_interval_to_quote_never_leaves_the_scale():
    got = clustered_proportion([(3, 3), (3, 2), (3, 3)])
    assert got.conf_high > 1
    assert got.ci == (got.wilson_low, got.wilson_high)
    wide = clustered_proportion([(20, 9), (20, 11), (20, 10), (20, 12)])
    assert wide.ci == (wide.conf_low, wide.conf_high)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: clustered_proportion([(3, 4)]), ["sum of a cluster", "4", "3"]),
        (lambda: clustered_proportion([(3, -1)]), ["sum of a cluster", "-1"]),
        (lambda: clustered_proportion([(-3, 1)]), ["rows of a cluster", "-3"]),
        (lambda: clustered_difference([(3, -4)]), ["sum of a cluster", "-4"]),
        (lambda: clustered_difference([(3, math.nan)]), ["sum of a cluster", "nan"]),
        (lambda: clustered_difference([(3, 1)], level=95), ["level", "95"]),
        (lambda: cluster_sums([1, 2], [1]), ["clusters", "length"]),
        (lambda: ev_score([1]), ["1 item", "at least 2"]),
        (lambda: ev_score([1, 0], level=1), ["level", "1", "below 1"]),
        (lambda: ev_score([1, 0], cluster=3), ["cluster", "3"]),
        (lambda: ev_cluster([1, 0]), ["no clusters", "cluster="]),
        (lambda: ev_icc([1, 0]), ["no clusters", "cluster="]),
        (lambda: ev_resample([1, 0]), ["single response", "ev_score"]),
        (lambda: ev_resample(REPEATED, score="ok", item="q", k_grid=[0.5]), ["k_grid", "0.5"]),
        (lambda: ev_resample(REPEATED, score="ok", item="q", k_grid=[]), ["k_grid"]),
        (lambda: ev_resample(REPEATED, score="ok", item="q", k_grid=[math.nan]), ["k_grid", "nan"]),
        (lambda: ev_resample({"q": [1, 1], "ok": [1, 0]}, score="ok", item="q"), ["1 item"]),
        (lambda: ev_bootstrap([1, 0, 1], R=1), ["R", "1", "2 or more"]),
        (lambda: ev_bootstrap([1, 0, 1], R=2.5), ["R", "2.5"]),
        (lambda: ev_bootstrap([1, 0, 1], type="bca"), ["type", "'bca'", "percentile", "basic"]),
        (lambda: ev_bootstrap([1, 0, 1], statistic="mean"), ["statistic", "'mean'", "function"]),
        (lambda: ev_bootstrap([1, 0, 1], statistic=lambda x: x), ["statistic", "one number"]),
        (lambda: ev_bootstrap([1, 0, 1], statistic=lambda x: "a"), ["statistic", "'a'"]),
        (lambda: ev_bootstrap([1, 0, 1], statistic=lambda x: math.nan), ["statistic", "nan"]),
        (lambda: ev_bootstrap([1]), ["1 item"]),
        (lambda: ev_bootstrap([1, 0, 1], resamples=[[0, 3], [1, 1]]), ["resamples", "0 to 2"]),
        (lambda: ev_bootstrap([1, 0, 1], resamples=[[0, -1], [1, 1]]), ["resamples", "0 to 2"]),
        (lambda: ev_bootstrap([1, 0, 1], resamples=[[0.5], [1]]), ["resamples", "0.5"]),
        (lambda: ev_bootstrap([1, 0, 1], resamples=[[0]]), ["resamples", "1 replicates"]),
        (lambda: ev_bootstrap([1, 0, 1], seed="a"), ["seed", "'a'"]),
        (lambda: ev_bootstrap({"ok": [1, 0], "c": [1, 1]}, score="ok", cluster="c"), ["single cluster"]),
    ],
)
def test_a_bad_argument_is_named(call, words):
    with pytest.raises(BadInput) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)


def test_draws_are_split_into_between_and_within_by_definition():
    got = ev_resample(REPEATED, score="ok", item="q", k_grid=[1, 3, math.inf])
    groups = pd.DataFrame(REPEATED).groupby("q")["ok"]
    means, within, k = groups.mean(), groups.var(), groups.size()
    noise = (within / k).mean()  # pandas leaves out the item with one draw
    assert got.var_within == pytest.approx(within.mean())
    assert got.var_between_raw == pytest.approx(means.var() - noise)
    assert got.share_within == pytest.approx(noise / means.var())
    expected = [math.sqrt((got.var_between + within.mean() / k) / 4) for k in (1, 3, math.inf)]
    assert got.projection["se"].tolist() == pytest.approx(expected)
    assert got.projection["responses"].tolist()[:2] == [4, 12]
    assert got.se_floor == got.projection["se"].iloc[-1]


def test_a_negative_variance_between_items_is_put_at_zero():
    got = ev_resample({"q": [1, 1, 2, 2], "ok": [1, 0, 1, 0]}, score="ok", item="q")
    assert got.var_between_raw < 0 == got.var_between
    assert "below 0" in "".join(got.advice)
    assert got.share_within is None
    assert got.reasons == {"share_within": "all item means are equal"}


def test_the_bootstrap_repeats_with_its_seed_and_leaves_the_global_generator_alone():
    before = np.random.get_state()[1].tolist()  # the generator that must not move
    one, two, other = (ev_bootstrap([0.1, 0.9, 0.4, 0.6], R=50, seed=seed) for seed in (7, 7, 8))
    assert one == two
    assert one.replicates.tolist() != other.replicates.tolist()
    assert np.random.get_state()[1].tolist() == before


def test_the_bootstrap_draws_whole_clusters():
    data = {"ok": [0.0, 0.0, 1.0, 1.0, 1.0], "c": ["a", "a", "b", "b", "b"]}
    got = ev_bootstrap(data, R=200, seed=1, score="ok", cluster="c")
    assert (got.unit, got.n_units) == ("clusters", 2)
    assert set(got.replicates.tolist()) == {0.0, 0.6, 1.0}


@pytest.mark.parametrize("kind", ["percentile", "basic"])
def test_the_bootstrap_interval_is_near_that_of_scipy(kind):
    scores = np.random.default_rng(3).normal(size=80)
    got = ev_bootstrap(scores, R=4000, seed=1, type=kind)
    reference = scipy_stats.bootstrap(
        (scores,), np.mean, n_resamples=4000, method=kind, random_state=np.random.default_rng(2)
    ).confidence_interval
    assert (got.conf_low, got.conf_high) == pytest.approx((reference.low, reference.high), abs=0.02)


def test_replicates_without_a_value_are_left_out_and_counted():
    def share_of_ones(scores):
        return math.nan if scores.sum() == 0 else scores.mean()

    got = ev_bootstrap([1, 0, 0], statistic=share_of_ones, resamples=[[1, 2, 1], [0, 0, 1], [0, 1, 1]])
    assert got.se == pytest.approx(np.std([2 / 3, 1 / 3], ddof=1))
    assert "1 of 3 replicates" in got.advice[0]
    none = ev_bootstrap([1, 0, 0], statistic=share_of_ones, resamples=[[1, 2, 1], [0, 0, 1]])
    assert (none.se, none.conf_low) == (None, None)
    assert set(none.reasons) == {"se", "conf_low", "conf_high"}

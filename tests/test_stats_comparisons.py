"""Comparisons of models and their planning, against scipy, statsmodels and the definitions."""

import itertools
import math
import warnings

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.meta_analysis import combine_effects

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats import (
    as_eval,
    ev_mde,
    ev_multi,
    ev_paired,
    ev_permutation,
    ev_power,
    ev_score,
    ev_unpaired,
    ev_variance_reduction,
    mcnemar_exact,
    newcombe_paired,
)


def two(a, b, **columns):
    """Scores of the models a and b on the same items."""
    n = len(a)
    frame = {"q": [*range(n)] * 2, "m": ["a"] * n + ["b"] * n, "ok": [*a, *b]}
    frame |= {name: [*values] * 2 for name, values in columns.items()}
    return as_eval(frame, "ok", "q", "m", "c" if "c" in columns else None)


A, B = [0.9, 0.4, 0.7, 0.6, 1.0, 0.2, 0.5], [0.5, 0.6, 0.3, 0.6, 0.8, 0.1, 0.2]
RIGHT_A, RIGHT_B = [1, 1, 1, 0, 1, 0, 1, 1], [0, 1, 0, 0, 1, 1, 0, 0]
PASSAGES = {"c": ["x", "x", "x", "y", "y", "z", "z", "z"]}


def test_a_paired_comparison_is_the_paired_t_test():
    got, reference = ev_paired(two(A, B), level=0.9), scipy_stats.ttest_rel(A, B)
    assert (got.statistic, got.p_value) == pytest.approx((reference.statistic, reference.pvalue))
    assert (got.conf_low, got.conf_high) == pytest.approx(tuple(reference.confidence_interval(0.9)))
    assert got.correlation == pytest.approx(np.corrcoef(A, B)[0, 1])
    assert got.variance_reduction == pytest.approx((got.se_unpaired / got.se) ** 2)


def test_an_unpaired_comparison_is_welchs_t_test():
    data = as_eval({"m": ["a"] * 7 + ["b"] * 5, "ok": [*A, *B[:5]]}, score="ok", model="m")
    got, reference = ev_unpaired(data, level=0.9), scipy_stats.ttest_ind(A, B[:5], equal_var=False)
    assert (got.statistic, got.p_value, got.df) == pytest.approx((reference.statistic, reference.pvalue, reference.df))
    assert (got.conf_low, got.conf_high) == pytest.approx(tuple(reference.confidence_interval(0.9)))


def test_a_clustered_comparison_is_the_cr1_fit_of_statsmodels():
    difference = np.array(RIGHT_A, dtype=float) - RIGHT_B
    groups = pd.factorize(np.array(PASSAGES["c"]))[0]
    fit = sm.OLS(difference, np.ones(8)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    got = ev_paired(two(RIGHT_A, RIGHT_B, **PASSAGES))
    assert (got.se, got.p_value) == pytest.approx((fit.bse[0], fit.pvalues[0]))
    assert (got.n_clusters, got.df, got.clustered) == (3, 2, True)


def test_verdicts_get_newcombe_and_mcnemar_beside_t():
    got = ev_paired(two(RIGHT_A, RIGHT_B))
    assert (got.newcombe_low, got.newcombe_high) == pytest.approx(newcombe_paired(2, 1, 4, 1))
    assert got.mcnemar_p_value == mcnemar_exact(1, 4)
    for other in (ev_paired(two(RIGHT_A, RIGHT_B, **PASSAGES)), ev_paired(two(A, B))):
        assert (other.newcombe_low, other.mcnemar_p_value) == (None, None)
        assert "0 or 1" in other.reasons["mcnemar_p_value"]


def test_equal_models_have_no_test_and_no_certainty():
    got = ev_paired(two([1, 0, 1], [1, 0, 1]))
    assert (got.se, got.statistic, got.p_value, got.variance_reduction) == (0.0, None, None, None)
    assert "same difference" in got.reasons["p_value"]
    assert "not certainty" in got.advice[0]
    assert got.newcombe_low < 0 < got.newcombe_high


def test_differences_that_agree_but_for_rounding_have_no_test():
    got = ev_paired(two([0.3, 0.9, 0.7], [0.2, 0.8, 0.6]))
    assert (got.se, got.p_value) == (0.0, None)


def test_a_single_cluster_has_no_error():
    with pytest.warns(IndicMatchWarning, match="single cluster"):
        got = ev_paired(two([1, 0, 1], [1, 1, 1], c=["x"] * 3))
    assert (got.se, got.p_value, got.conf_low) == (None, None, None)


def test_items_of_one_model_only_are_left_out_with_a_warning():
    data = as_eval({"q": [1, 2, 3, 4, 2, 3, 9], "m": list("aaaabbb"), "ok": [1, 0, 1, 1, 0, 1, 0]}, "ok", "q", "m")
    with pytest.warns(IndicMatchWarning, match="Dropped 3 items not scored by both models"):
        got = ev_paired(data, "a", "b")
    assert (got.n_items, got.mean_a, got.mean_b) == (2, 0.5, 0.5)


def test_items_meet_whatever_their_order():
    data = as_eval({"q": [1, 2, 3, 3, 1, 2], "m": list("aaabbb"), "ok": [1, 0, 0.5, 0.5, 1, 0]}, "ok", "q", "m")
    assert ev_paired(data).se == 0.0


def test_one_named_model_of_two_names_the_other():
    assert ev_paired(two(A, B), model_a="b").model_b == "a"
    assert ev_paired(two(A, B), model_b="a").model_a == "b"
    assert ev_paired(two(A, B), "b", "a").estimate == pytest.approx(-ev_paired(two(A, B)).estimate)


def test_ignored_clusters_are_told():
    same = ev_paired(two(RIGHT_A, RIGHT_B, c=["x", "z", "x", "y", "y", "z", "x", "x"]), cluster=False)
    assert any("Ignoring the clusters understates" in line for line in same.advice)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=2, max_size=9))
def test_the_permutation_test_tries_every_swap(difference):
    got = ev_permutation(two([max(d, 0) for d in difference], [max(-d, 0) for d in difference]))
    sums = [abs(sum(s * d for s, d in zip(signs, difference, strict=True))) for signs in _signs(len(difference))]
    assert got.exact
    assert 2 ** len(difference) == got.R
    assert got.p_value == pytest.approx(np.mean([total >= abs(sum(difference)) for total in sums]))


def _signs(n):
    return itertools.product((-1, 1), repeat=n)


def test_the_permutation_test_swaps_whole_clusters():
    got = ev_permutation(two(RIGHT_A, RIGHT_B, **PASSAGES))
    assert (got.unit, got.n_units, got.R) == ("clusters", 3, 8)
    sums = [2, 0, 1]  # of the differences in x, y and z
    totals = [abs(sum(s * d for s, d in zip(signs, sums, strict=True))) for signs in _signs(3)]
    assert got.p_value == np.mean([total >= 3 for total in totals])


def test_drawn_permutations_repeat_with_their_seed_and_are_near_the_t_test():
    generator = np.random.default_rng(5)
    a = generator.normal(0.4, 1, 60)
    data = two(a, np.zeros(60))
    one, again = ev_permutation(data, R=5000, seed=2), ev_permutation(data, R=5000, seed=2)
    assert one == again
    assert not one.exact
    assert one.p_value == pytest.approx(ev_paired(data).p_value, abs=0.02)


def test_the_control_variate_is_the_formula():
    y, z = np.array(A), np.array(B)
    theta = np.cov(y, z)[0, 1] / z.var(ddof=1)
    got = ev_variance_reduction(two(A, B), "a", "b", mu_reference=0.5)
    assert got.theta == pytest.approx(theta)
    assert got.estimate == pytest.approx(y.mean() - theta * (z.mean() - 0.5))
    assert got.se == pytest.approx((y - theta * z).std(ddof=1) / math.sqrt(7))
    assert got.effective_n == pytest.approx(7 / (1 - np.corrcoef(y, z)[0, 1] ** 2))
    assert ev_variance_reduction(two(A, B), reference="b", mu_reference=0.5) == got


def test_a_perfect_control_leaves_no_variance():
    got = ev_variance_reduction(two(A, A), "a", "b", mu_reference=0.6)
    assert (got.se, got.variance_reduction, got.effective_n) == (0.0, None, None)
    assert got.estimate == pytest.approx(0.6)


EFFECTS = {"estimate": [0.06, -0.01, 0.12, 0.035, 0.08], "se": [0.02, 0.025, 0.045, 0.015, 0.05]}


def test_holm_and_bonferroni_by_hand():
    p = [0.001, 0.04, 0.03]
    z = [scipy_stats.norm.isf(value / 2) for value in p]
    frame = {"estimate": z, "se": [1.0] * 3, "task": list("abc")}
    assert ev_multi(frame).tasks["p_adjusted"].tolist() == pytest.approx([0.003, 0.06, 0.06])
    assert ev_multi(frame, method="bonferroni").tasks["p_adjusted"].tolist() == pytest.approx([0.003, 0.12, 0.09])
    assert ev_multi(frame, method="none").tasks["p_adjusted"].tolist() == pytest.approx(p)
    assert ev_multi(frame, method="fdr") != ev_multi(frame)


def test_benjamini_hochberg_is_that_of_scipy():
    p = ev_multi(EFFECTS).tasks["p_value"]
    assert ev_multi(EFFECTS, method="BH").tasks["p_adjusted"].tolist() == pytest.approx(
        scipy_stats.false_discovery_control(p).tolist()
    )
    assert ev_multi(EFFECTS, method="BY").tasks["p_adjusted"].tolist() == pytest.approx(
        scipy_stats.false_discovery_control(p, method="by").tolist()
    )


def test_the_pooled_effect_is_that_of_statsmodels():
    estimate, se = np.array(EFFECTS["estimate"]), np.array(EFFECTS["se"])
    reference, got = combine_effects(estimate, se**2, method_re="dl"), ev_multi(EFFECTS)
    assert got.pooled == pytest.approx(reference.mean_effect_fe)
    assert got.pooled_se == pytest.approx(reference.sd_eff_w_fe)
    assert (got.q_statistic, got.i_squared) == pytest.approx((reference.q, reference.i2))


def test_comparisons_go_in_as_a_list_or_by_task():
    results = [ev_paired(two(A, B)), ev_unpaired(two(RIGHT_A, RIGHT_B))]
    listed, named = ev_multi(results), ev_multi(dict(zip("xy", results, strict=True)))
    assert listed.tasks["task"].tolist() == ["task_1", "task_2"]
    assert named.tasks["task"].tolist() == ["x", "y"]
    assert listed.tasks["p_value"].tolist() == pytest.approx([result.p_value for result in results])
    assert listed.tasks["conf_low"].tolist() == pytest.approx([result.conf_low for result in results])


def test_simultaneous_intervals_are_wider_unless_there_is_one_task():
    tasks = ev_multi(EFFECTS | {"df": [5, 9, None, 30, math.inf]}).tasks
    assert (tasks["sim_low"] < tasks["conf_low"]).all()
    single = ev_multi({"estimate": [0.1], "se": [0.04]})
    assert single.tasks["sim_low"].tolist() == single.tasks["conf_low"].tolist()
    assert (single.q_p_value, single.i_squared) == (None, 0.0)
    assert "single task" in single.reasons["q_p_value"]


def test_power_reaches_what_it_promises():
    plan = ev_power(0.05, sd_diff=0.5)
    se = 0.5 / math.sqrt(plan.n_items)
    reached = scipy_stats.norm.sf(scipy_stats.norm.isf(0.025) - 0.05 / se)
    assert 0.8 <= reached < 0.801
    assert ev_mde(plan.n_items, sd_diff=0.5).mde == pytest.approx(0.05, rel=1e-3)


@given(st.floats(0.01, 0.5), st.floats(0.05, 2), st.floats(0, 1), st.floats(1, 20))
def test_the_detectable_difference_mirrors_power(delta, sd, icc, size):
    n = ev_power(delta, sd_diff=sd, icc=icc, cluster_size=size).n_items
    assert ev_mde(max(n, 2), sd_diff=sd, icc=icc, cluster_size=size).mde <= delta * (1 + 1e-9)


def test_a_pilot_brings_its_spread():
    pilot = ev_paired(two(A, B))
    plan = ev_power(0.1, pilot=pilot)
    assert plan.sd_diff == pytest.approx((np.array(A) - B).std(ddof=1))
    assert plan.sd_source == "pilot comparison"
    assert plan.n_clusters is None
    assert "own cluster" in plan.reasons["n_clusters"]


def test_a_clustered_pilot_and_an_icc_count_the_clusters_twice():
    pilot = ev_paired(two(RIGHT_A, RIGHT_B, **PASSAGES))
    with pytest.warns(IndicMatchWarning, match="second time"):
        ev_power(0.1, pilot=pilot, icc=0.2, cluster_size=4)


def test_a_correlation_that_verdicts_cannot_have_is_told():
    with pytest.warns(IndicMatchWarning, match=r"0\.111 at most"):
        ev_power(0.05, p_a=0.9, p_b=0.1, correlation=0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ev_power(0.05, p_a=0.72, p_b=0.7, correlation=0.9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ev_paired(two(A, B), "a", "a"), ["model_a and model_b", "'a'"]),
        (lambda: ev_paired(two(A, B), "a", "zzz"), ["model_b", "'zzz'", "a, b"]),
        (lambda: ev_paired([1, 0]), ["1 model", "model_a"]),
        (lambda: ev_paired(two([1], [0])), ["1 item scored by both", "ev_unpaired"]),
        (lambda: ev_unpaired({"m": ["a", "b", "b"], "ok": [1, 0, 1]}, score="ok", model="m"), ["'a'", "1 item"]),
        (lambda: ev_unpaired(two(A, B), "a", "a"), ["model_a and model_b"]),
        (lambda: ev_variance_reduction(two(A, B), "a", mu_reference=0.5), ["reference", "a, b"]),
        (lambda: ev_variance_reduction(two(A, B), "a", "b"), ["mu_reference", "full bank"]),
        (lambda: ev_variance_reduction(two(A, B), "a", "b", "0.5"), ["mu_reference", "'0.5'"]),
        (lambda: ev_variance_reduction(two(A, B), "a", "b", math.inf), ["mu_reference", "inf"]),
        (lambda: ev_variance_reduction(two(A, B), "a", "a", 0.5), ["model and reference", "'a'"]),
        (lambda: ev_variance_reduction(two(A, B), "a", "b", 0.5, theta=math.nan), ["theta", "nan"]),
        (lambda: ev_variance_reduction(two(A, [1] * 7), "a", "b", 0.5), ["'b'", "same on every item"]),
        (lambda: ev_variance_reduction(two([1, 0], [0, 1]), "a", "b", 0.5), ["2 items", "at least 3"]),
        (lambda: ev_multi(EFFECTS, method="sidak"), ["method", "'sidak'", "holm"]),
        (lambda: ev_multi({"estimate": [1.0]}), ["'se'", "estimate"]),
        (lambda: ev_multi({"estimate": [1.0], "se": [0.0]}), ["task_1", "se 0", "above 0"]),
        (lambda: ev_multi({"estimate": [math.nan], "se": [1.0]}), ["task_1", "nan"]),
        (lambda: ev_multi({"estimate": ["a"], "se": [1.0]}), ["estimate", "'a'"]),
        (lambda: ev_multi([1, 2]), ["results", "0, 1", "ev_paired"]),
        (lambda: ev_multi([]), ["results is empty"]),
        (lambda: ev_multi(3), ["results", "3"]),
        (lambda: ev_multi([ev_paired(two([1, 0, 1], [1, 0, 1]))]), ["task_1", "se 0"]),
        (lambda: ev_power(0, sd_diff=1), ["delta", "0"]),
        (lambda: ev_power(1e-200, sd_diff=1), ["delta", "finite"]),
        (lambda: ev_power(True, sd_diff=1), ["delta", "True"]),
        (lambda: ev_power(0.1), ["sd_diff", "pilot", "p_a"]),
        (lambda: ev_power(0.1, p_a=0.5), ["p_b"]),
        (lambda: ev_power(0.1, sd_diff=-1), ["sd_diff", "-1"]),
        (lambda: ev_power(0.1, p_a=1.2, p_b=0.5), ["p_a", "1.2", "0 to 1"]),
        (lambda: ev_power(0.1, p_a=0.2, p_b=0.5, correlation=2), ["correlation", "2", "-1 to 1"]),
        (lambda: ev_power(0.1, p_a=0.5, p_b=0.5, correlation=1), ["correlation", "no variance"]),
        (lambda: ev_power(0.1, sd_diff=1, icc=-0.1), ["icc", "-0.1"]),
        (lambda: ev_power(0.1, sd_diff=1, cluster_size=0), ["cluster_size", "0"]),
        (lambda: ev_power(0.1, sd_diff=1, power=1), ["power", "1"]),
        (lambda: ev_power(0.1, sd_diff=1, alpha=0), ["alpha", "0"]),
        (lambda: ev_power(0.1, pilot=0.3), ["pilot", "0.3", "ev_paired"]),
        (lambda: ev_power(0.1, pilot=ev_score([1, 0])), ["pilot", "ev_paired"]),
        (lambda: ev_power(0.1, pilot=ev_paired(two([1, 0, 1], [1, 0, 1]))), ["pilot", "sd_diff"]),
        (lambda: ev_mde(1, sd_diff=1), ["n_items", "1", "2 or more"]),
        (lambda: ev_mde(10.5, sd_diff=1), ["n_items", "10.5"]),
        (lambda: ev_permutation(two(A, B), R=1), ["R", "1"]),
        (lambda: ev_permutation(two(A, B), "a", "a"), ["model_a and model_b"]),
    ],
)
def test_a_bad_argument_is_named(call, words):
    with pytest.raises(BadInput) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)

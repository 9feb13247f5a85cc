"""Judges against people: agreement, debiasing, and the labels that takes."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats import ev_judge_agreement, ev_judge_debias, ev_judge_power, ev_score, mcnemar_exact, wilson

JUDGE = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1]
GOLD = [1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1]
LABELS = [1, 0, 0, 1, 1, 0, *[None] * 6]


def test_kappa_is_the_published_example_of_fleiss_and_its_error_the_delta_method():
    """Fleiss, Levin and Paik (2003), table 18.1: two raters, three categories, kappa 0.68."""
    table = np.array([[75, 1, 4], [5, 4, 1], [0, 0, 10]])
    pairs = [(i, j) for i in range(3) for j in range(3) for _ in range(table[i, j])]
    gold, judge = zip(*pairs, strict=True)
    got = ev_judge_agreement(judge, gold)
    assert got.type == "categorical"
    assert got.kappa == pytest.approx(0.68, abs=0.005)

    def kappa(p):
        p = p.reshape(3, 3)
        chance = p.sum(axis=0) @ p.sum(axis=1)
        return (np.trace(p) - chance) / (1 - chance)

    p, steps = table.ravel() / 100, np.eye(9) * 1e-6
    slope = np.array([(kappa(p + step) - kappa(p - step)) / 2e-6 for step in steps])
    variance = (slope**2 @ p - (slope @ p) ** 2) / 100
    assert got.kappa_se == pytest.approx(math.sqrt(variance), rel=1e-5)


def test_binary_agreement_by_definition():
    got = ev_judge_agreement(JUDGE, GOLD, level=0.9)
    assert got.type == "binary"
    assert got.accuracy == 9 / 12
    assert (got.accuracy_conf_low, got.accuracy_conf_high) == wilson(9, 12, 0.9)
    assert (got.sensitivity, got.specificity) == pytest.approx((6 / 7, 3 / 5))
    assert got.discordant == {"judge_high": 2, "judge_low": 1}
    assert got.mcnemar_statistic == pytest.approx((abs(2 - 1) - 1) ** 2 / 3)
    assert got.mcnemar_exact_p_value == mcnemar_exact(2, 1)
    reference = scipy_stats.ttest_rel(JUDGE, GOLD)
    assert got.bias_p_value == pytest.approx(reference.pvalue)
    assert (got.bias_conf_low, got.bias_conf_high) == pytest.approx(tuple(reference.confidence_interval(0.9)))


def test_kappa_of_statsmodels_for_unequal_margins():
    got = ev_judge_agreement([1] * 9 + [0], [1] * 8 + [0] * 2)
    p = np.array([[0.1, 0.1], [0.0, 0.8]])
    chance = float(p.sum(axis=0) @ p.sum(axis=1))
    assert got.kappa == pytest.approx((np.trace(p) - chance) / (1 - chance))


CONTINUOUS = ([0.81, 0.42, 0.97, 0.15, 0.66], [0.7, 0.4, 0.95, 0.2, 0.5])


@pytest.mark.parametrize(("level", "factor"), [(0.95, 1.96), (0.9, 1.6448536269514722)])
def test_limits_of_agreement_follow_the_level(level, factor):
    got = ev_judge_agreement(*CONTINUOUS, level=level)
    difference = np.subtract(*CONTINUOUS)
    assert got.loa_high - got.bias == pytest.approx(factor * difference.std(ddof=1))
    assert got.spearman == pytest.approx(scipy_stats.spearmanr(*CONTINUOUS).statistic)
    assert (got.kappa, got.reasons["kappa"]) == (None, "the scores are continuous")


@pytest.mark.parametrize(
    ("judge", "gold", "kind"),
    [
        ([True, False, True], [True, True, False], "binary"),
        ([2.5, 1.5, 2.5], [1.5, 1.5, 2.5], "binary"),
        ([1, 2, 3], [1, 2, 2], "categorical"),
        ([1, 1, 1], [1, 1, 1], "categorical"),
        ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], "continuous"),
        (range(11), range(11), "continuous"),
        ([0.1, 0.2, 1], [0, 1, 1], "continuous"),
    ],
)
def test_the_type_of_scores_is_seen(judge, gold, kind):
    assert ev_judge_agreement(judge, gold).type == kind


def test_perfect_agreement_has_no_width_and_says_so():
    got = ev_judge_agreement([1, 0, 1, 0], [1, 0, 1, 0])
    assert (got.kappa, got.kappa_se, got.kappa_conf_low) == (1, 0, None)
    assert (got.bias_p_value, got.mcnemar_p_value) == (None, None)
    assert got.mcnemar_exact_p_value == 1.0
    assert {"kappa_conf_low", "bias_p_value", "mcnemar_p_value"} <= set(got.reasons)


def test_one_value_throughout_has_no_kappa():
    got = ev_judge_agreement([1, 1, 1], [1, 1, 1])
    assert (got.kappa, got.correlation) == (None, None)
    assert "chance" in got.reasons["kappa"]


def test_items_that_one_side_misses_are_left_out_and_counted():
    got = ev_judge_agreement([1, None, 0, 1, math.nan], [1, 0, 0, 0, 1])
    assert (got.n, got.n_dropped) == (3, 2)
    assert ev_judge_agreement(pd.Series([1, 0, 1, None]), pd.Series([1, 0, 0, 1], dtype="Int64")).n == 3


def test_agreement_for_each_language():
    language = ["hi"] * 6 + ["ta"] * 4 + ["ur"] * 2
    got = ev_judge_agreement(JUDGE, GOLD, group=language).by_group.set_index("group")
    alone = ev_judge_agreement(JUDGE[:6], GOLD[:6])
    assert got.index.tolist() == ["hi", "ta", "ur"]
    assert got.loc["hi", ["n", "accuracy", "kappa", "kappa_se"]].tolist() == pytest.approx(
        [6, alone.accuracy, alone.kappa, alone.kappa_se]
    )
    assert math.isnan(got.loc["ur", "kappa"])
    assert "fewer than 3" in got.loc["ur", "reason"]
    assert ev_judge_agreement(JUDGE, GOLD).reasons["by_group"] == "no groups were given"


def test_a_biased_judge_is_told_of():
    got = ev_judge_agreement([1] * 10 + [0] * 5 + [1] * 10, [1] * 10 + [0] * 15)
    assert "generous" in got.advice[0]
    harsh = ev_judge_agreement([1] * 10 + [0] * 15, [1] * 10 + [0] * 5 + [1] * 10)
    assert "harsh" in harsh.advice[0]


@pytest.mark.parametrize("lam", [0, 0.4, 1])
def test_debiasing_is_the_formula(lam):
    judge, gold = np.array(JUDGE, dtype=float), np.array(LABELS[:6], dtype=float)
    got = ev_judge_debias(JUDGE, LABELS, lambda_=lam)
    rectified = gold - lam * judge[:6]
    variance = rectified.var(ddof=1) / 6 + lam**2 * judge[6:].var(ddof=1) / 6
    assert got.estimate == pytest.approx(lam * judge[6:].mean() + rectified.mean())
    assert got.se == pytest.approx(math.sqrt(variance))
    assert (got.lambda_, got.lambda_estimated) == (lam, False)


@given(st.integers(0, 2**12 - 1), st.integers(0, 2**6 - 1))
def test_the_tuned_lambda_is_the_best_of_a_grid(judges, labels):
    judge = [judges >> i & 1 for i in range(12)]
    gold = [labels >> i & 1 for i in range(6)] + [None] * 6
    tuned = ev_judge_debias(judge, gold)
    assert 0 <= tuned.lambda_ <= 1
    y, f = np.array(gold[:6], dtype=float), np.array(judge[:6], dtype=float)

    def variance(lam):  # the judge's variance on the labelled items stands for that on the rest, as in PPI++
        return lam**2 * f.var(ddof=1) / 6 + (y - lam * f).var(ddof=1) / 6

    assert variance(tuned.lambda_) <= min(variance(lam) for lam in np.linspace(0, 1, 101)) + 1e-12


def test_all_labelled_gives_the_human_mean_and_a_warning():
    with pytest.warns(IndicMatchWarning, match="adds nothing"):
        got = ev_judge_debias([1, 0, 1, 1], [1, 0, 0, 1])
    assert (got.estimate, got.lambda_, got.n_unlabelled) == (0.5, 0.0, 0)


def test_one_unlabelled_item_has_no_spread():
    got = ev_judge_debias([1, 0, 1, 1, 0], [1, 0, 0, 1, None])
    assert (got.se, got.conf_low, got.precision_gain) == (None, None, None)
    assert "one unlabelled item" in got.reasons["se"]


def test_labels_that_are_no_random_sample_are_told_of():
    generator = np.random.default_rng(0)
    judge = np.concatenate([generator.random(100) < 0.2, generator.random(400) < 0.9]).astype(float)
    gold = np.concatenate([judge[:100], np.full(400, np.nan)])
    assert any("hardly a random sample" in line for line in ev_judge_debias(judge, gold).advice)
    mixed = generator.permutation(judge)
    fair = np.where(np.arange(500) < 100, mixed, np.nan)
    assert not any("random sample" in line for line in ev_judge_debias(mixed, fair).advice)


@given(
    st.integers(10, 400),
    st.floats(-1, 1),
    st.floats(0.01, 0.2),
    st.floats(0.1, 1),
    st.floats(0.1, 1),
)
def test_the_labels_needed_are_the_fewest_that_reach_the_target(n, rho, target, sd_gold, sd_judge):
    got = ev_judge_power(n, rho, target_se=target, sd_gold=sd_gold, sd_judge=sd_judge)
    vy, vf, cov = sd_gold**2, sd_judge**2, rho * sd_gold * sd_judge

    def se(k):
        rest = n - k
        if not rest:
            return math.sqrt(vy / k)
        lam = min(max(cov * rest / (vf * n), 0), 1)
        return math.sqrt(lam**2 * vf / rest + (vy - 2 * lam * cov + lam**2 * vf) / k)

    every = [se(k) for k in range(1, n + 1)]
    reached = [k for k, value in enumerate(every, 1) if value <= target * (1 - 1e-12)]
    if reached:
        assert got.n_labels in (reached[0], reached[0] - 1)  # the one before when it meets the target but for rounding
        assert got.achieved_se <= target
    elif min(every) > target:
        assert got.n_labels is None
        assert "miss the target" in got.reasons["n_labels"]
    assert got.best_possible_se == pytest.approx(min(every))


def test_a_plan_for_many_millions_is_quick():
    got = ev_judge_power(2_000_000_000, 0.9, target_se=1e-4)
    assert got.n_labels < got.n_labels_without_judge == 25_000_000


def test_a_pilot_gives_the_correlation_and_on_request_the_spread():
    pilot = ev_judge_debias(JUDGE, LABELS)
    plain, own = (ev_judge_power(1000, target_se=0.05, pilot=pilot, **more) for more in ({}, {"sd_gold": "pilot"}))
    assert plain.correlation == own.correlation == pilot.correlation
    assert (plain.sd_gold, own.sd_gold) == (0.5, pilot.sd_gold)
    assert "sd_gold='pilot'" in plain.advice[0]
    assert own.advice == ()
    both = ev_judge_power(1000, target_se=0.05, pilot=pilot, sd_gold="pilot", sd_judge="pilot")
    assert both.sd_judge == pilot.sd_judge


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ev_judge_agreement([1, 0], [1, 0, 1]), ["judge", "2", "gold", "3"]),
        (lambda: ev_judge_agreement([1, 0, 1], [1, 0, None]), ["2 items", "at least 3"]),
        (lambda: ev_judge_agreement(["a", "b", "c"], [1, 0, 1]), ["judge", "'a'"]),
        (lambda: ev_judge_agreement([1, 0, 1], ["1", 0, 1]), ["gold", "'1'"]),
        (lambda: ev_judge_agreement("101", [1, 0, 1]), ["judge", "'101'"]),
        (lambda: ev_judge_agreement([1, 0, math.inf], [1, 0, 1]), ["judge", "inf"]),
        (lambda: ev_judge_agreement([1, 0, 1], [1, 0, 1], level=0), ["level", "0"]),
        (lambda: ev_judge_agreement([1, 0, 1], [1, 0, 1], group=["a"]), ["group", "1 values", "3 items"]),
        (lambda: ev_judge_agreement([1, 0, 1], [1, 0, 1], group=["a", None, "b"]), ["group", "item 1"]),
        (lambda: ev_judge_agreement([1, 0, 1], [1, 0, 1], group="abc"), ["group"]),
        (lambda: ev_judge_debias([1, None, 0, 1], [1, 0, 1, None]), ["judge", "item 1"]),
        (lambda: ev_judge_debias([1, 0, 0, 1], [1, 0, None, None]), ["gold", "2 items", "at least 3"]),
        (lambda: ev_judge_debias([1, 0, 1, 1, 0], [1, 0, 1, None, None], math.nan), ["lambda_", "nan"]),
        (lambda: ev_judge_debias([1, 0, 1, 1, 0], [1, 0, 1, None, None], "1"), ["lambda_", "'1'"]),
        (lambda: ev_judge_debias([1, 0, 1, 1], [1, 0, 1, math.inf]), ["gold", "inf"]),
        (lambda: ev_judge_power(5, 0.8, 0.01), ["n_total", "5", "10 or more"]),
        (lambda: ev_judge_power(2000, target_se=0.01), ["correlation", "None"]),
        (lambda: ev_judge_power(2000, 1.5, 0.01), ["correlation", "1.5"]),
        (lambda: ev_judge_power(2000, 0.8), ["target_se", "target_mde"]),
        (lambda: ev_judge_power(2000, 0.8, 0), ["target_se", "0"]),
        (lambda: ev_judge_power(2000, 0.8, target_mde=0), ["target_mde", "0"]),
        (lambda: ev_judge_power(2000, 0.8, target_mde=0.1, power=2), ["power", "2"]),
        (lambda: ev_judge_power(2000, 0.8, 0.01, sd_gold=0), ["sd_gold", "0"]),
        (lambda: ev_judge_power(2000, 0.8, 0.01, sd_gold="pilot"), ["sd_gold", "'pilot'"]),
        (lambda: ev_judge_power(2000, 0.8, 0.01, pilot=0.3), ["pilot", "0.3", "ev_judge_debias"]),
        (lambda: ev_judge_power(2000, target_se=0.01, pilot=ev_score([1, 0])), ["pilot", "ev_judge_debias"]),
    ],
)
def test_a_bad_argument_is_named(call, words):
    with pytest.raises(BadInput) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)


@pytest.mark.parametrize(("judge", "gold"), [([1, 0, 1], [0, 0, 0]), ([0, 0, 0], [1, 0, 1]), ([1, 1, 1, 0], [1, 1, 1, 1]), ([1] * 26 + [0] * 14, [0] * 40)])
def test_kappa_of_a_rater_who_never_varies_has_no_error_and_warns_of_nothing(judge, gold):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = ev_judge_agreement(judge, gold)
    assert found.kappa == 0
    assert found.kappa_conf_low is None
    assert found.reasons["kappa_conf_low"] == "the standard error of kappa is 0"

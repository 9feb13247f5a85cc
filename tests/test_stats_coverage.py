"""Simulated evaluations: intervals hold the truth as often as they say, tests reject no more often than they may."""

import warnings

import numpy as np
import pytest
from scipy.stats import binom

from indicmatch.stats import (
    as_eval,
    clustered_difference,
    clustered_proportion,
    ev_cluster,
    ev_judge_debias,
    ev_paired,
    ev_score,
    mcnemar_exact,
    newcombe_paired,
    wilson,
)

pytestmark = pytest.mark.slow
TIMES = 2000
NOMINAL = (0.935, 0.965)  # three simulation errors of 95% over 2,000 on either side


def held(intervals, truth):
    """The share of intervals that hold the truth."""
    low, high = np.array(list(intervals)).T
    return float(((low <= truth) & (truth <= high)).mean())


def in_passages(generator, times, passages, size, p, concentration):
    """Right answers to `size` questions a passage; passages differ in how hard they are, correlation 1/(1 + c)."""
    hardness = generator.beta(p * concentration, (1 - p) * concentration, (times, passages))
    return generator.binomial(size, hardness)


def test_the_plain_interval_holds_the_truth():
    scores = np.random.default_rng(1).random((TIMES, 250)) < 0.7
    share = held(((r.conf_low, r.conf_high) for r in map(ev_score, scores)), 0.7)
    assert NOMINAL[0] <= share <= NOMINAL[1]


def test_the_clustered_interval_holds_the_truth_and_the_naive_one_fails():
    right = in_passages(np.random.default_rng(2), TIMES, passages=50, size=8, p=0.6, concentration=2)
    results = [clustered_proportion((8, int(k)) for k in row) for row in right]
    robust = held(((r.conf_low, r.conf_high) for r in results), 0.6)
    naive = held((wilson(int(row.sum()), 400) for row in right), 0.6)
    assert NOMINAL[0] <= robust <= NOMINAL[1]
    assert naive < 0.80  # a design effect of 3.3: the true error is 1.8 times the naive one
    assert NOMINAL[0] <= held((r.ci for r in results), 0.6) <= NOMINAL[1]


def test_the_functions_on_rows_give_what_was_simulated_on_sums():
    right = in_passages(np.random.default_rng(2), 20, passages=50, size=8, p=0.6, concentration=2)
    for row in right:
        answers = np.concatenate([[1] * k + [0] * (8 - k) for k in row])
        whole = ev_cluster({"ok": answers, "c": np.repeat(np.arange(50), 8)}, score="ok", cluster="c")
        sums = clustered_proportion((8, int(k)) for k in row)
        assert (sums.conf_low, sums.conf_high) == pytest.approx((whole.conf_low, whole.conf_high))


@pytest.mark.parametrize("p", [0.02, 0.97])
def test_the_clustered_wilson_interval_holds_near_the_ends_where_t_fails(p):
    right = in_passages(np.random.default_rng(3), TIMES, passages=25, size=8, p=p, concentration=4)
    results = [clustered_proportion((8, int(k)) for k in row) for row in right]
    robust = held(((r.wilson_low, r.wilson_high) for r in results), p)
    t = held(((r.conf_low, r.conf_high) for r in results), p)
    assert robust >= 0.91  # Beta(3.9, 0.1) passages are as skewed as they come
    assert t <= robust - 0.05
    assert held((r.ci for r in results), p) >= 0.91


def test_the_paired_interval_holds_the_truth():
    generator = np.random.default_rng(4)
    hardness = generator.normal(size=(TIMES, 1, 300))
    answers = (generator.logistic(size=(TIMES, 2, 300)) < np.array([[[0.9], [0.5]]]) - hardness).astype(float)
    grid = np.random.default_rng(5).normal(size=2_000_000)
    truth = float((1 / (1 + np.exp(grid - 0.9)) - 1 / (1 + np.exp(grid - 0.5))).mean())
    models, items = np.repeat([0, 1], 300), np.tile(np.arange(300), 2)
    base = as_eval({"q": items, "m": models, "ok": models}, "ok", "q", "m")
    results = [ev_paired(_with_scores(base, both.ravel())) for both in answers]
    assert NOMINAL[0] <= held(((r.conf_low, r.conf_high) for r in results), truth) <= NOMINAL[1]
    assert NOMINAL[0] <= held(((r.newcombe_low, r.newcombe_high) for r in results), truth) <= NOMINAL[1]
    type_one = np.mean([r.p_value < 0.05 for r in map(ev_paired, _swapped(base, answers, generator))])
    assert 0.035 <= type_one <= 0.065


def _with_scores(base, scores):
    from dataclasses import replace

    return replace(base, score=scores)


def _swapped(base, answers, generator):
    """The same evaluations with the models swapped at random in every item: no true difference."""
    for both in answers:
        swap = generator.random(both.shape[1]) < 0.5
        yield _with_scores(base, np.where(swap, both[::-1], both).ravel())


def test_the_clustered_difference_holds_the_truth_and_the_naive_one_fails():
    generator = np.random.default_rng(6)
    passage = generator.normal(0.1, 0.35, (TIMES, 40)).clip(-0.9, 0.9)
    truth = float(np.random.default_rng(7).normal(0.1, 0.35, 2_000_000).clip(-0.9, 0.9).mean())
    rescued = generator.binomial(8, np.maximum(passage, 0))
    broken = generator.binomial(8, np.maximum(-passage, 0))
    sums = rescued - broken
    results = [clustered_difference((8, int(k)) for k in row) for row in sums]
    assert NOMINAL[0] <= held((r.ci for r in results), truth) <= NOMINAL[1]
    totals = zip(rescued.sum(axis=1).tolist(), broken.sum(axis=1).tolist(), strict=True)
    assert held((newcombe_paired(320 - r - b, b, r, 0) for r, b in totals), truth) < 0.85


def test_newcombe_holds_a_rare_difference():
    generator = np.random.default_rng(8)
    counts = generator.multinomial(233, [0.25, 0.005, 0.025, 0.72], TIMES)
    share = held((newcombe_paired(*map(int, row)) for row in counts), 0.02)
    assert share >= NOMINAL[0]


def test_the_debiased_interval_holds_the_human_mean_with_a_generous_judge():
    generator = np.random.default_rng(9)
    truth = generator.random((TIMES, 1000)) < 0.6
    judge = np.where(truth, generator.random(truth.shape) < 0.95, generator.random(truth.shape) < 0.3).astype(float)
    gold = np.where(np.arange(1000) < 150, truth, np.nan)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = [ev_judge_debias(*pair) for pair in zip(judge, gold, strict=True)]
    assert NOMINAL[0] <= held(((r.conf_low, r.conf_high) for r in results), 0.6) <= NOMINAL[1]
    assert held((wilson(int(row.sum()), 1000) for row in judge), 0.6) < 0.1
    assert np.mean([r.se < r.se_classical for r in results]) > 0.99


def test_mcnemar_rejects_no_more_often_than_it_may():
    for n in [*range(1, 120), 500, 3000]:
        p = np.array([mcnemar_exact(k, n - k) for k in range(n + 1)])
        chance = binom.pmf(np.arange(n + 1), n, 0.5)
        for alpha in (0.01, 0.05, 0.1):
            assert chance[p <= alpha].sum() <= alpha + 1e-12


def test_wilson_holds_the_truth_on_average_over_shares():
    """Exact coverage by enumeration; a single share swings around the nominal level (Brown, Cai and DasGupta 2001)."""
    shares = np.linspace(0.02, 0.98, 97)
    for n in (20, 50, 233):
        low, high = np.array([wilson(k, n) for k in range(n + 1)]).T
        cover = [binom.pmf(np.arange(n + 1), n, p)[(low <= p) & (p <= high)].sum() for p in shares]
        assert np.mean(cover) == pytest.approx(0.95, abs=0.01)

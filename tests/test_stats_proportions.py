"""Intervals and a test for counts, against published numbers, exact fractions and scipy."""

import math
import subprocess
import sys
from fractions import Fraction
from statistics import NormalDist

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.errors import BadInput
from indicmatch.stats import mcnemar_exact, newcombe_paired, wilson
from indicmatch.stats.proportions import _tail_of_floats, _tail_of_integers

counts = st.integers(0, 400)

PUBLISHED_PAIRS = [  # (both, first only, second only, neither), first minus second: low, high; source
    ((14, 5, 0, 22), 0.0115, 0.2265, "Altman et al., Statistics with confidence (2000), table 6.2"),
    ((36, 12, 2, 0), 0.0569, 0.3404, "Newcombe 1998, table II"),
    ((212, 144, 256, 707), -0.1142, -0.0554, "Newcombe 1998, table II"),
    ((59, 6, 16, 80), -0.1186, -0.0046, "Fagerland, Lydersen and Laake (2017), chapter 8, Cavo et al."),
]


@pytest.mark.parametrize(("table", "low", "high", "source"), PUBLISHED_PAIRS)
def test_newcombe_gives_the_published_intervals(table, low, high, source):
    both, first, second, neither = table
    got = newcombe_paired(both, second, first, neither)  # ours is second minus first
    assert got == pytest.approx((low, high), abs=6e-5), source
    mirrored = newcombe_paired(both, first, second, neither)
    assert mirrored == pytest.approx((-high, -low), abs=6e-5), source


@pytest.mark.parametrize(
    ("correct", "n", "low", "high"),
    [(10, 10, 0.72247, 1.0), (0, 10, 0.0, 0.27753), (59, 233, 0.2017, 0.31275), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_gives_the_published_intervals(correct, n, low, high):
    assert wilson(correct, n) == pytest.approx((low, high), abs=5e-5)


def test_no_rows_have_no_interval():
    assert wilson(0, 0) is None
    assert newcombe_paired(0, 0, 0, 0) is None


def test_the_ends_of_wilson_are_exact():
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0


@given(counts, counts, st.floats(0.01, 0.999))
def test_wilson_is_the_set_of_shares_that_the_score_test_keeps(correct, wrong, level):
    n = correct + wrong
    if not n:
        return
    z = NormalDist().inv_cdf(0.5 + level / 2)
    for limit in wilson(correct, n, level):
        if 0 < limit < 1:
            assert abs(correct / n - limit) == pytest.approx(z * math.sqrt(limit * (1 - limit) / n), rel=1e-6, abs=1e-9)


@given(counts, counts, counts, counts)
def test_newcombe_holds_the_difference_and_stays_in_range(both, first, second, neither):
    if not (n := both + first + second + neither):
        return
    low, high = newcombe_paired(both, first, second, neither)
    assert -1 <= low <= (second - first) / n + 1e-12
    assert (second - first) / n - 1e-12 <= high <= 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_sum(b, c):
    n, k = b + c, min(b, c)
    exact = min(Fraction(1), 2 * Fraction(sum(math.comb(n, i) for i in range(k + 1)), 2**n))
    assert mcnemar_exact(b, c) == float(exact)


@pytest.mark.parametrize(
    ("b", "c"),
    [(990, 1011), (1000, 1001), (900, 1101), (700, 1400), (1_000_000, 1_003_000), (5_000_000, 5_020_000), (2001, 2001)],
)
def test_mcnemar_of_large_counts_agrees_with_scipy(b, c):
    from scipy.stats import binom

    assert mcnemar_exact(b, c) == pytest.approx(min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5)), rel=1e-10)
    assert mcnemar_exact(b, c) == mcnemar_exact(c, b)


@pytest.mark.parametrize(("k", "n"), [(16, 2001), (400, 2001), (950, 2001), (1000, 2001), (2400, 5000), (2500, 5000)])
def test_both_ways_to_sum_a_tail_agree(k, n):
    assert _tail_of_floats(k, n) == pytest.approx(_tail_of_integers(k, n), rel=1e-12, abs=0.0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wilson(3, 2), ["correct", "3", "2"]),
        (lambda: wilson(-1, 2), ["correct", "-1"]),
        (lambda: wilson(1.5, 2), ["correct", "1.5"]),
        (lambda: wilson("1", 2), ["correct", "'1'"]),
        (lambda: wilson(1, math.nan), ["n is", "nan"]),
        (lambda: wilson(1, None), ["n is", "None"]),
        (lambda: wilson(1, 2, level=1), ["level", "1"]),
        (lambda: wilson(1, 2, level=95), ["level", "95"]),
        (lambda: wilson(1, 2, level="0.95"), ["level"]),
        (lambda: newcombe_paired(1, 2, -3, 4), ["second_only", "-3"]),
        (lambda: mcnemar_exact(1, math.inf), ["second_only", "inf"]),
    ],
)
def test_a_bad_argument_is_named(call, words):
    with pytest.raises(BadInput) as caught:
        call()
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_sums_of_pandas_are_whole_numbers():
    passed = pd.Series([1.0, 0.0, 1.0])
    assert wilson(passed.sum(), passed.count()) == wilson(2, 3)


def test_wilson_costs_no_heavy_import():
    code = "import sys, indicmatch.stats as s; s.wilson(1, 2); print({'numpy', 'pandas', 'scipy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"

"""Laws that every result keeps, and what the package exports."""

import json
import subprocess
import sys

import pandas as pd
import pytest

import indicmatch.stats as stats
from indicmatch.stats import (
    as_eval,
    clustered_difference,
    clustered_proportion,
    ev_bootstrap,
    ev_cluster,
    ev_elo,
    ev_icc,
    ev_judge_agreement,
    ev_judge_debias,
    ev_judge_power,
    ev_mde,
    ev_multi,
    ev_paired,
    ev_permutation,
    ev_power,
    ev_rank,
    ev_resample,
    ev_score,
    ev_unpaired,
    ev_variance_reduction,
)

PAIR = as_eval({"q": [1, 2, 3, 4] * 2, "m": list("aaaabbbb"), "ok": [1, 1, 0, 1, 0, 1, 0, 0]}, "ok", "q", "m")
SAME = as_eval({"q": [1, 2, 3] * 2, "m": list("aaabbb"), "ok": [1, 1, 0] * 2}, "ok", "q", "m")
FLAT = as_eval({"q": [1, 2, 3] * 2, "m": list("aaabbb"), "ok": [1, 1, 1] * 2}, "ok", "q", "m")
PASSAGES = as_eval({"ok": [1, 1, 0, 0, 1, 0], "c": list("xxyyzz")}, "ok", cluster="c")
GAMES = {"left": ["a", "b", "a"] * 4, "right": ["b", "c", "c"] * 4, "won": [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0]}

RESULTS = [
    lambda: ev_score([1, 0, 1, 1]),
    lambda: ev_score([0.5, 0.25]),
    lambda: ev_score([1, 1, 1]),
    lambda: ev_score(PASSAGES),
    lambda: ev_score(PASSAGES, cluster=False),
    lambda: ev_score({"ok": [1, 1, 1], "c": [1, 1, 2]}, score="ok", cluster="c"),
    lambda: ev_cluster(PASSAGES),
    lambda: ev_cluster({"ok": [1, 1], "c": [1, 2]}, score="ok", cluster="c"),
    lambda: ev_icc(PASSAGES),
    lambda: ev_icc({"ok": [1, 0], "c": [1, 2]}, score="ok", cluster="c"),
    lambda: ev_resample({"q": [1, 1, 2, 2], "ok": [1, 0, 1, 1]}, score="ok", item="q"),
    lambda: ev_resample({"q": [1, 1, 2, 2], "ok": [1, 0, 0, 1]}, score="ok", item="q"),
    lambda: ev_bootstrap([1, 0, 1, 1], R=20, seed=1),
    lambda: ev_bootstrap(PASSAGES, R=20, seed=1, type="basic"),
    lambda: ev_paired(PAIR),
    lambda: ev_paired(SAME),
    lambda: ev_paired(FLAT),
    lambda: ev_permutation(PAIR),
    lambda: ev_unpaired(PAIR),
    lambda: ev_unpaired(FLAT),
    lambda: ev_variance_reduction(PAIR, "a", "b", 0.4),
    lambda: ev_variance_reduction(SAME, "a", "b", 0.4),
    lambda: ev_multi({"estimate": [0.1, 0.9], "se": [0.1, 0.1]}),
    lambda: ev_multi({"estimate": [0.1], "se": [0.1]}),
    lambda: ev_power(0.1, sd_diff=0.5),
    lambda: ev_power(0.1, sd_diff=0.5, icc=0.2, cluster_size=4),
    lambda: ev_mde(100, sd_diff=0.5, icc=0.2, cluster_size=4),
    lambda: ev_judge_agreement([1, 0, 1, 1], [1, 0, 0, 1], group=list("aabb")),
    lambda: ev_judge_agreement([1, 2, 3, 3], [1, 2, 2, 3]),
    lambda: ev_judge_agreement([0.1, 0.5, 0.9], [0.2, 0.5, 0.7]),
    lambda: ev_judge_agreement([1, 0, 1], [1, 0, 1]),
    lambda: ev_judge_agreement([1, 1, 1], [1, 1, 1]),
    lambda: ev_judge_debias([1, 0, 1, 1, 0, 1], [1, 0, 0, 1, None, None]),
    lambda: ev_judge_debias([1, 0, 1, 1, 0], [1, 0, 0, 1, None]),
    lambda: ev_judge_debias([1, 1, 1, 1, 1], [1, 1, 1, None, None]),
    lambda: ev_judge_power(1000, 0.8, 0.02),
    lambda: ev_judge_power(100, 0.8, 0.001),
    lambda: ev_rank(PAIR, R=20, seed=1),
    lambda: ev_elo(GAMES, "left", "right", "won"),
    lambda: clustered_proportion([(3, 1), (4, 2)]),
    lambda: clustered_proportion([(3, 1)]),
    lambda: clustered_proportion([]),
    lambda: clustered_difference([(3, 1), (4, 2)]),
    lambda: clustered_difference([]),
]
EXPORTED = {
    *("as_eval", "ev_bootstrap", "ev_cluster", "ev_elo", "ev_icc", "ev_judge_agreement", "ev_judge_debias"),
    *("ev_judge_power", "ev_mde", "ev_multi", "ev_paired", "ev_plot", "ev_power", "ev_rank", "ev_resample", "ev_score"),
    *("ev_table", "ev_unpaired", "ev_variance_reduction", "wilson"),
}


@pytest.mark.parametrize("make", RESULTS)
def test_what_is_missing_has_a_reason_and_nothing_else_has(make):
    result = make()
    missing = {name for name, value in result.to_dict().items() if value is None}
    assert missing == set(result.reasons)
    assert all(result.reasons.values())


@pytest.mark.parametrize("make", RESULTS)
def test_the_plain_form_is_json_and_ends_with_the_advice(make):
    plain = make().to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert list(plain)[-2:] == ["advice", "reasons"]


@pytest.mark.parametrize("make", RESULTS)
def test_the_text_form_reads_like_one(make):
    result = make()
    lines = repr(result).split("\n")
    assert lines[0] == result.title()
    assert lines[len(lines) - len(result.advice) :] == list(result.advice)
    assert not any(word in repr(result) for word in ("None", "nan", "object at"))
    html = result._repr_html_()
    assert html.startswith("<table>")
    assert all(line.split("(")[0].strip()[:20] in html for line in result.advice)


@pytest.mark.parametrize("make", RESULTS)
def test_a_result_is_frozen_and_equals_itself_made_again(make):
    result = make()
    with pytest.raises(AttributeError):
        setattr(result, next(iter(result.to_dict())), 0.5)
    assert result == make()
    assert result != "something else"


def test_html_is_escaped():
    columns = {"q": [1, 2] * 2, "m": ["<i>", "<i>", "&", "&"], "ok": [1, 0, 0, 0]}
    named = ev_paired(columns, score="ok", item="q", model="m")
    assert "<i>" not in named._repr_html_()
    assert "&lt;i&gt;" in named._repr_html_()


def test_the_names_are_sorted_and_all_there():
    assert stats.__all__ == sorted(stats.__all__)
    assert set(stats.__all__) >= EXPORTED
    for name in stats.__all__:
        assert getattr(stats, name).__name__ == name
        assert name in dir(stats)
    with pytest.raises(AttributeError, match="nope"):
        stats.nope  # noqa: B018


@pytest.mark.parametrize("name", ["clustered_proportion", "Result"])
def test_the_sums_form_loads_neither_numpy_nor_pandas(name):
    code = f"import sys; from indicmatch.stats import {name}; print({{'numpy', 'pandas', 'scipy'}} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_scores_of_a_vector_load_no_pandas():
    code = "import sys; from indicmatch.stats import ev_score; ev_score([1, 0]); print('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_frames_in_results_are_plain_rows():
    rows = ev_rank(PAIR, R=20, seed=1).to_dict()["models"]
    assert [row["model"] for row in rows] == ["a", "b"]
    assert isinstance(ev_rank(PAIR, R=20, seed=1).models, pd.DataFrame)

"""Measured quality on pairs of word forms: precision first, and every language above its mark."""

import csv
from pathlib import Path
from unicodedata import normalize

import pytest

from indicmatch import stem

PAIRS = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "stem"
PRECISION = 0.93
F1 = {
    "bn": 0.90, "gu": 0.90, "hi": 0.92, "hi_pud": 0.92, "kn": 0.85, "ml": 0.80, "mr": 0.85,
    "ne": 0.90, "sa": 0.88, "sd": 0.70, "ta": 0.85, "te": 0.90, "ur": 0.90,
}  # fmt: skip


def pairs(name):
    with (PAIRS / f"{name}.pairs.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield normalize("NFC", row["form1"]), normalize("NFC", row["form2"]), row["same_lemma"] == "1"


@pytest.mark.parametrize("name", F1)
def test_precision_and_f1(name):
    if not PAIRS.is_dir():
        pytest.skip("the word pairs are not here")
    lang = name.partition("_")[0]
    met = [(stem(a, lang) == stem(b, lang), same) for a, b, same in pairs(name)]
    true, predicted, gold = sum(m and s for m, s in met), sum(m for m, _ in met), sum(s for _, s in met)
    assert true / predicted >= PRECISION
    assert 2 * true / (predicted + gold) >= F1[name]

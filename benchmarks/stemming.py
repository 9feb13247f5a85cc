"""Stemmers: how well they conflate, what they do to word overlap, and how quick they are.

    python -m benchmarks.stemming [--data DIRECTORY] [--rounds 5]

Conflation: on pairs of word forms (`stem/LANG.pairs.tsv`: form1, form2, same_lemma), two forms of one lemma should get
one key (recall) and others should not (precision). Word overlap: a golden answer is looked for in its own passage
(recall) and in every other passage of its file (false positives), with and without stemming (`qa/LANG_xquadin.csv`).
Speed: the time of Snowball over ours, words not seen before; medians of process CPU time, both taking turns.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from indicmatch import Analyzer, UnknownName
from indicmatch.stem import STEMMERS, best_stemmer
from indicmatch.tables import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Stem = Callable[[str], str]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
TRUNCATED = 5  # code points: the crudest stemmer that is in use


def candidates(tag: str) -> dict[str, Stem]:
    """Name -> stemmer: our table, Snowball's where it has the language, the first five letters, none."""
    found = {name: STEMMERS[f"{name}:{tag}"]() for name in ("table", "snowball") if f"{name}:{tag}" in STEMMERS}
    return found | {f"first {TRUNCATED}": lambda word: word[:TRUNCATED], "none": lambda word: word}


def tag_of(path: Path) -> str:
    return path.name.partition(".")[0].partition("_")[0]


def rows_of(path: Path, delimiter: str) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        if delimiter == "\t":
            return list(csv.DictReader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE))
        return list(csv.DictReader(file))


def figures(pairs: Iterable[tuple[str, str, bool]], stem: Stem) -> tuple[float | None, float, float]:
    """Precision (None where nothing met), recall and F1 of "these two forms are of one word"."""
    met = [(stem(a) == stem(b), same) for a, b, same in pairs]
    true, predicted, gold = sum(m and s for m, s in met), sum(m for m, _ in met), sum(s for _, s in met)
    return true / predicted if predicted else None, true / gold, 2 * true / (predicted + gold)


def conflation(directory: Path) -> None:
    print("Conflation: precision / recall / F1")
    scores: dict[str, list[float]] = {}
    for path in sorted(directory.glob("*.pairs.tsv")):
        pairs = [(row["form1"], row["form2"], row["same_lemma"] == "1") for row in rows_of(path, "\t")]
        cells = []
        for name, stem in candidates(tag_of(path)).items():
            precision, recall, f1 = figures(pairs, stem)
            scores.setdefault(name, []).append(f1)
            sure = "-" if precision is None else f"{precision:.3f}"
            cells.append(f"{name} {sure} / {recall:.3f} / {f1:.3f}")
        print(f"  {path.name.partition('.')[0]:8}{'   '.join(cells)}")
    for name, found in scores.items():
        print(f"  mean F1 of {name}: {statistics.fmean(found):.3f} ({len(found)} files)")


def overlap(rows: list[dict[str, str]], analyzer: Analyzer) -> tuple[int, int]:
    """How many answers are found in their own passage, and in another's."""
    answers = [analyzer.text(row["answer"]).words for row in rows]
    passages = [analyzer.response(row["response"]).found_words for row in rows]
    found = [[answer <= passage for passage in passages] for answer in answers]
    own = sum(line[at] for at, line in enumerate(found))
    return own, sum(map(sum, found)) - own


def word_overlap(directory: Path) -> None:
    print("Word overlap, unstemmed -> stemmed: answers found in their own passage, and in another one")
    totals = [0, 0, 0, 0, 0, 0]
    for path in sorted(directory.glob("*_xquadin.csv")):
        rows, tag = [row for row in rows_of(path, ",") if row["answer"].strip()], tag_of(path)
        try:
            name = best_stemmer(tag)
        except UnknownName:
            continue
        plain, stemmed = overlap(rows, Analyzer(lang=tag)), overlap(rows, Analyzer(lang=tag, stemmer=name))
        counts = (len(rows), len(rows) * (len(rows) - 1), plain[0], stemmed[0], plain[1], stemmed[1])
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        print(f"  {tag:8}{shares(*counts)}")
    if totals[0]:
        print(f"  {'all':8}{shares(*totals)}")


def shares(own: int, other: int, own_plain: int, own_stemmed: int, other_plain: int, other_stemmed: int) -> str:
    found = f"{own_plain / own:6.1%} -> {own_stemmed / own:6.1%} of {own}"
    return f"{found}, false {other_plain / other:.3%} -> {other_stemmed / other:.3%} of {other}"


def speed(directory: Path, rounds: int) -> None:
    print("Speed: time of Snowball / time of our table, words not seen before")
    for row in load("stem_languages"):
        tag, path = row["language"], directory / f"{row['language']}.lemma.tsv"
        if row["best"] != "table" or not row["snowball"] or not path.exists():
            continue
        words = sorted({line["form"] for line in rows_of(path, "\t")})
        ratio = statistics.median(taken(f"snowball:{tag}", words) / taken(f"table:{tag}", words) for _ in range(rounds))
        print(f"  {tag:8}{ratio:.2f} ({len(words)} words)")


def taken(name: str, words: list[str]) -> float:
    stem = STEMMERS[name]()
    stem.cache_clear()  # type: ignore[attr-defined]
    start = time.process_time()
    for word in words:
        stem(word)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not (options.data / "stem").is_dir():
        parser.error(f"no word pairs in {options.data / 'stem'}: name a directory with --data")
    conflation(options.data / "stem")
    word_overlap(options.data / "qa")
    speed(options.data / "stem", options.rounds)


if __name__ == "__main__":
    main()

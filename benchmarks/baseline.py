"""The baseline B: the published protocol as people run it; B with less waste; and a plain copy, which nothing that writes a file undercuts.

    python -m benchmarks.baseline protocol|tuples|copy IN.csv OUT.csv
"""

from __future__ import annotations

import csv
import string
import sys

NAMES = ["word_overlap", "matching_words", "total_golden_words"]


def tuples(source: str, target: str) -> None:
    """As `protocol`, but the second apply makes no Series of every row's three figures."""
    protocol(source, target, series=False)


def protocol(source: str, target: str, *, series: bool = True) -> None:
    """pandas in, two row-wise applies of which the second gives three columns, pandas out; without pyarrow, where that is quicker."""
    sys.modules["pyarrow"] = None  # type: ignore[assignment]
    import pandas as pd

    def exact(row: pd.Series) -> bool:
        return row["answer"].lower() in row["response"].lower() if row["response"].strip() else False

    def words(text: str) -> set[str]:
        return {word for word in (token.strip(string.punctuation) for token in text.lower().split()) if word}

    def overlap(row: pd.Series) -> tuple[bool, int, int]:
        golden = words(row["answer"])
        if not row["response"].strip():
            return False, 0, len(golden)
        found = words(row["response"])
        return golden <= found, len(golden & found), len(golden)

    frame = pd.read_csv(source, keep_default_na=False, dtype=str)
    frame["exact_substring"] = frame.apply(exact, axis=1).astype(int)
    if series:
        frame[NAMES] = frame.apply(lambda row: pd.Series(overlap(row)), axis=1).astype(int)
    else:
        overlaps = frame.apply(overlap, axis=1)
        for at, name in enumerate(NAMES):
            frame[name] = [int(found[at]) for found in overlaps]
    frame.to_csv(target, index=False)


def copy(source: str, target: str) -> None:
    """The csv module in, the csv module out."""
    csv.field_size_limit(1 << 30)
    with open(source, encoding="utf-8", newline="") as file, open(target, "w", encoding="utf-8", newline="") as out:  # noqa: PTH123
        csv.writer(out).writerows(csv.reader(file))


if __name__ == "__main__":
    {"protocol": protocol, "tuples": tuples, "copy": copy}[sys.argv[1]](*sys.argv[2:4])

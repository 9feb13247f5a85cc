"""The baseline B: the published protocol as people run it, in three forms of its second apply; and a plain copy, the floor.

    python -m benchmarks.baseline series|expand|tuples|copy IN.csv OUT.csv
"""

from __future__ import annotations

import csv
import string
import sys
from typing import Literal

NAMES = ["word_overlap", "matching_words", "total_golden_words"]
FORMS = ("series", "expand", "tuples")

Form = Literal["series", "expand", "tuples"]


def protocol(source: str, target: str, form: Form) -> None:
    """pandas in, two row-wise applies, pandas out; without pyarrow, where that is quicker.

    The second apply gives three columns: as a `pd.Series` of every row, by `result_type="expand"`, or as tuples that are taken apart
    afterwards, which costs least. All three are in use.
    """
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
    if form == "series":
        frame[NAMES] = frame.apply(lambda row: pd.Series(overlap(row)), axis=1).astype(int)
    elif form == "expand":
        frame[NAMES] = frame.apply(overlap, axis=1, result_type="expand").astype(int)
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
    if sys.argv[1] == "copy":
        copy(*sys.argv[2:4])
    else:
        protocol(*sys.argv[2:4], sys.argv[1])  # type: ignore[arg-type]

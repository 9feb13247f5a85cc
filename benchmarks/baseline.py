"""The baseline B: the published protocol as people run it, and a plain copy of the file, which nothing that writes one can undercut.

    python -m benchmarks.baseline protocol|copy IN.csv OUT.csv
"""

from __future__ import annotations

import csv
import string
import sys


def protocol(source: str, target: str) -> None:
    """pandas in, two row-wise applies, pandas out; without pyarrow, where that is quicker."""
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
    overlaps = frame.apply(overlap, axis=1)
    frame["word_overlap"] = [int(found[0]) for found in overlaps]
    frame["matching_words"] = [found[1] for found in overlaps]
    frame["total_golden_words"] = [found[2] for found in overlaps]
    frame.to_csv(target, index=False)


def copy(source: str, target: str) -> None:
    """The csv module in, the csv module out."""
    csv.field_size_limit(1 << 30)
    with open(source, encoding="utf-8", newline="") as file, open(target, "w", encoding="utf-8", newline="") as out:  # noqa: PTH123
        csv.writer(out).writerows(csv.reader(file))


if __name__ == "__main__":
    {"protocol": protocol, "copy": copy}[sys.argv[1]](*sys.argv[2:4])

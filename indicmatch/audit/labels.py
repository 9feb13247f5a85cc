"""Labels that people gave: a sample of rows to label, and what the labels say of the rescues."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from indicmatch.errors import BadFile
from indicmatch.records import Record, open_table
from indicmatch.score.figures import interval
from indicmatch.stats import wilson

__all__ = ["LabelReader", "check_of", "sample", "stratum_of", "worth_a_look"]

NEEDED = ("file", "line", "check", "label")


def check_of(question: str | None, answer: str, response: str | None) -> str:
    """What tells whether a row is still the one that was labelled; it begins with a letter, so that no spreadsheet makes a number of it.

    >>> check_of(None, "Delhi", "Delhi")
    'c0647cda373'
    """
    text = "\0".join([question or "", answer, response or ""])
    return f"c{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


def worth_a_look(verdicts: Iterable[str]) -> bool:
    """Whether the verdicts of a row, signs for each metric, differ: between rungs, or between metrics at one rung."""
    signs = [row for row in verdicts if "-" not in row]
    return len({sign for row in signs for sign in row}) > 1


def stratum_of(row: dict[str, Any]) -> str:
    """What a row of the spill is a case of: its first flip by step, else its bucket.

    >>> stratum_of({"flips": [{"metric": "m", "flip": "rescued", "step": "nfc", "first": True}], "verdicts": {}})
    'rescued by nfc'
    """
    for kind in ("broken", "rescued"):
        for flip in row["flips"]:
            if flip["first"] and flip["flip"] == kind:
                return f"{kind} by {flip['step']}"
    exact, overlap = (row["verdicts"].get(name, "-")[-1] for name in ("exact_substring", "word_overlap"))
    if exact != overlap and "-" not in (exact, overlap):
        return "exact only" if exact == "1" else "overlap only"
    return "metrics disagree"


def sample(rows: Iterable[dict[str, Any]], size: int, seed: int = 0) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """About `size` of the rows that are worth a look, in proportion to their strata and at least one of each; and the strata's sizes.

    In proportion, so that the labelled rows are as good as a random sample of them all, which `ev_judge_debias` needs. `rows` are gone
    through twice; memory holds the sample alone.
    """
    chance = random.Random(seed)
    sizes: Counter[str] = Counter()
    kept: defaultdict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if not worth_a_look(row["verdicts"].values()):
            continue
        name = stratum_of(row)
        sizes[name] += 1
        if len(kept[name]) < size:
            kept[name].append(at)
        elif (place := chance.randrange(sizes[name])) < size:  # reservoir sampling, algorithm R
            kept[name][place] = at
    shares = _shares(sizes, size)
    chosen = {at for name in sizes for at in chance.sample(kept[name], shares[name])}
    found = [row for at, row in enumerate(rows) if at in chosen]
    chance.shuffle(found)
    return found, dict(sizes)


def _shares(sizes: Counter[str], size: int) -> dict[str, int]:
    """How many of each stratum: by the largest remainder, at least one."""
    total = sum(sizes.values())
    if total <= size:
        return dict(sizes)
    exact = {name: count * size / total for name, count in sizes.items()}
    shares = {name: max(1, int(share)) for name, share in exact.items()}
    left = max(0, size - sum(shares.values()))
    for name in sorted(exact, key=lambda name: shares[name] - exact[name])[:left]:
        shares[name] += 1
    return shares


class LabelReader:
    """The labels of a file that the label page saved; it is asked for each row that streams by, and sums up what they say."""

    def __init__(self, path: str | Path) -> None:
        self._labels: dict[tuple[str, int], tuple[str, bool]] = {}
        self._files: defaultdict[str, set[str]] = defaultdict(set)  # by the last part of their names
        self._counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
        self.path, self.used, self.changed = str(path), 0, 0
        table = open_table(path, format="csv")
        missing = [name for name in NEEDED if name not in table.header]
        if missing:
            problem = f"no column {missing[0]!r}; a file of labels has {', '.join(NEEDED)}"
            raise BadFile(problem, file=table.file, line=1, remedy="give the file that the label page saved")
        places = [table.header.index(name) for name in NEEDED]
        for number, cells, _ in table:
            file, line, check, label = (str(cells[at]).removeprefix("'") for at in places)
            if label not in ("", "0", "1") or not line.isdecimal():
                raise BadFile(f"the label {label!r} of line {line!r}", file=table.file, line=number, remedy="write 1, 0 or nothing")
            if not label:
                continue
            said = check, label == "1"
            if self._labels.setdefault((file, int(line)), said) != said:
                problem = f"line {line} of {file} is labelled a second time, and otherwise"
                raise BadFile(problem, file=table.file, line=number, remedy="leave one of the two labels")
            self._files[_name(file)].add(file)

    def __len__(self) -> int:
        return len(self._labels)

    def add(self, record: Record, flips: list[dict[str, Any]]) -> None:
        """Count a row's flips by whether a person called the response right."""
        files = self._files.get(_name(record.file), set())
        file = record.file if record.file in files or len(files) != 1 else next(iter(files))
        found = self._labels.get((file, record.line))
        if found is None:
            return
        check, right = found
        if check and check != check_of(record.question, record.answer, record.response):
            self.changed += 1
            return
        self.used += 1
        for flip in flips:
            if flip["first"]:
                self._counts[flip["metric"], flip["flip"], flip["step"]][right] += 1

    def figures(self, confidence: float) -> dict[str, Any]:
        """By metric: of the labelled rows that were rescued the share that people call right, of the broken ones that they call wrong."""
        metrics: dict[str, Any] = {}
        for name in dict.fromkeys(metric for metric, _, _ in self._counts):
            its = {(kind, step): counts for (metric, kind, step), counts in self._counts.items() if metric == name}
            metrics[name] = dict(_precision(its, confidence))
        return {"file": self.path, "labels": len(self), "used": self.used, "changed_rows": self.changed, "metrics": metrics}


def _name(file: str) -> str:
    """The last part of a file's name: the page calls files so where that is enough, and it may be read in another folder."""
    return re.split(r"[\\/]", file)[-1]


def _precision(counts: dict[tuple[str, str], list[int]], confidence: float) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, good in (("rescued", 1), ("broken", 0)):
        steps = {step: its for (found, step), its in counts.items() if found == kind}
        yield kind, {
            **_share([sum(column) for column in zip(*steps.values(), strict=True)] or [0, 0], good, confidence),
            "by_step": {step: _share(its, good, confidence) for step, its in steps.items()},
        }


def _share(counts: list[int], good: int, confidence: float) -> dict[str, Any]:
    labelled = sum(counts)
    limits = interval(wilson(counts[good], labelled, confidence))
    return {"labelled": labelled, "as_people_say": counts[good], "share": counts[good] / labelled if labelled else None, "ci": limits}


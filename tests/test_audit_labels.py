"""Samples to label, and what labels say of the rescues."""

import pytest

from indicmatch import BadFile
from indicmatch.audit.labels import sample, stratum_of, worth_a_look
from tests.auditing import audit, write


def row(signs, flips=(), line=2):
    return {"line": line, "flips": [dict(zip(("metric", "flip", "step", "first"), (*flip, True), strict=True)) for flip in flips],
            "verdicts": dict(zip(("exact_substring", "word_overlap"), signs, strict=True))}  # fmt: skip


@pytest.mark.parametrize(
    ("found", "worth", "stratum"),
    [
        (row(("01", "01"), [("exact_substring", "rescued", "nfc")]), True, "rescued by nfc"),
        (row(("01", "10"), [("exact_substring", "rescued", "nfc"), ("word_overlap", "broken", "space")]), True, "broken by space"),
        (row(("11", "00")), True, "exact only"),
        (row(("00", "11")), True, "overlap only"),
        (row(("11", "11")), False, "metrics disagree"),
        (row(("00", "--")), False, "metrics disagree"),
    ],
)
def test_what_a_row_is_a_case_of(found, worth, stratum):
    assert (worth_a_look(found["verdicts"].values()), stratum_of(found)) == (worth, stratum)


def test_the_sample_is_in_proportion_and_holds_every_case():
    rows = [row(("11", "00"), line=k) for k in range(900)] + [row(("00", "11"), line=k) for k in range(900, 999)]
    rows += [row(("01", "01"), [("exact_substring", "rescued", "nfc")], line=999)] + [row(("11", "11"), line=2000)] * 500
    chosen, strata = sample(rows, 100)
    assert strata == {"exact only": 900, "overlap only": 99, "rescued by nfc": 1}
    counts = {name: sum(stratum_of(found) == name for found in chosen) for name in strata}
    assert counts == {"exact only": 90, "overlap only": 9, "rescued by nfc": 1}
    assert [found["line"] for found in sample(rows, 100)[0]] == [found["line"] for found in chosen]
    assert [found["line"] for found in sample(rows, 100, seed=1)[0]] != [found["line"] for found in chosen]
    assert len(sample(rows, 5000)[0]) == 1000


def test_labels_of_two_files_of_one_name_are_told_apart(tmp_path):
    files = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        files.append(write(tmp_path / folder / "hindi.csv", [("q", "\u0958", "d", f"\u0915\u093c {folder}")]))
    labels = tmp_path / "labels.csv"
    names = [(str(file), "2", "", str(number)) for number, file in enumerate(files)]
    write(labels, names, ("file", "line", "check", "label"))
    found = audit(*files, labels=labels).to_dict()["labels"]
    assert (found["labels"], found["used"], found["changed_rows"]) == (2, 2, 0)
    assert found["metrics"]["exact_substring"]["rescued"]["as_people_say"] == 1
    write(labels, [("hindi.csv", "2", "", "1")], ("file", "line", "check", "label"))
    assert audit(files[0], labels=labels).to_dict()["labels"]["used"] == 1  # by the last part of the name, where that is enough
    write(labels, [*names, (str(files[0]), "2", "", "1")], ("file", "line", "check", "label"))
    with pytest.raises(BadFile, match=r"line 4: line 2 of .* is labelled a second time, and otherwise"):
        audit(*files, labels=labels)


def test_labels_say_how_many_rescues_were_right(tmp_path):
    rows = [(f"q{k}", "\u0958", "d", "\u0915\u093c") for k in range(4)] + [("b", "cafe", "d", "cafe\u0301")]
    path = write(tmp_path / "hindi.csv", rows)
    checks = {found["line"]: found["check"] for found in audit(path).rows()}
    labels = write(tmp_path / "labels.csv", [("hindi.csv", 2, checks[2], 1), ("hindi.csv", 3, checks[3], 1), ("hindi.csv", 4, checks[4], 0),
                                             ("hindi.csv", 5, "stale", 1), ("hindi.csv", 6, checks[6], 0), ("tamil.csv", 2, "x", 1)],
                   ("file", "line", "check", "label"))  # fmt: skip
    found = audit(path, labels=labels).to_dict()["labels"]
    assert (found["labels"], found["used"], found["changed_rows"]) == (6, 4, 1)
    exact = found["metrics"]["exact_substring"]
    assert (exact["rescued"]["labelled"], exact["rescued"]["as_people_say"], exact["rescued"]["share"]) == (3, 2, pytest.approx(2 / 3))
    assert (exact["broken"]["labelled"], exact["broken"]["as_people_say"]) == (1, 1)
    assert list(exact["rescued"]["by_step"]) == ["nfc"]


@pytest.mark.parametrize(
    ("header", "cells", "problem"),
    [(("file", "line", "label"), ("a", "1", "1"), "check"), (("file", "line", "check", "label"), ("a", "1", "c", "yes"), "yes")],
)
def test_a_file_of_labels_that_cannot_be_used_is_refused(tmp_path, header, cells, problem):
    labels = write(tmp_path / "labels.csv", [cells], header)
    with pytest.raises(BadFile, match=problem):
        audit(write(tmp_path / "hindi.csv", []), labels=labels)

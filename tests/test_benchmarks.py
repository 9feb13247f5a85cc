"""Every benchmark once at small size, as a test that what is measured is right."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from indicmatch.normalize import pipeline
from indicmatch.normalize.steps import STEPS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import baseline, command, corpus, normalization, segmentation, stemming, tokenizers  # noqa: E402

COLUMNS = ("question", "answer", "Domain", "response", "exact_substring", "word_overlap", "matching_words", "total_golden_words")


def slow(run, text):
    """Every step in the fixed order until nothing changes."""
    before = None
    while before != text:
        before = text
        for name in run.names:
            text = STEPS[name](run.lang)(text)
    return text


def rows_of(path):
    csv.field_size_limit(1 << 30)
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(row[name] for name in COLUMNS) for row in csv.DictReader(file)]


@pytest.mark.slow
@pytest.mark.parametrize("levels", ["none", "nfc,encoding"])
def test_the_command_writes_what_the_baseline_writes(tmp_path, levels):
    path = corpus.write(tmp_path / "corpus.csv", 1500)
    for run in (*(command.baseline(form, path) for form in baseline.FORMS), command.score(path, levels)):
        command.used(run)
    wanted = rows_of(tmp_path / "series-corpus.csv")
    assert rows_of(tmp_path / "scored-corpus.csv") == rows_of(tmp_path / "tuples-corpus.csv") == rows_of(tmp_path / "expand-corpus.csv") == wanted


def test_the_copy_is_a_copy(tmp_path):
    path = corpus.write(tmp_path / "corpus.csv", 50)
    baseline.copy(str(path), str(tmp_path / "copy.csv"))
    assert (tmp_path / "copy.csv").read_bytes() == path.read_bytes()


def test_a_corpus_is_the_same_each_time_and_can_be_made_of_the_examples(tmp_path, monkeypatch):
    one, two = (corpus.write(tmp_path / name, 60).read_bytes() for name in ("a.csv", "b.csv"))
    assert one == two
    with corpus.write(tmp_path / "c.csv", 60, distinct=True).open(encoding="utf-8", newline="") as file:
        assert len({row["answer"] for row in csv.DictReader(file)}) == 60
    monkeypatch.setattr(corpus, "DATA", tmp_path / "absent")
    assert len(corpus.pool()) > 200
    assert all(len(row) == 4 for row in corpus.pool())


@pytest.mark.slow
def test_the_tables_of_the_command(tmp_path):
    lines = command.whole(tmp_path, 300, 1)
    assert sum(line.startswith("| ") for line in lines) == 10
    assert any("two jobs" in line for line in lines)
    peak = max(map(float, command.memory(tmp_path, 100_000)[-1].split("|")[2:4]))
    assert peak < 60, "more than 60 MB at 100,000 rows"
    assert [line.split("|")[1].strip() for line in command.start(1)[2:]][:2] == ["python", "import indicmatch"]


def test_the_quick_ways_give_what_the_slow_ones_give():
    tokenizers.check(300)
    segmentation.check()
    for lang, texts in normalization.records(600, 60).items():
        run = pipeline("encoding", lang)
        for text in [*texts, *(text + normalization.DIRT for text in texts)]:
            assert run(text) == slow(run, text)
    assert tokenizers.table(5, 1)[0].startswith("| other")
    assert stemming.candidates("hi")["none"]("x") == "x"


def test_the_results_have_a_place_in_the_readme():
    from benchmarks import __main__ as everything

    text = everything.README.read_text(encoding="utf-8")
    assert text.count(everything.BEGIN) == text.count(everything.END) == 1
    assert "CPython" in everything.machine()


@pytest.mark.slow
def test_one_command_runs_a_part():
    done = subprocess.run([sys.executable, "-m", "benchmarks", "--only", "tokenizers", "--rounds", "1"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "### Tokenizers" in done.stdout
    assert json.dumps(done.stdout).count("indic-nlp-library") >= 2

"""`indicmatch correctness`, its pictures and its similarity backends."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from indicmatch.cli import main
from indicmatch.correctness import semantic_similarity
from indicmatch.errors import BadInput
from indicmatch.judge import Limits, Settings
from indicmatch.report.histogram import histogram_svg, save_plot

pytestmark = pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")

scripted = runpy.run_path(str(Path(__file__).with_name("openai_server.py")))
Server, Reply = scripted["Server"], scripted["Reply"]


def needs(package):
    missing = not os.environ.get("INDICMATCH_REQUIRE") and not importlib.util.find_spec(package)
    return pytest.mark.skipif(missing, reason=f"{package} is not installed")


FUNCTION = '''
import json


def call_model(prompt):
    data = json.loads([line for line in prompt.split("\\n") if line.startswith('{"question"')][-1])
    if "sentences" in data:
        return json.dumps({"statements": data["sentences"]})
    sides = [[item["statement"] for item in data[name]] for name in ("response_statements", "reference_statements")]
    return json.dumps({"response": [text in sides[1] for text in sides[0]], "reference": [text in sides[0] for text in sides[1]]})
'''
JUDGE = ["--backend", "callable:my_decomposer.call_model"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "my_decomposer.py").write_text(FUNCTION, encoding="utf-8")
    with (tmp_path / "hindi.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "answer", "Domain", "response"])
        writer.writerows([["q", "क ख।", "A", "क ख।"], ["q", "क ख।", "A", "ट ठ।"], ["q", "क ख।", "B", ""], ["q", "", "B", "क"]])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_rows_figures_and_picture(folder, capsys):
    arguments = ["correctness", "hindi.csv", *JUDGE, "--out", "out.csv", "--threshold", "0.5", "--plot", "h.svg", "--format", "json"]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    combined = report["combined"]
    assert (combined["rows"], combined["count"], combined["max"], combined["min"]) == (4, 3, 1.0, 0.0)
    assert report["passed"] == 1
    assert [group["count"] for group in report["files"][0]["domains"]] == [2, 1]
    assert sum(report["histogram"]) == 3
    with (folder / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer_correctness_binary"] for row in rows] == ["1", "0", "0", ""]
    assert [row["outcome"] for row in rows] == ["scored", "scored", "scored", ""]
    assert [row["reason"] for row in rows] == ["", "", "blank_response", "blank_reference"]
    assert rows[1]["true_positives"] == "0"
    assert rows[0]["similarity_lexical"] == "1.0"
    picture = ET.parse(folder / "h.svg").getroot()
    assert picture.tag.endswith("svg")


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
def test_every_format_says_what_similarity_it_is(folder, capsys, form):
    assert main(["correctness", "hindi.csv", *JUDGE, "--format", form]) == 0
    assert "lexical" in capsys.readouterr().out


def test_similarity_alone_needs_no_backend_and_leaves_no_cache(folder, capsys):
    assert main(["correctness", "hindi.csv", "--metric", "semantic_similarity"]) == 0
    assert "spelling alone" in capsys.readouterr().out
    assert not (folder / "indicmatch-judge.sqlite").exists()


def test_columns_by_option(folder, capsys):
    (folder / "x.jsonl").write_text('{"ask": "q", "out": {"text": "क ख।"}, "gold": "क ख।"}\n', encoding="utf-8")
    columns = ["--user-input-col", "ask", "--response-col", "out.text", "--reference-col", "gold"]
    assert main(["correctness", "x.jsonl", *JUDGE, *columns, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["combined"]["mean"] == 1.0


@pytest.mark.parametrize(("arguments", "said"), [
    (["--plot", "h.gif"], ".svg or .png"),
    (["--weights", "1;2"], "two numbers"),
    (["--metric", "semantic_similarity", "--threshold", "0.9"], "similarity alone"),
    (["--similarity", "openai"], "--similarity-model"),
    (["--similarity", "lexicl"], "lexical"),
    (["--reference-col", "golden"], "golden"),
])  # fmt: skip
def test_what_cannot_be_done_is_said_before_anything_is_written(folder, capsys, arguments, said):
    before = sorted(path.name for path in folder.iterdir())
    assert main(["correctness", "hindi.csv", *JUDGE, "--out", "out.csv", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir() if path.name != "__pycache__") == [name for name in before if name != "__pycache__"]


@pytest.mark.parametrize("scores", [[], [0.5], [0.0, 1.0], [0.1] * 20 + [0.9]])
def test_pictures_are_well_formed_for_any_scores(scores):
    picture = ET.fromstring(histogram_svg(scores, title="a < b & c", label="x", threshold=0.5))
    texts = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert f"x (n = {len(scores)})" in texts
    assert ("no scores" in texts) == (not scores)
    for element in picture.iter():
        for name in ("x", "y", "width", "height", "x1", "x2", "cx"):
            assert float(element.get(name, 0)) >= 0


def test_the_outlier_of_a_box_plot_is_a_dot():
    picture = ET.fromstring(histogram_svg([0.5] * 10 + [0.52] * 10 + [1.0], title="t", label="x"))
    assert sum(element.tag.endswith("circle") for element in picture.iter()) == 1


@needs("matplotlib")
def test_a_picture_as_png(tmp_path):
    save_plot(tmp_path / "h.png", [0.1, 0.9, 1.0], title="t", label="x", threshold=0.5)
    assert (tmp_path / "h.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["h.png"]


# embeddings of an endpoint


def embeddings(request, _):
    texts = request["input"]
    rows = [{"object": "embedding", "index": n, "embedding": [float(len(text)), 1.0, 0.5]} for n, text in enumerate(texts)]
    body = {"object": "list", "data": rows[::-1], "model": request["model"], "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    return Reply(body=json.dumps(body).encode())


ROWS = [{"response": "क ख", "reference": "क ख"}, {"response": "क", "reference": "क ख ग घ ङ"}]


def asked(server, **options):
    settings = Settings(base_url=server.base_url, timeout=5)
    return semantic_similarity(ROWS, similarity="openai", similarity_model="embed-1", settings=settings, **options)


@needs("openai")
def test_embeddings_are_asked_for_and_kept(tmp_path):
    with Server(embeddings) as server:
        first = asked(server, cache=tmp_path / "c.sqlite")
        again = asked(server, cache=tmp_path / "c.sqlite")
        assert len(server.requests) == 2
        assert server.requests[0]["path"].endswith("/embeddings")
    assert first.scores == again.scores
    assert first.scores[0] == 1.0
    assert 0 < first.scores[1] < 1
    assert first.figures["similarity"] == "openai embed-1"


@needs("openai")
def test_embeddings_that_fail_are_errors_and_no_scores():
    with Server(lambda *_: Reply(body=b'{"data": []}')) as server:
        found = asked(server, limits=Limits(tries=1))
    assert [row.found.outcome for row in found.rows] == ["error", "error"]
    assert found.scores == [None, None]


@needs("openai")
def test_embeddings_honour_retries():
    def script(request, before):
        return embeddings(request, before) if before else Reply(status=429, headers={"retry-after": "0.1"})

    with Server(script) as server:
        assert asked(server).scores[0] == 1.0


@needs("openai")
def test_a_model_must_be_named():
    with pytest.raises(BadInput, match="--similarity-model"):
        semantic_similarity(ROWS, similarity="openai")

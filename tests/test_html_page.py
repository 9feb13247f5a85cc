"""The HTML report as a file: whole, self-contained, its policy true, its data safe; without a browser."""

import base64
import csv
import hashlib
import html.parser
import json
import re
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import BadFile, score_files
from indicmatch.audit import audit_files
from indicmatch.cli import main
from indicmatch.errors import IndicMatchWarning
from indicmatch.report.html import write_html, write_label_page
from indicmatch.report.html.script_data import as_json
from indicmatch.report.html.texts import attributes, font_rules, shown

ROWS = [
    ("q1", "\u0958\u0932\u092e", "Art", "\u0915\u093c\u0932\u092e \u0939\u0948\u0964"),
    ("</script><b>q2", "<i>Delhi</i>", "<u>", "It is <i>Delhi</i>. \u2028 </script> &amp;"),
]


class Parsed(html.parser.HTMLParser):
    """Every tag and attribute of a page, and the text of its scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.raw, self._inside = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._inside = (tag, dict(attrs))
            self.raw.append((*self._inside, ""))

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self._inside = None

    def handle_data(self, data):
        if self._inside:
            tag, attrs, text = self.raw[-1]
            self.raw[-1] = tag, attrs, text + data


def write(path: Path, rows=ROWS) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("question", "answer", "Domain", "response"), *rows])
    return path


def quietly(function, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return function(*arguments, **options)


@pytest.fixture
def page(tmp_path):
    write_html(quietly(audit_files, write(tmp_path / "hindi.csv")), tmp_path / "page.html")
    return Parsed((tmp_path / "page.html").read_text(encoding="utf-8"))


def test_the_policy_allows_this_script_and_this_style_alone(page):
    policy = next(attrs["content"] for tag, attrs in page.tags if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy")
    run = [(tag, text) for tag, attrs, text in page.raw if attrs.get("type") != "application/json"]
    assert [tag for tag, _ in run] == ["style", "script"]
    for tag, text in run:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_nothing_points_outside(page):
    links = [value for _, attrs in page.tags for name, value in attrs.items() if name in ("href", "src", "action", "data", "srcset")]
    assert all(link.startswith("#") or link == "data:," for link in links)
    assert not [attrs for _, attrs in page.tags if any(name.startswith("on") or name == "style" for name in attrs)]
    for tag, attrs, text in page.raw:
        if attrs.get("type") != "application/json":
            assert not re.search(r"https?:|url\(|@import|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text), tag


def test_hostile_text_is_no_markup(page):
    assert not [tag for tag, _ in page.tags if tag in ("b", "i", "u")]
    rows = [row for _, attrs, text in page.raw if attrs.get("class") == "data-rows" for row in json.loads(text)]
    assert [(row[3], row[4], row[5]) for row in rows] == [(question, answer, response) for question, answer, _, response in ROWS]


def test_the_page_is_small_without_its_data(page, tmp_path):
    assert (tmp_path / "page.html").stat().st_size < 200_000


def test_the_same_run_makes_the_same_page(tmp_path):
    path = write(tmp_path / "hindi.csv")
    for name in ("one.html", "two.html"):
        write_html(quietly(audit_files, path), tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_an_input_is_never_overwritten(tmp_path):
    path = write(tmp_path / "hindi.csv")
    report = quietly(audit_files, path)
    with pytest.raises(BadFile, match="overwrite"):
        write_html(report, path, inputs=[str(path)])
    with pytest.raises(BadFile, match="overwrite"):
        write_label_page(report, path, 10, inputs=[str(path)])


def test_a_file_without_rows_and_a_file_without_flips_have_pages(tmp_path):
    for name, rows in (("hindi.csv", []), ("tamil.csv", [("q", "a", "d", "a")])):
        write_html(quietly(audit_files, write(tmp_path / name, rows)), tmp_path / "page.html")
        assert "</html>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert write_label_page(quietly(audit_files, tmp_path / "tamil.csv"), tmp_path / "label.html", 10) == 0
    assert "nothing to label" in (tmp_path / "label.html").read_text(encoding="utf-8")


def test_a_notebook_shows_a_table(tmp_path):
    path = write(tmp_path / "<b>.csv")
    for report in (quietly(audit_files, path), quietly(score_files, path, metrics=("exact_substring", "token_f1"))):
        assert report._repr_html_().startswith("<table>")
        assert "&lt;b&gt;.csv" in report._repr_html_()


@given(st.text(st.characters(exclude_categories=())))
@settings(max_examples=200)
def test_data_cannot_end_its_element(text):
    found = as_json({"text": text})
    assert json.loads(found) == {"text": text}
    assert not set("<>&\u2028\u2029") & set(found)
    found.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("\u06a9\u062a\u0627\u0628", "ur", {"dir": "rtl", "lang": "ur"}),
        ("\u06a9\u062a\u0627\u0628", "sd", {"dir": "rtl", "lang": "sd"}),
        ("\u06a9\u062a\u0627\u0628 PDF", "ks", {"dir": "rtl", "lang": "ks"}),
        ("\u0915\u093e\u0936\u0941\u0930", "ks", {"dir": "ltr", "lang": "ks"}),
        ("\u0915", "hi", {"dir": "ltr", "lang": "hi"}),
        ("Delhi", "hi", {"dir": "ltr"}),
        ("", "ur", {"dir": "rtl", "lang": "ur"}),
        ("1947", None, {"dir": "ltr"}),
        ("\u05e9\u05dc\u05d5\u05dd", "hi", {"dir": "rtl"}),
    ],
)
def test_language_and_direction_go_by_the_letters(text, lang, expected):
    assert attributes(text, lang) == expected


def test_every_script_of_the_languages_has_its_fonts():
    rules = font_rules({"hi": "Deva", "ur": "Arab", "sd": "Arab", "ml": "Mlym", "ks": None})
    assert re.findall(r":lang\((\w+)\) \{ font-family: \"([^\"]+)\"", rules) == [
        ("hi", "Noto Sans Devanagari"), ("ur", "Noto Nastaliq Urdu"), ("sd", "Noto Naskh Arabic"), ("ml", "Noto Sans Malayalam"),
        ("ks", "Noto Nastaliq Urdu"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\u200bb", "ZWSP"), ("\ud83d", "U+D83D"), ("\u202e", "RLO"), ("\x00", "U+0000"), ("\ufeff", "BOM"), ("a\u200db", None),
    ],
)  # fmt: skip
def test_what_no_reader_sees_is_shown_by_name(text, expected):
    found = str(shown(text))
    assert (expected in found) if expected else ("cp" not in found)


OPTIONS = [
    {"metrics": ("token_f1", "exact_substring", "edit_similarity>=0.5", "number_match"), "level": "encoding+anusvara"},
    {"metrics": ("word_overlap", "exact_substring"), "stem": "error", "extract": "after-think", "level": "nfc"},
    {"metrics": ("json_field:a",), "references": "sep:/", "level": "clean"},
    {"columns": {"model": "model"}, "metrics": ("word_overlap",)},
    {"columns": {"cluster": "Domain"}, "metrics": ("exact_substring", "token_f1")},
    {"columns": {"sample": "model"}},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_kind_of_run_has_a_page(tmp_path, options):
    path = tmp_path / "hindi.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("question", "answer", "Domain", "response", "model"), *((*row, model) for row in ROWS for model in "ab")])
    write_html(quietly(audit_files, [path, write(tmp_path / "tamil.csv")] if "columns" not in options else path, **options), tmp_path / "page.html")
    page = Parsed((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [tag for tag, _ in page.tags].count("html") == 1


def test_the_command_writes_the_page_of_a_score(tmp_path):
    path = write(tmp_path / "hindi.csv")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert main(["score", str(path), "--html", str(tmp_path / "page.html"), "--normalize", "nfc,layout", "--confidence", "0.9"]) == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Scores of hindi.csv" in text
    assert "90% intervals" in text

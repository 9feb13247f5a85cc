"""The HTML report in a browser: quiet, searchable, filterable by keyboard and mouse; hostile cells are text."""

import csv
import json
import warnings

import pytest

from indicmatch.errors import IndicMatchWarning
from indicmatch.normalize.equivalents import rules
from indicmatch.report.html import write_html, write_label_page
from indicmatch.report.html.score_rows import ScoreRows
from indicmatch.score import Plan, Run
from indicmatch.stats import ev_judge_debias
from tests.auditing import audit, write
from tests.browser import chromium, opened

pytestmark = pytest.mark.slow  # a browser takes its time

QA, NUKTA = "\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e"  # one word, two canonically equal spellings
CHILLU, LEGACY = "\u0d05\u0d35\u0d7b", "\u0d05\u0d35\u0d28\u0d4d\u200d"
HINDI = [
    ("\u0915\u0932\u092e?", QA, "Art", f"\u092f\u0939 {NUKTA} \u0939\u0948\u0964"),  # line 2, rescued by nfc in both
    ("\u0928\u0926\u0940?", "\u0917\u0902\u0917\u093e", "Art", "\u092f\u0939 \u0917\u0902\u0917\u093e\u0964"),  # 3, overlap by words
    ("when?", "1947", "History", "\u0967\u096f\u096a\u096d"),  # 4, rescued by digits
    ("who?", "cafe", "History", "cafe\u0301"),  # 5, exact broken by nfc
    ("where?", "Delhi", "", "It is Delhi."),  # 6
    ("which?", "\u0917\u0902\u0917\u093e", "", "\u0997\u0999\u09cd\u0997\u09be"),  # 7, right in Bengali letters
]
URDU = [
    ("\u06a9\u06cc\u0627\u061f", "\u06a9\u062a\u0627\u0628", "Art", "\u06cc\u06c1 \u0643\u062a\u0627\u0628 \u06c1\u06d2\u06d4"),
    ("PDF?", "Lahore", "Art", "\u0644\u0627\u06c1\u0648\u0631"),
]
HOSTILE = [
    "<script>window.hacked = 1</script>",
    "</script><script>window.hacked = 2</script>",
    "<img src=x onerror=\"window.hacked = 3\">",
    "<a href=\"javascript:window.hacked=4\">x</a>",
    "\" onmouseover=\"window.hacked=5\" x=\"",
    "<!--<script>window.hacked=6",
    "{{ 7 * 7 }} ${7*7} `\\u003c`",
    "\u202edesrever\u202c\u2066isolated",
    "half an emoji \ud83d and \udc00",
    "a\x00b\x07c",
    "]]><svg onload=window.hacked=8>",
    "__proto__",
    "M" * 1_048_000 + "<b>end</b>",
]


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    found = audit(write(folder / "hindi.csv", HINDI), write(folder / "urdu.csv", URDU))
    write_html(found, folder / "report.html")
    return folder / "report.html"


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scores")
    rows = ScoreRows()
    run = Run(Plan(("raw", "nfc", "layout")), observe=rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        for _ in run.batches(write(folder / "hindi.csv", HINDI)):
            pass
    write_html(run.report().to_dict(), folder / "scores.html", rows.spill)
    return folder / "scores.html"


def open_row(page, line):
    page.get_by_role("button", name=f"line {line}", exact=True).first.click()
    return page.locator("tr.detail").first


def test_the_page_is_quiet_and_says_what_it_holds(browser, report):
    with opened(browser, report) as page:
        assert page.title() == "Audit of hindi.csv, urdu.csv"
        assert page.status == "8 of 8 rows"
        sentences = page.texts(".sentence")
        assert sentences[0].startswith("On hindi.csv (6 rows) exact_substring was 50.0% [")
        assert "2 rows rescued, 1 broken" in sentences[0]
        assert str(report.parent) not in page.content()  # nothing of anyone's folders


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        (QA, [2]), (NUKTA, [2]), ("1947", [4]), ("\u0967\u096f\u096a\u096d", [4]), ("DELHI", [6]), ("caf\u00e9", [5]),
        ("\u0917\u0902\u0917\u093e \u0928\u0926\u0940", [3]), ("\ufeffdelhi  ", [6]), ("no such text", []), ("line:3", [3, 3]), ("line:3 pdf", [3]),
    ],
)  # fmt: skip
def test_the_query_is_normalised_too(browser, report, query, lines):
    with opened(browser, report) as page:
        page.get_by_label("Search").fill(query)
        page.counts("#rows tbody tr", len(lines))
        assert page.texts("#rows tbody button") == [f"line {line}" for line in lines]
        assert page.status == f"{len(lines)} of 8 rows"


@pytest.mark.parametrize(
    ("choices", "lines"),
    [
        ({"flipped only": True}, [2, 3, 4, 5, 2]),
        ({"Flipped by": "nfc"}, [2, 5]),
        ({"Flipped by": "nfc", "Metric": "word_overlap"}, [2, 5]),
        ({"Flipped by": "words"}, [3]),
        ({"Flipped by": "words", "Metric": "exact_substring"}, []),
        ({"File": "urdu.csv"}, [2, 3]),
        ({"Language": "Urdu", "Under layout": "wrong"}, [3]),
        ({"Domain": "History"}, [4, 5]),
        ({"Under layout": "wrong", "File": "hindi.csv", "Metric": "exact_substring"}, [5, 7]),
        ({"Bucket under layout": "both", "File": "hindi.csv"}, [2, 3, 4, 6]),
        ({"wrong script only": True}, [7]),
    ],
)
def test_filters(browser, report, choices, lines):
    with opened(browser, report) as page:
        for label, choice in choices.items():
            control = page.get_by_label(label, exact=True)
            control.check() if choice is True else control.select_option(label=choice)
        expected = [f"line {line}" for line in lines]
        if ("Flipped by", "nfc") in choices.items() and "Metric" in choices:
            expected = ["line 2"]  # the broken row is broken in exact substring alone
        assert page.texts("#rows tbody button") == expected


def test_a_row_shows_the_match_and_names_what_differs(browser, report):
    with opened(browser, report) as page:
        detail = open_row(page, 2)
        assert detail.locator("mark").all_inner_texts() == [NUKTA]
        text = detail.inner_text()
        assert "rescued by nfc" in text
        assert "answer, character 1: U+0958 DEVANAGARI LETTER QA becomes U+0915 DEVANAGARI LETTER KA + U+093C DEVANAGARI SIGN NUKTA" in text
        assert detail.locator(".changed").all_inner_texts() == ["\u0958"]
        page.get_by_role("button", name="line 2", exact=True).first.click()
        assert page.locator("tr.detail").count() == 0


def test_a_row_that_did_not_flip_shows_the_match_of_the_protocol(browser, report):
    with opened(browser, report) as page:
        assert open_row(page, 6).locator("mark").all_inner_texts() == ["Delhi"]


def test_the_page_of_a_score_is_the_same_without_the_ladder(browser, scores):
    with opened(browser, scores) as page:
        assert page.title() == "Scores of hindi.csv"
        assert page.locator("table.ladder, #collisions, #bytes").count() == 0
        assert page.status == "6 of 6 rows"
        detail = open_row(page, 2)
        assert detail.locator("mark").all_inner_texts() == [NUKTA]
        assert "rescued by nfc" in detail.inner_text()
        assert "U+0958 DEVANAGARI LETTER QA becomes" in detail.inner_text()
        page.get_by_label("flipped only", exact=True).check()
        assert page.texts("#rows > tbody > tr:not(.detail) button") == [f"line {line}" for line in (2, 3, 4, 5)]


def test_the_wrong_script_is_told(browser, report):
    with opened(browser, report) as page:
        assert "in Bengali letters; it stays wrong" in open_row(page, 7).inner_text()


def test_everything_works_by_keyboard(browser, report):
    with opened(browser, report) as page:
        button = page.get_by_role("button", name="line 4", exact=True)
        button.focus()
        assert button.get_attribute("aria-expanded") == "false"
        page.keyboard.press("Enter")
        assert button.get_attribute("aria-expanded") == "true"
        assert "rescued by digits" in page.locator("tr.detail").inner_text()
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.tagName") == "BUTTON"
        page.locator("#bytes button[data-line]").first.focus()
        page.keyboard.press("Enter")
        assert page.get_by_label("Search").input_value().startswith("line:")
        assert page.locator("tr.detail").count() == 1


def test_roles_and_names_are_there_for_a_screen_reader(browser, report):
    with opened(browser, report) as page:
        unnamed = page.evaluate(
            "[...document.querySelectorAll('button, select, input')].filter(e => !(e.innerText || e.labels?.length || e.ariaLabel)).length"
        )
        assert unnamed == 0
        assert page.evaluate("document.querySelectorAll('table:not(:has(thead th))').length") == 0
        assert page.locator("#status").get_attribute("aria-live") == "polite"
        label = page.locator("#rows tbody tr .verdict").first.get_attribute("aria-label")
        assert label == "exact_substring: wrong under raw, right under layout, first turned by nfc"
        assert page.evaluate("document.documentElement.lang") == "en"


def test_right_to_left_text_is_right(browser, report):
    with opened(browser, report) as page:
        page.get_by_label("File").select_option(label="urdu.csv")
        cells = page.locator("#rows tbody tr").first.locator("td .clip")
        assert [cells.nth(k).get_attribute("dir") for k in range(3)] == ["rtl"] * 3
        assert [cells.nth(k).get_attribute("lang") for k in range(3)] == ["ur"] * 3
        second = page.locator("#rows tbody tr").nth(1).locator("td .clip")
        assert [second.nth(k).get_attribute("dir") for k in range(3)] == ["ltr", "ltr", "rtl"]
        assert second.nth(1).get_attribute("lang") is None  # Latin letters are no Urdu
        assert "Nastaliq" in cells.first.evaluate("e => getComputedStyle(e).fontFamily")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_it_fits_the_screen_in_light_and_dark(browser, report, width, scheme):
    with opened(browser, report, width=width, color_scheme=scheme) as page:
        open_row(page, 2)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        paper, ink = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
        light = sum(map(int, paper[4:-1].split(","))) > sum(map(int, ink[4:-1].split(",")))
        assert light is (scheme == "light")


def test_it_prints_without_its_controls(browser, report):
    with opened(browser, report, color_scheme="dark") as page:
        page.emulate_media(media="print")
        assert not page.locator("#filters").is_visible()
        assert page.locator("#rows tbody tr").first.is_visible()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_hostile_cells_are_text(browser, tmp_path):
    """As JSON Lines, whose escapes can hold what CSV in UTF-8 cannot: lone surrogates and NUL."""
    path = tmp_path / "<img src=x onerror=window.hacked=9> hindi.jsonl"
    records = [{"question": f"q {cell[:2000]}", "answer": cell[:2000], "Domain": cell[:100], "response": cell} for cell in HOSTILE]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="ascii")
    report = audit(path, lang="hi")
    write_html(report, tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.title() == f"Audit of {path.name}"
        assert page.status == f"{len(HOSTILE)} of {len(HOSTILE)} rows"
        for button in page.get_by_role("button", name="line").all():
            button.click()
        bodies = page.texts("tr.detail dd .body")
        assert "<script>window.hacked = 1</script>" in bodies
        assert "half an emoji U+D83D and U+DC00" in bodies
        assert "RLOdesreverPDFLRIisolated" in bodies
        assert "aU+0000bU+0007c" in bodies
        page.get_by_role("button", name="show all 1,048,010 characters").first.click()
        assert any(text.endswith("<b>end</b>") for text in page.texts("tr.detail dd .body"))
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.querySelectorAll('img, a[href^=javascript], svg[onload], main b').length") == 0


def test_hostile_cells_are_text_on_the_page_of_labels_too(browser, tmp_path):
    path = tmp_path / "hindi.jsonl"
    records = [{"question": cell[:100], "answer": "\u0958", "response": f"\u0915\u093c {cell[:3000]}"} for cell in HOSTILE]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="ascii")
    assert write_label_page(audit(path), tmp_path / "label.html", 50) == len(HOSTILE)
    with opened(browser, tmp_path / "label.html") as page:
        seen = []
        for _ in HOSTILE:
            seen.append(page.locator("#card").inner_text())
            page.keyboard.press("1")
        assert any("<script>window.hacked = 1</script>" in text for text in seen)
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.querySelectorAll('img, svg, main b').length") == 0


def test_the_search_reads_every_equivalent_alike(browser, report):
    with opened(browser, report) as page:
        pairs = [[source, target] for source, target in rules().items()]
        wrong = page.evaluate("pairs => pairs.filter(([a, b]) => normal(`x${a}y`) !== normal(`x${b}y`))", pairs)
        assert wrong == []
        assert page.evaluate("normal('\\u0d28\\u0d4d\\u200d') === normal('\\u0d7b')")
        assert page.evaluate("normal('\\u06f1\\u0967\\u{1d7d9}')") == "111"


@pytest.mark.slow
def test_twenty_thousand_rows(browser, tmp_path):
    rows = [(f"q{k}", QA if k % 10 else "Delhi", f"d{k % 7}", f"row {k} {NUKTA} \u092f\u0939 " + "\u0928\u0926\u0940 " * 20) for k in range(20_000)]
    write_html(audit(write(tmp_path / "hindi.csv", rows)), tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.status == "20,000 of 20,000 rows, page 1 of 400"
        page.get_by_label("Search").fill(f"19999 {QA}")
        page.counts("#rows tbody tr", 1)
        assert page.texts("#rows tbody button") == ["line 20001"]
        page.get_by_label("Search").fill("")
        page.counts("#rows tbody tr", 50)
        page.get_by_role("button", name="Next").first.click()
        assert page.texts("#rows tbody button")[0] == "line 52"


def test_labels_are_asked_by_key_and_saved_for_the_audit_and_the_statistics(browser, tmp_path):
    path = write(tmp_path / "hindi.csv", HINDI * 3)
    count = write_label_page(audit(path), tmp_path / "label.html", 200)
    assert count == 12  # of six rows, four differ between levels or metrics, three times
    with opened(browser, tmp_path / "label.html", accept_downloads=True) as page:
        assert page.status == "Row 1 of 12, 0 labelled"
        assert "nfc" not in page.locator("#card").inner_text()  # what the metrics say is not shown
        for key in "112311231123":
            page.keyboard.press(key)
        assert page.status == "Row 12 of 12, 12 labelled"
        page.keyboard.press("ArrowLeft")
        assert page.locator("#answers button[aria-pressed=true]").inner_text().startswith("wrong")
        with page.expect_download() as saved:
            page.keyboard.press("s")
        saved.value.save_as(tmp_path / "labels.csv")
    rows = list(csv.DictReader((tmp_path / "labels.csv").read_text(encoding="utf-8").splitlines()))
    assert [sum(row["said"] == said for row in rows) for said in ("right", "wrong", "cannot tell")] == [6, 3, 3]
    labels = audit(path, labels=tmp_path / "labels.csv").to_dict()["labels"]
    assert (labels["labels"], labels["used"], labels["changed_rows"]) == (9, 9, 0)
    gold = [int(row["label"]) if row["label"] else None for row in rows]
    assert ev_judge_debias([int(row["exact_substring_layout"]) for row in rows], gold).n_labelled == 9


def test_labels_belong_to_rows_whatever_sample_they_are_in(browser, tmp_path):
    """The same page, made anew for other rows: an answer stands by its row, or not at all."""
    report, path = audit(write(tmp_path / "hindi.csv", HINDI * 3)), tmp_path / "label.html"

    def labels(page):
        with page.expect_download() as saved:
            page.keyboard.press("s")
        saved.value.save_as(tmp_path / "labels.csv")
        rows = list(csv.DictReader((tmp_path / "labels.csv").read_text(encoding="utf-8").splitlines()))
        return {row["line"] for row in rows if row["sampled"] == "1"}, {row["line"]: row["label"] for row in rows if row["label"]}

    write_label_page(report, path, 5)
    with opened(browser, path, accept_downloads=True) as page:
        for _ in range(5):
            page.keyboard.press("1")
        first, said = labels(page)
        assert said == dict.fromkeys(first, "1")
        write_label_page(report, path, 8, seed=1)
        page.reload()
        page.requests.pop()
        second, said = labels(page)
        assert said == dict.fromkeys(first & second, "1")
        assert len(first & second) not in (0, len(second))
        assert page.status.endswith(f"of 8, {len(said)} labelled")


def test_labels_stay_when_the_page_is_opened_again(browser, tmp_path):
    write_label_page(audit(write(tmp_path / "hindi.csv", HINDI)), tmp_path / "label.html", 200)
    with opened(browser, tmp_path / "label.html") as page:
        page.get_by_role("button", name="right").click()
        page.reload()
        assert page.status.endswith("1 labelled")
        page.requests.pop()

"""What every step and every level must hold, whatever the text."""

from pathlib import Path
from unicodedata import is_normalized
from unicodedata import normalize as form

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import explain, meet, normalize
from indicmatch.normalize import STEPS, levels
from indicmatch.normalize.steps import row_of
from indicmatch.tables import code_points, parse
from tests.strategies import LANGUAGES, any_text, text_in

CONTRAST = parse((Path(__file__).resolve().parent / "data" / "contrast.tsv").read_text(encoding="utf-8"), "contrast.tsv")
LEVELS = [level for level in levels() if level != "raw"]
EXPRESSIONS = [*LEVELS, *(f"nfc+{name}" for name in STEPS if row_of(name)["kind"] != "converter" and name not in levels()["nfc"])]
LOSSLESS = ["nfc", "clean", "encoding"]


def holds(text: str, expression: str, lang: str | None) -> None:
    output = normalize(text, expression, lang=lang)
    assert is_normalized("NFC", output)
    assert normalize(output, expression, lang=lang) == output
    assert {normalize(form(name, text), expression, lang=lang) for name in ("NFC", "NFD")} == {output}
    assert len(output) <= 4 * len(form("NFC", text))


@pytest.mark.parametrize("level", ["encoding", "layout"])
@pytest.mark.parametrize("script", LANGUAGES)
@settings(max_examples=50)
@given(data=st.data())
def test_levels(script, level, data):
    holds(data.draw(text_in(script)), level, data.draw(st.sampled_from([LANGUAGES[script], None])))


@pytest.mark.parametrize("expression", EXPRESSIONS)
@settings(max_examples=25)
@given(data=st.data())
def test_steps_and_levels_on_any_text(expression, data):
    script = data.draw(st.sampled_from(list(LANGUAGES)))
    holds(data.draw(st.one_of(any_text(), text_in(script))), expression, data.draw(st.sampled_from([LANGUAGES[script], None])))


@pytest.mark.parametrize("language", ["ur", "sd", "ks", "pnb"])
@given(text=text_in("Arab"))
def test_languages_of_arabic_script(language, text):
    holds(text, "encoding", language)


@pytest.mark.parametrize("script", LANGUAGES)
@settings(max_examples=40)
@given(data=st.data())
def test_explain_folds_to_the_result(script, data):
    text = data.draw(text_in(script))
    assert bool(explain(text, "encoding")) == (normalize(text, "encoding") != text)


@pytest.mark.parametrize("row", CONTRAST, ids=lambda row: row["why"])
def test_contrasts_are_kept(row):
    a, b = code_points(row["a"]), code_points(row["b"])
    for lang in (None, "hi", "mr", "ur", "sd", "ks", "pnb"):
        assert all(normalize(a, level, lang=lang) != normalize(b, level, lang=lang) for level in LOSSLESS), lang
        assert meet(a, b, lang=lang) in (None, "layout")


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["\u093f", "\u0902", "\u093c", "\u094d", "\u0dd9", "\u064e", "\u0301", "\u200d", "\u200c", " ", "\u200b"])
@pytest.mark.parametrize("level", ["encoding", "layout"])
def test_a_million_marks(level, mark):
    text = "\u0915" + mark * 1_000_000 + "\u0916"
    output = normalize(text, level, lang="hi")
    assert normalize(output, level, lang="hi") == output

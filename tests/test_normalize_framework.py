"""Levels as lists of steps, the expression grammar, and explanations that fold back to the result."""

from itertools import groupby, pairwise
from unicodedata import is_normalized
from unicodedata import normalize as form

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import BadInput, UnknownName, explain, meet, normalize
from indicmatch.normalize import STEPS, edits, levels, parse
from indicmatch.normalize.pipeline import Pipeline, pipeline
from indicmatch.normalize.steps import order_of, row_of

MARKS = "\u0915\u093c\u0958\u093f\u094d\u0930\u0b95\u0bc6\u0bbe\u0d28\u0d4d\u200c\u200d\u200b\ufeff\u00ad \u00a0\n\u0301e\u0967,1*_`|'\u0964"
TEXT = st.text(st.characters() | st.sampled_from(MARKS), max_size=40)
LEVELS = [level for level in levels() if level != "raw"]


def folded(text: str, changes) -> str:
    """The text with the changes applied, run of a step by run of a step."""
    for _, group in groupby(changes, key=lambda change: change.step):
        for change in reversed(list(group)):
            assert text[change.at : change.at + len(change.before)] == change.before
            text = text[: change.at] + change.after + text[change.at + len(change.before) :]
    return text


@pytest.mark.parametrize("level", LEVELS)
@given(text=TEXT)
def test_explain_is_empty_exactly_when_nothing_changes_and_folds_to_the_result(level, text):
    changes = explain(text, level)
    assert bool(changes) == (normalize(text, level) != text)
    assert folded(text, changes) == normalize(text, level)
    assert all(0 <= change.start <= change.end <= len(text) for change in changes)


@pytest.mark.parametrize("level", LEVELS)
@given(text=TEXT)
def test_every_level_is_nfc_a_fixed_point_and_closed_under_canonical_equivalence(level, text):
    output = normalize(text, level)
    assert is_normalized("NFC", output)
    assert normalize(output, level) == output
    assert {normalize(form(name, text), level) for name in ("NFC", "NFD")} == {output}


@given(TEXT)
def test_raw_is_the_text_itself(text):
    assert normalize(text, "raw") == text


@given(TEXT, TEXT)
def test_edits_rebuild_the_second_text(before, after):
    done, built = 0, ""
    for at, old, new in edits(before, after):
        assert at >= done
        assert before[at : at + len(old)] == old
        built += before[done:at] + new
        done = at + len(old)
    assert built + before[done:] == after


def test_each_level_contains_the_one_before():
    names = list(levels().values())
    assert all(set(lower) < set(upper) for lower, upper in pairwise(names))


def test_every_step_has_a_row_that_says_what_it_loses():
    assert all(row_of(name.partition(":")[0])["loses"] for name in STEPS)
    assert len({order_of(name) for name in STEPS}) == len(list(STEPS))


EXPRESSIONS = [
    ("raw", ()),
    ("nfc", ("nfc", "space")),
    ("nfc-space", ("nfc",)),
    ("space+nfc", ("nfc", "space")),
    ("clean-invisible", ("nfc", "space")),
    ("space", ("space",)),
    ("raw+invisible", ("invisible",)),
]


@pytest.mark.parametrize(("expression", "steps"), EXPRESSIONS)
def test_expressions(expression, steps):
    assert parse(expression) == steps


@pytest.mark.parametrize("expression", ["", "+", "nfc+", "nfc--space", "+nfc", "-nfc", "nfc space"])
def test_what_is_no_expression_is_refused(expression):
    with pytest.raises((BadInput, UnknownName)):
        normalize("a", expression)


def test_taking_away_what_is_not_there_is_refused():
    with pytest.raises(BadInput, match="takes away 'invisible', which is not in it"):
        parse("nfc-invisible")


@given(st.sets(st.sampled_from([name for name in STEPS if row_of(name)["kind"] != "converter"])))
def test_a_pipelines_expression_names_its_steps(names):
    ordered = tuple(sorted(names, key=order_of))
    assert parse(Pipeline(ordered).expression) == ordered


SPACE = [  # text, at nfc, at clean
    ("\u00a0a\u2003\u3000b\n", "a b", "a b"),
    ("a\u200bb", "a\u200bb", "a b"),
    ("\u0915\u200b\u0916", "\u0915\u200b\u0916", "\u0915\u0916"),
    ("\u0915\u200d\u200b\u0916", "\u0915\u200d\u200b\u0916", "\u0915\u200d\u0916"),
    ("\u0915\u200ba", "\u0915\u200ba", "\u0915 a"),
    ("\u0e04\u200b\u0e23", "\u0e04\u200b\u0e23", "\u0e04 \u0e23"),
    ("a\x1cb", "a\x1cb", "a\x1cb"),
    ("\u2764\ufe0f", "\u2764\ufe0f", "\u2764"),
    ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
]


@pytest.mark.parametrize(("text", "nfc", "clean"), SPACE)
def test_space_and_what_no_reader_sees(text, nfc, clean):
    assert (normalize(text, "nfc"), normalize(text, "clean")) == (nfc, clean)


def test_meet_names_the_lowest_level():
    assert meet("a", "a") == "raw"
    assert meet("\u0958", "\u0915\u093c") == "nfc"
    assert meet("\ufeffa", "a") == "clean"
    assert meet("a", "b") is None


def test_a_pipeline_prints_what_a_signature_quotes():
    assert str(pipeline("nfc")) == "nfc+space"
    assert str(pipeline("raw")) == "none"


@pytest.mark.parametrize("marks", ["\u093c\u094d", "\u0f71\u0f72", "\u0301\u0323", "\u0f73\u0344"])
def test_alternating_marks_take_no_longer_than_their_number(marks):
    """Python's own NFC puts them in order one by one: 10 s for a tenth of this."""
    hostile = "\u0915" + marks * 400_000
    assert is_normalized("NFC", normalize(hostile, "nfc"))
    short = "\u0915" + marks * 3000
    assert normalize(short, "nfc") == form("NFC", short)


@pytest.mark.parametrize("call", [lambda: normalize(None), lambda: meet("a", 5), lambda: normalize(b"a")])
def test_what_is_no_text_is_refused(call):
    with pytest.raises(BadInput, match="must be str"):
        call()


def test_an_unknown_language_is_refused_at_every_level():
    with pytest.raises(UnknownName, match="unknown language"):
        normalize("a", lang="klingon")


def test_a_label_without_a_language_keeps_its_colon():
    label = "\u0909\u0924\u094d\u0924\u0930:"
    assert normalize(label, "visarga_colon") == label
    assert normalize(label, "visarga_colon", lang="hi") == label

"""Extractors: what part of a response is looked at, what happens where it is not there, and hostile input."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.errors import BadInput, UnknownName
from indicmatch.extract import EXTRACTORS, extract, extractor, found, stages
from indicmatch.extract.thinking import after_think
from indicmatch.languages import language
from indicmatch.tables import load

NAMES = [name.replace("PATH", "answer") for name in EXTRACTORS]

ZWJ = "\N{ZERO WIDTH JOINER}"
BENGALI_FINAL = "\u099a\u09c2{}\u09be\u09a8\u09cd\u09a4 \u0989\u09a4\u09cd\u09a4\u09b0: দিল্লি"
TRIANGLE_THINK, TRIANGLE_SHUT = "\u25c1think\u25b7", "\u25c1/think\u25b7"
HARMONY = "<|channel|>analysis<|message|>Mumbai? No.<|end|><|start|>assistant<|channel|>final<|message|>Delhi<|return|>"

AFTER_THINK = [
    ("plain", "<think>Mumbai? No.</think>Delhi", "Delhi", ""),
    ("on lines of its own", "<think>\nMumbai?\n\nNo.\n</think>\n\nDelhi\n", "Delhi", "white space goes, too"),
    ("empty block", "<think>\n\n</think>\n\nDelhi", "Delhi", "Qwen3 with thinking switched off"),
    ("only the closing tag", "Mumbai? No.\n</think>\nDelhi", "Delhi", "the prompt had the opening tag"),
    ("never closed", "<think>Mumbai? Perhaps Delhi", "", "cut off while thinking: there is no answer"),
    ("never closed, text before", "Let me see. <think>Perhaps Delhi", "Let me see.", ""),
    ("closed, and nothing after", "Perhaps Delhi</think>", "", ""),
    ("two blocks", "<think>a</think>Delhi<think>b</think>It is Delhi.", "Delhi\nIt is Delhi.", "one line each"),
    ("text before", "Sure. <think>Mumbai?</think> Delhi", "Sure.\nDelhi", ""),
    ("nested", "<think>a<think>b</think>c</think>Delhi", "Delhi", "the second closing tag closes what came before"),
    ("opening tag in the thinking", "<think>Tags like <think> are odd.</think>Delhi", "Delhi", ""),
    ("closing tag by mistake at the end", "<think>a</think>Delhi</think>", "Delhi", "a slip after a complete block"),
    ("closed by a cousin", "<think>Mumbai?</thinking>Delhi", "Delhi", ""),
    ("upper case", "<THINK>Mumbai?</Think>Delhi", "Delhi", ""),
    ("harmony", HARMONY, "Delhi", ""),
    ("harmony, final only", "<|channel|>final<|message|>Delhi<|return|>", "Delhi", ""),
    ("harmony, cut off", "<|channel|>analysis<|message|>Mumbai?", "", ""),
    ("harmony, two analyses",
     HARMONY.replace("<|end|>", "<|end|><|channel|>analysis<|message|>b<|end|>", 1), "Delhi", ""),
    ("harmony, tokens stripped", "analysisThe user asks for the capital.assistantfinalDelhi", "Delhi", ""),
    ("harmony, JSON", '<|channel|>final <|constrain|>json<|message|>{"answer": 1}<|end|>', '{"answer": 1}', ""),
    ("Cohere", "<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>Delhi<|END_RESPONSE|>", "Delhi", ""),
    ("Kimi", f"{TRIANGLE_THINK}Mumbai?{TRIANGLE_SHUT}Delhi", "Delhi", ""),
    ("Hindi", "<think>मुंबई? नहीं।</think>\nदिल्ली।", "दिल्ली।", ""),
]  # fmt: skip

ANSWER_TAG = [
    ("label", "It is old.\nAnswer: Delhi", "Delhi", ""),
    ("last of several", "Answer: Mumbai\nNo.\nAnswer: Delhi", "Delhi", ""),
    ("final answer", "Final answer: Delhi", "Delhi", ""),
    ("any case", "FINAL  ANSWER : Delhi", "Delhi", ""),
    ("bold label", "**Answer:** Delhi", "Delhi", ""),
    ("colon outside the bold", "**Final Answer**: Delhi", "Delhi", ""),
    ("all bold", "So it is:\n**Answer: Delhi**", "Delhi", "the bold that opened before the answer ends with it"),
    ("bold answer", "**Answer:** **Delhi**", "**Delhi**", ""),
    ("italic answer", "Answer: the *old* capital *Delhi*", "the *old* capital *Delhi*", ""),
    ("heading", "Some text.\n\n### Answer\n\nDelhi", "Delhi", ""),
    ("bold heading", "Some text.\n\n**Final Answer**\nDelhi", "Delhi", ""),
    ("HTML heading", "<h3>Answer</h3>\nDelhi", "Delhi", ""),
    ("HTML bold", "<b>Answer:</b> Delhi", "Delhi", ""),
    ("no heading", "I have no\nanswer\nfor you", None, "the bare word on a line announces nothing"),
    ("list item", "- Question: which?\n- Answer: Delhi", "Delhi", ""),
    ("numbered", "1. Facts\n2. Answer: Delhi", "Delhi", ""),
    ("quotation", "> Answer: Delhi", "Delhi", ""),
    ("symbol before", "\N{WHITE HEAVY CHECK MARK} Answer: Delhi", "Delhi", ""),
    ("fullwidth colon", "Answer\uff1aDelhi", "Delhi", ""),
    ("equals sign", "Answer = 42", "42", ""),
    ("hyphen", "Answer - Delhi", "Delhi", ""),
    ("glued hyphen", "Answer- Delhi", "Delhi", ""),
    ("dash", "Answer \u2014 Delhi", "Delhi", ""),
    ("compound", "Answer-key sheets are old", None, "a hyphen inside a word"),
    ("phrase", "The answer is Delhi.", "Delhi.", ""),
    ("phrase in a clause", "It moved in 1911. Therefore, the final answer is **Delhi**", "**Delhi**", ""),
    ("phrase with a colon", "The correct answer is: Delhi", "Delhi", ""),
    ("word that goes on", "The answer isn't known", None, ""),
    ("in prose", "They looked for the answer: none was found", None, "no clause begins there"),
    ("after a sentence", "It was moved. Answer: Delhi", "Delhi", ""),
    ("after a danda", "यह पुराना नगर है। उत्तर: दिल्ली", "दिल्ली", ""),
    ("after an Urdu full stop", "یہ پرانا شہر ہے۔ جواب: دہلی", "دہلی", ""),
    ("identifier", "my_answer: Mumbai", None, ""),
    ("JSON key", '{"answer": "Delhi"}', None, "that is for json:answer"),
    ("multi-line", "Answer:\n- Delhi\n- Mumbai", "- Delhi\n- Mumbai", ""),
    ("up to the end", "Answer: Delhi\n\nExplanation: moved in 1911", "Delhi\n\nExplanation: moved in 1911", ""),
    ("nothing behind the last", "Answer: Delhi\n\nAnswer:", "Delhi", "yields to the earlier one"),
    ("nothing behind it", "I think it is Delhi.\nAnswer:", "", "cut off: there is no answer"),
    ("one behind the other", "The answer is: Answer: Delhi", "Delhi", ""),
    ("element", "<answer>Delhi</answer>", "Delhi", ""),
    ("element, spaced", "Well.\n<ANSWER>\nDelhi\n</ANSWER>\nBye.", "Delhi", ""),
    ("last element", "<answer>Mumbai</answer> no <answer>Delhi</answer>", "Delhi", ""),
    ("empty element", "<answer>Delhi</answer> <answer></answer>", "Delhi", ""),
    ("element not closed", "<think>x</think><answer>Delhi", "Delhi", ""),
    ("element before label", "<answer>Delhi</answer>\nAnswer: see above", "Delhi", ""),
    ("only an empty element", "Put it into <answer></answer>.\nAnswer: Delhi", "Delhi", "the label is all there is"),
    ("bracket element", "[ANSWER]Delhi[/ANSWER]", "Delhi", ""),
    ("none", "Delhi", None, ""),
    ("Hindi", "**उत्तर:** दिल्ली", "दिल्ली", ""),
    ("Hindi visarga for a colon", "उत्तरः दिल्ली", "दिल्ली", ""),
    ("Hindi north", "उत्तर भारत में", None, "the word also means north"),
    ("Bengali visarga for a colon", "উত্তরঃ দিল্লি", "দিল্লি", ""),
    ("Bengali, composed nukta letter", BENGALI_FINAL.format("\u09dc"), "দিল্লি", ""),
    ("Bengali, decomposed", BENGALI_FINAL.format("\u09a1\u09bc"), "দিল্লি", ""),
    ("Tamil", "இறுதி விடை: டெல்லி", "டெல்லி", ""),
    ("Telugu", "సమాధానం : ఢిల్లీ", "ఢిల్లీ", ""),
    ("Kannada", "ಉತ್ತರ: ದೆಹಲಿ", "ದೆಹಲಿ", ""),
    ("Malayalam", "ഉത്തരം - ഡൽഹി", "ഡൽഹി", ""),
    ("Urdu", "حتمی جواب: دہلی", "دہلی", ""),
    ("Chinese, no space", "所以答案是德里", None, "a clause must begin"),
    ("Chinese", "综上，答案是德里", "德里", ""),
    ("Japanese", "答え：デリー", "デリー", ""),
    ("a look-alike case of a letter", "An\N{LATIN SMALL LETTER LONG S}wer: Delhi", None, "re takes it for an s"),
]  # fmt: skip

LAST_LINE = [
    ("plain", "Mumbai?\nDelhi", "Delhi", ""),
    ("blank lines after", "Mumbai?\nDelhi \n\n \n", "Delhi", ""),
    ("one line", " Delhi ", "Delhi", ""),
    ("carriage returns", "Mumbai?\r\nDelhi\r\n", "Delhi", ""),
    ("code fence", "```\nDelhi\n```", "Delhi", ""),
    ("rule", "Delhi\n---\n", "Delhi", ""),
    ("short dash", "Delhi\n-", "-", "a dash is an answer to some questions"),
    ("blank", " \n ", None, ""),
    ("empty", "", None, ""),
]

BOXED = [
    ("plain", r"Thus $\boxed{42}$.", "42", ""),
    ("last", r"\boxed{1} or \boxed{2}", "2", ""),
    ("nested braces", r"\boxed{\frac{1}{2}}", r"\frac{1}{2}", ""),
    ("text", r"\boxed{\text{दिल्ली}}", "दिल्ली", ""),
    ("text in part", r"\boxed{42 \text{ km}}", r"42 \text{ km}", ""),
    ("fbox", r"\fbox{Delhi}", "Delhi", ""),
    ("spaces", "\\boxed { Delhi }", "Delhi", ""),
    ("innermost", r"\boxed{x \boxed{y}}", "y", ""),
    ("escaped braces", r"\boxed{\{1, 2\}}", r"\{1, 2\}", ""),
    ("stray braces before", r"} { \boxed{Delhi}", "Delhi", ""),
    ("not closed", r"\boxed{Delhi", None, ""),
    ("second not closed", r"\boxed{Delhi} and \boxed{Mum", "Delhi", ""),
    ("empty", r"\boxed{}", "", ""),
    ("none", "Delhi", None, ""),
    ("other command", r"\unboxed{x}", None, ""),
]

JSON = [
    ("whole", '{"answer": "Delhi"}', "answer", "Delhi", ""),
    ("fence", '```json\n{"answer": "Delhi"}\n```', "answer", "Delhi", ""),
    ("in prose", 'Here: {"answer": "Delhi"} [1]. Bye {name}.', "answer", "Delhi", ""),
    ("path", '{"choices": [{"text": "Delhi"}]}', "choices[0].text", "Delhi", ""),
    ("from the end", '{"a": [1, 2, 3]}', "a[-1]", "3", ""),
    ("list at the top", '[{"a": 1}]', "[0].a", "1", ""),
    ("key with a dot", '{"a.b": "x", "a": {"b": "y"}}', "a.b", "x", "the exact key is tried first"),
    ("quoted key", '{"a.b": {"c": "x"}}', '["a.b"].c', "x", ""),
    ("plus in the path", '{"a+b": "x"}', "a+b", "x", ""),
    ("last that has it", '{"answer": "?"} then {"answer": "Delhi"} {"x": 1}', "answer", "Delhi", ""),
    ("inner object is no document", '{"x": {"answer": "Mumbai"}}', "answer", None, ""),
    ("float", '{"answer": 1947.0}', "answer", "1947.0", "as written"),
    ("grouping lost by floats", '{"answer": 12345678901234567890.10}', "answer", "12345678901234567890.10", ""),
    ("long integer", '{"answer": ' + "9" * 5000 + "}", "answer", "9" * 5000, "beyond Python's limit for int()"),
    ("true", '{"answer": true}', "answer", "true", ""),
    ("null", '{"answer": null}', "answer", "", "null is blank"),
    ("NaN", '{"answer": NaN}', "answer", "NaN", ""),
    ("list", '{"answer": ["दिल्ली", 1.50, null]}', "answer", '["दिल्ली", 1.50, null]', ""),
    ("object", '{"answer": {"a": 1.0}}', "answer", '{"a": 1.0}', ""),
    ("line break in a string", '{"answer": "New\nDelhi"}', "answer", "New\nDelhi", "models write them"),
    ("escapes", '{"answer": "\\u0926\\u093f"}', "answer", "\u0926\u093f", ""),
    ("absent", '{"other": 1}', "answer", None, ""),
    ("index too large", '{"a": [1]}', "a[1]", None, ""),
    ("key of a list", '{"a": [1]}', "a.b", None, ""),
    ("broken off", '{"answer": "Delhi", "why": {"answer": "Mumbai"}', "answer", None, "nothing inside it counts"),
    ("broken off in a string", '{"x": {"answer": "Mumbai"}, "answer": "Del', "answer", None, ""),
    ("single quotes", "{'answer': 'Delhi'}", "answer", None, ""),
    ("no JSON", "Delhi", "answer", None, ""),
    ("too deep", "[" * 200_000, "answer", None, ""),
]


def _check(response: str, how: str, expected: str | None, why: str) -> None:
    assert extract(response, how) == (response if expected is None else expected), why
    assert found(response, how) is (expected is not None), why


def _cases(cases: list[tuple[str, str, str | None, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("response", "expected", "why"), [pytest.param(*case[1:], id=case[0]) for case in cases]
    )


@_cases(AFTER_THINK)
def test_after_think(response: str, expected: str | None, why: str) -> None:
    _check(response, "after-think", expected, why)


def test_a_response_without_thinking_stays_as_it_is() -> None:
    _check(" Delhi is < Mumbai [1] ", "after-think", None, "to the last space")


@pytest.mark.parametrize("row", load("thinking_tags"), ids=lambda row: row["closing"])
def test_every_thinking_tag(row: dict[str, str]) -> None:
    opening, closing, markers = row["opening"], row["closing"], row["markers"].split()
    _check(f"Mumbai?{closing}Delhi", "after-think", "Delhi", "closing tag alone")
    if opening:
        _check(f"{opening}Mumbai?{closing}Delhi", "after-think", "Delhi", "")
        _check(f"{opening}Mumbai? Delhi", "after-think", "", "never closed")
        _check(f"{opening.upper()}Mumbai?{closing.upper()}Delhi", "after-think", "Delhi", "any case")
    for marker in markers:
        _check(f"Mumbai?{closing}{marker}Delhi{marker}", "after-think", "Delhi", "a marker is no text")


@_cases(ANSWER_TAG)
def test_answer_tag(response: str, expected: str | None, why: str) -> None:
    _check(response, "answer-tag", expected, why)


CUES = [row for row in load("answer_tags") if row["after"] != "element"]


@pytest.mark.parametrize("row", CUES, ids=lambda row: f"{row['language']} {row['cue']}")
def test_every_answer_cue(row: dict[str, str]) -> None:
    assert unicodedata.is_normalized("NFC", row["cue"])
    for form in (row["cue"], row["cue"].upper(), unicodedata.normalize("NFD", row["cue"])):
        for line in (f"{form}: X", f"x.\n**{form}:** X", f"x. {form} : X", f"* {form}\N{FULLWIDTH COLON} X"):
            _check(line, "answer-tag", "X", "")
        glued = {"label": None, "words": None, "direct": "X"}[row["after"]]
        _check(f"{form}X", "answer-tag", glued, "")
        spaced = {"label": None, "words": "X", "direct": "X"}[row["after"]]
        _check(f"{form} X", "answer-tag", spaced, "")
        _check(f"w {form}: X", "answer-tag", None, "in the middle of a clause")


@pytest.mark.parametrize(
    "row", [row for row in load("answer_tags") if row["after"] == "element"], ids=lambda row: row["cue"]
)
def test_every_answer_element(row: dict[str, str]) -> None:
    _check(f"x {row['cue']} X {row['closing']} y", "answer-tag", "X", "")
    _check(f"x {row['cue'].upper()}X", "answer-tag", "X", "not closed")


def test_answer_cues_are_in_known_languages_and_cover_the_scheduled_ones() -> None:
    tags = {row["language"] for row in load("answer_tags")} - {"mul"}
    assert {language(tag).tag for tag in tags} == tags
    assert tags >= {"as", "bn", "brx", "doi", "gu", "hi", "kn", "kok", "ks", "mai", "ml", "mni", "mr", "ne", "or", "pa"}
    assert tags >= {"sa", "sat", "sd", "ta", "te", "ur", "en"}


@_cases(LAST_LINE)
def test_last_line(response: str, expected: str | None, why: str) -> None:
    _check(response, "last-line", expected, why)


@_cases(BOXED)
def test_boxed(response: str, expected: str | None, why: str) -> None:
    _check(response, "boxed", expected, why)


@pytest.mark.parametrize(
    ("response", "path", "expected", "why"), [pytest.param(*case[1:], id=case[0]) for case in JSON]
)
def test_json_path(response: str, path: str, expected: str | None, why: str) -> None:
    _check(response, f"json:{path}", expected, why)


def test_stages_run_from_left_to_right() -> None:
    response = "<think>Answer: Mumbai?</think> It moved.\nAnswer: Delhi"
    assert extract(response, "after-think+answer-tag") == "Delhi"
    assert extract(response, "after-think+last-line") == "Answer: Delhi"
    assert extract(response, "none") == response
    assert extract('<think>x</think>{"a+b": 1}', "after-think+json:a+b") == "1"


def test_the_last_stage_says_whether_it_was_found() -> None:
    assert found("Answer: Delhi", "after-think+answer-tag"), "not every response thinks"
    assert not found("<think>Answer: Mumbai</think>Delhi", "after-think+answer-tag")


@pytest.mark.parametrize(
    ("how", "message"),
    [("after-thin", "Did you mean 'after-think'"), ("json", "Did you mean 'json:PATH'"), ("", "Known: none"),
     ("boxed:x", "'boxed:x'"), ("none+last_line", "'last_line'"), ("json:PATH:", None)],
)  # fmt: skip
def test_unknown_names(how: str, message: str | None) -> None:
    if message is None:
        assert extract("x", how) == "x", "a path may be anything that is one"
        return
    with pytest.raises(UnknownName, match=message):
        extract("x", how)
    for function in (stages, lambda how: found("x", how)):
        with pytest.raises(UnknownName):
            function(how)


@pytest.mark.parametrize("how", ["json:", "json: ", "json:a[", "json:a[x]", "json:a..b"])
def test_a_path_that_cannot_be_read(how: str) -> None:
    with pytest.raises(BadInput):
        extractor(how)
    with pytest.raises(BadInput):
        extract("Delhi", how)


def test_a_new_extractor_is_one_function() -> None:
    @EXTRACTORS.register("first-line")
    def first_line(response: str) -> str | None:
        return response.partition("\n")[0] or None

    try:
        assert extract("Delhi\nMumbai", "first-line") == "Delhi"
        assert not found("", "first-line")
    finally:
        del EXTRACTORS._things["first-line"]


PIECES = st.sampled_from([
    "<think>", "</think>", "<thinking>", "</THINKING>", "<|channel|>analysis", "<|channel|>final",
    "<|message|>", "<|end|>",
    "[THINK]", TRIANGLE_SHUT, "<answer>", "</answer>", "Answer", "The answer is", "उत्तर", ":", " ", "\n",
    "**", "*", "#",
    "-", ". ", "\\boxed{", "\\",
    "{", "}", "[", "]", '"answer"', '"', "Delhi", "दिल्ली", ZWJ, "1947", ",", "```", "\ud800",
])  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=24).map("".join))


@pytest.mark.parametrize("how", NAMES)
@given(response=TEXTS)
def test_no_text_raises_and_what_is_not_found_stays(how: str, response: str) -> None:
    part = extract(response, how)
    assert isinstance(part, str)
    if not found(response, how):
        assert part == response


@pytest.mark.parametrize("how", ["none", "after-think", "last-line"])
@given(response=TEXTS)
def test_twice_is_once(how: str, response: str) -> None:
    once = extract(response, how)
    assert extract(once, how) == once


@given(response=TEXTS)
def test_what_is_left_after_thinking_has_no_tags(response: str) -> None:
    part = after_think(response)
    if part is not None:
        assert after_think(part) is None
        assert "<think>" not in part.lower()
        assert set(part) <= {*response, "\n"}


@given(response=TEXTS)
def test_the_announced_answer_is_a_part_of_the_response(response: str) -> None:
    assert extract(response, "answer-tag") in response
    assert extract(response, "boxed") in response


@given(answer=st.text(st.characters(categories=["L", "M", "N"]), min_size=1), kind=st.sampled_from(["**", "", "__"]))
def test_a_labelled_answer_is_found_whatever_it_is(answer: str, kind: str) -> None:
    assert extract(f"Some words.\n{kind}Answer:{kind} {answer}", "answer-tag") == answer.strip()


HOSTILE = [
    "<think>", "</think>", "<think></think>", "<", "<answer>", "<answer>x</answer>", "Answer: ", "**Answer",
    "The answer is ",
    "_Answer ", "{", "[", '{"a":', "[1,", '{"', "{}", "\\boxed{", "\\boxed{a}", "\\", "}", "*", "- ", " ",
    "\n", "```\n",
    "+", "उत्तर ", "उत्तर: ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("how", NAMES)
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_million_hostile_characters_are_one_pass(how: str, unit: str) -> None:
    """A quadratic pass would take hours here, and hang the run."""
    response = unit * (1_000_000 // len(unit))
    assert isinstance(extract(response, how), str)

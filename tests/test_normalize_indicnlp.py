"""The adapter to indic-nlp-library: what it lets through, what it refuses, and that nothing else needs it."""

import os
import subprocess
import sys

import pytest

from indicmatch import BadInput, MissingExtra, UnknownName, normalize
from indicmatch.normalize.indicnlp import _SCRIPTS, indicnlp, script, trivial_tokenize

if not os.environ.get("INDICMATCH_REQUIRE"):
    pytest.importorskip("indicnlp")


def test_its_rules_are_run_and_the_result_is_nfc():
    assert normalize("उत्तर: क|ख", "nfc+indicnlp", lang="hi") == "उत्तरः क।ख"
    assert normalize("\u0929", "nfc+indicnlp", lang="hi") == "\u0929"  # the library takes it apart


@pytest.mark.parametrize("lang", ["hi", "mr", "ne", "sa", "kok", "bn", "as", "pa", "gu", "or", "ta", "te", "kn", "ml", "Hindi", "gom"])
def test_languages_it_knows(lang):
    assert indicnlp(lang)("1947") == "1947"


@pytest.mark.parametrize("lang", ["en", "sd", "mai", "si", "tlh"])
def test_languages_it_does_not_know(lang):
    with pytest.raises(UnknownName, match="language of indic-nlp-library"):
        indicnlp(lang)


def test_it_needs_a_language():
    with pytest.raises(BadInput, match="needs a language"):
        normalize("x", "nfc+indicnlp")
    with pytest.raises(BadInput, match="needs a language"):
        trivial_tokenize("x", None)


def test_urdu_needs_a_package_that_the_error_names(monkeypatch):
    monkeypatch.setitem(sys.modules, "urduhack", None)
    with pytest.raises(MissingExtra, match="urduhack"):
        indicnlp.__wrapped__("ur")


@pytest.mark.parametrize("module", ["indicnlp.normalize.indic_normalize", "indicnlp.tokenize", "indicnlp.transliterate.unicode_transliterate"])
def test_without_the_library_the_error_names_it(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    use = {"tokenize": lambda: trivial_tokenize("x", "hi"), "indic_normalize": lambda: indicnlp.__wrapped__("hi")}
    with pytest.raises(MissingExtra, match="pip install indic-nlp-library"):
        use.get(module.rpartition(".")[2], lambda: script.__wrapped__("Deva"))()


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("हिन्दी", "Taml", "ஹிந்தீ"),
        ("தமிழ்", "Deva", "तमिऴ्"),
        ("বাংলা", "Deva", "बांला"),
        ("हिन्दी and বাংলা 1947", "Gujr", "હિન્દી and બાંલા 1947"),
        ("සිංහල", "Deva", "सिंहल"),
        ("हिन्दी", "Deva", "हिन्दी"),
        ("plain", "Deva", "plain"),
    ],
)
def test_scripts(text, code, expected):
    assert normalize(text, f"nfc+script:{code}") == expected


def test_every_script_converts_to_every_other():
    for code in _SCRIPTS:
        for other in _SCRIPTS:
            assert normalize("कमल", f"nfc+script:{other}+script:{code}" if other != code else f"nfc+script:{code}")


def test_unknown_scripts_are_refused():
    with pytest.raises(UnknownName, match="Latn"):
        normalize("x", "nfc+script:Latn")
    with pytest.raises(UnknownName, match="script:CODE"):
        normalize("x", "nfc+script")


def test_tokens():
    assert trivial_tokenize("गंगा, नदी।", "hi") == ["गंगा", ",", "नदी", "।"]
    assert trivial_tokenize("", "hi") == []


def test_the_library_is_imported_only_when_it_is_used():
    code = "import sys, indicmatch; indicmatch.normalize('क', 'layout'); print([m for m in sys.modules if m.startswith(('indicnlp', 'pandas'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"

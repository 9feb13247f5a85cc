"""Score multilingual LLM answers: the published string protocol to the byte, and its normalised variant beside it.

>>> import indicmatch
>>> bool(indicmatch.exact_substring("उत्तर: \u0958लम", "\u0915\u093cलम"))
False
>>> bool(indicmatch.exact_substring("उत्तर: \u0958लम", "\u0915\u093cलम", indicmatch.Analyzer("nfc")))
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from indicmatch._version import __version__

if TYPE_CHECKING:
    from indicmatch.analyze import RAW, Analyzer
    from indicmatch.audit import audit_files
    from indicmatch.engine import score_files
    from indicmatch.errors import BadFile, BadInput, IndicMatchError, IndicMatchWarning, JudgeError, MissingExtra, UnknownName
    from indicmatch.extract import extract
    from indicmatch.metrics import Verdict
    from indicmatch.metrics.contains import contains
    from indicmatch.metrics.contains_all import contains_all
    from indicmatch.metrics.contains_any import contains_any
    from indicmatch.metrics.contains_word import contains_word
    from indicmatch.metrics.edit_similarity import edit_similarity
    from indicmatch.metrics.ends_with import ends_with
    from indicmatch.metrics.exact_match import exact_match
    from indicmatch.metrics.exact_substring import exact_substring
    from indicmatch.metrics.number_match import number_match
    from indicmatch.metrics.starts_with import starts_with
    from indicmatch.metrics.token_f1 import token_f1
    from indicmatch.metrics.word_overlap import word_overlap
    from indicmatch.normalize import Change, explain, meet, normalize
    from indicmatch.records import Record, read_records
    from indicmatch.score import ScoreReport
    from indicmatch.stem import stem
    from indicmatch.tokenize import Token, tokenize
    from indicmatch.tokenize.sentences import sentences
    from indicmatch.unicode import graphemes

__all__ = [
    "RAW",
    "Analyzer",
    "BadFile",
    "BadInput",
    "Change",
    "IndicMatchError",
    "IndicMatchWarning",
    "JudgeError",
    "MissingExtra",
    "Record",
    "ScoreReport",
    "Token",
    "UnknownName",
    "Verdict",
    "__version__",
    "audit_files",
    "contains",
    "contains_all",
    "contains_any",
    "contains_word",
    "edit_similarity",
    "ends_with",
    "exact_match",
    "exact_substring",
    "explain",
    "extract",
    "graphemes",
    "meet",
    "normalize",
    "number_match",
    "read_records",
    "score_files",
    "sentences",
    "starts_with",
    "stem",
    "token_f1",
    "tokenize",
    "word_overlap",
]

_HOMES = {  # public name -> the module that holds it, imported when the name is first used
    "audit_files": "audit",
    "Analyzer": "analyze",
    "BadFile": "errors",
    "BadInput": "errors",
    "Change": "normalize",
    "IndicMatchError": "errors",
    "IndicMatchWarning": "errors",
    "JudgeError": "errors",
    "MissingExtra": "errors",
    "RAW": "analyze",
    "Record": "records",
    "ScoreReport": "score",
    "Token": "tokenize",
    "UnknownName": "errors",
    "Verdict": "metrics",
    "contains": "metrics.contains",
    "contains_all": "metrics.contains_all",
    "contains_any": "metrics.contains_any",
    "contains_word": "metrics.contains_word",
    "edit_similarity": "metrics.edit_similarity",
    "ends_with": "metrics.ends_with",
    "exact_match": "metrics.exact_match",
    "exact_substring": "metrics.exact_substring",
    "explain": "normalize",
    "extract": "extract",
    "graphemes": "unicode",
    "meet": "normalize",
    "normalize": "normalize",
    "number_match": "metrics.number_match",
    "read_records": "records",
    "score_files": "engine",
    "sentences": "tokenize.sentences",
    "starts_with": "metrics.starts_with",
    "stem": "stem",
    "token_f1": "metrics.token_f1",
    "tokenize": "tokenize",
    "word_overlap": "metrics.word_overlap",
}


class _Package(ModuleType):
    """This package as a module whose public names are loaded when they are used.

    Some of them are called like the subpackage that holds them (`normalize`, `tokenize`, `stem`, `extract`); importing a subpackage
    would put the subpackage in their place.
    """

    def __getattr__(self, name: str) -> object:
        if name not in _HOMES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package

"""Score multilingual LLM answers: the published string protocol to the byte, and its normalised variant beside it.

>>> import indicmatch
>>> bool(indicmatch.exact_substring("उत्तर: \\u0958लम", "\\u0915\\u093cलम"))
False
>>> bool(indicmatch.exact_substring("उत्तर: \\u0958लम", "\\u0915\\u093cलम", indicmatch.Analyzer("nfc")))
True
"""

from __future__ import annotations

from indicmatch._version import __version__
from indicmatch.analyze import RAW, Analyzer
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
from indicmatch.score import ScoreReport, score_files
from indicmatch.stem import stem
from indicmatch.tokenize import Token, tokenize
from indicmatch.tokenize.sentences import sentences
from indicmatch.unicode import graphemes

__all__ = [
    "Analyzer",
    "BadFile",
    "BadInput",
    "Change",
    "IndicMatchError",
    "IndicMatchWarning",
    "JudgeError",
    "MissingExtra",
    "RAW",
    "Record",
    "ScoreReport",
    "Token",
    "UnknownName",
    "Verdict",
    "__version__",
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

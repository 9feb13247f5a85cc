"""What part of a response is looked at: a stage of its own, before normalisation, for responses only."""

from indicmatch.extract._base import EXTRACTORS, Extractor, extract, extractor, found
from indicmatch.extract.announced import answer_tag
from indicmatch.extract.json_path import json_path
from indicmatch.extract.layout import boxed, last_line
from indicmatch.extract.thinking import after_think

__all__ = [
    "EXTRACTORS",
    "Extractor",
    "after_think",
    "answer_tag",
    "boxed",
    "extract",
    "extractor",
    "found",
    "json_path",
    "last_line",
]

"""Scripts, character properties, grapheme clusters and word segments, all of one Unicode version, `UNICODE_VERSION`."""

from indicmatch.unicode.grapheme_break import grapheme_count, grapheme_spans, graphemes, is_grapheme_boundary
from indicmatch.unicode.properties import UNICODE_VERSION, character_class, general_category, ranges, value_of
from indicmatch.unicode.scripts import default_ignorable, dominant_script, is_letter, script, white_space
from indicmatch.unicode.word_break import word_segments, word_spans

__all__ = [
    "UNICODE_VERSION",
    "character_class",
    "default_ignorable",
    "dominant_script",
    "general_category",
    "grapheme_count",
    "grapheme_spans",
    "graphemes",
    "is_grapheme_boundary",
    "is_letter",
    "ranges",
    "script",
    "value_of",
    "white_space",
    "word_segments",
    "word_spans",
]

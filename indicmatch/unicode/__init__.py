"""Scripts, character properties, grapheme clusters and word segments, all of one Unicode version, `UNICODE_VERSION`."""

from indicmatch.unicode.properties import UNICODE_VERSION, character_class, ranges
from indicmatch.unicode.scripts import default_ignorable, dominant_script, is_letter, script, white_space

__all__ = [
    "UNICODE_VERSION",
    "character_class",
    "default_ignorable",
    "dominant_script",
    "is_letter",
    "ranges",
    "script",
    "white_space",
]

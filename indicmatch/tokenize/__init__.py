"""Words of a text: tokens with offsets, by named tokenizers.

A tokenizer is a function from a text to the (start, end) of each of its words, registered by name in a file of this package.
"""

from __future__ import annotations

from indicmatch.registry import import_all
from indicmatch.tokenize.tokens import TOKENIZERS, Spans, Token, parts, tokenize, tokenizer

__all__ = ["TOKENIZERS", "Spans", "Token", "parts", "tokenize", "tokenizer"]

import_all(__name__, __path__)

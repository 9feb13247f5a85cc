"""The tokenizer `indicnlp`: that of indic-nlp-library, as it is."""

from __future__ import annotations

from indicmatch.tokenize.tokens import TOKENIZERS, Spans

__all__ = ["indicnlp"]


@TOKENIZERS.register("indicnlp")
def indicnlp(lang: str | None) -> Spans:
    """`trivial_tokenize` of indic-nlp-library, without the tokens that are only punctuation; needs a language it knows.

    >>> text = "१,२३४ लोग।"
    >>> [text[start:end] for start, end in indicnlp("hi")(text)]
    ['१', '२३४', 'लोग']
    """

    from indicmatch.normalize.indicnlp import trivial_tokenize

    def spans(text: str) -> list[tuple[int, int]]:
        found, at = [], 0
        for token in trivial_tokenize(text, lang):
            start = text.index(token, at)
            at = start + len(token)
            if any(character.isalnum() for character in token):
                found.append((start, at))
        return found

    return spans

"""Columns of a Spark frame normalised, tokenized or stemmed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from indicmatch.normalize import pipeline
from indicmatch.stem import STEMMERS, best_stemmer
from indicmatch.tokenize import tokenizer as spans_of

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import Column

__all__ = ["normalize_column", "stem_column", "tokenize_column"]


def normalize_column(column: Column | str, level: str = "nfc", *, lang: str | None = None) -> Column:
    """The column's texts as `normalize(text, level, lang=lang)` gives them; null stays null. Raises `UnknownName` at once for a level that
    does not exist.

        df.withColumn("clean", normalize_column("text", "encoding", lang="hi"))
    """
    pipeline(level, lang)
    return _mapped(column, "string", partial(_normalized, level, lang))


def tokenize_column(column: Column | str, tokenizer: str = "words", *, lang: str | None = None) -> Column:
    """The words of the column's texts, as an array of strings; null stays null. Raises `UnknownName` at once for a tokenizer that does
    not exist.

        df.withColumn("words", tokenize_column("text"))
    """
    spans_of(tokenizer, lang)
    return _mapped(column, "array<string>", partial(_words, tokenizer, lang))


def stem_column(column: Column | str, lang: str) -> Column:
    """The stems of a column of single words, as `stem(word, lang)` gives them; null stays null. Raises `UnknownName` at once for a
    language without a stemmer.

        df.withColumn("stem", stem_column("word", "gu"))
    """
    return _mapped(column, "string", partial(_stemmed, best_stemmer(lang)))


def _mapped(column: Column | str, kind: str, function: Callable[[str], Any]) -> Column:
    import pandas as pd
    from pyspark.sql.functions import pandas_udf

    def series(texts: pd.Series[Any]) -> pd.Series[Any]:
        return pd.Series([function(text) if isinstance(text, str) else None for text in texts], dtype=object)

    series.__annotations__.update(texts=pd.Series, **{"return": pd.Series})  # Spark reads the types, and must not find their names only
    mapped: Column = pandas_udf(series, kind)(column)
    return mapped


def _normalized(level: str, lang: str | None, text: str) -> str:
    return pipeline(level, lang)(text)


def _words(tokenizer: str, lang: str | None, text: str) -> list[str]:
    return [text[start:end] for start, end in spans_of(tokenizer, lang)(text)]


def _stemmed(stemmer: str, word: str) -> str:
    return STEMMERS[stemmer]()(word)

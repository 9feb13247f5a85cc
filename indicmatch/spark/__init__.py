"""indicmatch on Spark: scores, and normalised, tokenized and stemmed columns, by the functions that score files here.

Needs `pip install 'indicmatch[spark]'` on the driver, indicmatch on every executor, and Java 17.
"""

from indicmatch.spark.columns import normalize_column, stem_column, tokenize_column
from indicmatch.spark.scoring import score

__all__ = ["normalize_column", "score", "stem_column", "tokenize_column"]

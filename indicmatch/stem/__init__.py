"""Stemming: suffix tables for the languages of India, Snowball where it measures better. Off unless asked for.

A new language is a table `data/stem_<tag>.tsv` and a row of `data/stem_languages.tsv`; how a table is written stands in
`indicmatch.stem.table`.
"""

from indicmatch.stem.stemmers import STEMMERS, Stemmer, best_stemmer, rules_used, stem

__all__ = ["STEMMERS", "Stemmer", "best_stemmer", "rules_used", "stem"]

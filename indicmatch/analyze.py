"""The analyzer (Lucene's term): normaliser, tokenizer and stemmer under one frozen name, the same for both sides of a comparison."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from indicmatch.errors import BadInput
from indicmatch.extract import extract, stages
from indicmatch.normalize import Pipeline, pipeline
from indicmatch.stem import STEMMERS, best_stemmer
from indicmatch.tokenize import parts, tokenizer
from indicmatch.tokenize.finding import FINDERS, MANY

__all__ = ["RAW", "Analyzer", "Text"]


@dataclass(frozen=True)
class Analyzer:
    """How both sides of a comparison are looked at; frozen, and all that decides a verdict beside the metric.

    `level` is a level expression, `tokenizer` a name or `raw`, `stemmer` a name, `auto` (the best one for `lang`) or None, `lang` a
    language tag; `extract` says what part of a response counts (references are never cut). Raises `UnknownName` for a name that does
    not exist.

    >>> Analyzer("nfc").text("\\u0958लम।").words == {"\\u0915\\u093cलम"}
    True
    >>> RAW.text("दिल्ली।").words
    frozenset({'दिल्ली।'})
    """

    level: str = "nfc"
    tokenizer: str = "words"
    stemmer: str | None = None
    lang: str | None = None
    extract: str = "none"
    pipeline: Pipeline = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pipeline", pipeline(self.level, self.lang))
        tokenizer(self.tokenizer, self.lang)
        stages(self.extract)
        if self.stemmer_name:
            STEMMERS[self.stemmer_name]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its names: what was made from them is made again."""
        return Analyzer, (self.level, self.tokenizer, self.stemmer, self.lang, self.extract)

    @property
    def is_raw(self) -> bool:
        """Whether this is the published protocol itself."""
        return self == RAW

    @property
    def stemmer_name(self) -> str | None:
        """The stemmer's registered name; `auto` is the language's best one, and `BadInput` where the language is not known."""
        if self.stemmer != "auto":
            return self.stemmer
        if not self.lang:
            message = "stemming needs a language: none was given or recognised. Name it (lang='hi', --lang hi)"
            raise BadInput(message)
        return best_stemmer(self.lang)

    @cached_property
    def stem(self) -> Callable[[str], str] | None:
        """The function that stems a word, None where the analyzer does not stem."""
        return STEMMERS[self.stemmer_name]() if self.stemmer_name else None

    def text(self, source: str) -> Text:
        """A reference, as this analyzer sees it."""
        return Text(source, self.pipeline(source), self, source)

    def response(self, source: str | None) -> Text:
        """A response, as this analyzer sees it; None is a missing one."""
        source = source or ""
        part = source if self.extract == "none" else extract(source, self.extract)
        return Text(source, self.pipeline(part), self, part)

    @property
    def packages(self) -> tuple[str, ...]:
        """The distributions whose versions decide what this analyzer sees."""
        snowball = ("snowballstemmer",) if (self.stemmer_name or "").startswith("snowball") else ()
        converters = self.tokenizer == "indicnlp" or self.pipeline.converts
        return (*snowball, "indic-nlp-library") if converters else snowball

    def with_(self, **changes: str | None) -> Analyzer:
        """The same analyzer with some of its parts changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def signature(self) -> str:
        """The analyzer's part of a signature, as `norm:nfc+space|tok:words|stem:none|extract:none`."""
        return f"norm:{self.pipeline}|tok:{self.tokenizer}|stem:{self.stemmer_name or 'none'}|extract:{self.extract}"


class Text:
    """One side of a comparison: its source, the part that counts, that part normalised, and, once asked for, its words."""

    __slots__ = ("_found", "_lower", "_words", "analyzer", "part", "source", "text")

    def __init__(self, source: str, text: str, analyzer: Analyzer, part: str) -> None:
        self.source, self.text, self.analyzer, self.part = source, text, analyzer, part
        self._lower: str | None = None
        self._words: frozenset[str] | None = None
        self._found: frozenset[str] | None = None

    def __repr__(self) -> str:
        return f"Text({self.source!r}, {self.text!r}, {self.analyzer!r})"

    @property
    def blank(self) -> bool:
        """Whether there is nothing to look at: the source, or what the analyzer leaves of it, is empty or white space."""
        return not self.text.strip() or not self.source.strip()

    @property
    def lower(self) -> str:
        """The normalised text in lower case, by `str.lower` as in the protocol."""
        if self._lower is None:
            self._lower = self.text.lower()
        return self._lower

    def cased(self, fold: bool) -> str:
        """The normalised text, in lower case where `fold` says so."""
        return self.lower if fold else self.text

    @property
    def words(self) -> frozenset[str]:
        """The distinct words, in lower case and stemmed if the analyzer stems."""
        if self._words is None:
            self._words = frozenset(self.word_list())
        return self._words

    @property
    def found_words(self) -> frozenset[str]:
        """The words that a reference word may be found among: every word, and the parts of each."""
        if self._found is None:
            self._found = self.words if self.analyzer.tokenizer == "raw" else self.words | frozenset(self.part_list())
        return self._found

    def count_words(self, words: frozenset[str]) -> int:
        """How many words are among `found_words`, which are not all computed where looking for a few is cheaper."""
        if self._found is not None or self.analyzer.stemmer is not None:
            return len(words & self.found_words)
        finder = FINDERS.get(self.analyzer.tokenizer)
        count = finder(self.lower, words) if finder else None
        return self.cut_words(words) if count is None else count

    def cut_words(self, words: frozenset[str]) -> int:
        """The same by the words of the text, whatever was looked for; of an analyzer without a stemmer."""
        left = words - self.words
        if len(left) > MANY:
            return len(words & self.found_words)
        if left and self.analyzer.tokenizer != "raw":
            left = left.difference(*[parts(longer) for longer in self.words if any(word in longer for word in left)])
        return len(words) - len(left)

    def word_list(self) -> list[str]:
        """The words in order, with repetitions."""
        return self._stemmed(self._surface())

    def part_list(self) -> list[str]:
        """The words in order, each that has parts replaced by them."""
        if self.analyzer.tokenizer == "raw":
            return self.word_list()
        return self._stemmed([part for word in self._surface() for part in parts(word)])

    def word_spans(self) -> list[tuple[int, int]]:
        """The (start, end) in `lower` of each of `word_list`."""
        return tokenizer(self.analyzer.tokenizer, self.analyzer.lang)(self.lower)

    def _surface(self) -> list[str]:
        if self.analyzer.tokenizer == "raw":
            return [word for word in (word.strip(string.punctuation) for word in self.lower.split()) if word]
        return [self.lower[start:end] for start, end in self.word_spans()]

    def _stemmed(self, words: list[str]) -> list[str]:
        return [self.analyzer.stem(word) for word in words] if self.analyzer.stem else words


RAW = Analyzer("raw", "raw")

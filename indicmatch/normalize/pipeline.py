"""Level expressions: what they name, in which order the steps run, and the compiled pipeline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from indicmatch.errors import BadInput, unknown
from indicmatch.languages import language
from indicmatch.normalize.guards import PROVEN, encoding_is_noop, first_doubt, spelled_apart
from indicmatch.normalize.steps import STEPS, Step, order_of, row_of
from indicmatch.tables import load

__all__ = ["Pipeline", "levels", "parse", "pipeline"]

FRAME = ("nfc", "space")  # a fixed point together
DOUBTS = 4  # words of a text that are looked at one by one before all that are left are
KNOWN, LONGEST = 1 << 14, 64  # words that are remembered, twice over, and the characters of the longest of them
PASSES = 100  # far above what any text needs (3 measured); only converters, which run once, could go on for ever
@cache
def levels() -> dict[str, tuple[str, ...]]:
    """Each level's name and its steps in order, lowest level first; each contains the one before.

    >>> levels()["nfc"]
    ('nfc', 'space')
    """
    found: dict[str, tuple[str, ...]] = {}
    steps: tuple[str, ...] = ()
    for row in load("levels"):
        steps += tuple(row["steps"].split())
        found[row["level"]] = _ordered(steps)
    return found


def _ordered(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(names), key=lambda name: (order_of(name.partition(":")[0]), name)))


@cache
def parse(expression: str) -> tuple[str, ...]:
    """The steps that an expression names, in the order in which they run.

    `LEVEL`, `LEVEL+step-step`, or `step+step`; a first name that is both a level and a step is the level.

    >>> parse("clean-invisible")
    ('nfc', 'space')
    >>> parse("space+nfc")
    ('nfc', 'space')
    >>> parse("nfcc")
    Traceback (most recent call last):
    ...
    indicmatch.errors.UnknownName: unknown level or normalisation step 'nfcc'. Did you mean 'nfc'? Known: ...
    """
    parts = re.findall(r"([+-]?)([^+-]*)", expression.strip())[:-1]
    if not parts or parts[0][0] or not all(name for _, name in parts):
        message = f"{expression!r} is no level expression: write LEVEL, LEVEL+step-step or step+step"
        raise BadInput(message)
    steps: list[str] = []
    for position, (sign, name) in enumerate(parts):
        if position == 0 and name in levels():
            steps += levels()[name]
        elif not _known(name):
            raise unknown("level or normalisation step", name, dict.fromkeys([*levels(), *STEPS]))
        elif sign != "-":
            steps.append(name)
        elif name in steps:
            steps.remove(name)
        else:
            message = f"{expression!r} takes away {name!r}, which is not in it: it has {'+'.join(steps) or 'no steps'}"
            raise BadInput(message)
    return _ordered(tuple(steps))


def _known(name: str) -> bool:
    base, colon, _ = name.partition(":")
    return base in STEPS and (not colon or _converter(name))


class _Words(dict[str, str]):
    """Words and what they are normalised to: no step that a guard speaks for looks beyond a space, and most words come again.

    When there are too many, those that are asked for again are kept.
    """

    def __init__(self, lang: str | None, normalize: Step) -> None:
        self._lang, self._normalize = lang, normalize
        self._before: dict[str, str] = {}

    def __missing__(self, word: str) -> str:
        text = self._before.get(word)
        if text is None:
            plain = (word.isascii() and word.isprintable()) or encoding_is_noop(word, self._lang)
            text = word if plain else self._normalize(word)
        if len(word) <= LONGEST:
            if len(self) == KNOWN:
                self._before = dict(self)
                self.clear()
            self[word] = text
        return text


@dataclass(frozen=True)
class Pipeline:
    """A level expression, ready to run: `pipeline("clean")(text)`.

    The steps run in their fixed order again and again until none changes anything, so the output is a fixed point. Converters
    (`script:Deva`, `indicnlp`) hold no laws and run once, at the end.
    """

    names: tuple[str, ...]
    lang: str | None = None

    @cached_property
    def _plain(self) -> list[str]:
        return [name for name in self.names if not _converter(name)]

    @property
    def converts(self) -> bool:
        """Whether a converter is among the steps."""
        return len(self._plain) < len(self.names)

    @cached_property
    def _head(self) -> int:
        """How many steps run before the frame has done its work: what comes after finds canonical text with single spaces."""
        return max((place + 1 for place, name in enumerate(self._plain) if name in FRAME), default=0)

    @cached_property
    def _functions(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        functions = tuple(map(self._step, self._plain))
        head = functions[: self._head]
        return head[::-1] if self.by_words else head, functions[self._head :]  # white space first: cheaper, and to NFC it is all one

    @cached_property
    def _frame_alone(self) -> bool:
        """Whether the head is nothing but the frame, which has no more to do where the steps after it change nothing."""
        return set(self._plain[: self._head]) <= set(FRAME)

    @cached_property
    def by_words(self) -> bool:
        """Whether a text comes to its words, each normalised by itself, with single spaces between them: one proof covers every step."""
        return PROVEN.issuperset(self.names) and set(FRAME) <= set(self.names)

    @cached_property
    def _words(self) -> _Words:
        return _Words(self.lang, self._fixed_point)

    def _step(self, name: str) -> Step:
        base, _, argument = name.partition(":")
        return STEPS[base](argument or self.lang)

    def __call__(self, text: str) -> str:
        """The normalised text; the same object where it is proven that no step can change it."""
        if self.by_words:
            if text.isascii() and _is_plain(text):
                return text
            text = text.strip(" \t\r\n")
            at = first_doubt(text, self.lang)
            return text if at < 0 else " ".join(filter(None, self._pieces(text, at)))
        text = self._fixed_point(text)
        converters = [name for name in self.names if _converter(name)] if self.converts else ()
        if converters:
            for name in converters:
                text = self._step(name)(text)
            text = self._fixed_point(text)
        return text

    def _pieces(self, text: str, at: int) -> Iterator[str]:
        """What a text comes to, piece by piece: its words where there is a doubt about one, at first `at`, and all between them."""
        before, rest = _cut_before_word(text, at)
        yield before
        text = _on_one_line(spelled_apart(rest))
        for _ in range(DOUBTS):
            at = first_doubt(text, self.lang)
            if at < 0:
                yield text
                return
            before, rest = _cut_before_word(text, at)
            word, _space, text = rest.partition(" ")
            yield before
            yield self._words[word]
        yield from map(self._words.__getitem__, text.split(" "))

    def _fixed_point(self, text: str) -> str:
        head, rest = self._functions
        for _ in range(PASSES):
            settled = text
            text = self._through(head, text)
            if self._frame_alone:
                settled = text
            text = self._through(rest, text)
            if text == settled:
                break
        return text

    def _through(self, functions: tuple[Step, ...], text: str) -> str:
        for function in functions:
            text = function(text)
        return text

    def trace(self, text: str) -> Iterator[tuple[str, str, str]]:
        """(step, text that entered it, text that left it) for every step that changes something, as the call runs them."""
        converters = [name for name in self.names if _converter(name)]
        for once in ([], converters) if converters else ([],):
            for change in self._apply(once, text):
                yield change
                text = change[2]
            for change in self._trace_fixed_point(text):
                yield change
                text = change[2]

    def _trace_fixed_point(self, text: str) -> Iterator[tuple[str, str, str]]:
        for _ in range(PASSES):
            settled = text
            for change in self._apply(self._plain, text):
                yield change
                text = change[2]
            if text == settled:
                break

    def _apply(self, names: list[str], text: str) -> Iterator[tuple[str, str, str]]:
        for name in names:
            after = self._step(name)(text)
            if after != text:
                yield name, text, after
                text = after

    def rungs(self) -> Iterator[tuple[str, Pipeline]]:
        """(step, the pipeline up to and including it), from the first step to the last."""
        for count, name in enumerate(self.names, 1):
            yield name, Pipeline(self.names[:count], self.lang)

    @property
    def expression(self) -> str:
        """A level expression that names exactly these steps; the first name may be a level of other steps, which are taken away.

        >>> Pipeline(("nfc",)).expression
        'nfc-space'
        """
        level = levels().get(self.names[0], ()) if self.names else ()
        added = [name for name in self.names[1:] if name not in level]
        return "+".join([*self.names[:1], *added]) + "".join(f"-{name}" for name in level if name not in self.names) or "raw"

    def __str__(self) -> str:
        return "+".join(self.names) or "none"


def _is_plain(text: str) -> bool:
    """Whether a text in ASCII is words with single spaces between them, which only costs a fraction of a real proof to see."""
    return text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " "


def _cut_before_word(text: str, at: int) -> tuple[str, str]:
    """What stands before the word that has this place, without the space between; the word, and all behind it."""
    start = text.rfind(" ", 0, at) + 1
    return text[: max(start - 1, 0)], text[start:]


def _on_one_line(text: str) -> str:
    """The text with the white space that nearly all texts have made single spaces; the rest of it is left to the step."""
    text = text.replace("\n", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def _converter(name: str) -> bool:
    return row_of(name.partition(":")[0])["kind"] == "converter"


@cache
def pipeline(expression: str, lang: str | None = None) -> Pipeline:
    """The compiled pipeline of a level expression for a language; `UnknownName` for a level, step or language that does not exist."""
    if lang is not None:
        language(lang)
    return Pipeline(parse(expression), lang)

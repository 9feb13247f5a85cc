"""Right answer, wrong script: the reference, letter by letter in another Brahmic script, is in the response. A bucket, never a verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from indicmatch.metrics._boundary import whole_words
from indicmatch.normalize import Pipeline, levels, pipeline
from indicmatch.unicode import character_class, dominant_script

__all__ = ["WrongScript"]

SCRIPTS = ("Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh")  # those that are converted letter by letter
EXAMPLES = 10
LONGEST = 20_000  # characters of a response that are looked at
_BRAHMIC = re.compile("[\u0900-\u0dff]")


_HUB = "Deva"  # where both sides meet
_LOOSE = ("anusvara", "candrabindu", "nukta", "vowel_length")  # what a name is spelled with differently from script to script


@cache
def _letters(script: str) -> re.Pattern[str]:
    return re.compile(f"[{character_class('Script', script, last=0xFFFF)}]+")


@cache
def _other_letters(script: str) -> re.Pattern[str]:
    return re.compile(f"[{''.join(character_class('Script', other, last=0xFFFF) for other in SCRIPTS if other != script)}]+")


@cache
def _converter() -> Pipeline:
    return pipeline("+".join((*levels()["encoding"], *_LOOSE, f"script:{_HUB}")))


def _converted(text: str) -> str:
    """In one script, without what spellings of a name differ in; Bengali, Assamese and Odia write one letter for v and b."""
    return _converter()(text).replace("\N{DEVANAGARI LETTER VA}", "\N{DEVANAGARI LETTER BA}").lower()


class WrongScript:
    """Counts the rows of a file whose reference stands in the response in another script than it is written in."""

    def __init__(self) -> None:
        self.count = 0
        self._scripts: Counter[str] = Counter()
        self._examples: list[dict[str, Any]] = []

    def add(self, line: int, references: Sequence[str], response: str | None) -> str | None:
        """Look at a row that no metric found right; the script that its answer is in, None for a row that is simply wrong."""
        if not response or not _BRAHMIC.search(response):
            return None
        for reference in references:
            script = dominant_script(reference)
            found = script and self._found(reference, script, response[:LONGEST])
            if found:
                self.count += 1
                self._scripts[found] += 1
                if len(self._examples) < EXAMPLES:
                    self._examples.append({"line": line, "answer": reference, "response": response[:300], "script": found})
                return found
        return None

    def _found(self, reference: str, script: str, response: str) -> str | None:
        if script not in SCRIPTS:
            return None
        others = [other for other in SCRIPTS if other != script and _letters(other).search(response)]
        if not others:
            return None
        looked_for = _converted(reference)
        for other in others:
            said = _converted(_other_letters(other).sub(" ", response))
            if looked_for and next(whole_words(said, looked_for), None) is not None:
                return other
        return None

    def figures(self) -> dict[str, Any]:
        """How many rows, by the script that the answer stands in, and the first of them."""
        return {"rows": self.count, "scripts": dict(self._scripts.most_common()), "examples": self._examples}

"""What a model is called when only the names of its files say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

from indicmatch.errors import BadInput
from indicmatch.languages import language_of_file

__all__ = ["model_names"]

_PARTS = re.compile(r"([_\-. ]+)")
_LONGEST = 3  # words in the name of a language
_ENDINGS = (".gz", ".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx", ".parquet", ".txt")


def model_names(files: Sequence[str], *, given: Sequence[str] = (), at_least: int = 1) -> list[str]:
    """A name for the model of each file: `given` ones, or what is left of the file's name without its language.

    Where that names fewer than `at_least` models, or one model twice in a language, the whole name of the file is taken, then its
    folder too. Raises `BadInput` where the names given are not one for each file.

    >>> model_names(["gpt4_hindi.csv", "gpt4_tamil.csv", "llama-3-hindi.csv"])
    ['gpt4', 'gpt4', 'llama-3']
    >>> model_names(["gpt4/hindi.csv", "llama/hindi.csv"]), model_names(["hi_quiz.csv", "ta_quiz.csv"], at_least=2)
    (['gpt4', 'llama'], ['hi_quiz', 'ta_quiz'])
    """
    if given:
        if len(given) != len(files):
            message = f"--model-name was given {len(given)} times for {len(files)} files; give one for each file, in their order"
            raise BadInput(message)
        return list(given)
    ways: list[Callable[[str], str]] = [_without_language, _stem, lambda file: _stem(file, folder=True)]
    for way in ways:
        names = [way(file) for file in files]
        owners = [(name, language_of_file(file)) for name, file in zip(names, files, strict=True)]
        if len(set(names)) >= min(at_least, len(files)) and len(set(owners)) == len(files):
            return names
    return [str(file) for file in files]


def _stem(file: str, *, folder: bool = False) -> str:
    path = PurePath(file)
    name = path.name
    for ending in _ENDINGS:
        if name.lower().endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    return f"{path.parent.name}/{name}" if folder and path.parent.name else name


def _without_language(file: str) -> str:
    """What a file's name says beside its language; the folder's name, or `model`, where it says nothing else."""
    stem, tag = _stem(file), language_of_file(file)
    parts = _PARTS.split(stem)
    if tag is not None:
        parts = _cut(parts, tag)
    rest = "".join(parts).strip("_-. ")
    return rest or PurePath(file).parent.name or "model"


def _cut(parts: list[str], tag: str) -> list[str]:
    """The parts of a name (words at even places, separators between) without the words that name a language."""
    for words in range(1, _LONGEST + 1):
        for at in range(0, len(parts) - 2 * (words - 1), 2):
            end = at + 2 * words - 1
            if language_of_file("".join(parts[at:end])) == tag:
                return parts[:at] + parts[end + 1 :]
    return parts

"""What a model is called when only the names of its files say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    rests = [_without_language(file) for file in files]
    ways = [
        [rest or _stem(file) for rest, file in zip(rests, files, strict=True)] if any(rests) else [_folder(file) for file in files],
        [_stem(file) for file in files],
        [f"{_folder(file)}/{_stem(file)}" for file in files],
    ]
    for names in ways:
        owners = [(name, language_of_file(file)) for name, file in zip(names, files, strict=True)]
        if len(set(names)) >= min(at_least, len(files)) and len(set(owners)) == len(files):
            return names
    return [str(file) for file in files]


def _stem(file: str) -> str:
    name = PurePath(file).name
    for ending in _ENDINGS:
        if name.lower().endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    return name


def _folder(file: str) -> str:
    return PurePath(file).parent.name or "model"


def _without_language(file: str) -> str:
    """What a file's name says beside its language; empty where it says nothing else."""
    tag = language_of_file(file)
    parts = _PARTS.split(_stem(file))
    return "".join(parts if tag is None else _cut(parts, tag)).strip("_-. ")


def _cut(parts: list[str], tag: str) -> list[str]:
    """The parts of a name (words at even places, separators between) without the words that name a language."""
    for words in range(1, _LONGEST + 1):
        for at in range(0, len(parts) - 2 * (words - 1), 2):
            end = at + 2 * words - 1
            if language_of_file("".join(parts[at:end])) == tag:
                return parts[:at] + parts[end + 1 :]
    return parts

"""Filters, stdin to stdout, line by line: `normalize`, `tokenize`, `stem`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from indicmatch.errors import BadFile
from indicmatch.languages import language
from indicmatch.normalize import pipeline
from indicmatch.stem import stem as stem_of
from indicmatch.tokenize import tokenize as tokens_of

__all__ = ["normalize", "stem", "tokenize"]


@click.command()
@click.option("--level", default="nfc", show_default=True, help="Level expression, as encoding+digits.")
@click.option("--lang", help="Language tag, for the steps that need one.")
def normalize(level: str, lang: str | None) -> None:
    """Normalise each line of stdin."""
    run = pipeline(level, _tag(lang))
    for line in _lines():
        _put(run(line))


@click.command()
@click.option("--tokenizer", default="words", show_default=True, help="A name that `indicmatch list tokenizers` prints.")
@click.option("--lang", help="Language tag, for the tokenizers that differ by language.")
@click.option("--json", "as_json", is_flag=True, help="Each line as a JSON list of tokens with start, end, script, kind and parts.")
def tokenize(tokenizer: str, lang: str | None, as_json: bool) -> None:
    """Split each line of stdin into words, separated by single spaces."""
    lang = _tag(lang)
    for line in _lines():
        tokens = tokens_of(line, tokenizer, lang=lang)
        if not as_json:
            _put(" ".join(token.text for token in tokens))
            continue
        shown = [
            {"text": t.text, "start": t.start, "end": t.end, "script": t.script, "kind": t.kind, "parts": list(t.parts)} for t in tokens
        ]
        _put(json.dumps(shown, ensure_ascii=False))


@click.command()
@click.option("--lang", required=True, help="Language, or the name of one stemmer, as table:hi.")
@click.option("--level", default="nfc", show_default=True, help="Level expression that each line gets first.")
@click.option("--tokenizer", default="words", show_default=True, help="A name that `indicmatch list tokenizers` prints.")
@click.option("--json", "as_json", is_flag=True, help="Each line as a JSON list of words with their stems.")
def stem(lang: str, level: str, tokenizer: str, as_json: bool) -> None:
    """Stem the words of each line of stdin, separated by single spaces."""
    tag = _tag(lang.partition(":")[2] or lang)
    run = pipeline(level, tag)
    for line in _lines():
        words = [token.text for token in tokens_of(run(line), tokenizer, lang=tag)]
        stems = [stem_of(word, lang) for word in words]
        shown = [{"text": word, "stem": key} for word, key in zip(words, stems, strict=True)]
        _put(json.dumps(shown, ensure_ascii=False) if as_json else " ".join(stems))


def _put(line: str) -> None:
    """A line to stdout as it is: click would take out what looks like a terminal's colours."""
    sys.stdout.write(f"{line}\n")


def _tag(lang: str | None) -> str | None:
    return language(lang).tag if lang else None


def _lines() -> Iterator[str]:
    """The lines of stdin without their ends; only a line feed (or CR LF) ends a line."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            yield line.decode("utf-8").removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError as error:
            problem = f"byte {error.start + 1} of the line (0x{line[error.start]:02X}) is not UTF-8"
            raise BadFile(problem, file="(stdin)", line=number, remedy="convert the input to UTF-8") from None

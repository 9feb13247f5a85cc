"""Statements of two texts: found and compared by the judge, counted here."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from indicmatch.extract import extract
from indicmatch.judge.asking import Answer, Asker, Question
from indicmatch.judge.prompts import load_prompt
from indicmatch.judge.structured import objects
from indicmatch.tokenize.sentences import sentences

__all__ = ["Facts", "NoFacts", "compared", "f_beta", "statements_in"]

_STATEMENTS: Final = {
    "type": "object",
    "properties": {"statements": {"type": "array", "items": {"type": "string"}}},
    "required": ["statements"],
    "additionalProperties": False,
}
_FENCE: Final = re.compile(r"(?m)^[ \t]*```[A-Za-z]*[ \t]*$")
_LISTED: Final = re.compile(r"^\s*(?:[-*\u2022]|\(?[0-9]{1,3}[.)])\s+(\S.*)$")


class NoFacts(Exception):
    """Facts that could not be counted: the outcome (`unparsed`, `error`, or None for not asked) and why."""

    def __init__(self, outcome: str | None, reason: str) -> None:
        super().__init__(reason)
        self.outcome, self.reason = outcome, reason


@dataclass(frozen=True, slots=True)
class Facts:
    """`tp` statements of the response that the reference supports, `fp` that it does not, `fn` of the reference that the response lacks."""

    tp: int
    fp: int
    fn: int

    @property
    def precision(self) -> float | None:
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None


def f_beta(facts: Facts, beta: float = 1.0) -> float | None:
    """The F score of the counts: recall weighs `beta` times as much as precision; None for no statements at all.

    >>> f_beta(Facts(tp=2, fp=1, fn=1)), f_beta(Facts(0, 0, 0)) is None
    (0.666..., True)
    """
    weight = beta * beta
    total = (1 + weight) * facts.tp + weight * facts.fn + facts.fp
    return (1 + weight) * facts.tp / total if total else None


def compared(asker: Asker, question: str | None, response: str, reference: str, about: Mapping[str, Any]) -> Facts:
    """The facts of a response against a reference, by three questions to the judge; `NoFacts` where they cannot be counted.

    A text that is not empty has statements: a judge that finds none has not understood, and nothing is counted.
    """
    found = [_decomposed(asker, question, text, about) for text in (response, reference)]
    prompt = load_prompt("classification")
    numbered = [[{"id": number, "statement": text} for number, text in enumerate(side, 1)] for side in found]
    data = {"question": question, "response_statements": numbered[0], "reference_statements": numbered[1]}
    reply = _whole(asker.ask(Question(prompt.messages(data), _classification(), prompt.id, about)))
    supported, stated = _judged(reply, "response", "supported", len(found[0])), _judged(reply, "reference", "stated", len(found[1]))
    if supported is None or stated is None:
        reason = "no_classification"
        raise NoFacts("unparsed", reason)
    return Facts(sum(supported), len(supported) - sum(supported), len(stated) - sum(stated))


def statements_in(reply: str) -> list[str]:
    """The statements that a reply lists, as JSON or line by line, without blank and repeated ones.

    >>> statements_in('{"statements": ["Delhi is a city.", "Delhi is a city."]}'), statements_in("1. One.\\n2. Two.")
    (['Delhi is a city.'], ['One.', 'Two.'])
    """
    text = _said(reply)
    value = _json(text)
    if isinstance(value, dict):
        named = value.get("statements")
        value = named if isinstance(named, list) else next((item for item in value.values() if isinstance(item, list)), [])
    if isinstance(value, list):
        texts = [item.get("statement") or item.get("text") if isinstance(item, dict) else item for item in value]
    else:
        texts = [match[1] for line in text.split("\n") if (match := _LISTED.match(line))]
    return list(dict.fromkeys(item.strip() for item in texts if isinstance(item, str) and item.strip()))


def _decomposed(asker: Asker, question: str | None, text: str, about: Mapping[str, Any]) -> list[str]:
    prompt = load_prompt("statements")
    data = {"question": question, "sentences": sentences(text)}
    found = statements_in(_whole(asker.ask(Question(prompt.messages(data), _STATEMENTS, prompt.id, about))))
    if not found:
        reason = "no_statements"
        raise NoFacts("unparsed", reason)
    return found


def _whole(answer: Answer) -> str:
    if answer.skipped is not None:
        raise NoFacts(None, answer.skipped)
    if answer.completion is None:
        raise NoFacts("error", answer.error or "")
    if not answer.whole:
        reason = "truncated" if answer.completion.finish_reason == "length" else "refused"
        raise NoFacts("unparsed", reason)
    return answer.completion.text


def _said(reply: str) -> str:
    """A reply without thinking and the fences around code."""
    return _FENCE.sub("", extract(reply, "after-think")).strip()


def _json(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return next((found.value for found in objects(text) if not found.broken), None)


def _judged(reply: str, side: str, name: str, count: int) -> list[bool] | None:
    """The truth value of each statement of a side, in order; None unless every number has exactly one."""
    value = _json(_said(reply))
    items = value.get(side) if isinstance(value, dict) else None
    if not isinstance(items, list) or len(items) != count:
        return None
    if all(isinstance(item, bool) for item in items):
        return items
    said: dict[int, bool] = {}
    for item in items:
        if not isinstance(item, dict) or not isinstance(item.get("id"), int) or not isinstance(item.get(name), bool):
            return None
        said[item["id"]] = item[name]
    return [said[number] for number in range(1, count + 1)] if set(said) == set(range(1, count + 1)) else None


def _classification() -> dict[str, Any]:
    def side(name: str) -> dict[str, Any]:
        item = {
            "type": "object",
            "properties": {"id": {"type": "integer"}, name: {"type": "boolean"}},
            "required": ["id", name],
            "additionalProperties": False,
        }
        return {"type": "array", "items": item}

    properties = {"response": side("supported"), "reference": side("stated")}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}

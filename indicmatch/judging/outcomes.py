"""What the judge makes of one row: correct, incorrect, unparsed or error, and why; or that it was not asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from indicmatch.extract import extract as extracted
from indicmatch.judge.asking import Answer, Question
from indicmatch.judge.prompts import load_prompt
from indicmatch.judge.verdict import UNPARSED, parse_verdict
from indicmatch.normalize import normalize
from indicmatch.records import Record

__all__ = ["LABELS", "OUTCOMES", "REASONS", "SCHEMA", "Outcome", "Shown", "outcome_of"]

OUTCOMES: Final = ("correct", "incorrect", "unparsed", "error")
LABELS: Final = {"correct": ["CORRECT"], "incorrect": ["INCORRECT"], "not_attempted": ["NOT_ATTEMPTED"]}
SCHEMA: Final = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "verdict": {"type": "string", "enum": ["CORRECT", "INCORRECT", "NOT_ATTEMPTED"]}},
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}
REASONS: Final = {
    "not_attempted": "the response gives no answer: incorrect",
    "blank_response": "a blank response: incorrect, the judge was not asked",
    "empty_answer": "no golden answer to judge by: not scored",
    "no_verdict": "the judge's reply holds no verdict",
    "truncated": "the judge's reply was cut off",
    "refused": "the judge declined to reply",
    "strings_agree": "the string checks agree: their verdict stands",
    "not_asked": "the run ended before",
}
_CUT: Final = {"length": "truncated", "content_filter": "refused", "refusal": "refused"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`judge` is one of `OUTCOMES`, or None where the judge was not asked; `reason` one of `REASONS`, or the text of an error.

    `correct` is the row's verdict, whoever gave it; None where there is none. `asked`: the judge itself gave it.
    """

    judge: str | None
    reason: str = ""
    correct: bool | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """How a judge is shown the texts: at a level, a part of the response only, and under a prompt in English or in the row's language."""

    level: str = "nfc"
    extract: str = "none"
    own_language: bool = False

    def question(self, record: Record, lang: str | None) -> Question:
        """What to ask about a row."""
        prompt = load_prompt("verdict", lang if self.own_language else None)
        data = {
            "question": None if record.question is None else self.text(record.question, lang),
            "reference_answers": [self.text(reference, lang) for reference in record.references],
            "response": self.response(record.response, lang),
        }
        return Question(prompt.messages(data), SCHEMA, prompt.id, self.about())

    def text(self, text: str, lang: str | None) -> str:
        return normalize(text, self.level, lang=lang)

    def response(self, response: str | None, lang: str | None) -> str:
        """The response as the judge sees it; what nothing is left of is shown whole."""
        part = extracted(response or "", self.extract)
        return self.text(part, lang) or (response or "")

    def about(self) -> Mapping[str, Any]:
        return {"normalisation": self.level, "extract": self.extract}


def outcome_of(answer: Answer) -> Outcome:
    """The outcome of an answer: failures and replies without a verdict are never taken for wrong."""
    if answer.skipped is not None:
        return Outcome(None, "not_asked")
    if answer.completion is None:
        return Outcome("error", answer.error or "")
    if not answer.whole:
        return Outcome(UNPARSED, _CUT.get(answer.completion.finish_reason or "", "no_verdict"))
    verdict = parse_verdict(answer.completion.text, LABELS)
    if verdict == UNPARSED:
        return Outcome(UNPARSED, "no_verdict")
    if verdict == "not_attempted":
        return Outcome("incorrect", "not_attempted", correct=False, asked=True)
    return Outcome(verdict, correct=verdict == "correct", asked=True)

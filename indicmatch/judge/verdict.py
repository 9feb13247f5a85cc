"""`parse_verdict`: what a judge's reply says, or that it does not say it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from indicmatch.extract import extract
from indicmatch.judge.labels import DEFAULT_LABELS, Labels, labels_of
from indicmatch.judge.mentions import mentions, settled
from indicmatch.judge.structured import Found, objects, verdict_of
from indicmatch.judge.words import fold, lone, one_of, words

__all__ = ["UNPARSED", "parse_verdict"]

UNPARSED = "unparsed"

_FENCE = re.compile(r"(?m)^[ \t]*(?:```|~~~)[A-Za-z0-9_+-]*[ \t]*$|```(?:json)?")
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_LATEX = re.compile(r"\\(?:f?box(?:ed)?|text(?:bf|it|rm)?|math(?:rm|bf))\s*\{([^{}\n]{0,100})\}")
_QUOTE = re.compile("\"[^\"\n]{1,500}\"|\u201c[^\u201d\n]{1,500}\u201d|\u00ab[^\u00bb\n]{1,500}\u00bb")
_QUOTED_LINE = re.compile(r"(?m)^[ \t]*>.*$")
_MARKUP = re.compile(r"[*`$]|(?m:^[ \t]*#{1,6}[ \t]*)|(?<![^\s*])__?(?=\S)|(?<=\S)__?(?![^\s*.,:;!?])")
_CONNECTOR = re.compile(
    r"(?:[ \t]*\([^()\n]{0,40}\))?[ \t]*(?::=|[:=>\u0903\u0983\u2192\uff1a]|[-\u2013\u2014](?=[ \t])|(?:is|was|be|of)(?=[ \t:]))[ \t:]*"
)
_STRONG_COLON = re.compile(r"[ \t]*(?::=|[:=>\u2192])[ \t]*")
_SCALE_BEFORE = re.compile(r"(?:\]\]\s*(?:/|-|\u2013|\.\.+|to|through)|out of)\s*$")
_SCALE_AFTER = re.compile(r"\s*(?:-|\u2013|\.\.+|to|through)\s*\[\[")
_OPENERS = " \t\"'([{<\u2018\u201c\u00ab"
_PAUSE = re.compile("[\"')\\]]*(?:$|[.,;:!?\n\u0964\u06d4\u060c]|[ \t]+[-\u2013\u2014(])")
_DOUBLE = re.compile(r"\[\[\s*([^\[\]\n]{0,40}?)\s*\]\]")
_PRONOUNS = frozenset({"i", "a"})
_REASONS = ("because", "since", "as", "for")


def parse_verdict(reply: str | None, labels: Mapping[str, Sequence[str]] = DEFAULT_LABELS) -> str:
    """The verdict of a judge's reply, one of the names in `labels`, or `unparsed`; never a guess.

    `labels` maps each verdict to what the judge was asked to say. JSON is read by its names (`verdict`, `grade`, `is_correct` ...). In
    text the last announced verdict counts (`GRADE: C`, `[[7]]`, a line of its own), else one that opens the reply, else the mentions,
    negations applied, if they agree. Words that mean a label in any shipped language say the same; thinking, quotations and struck-out
    text say nothing. Raises `BadInput` for labels that cannot be told apart.

    >>> parse_verdict("**INCORRECT**"), parse_verdict("The response is not correct."), parse_verdict("I cannot tell.")
    ('incorrect', 'incorrect', 'unparsed')
    >>> parse_verdict("GRADE: C. I saw no cause to downgrade.", {"correct": ["C"], "incorrect": ["I"]})
    'correct'
    """
    compiled = labels_of(labels)
    text = _cleaned(reply or "")
    return _decided(text, compiled) or UNPARSED


def _cleaned(text: str) -> str:
    """Without thinking and characters that nobody sees, in NFC, with ASCII digits and letters where those are wide ones."""
    text = extract(text, "after-think").replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(map(_plain, unicodedata.normalize("NFC", text)))
    for _ in range(2):
        text = _LATEX.sub(r"\1", text)
    return _STRUCK.sub(" ", text)


def _plain(character: str) -> str:
    if character in "\n\t" or " " <= character <= "~":
        return character
    general = unicodedata.category(character)
    if general in ("Cf", "Mn") and (general == "Cf" or "\ufe00" <= character <= "\ufe0f" or character == "\u034f"):
        return ""
    if general in ("Zs", "Zl", "Zp", "Cc"):
        return " " if general in ("Zs", "Cc") else "\n"
    if general == "Nd":
        return str(unicodedata.decimal(character))
    return chr(ord(character) - 0xFEE0) if "\uff01" <= character <= "\uff5e" else character


def _decided(text: str, labels: Labels) -> str | None:
    found = list(objects(_FENCE.sub("", text)))
    if found:
        return _with_json(_FENCE.sub("", text), found, labels)
    return _in_text(text, labels)


def _with_json(text: str, found: list[Found], labels: Labels) -> str | None:
    """JSON that is the whole reply decides; JSON in a text counts as an announcement where it stands."""

    pieces, at = [], 0
    for item in found:
        verdict = verdict_of(item, labels, lambda value: _announced(value.strip(), labels))
        pieces += [text[at : item.start], f"\nVERDICT: {_spelling(verdict, labels)}\n" if verdict else "\n"]
        at = item.end
    outside = "".join([*pieces[::2], text[at:]])
    if not outside.strip(" \n\t.,;`"):
        return verdict
    return _in_text("".join([*pieces, text[at:]]), labels)


def _spelling(verdict: str, labels: Labels) -> str:
    return next(label for label, says in labels.strict.items() if says == verdict)


def _in_text(text: str, labels: Labels) -> str | None:
    text = _MARKUP.sub("", _FENCE.sub("", text)).strip()
    if whole := labels.named(text):
        return whole
    if len(text) > 2 and text[0] in "\"'\u201c" and text[-1] in "\"'\u201d" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    text = _unquoted(text, labels)
    announced = sorted([*_anchored(text, labels), *_doubled(text, labels), *_lines(text, labels)], key=lambda pair: pair[0])
    if announced:
        return announced[-1][1]
    labelled = [verdict for _, verdict in _labelled(text, labels) if verdict]
    if labelled:
        return labelled[-1]
    said = mentions(text, labels)
    opening = said[0].verdict if said and _opens(text, said[0].start, said[0].end) else _short_opening(text, labels)
    if opening is None:
        return settled(text, said)
    later = settled(text, said[1:]) if len(said) > 1 else None
    return later if later and later != opening and settled(text, said) == later else opening


def _unquoted(text: str, labels: Labels) -> str:
    """Without quotations, since a judge quotes the response; a quoted label alone is no quotation."""

    def kept(match: re.Match[str]) -> str:
        inside = match[0][1:-1]
        return f" {inside} " if labels.named(inside) else f" {' ' * len(inside)} "

    without = _QUOTED_LINE.sub("", text)
    return _QUOTE.sub(kept, without if without.strip() else text)


def _anchored(text: str, labels: Labels) -> Iterator[tuple[int, str | None]]:
    """Where an anchor announces a verdict, and which; None where it announces something else that is as short as a verdict."""
    for match in _anchors("anchor").finditer(text):
        segment = _segment(text, *match.span())
        if segment is None:
            continue
        verdict = _announced(segment, labels)
        if verdict or len(segment.split()) <= 2:
            yield match.start(), verdict


def _labelled(text: str, labels: Labels) -> Iterator[tuple[int, str | None]]:
    """The same for weaker words, which count at the start of a line, or as a tag, with a colon only."""
    for match in _anchors("label").finditer(text):
        start, end = match.span()
        opens = not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t-<0123456789.")
        if opens and _STRONG_COLON.match(text, end) and (segment := _segment(text, start, end)) is not None:
            verdict = _announced(segment, labels)
            if verdict is None and fold(match[0]) in words("truth_key"):  # `correct: no`
                verdict = labels.truth(segment.partition(" ")[0])
            yield start, verdict


def _doubled(text: str, labels: Labels) -> Iterator[tuple[int, str | None]]:
    """`[[7]]`, `[[A]]`: where labels have that form, one that is none of them is none at all. The scale itself is no rating."""
    for match in _DOUBLE.finditer(text):
        if _SCALE_BEFORE.search(text, max(0, match.start() - 20), match.start()) or _SCALE_AFTER.match(text, match.end()):
            continue
        verdict = labels.named(match[1])
        if verdict or labels.scaled:
            yield match.start(), verdict


def _lines(text: str, labels: Labels) -> Iterator[tuple[int, str | None]]:
    """Lines that hold a label and nothing else."""
    at = 0
    for line in text.split("\n"):
        if line.strip() and (verdict := labels.named(line)):
            yield at, verdict
        at += len(line) + 1


@cache
def _anchors(kind: str) -> re.Pattern[str]:
    return one_of(words(kind))


def _segment(text: str, start: int, end: int) -> str | None:
    """What an anchor announces, up to the end of its line (as a heading: the next line); None where it is no announcement."""
    if not lone(text, start, end) or (start and text[start - 1] == "/"):
        return None
    match = _CONNECTOR.match(text, end)
    line = text[end : _line_end(text, end)]
    if match:
        segment = text[match.end() : _line_end(text, match.end())].strip()
    elif not line.strip(" \t.:") and not text[text.rfind("\n", 0, start) + 1 : start].strip():
        segment = ""
    else:
        return None
    if not segment:
        rest = text[_line_end(text, end) :].lstrip()
        segment = rest[: _line_end(rest, 0)]
    return segment.partition("</")[0].lstrip(_OPENERS)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _announced(segment: str, labels: Labels) -> str | None:
    """The verdict of what an anchor announces: a label that opens it, or the label that it speaks of."""
    said = mentions(segment, labels, announced=True)
    if said:
        return said[0].verdict if not segment[: said[0].start].strip() else settled(segment, said)
    if labels.pattern.match(segment):  # a label, yet open, or one of a list
        return None
    return _short_at(segment, labels)


def _short_at(segment: str, labels: Labels) -> str | None:
    """A label of one letter, or a number, that opens a segment."""
    match = labels.short.match(segment)
    if not match or not lone(segment, *match.span()):
        return None
    rest = segment[match.end() :]
    if re.match("['\u2019][A-Za-z]|[.,][0-9]|[+-](?![0-9A-Za-z])", rest):  # I'm, 7.5, C+
        return None
    following = re.match(r"\s*(?:[/|,]|(?:or|and)\s)\s*(\S+)", rest)
    if following and not match[0].isdecimal():  # 7/10 lists nothing
        other = labels.exact.get(following[1].strip(".,;:!?)]'\"").casefold())
        ends = not rest[following.end() :].strip()
        if other and other != labels.exact[match[0].casefold()] and (ends or "," not in following[0][:2]):
            return None
    if match[0].casefold() in _PRONOUNS and (word := re.match("[ \t]+([A-Za-z]+)", rest)) and word[1].casefold() not in _REASONS:
        return None
    return labels.exact[match[0].casefold()]


def _opens(text: str, start: int, end: int) -> bool:
    """Whether a label opens a text as its verdict: punctuation follows."""
    return not text[:start].strip(_OPENERS) and _PAUSE.match(text, end) is not None


def _short_opening(text: str, labels: Labels) -> str | None:
    match = labels.short.match(text)
    if match and match[0] in labels.asked and re.match(r"(?:[.:)]|[ \t]+[-\u2013\u2014])(?:\s|$)", text[match.end() :]):
        return labels.exact[match[0].casefold()]
    return None

"""`donotemit`: sequences that Unicode says not to emit, and others that show the same text, become the preferred one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from unicodedata import category, name, normalize

from indicmatch.errors import BadFile
from indicmatch.normalize.joiners import JOINERS
from indicmatch.normalize.marks import BRAHMIC, class_of, collapse_repeats, order_marks
from indicmatch.normalize.pairs import pair_patterns, pairs_of_marks, pairs_of_rules
from indicmatch.normalize.rewriting import rewriter
from indicmatch.normalize.steps import Step, step
from indicmatch.tables import Row, code_points, load, text_of
from indicmatch.unicode import ranges

__all__ = ["donotemit", "legacy_forms", "rules", "rules_of"]

_TABLE = "equivalents"
_LEGACY = ("malayalam_chillu", "bengali_khanda_ta")  # letters once spelled with a joiner: they must go before any joiner does


def rules_of(rows: Iterable[Row], file: str) -> dict[str, str]:
    """The rewrites of a table, in NFC; `BadFile` for a row whose sides are canonically equal, for two answers, and for a circle."""
    found: dict[str, str] = {}
    for row in rows:
        source, target = normalize("NFC", code_points(row["from"])), normalize("NFC", code_points(row["to"]))
        if source == target:
            problem = f"{row['from']} > {row['to']}: both sides are canonically equal"
            raise BadFile(problem, file=file, remedy="leave the row out: NFC makes them equal")
        for before in _left_contexts(row["script"], source):
            if found.setdefault(before + source, before + target) != before + target:
                problem = f"{row['from']} is rewritten to {row['to']} here, to something else in another row"
                raise BadFile(problem, file=file, remedy="keep one of the two rows")
    for source in found:
        _refuse_circle(source, found, file)
    return found


def _left_contexts(script: str, source: str) -> list[str]:
    """What must stand before a sequence: nothing, or a letter or mark of the script where the sequence begins with a mark of none."""
    if category(source[0])[0] != "M" or not name(source[0]).startswith("COMBINING"):
        return [""]
    spans = (range(first, last + 1) for first, last in ranges("Script", script))
    return [chr(code) for span in spans for code in span if category(chr(code))[0] in "LM"]


def _refuse_circle(source: str, found: dict[str, str], file: str) -> None:
    """Rewriting the left side must end: not come back to what it was, and not go on for more steps than there are rows."""
    seen: list[str] = []
    text: str | None = source
    while text is not None:
        if text in seen or len(seen) > len(found):
            problem = "rows go round in a circle: " + " > ".join(map(text_of, [*seen[:4], text]))
            raise BadFile(problem, file=file, remedy="take one of these rows out")
        seen.append(text)
        text = _once(text, found)


def _once(text: str, found: dict[str, str]) -> str | None:
    """The text with its first sequence rewritten, None where it has none."""
    for start in range(len(text)):
        if sequence := _longest(text, start, found):
            return text[:start] + found[sequence] + text[start + len(sequence) :]
    return None


def _longest(text: str, start: int, found: dict[str, str]) -> str:
    return next((text[start:end] for end in range(len(text), start, -1) if text[start:end] in found), "")


@cache
def rules() -> dict[str, str]:
    """The rewrites of `data/equivalents.tsv`, in NFC.

    >>> rules()["\\u0905\\u093e"] == "\\u0906"
    True
    """
    return rules_of(load(_TABLE), f"{_TABLE}.tsv")


@cache
def _pairs() -> str:
    """Marks that a row reads twice in a sequence (Sinhala e sign twice is ai): they are left for the row."""
    return "".join(mark for mark in {source[0] for source in rules()} if mark + mark in rules())


_OWN = re.compile(f"[{BRAHMIC}]")
_BRAHMIC = re.compile(f"[{BRAHMIC}{JOINERS}\u0300-\u036f]")
_RUN = re.compile(f"{_BRAHMIC.pattern}*")


@cache
def _suspects() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """One of them is found wherever `donotemit` acts on the ten Brahmic scripts."""
    brahmic = [source for source in rules() if _RUN.fullmatch(source)]
    guests = {character for source in brahmic for character in source if not _OWN.match(character)}  # joiners, a mark of no script
    single = [source for source in brahmic if len(source) == 1]
    pairs = pairs_of_rules(source for source in brahmic if not guests.intersection(source))
    return pair_patterns([*pairs, *pairs_of_marks()], "".join([*guests, *single]))


@cache
def _other_scripts() -> tuple[re.Pattern[str], Step]:
    """Where the rows of the other scripts may begin, and their rewriter."""
    others = {source: target for source, target in rules().items() if not _RUN.fullmatch(source)}
    return re.compile(f"[{class_of(''.join({source[0] for source in others}))}]"), rewriter(others)


@cache
def _rewrite() -> Step:
    return rewriter({source: target for source, target in rules().items() if _RUN.fullmatch(source)})


@step("donotemit")
def donotemit(text: str) -> str:
    """Sequences that Unicode's DoNotEmit and other tables say stand for another text become that text; marks stand once and in order.

    Expects NFC. Sources: Unicode 17.0 DoNotEmit.txt, which stands where two sources differ; Nisaba's visual rewrite data; what
    HarfBuzz draws alike in every font. The table is `data/equivalents.tsv`.

    >>> donotemit("\\u0905\\u093e\\u092e") == "\\u0906\\u092e"  # letter a with sign aa, for letter aa
    True
    >>> donotemit("\\u0d28\\u0d4d\\u200d") == "\\u0d7b"  # chillu n as it was spelled before Unicode 5.1
    True
    """
    begins, rewrite = _other_scripts()
    if begins.search(text):
        text = rewrite(text)
    pieces, at = [], 0
    for suspect in sorted(match.start() for pattern in _suspects() for match in pattern.finditer(text)):
        if suspect >= at:
            start, end = _run_around(text, suspect, at)
            pieces += [text[at:start], _settled(text[start:end])]
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def _run_around(text: str, inside: int, floor: int) -> tuple[int, int]:
    """The run of Brahmic characters, joiners and marks that has this one: rewriting never looks beyond it."""
    start = inside
    while start > floor and _BRAHMIC.match(text, start - 1):
        start -= 1
    match = _RUN.match(text, inside)
    return start, match.end() if match else inside + 1


def _settled(run: str) -> str:
    """A run of Brahmic characters, rewritten, its marks in order and once, until nothing changes."""
    rewrite, pairs, before = _rewrite(), _pairs(), ""
    while run != before:
        before, run = run, collapse_repeats(rewrite(order_marks(run)), pairs)
    return run


@cache
def legacy_forms() -> Step:
    """The step that converts only the letters once spelled with a joiner: chillus and khanda ta."""
    return rewriter(rules_of((row for row in load(_TABLE) if row["rule"] in _LEGACY), f"{_TABLE}.tsv"))

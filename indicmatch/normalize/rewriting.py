"""Rewriting by a table of sequences: the longest first, until nothing changes, in time linear in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

__all__ = ["alternation", "rewriter", "settle"]

_PASSES = 3  # of `sub`, quick; what is not settled then is settled character by character


def alternation(words: Iterable[str]) -> str:
    """A `re` pattern that matches any of the words, the longest first: a trie, so that no prefix is tried twice.

    >>> alternation(["ab", "a", "abc", "x"])
    '(?:a(?:b(?:c)?)?|x)'
    """
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(word[0], []).append(word[1:])
    branches = []
    for first in sorted(by_first):
        rest = [tail for tail in by_first[first] if tail]
        optional = "?" if len(rest) < len(by_first[first]) else ""
        tails = alternation(rest) if rest else ""
        branches.append(re.escape(first) + (f"(?:{tails})?" if optional and rest else tails))
    return f"(?:{'|'.join(branches)})" if len(branches) > 1 else branches[0]


def rewriter(rules: Mapping[str, str]) -> Callable[[str], str]:
    """The function that rewrites by the rules until none applies; the rules must not go round in a circle.

    >>> rewriter({"aa": "b", "bb": "c"})("aaaa")
    'c'
    """
    pattern = re.compile(alternation(rules))

    def replacement(match: re.Match[str]) -> str:
        return rules[match[0]]

    def rewrite(text: str) -> str:
        for _ in range(_PASSES):
            text, changes = pattern.subn(replacement, text)
            if not changes:
                return text
        return settle(text, rules)

    return rewrite


def settle(text: str, rules: Mapping[str, str]) -> str:
    """The text rewritten from left to right, each result read again together with what stands before it.

    >>> settle("aaaa", {"aa": "b", "bb": "c"})
    'c'
    """
    sizes = sorted({len(word) for word in rules}, reverse=True)
    back = sizes[0] - 1
    done: list[str] = []
    ahead = list(reversed(text))
    while ahead:
        window = "".join(reversed(ahead[-sizes[0] :]))
        found = next((window[:size] for size in sizes if window[:size] in rules), None)
        if found is None:
            done.append(ahead.pop())
            continue
        del ahead[len(ahead) - len(found) :]
        ahead.extend(reversed(rules[found]))
        ahead.extend(reversed(done[len(done) - back :] if back < len(done) else done))
        del done[max(len(done) - back, 0) :]
    return "".join(done)

"""Two judges that reply differently have two names in the cache, and one judge has one."""

import functools

import pytest

from indicmatch.judge.identity import digest
from indicmatch.judging import judge_files

MODEL = "a"


def closed(reply):
    return lambda prompt: reply


def with_default(reply):
    def judge(prompt, said=reply):
        return said

    return judge


def by_global(reply):
    space = {"MODEL": reply}
    exec("def judge(prompt):\n    return MODEL", space)  # without a source, too
    return space["judge"]


def by_a_function(reply):
    space = {"inner": closed(reply)}
    exec("judge = lambda prompt: inner(prompt)", space)
    return space["judge"]


class Judge:
    def __init__(self, reply):
        self.reply, self.client = reply, object()

    def __call__(self, prompt):
        return self.reply

    def ask(self, prompt):
        return self.reply


def says(reply, prompt):
    return reply


WAYS = {
    "closure": closed,
    "default": with_default,
    "global": by_global,
    "another function": by_a_function,
    "instance": Judge,
    "method": lambda reply: Judge(reply).ask,
    "partial": lambda reply: functools.partial(says, reply),
    "list in a closure": lambda reply: (lambda kept: lambda prompt: kept[0])([reply]),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_judge_is_known_by_all_that_decides_its_replies(tmp_path, way):
    make = WAYS[way]
    assert digest(make("CORRECT")) == digest(make("CORRECT"))
    assert digest(make("CORRECT")) != digest(make("INCORRECT"))
    path = tmp_path / "english.csv"
    path.write_text("question,answer,response\nq,a,b\n", encoding="utf-8")
    found = [judge_files(path, make(reply), cache=tmp_path / "cache")["combined"]["judge"]["correct"] for reply in ("CORRECT", "INCORRECT") * 2]
    assert found == [1, 0, 1, 0]
    assert judge_files(path, make("CORRECT"), cache=tmp_path / "cache")["usage"]["asked"] == 0


def test_what_holds_itself_ends():
    def judge(prompt):
        return kept[0](prompt)

    kept = [judge]
    assert digest(judge) == digest(judge)

"""The cache of replies: one file, several threads and processes, and nobody else's file."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from indicmatch.errors import BadFile, JudgeError
from indicmatch.judge import Asker, Cache, Completion, Usage
from indicmatch.judge.asking import Question
from indicmatch.judge.backends.callable import CallModel
from indicmatch.judge.cache import fingerprint
from indicmatch.judge.workers import ordered

MESSAGES = [{"role": "user", "content": "सही?"}]
REPLY = Completion("सही", Usage(3, 1), "stop", "m-2026")


def put(cache, key="k", reply=REPLY, messages=MESSAGES):
    cache.put(key, reply, messages=messages, source=("openai", "m", "http://h/v1"), prompt="p-1.en:0", parameters={"seed": 0})


@pytest.mark.parametrize("path", [None, "cache.sqlite", "a b%20?#ü.sqlite"])
def test_a_reply_comes_back_as_it_was(tmp_path, path):
    cache = Cache(path and tmp_path / path)
    assert cache.get("k") is None
    put(cache)
    assert cache.get("k") == REPLY
    assert cache.recorded(fingerprint(MESSAGES), "m") == REPLY
    assert cache.recorded(fingerprint(MESSAGES), "other") is None
    assert cache.models() == ["m"]


def test_it_is_on_the_disk_at_once_and_in_wal(tmp_path):
    path = tmp_path / "c.sqlite"
    cache = Cache(path)
    put(cache)
    other = sqlite3.connect(path)  # the first one is still open
    assert other.execute("SELECT text FROM reply").fetchall() == [("सही",)]
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_no_file_is_made_before_something_is_kept(tmp_path):
    Cache(tmp_path / "c.sqlite").close()
    assert not list(tmp_path.iterdir())


def test_lone_surrogates_are_kept_as_escapes(tmp_path):
    cache = Cache(tmp_path / "c.sqlite")
    put(cache, reply=Completion("a\ud800b", Usage(), None, "m"), messages=[{"role": "user", "content": "\udfff"}])
    assert cache.get("k").text == "a\\ud800b"


def foreign(path):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE reply (key TEXT, text TEXT)")
    db.commit()
    db.close()


@pytest.mark.parametrize("make", [
    lambda path: path.write_text("question,answer\n", encoding="utf-8"),
    lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096),
    lambda path: path.write_bytes(b"\x00"),
    foreign,
])  # fmt: skip
def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path, make):
    path = tmp_path / "c.sqlite"
    make(path)
    before = path.read_bytes()
    with pytest.raises(BadFile, match="left alone"):
        Cache(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["c.sqlite"]


def test_a_newer_version_a_folder_and_no_folder_are_refused(tmp_path):
    path = tmp_path / "c.sqlite"
    put(Cache(path))
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    for wrong in (path, tmp_path, tmp_path / "no" / "c.sqlite"):
        with pytest.raises(BadFile):
            Cache(wrong)


def test_an_empty_file_becomes_a_cache(tmp_path):
    path = tmp_path / "c.sqlite"
    path.touch()
    put(Cache(path))
    assert Cache(path, existing=True).get("k") == REPLY


def test_a_cache_that_cannot_be_written_says_so(tmp_path):
    path = tmp_path / "c.sqlite"
    put(Cache(path))
    cache = Cache(path)
    assert cache.get("k") == REPLY
    cache.close()
    path.unlink()
    path.mkdir()
    with pytest.raises(JudgeError, match="cache"):
        cache.get("k")


def test_a_claim_keeps_others_away_until_it_is_over(tmp_path):
    one, other = Cache(tmp_path / "c.sqlite"), Cache(tmp_path / "c.sqlite")
    assert one.claim("k", 60)
    assert not other.claim("k", 60)
    assert not one.claim("k", 60)
    one.release("k")
    assert other.claim("k", -1)  # over at once
    assert one.claim("k", 60)
    put(one)
    assert not other.claim("k", 60)  # its reply is there


def test_the_claim_of_a_dead_process_counts_no_more(tmp_path):
    path = tmp_path / "c.sqlite"
    code = f"from indicmatch.judge import Cache; import os; assert Cache({str(path)!r}).claim('k', 600); os._exit(9)"
    subprocess.run([sys.executable, "-c", code], check=False)
    assert Cache(path).claim("k", 60)


@pytest.mark.skipif(os.name != "posix", reason="asks the system for a process")
def test_the_claim_of_a_living_process_counts(tmp_path):
    path = tmp_path / "c.sqlite"
    code = f"from indicmatch.judge import Cache; import sys; Cache({str(path)!r}).claim('k', 600); print(1, flush=True); sys.stdin.read()"
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        child.stdout.readline()
        assert not Cache(path).claim("k", 60)
    finally:
        child.communicate()


def test_many_processes_may_make_the_same_cache_together(tmp_path):
    path = tmp_path / "c.sqlite"
    code = (
        "import sys; from indicmatch.judge import Cache, Completion, Usage; cache = Cache(sys.argv[1]);"
        "[cache.put(f'{sys.argv[2]}-{n}', Completion('x', Usage(), 'stop', 'm'), messages=[], source=('b', 'm', 'e'), prompt='p', parameters={})"
        " for n in range(20)]"
    )
    children = [subprocess.Popen([sys.executable, "-c", code, str(path), str(child)]) for child in range(4)]
    assert [child.wait() for child in children] == [0] * 4
    db = sqlite3.connect(path)
    assert db.execute("SELECT count(*) FROM reply").fetchone() == (80,)
    db.close()


def test_a_question_that_many_threads_ask_together_is_sent_once(tmp_path):
    calls, lock = [], threading.Lock()

    def slow(prompt):
        with lock:
            calls.append(prompt)
        threading.Event().wait(0.1)
        return prompt

    asker = Asker(CallModel(slow, "slow"), "callable", Cache(tmp_path / "c.sqlite"))

    def ask(text):
        return asker.ask(Question([{"role": "user", "content": text}], None, "p")).completion.text

    texts = ["a", "b", "a", "a", "b", "c"] * 4
    assert [result for _, result in ordered(ask, texts, 8, asker.stop)] == texts
    assert sorted(calls) == ["a", "b", "c"]
    assert (asker.counts.asked, asker.counts.cached) == (3, 21)


PROCESS = """
import json, sys, time
from indicmatch.judge import Asker, Cache
from indicmatch.judge.asking import Question
from indicmatch.judge.backends.callable import CallModel
from indicmatch.judge.workers import ordered

def slow(prompt):
    time.sleep(0.02)
    return prompt

asker = Asker(CallModel(slow, "slow"), "callable", Cache(sys.argv[1]))
asker.backend.endpoint = "same"
ask = lambda n: asker.ask(Question([{"role": "user", "content": str(n)}], None, "p")).completion.text
assert [text for _, text in ordered(ask, range(40), 3, asker.stop)] == [str(n) for n in range(40)]
print(json.dumps(asker.counts.to_dict()))
"""


def test_two_processes_share_a_cache_and_ask_everything_once(tmp_path):
    path = tmp_path / "c.sqlite"
    children = [
        subprocess.Popen([sys.executable, "-c", PROCESS, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
        for _ in range(2)
    ]
    counts = [json.loads(child.communicate()[0]) for child in children]
    assert sum(count["asked"] for count in counts) == 40
    assert sum(count["cached"] for count in counts) == 40


def test_vectors_come_back(tmp_path):
    cache = Cache(tmp_path / "c.sqlite")
    assert cache.vector("k") is None
    cache.put_vectors("m", "e", {"k": b"\x00\x01"})
    assert cache.vector("k") == b"\x00\x01"


def test_work_comes_back_in_order_and_an_error_ends_it():
    stop = threading.Event()
    seen = []

    def work(number):
        threading.Event().wait(0.002 * (7 - number % 7))
        if number == 23:
            raise ValueError(number)
        return number

    results = ordered(work, range(1000), 4, stop)
    seen.extend(next(results) for _ in range(23))
    with pytest.raises(ValueError, match="23"):
        next(results)
    assert seen == [(number, number) for number in range(23)]
    assert stop.is_set()


def test_work_is_taken_from_the_source_a_little_ahead_only():
    taken = []
    source = (taken.append(n) or n for n in range(10_000))
    results = ordered(lambda n: n, source, 2, threading.Event())
    next(results)
    results.close()
    assert len(taken) <= 32

"""Every reply ever paid for, in one SQLite file that a killed run leaves whole and several processes may share."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from indicmatch.errors import BadFile, JudgeError
from indicmatch.judge.backend import Completion, Messages, Usage

__all__ = ["Cache", "fingerprint"]

APPLICATION = 0x494D4A43  # "IMJC" in the file's header: what is not marked so is somebody else's
VERSION = 1
_SCHEMA = """
CREATE TABLE reply (
  key TEXT PRIMARY KEY, asked TEXT NOT NULL, backend TEXT NOT NULL, model TEXT NOT NULL, endpoint TEXT NOT NULL, prompt TEXT NOT NULL,
  parameters TEXT NOT NULL, messages TEXT NOT NULL, text TEXT NOT NULL, finish_reason TEXT, answered_by TEXT NOT NULL,
  prompt_tokens INTEGER, completion_tokens INTEGER, at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX reply_asked ON reply (asked, model);
CREATE TABLE claim (key TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE vector (key TEXT PRIMARY KEY, model TEXT NOT NULL, endpoint TEXT NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
"""
_COMPLETION = "text, prompt_tokens, completion_tokens, finish_reason, answered_by"


def fingerprint(value: Any) -> str:
    """A digest of plain values, the same for the same values in every run.

    >>> fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class Cache:
    """Replies by key; safe for several threads and processes. `path` None is a cache in memory.

    A file that is not a cache of ours is a `BadFile`, and is left as it is; `existing` refuses to make a new one. Every `put` is on the
    disk when it returns.
    """

    def __init__(self, path: str | Path | None, *, existing: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self._lock = threading.RLock()
        self._host, self._pid = socket.gethostname(), os.getpid()
        if self.path is not None:
            _check(self.path, existing)
        self._opened: sqlite3.Connection | None = None

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection, made when it is first needed: a run that ends before leaves no file."""
        if self._opened is None:
            name = ":memory:" if self.path is None else str(self.path)
            self._opened = sqlite3.connect(name, timeout=60, isolation_level=None, check_same_thread=False)
            weakref.finalize(self, self._opened.close)
            self._prepare()
        return self._opened

    def close(self) -> None:
        """Close the file; done by itself when the cache is dropped."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def get(self, key: str) -> Completion | None:
        """The reply of a key, None where there is none yet."""
        with self._failing():
            row = self._db.execute(f"SELECT {_COMPLETION} FROM reply WHERE key = ?", (key,)).fetchone()
        return _completion(row)

    def recorded(self, asked: str, model: str) -> Completion | None:
        """The newest reply of a model to messages with this fingerprint, whatever else decided its key."""
        query = f"SELECT {_COMPLETION} FROM reply WHERE asked = ? AND model = ? ORDER BY at DESC LIMIT 1"
        with self._failing():
            row = self._db.execute(query, (asked, model)).fetchone()
        return _completion(row)

    def models(self) -> list[str]:
        """The models that replies are recorded of."""
        with self._failing():
            return [row[0] for row in self._db.execute("SELECT DISTINCT model FROM reply ORDER BY model")]

    def put(self, key: str, reply: Completion, *, messages: Messages, source: tuple[str, str, str], prompt: str, parameters: Any) -> None:
        """Keep a reply and give its claim back, at once; `source` is backend, model and endpoint."""
        sent = [dict(message) for message in messages]
        row = (
            key, fingerprint(sent), *source, prompt, json.dumps(parameters, sort_keys=True),
            _storable(json.dumps(sent, ensure_ascii=False)), _storable(reply.text), reply.finish_reason, reply.model,
            reply.usage.prompt, reply.usage.completion, time.time(),
        )  # fmt: skip
        with self._writing():
            self._db.execute(f"INSERT OR REPLACE INTO reply VALUES ({', '.join('?' * len(row))})", row)
            self._db.execute("DELETE FROM claim WHERE key = ?", (key,))

    def claim(self, key: str, seconds: float) -> bool:
        """Take a question on, for at most so long; False while another thread or process has it, or its reply is there by now.

        The claim of a process that is no longer alive counts no more.
        """
        with self._writing():
            if self._db.execute("SELECT 1 FROM reply WHERE key = ?", (key,)).fetchone():
                return False
            row = self._db.execute("SELECT host, pid, until FROM claim WHERE key = ?", (key,)).fetchone()
            if row and row[2] > time.time() and (row[0] != self._host or _alive(row[1])):
                return False
            mine = (key, self._host, self._pid, time.time() + seconds)
            self._db.execute("INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?)", mine)
            return True

    def release(self, key: str) -> None:
        """Give a claim back without a reply."""
        with self._writing():
            self._db.execute("DELETE FROM claim WHERE key = ?", (key,))

    def vector(self, key: str) -> bytes | None:
        """A recorded embedding."""
        with self._failing():
            row = self._db.execute("SELECT value FROM vector WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def put_vectors(self, model: str, endpoint: str, vectors: dict[str, bytes]) -> None:
        """Keep embeddings by key."""
        with self._writing():
            rows = [(key, model, endpoint, value) for key, value in vectors.items()]
            self._db.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)", rows)

    def _prepare(self) -> None:
        """Make the tables of a new file in one transaction; several processes may come here together."""
        with self._writing():
            if not self._db.execute("PRAGMA application_id").fetchone()[0]:
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                self._db.execute(f"PRAGMA user_version = {VERSION}")
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    self._db.execute(statement)
        self._db.execute("PRAGMA synchronous = FULL")
        for _ in range(100):
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError:  # another process is doing the same
                time.sleep(0.05)

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            message = f"the cache {self.path or ''} cannot be used ({error}): name another file with --cache, or make room on the disk"
            raise JudgeError(message) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._failing():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")


def _check(path: Path, existing: bool) -> None:
    """Refuse what is not a cache of ours before anything is written to it."""
    remedy = "name another file with --cache"
    if path.is_dir() or not path.parent.is_dir():
        raise BadFile("a file for the cache cannot be made here", file=path, remedy=remedy)
    if not path.exists() or not path.stat().st_size:
        if existing:
            raise BadFile("there is no cache here", file=path, remedy="name the cache of a run with --cache")
        return
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\x00":
            raise BadFile("this file is not a cache of judge replies, and is left alone", file=path, remedy=remedy)
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=60)
    try:
        application, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    except sqlite3.DatabaseError as error:
        raise BadFile(f"this file cannot be read as a cache ({error}), and is left alone", file=path, remedy=remedy) from error
    finally:
        db.close()
    if application != APPLICATION:
        raise BadFile("this database is not a cache of judge replies, and is left alone", file=path, remedy=remedy)
    if version != VERSION:
        problem = f"the cache has version {version}, and this version of indicmatch reads version {VERSION}"
        raise BadFile(problem, file=path, remedy=remedy)


def _completion(row: tuple[Any, ...] | None) -> Completion | None:
    if row is None:
        return None
    text, prompt, completion, finish, model = row
    return Completion(text, Usage(prompt, completion), finish, model)


def _storable(text: str) -> str:
    """SQLite keeps UTF-8: a lone surrogate becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _alive(pid: int) -> bool:
    """Whether a process of this machine runs; where that cannot be asked, it is taken to."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

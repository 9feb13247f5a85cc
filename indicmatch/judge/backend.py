"""What a judge backend is: something that completes a conversation."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from indicmatch.errors import BadInput, JudgeError
from indicmatch.registry import Registry

__all__ = [
    "BACKENDS",
    "AskError",
    "Backend",
    "Completion",
    "Messages",
    "Schema",
    "Settings",
    "Usage",
    "needed",
    "open_backend",
    "public_url",
    "redacted",
    "secrets_of",
]

Messages: TypeAlias = Sequence[Mapping[str, str]]
Schema: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request; None where the backend does not say."""

    prompt: int | None = None
    completion: int | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply. `finish_reason` is `stop` for a whole one; with `length`, `content_filter`, `refusal` ... it holds no verdict."""

    text: str
    usage: Usage
    finish_reason: str | None
    model: str


class Backend(Protocol):
    """Completes conversations; several threads may ask at once, at most `workers` of them where that is a number.

    `model` and `endpoint` say what decides a reply and are part of the key that it is cached under; neither holds a secret. `recorded`
    says that replies come out of a cache, so that asking is free and nothing is kept. `complete` raises `AskError`.
    """

    model: str
    endpoint: str
    workers: int | None
    recorded: bool

    def complete(
        self, messages: Messages, schema: Schema | None = None, *, temperature: float = 0.0, max_tokens: int = 512, seed: int | None = 0
    ) -> Completion: ...


@dataclass(frozen=True, slots=True)
class Settings:
    """What a backend may need to be opened; `argument` is what follows the colon of `NAME:ARGUMENT`. The key itself stands nowhere but in
    the environment variable `key_env`.
    """

    argument: str = ""
    model: str | None = None
    base_url: str | None = None
    key_env: str = "OPENAI_API_KEY"
    timeout: float = 60.0
    cache: str | None = None


class AskError(JudgeError):
    """A question without a reply. `retry`: the same question may succeed later, after `wait` seconds where the server says so; `fatal`: no
    question can succeed.
    """

    def __init__(self, message: str, *, retry: bool = False, wait: float | None = None, fatal: bool = False) -> None:
        super().__init__(message)
        self.retry, self.wait, self.fatal = retry, wait, fatal


BACKENDS: Registry[Callable[[Settings], Backend]] = Registry("judge backend", entry_points="indicmatch.judges")
"""By name; each is a function from `Settings` to a backend."""


def open_backend(name: str, settings: Settings | None = None) -> Backend:
    """The backend of a name such as `openai` or `callable:module.function`; `UnknownName` for another one, `MissingExtra` where its
    package is not installed, `BadInput` where a setting is missing.

    >>> open_backend("callable:textwrap.dedent").model
    'textwrap.dedent'
    """
    import_module("indicmatch.judge.backends")  # which imports them all, and they import this module
    kind, _, argument = name.partition(":")
    return BACKENDS[kind](replace(settings or Settings(), argument=argument))


def needed(value: str | None, option: str, why: str) -> str:
    """A setting that must be there."""
    if not value:
        message = f"{why}: name it with {option}"
        raise BadInput(message)
    return value


def public_url(url: str) -> str:
    """An address without what may be secret in it: user, password and query.

    >>> public_url("https://user:secret@host:8000/v1/?key=secret")
    'https://host:8000/v1'
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))


def redacted(text: str, secrets: Sequence[str]) -> str:
    """A text without secrets.

    >>> redacted("no such key: sk-1234567890", ["sk-1234567890"])
    'no such key: [key]'
    """
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, "[key]")
    return text


def secrets_of(settings: Settings) -> list[str]:
    """The key, and what an address may hold of user, password and query."""
    url = urlsplit(settings.base_url or os.environ.get("OPENAI_BASE_URL") or "")
    parts = [os.environ.get(settings.key_env, ""), url.password or "", url.query]
    return [part for part in parts if len(part) > 3]

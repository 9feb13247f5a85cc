"""Any endpoint that speaks OpenAI's chat completions, through the `openai` package."""

from __future__ import annotations

import email.utils
import json
import os
import threading
import time
import weakref
from typing import Any

from indicmatch.errors import BadInput, MissingExtra
from indicmatch.judge.backend import (
    BACKENDS,
    AskError,
    Backend,
    Completion,
    Messages,
    Schema,
    Settings,
    Usage,
    needed,
    public_url,
    redacted,
    secrets_of,
)

__all__ = ["OpenAI"]

_NO_KEY = "none"  # servers on one's own machine ask for no key, and the package for some text
_ADAPTABLE = ("max_tokens", "temperature", "seed", "response_format")
_RETRIED = frozenset({408, 409, 425, 429})
_HINTS = {
    401: "the key is missing or refused; it is read from the environment variable {key_env}",
    403: "the key may not use this model",
    404: "there is no such model or address; look at --model and --base-url",
}


@BACKENDS.register("openai")
def open_openai(settings: Settings) -> Backend:
    """Any OpenAI-compatible endpoint: --model M [--base-url U]; the key from the environment (OPENAI_API_KEY)."""
    return OpenAI(settings)


class OpenAI:
    """A client without retries of its own: how often and how long is decided in one place, for every backend alike."""

    workers: int | None = None
    recorded = False

    def __init__(self, settings: Settings) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("the judge backend openai", package="openai", extra="judge") from None
        self._openai, self._settings = openai, settings
        self.model = needed(settings.model, "--model", "the backend openai needs a model")
        self._secrets = secrets_of(settings)
        self._client = client_of(openai, settings)
        weakref.finalize(self, self._client.close)
        self.endpoint = public_url(str(self._client.base_url))
        self._dropped: set[str] = set()
        self._lock = threading.Lock()

    def complete(
        self, messages: Messages, schema: Schema | None = None, *, temperature: float = 0.0, max_tokens: int = 512, seed: int | None = 0
    ) -> Completion:
        """The reply; a parameter that the server refuses is left out, and is not sent again in this run."""
        wanted: dict[str, Any] = {"max_tokens": max_tokens, "temperature": temperature, "seed": seed}
        wanted["response_format"] = None if schema is None else _response_format(schema)
        wanted = {name: value for name, value in wanted.items() if value is not None}
        trial: set[str] = set()
        while True:
            dropped = self._dropped | trial
            sent = {name: value for name, value in wanted.items() if name not in dropped}
            if "max_tokens" in dropped and "max_tokens" in wanted:
                sent["max_completion_tokens"] = max_tokens
            try:
                raw = self._client.chat.completions.with_raw_response.create(model=self.model, messages=messages, **sent)
                completion = self._read(raw.http_response.content)
            except self._openai.OpenAIError as error:
                refused = _refused(error, sent)
                if refused is None:
                    raise failure(self._openai, error, self._settings, self._secrets) from None
                trial.add(refused)
                continue
            with self._lock:
                self._dropped |= trial
            return completion

    def _read(self, body: bytes) -> Completion:
        """The completion in a reply's bytes; what is no completion may be one when asked again."""
        try:
            data = json.loads(body.decode("utf-8"))
            choice = data["choices"][0]
            message, usage = choice["message"], data.get("usage") or {}
            text = _text(message.get("content"))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            what = "not UTF-8" if isinstance(error, UnicodeDecodeError) else "no chat completion"
            message = f"the server's reply is {what}: {redacted(body[:80].decode('utf-8', 'replace'), self._secrets)!r}"
            raise AskError(message, retry=True) from None
        finish = choice.get("finish_reason")
        if message.get("refusal"):
            finish, text = "refusal", text or str(message["refusal"])
        counts = Usage(*(value if isinstance(value := usage.get(name), int) else None for name in ("prompt_tokens", "completion_tokens")))
        return Completion(redacted(text, self._secrets), counts, finish, str(data.get("model") or self.model))


def client_of(openai: Any, settings: Settings) -> Any:
    """The client of an endpoint; a key is needed unless the endpoint is named."""
    key = os.environ.get(settings.key_env, "").strip()
    base_url = settings.base_url or os.environ.get("OPENAI_BASE_URL")
    if not key and not base_url:
        message = f"no key: set the environment variable {settings.key_env}, or name the endpoint of a local server with --base-url"
        raise BadInput(message)
    return openai.OpenAI(api_key=key or _NO_KEY, base_url=base_url, timeout=settings.timeout, max_retries=0)


def _response_format(schema: Schema) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": dict(schema)}}


def _text(content: Any) -> str:
    """A message's content: text, none at all, or a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content)
    return "" if content is None else str(content)


def _refused(error: Exception, sent: dict[str, Any]) -> str | None:
    """The parameter that a server refuses, if it names one; a refusal without a name is tried again without the schema."""
    if getattr(error, "status_code", None) not in (400, 422):
        return None
    said = f"{getattr(error, 'param', '') or ''} {error}".lower()
    named = next((name for name in _ADAPTABLE if name in sent and (name in said or name.replace("_", " ") in said)), None)
    if named is None and "json_schema" in said and "response_format" in sent:
        named = "response_format"
    return named or ("response_format" if "response_format" in sent else None)


def failure(openai: Any, error: Exception, settings: Settings, secrets: list[str]) -> AskError:
    """What went wrong, without what must not be shown, and whether asking again can help."""
    if isinstance(error, openai.APITimeoutError):
        return AskError(f"no reply within {settings.timeout:g} seconds", retry=True)
    if isinstance(error, openai.APIConnectionError):
        return AskError(f"the server cannot be reached ({redacted(str(error.__cause__ or error), secrets)})", retry=True)
    status = getattr(error, "status_code", None)
    said = redacted(str(error), secrets)
    if not isinstance(status, int):
        return AskError(said, retry=True)
    spent = getattr(error, "code", None) == "insufficient_quota"
    hint = f"; {_HINTS[status].format(key_env=settings.key_env)}" if status in _HINTS else ""
    retry = not spent and (status in _RETRIED or status >= 500)
    wait = _retry_after(error.response.headers) if retry else None  # type: ignore[attr-defined]
    return AskError(said + hint, retry=retry, wait=wait, fatal=spent or status in _HINTS)


def _retry_after(headers: Any) -> float | None:
    """Seconds that the server asks to wait: a number, or a date."""
    try:
        if (milliseconds := headers.get("retry-after-ms")) is not None:
            return max(0.0, float(milliseconds) / 1000)
        value = headers.get("retry-after")
        return None if value is None else max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

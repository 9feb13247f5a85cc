"""An asker from any way to name a judge: a backend's name, a backend, or a function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, cast

from indicmatch.judge.asking import Asker, Parameters
from indicmatch.judge.attempts import Limits
from indicmatch.judge.backend import Backend, Settings, open_backend
from indicmatch.judge.backends.callable import CallModel
from indicmatch.judge.cache import Cache

__all__ = ["Judge", "asker_of"]

Judge: TypeAlias = str | Backend | Callable[[str], Any]


def asker_of(
    judge: Judge,
    *,
    settings: Settings | None = None,
    cache: str | Path | None = None,
    parameters: Parameters | None = None,
    limits: Limits | None = None,
) -> Asker:
    """An asker of a judge; recorded replies are only read, all others are kept in `cache` (None: in memory).

    >>> asker_of(lambda prompt: "CORRECT").name
    'callable'
    """
    settings = settings or Settings()
    if isinstance(judge, str):
        backend, name = open_backend(judge, settings), judge
    elif hasattr(judge, "complete"):
        backend, name = cast("Backend", judge), type(judge).__name__.lower()
    else:
        function = f"{getattr(judge, '__module__', '')}.{getattr(judge, '__qualname__', type(judge).__name__)}"
        backend, name = CallModel(judge, settings.model or function), "callable"
    return Asker(backend, name, Cache(None if backend.recorded else cache), parameters=parameters, limits=limits)

"""The judge: backends, prompts, verdict parsing, the cache. `parse_verdict` costs nothing; the rest is loaded when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from indicmatch.judge.verdict import parse_verdict

if TYPE_CHECKING:
    from indicmatch.judge.asking import Asker, Parameters
    from indicmatch.judge.attempts import Limits
    from indicmatch.judge.backend import BACKENDS, AskError, Backend, Completion, Settings, Usage, open_backend
    from indicmatch.judge.cache import Cache

__all__ = [
    "BACKENDS",
    "AskError",
    "Asker",
    "Backend",
    "Cache",
    "Completion",
    "Limits",
    "Parameters",
    "Settings",
    "Usage",
    "open_backend",
    "parse_verdict",
]

_MODULES = {
    "asking": ("Asker", "Parameters"),
    "attempts": ("Limits",),
    "backend": ("BACKENDS", "AskError", "Backend", "Completion", "Settings", "Usage", "open_backend"),
    "cache": ("Cache",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

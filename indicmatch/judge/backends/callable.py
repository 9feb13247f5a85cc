"""A function of one's own: `call_model(prompt) -> str`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadInput
from indicmatch.judge.backend import BACKENDS, AskError, Backend, Completion, Messages, Schema, Settings, Usage
from indicmatch.judge.identity import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CallModel"]

EXPECTED: tuple[tuple[str, Any, str], ...] = (  # of what a function returns, which nobody has checked
    ("text", str, "the reply as text"),
    ("usage", Usage, "usage as a Usage"),
    ("finish_reason", str | None, "finish_reason as text or None"),
    ("model", str, "the model's name as text"),
)


@BACKENDS.register("callable")
def open_callable(settings: Settings) -> Backend:
    """A function of your own, callable:module.function, that takes the prompt as text and returns the reply as text."""
    return CallModel(_function(settings.argument), settings.model or settings.argument.replace(":", "."))


class CallModel:
    """A function from a prompt to a reply. It is called from several threads at once; errors of the network are tried again.

    >>> CallModel(lambda prompt: "CORRECT", "mine").complete([{"role": "user", "content": "..."}]).text
    'CORRECT'
    """

    workers: int | None = None
    recorded = False

    def __init__(self, function: Callable[[str], Any], model: str) -> None:
        self._function, self.model = function, model
        self.endpoint = f"callable:{digest(function)}"

    def complete(
        self, messages: Messages, schema: Schema | None = None, *, temperature: float = 0.0, max_tokens: int = 512, seed: int | None = 0
    ) -> Completion:
        """The function's reply; it alone decides about temperature, length and seed."""
        prompt = "\n\n".join(message["content"] for message in messages)
        try:
            reply = self._function(prompt)
        except AskError:
            raise
        except NotImplementedError:
            message = f"{self.model} is still a stub: let it ask your model and return the reply"
            raise AskError(message, fatal=True) from None
        except Exception as error:
            message = f"{self.model} raised {type(error).__name__}: {error}"
            raise AskError(message, retry=isinstance(error, OSError | TimeoutError)) from error
        completion = reply if isinstance(reply, Completion) else Completion(reply, Usage(), "stop", self.model)
        for field, kind, wanted in EXPECTED:
            found = getattr(completion, field)
            if not isinstance(found, kind):
                message = f"{self.model} returned a {type(found).__name__} where {wanted} is expected"
                raise AskError(message, fatal=True)
        return completion


def _function(name: str) -> Callable[[str], Any]:
    module, _, attribute = name.replace(":", ".").rpartition(".")
    if not module:
        message = f"{name!r} names no function: write --backend callable:module.function"
        raise BadInput(message)
    try:
        with _working_folder():
            function = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        message = f"the function {name} cannot be imported ({error}): its module must be installed, or be a file in this folder"
        raise BadInput(message) from error
    if not callable(function):
        message = f"{name} is a {type(function).__name__} and no function"
        raise BadInput(message)
    return function  # type: ignore[no-any-return]


@contextmanager
def _working_folder() -> Iterator[None]:
    """Modules of the folder one works in can be imported, as `python` itself has it; the command does not."""
    folder = os.getcwd()  # noqa: PTH109  # sys.path holds texts
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)

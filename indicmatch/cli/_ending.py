"""How a command ends before its time: when it is stopped, and when nobody reads what it prints any more."""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

__all__ = ["ReaderGone", "ignore_stops", "reader_told", "say", "silence", "stoppable"]

STOPS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl-C, a kill, a closed terminal
TOGETHER = 1.0  # seconds within which another stop is the same one


class ReaderGone(Exception):
    """Who read our output has gone away, as `head` does."""


@contextmanager
def reader_told() -> Iterator[None]:
    """Raise `ReaderGone` where click would end the program itself, with the status of a gate that failed."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


@contextmanager
def stoppable() -> Iterator[None]:
    """Every stop is a `KeyboardInterrupt`, so that no half-written file stays; one that comes with another does not break off the ending.

    A stop that was ignored before, as under nohup, still is; so is one that a program around us handles.
    """
    stopped = -math.inf
    before: dict[int, Any] = {}

    def stop(*_: object) -> None:
        nonlocal stopped
        if time.monotonic() - stopped > TOGETHER:
            stopped = time.monotonic()
            raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in STOPS if hasattr(signal, name)]
        for number in numbers:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        if stopped == -math.inf:  # else the program is about to end, and is still not to be broken off
            for number, handler in before.items():
                signal.signal(number, handler)


def ignore_stops() -> None:
    """Let no stop change how a program ends that was stopped: while Python ends, it has no handlers any more."""
    for name in STOPS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def say(text: str, *, nl: bool = True) -> None:
    """Tell people something on stderr; where that is full or closed there is nobody to tell, and the work goes on."""
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let a stream lead nowhere, so that what is left in it is no error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

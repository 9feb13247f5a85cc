"""Name -> thing, for steps, tokenizers, stemmers, metrics and judge backends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Generic, TypeVar

from indicmatch.errors import BadInput, unknown

__all__ = ["Registry", "import_all"]

T = TypeVar("T")


class Registry(Generic[T]):
    """Things by name, in the order in which they were registered.

    >>> SHAPES = Registry[str]("shape")
    >>> _ = SHAPES.add("square", "four sides")
    >>> SHAPES["square"]
    'four sides'
    >>> SHAPES["squar"]
    Traceback (most recent call last):
    ...
    indicmatch.errors.UnknownName: unknown shape 'squar'. Did you mean 'square'? Known: square.
    """

    def __init__(self, kind: str, *, entry_points: str = "") -> None:
        """`entry_points` names the group that other packages register under; it is read only when a name is unknown."""
        self.kind, self._group = kind, entry_points
        self._things: dict[str, T] = {}

    def add(self, name: str, thing: T) -> T:
        if name in self._things:
            message = f"the {self.kind} {name!r} is registered twice"
            raise BadInput(message)
        self._things[name] = thing
        return thing

    def register(self, name: str) -> Callable[[T], T]:
        """The decorator form of `add`."""
        return lambda thing: self.add(name, thing)

    def __getitem__(self, name: str) -> T:
        if name not in self._things and not self._load(name):
            raise unknown(self.kind, name, self._things)
        return self._things[name]

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def items(self) -> Iterator[tuple[str, T]]:
        return iter(self._things.items())

    def __repr__(self) -> str:
        return f"<Registry of {self.kind}s: {', '.join(self)}>"

    def _load(self, name: str) -> bool:
        if not self._group:
            return False
        from importlib.metadata import entry_points

        for point in entry_points(group=self._group, name=name):
            self.add(name, point.load())
            return True
        return False


def import_all(package: str, path: Iterable[str]) -> None:
    """Import every module of a package, so that each registers what it holds: a new file needs no line elsewhere."""
    for module in iter_modules(path):
        import_module(f"{package}.{module.name}")

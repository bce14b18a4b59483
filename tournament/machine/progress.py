"""How far long work of this process is, for the page of whoever waits for it."""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of how many are done."""

    done: int
    total: int


_under_way: dict[Hashable, Progress] = {}


def counted(key: Hashable, things: Collection[Thing]) -> Iterator[Thing]:
    """Each of the things; until the last is done, `progress_of` the key tells how far the work on them is."""
    try:
        for done, thing in enumerate(things):
            _under_way[key] = Progress(done, len(things))
            yield thing
    finally:
        _under_way.pop(key, None)


def progress_of(key: Hashable) -> Progress | None:
    """How far the work is, None where none is under way."""
    return _under_way.get(key)

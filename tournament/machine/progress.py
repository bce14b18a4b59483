"""The progress of long work in this process, for the page of the user who waits for it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Progress:
    """How many parts of a piece of work are done."""

    what: str
    done: int
    total: int


_under_way: dict[tuple[int, str], Progress] = {}


def track_progress(tournament: int, what: str, parts: Collection[Thing]) -> Iterator[Thing]:
    """Yield the parts of what is made for the tournament with this key; meanwhile `under_way` tells the progress."""
    try:
        for done, part in enumerate(parts):
            _under_way[tournament, what] = Progress(what, done, len(parts))
            yield part
    finally:
        _under_way.pop((tournament, what), None)


def under_way(tournament: int) -> list[Progress]:
    """The progress of everything that is being made for the tournament with this key."""
    # Other threads may change the dictionary meanwhile; copying it is atomic.
    return [progress for (key, _what), progress in list(_under_way.items()) if key == tournament]

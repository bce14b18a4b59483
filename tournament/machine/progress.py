"""How far long work of this process is, for the page of whoever waits for it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Progress:
    """Of what how many of how many parts are done."""

    what: str
    done: int
    total: int


_under_way: dict[tuple[int, str], Progress] = {}


def track_progress(tournament: int, what: str, parts: Collection[Thing]) -> Iterator[Thing]:
    """Each of the parts of what is made for the tournament with this key; until it is made, `under_way` knows of it."""
    try:
        for done, part in enumerate(parts):
            _under_way[tournament, what] = Progress(what, done, len(parts))
            yield part
    finally:
        _under_way.pop((tournament, what), None)


def under_way(tournament: int) -> list[Progress]:
    """How far everything is that is being made for the tournament with this key."""
    # Other threads begin and end meanwhile; a copy is made at once.
    return [progress for (key, _what), progress in list(_under_way.items()) if key == tournament]

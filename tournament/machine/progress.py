"""The progress of long work in this process, for the page of the user who waits for it."""

from collections.abc import Collection, Iterator
from typing import TypeVar

from django.db.models import Model

Thing = TypeVar("Thing")


# What is being made, how much of it is done, and of how much.
Progress = tuple[str, int, int]

_under_way: dict[tuple[str, int, str], Progress] = {}


def track_progress(about: Model, what: str, parts: Collection[Thing]) -> Iterator[Thing]:
    """Yield the parts of some work for a tournament or a club; meanwhile `under_way` returns its progress."""
    key = (*_key(about), what)
    try:
        for done, part in enumerate(parts):
            _under_way[key] = what, done, len(parts)
            yield part
    finally:
        _under_way.pop(key, None)


def under_way(about: Model) -> list[Progress]:
    """The progress of all work that is under way for the tournament or the club."""
    # Other threads may change the dictionary meanwhile; copying it is atomic.
    return [progress for (*key, _what), progress in list(_under_way.items()) if tuple(key) == _key(about)]


def _key(about: Model) -> tuple[str, int]:
    return about._meta.label, about.pk

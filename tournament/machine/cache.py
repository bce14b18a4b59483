"""The cache of this process: what is costly is made once for all who ask for it, and kept until room is needed.

Other processes that serve the same tournaments have caches of their own.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Condition
from typing import Any, Generic, Protocol, TypeVar

import cachetools


class Cacheable(Protocol):
    """A value that the cache can keep: it knows how much memory it takes."""

    @property
    def kept_bytes(self) -> int: ...


Made = TypeVar("Made", bound=Cacheable | None)
Value = TypeVar("Value")

KEPT_BYTES = 72 * 1024 * 1024
# That there is nothing at an address; a guest may make up many of those.
BYTES_OF_NOTHING = 500
# Of the largest tournaments one is kept all the same, or every page of them would have to work everything out.
MOST_BYTES_OF_ONE = KEPT_BYTES * 3 // 4


@dataclass(frozen=True, slots=True)
class Weighed(Generic[Value]):
    """A value that cannot tell itself how many bytes it takes."""

    value: Value
    kept_bytes: int


def _size(made: Cacheable | None) -> int:
    return BYTES_OF_NOTHING if made is None else min(made.kept_bytes, MOST_BYTES_OF_ONE)


_made: cachetools.LRUCache[Hashable, Any] = cachetools.LRUCache(maxsize=KEPT_BYTES, getsizeof=_size)
_changing = Condition()


@cachetools.cached(_made, key=lambda key, make: key, condition=_changing)
def cached(key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` makes; whoever asks for the same key meanwhile waits for it instead of making it too.

    The key must name all that it depends on, the version of the tournament and the language among it. What was made
    must not be changed.
    """
    return make()


def cached_value(key: Hashable) -> object | None:
    """What was made for the key, if it is still there."""
    with _changing:
        found: object | None = _made.get(key)
        return found


def store(key: Hashable, made: Cacheable) -> None:
    """Keep this for the key, in place of what was kept for it."""
    with _changing:
        _made[key] = made


def weigh_again(key: Hashable) -> None:
    """Weigh anew what has grown under the key; what was asked for longest ago is dropped where it is too much."""
    with _changing:
        if key in _made:
            _made[key] = _made[key]


def clear_cache() -> None:
    """Empty the cache."""
    with _changing:
        _made.clear()

"""The cache of this process: costly values are made once for all requests, and kept until room is needed.

Other processes that serve the same tournaments have caches of their own.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from threading import Condition
from typing import Any, Generic, Protocol, TypeVar

import cachetools


class Cacheable(Protocol):
    """A value that the cache can keep: it knows how much memory it takes."""

    @property
    def kept_bytes(self) -> int: ...


Made = TypeVar("Made", bound=Cacheable | None)
Value = TypeVar("Value")

KEPT_BYTES = 40 * 1024 * 1024
# The size of None, cached for an address that does not exist; a guest may request many of those.
BYTES_OF_NOTHING = 500
# A larger value is still kept, counted at this size, or every page of the largest tournaments would compute it again.
MOST_BYTES_OF_ONE = KEPT_BYTES * 3 // 4


@dataclass(frozen=True, slots=True)
class Weighed(Generic[Value]):
    """A value that does not know its size, with the bytes that it takes."""

    value: Value
    kept_bytes: int


def _size(value: Cacheable | None) -> int:
    return BYTES_OF_NOTHING if value is None else min(value.kept_bytes, MOST_BYTES_OF_ONE)


_made: cachetools.LRUCache[Hashable, Any] = cachetools.LRUCache(maxsize=KEPT_BYTES, getsizeof=_size)
_changing = Condition()


@cachetools.cached(_made, key=lambda key, make: key, condition=_changing)
def cached(key: Hashable, make: Callable[[], Made]) -> Made:
    """Return the cached value of the key, or make it; other threads that ask meanwhile wait instead of making it, too.

    The key must name everything that the value depends on, such as the version of the tournament and the language. The
    value must not be changed.
    """
    return make()


def cached_value(key: Hashable) -> object | None:
    with _changing:
        value: object | None = _made.get(key)
        return value


def store(key: Hashable, value: Cacheable) -> None:
    """Cache this value for the key, in place of any former one."""
    with _changing:
        _made[key] = value


def weigh_again(key: Hashable) -> None:
    """Measure again a value that has grown; drop the least recently used values if room is needed."""
    with _changing:
        if key in _made:
            _made[key] = _made[key]


def digest(text: str | None) -> str:
    """Return a short text for a key of the cache, another one for any other text."""
    return blake2b((text or "").encode(), digest_size=8).hexdigest()


def bytes_held() -> float:
    """Return how many bytes the cache holds, by the `kept_bytes` of its values."""
    return float(_made.currsize)


def clear_cache() -> None:
    with _changing:
        _made.clear()

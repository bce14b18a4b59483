"""The cache of this process: what is costly is made once for all who ask for it, and kept until room is needed.

Other processes that serve the same tournaments have caches of their own.
"""

from collections.abc import Callable, Hashable
from threading import Condition
from typing import Any, TypeVar

import cachetools

Made = TypeVar("Made")

KEPT_BYTES = 96 * 1024 * 1024
# What does not say how large it is: about a tournament of two hundred players as a record.
USUAL_BYTES = 100_000
# That there is nothing at an address; a guest may make up many of those.
BYTES_OF_NOTHING = 500


def _size(made: object) -> int:
    return int(getattr(made, "kept_bytes", USUAL_BYTES if made is not None else BYTES_OF_NOTHING))


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


def store(key: Hashable, made: object) -> None:
    """Keep this for the key, in place of what was kept for it."""
    with _changing:
        _made[key] = made


def clear_cache() -> None:
    """Make everything anew from now on."""
    with _changing:
        _made.clear()

"""Returns the memory that a large file took to the system; otherwise the process would keep it until its end."""

import ctypes
import gc
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

Made = TypeVar("Made")

# A faster call has not taken much memory, and collecting garbage would take longer than the call.
LONG_SECONDS = 2
# By default the C library gives each thread an arena of its own, up to eight for each core, and pages that were dropped
# leave holes in all of them.
M_ARENA_MAX, ARENAS = -8, 2


def run_and_free_memory(make: Callable[[], Made]) -> Made:
    """Call `make` and return its result; after a long call, give freed memory back to the system."""
    begun = monotonic()
    result = make()
    if monotonic() - begun >= LONG_SECONDS:
        give_back()
    return result


def give_back() -> None:
    """Collect reference cycles, and have the C library return free memory to the system, if it has `malloc_trim`."""
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    trim(0)


def share_arenas() -> None:
    """Have all threads that begin from now on share a few arenas of memory, if the C library has `mallopt`."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(M_ARENA_MAX, ARENAS)

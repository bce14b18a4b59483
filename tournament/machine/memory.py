"""Returns the memory that a large file took to the system; otherwise the process would keep it all its life."""

import ctypes
import gc
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

Made = TypeVar("Made")

# What is made faster than this has not taken much memory, and collecting garbage would take longer.
LONG_SECONDS = 2


def run_and_free_memory(make: Callable[[], Made]) -> Made:
    """Call `make`; where that took long, return the memory it has freed to the system."""
    begun = monotonic()
    made = make()
    if monotonic() - begun >= LONG_SECONDS:
        give_back()
    return made


def give_back() -> None:
    """Collect reference cycles, and have the C library return free memory, where it is one that keeps it."""
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    trim(0)

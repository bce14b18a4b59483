"""Locks across every process and machine that uses the database, and how long to wait for one.

After a lock timeout, the lock is likely held by a machine that has failed. Other requests then wait for a moment only;
otherwise all threads of the server would wait for the lock, and every request for a thread.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from zlib import crc32

from django.db import connection

from tournament.machine import limits

# For how many seconds after a lock timeout the waits are short: about as long as a client waits before it tries again.
WAITS_ARE_SHORT = limits.RETRY_AFTER_SECONDS

_last_in_vain = -math.inf


def note_wait_in_vain() -> None:
    """Note a lock timeout, after which other requests wait for a moment only."""
    global _last_in_vain
    _last_in_vain = monotonic()


def bound_waiting() -> None:
    """Shorten the lock timeout of this transaction if another one has just waited in vain.

    On SQLite nothing is shortened: all writers queue up for one lock, which each holds for a moment only.
    """
    if connection.vendor == "postgresql" and monotonic() - _last_in_vain < WAITS_ARE_SHORT:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {limits.DATABASE_SECONDS_AGAIN * 1000:.0f}")


def take_lock(subject: str) -> None:
    """Take the lock of this subject, waiting until it is free; the end of the transaction releases it.

    SQLite lets only one transaction write, so there nothing needs to be locked.
    """
    bound_waiting()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(subject.encode())])


@contextmanager
def lock_without_transaction(subject: str) -> Iterator[None]:
    """Hold the lock of this subject while the block runs transactions of its own; others wait as long as it takes."""
    if connection.vendor != "postgresql":
        yield
        return
    key = crc32(subject.encode())
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [key])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [key])

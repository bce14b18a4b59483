"""Locks across every process and machine that uses the database, for what has no row yet to be locked."""

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.db import connection


def take_lock(subject: str) -> None:
    """Take the lock of this subject, waiting until it is free; the end of the transaction releases it.

    SQLite lets only one transaction write, so there nothing needs to be locked.
    """
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

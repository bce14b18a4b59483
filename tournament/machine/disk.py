"""Finds out why a disk takes no file, or a database no entry, by the error codes of the system and the databases."""

import errno
import sqlite3
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryFile

from django.db import OperationalError


class DiskProblem(StrEnum):
    FULL = "full"
    READ_ONLY = "read_only"
    MISSING = "missing"
    CLOSED = "closed"
    FAILING = "failing"
    BUSY = "busy"
    GONE = "gone"
    AWAY = "away"


OF_THE_SYSTEM = {
    errno.ENOSPC: DiskProblem.FULL,
    errno.EDQUOT: DiskProblem.FULL,
    errno.EFBIG: DiskProblem.FULL,
    errno.EROFS: DiskProblem.READ_ONLY,
    errno.EACCES: DiskProblem.READ_ONLY,
    errno.EPERM: DiskProblem.READ_ONLY,
    errno.ENOENT: DiskProblem.MISSING,
    errno.ENOTDIR: DiskProblem.MISSING,
}
OF_SQLITE = {
    sqlite3.SQLITE_FULL: DiskProblem.FULL,
    sqlite3.SQLITE_READONLY: DiskProblem.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: DiskProblem.CLOSED,
    sqlite3.SQLITE_IOERR: DiskProblem.FAILING,
    sqlite3.SQLITE_BUSY: DiskProblem.BUSY,
    sqlite3.SQLITE_LOCKED: DiskProblem.BUSY,
}
# The states of the SQL standard with which PostgreSQL reports its disk or a lock timeout.
OF_POSTGRESQL = {
    "53100": DiskProblem.FULL,
    "25006": DiskProblem.READ_ONLY,
    "58030": DiskProblem.FAILING,
    "55P03": DiskProblem.BUSY,
}
# States of connections that break or are refused; without any state, nobody has answered at all.
AWAY = ("08", "53300", "57P0")
# The error of SQLite in the empty file that it creates in place of one that is gone.
GONE = "no such table"
# About what one entry takes.
TRIED_BYTES = 64 * 1024


def database_problem(error: BaseException) -> DiskProblem | None:
    """The problem that an error of the database reports, if any; Django's error has that of the driver as its cause."""
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.OperationalError) and str(cause).startswith(GONE):
        return DiskProblem.GONE
    if type(cause).__module__.partition(".")[0] in ("psycopg", "psycopg_pool"):
        state = getattr(cause, "sqlstate", None)
        is_away = isinstance(error, OperationalError) and (state is None or state.startswith(AWAY))
        return DiskProblem.AWAY if is_away else OF_POSTGRESQL.get(state or "")
    # The low byte is the kind of an error of SQLite, the rest its details.
    return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)


def folder_problem(folder: Path) -> DiskProblem | None:
    """The problem that keeps the folder from taking a small file, if any, found by trying with a temporary one."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(TRIED_BYTES))
    except OSError as error:
        return disk_problem(error) or DiskProblem.FAILING
    return None


def disk_problem(error: BaseException) -> DiskProblem | None:
    return database_problem(error) or OF_THE_SYSTEM.get(getattr(error, "errno", None) or 0)

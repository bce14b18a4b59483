"""Finds out why writing to the disk or the database fails, by the error codes of the system and the databases."""

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
# The SQLSTATE codes with which PostgreSQL reports a problem of its disk or a lock timeout.
OF_POSTGRESQL = {
    "53100": DiskProblem.FULL,
    "25006": DiskProblem.READ_ONLY,
    "58030": DiskProblem.FAILING,
    "55P03": DiskProblem.BUSY,
}
# How the SQLSTATE of a broken or refused connection begins; an error without one means that no server has answered.
AWAY = ("08", "53300", "57P0")
# SQLite's error in the empty file that it creates in place of a missing one.
GONE = "no such table"
# About as many bytes as one change writes.
TRIED_BYTES = 64 * 1024


def database_problem(error: BaseException) -> DiskProblem | None:
    """The problem that a database error reports, or None; Django's error has the driver's error as its cause."""
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.OperationalError) and str(cause).startswith(GONE):
        return DiskProblem.GONE
    if type(cause).__module__.partition(".")[0] in ("psycopg", "psycopg_pool"):
        state = getattr(cause, "sqlstate", None)
        is_away = isinstance(error, OperationalError) and (state is None or state.startswith(AWAY))
        return DiskProblem.AWAY if is_away else OF_POSTGRESQL.get(state or "")
    # The low byte of SQLite's error code is the kind of the error, the rest its details.
    return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)


def folder_problem(folder: Path) -> DiskProblem | None:
    """The problem that prevents writing to the folder, or None, found by writing a small temporary file."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(TRIED_BYTES))
    except OSError as error:
        return disk_problem(error) or DiskProblem.FAILING
    return None


def disk_problem(error: BaseException) -> DiskProblem | None:
    return database_problem(error) or OF_THE_SYSTEM.get(getattr(error, "errno", None) or 0)

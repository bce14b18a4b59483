"""Why a disk takes no file: told apart by the numbers of the operating system and of SQLite."""

import errno
import sqlite3
from enum import StrEnum


class DiskProblem(StrEnum):
    """What is wrong with a folder."""

    FULL = "full"
    READ_ONLY = "read_only"
    MISSING = "missing"
    CLOSED = "closed"
    FAILING = "failing"
    BUSY = "busy"
    GONE = "gone"


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
# So SQLite names what it misses in the empty file that it makes in place of one that is gone.
GONE = "no such table"


def database_problem(error: BaseException) -> DiskProblem | None:
    """What an error of the database says of its disk, if anything; Django's own has SQLite's behind it."""
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.OperationalError) and str(cause).startswith(GONE):
        return DiskProblem.GONE
    # The low byte is the kind of an error of SQLite, the rest its details.
    return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)


def disk_problem(error: BaseException) -> DiskProblem | None:
    """What the error of the system or of the database says of the disk, if anything."""
    return database_problem(error) or OF_THE_SYSTEM.get(getattr(error, "errno", None) or 0)

"""Why a disk takes no file: told apart by the numbers of the operating system and of SQLite."""

import errno
import sqlite3
from enum import StrEnum


class DiskProblem(StrEnum):
    """What is wrong with a folder."""

    FULL = "full"
    READ_ONLY = "read_only"
    MISSING = "missing"


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
    sqlite3.SQLITE_CANTOPEN: DiskProblem.READ_ONLY,
}


def disk_problem(error: BaseException) -> DiskProblem | None:
    """What the error says of the disk, if anything; Django's own has the database's behind it."""
    cause: BaseException | None = error
    while cause is not None:
        # The low byte is the kind of an error of SQLite, the rest its details.
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if found := OF_SQLITE.get(code) or OF_THE_SYSTEM.get(getattr(cause, "errno", None) or 0):
            return found
        cause = cause.__cause__
    return None

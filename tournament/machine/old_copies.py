"""Clears old copies of erased data, which SQLite leaves in its file and in its log until they are overwritten.

`secure_delete` (databases.py) overwrites deleted and changed data. An erasure also rewrites the whole file and
empties the log. PostgreSQL cleans up by itself, later: docs/operating.md says when.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread, local

from django.db import connection, transaction

from tournament.machine.databases import SQLITE
from tournament.machine.sessions import forget_what_is_asked

# In seconds: how long to wait before trying again while another connection is in the way, at first and at most.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
THREAD = "clears-old-copies"
EMPTYING = "PRAGMA wal_checkpoint(TRUNCATE)"
log = logging.getLogger(__name__)
_pending = local()


def clear_old_copies_after_commit() -> None:
    """Clear old copies of what this transaction erases: now in sessions, after the commit in SQLite's file and log."""
    forget_what_is_asked()
    _pending.is_open = True
    transaction.on_commit(_clear_once)


def empty_log() -> bool:
    """Write the log of SQLite into its file and empty the log; return False if another connection was in the way."""
    return connection.settings_dict["ENGINE"] != SQLITE or _is_run(EMPTYING, _file())


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _clear_once() -> None:
    """Clear old copies once per transaction; if another connection is in the way, try again in a separate thread."""
    if connection.settings_dict["ENGINE"] != SQLITE or not getattr(_pending, "is_open", False):
        return
    _pending.is_open = False
    steps = ["VACUUM", EMPTYING]
    if not _are_all_run(steps, _file()):
        Thread(target=_try_again, args=(steps, _file()), daemon=True, name=THREAD).start()


def _try_again(steps: list[str], file: Path) -> None:
    wait, pause = FIRST_WAIT, Event()
    pause.wait(wait)
    while not _are_all_run(steps, file):
        wait = min(2 * wait, LONGEST_WAIT)
        pause.wait(wait)


def _are_all_run(steps: list[str], file: Path) -> bool:
    """Run the statements in their order until one fails, removing those done; return whether all are done."""
    while steps and _is_run(steps[0], file):
        del steps[0]
    return not steps


def _is_run(statement: str, file: Path) -> bool:
    """Run a statement without waiting for locks; return False if it failed or another connection was in the way."""
    try:
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as database:
            rows = database.execute(statement).fetchall()
    except sqlite3.Error as error:
        log.info("%s: %s has to be tried again: %s", file.name, statement, error)
        return False
    # The first value tells whether a reader of the log has kept it from being emptied.
    return statement != EMPTYING or not rows[0][0]

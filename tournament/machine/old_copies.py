"""Old copies of what was erased, which SQLite leaves in its file and in its log until they are written over.

`secure_delete` (databases.py) writes over what is deleted or changed. An erasure also has the whole file written anew,
because earlier versions of the program have left copies in it, and has the log emptied. PostgreSQL cleans up by itself,
later: docs/operating.md says when.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread, local

from django.db import connection, transaction

from tournament.machine.databases import SQLITE
from tournament.machine.sessions import forget_what_is_asked

# In seconds: how long to wait before trying again while somebody is in the way, at first and at most.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
THREAD = "clears-old-copies"
EMPTYING = "PRAGMA wal_checkpoint(TRUNCATE)"
log = logging.getLogger(__name__)
_pending = local()


def clear_old_copies_after_commit() -> None:
    """Let no old copy of what this transaction erases stay in a session, in the database's file or in its log."""
    forget_what_is_asked()
    _pending.is_open = True
    transaction.on_commit(_clear_once)


def empty_log() -> bool:
    """Write the log of SQLite into its file and empty it; return whether nobody was in the way."""
    return connection.settings_dict["ENGINE"] != SQLITE or _is_done(EMPTYING, _file())


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _clear_once() -> None:
    """Clear once for all changes of a transaction; where somebody is in the way, go on trying beside the request."""
    if connection.settings_dict["ENGINE"] != SQLITE or not getattr(_pending, "is_open", False):
        return
    _pending.is_open = False
    steps = ["VACUUM", EMPTYING]
    if not _are_taken(steps, _file()):
        Thread(target=_try_again, args=(steps, _file()), daemon=True, name=THREAD).start()


def _try_again(steps: list[str], file: Path) -> None:
    wait, pause = FIRST_WAIT, Event()
    pause.wait(wait)
    while not _are_taken(steps, file):
        wait = min(2 * wait, LONGEST_WAIT)
        pause.wait(wait)


def _are_taken(steps: list[str], file: Path) -> bool:
    """Take the steps in their order until somebody is in the way; return whether all are taken."""
    while steps and _is_done(steps[0], file):
        del steps[0]
    return not steps


def _is_done(statement: str, file: Path) -> bool:
    """Run a statement that waits for nobody; return whether nobody was in the way."""
    try:
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as database:
            found = database.execute(statement).fetchall()
    except sqlite3.Error as error:
        log.info("%s: %s has to be tried again: %s", file.name, statement, error)
        return False
    # Somebody may still read what was in the log before.
    return statement != EMPTYING or not found[0][0]

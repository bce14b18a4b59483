"""Writes a snapshot: a copy of the SQLite file, or a dump of PostgreSQL by its own `pg_dump`."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from tournament.machine.databases import SQLITE

DUMPER = "pg_dump"
# The tables of sessions, left out so that a lost stick gives nobody access.
SESSIONS = ("django_session", "usersessions_usersession")
# The counts of guests' requests are left out, too, as nobody needs them later.
LEFT_OUT = (*SESSIONS, "rates")


def is_file() -> bool:
    """Whether the database is a file, which this program can copy and read again."""
    return bool(connection.settings_dict["ENGINE"] == SQLITE)


def can_fill() -> bool:
    return is_file() or shutil.which(DUMPER) is not None


def fill(draft: Path) -> None:
    """Write all that is committed to the file, without sessions. Raises `OSError` or `sqlite3.Error`.

    The file is a compact copy of an SQLite database, or a dump of a PostgreSQL one for `pg_restore`.
    """
    if is_file():
        live = f"{Path(connection.settings_dict['NAME']).resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(live, uri=True, timeout=10)) as database:
            database.execute("VACUUM INTO ?", (str(draft),))
        end_sessions(draft)
        return
    without = [f"--exclude-table-data={table}" for table in LEFT_OUT]
    options = ["--format=custom", "--no-owner", "--no-password", f"--file={draft}", *without]
    # The password is passed in the environment, so that no list of processes shows it.
    (_shell, *command), secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, options)
    done = subprocess.run([DUMPER, *command], env={**os.environ, **(secrets or {})}, capture_output=True, check=False)
    if done.returncode:
        raise OSError(done.stderr.decode(errors="replace").strip().rpartition("\n")[2])


def end_sessions(file: Path) -> None:
    """Delete all sessions in an SQLite database of any version of this program."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete=ON")
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in tables.intersection(SESSIONS):
            database.execute(f"DELETE FROM {table}")

"""Keeps what this version of the program makes, so that every later one can be asked to read it.

`make keep` plays the evenings of `evening.py` in a new database and writes to the folder of the version in
fixtures/earlier that database as it lies in the data folder, a backup, the archive of the running tournament and the
file of the club. There is no key, no session and no link in them, and no password fits the account.
"""

import gzip
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.earlier.evening import fill
from tournament.archive.club_dump import dump_club
from tournament.archive.dump import dump
from tournament.snapshots import filling
from tournament.version import NEXT

FOLDER = Path(__file__).parents[2] / "fixtures" / "earlier"


def keep() -> None:
    """Write all four into the folder of the version worked on. The installation's database has to be new."""
    call_command("migrate", verbosity=0)
    running = fill()
    folder = FOLDER / NEXT
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tournament.json").write_bytes(dump(running))
    (folder / "club.json").write_bytes(dump_club(running.club))
    backup = settings.DATA_DIR / "backup.sqlite3"
    filling.fill(backup)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for name, file in (("backup", backup), ("database", Path(connection.settings_dict["NAME"]))):
        (folder / f"{name}.sqlite3.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))

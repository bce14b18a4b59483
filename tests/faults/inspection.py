"""What a database that has been through something is asked."""

import json
import sqlite3
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from tests.factories import stored_values
from tournament.models import JournalLine

Rows = dict[tuple[str, int], dict[str, Any]]
NOT_IN_THE_JOURNAL = ("club", "journalline", "membership", "printedaddress")
# The version is the journal's own; the draw seed is settled for good, whatever becomes of the draw.
BESIDE_THE_JOURNAL = ("version", "stamp", "draw_seed")


def complaints_of_the_file() -> list[tuple[Any, ...]]:
    """What SQLite finds wrong with its file, opened as by the first one after a crash.

    PostgreSQL was not the one that crashed.
    """
    connection.close()
    if connection.vendor != "sqlite":
        return []
    database = sqlite3.connect(connection.settings_dict["NAME"])
    try:
        found = database.execute("PRAGMA integrity_check").fetchall()
        return [row for row in found if row != ("ok",)] + database.execute("PRAGMA foreign_key_check").fetchall()
    finally:
        database.close()


def rows_of_the_journal() -> Rows:
    """Every row as the changes of the journal leave it, one after the other, each from where the last one left it."""
    rows: Rows = {}
    for line in JournalLine.objects.order_by("tournament_id", "version"):
        for changed in line.changes:
            key, before, after = (changed["model"], changed["id"]), changed["before"], changed["after"]
            found = rows.pop(key, None)
            if found is not None and before is not None and after is not None:
                before, after = found | before, found | after
            assert found == before, f"{line}: {key} stood at {found}, not at {before}"
            if after is not None:
                rows[key] = after
    return _comparable(rows)


def rows_of_the_tables() -> Rows:
    """Every row as it is stored."""
    stored = {key: row for key, row in stored_values().items() if key[0] not in NOT_IN_THE_JOURNAL}
    return _comparable({key: json.loads(json.dumps(row, cls=DjangoJSONEncoder)) for key, row in stored.items()})


def _comparable(rows: Rows) -> Rows:
    return {
        key: {name: value for name, value in row.items() if name not in BESIDE_THE_JOURNAL} for key, row in rows.items()
    }

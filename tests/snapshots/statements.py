"""What the migrations leave in a schema, step by step; `make statements` adds it to what backups are compared with.

Nothing of a released version is ever removed from that file: somebody has a backup of it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

KNOWN = Path(__file__).parents[2] / "tournament" / "snapshots" / "known_statements.sql"


def statements_in(database: BaseDatabaseWrapper) -> set[str]:
    """The statements of its schema as it stands."""
    with database.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {sql for (sql,) in cursor.fetchall()}


def statements_of_all_migrations() -> set[str]:
    """Every statement that stands in the schema after any of the migrations."""
    found: set[str] = set()
    with _empty_database() as database:

        def look(event: str, *_told: object) -> None:
            if event == "apply_success":
                found.update(statements_in(database))

        executor = MigrationExecutor(database, look)
        executor.migrate(executor.loader.graph.leaf_nodes())
    return found


@contextmanager
def _empty_database() -> Iterator[BaseDatabaseWrapper]:
    """In memory, in place of the installation's own, which is the one that migrations change."""
    before = connections[DEFAULT_DB_ALIAS]
    in_memory = ConnectionHandler({DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
    connections[DEFAULT_DB_ALIAS] = in_memory[DEFAULT_DB_ALIAS]
    try:
        yield connections[DEFAULT_DB_ALIAS]
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = before


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    known = set(KNOWN.read_text(encoding="utf-8").splitlines()) if KNOWN.exists() else set()
    KNOWN.write_text("".join(f"{line}\n" for line in sorted(known | statements_of_all_migrations())), encoding="utf-8")

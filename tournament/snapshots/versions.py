"""Compares a database with this version of the program, migrates it, and remembers the upgrade until it was shown."""

import json
from contextlib import suppress
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournament.version import VERSION

FIRST_MIGRATION = ("tournament", "0001_initial")


def is_of_this_program(database: BaseDatabaseWrapper) -> bool:
    """Whether any version of this program has set the database up."""
    return FIRST_MIGRATION in MigrationLoader(database).applied_migrations


def holds_anything(database: BaseDatabaseWrapper) -> bool:
    """Whether an account, a person or a tournament was ever stored; a first start that was killed leaves bare tables.

    The tables may be those of any version of the program, so no model is asked.
    """
    table_names = database.introspection.table_names()
    with database.cursor() as cursor:
        for table in ("auth_user", "tournament_person", "tournament_tournament"):
            if table in table_names:
                cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {database.ops.quote_name(table)})")
                if cursor.fetchone()[0]:
                    return True
    return False


def is_newer(database: BaseDatabaseWrapper) -> bool:
    """Whether a newer version of the program has changed the database already."""
    loader = MigrationLoader(database)
    installed = {app.label for app in apps.get_app_configs()}
    return any(
        app in installed and (app, name) not in loader.disk_migrations for app, name in loader.applied_migrations
    )


def is_older(database: BaseDatabaseWrapper) -> bool:
    """Whether the database lacks changes that this version brings."""
    executor = MigrationExecutor(database)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def bring_up_to_date(database: BaseDatabaseWrapper) -> None:
    executor = MigrationExecutor(database)
    executor.migrate(executor.loader.graph.leaf_nodes())


# The last upgrade, until the first page has shown it.


# The version to which the database was upgraded, and the file made before it, empty if there is none.
Upgrade = tuple[str, str]


def remember_upgrade(backup: Path | None) -> Upgrade:
    """Store the upgrade for the next page to show; if it cannot be written, only the terminal shows it."""
    upgrade = VERSION, str(backup or "")
    with suppress(OSError):
        _file().write_text(json.dumps(dict(zip(("version", "backup"), upgrade, strict=True))), "utf-8")
    return upgrade


def upgrade_to_tell() -> Upgrade | None:
    """Return the upgrade that has not been shown yet, and forget it; None without one."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        upgrade_facts = json.loads(_file().read_text("utf-8"))
        upgrade = upgrade_facts["version"], upgrade_facts["backup"]
        _file().unlink()
        return upgrade
    return None


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "upgrade.json"

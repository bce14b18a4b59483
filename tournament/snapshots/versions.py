"""Compares a database with this version of the program, and migrates it."""

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

FIRST_MIGRATION = ("tournament", "0001_initial")


def is_of_this_program(database: BaseDatabaseWrapper) -> bool:
    """Whether any version of this program has set the database up."""
    return FIRST_MIGRATION in MigrationLoader(database).applied_migrations


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
    """Run the migrations that the database lacks."""
    executor = MigrationExecutor(database)
    executor.migrate(executor.loader.graph.leaf_nodes())

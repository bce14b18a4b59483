"""The database as a command finds it: opened, and brought to this version of the program."""

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import Error

from tournament.installation import InstallationError
from tournament.terminal import _


def prepare_database() -> None:
    """Open the database and carry out the migrations it lacks.

    Raises `InstallationError` for a database that does not answer, or that a newer version has changed already.
    """
    try:
        connection.ensure_connection()
        refuse_newer_database()
        call_command("migrate", verbosity=0, interactive=False)
    except Error as problem:
        raise InstallationError(
            _("The database cannot be used: %(reason)s") % {"reason": " ".join(str(problem).split())}
        ) from problem


def refuse_newer_database() -> None:
    """Refuse a database with migrations that this version of the program does not know."""
    loader = MigrationLoader(connection)
    installed = {app.label for app in apps.get_app_configs()}
    if any(app in installed and (app, name) not in loader.disk_migrations for app, name in loader.applied_migrations):
        raise InstallationError(
            _("This database belongs to a newer version of the program. Update the program, or choose another folder.")
        )

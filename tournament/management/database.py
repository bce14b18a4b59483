"""Prepares a command: opens the database, migrates it to this version of the program, collects the static files."""

import glob
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.utils import Error

from tournament.machine import installation, locks, old_copies
from tournament.machine.terminal import _
from tournament.management.words import terminal_sentence, terminal_upgrade
from tournament.snapshots.taking import snapshot_before_upgrade
from tournament.snapshots.versions import holds_anything, is_newer, is_of_this_program, is_older, remember_upgrade


@contextmanager
def only_server() -> Iterator[None]:
    """Lock the data folder and the database file, also against servers that use another folder or name for them.

    Raises `InstallationError` if another server is running.
    """
    with ExitStack() as held:
        held.enter_context(closing(installation.lock_data_folder()))
        if connection.vendor == "sqlite":
            file = Path(connection.settings_dict["NAME"]).resolve()
            installation.refuse_second_name(file)
            if os.access(file.parent, os.W_OK):
                held.enter_context(closing(installation.lock_file(file)))
        yield


def prepare_database(*, may_be_new: bool = True) -> None:
    """Open the database and run missing migrations, on an older database after taking a snapshot.

    Raises `InstallationError` if the database does not answer or is of a newer version, or if it is empty although not
    `may_be_new`: then the user has probably named the wrong installation.
    """
    try:
        if not may_be_new and _is_new():
            raise installation.InstallationError(
                _("There is no installation here yet: %(database)s is empty. Start the program, or name another one.")
                % {"database": _name()}
            )
        _keep_to_this_user()
        connection.ensure_connection()
        with locks.lock_without_transaction("migrations"):
            refuse_newer_database()
            is_upgrade = _is_upgrade()
            snapshot, problems = snapshot_before_upgrade() if is_upgrade else (None, ())
            for problem in problems:
                print(terminal_sentence(problem), file=sys.stderr)
            call_command("migrate", verbosity=0, interactive=False)
            # An erasure may have left data in the log of SQLite when the program was killed.
            old_copies.empty_log()
            if is_upgrade:
                print(terminal_upgrade(remember_upgrade(snapshot)), file=sys.stderr)
    except Error as problem:
        raise installation.InstallationError(
            _("The database cannot be used: %(reason)s") % {"reason": " ".join(str(problem).split())}
        ) from problem


def _is_upgrade() -> bool:
    return is_of_this_program(connection) and is_older(connection) and holds_anything(connection)


def _is_new() -> bool:
    """Whether nothing was ever stored in the database; a missing file is not created by the check."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return True
    return not connection.introspection.table_names()


def _name() -> str:
    """Return the file of the database, or its name and host, for a message; without the password."""
    database_settings = connection.settings_dict
    return (
        str(database_settings["NAME"])
        if connection.vendor == "sqlite"
        else f"{database_settings['NAME']} ({database_settings['HOST'] or 'localhost'})"
    )


def _keep_to_this_user() -> None:
    """Make the database file readable by this user alone: it holds names, fees and passwords.

    This happens before opening it, because the files that SQLite keeps beside it inherit its mode.
    """
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        with suppress(OSError):
            file.touch(mode=0o600)
            for database_file in (file, *file.parent.glob(f"{glob.escape(file.name)}-*")):
                database_file.chmod(0o600)


def refuse_newer_database() -> None:
    """Refuse a database with migrations that this version of the program does not know."""
    if is_newer(connection):
        raise installation.InstallationError(
            _("This database belongs to a newer version of the program. Update the program, or choose another folder.")
        )


def collect_static_files() -> None:
    """In a clone of the repository, collect static files that have changed, before the server starts.

    If the folder is not writable, or another process is collecting, the source files are served.
    """
    if settings.IS_COLLECTED:
        return
    with suppress(installation.InstallationError, OSError):
        settings.STATIC_ROOT.mkdir(exist_ok=True)
        with closing(installation.lock_static_files(settings.STATIC_ROOT)):
            if not installation.is_collected(settings.STATIC_ROOT, settings.STATICFILES_DIRS):
                call_command("collectstatic", interactive=False, verbosity=0)
        # These settings were read at the start; nothing has been served by them yet.
        settings.IS_COLLECTED, settings.WHITENOISE_USE_FINDERS = True, False

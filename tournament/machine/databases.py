"""The database of the tournaments: a file in the data folder, or the one that `DATABASE_URL` names."""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import environ
from django.utils.module_loading import import_string

from tournament.machine.installation import InstallationError
from tournament.machine.limits import DATABASE_SECONDS
from tournament.machine.terminal import _

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"
# All writers to an SQLite file queue up, each for a few hundredths of a second; on a slow laptop it is better to wait
# than to have to send a form again.
PATIENCE_IN_A_FILE_SECONDS = 10
OF_SQLITE: dict[str, Any] = {
    # Opening the file for every request would take a third of the request's time. A connection is kept for a second
    # only: one opened while the disk was write-protected stays read-only.
    "CONN_MAX_AGE": 1,
    # IMMEDIATE serialises writers before they read; WAL with FULL loses no acknowledged result to a power cut. Deleted
    # and changed data is overwritten, so that an erased name does not stay in the file.
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": PATIENCE_IN_A_FILE_SECONDS,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
    },
}
OF_POSTGRESQL: dict[str, Any] = {
    # The next request reconnects after a restart of the database server.
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        # A connection for each thread of the server, and some for background work. If none can be opened, the pool
        # soon tries again, instead of waiting twice as long each time.
        "pool": {"min_size": 1, "max_size": 10, "timeout": DATABASE_SECONDS, "reconnect_timeout": DATABASE_SECONDS},
        # A database machine that is down accepts no connection, and open connections do not notice.
        "connect_timeout": 2,
        "tcp_user_timeout": int(DATABASE_SECONDS * 1000),
        # A client that fails in the middle of a transaction must not block the tournament for the others.
        "options": f"-c lock_timeout={DATABASE_SECONDS * 1000:.0f} -c idle_in_transaction_session_timeout=60s",
    },
}


def database(folder: Path) -> dict[str, Any]:
    """Django's settings for the database: `DATABASE_URL`, or a file in the data folder.

    Raises `InstallationError` for an address that names no database this program can use.
    """
    url = os.environ.get("DATABASE_URL")
    return database_at(url) if url else {"ENGINE": SQLITE, "NAME": folder / "tournaments.sqlite3", **OF_SQLITE}


def database_at(url: str) -> dict[str, Any]:
    """Django's settings for the database at this address; options in its query string override the usual ones.

    Raises `InstallationError` for an address that names no database this program can use.
    """
    wrong = InstallationError(
        _(
            "DATABASE_URL is not a database address. Expected: sqlite:////folder/file.sqlite3 or "
            "postgres://user:password@host:5432/name."
        )
    )
    if url.partition(":")[0] not in ("sqlite", "postgres", "postgresql"):
        raise wrong
    try:
        url_settings: dict[str, Any] = environ.Env.db_url_config(url)
    except ValueError as problem:
        raise wrong from problem
    if url_settings["NAME"] in ("", ":memory:"):
        raise wrong
    if url_settings["ENGINE"] == POSTGRESQL and importlib.util.find_spec("psycopg_pool") is None:
        raise InstallationError(
            _("A PostgreSQL database needs one more package: %(python)s -m pip install 'psycopg[binary,pool]'")
            % {"python": sys.executable}
        )
    if url_settings["ENGINE"] != POSTGRESQL:
        return {**OF_SQLITE, **url_settings, "OPTIONS": {**OF_SQLITE["OPTIONS"], **url_settings.get("OPTIONS", {})}}
    options = {**OF_POSTGRESQL["OPTIONS"], **url_settings.get("OPTIONS", {})}
    # This class can be imported only if psycopg is installed.
    options["pool"] = {**options["pool"], "connection_class": import_string("tournament.machine.silence.Connection")}
    return {**OF_POSTGRESQL, **url_settings, "OPTIONS": options}

"""The program run as people run it: a command in a process of its own, with a data folder of its own."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands.processes import Command, run
from tests.ports import lasting_port
from tests.shared import shared_folder

ROOT = Path(__file__).resolve().parent.parent.parent
ACCOUNT = (
    "INSERT INTO auth_user (username, password, first_name, last_name, email, is_staff, is_active, is_superuser, "
    "date_joined) VALUES (?, ?, '', '', '', 0, 1, 0, '2026-11-20 18:00:00')"
)
# In seconds: much longer than a busy machine takes, so that only what never ends fails.
AT_THE_LATEST = 300
CHOSEN_BY_THE_TESTS = (
    "PUBLIC_URL",
    "SECRET_KEY",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "LC_ALL",
    "LC_MESSAGES",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
)


def environment_with(data_folder):
    """A bare environment in which the program keeps everything there."""
    kept = {name: value for name, value in os.environ.items() if name not in CHOSEN_BY_THE_TESTS}
    return {**kept, "DJANGO_SETTINGS_MODULE": "tournament.settings", "DATA_DIR": str(data_folder)}


def run_manage(environment, *arguments):
    """Run a command to its end."""
    return run(environment, *map(str, arguments), timeout=AT_THE_LATEST)


@pytest.fixture
def environment(tmp_path):
    """A bare environment with an empty data folder."""
    return environment_with(tmp_path / "data")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """A database in which nothing is stored yet: as the first command in an empty data folder makes it."""

    def migrate(folder):
        assert run_manage(environment_with(folder), "migrate").returncode == 0

    return shared_folder("migrated", migrate, tmp_path_factory) / "tournaments.sqlite3"


@pytest.fixture
def set_up_before(migrated, tmp_path):
    """The program has been started here before: what is tested is not how it sets itself up."""
    (tmp_path / "data").mkdir(mode=0o700)
    shutil.copy(migrated, tmp_path / "data")


@pytest.fixture
def with_accounts(set_up_before, tmp_path):
    """Somebody has had an account here since."""

    def create(*names):
        add_accounts(tmp_path / "data" / "tournaments.sqlite3", *names)

    return create


def add_accounts(file, *names, password="!"):
    """Store accounts in a database, in this order."""
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany(ACCOUNT, [(name, password) for name in names])


@pytest.fixture
def manage(environment):
    """Run a command to its end: `manage("login_link", "Ada", LANGUAGE="de")`."""

    def do(*arguments, **changed):
        return run_manage({**environment, **changed}, *arguments)

    return do


@pytest.fixture
def running():
    """The servers that a test has started; every one is ended with the test."""
    servers = []
    yield servers
    for server in servers:
        server.terminate()
        server.communicate(timeout=AT_THE_LATEST)


@pytest.fixture
def start(environment, running):
    """Start a server and give back all it prints up to `last_words`."""

    def begin(*arguments, last_words, command="start", **changed):
        server = Command({**environment, **changed}, command, *map(str, arguments))
        running.append(server)
        printed = []
        for line in server.stdout:
            printed.append(line.rstrip("\n"))
            if last_words in line:
                return printed
        pytest.fail("\n".join(["ended before it was running:", *printed]))

    return begin


@pytest.fixture
def free_port():
    return lasting_port()

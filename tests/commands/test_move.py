"""`manage.py move`, run for real."""

from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.commands.conftest import ROOT

pytestmark = pytest.mark.installation

ROWS = (
    "import json; from django.apps import apps; from django.core.serializers.json import DjangoJSONEncoder; "
    "print(json.dumps({m._meta.db_table: sorted(map(list, m._base_manager.values_list()), key=repr) "
    "for m in apps.get_models(include_auto_created=True)}, cls=DjangoJSONEncoder, sort_keys=True))"
)


@pytest.fixture
def laptop(set_up_before, manage):
    """Run a command where there are two tournaments and an account."""
    manage("import_archive", ROOT / "fixtures" / "archives" / "vereinsabend-konstanz.json")
    manage("import_archive", ROOT / "fixtures" / "cases" / "plain_8x3.json")
    manage("login_link", "Ada", "--new")
    return manage


@pytest.fixture
def server(db):
    """The address of an empty database on the server of the tests."""
    named = connection.settings_dict
    name = f"{named['NAME']}_moved"

    def say(text):
        with connection._nodb_cursor() as cursor:
            cursor.execute(text)

    say(f'CREATE DATABASE "{name}"')
    yield f"postgres://{named['USER']}:{named['PASSWORD']}@{named['HOST']}:{named['PORT']}/{name}"
    say(f'DROP DATABASE "{name}" WITH (FORCE)')


SHARED_KEY = {"SECRET_KEY": "the same for every process that uses the database, of 50 letters"}


def rows(manage, **where):
    return manage("shell", "-c", ROWS, **where).stdout


def test_a_laptop_moves_up_and_back_with_all_it_has(laptop, server, tmp_path):
    before = rows(laptop)

    up = laptop("move", MOVE_TO=server)
    there = rows(laptop, DATABASE_URL=server, **SHARED_KEY)
    back = laptop("move", DATABASE_URL=server, MOVE_TO=f"sqlite:///{tmp_path}/back.sqlite3", **SHARED_KEY)

    assert (up.stderr, there, back.stderr) == ("", before, "")
    assert rows(laptop, DATABASE_URL=f"sqlite:///{tmp_path}/back.sqlite3") == before
    assert urlsplit(server).password not in up.stdout + back.stdout


def test_without_a_target_it_says_how_to_name_one(set_up_before, manage):
    answer = manage("move")

    assert (answer.returncode, answer.stderr) == (
        1,
        "Where to? Set MOVE_TO, for example MOVE_TO=postgres://user:password@host:5432/name.\n",
    )


def test_beside_a_running_program_nothing_is_moved(set_up_before, start, manage, free_port, tmp_path):
    start("--port", free_port, "--no-browser", last_words="Press Ctrl+C")

    answer = manage("move", MOVE_TO=f"sqlite:///{tmp_path}/moved.sqlite3")

    assert (answer.returncode, (tmp_path / "moved.sqlite3").exists()) == (1, False)
    assert "is already running" in answer.stderr


def test_a_target_that_does_not_answer_is_named(set_up_before, manage, tmp_path):
    answer = manage("move", MOVE_TO=f"sqlite:///{tmp_path}/nowhere/moved.sqlite3")

    assert (answer.returncode, answer.stderr) == (1, "Nothing was moved: unable to open database file\n")

"""Snapshots from the command line, and the one before the database is changed."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.commands.conftest import ROOT, environment_with, run_manage
from tests.shared import shared_folder
from tournament.snapshots.names import Reason, read_name
from tournament.version import VERSION

pytestmark = pytest.mark.installation

ARCHIVE = ROOT / "fixtures" / "cases" / "plain_8x3.json"
SLUG = "eight-players-three-rounds-2026"


@pytest.fixture
def snapshots(tmp_path):
    """What lies in the folder of the snapshots."""

    def found():
        folder = tmp_path / "data" / "snapshots"
        return sorted(folder.iterdir()) if folder.exists() else []

    return found


@pytest.fixture(scope="session")
def old(migrated, tmp_path_factory):
    """A data folder with a tournament, as a version left it that had no table of sessions."""

    def go_back(folder):
        shutil.copy(migrated, folder)
        environment = environment_with(folder)
        run_manage(environment, "import_archive", ARCHIVE)
        assert run_manage(environment, "migrate", "usersessions", "zero").returncode == 0

    return shared_folder("old", go_back, tmp_path_factory)


@pytest.fixture
def set_up_long_ago(old, tmp_path):
    """The program has been here before, in its first version."""
    shutil.copytree(old, tmp_path / "data")


def reasons(files):
    return [read_name(file.name).reason for file in files]


def test_a_snapshot_is_made_now_in_both_places(set_up_before, manage, snapshots, tmp_path):
    (tmp_path / "stick").mkdir()
    manage("import_archive", ARCHIVE)

    done = manage("backup", "--backup-dir", tmp_path / "stick")

    (file,) = snapshots()
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{file}\n", "")
    assert (tmp_path / "stick" / file.name).read_bytes() == file.read_bytes()


def test_a_backup_is_noted_as_everything_being_taken_along(set_up_before, manage):
    noted = json.loads(manage("backup", LOG_FORMAT="json").stderr)

    assert (noted["from"], noted["message"], noted["by"]) == ("tournament.security", "everything_exported", "command")


def test_a_missing_stick_is_said_and_the_first_copy_is_made_all_the_same(set_up_before, manage, snapshots, tmp_path):
    done = manage("backup", SNAPSHOT_DIR=str(tmp_path / "stick"))

    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        f"{snapshots()[0]}\n",
        f"No backup in {tmp_path / 'stick'}: the folder was not found. If it is on a USB stick, plug the stick in.\n",
    )


def test_before_a_new_version_changes_the_database_it_is_copied(set_up_long_ago, manage, snapshots):
    new = snapshots()

    answers = [manage("login_link") for _time in range(2)]

    (copy,) = snapshots()
    said = f"The tournaments have been brought to version {VERSION} of the program. The backup from before is {copy}.\n"
    with closing(sqlite3.connect(copy)) as database:
        held = database.execute("SELECT slug FROM tournament_tournament").fetchall()
        done = database.execute("SELECT name FROM django_migrations WHERE app = 'usersessions'").fetchall()
    assert (new, reasons([copy])) == ([], [Reason.BEFORE_UPGRADE])
    assert [(answer.returncode, answer.stderr) for answer in answers] == [(0, said), (0, "")]
    assert (held, done) == ([(SLUG,)], [])


def test_a_first_start_that_was_killed_while_setting_up_is_no_upgrade(manage, snapshots):
    manage("migrate", "tournament", "0020")

    finished = manage("login_link")

    assert (finished.returncode, finished.stderr, snapshots()) == (0, "", [])


def test_an_upgrade_is_not_held_up_where_no_copy_can_be_made(set_up_long_ago, manage, tmp_path):
    (tmp_path / "data" / "snapshots").write_text("in the way")

    upgraded = manage("login_link")

    assert (upgraded.returncode, upgraded.stderr) == (
        0,
        f"No backup in {tmp_path / 'data' / 'snapshots'}: File exists.\n"
        f"The tournaments have been brought to version {VERSION} of the program.\n",
    )


def test_at_the_start_a_missing_stick_is_said(set_up_before, start, free_port, tmp_path):
    printed = start("--no-browser", "--port", free_port, "--backup-dir", tmp_path / "stick", last_words="/welcome/")

    assert printed[0] == (
        f"No backup in {tmp_path / 'stick'}: the folder was not found. If it is on a USB stick, plug the stick in."
    )

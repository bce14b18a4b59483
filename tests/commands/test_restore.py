"""Snapshots and archives read back from the command line."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.commands.conftest import ROOT, add_accounts, environment_with, run_manage
from tests.shared import shared_folder

pytestmark = pytest.mark.installation

ARCHIVE = ROOT / "fixtures" / "cases" / "plain_8x3.json"
SLUG = "eight-players-three-rounds-2026"


@pytest.fixture(scope="session")
def club(migrated, tmp_path_factory):
    """A data folder with two tournaments, one of them Ada's, and beside it a stick with a snapshot of it."""

    def fill(folder):
        data, stick = folder / "data", folder / "stick"
        data.mkdir(mode=0o700)
        stick.mkdir()
        file = shutil.copy(migrated, data)
        add_accounts(file, "Ada", password="kept")
        run_manage(environment_with(data), "import_archive", ARCHIVE)
        run_manage(environment_with(data), "import_archive", ARCHIVE)
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE tournament_tournament SET director_id = 1 WHERE id = 1")
        run_manage(environment_with(data), "backup", "--backup-dir", stick)

    return shared_folder("club", fill, tmp_path_factory)


@pytest.fixture
def stick(club, tmp_path):
    """A folder with a snapshot of two tournaments and one account; they are on this laptop, too."""
    shutil.copytree(club / "data", tmp_path / "data")
    return shutil.copytree(club / "stick", tmp_path / "stick")


@pytest.fixture
def new_laptop(manage, tmp_path):
    """Run a command on another laptop, on which the program has never been started."""

    def run(*arguments):
        return manage(*arguments, DATA_DIR=str(tmp_path / "laptop"))

    return run


@pytest.fixture
def laptop(migrated, new_laptop, tmp_path):
    """Run a command on another laptop, on which nothing is stored yet."""
    (tmp_path / "laptop").mkdir(mode=0o700)
    shutil.copy(migrated, tmp_path / "laptop")
    return new_laptop


def stored(folder):
    """The tournaments there, each with its version and its director, and the passwords of the accounts."""
    tournaments = (
        "SELECT slug, version, username FROM tournament_tournament LEFT JOIN auth_user ON auth_user.id = director_id "
        "ORDER BY tournament_tournament.id"
    )
    with closing(sqlite3.connect(folder / "tournaments.sqlite3")) as database:
        passwords = [password for (password,) in database.execute("SELECT password FROM auth_user")]
        return database.execute(tournaments).fetchall() + passwords


def test_an_empty_installation_takes_over_everything_with_the_accounts(new_laptop, stick, tmp_path):
    (file,) = stick.iterdir()

    done = new_laptop("restore", file)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Tournaments and accounts imported from {file}:\n{SLUG}\n{SLUG}-2\n"
    assert stored(tmp_path / "laptop") == [(SLUG, 1, "Ada"), (f"{SLUG}-2", 1, None), "kept"]


def test_sessions_end_with_a_backup_that_is_taken_over(new_laptop, stick, tmp_path):
    (file,) = stick.iterdir()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO django_session VALUES ('secret', 'x', '2099-01-01')")

    new_laptop("restore", file)

    with closing(sqlite3.connect(tmp_path / "laptop" / "tournaments.sqlite3")) as database:
        assert database.execute("SELECT * FROM django_session").fetchall() == []


def test_a_folder_stands_for_the_newest_snapshot_in_it(laptop, stick):
    (stick / "2020-01-01_12-00-00_by-hand.sqlite3").write_text("older")
    (stick / "holiday.jpg").write_text("newer")

    assert laptop("restore", stick).returncode == 0


def test_beside_what_is_there_the_tournaments_are_set_up_anew(manage, stick, tmp_path):
    done = manage("restore", stick, "--tournament", f"{SLUG}-2", "--tournament", SLUG)

    assert (done.stdout, done.stderr) == (f"{SLUG}-3\n{SLUG}-4\n", "")
    assert stored(tmp_path / "data") == [
        (SLUG, 1, "Ada"),
        (f"{SLUG}-2", 1, None),
        (f"{SLUG}-3", 1, "Ada"),
        (f"{SLUG}-4", 1, None),
        "kept",
    ]


def test_one_tournament_goes_into_an_empty_installation_without_the_accounts(laptop, stick, tmp_path):
    assert laptop("restore", stick, "--tournament", SLUG).stdout == f"{SLUG}\n"
    assert stored(tmp_path / "laptop") == [(SLUG, 1, None)]


def test_an_archive_is_read_as_well(new_laptop):
    assert new_laptop("restore", ARCHIVE).stdout == f"{SLUG}\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nothing.sqlite3", "not found"),
        ("empty", "There is no backup in {file}."),
        ("broken.sqlite3", "This backup is damaged and cannot be read. Try the previous one."),
        ("letter.txt", "The file cannot be read as a JSON object (line 1, column 1)."),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(laptop, tmp_path, name, why):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.sqlite3").write_bytes(b"SQLite format 3\0 and nothing more")
    (tmp_path / "letter.txt").write_text("Dear club")
    file = tmp_path / name

    refused = laptop("restore", file)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"{file}: {why.format(file=file)}\n"
    assert stored(tmp_path / "laptop") == []

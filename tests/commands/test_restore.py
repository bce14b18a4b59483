"""Snapshots and archives read back from the command line."""

import json

import pytest

from tests.commands.conftest import ROOT

ARCHIVE = ROOT / "fixtures" / "cases" / "plain_8x3.json"
SLUG = "eight-players-three-rounds-2026"
STATE = (
    "import json; from django.contrib.auth.models import User; from tournament.models import Tournament; "
    "print(json.dumps([[t.slug, t.version, t.director and t.director.username] "
    "for t in Tournament.objects.order_by('pk')] + [u.password for u in User.objects.all()]))"
)


@pytest.fixture
def stick(set_up_before, manage, tmp_path):
    """A folder with a snapshot of two tournaments and one account."""
    folder = tmp_path / "stick"
    folder.mkdir()
    manage("import_archive", ARCHIVE)
    manage("import_archive", ARCHIVE)
    manage(
        "shell",
        "-c",
        "from django.contrib.auth.models import User; from tournament.models import Tournament; "
        "Tournament.objects.filter(pk=1).update(director=User.objects.create(username='Ada', password='kept'))",
    )
    manage("backup", "--backup-dir", folder)
    return folder


@pytest.fixture
def laptop(manage, tmp_path):
    """Run a command on another laptop."""

    def run(*arguments):
        return manage(*arguments, DATA_DIR=str(tmp_path / "laptop"))

    return run


def state(run):
    return json.loads(run("shell", "--verbosity", "0", "-c", STATE).stdout)


def test_an_empty_installation_takes_over_everything_with_the_accounts(laptop, stick):
    (file,) = stick.iterdir()

    done = laptop("restore", file)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Tournaments and accounts imported from {file}:\n{SLUG}\n{SLUG}-2\n"
    assert state(laptop) == [[SLUG, 1, "Ada"], [f"{SLUG}-2", 1, None], "kept"]


def test_a_folder_stands_for_the_newest_snapshot_in_it(laptop, manage, stick):
    (stick / "2020-01-01_12-00-00_by-hand.sqlite3").write_text("older")
    (stick / "holiday.jpg").write_text("newer")

    assert laptop("restore", stick).returncode == 0


def test_beside_what_is_there_the_tournaments_are_set_up_anew(manage, stick):
    done = manage("restore", stick, "--tournament", f"{SLUG}-2", "--tournament", SLUG)

    assert (done.stdout, done.stderr) == (f"{SLUG}-3\n{SLUG}-4\n", "")
    assert state(manage) == [
        [SLUG, 1, "Ada"],
        [f"{SLUG}-2", 1, None],
        [f"{SLUG}-3", 1, "Ada"],
        [f"{SLUG}-4", 1, None],
        "kept",
    ]


def test_one_tournament_goes_into_an_empty_installation_without_the_accounts(laptop, stick):
    assert laptop("restore", stick, "--tournament", SLUG).stdout == f"{SLUG}\n"
    assert state(laptop) == [[SLUG, 1, None]]


def test_an_archive_is_read_as_well(laptop):
    assert laptop("restore", ARCHIVE).stdout == f"{SLUG}\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nothing.sqlite3", "No such file or directory"),
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
    assert state(laptop) == []

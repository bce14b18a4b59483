"""What a command leaves in the data folder, and who may read it."""

import pytest

from tests.commands.conftest import ROOT

pytestmark = pytest.mark.installation

ARCHIVE = ROOT / "fixtures" / "cases" / "plain_8x3.json"


@pytest.mark.parametrize("arguments", [("help",), ("check_archive", ARCHIVE), ("backup", "--help"), ("--version",)])
def test_what_needs_no_tournaments_leaves_nothing_behind(manage, tmp_path, arguments):
    done = manage(*arguments)

    assert (done.returncode, done.stderr, list(tmp_path.iterdir())) == (0, "", [])


def test_names_and_passwords_are_for_their_owner_only_wherever_they_lie(manage, tmp_path):
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "stick").mkdir()
    manage("import_archive", ARCHIVE)
    manage("backup", "--backup-dir", tmp_path / "stick")
    manage("login_link", "Ada", "--new")

    files = [file for file in tmp_path.rglob("*") if file.is_file()]

    assert {file.suffix for file in files} >= {".sqlite3", ""}
    assert {file.name: oct(file.stat().st_mode & 0o077) for file in files} == {file.name: "0o0" for file in files}


def test_what_the_server_writes_is_for_its_owner_only_in_a_folder_open_to_all(start, free_port, tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)

    start("--no-browser", "--port", free_port, last_words="/welcome/")
    modes = {file.name: oct(file.stat().st_mode & 0o077) for file in data.iterdir()}

    assert modes == dict.fromkeys(modes, "0o0")
    assert {"tournaments.sqlite3", "tournaments.sqlite3-wal", "running.lock", "addresses.json"} <= set(modes)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("addresses.json", "cannot be read or written (it is a folder)."),
        ("running.lock", "cannot be read or written (unable to open database file)."),
    ],
)
def test_a_file_that_cannot_be_written_is_named_in_a_sentence(set_up_before, manage, tmp_path, free_port, file, said):
    (tmp_path / "data" / file).mkdir(parents=True)

    refused = manage("start", "--no-browser", "--port", free_port)

    assert (refused.returncode, refused.stderr) == (1, f"{tmp_path / 'data' / file} {said}\n")


def test_why_a_file_cannot_be_used_is_said_in_german_where_the_environment_is(set_up_before, manage, tmp_path):
    refused = manage("restore", tmp_path / "gone", LANGUAGE="", LANG="de_DE.UTF-8")

    assert refused.stderr == f"{tmp_path / 'gone'}: nicht gefunden\n"

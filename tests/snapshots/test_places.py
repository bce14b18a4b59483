"""The second place of the backups is chosen, kept for this installation alone, and never waited for."""

import os
import threading
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.factories import make_director
from tests.snapshots.conftest import no_file_beyond
from tournament.engine.refusals import Refused
from tournament.snapshots import places
from tournament.snapshots.kept import kept_snapshots
from tournament.snapshots.names import Reason
from tournament.snapshots.places import choose_second_folder, second_folder
from tournament.snapshots.taking import take_snapshot


@pytest.fixture
def owner(db):
    """Whose account was the first."""
    make_director()
    User.objects.update(is_superuser=True)
    return User.objects.get()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "other disk").mkdir()
    return tmp_path / "other disk"


def refusal(typed, owner):
    with pytest.raises(Refused) as refused:
        choose_second_folder(str(typed), by=owner)
    return refused.value.code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(28, "No space left on device"), "snapshot_place_full"),
        (OSError(30, "Read-only file system"), "snapshot_place_read_only"),
        (OSError(13, "Permission denied"), "snapshot_place_read_only"),
        (OSError(5, "Input/output error"), "snapshot_failed"),
    ],
)
def test_what_is_wrong_with_a_place_is_told_apart(tmp_path, error, code):
    assert places.place_problem(tmp_path, error).code == code


def test_a_folder_that_was_chosen_takes_every_backup_from_then_on(data_folder, owner, folder):
    choose_second_folder(str(folder), by=owner)
    problems = take_snapshot(Reason.BY_HAND)

    (taken,) = (data_folder / "snapshots").iterdir()
    assert (problems, [file.name for file in folder.iterdir()]) == ((), [taken.name])
    assert kept_snapshots().second.newest == kept_snapshots().snapshots[0].name


def test_what_was_chosen_is_in_no_backup(owner, folder):
    choose_second_folder(str(folder), by=owner)
    take_snapshot(Reason.BY_HAND)

    (taken,) = folder.iterdir()
    assert str(folder).encode() not in taken.read_bytes()


def test_the_option_wins_and_what_was_chosen_comes_back_without_it(settings, owner, folder, tmp_path):
    choose_second_folder(str(folder), by=owner)
    settings.SNAPSHOT_DIR = tmp_path / "stick"
    with_option = (second_folder(), refusal(folder, owner))
    settings.SNAPSHOT_DIR = None

    assert (with_option, second_folder()) == ((tmp_path / "stick", "second_place_named_at_start"), folder)


def test_none_can_be_chosen(owner, folder):
    choose_second_folder(str(folder), by=owner)
    choose_second_folder("", by=owner)

    assert second_folder() is None


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"folder": 7}', '"/tmp"'])
def test_of_a_damaged_choice_nothing_is_taken(data_folder, kept):
    (data_folder / "second_location.json").write_text(kept)

    assert second_folder() is None


def test_what_is_no_folder_for_backups_is_refused_and_the_one_of_before_stays(data_folder, owner, folder, tmp_path):
    choose_second_folder(str(folder), by=owner)
    (data_folder / "snapshots").mkdir()
    (tmp_path / "a file").write_text("")
    (tmp_path / "detour").symlink_to(data_folder)

    assert {
        "relative": refusal("backups", owner),
        "missing": refusal(tmp_path / "missing", owner),
        "file": refusal(tmp_path / "a file", owner),
        "data folder": refusal(data_folder, owner),
        "first place": refusal(data_folder / "snapshots", owner),
        "by dots": refusal(folder / ".." / "data" / "x", owner),
        "by a link": refusal(tmp_path / "detour", owner),
        "not writable": refusal("/proc", owner),
        "nobody": refusal("~nobody-of-this-name/x", owner),
    } == {
        "relative": "second_place_relative",
        "missing": "second_place_missing",
        "file": "second_place_missing",
        "data folder": "second_place_beside_the_first",
        "first place": "second_place_beside_the_first",
        "by dots": "second_place_beside_the_first",
        "by a link": "second_place_beside_the_first",
        "not writable": "snapshot_place_read_only",
        "nobody": "snapshot_failed",
    }
    assert second_folder() == folder


def test_a_folder_on_a_full_disk_is_refused(owner, folder):
    with no_file_beyond(1000):
        assert refusal(folder, owner) == "snapshot_place_full"


@pytest.mark.django_db
def test_only_who_runs_the_installation_chooses(folder):
    assert (refusal(folder, make_director()), second_folder()) == ("not_allowed", None)


def test_on_a_drive_that_was_found_the_folder_is_made(owner, tmp_path, monkeypatch):
    drive = tmp_path / "STICK"
    drive.mkdir()
    monkeypatch.setattr(places, "_drives", lambda: ((drive, drive / "backgammon-swiss", 1),))

    assert choose_second_folder(str(drive / "backgammon-swiss"), by=owner) == second_folder()
    assert second_folder().is_dir()


def test_what_is_plugged_in_is_found_and_the_disk_of_the_tournaments_is_not(data_folder, monkeypatch):
    monkeypatch.setattr(places, "_mounted", lambda: [data_folder, Path("/dev/shm"), Path("/dev/shm"), Path("/gone")])

    assert [(drive, folder) for drive, folder, _free in places.drives()] == [
        (Path("/dev/shm"), Path("/dev/shm/backgammon-swiss"))
    ]


def test_for_a_user_without_a_name_nothing_is_plugged_in(data_folder, monkeypatch):
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 999_999)

    assert places.drives() == ()


def test_a_place_that_does_not_answer_is_told_and_the_page_goes_on(data_folder, stick, owner, monkeypatch):
    take_snapshot(Reason.BY_HAND)
    released = threading.Event()
    monkeypatch.setattr(places, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr("tournament.snapshots.kept.place_at", _hanging(stick, released))

    kept = kept_snapshots()
    released.set()

    assert [problem.code for problem in kept.problems] == ["snapshot_place_silent"]
    assert [(one.is_here, one.is_in_second_folder) for one in kept.snapshots] == [(True, False)]


def _hanging(folder, released):
    def look(place):
        if place == folder:
            released.wait()
        return places.place_at(place)

    return look

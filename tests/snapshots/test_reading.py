"""Snapshots are looked into, and their tournaments set up anew."""

import shutil
import uuid

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.factories import (
    draw_next_round,
    make_director,
    make_helper,
    make_stranger,
    make_tournament,
    stored_rows,
)
from tests.snapshots.conftest import write_into
from tournament.archive.dump import dump
from tournament.engine.refusals import Refused
from tournament.models import Tournament
from tournament.snapshots import reading
from tournament.snapshots.names import Reason
from tournament.snapshots.reading import opened, tournaments_in
from tournament.snapshots.restoring import may_take, restore_tournaments
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def snapshot(data_folder):
    """Of two tournaments, one of them two rounds old."""
    draw_next_round(make_tournament(entries=4, played=1))
    make_tournament(entries=2, name="Winter")
    take_snapshot(Reason.BY_HAND)
    (file,) = (data_folder / "snapshots").iterdir()
    return file


def refusal(file, function=tournaments_in, **values):
    """Why the file is refused; nothing of the installation changes, and its connection is in place again."""
    before = stored_rows()
    with pytest.raises(Refused) as refused:
        function(file, **values)
    assert stored_rows() == before
    return refused.value.code


def test_a_snapshot_tells_what_it_holds_whatever_stands_now(snapshot):
    Tournament.objects.update(name="Changed since", director=None)

    held = [
        (one.slug, one.name, one.director, one.paired_count, one.planned_rounds) for one in tournaments_in(snapshot)
    ]

    assert held == [
        ("winter-2026", "Winter", "director", 0, 5),
        ("bodensee-open-2026", "Bodensee Open", "director", 2, 5),
    ]


def test_a_chosen_tournament_comes_back_beside_what_is_there(snapshot):
    there = Tournament.objects.get(slug="bodensee-open-2026")
    before = dump(there)
    there.entries.update(name="someone else")
    Tournament.objects.filter(pk=there.pk).update(name="Changed since")

    (restored,) = restore_tournaments(snapshot, slugs=["bodensee-open-2026"], by=make_stranger())

    assert (restored.tournament.slug, restored.tournament.director) == ("bodensee-open-2026-2", make_stranger())
    assert dump(restored.tournament) == before
    there.refresh_from_db()
    assert (there.name, Tournament.objects.count()) == ("Changed since", 3)


def test_all_come_back_to_the_accounts_that_directed_them(snapshot):
    User.objects.all().delete()
    make_director()

    restored = restore_tournaments(snapshot)

    assert [(one.tournament.slug, one.tournament.director.username) for one in restored] == [
        ("bodensee-open-2026-2", "director"),
        ("winter-2026-2", "director"),
    ]


def test_a_form_sent_twice_sets_each_up_once(snapshot):
    key = uuid.uuid4()

    first, second = (restore_tournaments(snapshot, by=make_director(), request_key=key) for _click in range(2))

    assert [one.tournament for one in first] == [one.tournament for one in second]
    assert Tournament.objects.count() == 4


def test_one_that_cannot_be_read_brings_none_back(snapshot):
    write_into(snapshot, "UPDATE tournament_tournament SET currency = 'euro' WHERE name = 'Winter'")

    assert refusal(snapshot, restore_tournaments) == "archive_not_a_currency"


def test_what_is_not_in_it_is_refused(snapshot):
    assert refusal(snapshot, restore_tournaments, slugs=["summer"]) == "snapshot_lacks"
    assert refusal(snapshot, restore_tournaments, slugs=[]) == "snapshot_nothing_chosen"


@pytest.mark.costly
def test_a_snapshot_of_an_older_version_is_read_and_left_as_it_is(snapshot):
    # As a version left it that did not have these tables yet.
    write_into(
        snapshot,
        "DROP TABLE usersessions_usersession",
        "DELETE FROM django_migrations WHERE app = 'usersessions'",
    )
    before = snapshot.read_bytes()

    assert [(one.name, one.paired_count) for one in tournaments_in(snapshot)] == [("Winter", 0), ("Bodensee Open", 2)]
    assert snapshot.read_bytes() == before


def test_one_waits_for_another_that_is_being_read_and_says_so_when_it_takes_too_long(snapshot, monkeypatch):
    monkeypatch.setattr(reading, "PATIENCE_SECONDS", 0)

    with opened(snapshot):
        assert refusal(snapshot) == "snapshot_reading_another"

    assert len(tournaments_in(snapshot)) == 2


def test_a_snapshot_of_a_newer_version_is_refused(snapshot):
    write_into(
        snapshot,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_future', '2030-01-01')",
    )

    assert refusal(snapshot) == "snapshot_newer"


def test_a_tournament_with_an_impossible_date_is_not_listed(snapshot):
    write_into(snapshot, "UPDATE tournament_tournament SET date = 'someday'")

    assert refusal(snapshot) == "snapshot_broken"


@pytest.mark.parametrize("size", [0, 100, 100_000])
def test_a_snapshot_that_was_cut_off_is_refused(snapshot, size):
    with snapshot.open("r+b") as file:
        file.truncate(size)

    assert refusal(snapshot) == ("snapshot_foreign" if size == 0 else "snapshot_broken")


def test_a_snapshot_with_a_damaged_page_is_refused(snapshot):
    with snapshot.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * 8 * 4096)

    assert refusal(snapshot) == "snapshot_broken"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE tournament_pairing SET outcome = 'unheard of'", "snapshot_broken"),
        ("UPDATE tournament_tournament SET date = 'someday'", "snapshot_broken"),
        ("UPDATE tournament_tournament SET planned_rounds = 'many'", "snapshot_broken"),
        ("UPDATE tournament_tournament SET currency = 5", "archive_not_a_currency"),
        ("UPDATE tournament_entry SET name = CAST(x'ff' AS TEXT)", "snapshot_broken"),
    ],
)
def test_impossible_values_are_refused(snapshot, statement, code):
    write_into(snapshot, "PRAGMA ignore_check_constraints=ON", statement)

    assert refusal(snapshot, restore_tournaments) == code


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE recipes (cake TEXT)"],
        ["CREATE TABLE django_migrations (id INTEGER, app TEXT, name TEXT, applied TEXT)"],
    ],
)
def test_a_database_of_another_program_is_refused(tmp_path, statements):
    write_into(tmp_path / "other.sqlite3", *statements)

    assert refusal(tmp_path / "other.sqlite3") == "snapshot_foreign"


def test_a_database_with_code_of_its_own_is_refused(snapshot):
    write_into(
        snapshot, "CREATE TRIGGER t AFTER UPDATE ON tournament_entry BEGIN DELETE FROM tournament_tournament; END"
    )

    assert refusal(snapshot) == "snapshot_foreign"


@pytest.mark.parametrize("name", ["nothing.sqlite3", ""])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name):
    assert refusal(tmp_path / name) == "snapshot_not_readable"


def test_a_database_saved_from_a_broken_laptop_is_read_up_to_the_last_entry(tmp_path):
    make_tournament(entries=2)
    for ending in ("", "-wal"):
        shutil.copyfile(f"{connection.settings_dict['NAME']}{ending}", tmp_path / f"copied.sqlite3{ending}")

    assert [one.slug for one in tournaments_in(tmp_path / "copied.sqlite3")] == ["bodensee-open-2026"]


def test_a_director_may_take_their_own_and_those_of_nobody(snapshot):
    held, _winter = tournaments_in(snapshot)
    only_account = may_take(make_director(), held), may_take(User(username="other"), held)

    several = may_take(make_director(), held), may_take(make_stranger(), held)

    assert (only_account, several) == ((True, True), (True, False))


def test_helpers_are_no_further_accounts(snapshot):
    held, _winter = tournaments_in(snapshot)
    make_helper(make_tournament(entries=0))

    assert may_take(User(username="other"), held) is True

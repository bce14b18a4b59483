"""Snapshots are taken, and a place that takes none is told."""

import os
import shutil
import threading
from datetime import timedelta
from functools import partial

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tests.snapshots.conftest import no_file_beyond, rows_of
from tournament.actions.tournaments import close_tournament
from tournament.snapshots import taking
from tournament.snapshots.filling import SESSIONS
from tournament.snapshots.names import Reason, SnapshotName, read_name
from tournament.snapshots.taking import snapshot_before_draw, take_snapshot

ROUNDS = "SELECT number FROM tournament_round ORDER BY number"


def codes(problems):
    return [(problem.code, problem.values["folder"]) for problem in problems]


def files(folder):
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


def only_file(folder):
    (name,) = files(folder)
    return folder / name


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_holds_what_stands_and_nobody_s_session(data_folder, stick):
    tournament = make_tournament(entries=4, played=1)
    Session.objects.create(session_key="secret", session_data="x", expire_date=timezone.now())
    UserSession.objects.create(session_key="secret", ip="192.168.1.30", user=User.objects.get())

    problems = snapshot_before_draw(tournament, 2)

    file = only_file(data_folder / "snapshots")
    assert (problems, only_file(stick).read_bytes()) == ((), file.read_bytes())
    assert (read_name(file.name).reason, read_name(file.name).round_number) == (Reason.BEFORE_ROUND, 2)
    assert read_name(file.name).slug == tournament.slug
    assert (rows_of(file, ROUNDS), rows_of(file, "SELECT username FROM auth_user")) == ([(1,)], [("director",)])
    assert [rows_of(file, f"SELECT * FROM {table}") for table in SESSIONS] == [[], []]
    assert (b"secret" in file.read_bytes(), b"192.168.1.30" in file.read_bytes()) == (False, False)
    assert rows_of(file, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.django_db
def test_before_what_is_no_draw_nothing_is_taken(data_folder):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)

    for number in (1, 3):
        snapshot_before_draw(tournament, number)
    play_round(tournament.rounds.get())
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()
    snapshot_before_draw(tournament, 2)

    assert files(data_folder / "snapshots") == []


@pytest.mark.django_db
def test_a_missing_stick_is_told_and_its_folder_is_not_made_on_the_laptop(data_folder, stick):
    stick.rmdir()

    problems = take_snapshot(Reason.BY_HAND)

    assert codes(problems) == [("snapshot_place_missing", stick)]
    assert (stick.exists(), len(files(data_folder / "snapshots"))) == (False, 1)


@pytest.mark.django_db
def test_a_disk_that_takes_no_file_is_told_and_keeps_no_half_one(data_folder, stick):
    take_snapshot(Reason.BY_HAND)
    (whole,) = files(stick)
    with no_file_beyond(100_000):
        problems = take_snapshot(Reason.BEFORE_UPGRADE)

    assert codes(problems) == [("snapshot_failed", data_folder / "snapshots"), ("snapshot_failed", stick)]
    assert (files(stick), files(data_folder / "snapshots")) == ([whole], [whole])


@pytest.mark.django_db
def test_a_full_stick_is_told_and_keeps_no_half_file(data_folder, stick):
    take_snapshot(Reason.BY_HAND)
    only_file(stick).unlink()
    name = read_name(only_file(data_folder / "snapshots").name)
    with no_file_beyond(100_000):
        problem = taking._attempt(stick, name, partial(shutil.copyfile, data_folder / "snapshots" / str(name)))

    assert (codes([problem]), files(stick)) == ([("snapshot_place_full", stick)], [])


@pytest.mark.django_db
def test_a_place_that_is_a_file_is_told(data_folder, stick):
    stick.rmdir()
    stick.write_text("in the way")

    assert codes(take_snapshot(Reason.BY_HAND)) == [("snapshot_place_missing", stick)]


@pytest.mark.django_db
def test_where_the_first_place_takes_none_the_second_still_does(data_folder, stick):
    (data_folder / "snapshots").write_text("in the way")

    problems = take_snapshot(Reason.BY_HAND)

    assert codes(problems) == [("snapshot_failed", data_folder / "snapshots")]
    assert rows_of(only_file(stick), "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.django_db
def test_a_second_place_that_hangs_holds_nobody_up_and_is_written_in_the_end(data_folder, stick):
    released = threading.Event()
    taking._second_place_writer.submit(released.wait)

    problems = take_snapshot(Reason.BY_HAND, patience=0)
    in_the_meantime = files(stick)
    released.set()
    taking._second_place_writer.submit(int).result()

    assert (codes(problems), in_the_meantime) == ([("snapshot_place_slow", stick)], [])
    assert (files(stick), taking.last_problems) == (files(data_folder / "snapshots"), {})


@pytest.mark.django_db
def test_each_place_is_thinned_out_of_its_own_snapshots_only(data_folder, stick):
    # Of one day, whatever time it is now.
    noon = timezone.now().replace(hour=12) - timedelta(days=5)
    names = [str(SnapshotName(noon - timedelta(minutes=minute), Reason.BY_HAND)) for minute in (0, 1)]
    for name in (*names, "holiday.sqlite3", ".draft-of-last-week", ".draft-under-way"):
        (stick / name).write_text("")
    os.utime(stick / ".draft-of-last-week", (0, 0))

    take_snapshot(Reason.BY_HAND)

    (taken,) = files(data_folder / "snapshots")
    assert files(stick) == [".draft-under-way", names[0], taken, "holiday.sqlite3"]


@pytest.mark.django_db(transaction=True)
def test_a_change_under_way_is_not_waited_for(data_folder, transactional_db):
    make_tournament(entries=2)
    with connection.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        User.objects.update(username="renamed")

        assert take_snapshot(Reason.BY_HAND) == ()

        cursor.execute("ROLLBACK")
    assert rows_of(only_file(data_folder / "snapshots"), "SELECT username FROM auth_user") == [("director",)]

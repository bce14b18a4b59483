"""Snapshots of PostgreSQL: what `pg_dump` writes, and that `pg_restore` gives it back."""

import os
import subprocess

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils import timezone

from tests.factories import make_tournament, stored_rows
from tournament.engine.refusals import Refused
from tournament.models import Tournament
from tournament.snapshots.kept import kept_snapshots
from tournament.snapshots.names import Reason
from tournament.snapshots.reading import tournaments_in
from tournament.snapshots.taking import snapshot_before_deletion, snapshot_before_draw, take_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


def taken():
    (snapshot,) = kept_snapshots().snapshots
    return snapshot.file


def test_what_was_dumped_comes_back_as_it_was_with_nobody_s_session(data_folder):
    make_tournament(entries=4, played=1)
    Session.objects.create(session_key="secret", session_data="x", expire_date=timezone.now())
    before = stored_rows()

    problems = take_snapshot(Reason.BY_HAND)
    Tournament.objects.update(name="Something else")
    (_shell, *command), secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, ["-d"])
    connection.close()
    connection.close_pool()
    restore = ["pg_restore", "--clean", "--if-exists", "--no-owner", *command, taken()]
    subprocess.run(restore, env={**os.environ, **secrets}, check=True, timeout=60)

    assert (problems, stored_rows(), Session.objects.count()) == ((), before, 0)


def test_a_dump_is_told_to_be_read_by_its_own_means(data_folder):
    take_snapshot(Reason.BY_HAND)

    with pytest.raises(Refused) as refused:
        tournaments_in(taken())

    assert (refused.value.code, refused.value.values) == ("snapshot_is_a_dump", {"file": taken()})


def test_a_draw_waits_for_no_copy_of_all_clubs_but_a_deletion_does(data_folder):
    tournament = make_tournament(entries=4)

    before_draw = snapshot_before_draw(tournament, 1)
    file, problems = snapshot_before_deletion(tournament)

    assert (before_draw, problems, file) == ((), (), taken())


def test_what_pg_dump_complains_of_is_told(data_folder, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", "nowhere")

    (problem,) = take_snapshot(Reason.BY_HAND)

    assert (problem.code, 'database "nowhere" does not exist' in problem.values["reason"]) == ("snapshot_failed", True)

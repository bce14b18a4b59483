"""What each kept version has made comes up under this one, in the middle of an evening with fees."""

import gzip
import json
from pathlib import Path

import pytest
from django.db import connections
from django.db.models import Sum

from tests.earlier.keep import FOLDER
from tests.factories import enter_result, make_director
from tournament.actions.journal import history, undo
from tournament.actions.rounds import draw_round
from tournament.archive.checks import read_archive
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.archive.dump import dump
from tournament.archive.format import written
from tournament.archive.storing import restore
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Club, Tournament, Voucher
from tournament.snapshots.reading import opened
from tournament.snapshots.restoring import restore_tournaments

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]
VERSIONS = sorted(folder.name for folder in FOLDER.iterdir())


def unpacked(version: str, name: str, folder: Path) -> Path:
    file = folder / name
    file.write_bytes(gzip.decompress((FOLDER / version / f"{name}.gz").read_bytes()))
    return file


def facts(archive: bytes) -> tuple[object, ...]:
    """What an archive tells, its money included."""
    read = read_archive(archive)
    players = [(one.name, one.club, one.fee_paid, one.fee_waived) for one in read.players]
    return read.name, read.date, read.venue, read.record, read.fee, read.prizes, players, read.is_closed


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_comes_up_as_it_stood_and_the_evening_goes_on(version, tmp_path):
    kept = (FOLDER / version / "tournament.json").read_bytes()

    with opened(unpacked(version, "database.sqlite3", tmp_path)):
        running = Tournament.objects.get(is_closed=False)
        assert facts(dump(running)) == facts(kept)
        assert all_is_in_order()
        play_the_round_and_draw_the_next(running)
        undo(history(running).undoable, by=make_director())
        assert running.rounds.count() == 2
        assert all_is_in_order()


def all_is_in_order():
    """No row points into nothing, and a voucher stands for each payment, refund and prize."""
    with connections["default"].cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []
    for tournament in Tournament.objects.all():
        paid = tournament.entries.aggregate(cents=Sum("paid_cents"))["cents"]
        refunded = tournament.entries.aggregate(cents=Sum("refunded_cents"))["cents"]
        spent = tournament.prizes.aggregate(cents=Sum("price_cents"))["cents"]
        vouched = {
            movement: Voucher.objects.filter(tournament=tournament, movement=movement, cancelled_at=None).aggregate(
                cents=Sum("cents")
            )["cents"]
            or 0
            for movement in ("fee", "refund", "prize")
        }
        assert vouched == {"fee": paid, "refund": refunded, "prize": spent}
    return True


def play_the_round_and_draw_the_next(running):
    round_ = running.rounds.get(number=2)
    for pairing in round_.pairings.filter(outcome="played"):
        assert (pairing.first_points, pairing.second_points) == (3, 1)
    for pairing in round_.pairings.filter(outcome="pending"):
        enter_result(pairing, Result(Outcome.PLAYED, (3, 2)))
    draw_round(running, by=make_director(), number=3, draw_seed="konstanz")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_is_imported_with_all_its_tournaments(version, tmp_path):
    restored = restore_tournaments(unpacked(version, "backup.sqlite3", tmp_path))

    assert [one.disagreements for one in restored] == [()] * len(restored)
    running = Tournament.objects.get(is_closed=False)
    assert facts(dump(running)) == facts((FOLDER / version / "tournament.json").read_bytes())


@pytest.mark.parametrize("version", VERSIONS)
def test_an_archive_is_imported(version):
    kept = (FOLDER / version / "tournament.json").read_bytes()

    restored = restore(kept, by=make_director())

    assert restored.disagreements == ()
    assert facts(dump(restored.tournament)) == facts(kept)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_file_of_a_club_is_imported(version):
    kept = (FOLDER / version / "club.json").read_bytes()
    file, club = read_club(kept), Club.objects.get()

    restore_club(file, club, by=None, chosen={}, expected=ClubPlan(file, club).mark)

    stored = [facts(dump(tournament)) for tournament in Tournament.objects.order_by("pk")]
    assert stored == [facts(written(one.archive)) for one in file.tournaments]
    assert sorted(club.persons.values_list("name", flat=True)) == sorted(
        person["name"] for person in json.loads(kept)["persons"]
    )

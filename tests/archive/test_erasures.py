"""A file says who was erased, without a name, so that no import brings them back unasked, on whichever computer."""

import json
from datetime import date

import pytest

from tests.actions.test_persons_register import evening, person
from tests.factories import draw_next_round, entry_of, make_director, make_member, only_club
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.persons import forget_person, forget_registered
from tournament.actions.seasons import NewMatch, import_matches
from tournament.actions.tournaments import delete_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.models import Tournament
from tournament.queries.persons import registered_of
from tournament.queries.seasons import forgotten_in_list

pytestmark = pytest.mark.django_db
ANNA = ("Anna Keller",)


@pytest.fixture
def played():
    made = evening(1, "Anna Keller", "Bo Kurz", "Cem")
    change_settings(only_club(), by=make_member("director"), name="BC Bodensee", place="Konstanz")
    import_matches(
        only_club(),
        by=make_member("director"),
        name="2019.csv",
        matches=[NewMatch(date(2019, 3, 1), "Anna Keller", "Bo Kurz", 5)],
    )
    draw_next_round(made)
    return made


@pytest.fixture
def before(played):
    """The archive and the club file from before Anna was erased."""
    files = dump(played), dump_club(only_club())
    (anna,) = registered_of(make_member("director"), [person(played).pk])
    forget_registered(anna.registered, by=make_member("director"), entries=anna.entries, requests=())
    return files


def moved(data, slug):
    """The club as it stands on another computer, after the import of its file."""
    return restore_club(read_club(data), club_called(slug), by=None)[0]


def refused_by(archive, club):
    with pytest.raises(Refused) as refusal:
        restore(archive, by=None, club=club)
    return refusal.value.code, refusal.value.values["erased"]


def assert_asks_first(club, before):
    archive, file = before
    assert refused_by(archive, club) == ("archive_names_forgotten", ANNA)
    assert ClubPlan(read_club(file), club).forgotten == ANNA
    assert forgotten_in_list([(date(2019, 3, 1), "Anna Keller", "Bo Kurz", 5)], club) == ANNA


def test_a_club_that_has_moved_asks_before_a_file_of_before_brings_somebody_back(played, before):
    first = moved(dump_club(only_club_of(played)), "first")
    second = moved(dump_club(first), "second")

    assert_asks_first(first, before)
    assert_asks_first(second, before)


def only_club_of(played):
    return Tournament.objects.get(pk=played.pk).club


def test_an_evening_that_is_deleted_stays_known_here_and_where_the_club_moves(played, before):
    home = only_club_of(played)
    delete_tournament(played, by=make_member("director"), confirmed=played.name)
    data = dump_club(home)
    copy = moved(data, "copy")

    assert_asks_first(home, before)
    assert_asks_first(copy, before)
    assert (dump_club(home), dump_club(copy)) == (data, data)
    assert "Anna" not in data.decode()


def test_an_archive_of_one_evening_carries_its_own_and_comes_in_without_a_question(played, before):
    data = dump(Tournament.objects.get(pk=played.pk))
    copy = club_called("copy")

    restored = restore(data, by=None, club=copy).tournament

    assert json.loads(data)["erased"] == [{"number": 1}]
    assert dump(restored) == data
    assert refused_by(before[0], copy) == ("archive_names_forgotten", ANNA)


def test_an_evening_called_otherwise_since_is_known_as_it_was(played, before):
    evening_now = Tournament.objects.get(pk=played.pk)
    Tournament.objects.filter(pk=played.pk).update(name="Cup", date=date(2026, 12, 24))
    evening_now.refresh_from_db()
    copy = restore(dump(evening_now), by=None, club=club_called("copy")).tournament

    assert json.loads(dump(copy))["erased"] == [{"number": 1, "date": "2026-01-01", "evening": played.name}]
    assert dump(copy) == dump(evening_now)
    assert refused_by(before[0], copy.club) == ("archive_names_forgotten", ANNA)


def test_whoever_is_erased_twice_is_noted_once_and_what_is_published_names_no_erasure(played, before):
    forget_person(entry_of(played, 1), by=make_director())
    evening_now = Tournament.objects.get(pk=played.pk)

    assert json.loads(dump(evening_now))["erased"] == [{"number": 1}]
    assert "erased" not in json.loads(dump(evening_now, for_publishing=True))


def test_an_archive_from_after_the_erasure_comes_in_again_where_its_evening_was_deleted(played, before):
    home = only_club_of(played)
    data = dump(Tournament.objects.get(pk=played.pk))
    delete_tournament(played, by=make_member("director"), confirmed=played.name)

    assert dump(restore(data, by=None, club=home).tournament) == data

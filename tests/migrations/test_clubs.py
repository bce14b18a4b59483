"""A database from before tournaments belonged to clubs."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import entry_of, make_director, make_helper, make_stranger, make_tournament
from tournament.actions.persons import forget_person
from tournament.actions.players import NewPlayer
from tournament.models import Club, Entry, JournalLine, Membership, Person

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]
BEFORE = [("tournament", "0013_transcripts")]


def evening(day, *players, **fields):
    """A tournament of January with these players, each written as "name" or "name; club"."""
    seen = []
    for player in players:
        name, _separator, club = player.partition("; ")
        seen.append(NewPlayer(name, club, sum(other.name == name for other in seen)))
    return make_tournament(players=seen, date=date(2026, 1, day), language="en", **fields)


@pytest.fixture
def migrated():
    """Two namesakes of different clubs, one name in two spellings of capitals, two who were forgotten, a practice."""
    evening(1, "Hans Maier; Ulm", "Hans Maier; Wien", "Zoë", "Forgotten")
    second = evening(2, "ZOË", "Hans Maier; Wien", "Ida", "Forgotten")
    evening(3, "Zoë", is_practice=True)
    for entry in Entry.objects.filter(name="Forgotten"):
        forget_person(entry, by=make_director())
    make_stranger()
    make_helper(second)
    # Clubs had no journal then.
    JournalLine.objects.filter(tournament=None).delete()
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_everything_belongs_to_one_club_with_its_directors_and_everybody_who_played(migrated):
    belongs_to_one_club_that_has_no_name_yet()
    every_account_directs_in_it_and_no_helper()
    equal_names_are_one_person_and_namesakes_in_one_tournament_are_not()
    practice_makes_nobody_known()


def belongs_to_one_club_that_has_no_name_yet():
    club = Club.objects.get()

    assert (club.slug, club.name, club.tournaments.count()) == ("club", "", 3)


def every_account_directs_in_it_and_no_helper():
    accounts = User.objects.filter(username__in=("director", "stranger"))

    assert sorted(Membership.objects.values_list("account", "role")) == sorted(
        (account.pk, "director") for account in accounts
    )


def equal_names_are_one_person_and_namesakes_in_one_tournament_are_not():
    people = {}
    for entry in Entry.objects.filter(tournament__is_practice=False).select_related("person", "tournament"):
        played = f"{entry.name}; {entry.club}" if entry.club else entry.name
        people.setdefault(entry.person, []).append((entry.tournament.date.day, played))

    assert sorted(sorted(entries) for entries in people.values()) == [
        [(1, "Hans Maier; Ulm")],
        [(1, "Hans Maier; Wien"), (2, "Hans Maier; Wien")],
        [(1, "Player 4")],
        [(1, "Zoë"), (2, "ZOË")],
        [(2, "Ida")],
        [(2, "Player 4")],
    ]
    assert sorted(Person.objects.values_list("name", "key")) == [
        ("", ""),
        ("", ""),
        ("Hans Maier", "hans maier"),
        ("Hans Maier", "hans maier"),
        ("Ida", "ida"),
        ("ZOË", "zoë"),
    ]


def practice_makes_nobody_known():
    assert entry_of(Club.objects.get().tournaments.get(is_practice=True), 1).person is None

"""Who is found by a name."""

import pytest

from tests.factories import entry_of, make_director, make_stranger, make_tournament
from tournament.actions.players import NewPlayer, change_entry
from tournament.models import Tournament
from tournament.queries.persons import entries_of, names_ever, persons_like

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournaments():
    """Jörg Weiß in two tournaments of the director and in one of somebody else."""
    made = [
        make_tournament(players=[NewPlayer("Jörg Weiß", "BC Ulm"), NewPlayer("Bo")], name=name, played=1)
        for name in ("First", "Second", "Foreign")
    ]
    Tournament.objects.filter(name="Foreign").update(director=make_stranger())
    return made


def found(typed, user=None):
    persons = persons_like(user or make_director(), typed)
    return [(person.name, [entry.tournament.name for entry in person.entries]) for person in persons]


@pytest.mark.parametrize("typed", ["jorg", "WEISS jö", " weiß "])
def test_a_person_is_found_in_the_directors_tournaments_alone(tournaments, typed):
    assert found(typed) == [("Jörg Weiß", ["Second", "First"])]
    assert found(typed, make_stranger()) == [("Jörg Weiß", ["Foreign"])]


@pytest.mark.parametrize("typed", ["", "\u200b", "nobody", "jorg bo"])
def test_nobody_is_found_by_nothing_or_by_another_name(tournaments, typed):
    assert found(typed) == []


def test_entries_of_others_are_not_given_out(tournaments):
    keys = [entry_of(tournament, 1).pk for tournament in tournaments]

    assert [entry.tournament.name for entry in entries_of(make_director(), keys)] == ["Second", "First"]


def test_every_name_is_known_that_an_entry_ever_had(tournaments):
    entry = entry_of(tournaments[0], 1)
    change_entry(entry, by=make_director(), name="Jörg Weiss")

    assert names_ever(entry) == {"Jörg Weiß", "Jörg Weiss"}

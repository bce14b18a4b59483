"""People who have played before and are not on the list yet."""

from datetime import date

import pytest

from tests.factories import make_member, make_tournament
from tournament.actions.clubs import club_called
from tournament.actions.players import NewPlayer
from tournament.models import Tournament
from tournament.queries.persons import KnownPlayer, known_players

pytestmark = pytest.mark.django_db


def evening(day, *players):
    """A tournament of January with these players, each written as "name" or "name; club"."""
    seen = []
    for player in players:
        name, _separator, club = player.partition("; ")
        seen.append(NewPlayer(name, club, sum(other.name == name for other in seen)))
    return make_tournament(players=seen, date=date(2026, 1, day))


def suggested(typed, *present):
    """Who is suggested where these are on the list already, as "name; club"."""
    tournament = evening(31, *present)
    found = known_players(tournament, typed)
    return [f"{player.name}; {player.club}" if player.club else player.name for player in found]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("jorg", ["Jörg Weiß"]),
        ("JÖRG", ["Jörg Weiß"]),
        ("weiss", ["Jörg Weiß"]),
        ("luk", ["Łukasz Öz-Müller"]),
        ("mueller", ["Łukasz Öz-Müller"]),
        ("mul", ["Łukasz Öz-Müller"]),
        ("weis j", ["Jörg Weiß"]),
        ("  jorg   w ", ["Jörg Weiß"]),
        ("(the", ["Ann (the dice)"]),
        ("jorg x", []),
        ("ulm", []),
        ("", []),
        ("\u200b ", []),
    ],
)
def test_a_name_is_found_without_its_marks(typed, found):
    evening(1, "Jörg Weiß", "Łukasz Öz-Müller", "Ann (the dice)")

    assert suggested(typed) == found


def test_names_with_a_word_that_begins_so_come_first():
    evening(1, "Joanna", "Zoë Hanna", "Hanna", "Annika Z", "Anna-Lena B")

    assert suggested("an") == ["Anna-Lena B", "Annika Z", "Hanna", "Joanna", "Zoë Hanna"]
    assert suggested("ha") == ["Hanna", "Zoë Hanna"]


def test_six_are_suggested_at_most():
    evening(1, *(f"Anna {number}" for number in range(9)))

    assert suggested("anna") == [f"Anna {number}" for number in range(6)]


def test_nobody_is_suggested_from_a_practice_tournament():
    evening(1, "Anna")
    Tournament.objects.update(is_practice=True)

    assert suggested("anna") == []


def test_a_name_is_one_person_with_the_club_of_the_newest_tournament():
    evening(1, "Anna; Ulm")
    evening(3, "anna; Wien")
    evening(2, "Anna; Graz")

    assert suggested("anna") == ["anna; Wien"]


def test_two_of_a_name_in_one_tournament_are_two_people():
    evening(1, "Anna; Ulm", "Anna; Wien")
    evening(2, "Anna; Ulm")

    assert suggested("anna") == ["Anna; Ulm", "Anna; Wien"]


def test_who_is_on_the_list_is_not_suggested():
    evening(1, "Anna; Ulm", "Annika")

    assert suggested("ann", "ANNA; Wien") == ["Annika"]


@pytest.mark.parametrize(
    ("present", "found"),
    [
        (["Anna; Wien"], ["Anna; Ulm"]),
        (["Anna; Graz"], ["Anna; Ulm", "Anna; Wien"]),
        (["Anna; Graz", "Anna"], []),
        (["Anna; Ulm", "Anna; Wien"], []),
    ],
)
def test_of_two_with_one_name_the_one_on_the_list_is_told_by_the_club(present, found):
    evening(1, "Anna; Ulm", "Anna; Wien")

    assert suggested("anna", *present) == found


def test_a_namesake_of_somebody_on_the_list_is_meant_when_entered():
    evening(1, "Anna; Ulm", "Anna; Wien")
    tournament = evening(2, "Anna; Ulm")

    assert known_players(tournament, "anna") == (KnownPlayer("Anna", "Wien", namesakes=1),)


def test_two_who_cannot_be_told_apart_are_suggested_once():
    evening(1, "Anna", "Anna")

    assert suggested("anna") == ["Anna"]
    assert suggested("anna", "Anna") == ["Anna"]


def test_the_players_of_another_club_are_not_suggested():
    make_member("director")
    evening(1, "Anna")
    evening(2, "Annika")
    Tournament.objects.filter(date=date(2026, 1, 1)).update(club=club_called("ulm"))

    assert suggested("ann") == ["Annika"]


def test_many_evenings_take_as_many_queries_as_one(django_assert_num_queries):
    for day in range(1, 10):
        evening(day, "Anna", f"Annika {day}")
    tournament = evening(31)

    with django_assert_num_queries(2):
        known_players(tournament, "anna")

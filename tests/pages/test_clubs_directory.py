"""The directory of clubs: who is found, and what each of them plays next."""

from datetime import date, timedelta

import pytest

from tests.factories import draw_next_round, make_tournament, only_club
from tournament.models import Club, Tournament
from tournament.pages.clubs import directory
from tournament.pages.players import ROWS
from tournament.queries.clubs import named_clubs

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 20)


def make_club(name, place=""):
    return Club.objects.create(slug=name.lower().replace(" ", "-"), name=name, place=place)


def make_evening(club, name, days, **fields):
    day = TODAY + timedelta(days=days)
    return Tournament.objects.create(club=club, slug=name.lower(), name=name, date=day, **fields)


def found(typed="", part=1):
    return [row["club"].name for row in directory(named_clubs(), typed, part, TODAY).rows]


def evening():
    (row,) = directory(named_clubs(), "", 1, TODAY).rows
    tournament, is_running = row["evening"] or (None, False)
    return tournament and (tournament.name, is_running)


def test_the_clubs_stand_in_the_order_of_their_names_and_those_without_one_nowhere():
    for name in ("Zürich", "Öhringen", "Oberndorf", "Paris", ""):
        make_club(name)

    assert found() == ["Oberndorf", "Öhringen", "Paris", "Zürich"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("bodensee", ["BC Bodensee"]),
        ("KONSTANZ", ["BC Bodensee", "Konstanzer Würfel"]),
        ("wurfel konst", ["Konstanzer Würfel"]),
        ("  ", ["BC Bodensee", "Konstanzer Würfel"]),
        ("ulm", []),
        ("\x00", []),
    ],
)
def test_a_club_is_found_by_every_word_of_its_name_or_town(typed, names):
    make_club("BC Bodensee", "Konstanz")
    make_club("Konstanzer Würfel")

    assert found(typed) == names


def test_a_long_list_comes_in_parts_and_beyond_the_last_is_the_first():
    Club.objects.bulk_create(Club(slug=f"club-{n}", name=f"Club {n:03}") for n in range(ROWS + 1))

    assert found(part=2) == [f"Club {ROWS:03}"]
    assert found(part=3) == found(part=1) == [f"Club {n:03}" for n in range(ROWS)]


def test_the_evening_that_runs_comes_before_the_next_one():
    club = only_club()
    Club.objects.update(name="BC Konstanz")
    assert evening() is None

    for name, days in (("Later", 14), ("Next", 7), ("Missed", -1)):
        make_evening(club, name, days)
    make_evening(club, "Rehearsal", 1, is_practice=True)
    assert evening() == ("Next", False)

    running = make_tournament(entries=2, name="Tonight", date=TODAY - timedelta(days=1))
    draw_next_round(running)
    assert evening() == ("Tonight", True)

    Tournament.objects.filter(pk=running.pk).update(is_closed=True)
    assert evening() == ("Next", False)


def test_an_evening_whose_first_round_is_hidden_has_not_begun():
    tonight = make_tournament(entries=2, name="Tonight", date=TODAY)
    Club.objects.update(name="BC Konstanz")
    draw_next_round(tonight)
    tonight.rounds.update(is_hidden=True)

    assert evening() == ("Tonight", False)


def test_however_many_clubs_and_evenings_are_read_in_two_queries(django_assert_num_queries):
    clubs = [make_club(f"Club {number}") for number in range(20)]
    for club in clubs:
        for days in range(3):
            make_evening(club, f"{club.slug}-{days}", days)

    with django_assert_num_queries(2):
        rows = directory(named_clubs(), "", 1, TODAY).rows

    assert {row["evening"][0].date for row in rows} == {TODAY}

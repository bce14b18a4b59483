"""Who is ranked by rating, and what is said of the others."""

from datetime import date

import pytest

from tests.factories import make_tournament, only_club
from tournament.models import Club, ImportedMatch, MatchImport, Person
from tournament.pages.seasons import months_before, ranked_first, rating_rows
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

TODAY = date(2026, 11, 22)


@pytest.fixture
def club(db):
    make_tournament(entries=0)
    Club.objects.update(rates=True, rating_ramp="none")
    return only_club()


def played(club, day, winner, loser, length):
    stored, _made = MatchImport.objects.get_or_create(
        club=club, name="list", counts=True, defaults={"at": "2026-01-01T00:00Z"}
    )
    persons = [
        Person.objects.filter(name=name).first() or Person.objects.create(club=club, name=name, key=name.lower())
        for name in (winner, loser)
    ]
    ImportedMatch.objects.create(
        match_import=stored, position=stored.matches.count() + 1, date=day,
        winner=persons[0], loser=persons[1], match_length=length,
    )  # fmt: skip


def rows(club):
    return {row.name: row for row in rating_rows(years_of(with_edition(club)), TODAY)}


def test_ranked_is_who_is_active_and_has_played_enough(club):
    played(club, date(2025, 11, 21), "Gone", "Old", 25)
    played(club, date(2025, 11, 21), "Gone", "Old", 25)
    played(club, date(2025, 11, 22), "Old", "New", 25)

    found = rows(club)

    assert {name: (row.rank, row.is_active) for name, row in found.items()} == {
        "Gone": (None, False),
        "Old": (1, True),
        "New": (None, True),
    }
    assert [row.name for row in ranked_first(tuple(found.values()))] == ["Old", "New"]


def test_without_months_everybody_is_active(club):
    played(club, date(2001, 1, 1), "A", "B", 50)
    Club.objects.update(rating_months=0)

    assert [(row.rank, row.name) for row in rows(only_club()).values()] == [(1, "A"), (2, "B")]


def test_the_change_is_that_since_the_month_began(club):
    played(club, date(2026, 10, 31), "A", "B", 9)
    played(club, date(2026, 11, 1), "C", "B", 9)

    found = rows(club)

    assert (found["A"].change, round(found["A"].rating)) == (0, 1506)
    assert found["C"].change == found["C"].rating - 1500
    assert found["B"].change == pytest.approx(-found["C"].change)
    assert found["B"].last == date(2026, 11, 1)


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 11, 22), 12, date(2025, 11, 22)),
        (date(2026, 1, 31), 2, date(2025, 11, 30)),
        (date(2024, 2, 29), 12, date(2023, 2, 28)),
    ],
)
def test_months_are_counted_back_to_the_same_day_or_the_last_of_the_month(day, months, before):
    assert months_before(day, months) == before

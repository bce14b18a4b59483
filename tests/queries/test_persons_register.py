"""Who is in the register of a club, who is found there, and who may be one person."""

from datetime import date

import pytest
from django.utils.timezone import now

from tests.actions.test_persons_register import evening, person
from tests.factories import draw_next_round, entry_of, make_director, make_member, only_club
from tournament.actions.persons import forget_person, merge_persons
from tournament.models import ImportedMatch, MatchImport, Person
from tournament.queries.persons import handed_out, likely_doubles, matching_names, register

pytestmark = pytest.mark.django_db


def doubles(*evenings):
    for day, players in enumerate(evenings, start=1):
        evening(day, *players)
    return [(first.name, second.name) for first, second in likely_doubles(register(only_club()))]


def test_everybody_stands_there_by_name_with_evenings_and_the_last_day():
    draw_next_round(evening(1, "Zoë", "Ida"))
    draw_next_round(evening(2, "Zoë", "Bo"))
    draw_next_round(evening(3, "Zoë", "Ida", is_practice=True))
    evening(4, "Zoë", "Cem")

    rows = register(only_club())

    assert [(row.person.name, row.evenings, row.last) for row in rows] == [
        ("Bo", 1, date(2026, 1, 2)),
        ("Cem", 0, None),
        ("Ida", 1, date(2026, 1, 1)),
        ("Zoë", 2, date(2026, 1, 2)),
    ]


def test_who_has_only_played_in_earlier_years_is_in_it():
    known = evening(1, "Zoë")
    early = Person.objects.create(club=only_club(), name="Ida", key="ida")
    came = MatchImport.objects.create(club=only_club(), name="2019.csv", at=now(), counts=True)
    match = {"match_import": came, "position": 1, "date": date(2019, 3, 1), "match_length": 5}
    ImportedMatch.objects.create(**match, winner=entry_of(known, 1).person, loser=early)

    assert [(row.person.name, row.evenings) for row in register(only_club())] == [("Ida", 0), ("Zoë", 0)]


def test_who_is_forgotten_is_not_in_it():
    forget_person(entry_of(evening(1, "Zoë", "Ida"), 1), by=make_director())

    assert [row.person.name for row in register(only_club())] == ["Ida"]


@pytest.mark.parametrize(
    ("typed", "found"), [("zoe", ["Zoë Keller"]), ("ke z", ["Zoë Keller"]), ("", ["Ida", "Zoë Keller"]), ("x", [])]
)
def test_a_name_is_found_without_its_marks(typed, found):
    evening(1, "Zoë Keller", "Ida")

    assert [row.person.name for row in matching_names(register(only_club()), typed)] == found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Zoe Keller", "Zoë Keller"),
        ("Keller Zoë", "Zoë Keller"),
        ("Zoë Kelle", "Zoë Keller"),
        ("Zoë Kellr", "Zoë Keller"),
        ("Zoë Kelter", "Zoë Keller"),
        ("Zoë Kelelr", "Zoë Keller"),
        ("Zoë K.", "Zoë Keller"),
        ("Zoë-Marie Keller", "Zoë Marie Keller"),
    ],
)
def test_names_that_are_alike_may_be_one_person(first, second):
    assert doubles([first], [second, "Ida"]) == [tuple(sorted((first, second)))]


@pytest.mark.parametrize(
    ("first", "second"), [("Zoë Keller", "Zoë Kummer"), ("Jo", "Bo"), ("Anna", "Ann"), ("Zoë Keller", "Zoë Kessel")]
)
def test_names_that_differ_are_two_people(first, second):
    assert doubles([first], [second]) == []


def test_who_has_played_beside_somebody_is_somebody_else():
    assert doubles(["Zoe Keller", "Zoë Keller"]) == []


def test_the_register_takes_as_many_queries_for_many_as_for_few(django_assert_num_queries):
    for day in range(1, 6):
        evening(day, *(f"Player {number}" for number in range(day + 2)))

    club = only_club()
    with django_assert_num_queries(4):
        likely_doubles(register(club))


def test_lists_that_keep_a_name_are_of_every_drawn_evening_of_all_that_were_merged_the_newest_first():
    first, second, _undrawn = evening(1, "Zoe Keller", "Bo"), evening(2, "Zoë Keller", "Bo"), evening(3, "Zoe Keller")
    for each in (first, second):
        draw_next_round(each)
    merge_persons(only_club(), by=make_member("ada"), person=person(second).pk, into=person(first).pk)

    assert handed_out(person(first)) == handed_out(person(second)) == (second, first)

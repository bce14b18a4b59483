"""Hundreds of evenings and persons: every page of a club stays small enough for a phone, and asks no more."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import only_club
from tests.views.test_many_players import LONG, MOST_BYTES
from tournament.machine.cache import clear_cache
from tournament.models import Club, Entry, Pairing, Person, Round, Season, Tournament

pytestmark = pytest.mark.django_db
FIRST = date(2020, 1, 3)
PAGES = ("club", "evenings", "season", "season_course", "season_order", "ratings")


def long_years(persons, evenings, regulars=10):
    """A club whose regulars come every time, all others in turn, with names as long as they can be; everybody meets
    the next in the list of the evening.
    """
    club = only_club()
    Club.objects.filter(pk=club.pk).update(slug=f"many-{persons}-{evenings}", name="Many", rates=True)
    club.refresh_from_db()
    Person.objects.bulk_create(
        Person.called(f"{LONG * 2}{number}".rjust(100, "x"), club) for number in range(1, persons + 1)
    )
    everybody = list(Person.objects.filter(club=club).order_by("pk"))
    others = everybody[regulars:]
    for number in range(evenings):
        evening = Tournament.objects.create(
            club=club, slug=f"{club.slug}-{number}", name=(LONG * 3)[:100], date=FIRST + timedelta(weeks=number),
            planned_rounds=1, draw_seed="6 5 4 3", is_closed=True,
        )  # fmt: skip
        there = everybody[:regulars] + others[number::evenings]
        entries = [Entry(tournament=evening, number=nth, name=one.name, person=one) for nth, one in enumerate(there, 1)]
        Entry.objects.bulk_create(entries)
        played = Round.objects.create(tournament=evening, number=1, planned_rounds=1)
        Pairing.objects.bulk_create(
            Pairing(
                round=played, position=nth, table=nth, outcome="played", first_points=3, second_points=1,
                first=entries[2 * nth - 2], second=entries[2 * nth - 1],
            )
            for nth in range(1, len(entries) // 2 + 1)
        )  # fmt: skip
    Season.objects.create(club=club, key="all", name="All", begins=FIRST, ends=date(2099, 1, 1))
    return club


def address(club, name, **values):
    of_season = {"key": "all"} if name.startswith("season") else {}
    return reverse(name, kwargs={"slug": club.slug, **of_season, **values})


def parts_of(client, club, name, **values):
    """The page in all its parts, by address."""
    pages = {}
    for part in range(1, 2 if name == "club" else 100):
        further = address(club, name, **values, **({"part": part} if part > 1 else {}))
        answer = client.get(further)
        if answer.status_code == 404:
            break
        pages[further] = answer.content.decode()
    return pages


@pytest.mark.costly
@pytest.mark.parametrize(("persons", "evenings"), [(220, 14), pytest.param(600, 300, marks=pytest.mark.prove)])
def test_no_page_of_a_club_is_too_large_for_a_phone(client, persons, evenings):
    club = long_years(persons, evenings)
    regular = {"person": Person.objects.filter(club=club).earliest("pk").pk}

    pages = {}
    for name, values in [*((name, {}) for name in PAGES), ("club_player", regular)]:
        pages |= parts_of(client, club, name, **values)
    pages["found"] = client.get(address(club, "find_person"), {"q": "wolf"}).content.decode()

    assert {page: len(html) for page, html in pages.items() if len(html.encode()) > MOST_BYTES} == {}
    assert len(pages) >= len(PAGES) + 6


@pytest.mark.parametrize(
    ("name", "shown"),
    [("season", "person"), ("season_course", "places"), ("season_order", "reason"), ("ratings", "person")],
)
def test_the_parts_show_everybody_once_and_lead_to_each_other(client, name, shown):
    club = long_years(218, 4)
    Club.objects.update(rating_months=0, rating_experience=0)

    pages = parts_of(client, club, name)

    found = [int(person) for html in pages.values() for person in re.findall(f'id="{shown}-([0-9]+)"', html)]
    assert sorted(found) == sorted(Person.objects.filter(club=club).values_list("pk", flat=True))
    led_to = [re.findall('<a class="tap" href="([^"]+)" [^>]*>[0-9]+–[0-9]+</a>', html) for html in pages.values()]
    assert led_to == [list(pages)] * len(pages)


def test_the_lines_of_a_season_can_be_told_apart_in_whatever_part(client):
    pages = parts_of(client, long_years(70, 4), "season_course")

    assert len(pages) == 3
    assert [page for page, html in pages.items() if "crowded" in html] == []


def test_a_place_leads_to_its_reason_in_whatever_part(client):
    club = long_years(218, 4)
    reasons = parts_of(client, club, "season_order")

    for html in parts_of(client, club, "season").values():
        for place in re.findall('href="([^"]+#reason-[0-9]+)"', html):
            page, _hash, anchor = place.partition("#")
            assert reasons[page].count(f'id="{anchor}"') == 1


def test_who_is_sought_is_found_in_whatever_part(client):
    club = long_years(218, 4)
    sought = Person.objects.filter(club=club).latest("pk")
    Person.objects.filter(pk=sought.pk).update(wish="abbreviated", shown_as="Zoë Å.")

    answer = client.get(address(club, "find_person"), {"q": "zoe", "season": "all"})

    (row,) = re.findall('href="([^"]+)#person-([0-9]+)"', answer.content.decode())
    assert row[1] == str(sought.pk)
    assert client.get(row[0]).content.decode().count(f'id="person-{row[1]}"') == 1
    assert re.findall('action="([^"]+)"', client.get(row[0]).content.decode()) == [address(club, "find_person")]


def test_changing_the_language_keeps_the_name_that_is_searched_for(client):
    club = long_years(12, 1)

    answer = client.get(address(club, "find_person"), {"q": "Zoë", "season": "all"})
    (_german, in_german, _is_this), *_others = answer.context["in_languages"]

    assert in_german == f"/de/c/{club.slug}/find/?q=Zo%C3%AB&season=all"


def test_nobody_is_found_by_a_name_they_do_not_appear_under(client):
    club = long_years(12, 1)
    newest = Person.objects.filter(club=club).latest("pk")
    Person.objects.filter(pk=newest.pk).update(wish="abbreviated", shown_as="Zoë Å.")

    found = client.get(address(club, "find_person"), {"q": "wolf"}).context

    assert (len(found["found"]), found["more"]) == (8, 3)


@pytest.mark.costly
def test_more_persons_and_more_evenings_take_no_more_queries(client):
    asked = {}
    for persons, evenings in ((44, 6), (220, 30)):
        club = long_years(persons, evenings)
        for name in (*PAGES, "club_player", "find_person"):
            person = {"person": Person.objects.filter(club=club).earliest("pk").pk} if name == "club_player" else {}
            clear_cache()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address(club, name, **person)).status_code == 200
            asked.setdefault(name, []).append(len(queries))
        Season.objects.all().delete()

    assert {name: numbers for name, numbers in asked.items() if numbers[1] > numbers[0]} == {}

"""The first page, and a new tournament."""

import re
import uuid
from datetime import date

import pytest
from django.urls import reverse

from tests.factories import draw_next_round, make_director, make_stranger, make_tournament
from tournament.actions.tournaments import close_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
FILLED = {
    "name": "Bodensee Open",
    "date": "2026-11-20",
    "venue": "Konstanz",
    "planned_rounds": "5",
    "fee": "8.00",
    "language": "en",
}


def rows(answer):
    return [(row.name, row.state, row.url) for row in answer.context["rows"]]


def test_before_the_first_tournament_the_page_says_what_comes_first(client, director):
    texts = [browser.get("/").content.decode() for browser in (client, director)]

    assert [text.count("No tournament yet. Set up the first one") for text in texts] == [0, 1]
    assert [text.count(reverse("create")) for text in texts] == [0, 1]


def test_the_tournaments_are_listed_newest_first_with_how_far_they_are(client, director):
    make_tournament(entries=2, name="Oldest", date=date(2026, 1, 1))
    draw_next_round(make_tournament(entries=2, name="Drawn", date=date(2026, 2, 1)))
    close_tournament(make_tournament(entries=2, name="Closed", date=date(2026, 2, 1)), by=make_director())

    states = [("Closed", "closed"), ("Drawn", "round 1 of 5"), ("Oldest", "not drawn yet")]
    assert rows(client.get("/")) == [(name, state, f"/t/{name.lower()}-2026/") for name, state in states]
    assert rows(director.get("/")) == [(name, state, f"/t/{name.lower()}-2026/desk/") for name, state in states]


def test_all_tournaments_are_listed_however_many_they_are(client):
    for number in range(30):
        Tournament.objects.create(slug=f"open-{number}", name="Open", date=date(2026, 1, 1))

    assert len(re.findall('href="/t/open-', client.get("/").content.decode())) == 30


def test_a_director_sees_their_own_and_those_of_nobody(director):
    make_tournament(entries=0, name="Mine")
    Tournament.objects.create(slug="theirs", name="Theirs", date=date(2026, 1, 1), director=make_stranger())
    Tournament.objects.create(slug="nobodys", name="Nobody's", date=date(2025, 1, 1))

    assert [row.name for row in director.get("/").context["rows"]] == ["Mine", "Nobody's"]


def test_the_first_page_takes_as_many_queries_for_few_as_for_many(client, django_assert_num_queries):
    for number in range(20):
        Tournament.objects.create(slug=f"open-{number}", name="Open", date=date(2026, 1, 1))

    with django_assert_num_queries(1):
        client.get("/")


def test_the_director_sees_how_the_phones_get_here_and_a_guest_does_not(client, director):
    contexts = [browser.get("/").context for browser in (client, director)]

    assert ["connection" in context for context in contexts] == [False, True]


def test_a_tournament_is_set_up_and_the_players_come_next(director):
    answer = director.post(reverse("create"), FILLED)

    tournament = Tournament.objects.get()
    assert answer["Location"] == reverse("desk_players", args=["bodensee-open-2026"])
    assert (tournament.director, tournament.fee_cents, tournament.language) == (make_director(), 800, "en")


def test_a_form_sent_twice_makes_one_tournament(director):
    key = re.search('name="request_key" value="([^"]+)"', director.get(reverse("create")).content.decode())[1]

    shown = {director.post(reverse("create"), {**FILLED, "request_key": key})["Location"] for _click in range(2)}

    assert (len(shown), Tournament.objects.get().request_key) == (1, uuid.UUID(key))


def test_two_forms_without_key_make_two_tournaments(director):
    for _form in range(2):
        director.post(reverse("create"), FILLED)

    assert Tournament.objects.count() == 2


def test_what_cannot_be_is_said_beside_the_field_and_what_was_typed_stays(director):
    answer = director.post(reverse("create"), {**FILLED, "fee": "10.00", "planned_rounds": "0"})

    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"fee", "planned_rounds"})
    assert answer.context["form"]["name"].value() == "Bodensee Open"
    assert Tournament.objects.count() == 0

"""The page on which persons are found, told and forgotten."""

import json
from datetime import date
from uuid import UUID

import pytest
from django.urls import reverse

from tests.factories import entry_of, make_director, make_member, make_stranger, make_tournament, stored_rows
from tests.views.conftest import logged_in, sentence
from tournament.actions.clubs import club_called
from tournament.actions.entries import NewPlayer
from tournament.actions.joining import ask_to_join, decline
from tournament.actions.match_imports import NewMatch, import_matches
from tournament.actions.permissions import Guest
from tournament.models import JoinRequest, JournalLine, Person, Tournament
from tournament.queries.persons import EarlierMatches
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return entry_of(make_tournament(players=[NewPlayer("Anna"), NewPlayer("Bo")]), 1)


def send(browser, *entries, **data):
    return browser.post(reverse("persons"), {"q": "anna", "entry": [entry.pk for entry in entries], **data})


def test_a_person_is_found_and_saved_as_a_file(director, anna):
    context = director.get(reverse("persons"), {"q": "anna"}).context
    answer = send(director, anna, do="export")

    assert [person.name for person in context["persons"]] == ["Anna"]
    assert [entry["name"] for entry in json.loads(answer.content)] == ["Anna"]


def test_a_person_is_forgotten_once_the_word_is_typed(director, anna):
    before = stored_rows()
    refused = send(director, anna, do="forget", confirmed="yes")
    unchanged = stored_rows() == before
    answer = send(director, anna, do="forget", confirmed=" Erase ")

    anna.refresh_from_db()
    assert (refused.status_code, refused.context["problem"]) == (422, sentence("not_confirmed", word="erase"))
    assert (unchanged, refused.context["ticked"]["entry"]) == (True, [anna.pk])
    assert (answer.status_code, anna.name) == (302, "Spieler 1")


def test_the_copies_that_still_hold_the_name_are_named(director, anna, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    take_snapshot(Reason.BY_HAND)

    (copy,) = director.get(reverse("persons"), {"q": "anna"}).context["copies"]

    assert copy.file.parent == tmp_path / "snapshots"


def test_nobody_ticked_is_told(director, anna):
    answer = send(director, do="forget", confirmed="erase")

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("nobody_ticked"))


def test_persons_of_another_director_are_left_alone(director, anna):
    Tournament.objects.update(director=make_stranger())
    before = stored_rows()

    answer = send(director, anna, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)


@pytest.fixture
def asked():
    """Bo Weiß, who would have liked to play; Bo Weißmann, who plays."""
    made = make_tournament(players=[NewPlayer("Bo Weißmann")], opens_joining=True, language="en")
    row = ask_to_join(made, by=Guest("Bo Weiß"), request_key=UUID(int=1), name="Bo Weiß", club="SC Genf")
    decline(made, by=make_director(), keys=[row.pk])
    return row


def send_request(browser, **data):
    return browser.post(reverse("persons"), {"q": "bo", "asked": JoinRequest.objects.get().pk, **data})


def test_who_only_asked_for_a_place_is_found_and_told_what_is_stored(director, asked):
    persons = director.get(reverse("persons"), {"q": "bo"}).context["persons"]
    (told,) = json.loads(send_request(director, do="export").content)

    assert [(person.name, person.tournaments, person.requests) for person in persons] == [
        ("Bo Weiß", 1, (asked,)),
        ("Bo Weißmann", 1, ()),
    ]
    assert (told["asked_to_join"][0]["name"], told["asked_to_join"][0]["club"]) == ("Bo Weiß", "SC Genf")
    assert [line["what"] for line in told["journal"]] == [
        "signed up: Bo Weiß",
        "declined: Bo Weiß",
    ]


def test_who_only_asked_for_a_place_is_forgotten_everywhere(director, asked):
    for _twice in range(2):
        send_request(director, do="forget", confirmed="erase")

    kept = str(stored_rows())
    assert [name in kept for name in ("'Bo Weiß'", ": Bo Weiß", "SC Genf", "Bo Weißmann")] == [
        False,
        False,
        False,
        True,
    ]
    assert JournalLine.objects.filter(action="person_forgotten").count() == 1


def test_who_asked_at_another_director_is_left_alone(director, asked):
    Tournament.objects.update(director=make_stranger())
    before = stored_rows()

    answer = send_request(director, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)


@pytest.fixture
def ida():
    """Somebody whom the club knows by a match of an earlier year alone."""
    make_member("director")
    club = make_tournament(players=[NewPlayer("Bo")]).club
    matches = [NewMatch(date(2019, 3, 1), "Ida Roth", "Bo", 5, (5, 3))]
    import_matches(club, by=make_director(), name="2019.csv", matches=matches)
    return Person.objects.get(name="Ida Roth")


def send_person(browser, person, **data):
    return browser.post(reverse("persons"), {"q": "ida", "earlier": person.pk, **data})


def test_who_has_matches_of_earlier_years_alone_is_found_told_and_erased(director, ida):
    (found,) = director.get(reverse("persons"), {"q": "ida"}).context["persons"]
    told = json.loads(send_person(director, ida, do="export").content)
    refused = send_person(director, ida, do="forget", confirmed="")
    send_person(director, ida, do="forget", confirmed="erase")

    match = {"date": "2019-03-01", "list": "2019.csv", "counts": True, "match_length": 5, "won": True}
    assert (found.name, found.earlier) == ("Ida Roth", (EarlierMatches(ida, 1),))
    assert told == [
        {
            "club": "",
            "name": "Ida Roth",
            "other_names": [],
            "earlier_matches": [{**match, "winner_points": 5, "loser_points": 3}],
        }
    ]
    assert refused.context["ticked"]["earlier"] == [ida.pk]
    assert director.get(reverse("persons"), {"q": "ida"}).context["persons"] == ()


def test_matches_of_earlier_years_of_another_club_are_left_alone(ida):
    stranger = logged_in(make_member("eva", club=club_called("ulm")))
    before = stored_rows()

    answer = send_person(stranger, ida, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)

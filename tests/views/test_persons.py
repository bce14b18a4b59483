"""The page on which persons are found, told and forgotten."""

import json

import pytest
from django.urls import reverse

from tests.factories import entry_of, make_stranger, make_tournament, stored_rows
from tests.views.conftest import sentence
from tournament.actions.entries import NewPlayer
from tournament.models import Tournament
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
    answer = send(director, anna, do="forget", confirmed=" Forget ")

    anna.refresh_from_db()
    assert (refused.status_code, refused.context["problem"]) == (422, sentence("not_confirmed", word="forget"))
    assert (unchanged, refused.context["ticked"]) == (True, [anna.pk])
    assert (answer.status_code, anna.name) == (302, "Spieler 1")


def test_the_copies_that_still_hold_the_name_are_named(director, anna, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    take_snapshot(Reason.BY_HAND)

    (copy,) = director.get(reverse("persons"), {"q": "anna"}).context["copies"]

    assert copy.file.parent == tmp_path / "snapshots"


def test_nobody_ticked_is_told(director, anna):
    answer = send(director, do="forget", confirmed="forget")

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("nobody_ticked"))


def test_persons_of_another_director_are_left_alone(director, anna):
    Tournament.objects.update(director=make_stranger())
    before = stored_rows()

    answer = send(director, anna, do="forget", confirmed="forget")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)

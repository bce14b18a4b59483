"""A word that a page has said enters once, however often it is sent, or never."""

import json
import re
from dataclasses import asdict
from datetime import date, timedelta
from operator import attrgetter
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    log_in,
    make_director,
    make_stranger,
    make_tournament,
    pairing_of,
)
from tournament.actions.persons import forget_person
from tournament.actions.results import record_result
from tournament.actions.tournaments import close_tournament
from tournament.actions.words import OF_A_NETWORK, OF_A_PHONE, OF_STRANGERS, QUESTIONS, storable, sweep
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS
from tournament.models import Report, SaidWord
from tournament.models.words import KEPT_FOR
from tournament.phrases.refusals import REFUSALS
from tournament.queries.players import player_link
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
DESKS = Result(Outcome.PLAYED, (0, 3))
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match():
    """Table 1 of a running first round of four."""
    tournament = make_tournament(4)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


@pytest.fixture
def desk():
    browser = Client()
    log_in(browser, make_director())
    return browser


def enter(browser, match, word, result="played/3/1/", seen="pending///", **about):
    """Say a result at the desk under this name."""
    address = reverse("result", args=[match.round.tournament.slug, match.pk])
    headers = {**HTMX, "Word": word.hex, **about}
    return browser.post(address, {"seen": seen, "result": result}, headers=headers)


def report(browser, match, word, result="played/3/1/", seen="", **about):
    """Say a score on a player's phone under this name."""
    headers = {**HTMX, "Word": word.hex, **about}
    return browser.post(path_of(match.first), {"match": match.pk, "seen": seen, "result": result}, headers=headers)


def path_of(entry):
    """The page of a player's private link."""
    return f"/en{player_link(entry).removeprefix(settings.PUBLIC_URL)}"


def standing(match):
    match.refresh_from_db()
    return result_of(match)


def remove(match):
    """The desk takes its result back."""
    record_result(match, by=make_director(), expected=DESKS, result=PENDING)


def words():
    return list(SaidWord.objects.values_list("pk", "is_discarded", "refusal"))


def test_a_result_sent_twice_enters_once_even_if_it_was_removed_meanwhile(desk, match):
    word = uuid4()
    first = enter(desk, match, word)
    enter(desk, match, uuid4(), "pending///", "played/3/1/")

    again = enter(desk, match, word)

    assert (first.status_code, again.status_code, again.content) == (200, 204, b"")
    assert standing(match) == PENDING


def test_a_score_of_a_phone_sent_twice_enters_once_even_if_the_desk_has_decided_meanwhile(client, match):
    word = uuid4()
    report(client, match, word)
    enter_result(match, DESKS)
    remove(match)

    assert report(client, match, word).status_code == 204
    assert not Report.objects.filter(is_settled=False).exists()
    assert standing(match) == PENDING


def test_what_was_refused_is_refused_again_with_the_same_sentence_though_it_would_be_possible_now(client, match):
    enter_result(match, DESKS)
    word = uuid4()
    refused = report(client, match, word)
    remove(match)

    again = report(client, match, word)

    assert (refused.status_code, refused["Refusal"]) == (422, "result_stands")
    assert (again.status_code, again["Refusal"], again.content) == (422, "result_stands", refused.content)
    assert standing(match) == PENDING


def test_who_is_erased_is_named_by_no_refusal_and_what_was_refused_stays_refused(client, match):
    enter_result(match, DESKS)
    word = uuid4()
    report(client, match, word)
    forget_person(match.second, by=make_director())

    again = report(client, match, word)

    assert (again.status_code, again["Refusal"]) == (422, "refused_before")
    assert words() == [(word, False, {"code": "refused_before", "values": {}})]


def test_a_refusal_is_told_in_the_language_of_whoever_hears_it(client, match):
    enter_result(match, DESKS)
    word = uuid4()
    report(client, match, word)

    path = path_of(match.first).replace("/en/", "/de/", 1)
    again = client.post(
        path, {"match": match.pk, "seen": "", "result": "played/3/1/"}, headers={**HTMX, "Word": word.hex}
    )

    assert again.content.decode().startswith("Das Ergebnis ist schon eingetragen")


def test_a_question_is_no_refusal_and_stores_nothing(client):
    tournament = make_tournament(2, **asdict(OFFERS["cube-7"].format))
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    fields = {"match": match.pk, "seen": "", "first_points": "196", "second_points": "1"}
    asked = client.post(path_of(match.first), fields, headers={**HTMX, "Word": uuid4().hex})

    assert (asked.status_code, asked["Refusal"], words()) == (422, "score_surprises", [])


def test_whoever_may_not_do_it_has_nothing_stored(client, match):
    other = Client()
    log_in(other, make_stranger())

    answers = [enter(browser, match, uuid4()).status_code for browser in (client, other)]
    about = [enter(browser, match, uuid4(), Discards="").status_code for browser in (client, other)]

    assert (answers, about, words()) == ([401, 403], [401, 403], [])


def test_a_word_that_its_owner_discards_before_it_arrives_never_enters(client, match):
    word = uuid4()

    told = report(client, match, word, Discards="")
    late = report(client, match, word)

    assert (told.json(), late.status_code) == ({"has_entered": False}, 204)
    assert words() == [(word, True, None)]
    assert not Report.objects.exists()


def test_a_word_that_is_discarded_after_it_has_entered_stays_and_that_is_told(client, match):
    word = uuid4()
    report(client, match, word)

    told = report(client, match, word, Discards="")

    assert told.json() == {"has_entered": True}
    assert (words(), Report.objects.count()) == ([(word, False, None)], 1)


def test_asking_whether_a_word_has_entered_does_not_enter_it(client, match):
    word = uuid4()
    before = report(client, match, word, Asks="").json()
    assert not Report.objects.exists()
    report(client, match, word)

    assert (before, report(client, match, word, Asks="").json()) == ({"has_entered": False}, {"has_entered": True})


def test_a_page_without_scripts_says_it_once_by_a_field(client, match):
    path = path_of(match.first)
    field = re.search('name="word" value="([^"]+)"', client.get(path).content.decode())[1]
    said = {"match": match.pk, "seen": "", "result": "played/3/1/", "word": field}

    client.post(path, said)
    enter_result(match, DESKS)
    again = client.post(path, said, headers={"Referer": f"http://testserver{path}"})

    assert (again.status_code, again["Location"]) == (302, path)
    assert words() == [(UUID(field), False, None)]


def test_what_has_entered_is_not_told_afterwards_that_the_tournament_is_closed(desk, match):
    word = uuid4()
    enter(desk, match, word)
    enter_result(pairing_of(match.round.tournament, 1, 2), Result(Outcome.PLAYED, (3, 1)))
    close_tournament(match.round.tournament, by=make_director())

    assert enter(desk, match, word).status_code == 204


def test_a_word_is_stored_with_its_change_or_not_at_all(match, monkeypatch):
    """As where the disk is full at the last moment."""
    browser = Client(raise_request_exception=False)
    monkeypatch.setattr("tournament.actions.change.AT_THE_END", (1 / 0 for _never in "x"))

    answer = report(browser, match, uuid4())

    assert (answer.status_code, words(), Report.objects.count()) == (500, [], 0)


def test_a_word_whose_name_is_no_uuid_is_taken_and_not_remembered(client, match):
    path = path_of(match.first)
    answer = client.post(path, {"match": match.pk, "seen": "", "result": "played/3/1/", "word": "x"})

    assert (answer.status_code, words(), Report.objects.count()) == (302, [], 1)


def test_words_are_kept_for_a_week(match, client):
    now = timezone.now()
    SaidWord.objects.create(id=uuid4(), at=now - KEPT_FOR - timedelta(minutes=1))
    young = SaidWord.objects.create(id=uuid4(), at=now - KEPT_FOR + timedelta(minutes=1))

    sweep()

    assert list(SaidWord.objects.all()) == [young]


@pytest.mark.parametrize("rate", [OF_A_NETWORK, OF_A_PHONE], ids=attrgetter("name"))
def test_a_phone_and_a_network_store_no_more_answers_than_anybody_needs(client, match, rate):
    whom = {OF_A_NETWORK: "127.0.0.1", OF_A_PHONE: "0" * 32}[rate]
    client.cookies["phone"] = "0" * 32
    while not rate.wait(whom):
        rate.use(whom)

    told = report(client, match, uuid4(), Discards="")
    refused = report(client, match, uuid4(), "forfeit///1")

    assert (told.status_code, told["Refusal"], refused.status_code, words()) == (422, "words_too_often", 422, [])


def test_questions_and_refusals_of_strangers_are_refusals_that_exist():
    assert REFUSALS.keys() >= QUESTIONS | OF_STRANGERS


@pytest.mark.parametrize(
    ("refused", "is_told_again"),
    [
        (Refused("not_understood"), True),
        (Refused("result_stands", first="Anna", second="Bo", table=1, round=2, result={"score": (3, 1)}), True),
        # What JSON holds otherwise, as numbers by which something is found, or cannot hold at all.
        (Refused("rematch_unavoidable", met={1: "Anna"}), False),
        (Refused("evening_is_later", day=date(2026, 11, 20)), False),
        (Refused("club_file_tournament", number=1, because=Refused("not_understood")), False),
    ],
)
def test_a_refusal_that_is_stored_is_told_again_or_told_to_have_been_one(refused, is_told_again):
    stored = storable(refused)

    assert stored["code"] == (refused.code if is_told_again else "refused_before")
    assert json.loads(json.dumps(stored)) == stored

"""The edition of a private page: a change that the page does not show leaves it as it is, and any other renews it."""

import re
from contextlib import suppress
from itertools import zip_longest
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    player_token,
    say_words,
)
from tests.seeds import each_seed
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import set_appearance
from tournament.actions.players import accept_requests, ask_to_join, change_entry, withdraw_entry
from tournament.actions.results import record_result, renew_player_link, report_score, take_back_confirmation
from tournament.actions.tournaments import change_tournament, close_tournament
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.models import JoinRequest, Pairing, Tournament, Wish, Wished
from tournament.queries.players import OWN_PHONE
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
STAMPS = re.compile(
    r'name="(?:v|csrfmiddlewaretoken|word)" value="[^"]*"|value="[^"]*" name="word"|hx-swap-oob="morph"'
)
MOVING = [
    re.compile(rf'<(\w+)[^>]*\bid="{name}".*?</\1>', re.DOTALL)
    for name in ("my-place", "goes-on", "beside", "waits-with")
]
VERSION = re.compile(r'(?<=name="v" value=")[^"]*')


def own(name, entry, token=""):
    return reverse(name, args=[entry.tournament.slug, entry.number, token or player_token(entry)])


def newest(evening):
    return Tournament.objects.get(pk=evening.pk)


def plain(page):
    words = " ".join(STAMPS.sub("", page).split())
    return re.sub(r" ?([<>]) ?", r"\1", words)


class Phone:
    """An open private page, which polls as a browser does."""

    def __init__(self, address, client=None):
        self.address, self.client, self.shown = address, client or Client(), ""
        self.opens()

    def opens(self):
        self.shown = self.client.get(self.address, {"v": "none"}, headers=HTMX).content.decode()

    def asks(self):
        version = VERSION.search(self.shown)
        answer = self.client.get(self.address, {"v": version[0] if version else ""}, headers=HTMX)
        news = answer.content.decode()
        if answer.headers.get("HX-Reswap") == "none":
            for part in (*MOVING, VERSION):
                found = part.search(news)
                self.shown = part.sub(lambda _was: found[0], self.shown) if found else self.shown  # noqa: B023
        elif answer.status_code != 204:
            self.shown = news
        return answer


@pytest.fixture
def evening():
    made = make_tournament(6, planned_rounds=3, match_length=5, cube=True, boards=2)
    play_round(draw_next_round(made), [(5, 2)])
    draw_next_round(made)
    return newest(made)


def result(first=5, second=3):
    return Result(Outcome.PLAYED, (first, second))


def test_a_result_at_another_table_is_no_news_before_it_moves_a_place(evening, django_assert_num_queries):
    enter_result(pairing_of(evening, 2, 2), result())
    phone = Phone(own("my_match", pairing_of(evening, 2, 1).first))
    enter_result(pairing_of(evening, 2, 3), result())
    Client().get(own("my_match", pairing_of(evening, 2, 2).first), {"v": "1"}, headers=HTMX)

    with django_assert_num_queries(1):
        assert phone.asks().status_code == 204


def test_who_has_played_is_sent_how_far_the_round_is_alone(evening):
    enter_result(pairing_of(evening, 2, 3), result())
    phone = Phone(own("my_match", pairing_of(evening, 2, 3).first))
    enter_result(pairing_of(evening, 2, 2), result())

    news = phone.asks()

    assert (news["HX-Reswap"], "my-seat" in news.content.decode()) == ("none", False)
    assert "2 of 3 tables done" in news.content.decode()
    assert phone.asks().status_code == 204


def test_who_waits_is_sent_the_live_score_of_another_table_alone_and_once(evening, django_assert_num_queries):
    change_tournament(evening, by=make_director(), shows_live_scores=True)
    enter_result(pairing_of(evening, 2, 3), result())
    enter_result(pairing_of(evening, 2, 2), result())
    phone = Phone(own("my_match", pairing_of(evening, 2, 3).first))
    say_words(pairing_of(evening, 2, 1), "0-won-gammon")

    news = phone.asks()

    assert (news["HX-Reswap"], '<span class="live">2:0</span>' in news.content.decode()) == ("none", True)
    with django_assert_num_queries(1):
        assert phone.asks().status_code == 204


def test_an_evening_that_is_set_up_is_news_on_the_pages_of_the_one_before(evening, monkeypatch):
    for table in (1, 2, 3):
        enter_result(pairing_of(evening, 2, table), result())
    close_tournament(newest(evening), by=make_director())
    phone = Phone(own("my_match", entry_of(evening, 1)))
    assert phone.asks().status_code == 204
    make_tournament(0, name="Next Friday", date=timezone.localdate() + timezone.timedelta(days=7))
    later = timezone.now() + timezone.timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: later)

    phone.asks()

    assert "Next Friday" in phone.shown


def test_a_page_that_is_opened_at_the_address_of_a_poll_is_whole(evening):
    address = own("my_match", entry_of(evening, 1))
    phone = Phone(address)
    version = VERSION.search(phone.shown)[0]
    assert phone.asks().status_code == 204

    assert "<html" in Client().get(address, {"v": version}).content.decode()


def test_a_link_that_has_ended_is_news(evening):
    entry = entry_of(evening, 1)
    phone = Phone(own("my_match", entry))
    assert phone.asks().status_code == 204

    renew_player_link(entry, by=make_director())

    assert phone.asks()["HX-Refresh"] == "true"


def test_that_a_confirmation_can_no_longer_be_taken_back_is_news(evening, monkeypatch):
    table = pairing_of(evening, 2, 1)
    for player in (table.first, table.second):
        report_score(player, key=table.pk, expected=None, score=(5, 3))
    phone = Phone(own("my_match", table.second))
    assert "takes_back" in phone.shown
    later = timezone.now() + timezone.timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: later)

    phone.asks()

    assert "takes_back" not in phone.shown


def a_result(evening, chance):
    pairing = chance.choice(Pairing.objects.filter(round__tournament=evening, second__isnull=False).order_by("pk"))
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=result(5, chance.randint(0, 4)))


def a_report(evening, chance):
    pairing = last_pairing(evening, chance)
    player = chance.choice((pairing.first, pairing.second))
    report_score(player, key=pairing.pk, expected=None, score=chance.choice(((5, 1), (2, 5))))


def a_confirmation_less(evening, chance):
    pairing = last_pairing(evening, chance)
    take_back_confirmation(chance.choice((pairing.first, pairing.second)), key=pairing.pk)


def last_pairing(evening, chance):
    pairings = Pairing.objects.filter(round=evening.rounds.order_by("-number").first(), second__isnull=False)
    return chance.choice(pairings.order_by("pk"))


def a_word(evening, chance):
    say_words(last_pairing(evening, chance), chance.choice(("0-double", "1-take", "0-won-single", "1-won-gammon")))


def a_name(evening, chance):
    entry = entry_of(evening, chance.randint(1, 6))
    change_entry(entry, by=make_director(), name=f"Name {chance.randint(1, 3)}", club=chance.choice(("Ulm", "")))


def a_wish(evening, chance):
    wish = Wished(chance.choice((Wish.HIDDEN, Wish.FULL, Wish.ABBREVIATED)))
    set_appearance(entry_of(evening, chance.randint(1, 6)), by=make_director(), wished=wish)


def somebody_goes(evening, chance):
    withdraw_entry(entry_of(evening, chance.randint(5, 6)), by=make_director())


def a_setting(evening, chance):
    changed = chance.choice(
        ({"name": f"Open {chance.random()}"}, {"boards": chance.randint(1, 4)}, {"round_minutes": 30})
    )
    change_tournament(evening, by=make_director(), **changed)


def the_next_round(evening, _chance):
    draw_next_round(evening)


def taken_back(evening, _chance):
    if line := history(evening).undoable:
        undo(line, by=make_director())


def the_end(evening, _chance):
    close_tournament(evening, by=make_director())


def difference(happened, shown, phone):
    """What happened last and the lines that are old, if any."""
    before, now = (plain(page).split("><") for page in (shown, phone.shown))
    lines = [pair for pair in zip_longest(before, now) if pair[0] != pair[1]]
    return [(happened[-3:], phone.address, lines[:3])] if lines else []


OFTEN = (a_result, a_report, a_confirmation_less, a_word)
SELDOM = (a_name, a_wish, somebody_goes, a_setting, the_next_round, taken_back, the_end)


@pytest.mark.costly
@each_seed(2)
def test_whatever_happens_every_private_page_shows_what_one_drawn_anew_shows(seed, monkeypatch):
    """The clock stands still, as the pages tell times of day."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    chance = Random(seed)
    evening = make_tournament(6, planned_rounds=3, match_length=5, cube=True, boards=2, name=f"Evening {seed}")
    draw_next_round(evening)
    phones = [Phone(own(name, entry_of(evening, number))) for number in (1, 2, 6) for name in ("my_match", "my_sheet")]
    happened, old = [], []
    for _step in range(16):
        change = chance.choice(OFTEN * 3 + SELDOM)
        # Before a draw there is no table.
        with suppress(Refused, IndexError):
            change(newest(evening), chance)
            happened.append(change.__name__)
        for phone in phones:
            phone.asks()
        clear_cache()
        for phone in phones:
            shown = phone.shown
            phone.opens()
            old += difference(happened, shown, phone)

    assert old == []


def test_another_sign_up_on_the_same_phone_is_news(client):
    evening, secret = make_tournament(2, opens_joining=True), "0123456789abcdef" * 2
    client.cookies["phone"] = secret
    keys = [uuid4(), uuid4()]
    for key, name in zip(keys, ("Ida", "Bo"), strict=True):
        ask_to_join(evening, by=Guest(name), request_key=key, name=name, secret=secret)
    accept_requests(evening, by=make_director(), chosen={JoinRequest.objects.get(name="Ida").pk: 0})
    ida = newest(evening).entries.get(name="Ida")
    phone = Phone(own("my_match", ida, OWN_PHONE), client)
    accept_requests(newest(evening), by=make_director(), chosen={JoinRequest.objects.get(name="Bo").pk: 0})

    phone.asks()

    assert "Bo</bdi" in phone.shown

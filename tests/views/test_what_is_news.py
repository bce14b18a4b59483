"""What is news to which page: a word on a score sheet where it is to be seen, and after a change nothing stays old."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
    say_words,
)
from tests.views.conftest import logged_in
from tests.views.test_every_address import EVERYBODY_S, PARAMETERS, path, write_down
from tests.views.test_matches_own_edition import Phone, own, plain
from tournament.actions.cash import change_costs
from tournament.actions.clubs import change_settings, write_club_notices
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import rename_person, set_appearance
from tournament.actions.players import NewPlayer, ask_to_join, change_entry, decline, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.seasons import change_season, set_up_season
from tournament.actions.tournaments import change_tournament, close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.papers import PAPERS
from tournament.machine.cache import clear_cache
from tournament.machine.notices import Notice
from tournament.models import Club, Entry, JoinRequest, Season, Tournament, Wish, Wished
from tournament.public.drawn import ROW
from tournament.queries.clubs import mark_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
DESK = ("desk_players", "owing", "desk_costs", "cash_book", "desk_round")
OF_CLUB = ("club", "evenings", "season", "season_course", "season_order", "ratings", "club_player")


@pytest.fixture
def evening():
    """Two tables play to five with the cube, at the first one game is over; the club has a season and ratings."""
    over = make_tournament(4, planned_rounds=1, name="Before", date=date(2026, 11, 13))
    play_round(draw_next_round(over))
    made = make_tournament(4, planned_rounds=2, match_length=5, cube=True)
    draw_next_round(made)
    club = change_settings(only_club(), by=make_member("director"), name="BC Ulm", place="Ulm")
    Club.objects.update(rates=True)
    year = {"begins": date(2026, 1, 1), "ends": date(2026, 12, 31)}
    set_up_season(club, by=make_director(), name="Jahr", **year)
    say_words(pairing_of(made, 1, 1), "0-won-single")
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def director(evening):
    return logged_in(make_director())


def at_desk(name, evening):
    return reverse(name, args=[evening.slug, *([1] if name == "desk_round" else [])])


def of_club(name, live=False):
    club = only_club()
    of_season = name.startswith("season")
    values = ["jahr"] if of_season else [entry_of(Tournament.objects.first(), 1).person_id] * (name == "club_player")
    return reverse(f"{name}_live" if live else name, args=[club.slug, *values])


def version(answer):
    return version_in(answer.content.decode())


def version_in(page):
    return re.search('name="v" value="([^"]+)"', page)[1]


def result():
    return Result(Outcome.PLAYED, (5, 3))


def test_a_word_is_no_news_at_the_desk_and_a_game_is_news_to_the_tables_alone(director, evening):
    pages = [at_desk(name, evening) for name in DESK]
    seen = {page: version(director.get(page)) for page in pages}

    def answers():
        return [director.get(page, {"v": seen[page]}, headers=HTMX).status_code for page in pages]

    say_words(pairing_of(evening, 1, 1), "0-double 1-take")
    assert answers() == [204, 204, 204, 204, 204]
    say_words(pairing_of(evening, 1, 1), "0-won-single")
    assert answers() == [204, 204, 204, 204, 200]
    enter_result(pairing_of(evening, 1, 2), result())
    assert answers() == [200, 200, 200, 200, 200]


def test_at_a_table_that_somebody_has_left_the_first_word_says_everywhere_that_they_play(director, evening):
    table = pairing_of(evening, 1, 2)
    withdraw_entry(table.second, by=make_director())
    page = at_desk("desk_players", evening)
    before = director.get(page)

    say_words(table, "0-double")
    now = director.get(page, {"v": version(before)}, headers=HTMX)

    assert [answer.context["without_opponent"] is None for answer in (before, now)] == [False, True]


def test_after_words_a_result_still_brings_no_more_than_its_own_row(director, evening):
    match = pairing_of(evening, 1, 2)
    page = director.get(at_desk("desk_round", evening))
    say_words(pairing_of(evening, 1, 1), "0-double")
    sent = {"seen": "pending///", "result": "played/5/3/", "v": version(page)}

    answer = director.post(reverse("result", args=[evening.slug, match.pk]), sent, headers=HTMX)

    assert [row.row.key for row in answer.context["changed_rows"]] == [match.pk]


def test_a_word_is_news_on_the_phones_of_its_own_table_alone(evening):
    match, other = (pairing_of(evening, 1, table) for table in (1, 2))
    pages = [own(name, table.first) for table in (match, other) for name in ("my_match", "my_sheet")]
    phone = Client()
    seen = {page: version(phone.get(page)) for page in pages}

    say_words(match, "0-double")

    answers = [phone.get(page, {"v": seen[page]}, headers=HTMX).status_code for page in pages]
    assert answers == [200, 200, 204, 204]


def test_a_word_is_no_news_on_the_pages_of_the_club_and_draws_nothing_there(client, evening, django_assert_num_queries):
    seen = {}
    for name in OF_CLUB:
        page = client.get(of_club(name))
        seen[name] = page["ETag"], f"{of_club(name, live=True)}?v={version(page)}"

    def answers():
        return {(whole(name), client.get(live).status_code) for name, (_tag, live) in seen.items()}

    def whole(name):
        return client.get(of_club(name), headers={"if-none-match": seen[name][0]}).status_code

    assert answers() == {(304, 204)}
    addresses = [of_club(name) for name in OF_CLUB]
    say_words(pairing_of(evening, 1, 1), "0-double 1-take")

    assert answers() == {(304, 204)}
    with django_assert_num_queries(len(addresses)):
        assert {client.get(address).status_code for address in addresses} == {200}
    enter_result(pairing_of(evening, 1, 2), result())
    assert {live for _whole, live in answers()} == {200}


def close(evening):
    for table in (1, 2):
        enter_result(pairing_of(evening, 1, table), result())
    play_round(draw_next_round(evening), [(5, 2)])
    close_tournament(Tournament.objects.get(pk=evening.pk), by=make_director())


CHANGES = {
    "a word": lambda evening: say_words(pairing_of(evening, 1, 1), "0-double"),
    "a wish": lambda evening: set_appearance(entry_of(evening, 1), by=make_director(), wished=Wished(Wish.HIDDEN)),
    "a result": lambda evening: enter_result(pairing_of(evening, 1, 2), result()),
    "taken back": lambda evening: undo(history(Tournament.objects.get(pk=evening.pk)).undoable, by=make_director()),
    "a name": lambda evening: change_entry(entry_of(evening, 1), by=make_director(), name="Zoë", club="Lindau"),
    "a person": lambda _evening: rename_person(
        only_club(), by=make_director(), person=entry_of(Tournament.objects.first(), 2).person_id, name="Yann"
    ),
    "who has left": lambda evening: withdraw_entry(entry_of(evening, 3), by=make_director()),
    "the evening": lambda evening: change_tournament(
        Tournament.objects.get(pk=evening.pk), by=make_director(), name="Lake Open", date=date(2026, 11, 19)
    ),
    "the season": lambda _evening: change_season(Season.objects.get(), by=make_director(), name="Year", best=1),
    "the club": lambda _evening: change_settings(only_club(), by=make_director(), name="BG Ulm", place="Neu-Ulm"),
    "another evening": lambda _evening: make_tournament(2, name="Next", date=date(2026, 11, 27), opens_joining=True),
    "the end": close,
}


def xenia():
    """Somebody who plays for the season, but not this evening."""
    return Entry.objects.get(name="Xenia")


OF_OTHERS = {
    "a name of somebody who is not there": lambda _evening: rename_person(
        only_club(), by=make_director(), person=xenia().person_id, name="Xenia Zorn"
    ),
    "a wish of somebody who is not there": lambda _evening: set_appearance(
        xenia(), by=make_director(), wished=Wished(Wish.HIDDEN)
    ),
    "a result of another evening": lambda _evening: record_result(
        pairing_of(xenia().tournament, 1, 1),
        by=make_director(),
        expected=Result(Outcome.PLAYED, (3, 1)),
        result=Result(Outcome.PLAYED, (0, 3)),
    ),
    "a notice": lambda _evening: write_club_notices(
        only_club(), {("imprint", "en"): "BC Ulm, Ulm"}, expected=mark_of({}), by=make_director()
    ),
}


@pytest.fixture
def with_everything(evening, settings):
    """The evening with something to show at every address, and another one of its club."""
    settings.NOTICES = (Notice("imprint", "", "Whoever runs it"), Notice("privacy", "", "Nothing is kept."))
    away = make_tournament(players=[NewPlayer("Xenia"), NewPlayer("Yorick")], name="Away", date=date(2026, 11, 6))
    play_round(draw_next_round(away))
    change_costs(evening, by=make_director(), treasurer="", surplus_note="", shows_costs=True)
    Tournament.objects.filter(pk=evening.pk).update(finals_players=4)
    write_down(evening)
    return Tournament.objects.get(pk=evening.pk)


# What a page or file says of itself: the version it was drawn of, which another drawing of the same may not have.
OF_ONE_DRAWING = re.compile(r'name="(?:v|word|csrfmiddlewaretoken)" value="[^"]*"|"version": \d+|SEQUENCE:\d+')
OF_A_PLAYER = re.compile(r"/players/\d+/card\.")


class Reader:
    """A reader of an address, who looks again as an open page does: its live part asks with its edition."""

    def __init__(self, browser, address):
        self.browser, self.address, self.shown = browser, address, b""

    def opens(self):
        answer = self.browser.get(self.address)
        # Some papers lead elsewhere before the end; there is no card of a player who is not in public.
        assert answer.status_code in (200, 302, *[404] * bool(OF_A_PLAYER.search(self.address))), self.address
        self.shown = answer.content
        return self.shows

    def looks_again(self):
        edition = re.search(rb'name="v" value="([^"]*)"', self.shown)
        if not (edition and self.address.endswith("live/")):
            return self.opens()
        news = self.browser.get(self.address, {"v": edition[1].decode()})
        if news.content:
            self.shown = completed(news.content.decode(), self.shown.decode()).encode()
        return self.shows

    @property
    def shows(self):
        return self.shown if b"\0" in self.shown else OF_ONE_DRAWING.sub("", self.shown.decode(errors="replace"))


class Player:
    """A reader with a private page open."""

    def __init__(self, address):
        self.phone, self.address = Phone(address), address

    def opens(self):
        self.phone.opens()
        return plain(self.phone.shown)

    def looks_again(self):
        self.phone.asks()
        return plain(self.phone.shown)


@pytest.mark.costly
def test_after_a_change_nothing_old_stands_at_any_address(client, director, with_everything, noon):
    """Whatever has changed, of the evening, of its club, of another evening: pages, files and papers show it at once.

    Also where an evening shows what belongs to its club, as the season on the wall.
    """
    evening = with_everything
    papers = [paper.name for paper in PAPERS if not paper.for_everyone and "number" not in PARAMETERS[paper.name]]
    readers = [
        *(Reader(client, path(name, evening)) for name in sorted(EVERYBODY_S)),
        *(Reader(director, path(name, evening)) for name in papers),
        *(Player(own(name, entry_of(evening, number))) for name in ("my_match", "my_sheet") for number in (1, 3)),
    ]
    for reader in readers:
        reader.opens()
    old = []
    for change, make in (CHANGES | OF_OTHERS).items():
        make(evening)
        now = [reader.looks_again() for reader in readers]
        clear_cache()
        old += [(change, each.address) for each, seen in zip(readers, now, strict=True) if seen != each.opens()]

    assert old == []


def completed(part, seen):
    """What a browser makes of the news: rows that are only named stay as they were seen."""
    rows = {row["id"]: row[0] for row in ROW.finditer(seen)}
    return re.sub(r'<(\w+) id="([\w-]+)" data-same></\1>', lambda named: rows[named[2]], part)


def sign_up(evening):
    key = uuid4()
    ask_to_join(evening, by=Guest("Ida"), request_key=key, name="Ida")
    return key


SIGNING_UP = {
    "somebody else": sign_up,
    "what it is called": lambda evening: change_tournament(evening, by=make_director(), name="Lake Open", venue="Ulm"),
    "no": lambda evening: decline(evening, by=make_director(), keys=[JoinRequest.objects.get(name="Bo").pk]),
    "the draw": lambda evening: draw_next_round(evening),
    "the draw taken back": lambda evening: undo(history(evening).undoable, by=make_director()),
}


@pytest.mark.costly
def test_after_a_change_nothing_old_stands_on_the_pages_of_a_sign_up(client):
    evening = make_tournament(2, opens_joining=True)
    key = uuid4()
    ask_to_join(evening, by=Guest("Bo"), request_key=key, name="Bo")
    addresses = {
        "form": (reverse("ask_to_join", args=[evening.slug]), {}),
        "its live part": (reverse("ask_to_join_live", args=[evening.slug]), {}),
        "request": (reverse("asked", args=[evening.slug, key.hex]), {}),
        "its live part, too": (reverse("asked", args=[evening.slug, key.hex]), {**HTMX, "HX-Target": "live"}),
        "found": (f"{reverse('find', args=[evening.slug])}?q=player", {}),
    }

    def pages():
        answers = {name: client.get(address, headers=headers) for name, (address, headers) in addresses.items()}
        plain = re.compile('(name="(request_key|secret|word|csrfmiddlewaretoken)" value=)"[^"]+"')
        return {name: plain.sub(r"\1", answer.content.decode()) for name, answer in answers.items()}

    old = []
    for name, change in SIGNING_UP.items():
        change(Tournament.objects.get(pk=evening.pk))
        now = pages()
        clear_cache()
        old += [(name, page) for page, fresh in pages().items() if now[page] != fresh]

    assert old == []

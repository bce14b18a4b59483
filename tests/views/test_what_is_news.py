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
    player_token,
    say_words,
)
from tests.views.conftest import logged_in
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
from tournament.machine.cache import clear_cache
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


def own(name, entry):
    return reverse(name, args=[entry.tournament.slug, entry.number, player_token(entry)])


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


@pytest.mark.costly
def test_after_a_change_nothing_old_stands_on_any_page_of_a_club(client, evening):
    found = []
    for change, make in CHANGES.items():
        before = {name: client.get(of_club(name)).content.decode() for name in OF_CLUB}
        make(evening)
        now = {name: client.get(of_club(name)).content.decode() for name in OF_CLUB}
        renewed = {name: news(client, name, version_in(page)) for name, page in before.items()}
        clear_cache()
        for name, seen in before.items():
            stands = completed(renewed[name], seen) == news(client, name, "") if renewed[name] else seen == now[name]
            if now[name] != client.get(of_club(name)).content.decode() or not stands:
                found.append((change, name))

    assert found == []


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


@pytest.mark.costly
def test_after_a_change_nothing_old_stands_at_any_address_that_is_cached(client, evening):
    """Also where an evening shows what belongs to its club, as the season on the wall."""
    away = make_tournament(players=[NewPlayer("Xenia"), NewPlayer("Yorick")], name="Away", date=date(2026, 11, 6))
    play_round(draw_next_round(away))
    of_the_club = (*OF_CLUB, "season_csv", "season_json", "ratings_csv", "club_imprint", "club_privacy")
    addresses = [*map(of_club, of_the_club), *of_evening(evening)]

    def pages():
        answers = [client.get(address) for address in addresses]
        assert {answer.status_code for answer in answers} == {200}
        # A page may be of another version in itself: of another moment, or for a word that it does not show.
        plain = re.compile(r'name="v" value="[^"]*"|"version": \d+')
        return [plain.sub("", answer.content.decode()) for answer in answers]

    old = []
    for change, make in (OF_OTHERS | CHANGES).items():
        pages()
        make(evening)
        now = pages()
        clear_cache()
        old += [(change, address) for address, was, fresh in zip(addresses, now, pages(), strict=True) if was != fresh]

    assert old == []


def of_evening(evening):
    whole = ("standings", "order", "share", "crosstable", "course", "draw_check", "rules", "bracket", "find", "wall")
    files = ("standings_csv", "standings_json", "tournament_imprint", "tournament_privacy")
    numbered = {
        "round": {"number": 1},
        "player": {"number": 1},
        "seat_live": {"number": 1},
        "round_share": {"number": 1},
    }
    values = {name: numbered.get(name, {}) for name in (*whole, *files, *numbered)}
    return [reverse(name, kwargs={"slug": evening.slug, **more}) for name, more in values.items()]


def news(client, name, seen):
    """What a page of the club is told that shows this version."""
    return client.get(of_club(name, live=True), {"v": seen}).content.decode()


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

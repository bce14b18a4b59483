"""The pages of the score sheet: on the phones of the two players and at the desk."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    draw_next_round,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    player_token,
    say_words,
)
from tests.views.conftest import logged_in
from tournament.actions.results import record_result
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.models import Report, Tournament
from tournament.queries.record import result_of
from tournament.queries.results import kept_games, score_sheet_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
PHONE = "0123456789abcdef" * 2
CUBE = {"match_length": 5, "cube": True, "crawford": True, "backgammons": True, "clock": "delay"}


def a_match(**fields):
    tournament = make_tournament(4, **fields)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


@pytest.fixture
def match():
    return a_match(**CUBE)


def mine(entry, language="en"):
    return f"/{language}/t/{entry.tournament.slug}/p/{entry.number}/{player_token(entry)}/sheet/"


def at_desk(match):
    return f"/t/{match.round.tournament.slug}/desk/sheets/{match.pk}/"


def tap(client, address, match, word, headers=HTMX, **sent):
    seen = score_sheet_of(match).mark
    return client.post(address, {"match": match.pk, "seen": seen, "word": word, **sent}, headers=headers)


def take_back(client, address, match):
    kept = score_sheet_of(match)
    sent = {"match": match.pk, "seen": kept.mark, "leaves": kept.before_last_word.look}
    return client.post(address, sent, headers=HTMX)


def points(answer):
    return answer.context["sheet"].points


def test_the_desk_shows_how_an_open_match_stands_on_its_sheet_by_one_more_query(client, match):
    client.force_login(make_director())
    address = f"/t/{match.round.tournament.slug}/desk/rounds/1/"
    counted = []
    for word in ("", "0-won-gammon", "1-double"):
        if word:
            tap(client, at_desk(match), match, word)
        clear_cache()
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        counted.append((len(asked), [row.on_sheet for row in answer.context["rows"]]))
    plain = counted[0][0]
    say_words(pairing_of(match.round.tournament, 1, 2), "1-won-single 0-won-single")
    clear_cache()
    with CaptureQueriesContext(connection) as asked:
        both = [row.on_sheet for row in client.get(address).context["rows"]]

    assert counted == [(plain, ["", ""]), (plain + 1, ["2:0", ""]), (plain + 1, ["2:0", ""])]
    assert (len(asked), both) == (plain + 1, ["2:0", "1:1"])


def test_both_phones_write_on_one_sheet(client, match):
    tap(client, mine(match.first), match, "0-won-gammon")
    answer = tap(client, mine(match.second), match, "1-won-single")

    assert (answer.status_code, points(answer), points(client.get(mine(match.first)))) == (200, (2, 1), (2, 1))
    assert points(take_back(client, mine(match.first), match)) == (2, 0)


def test_without_scripts_a_tap_leads_back_to_the_sheet(client, match):
    answer = tap(client, mine(match.first), match, "0-won-gammon", headers={})

    assert (answer.status_code, answer["Location"]) == (302, mine(match.first))


def test_a_stale_tap_is_told_and_the_sheet_shown_as_it_is(client, match):
    seen = score_sheet_of(match).mark
    tap(client, mine(match.first), match, "0-won-gammon")

    plain = tap(client, mine(match.second), match, "1-double", headers={}, seen=seen)
    with_scripts = tap(client, mine(match.second), match, "1-double", seen=seen)

    sentence = "The score sheet stands differently by now. It is shown as it is; what was tapped here was not saved."
    assert (plain.status_code, points(plain), plain.context["problem"]) == (422, (2, 0), sentence)
    assert (with_scripts.status_code, with_scripts.content.decode()) == (422, sentence)


@pytest.mark.parametrize("word", ["", "0-shout", "0-won-gammon 1-won-gammon"])
def test_an_unreadable_word_for_the_score_sheet_is_refused(client, match, word):
    assert tap(client, mine(match.first), match, word).status_code == 422
    assert kept_games(match).games == ()


def test_the_deciding_game_is_reported_and_the_page_leads_to_the_confirmation(client, match):
    for word in ("0-won-gammon", "0-won-gammon"):
        tap(client, mine(match.first), match, word)
    answer = tap(client, mine(match.first), match, "0-won-single", phone=PHONE)
    other = client.get(mine(match.second))

    assert [page.context["match"].state for page in (answer, other)] == ["own_report", "their_report"]
    assert Report.objects.get().phone == PHONE
    assert f"{mine(match.second).removesuffix('sheet/')}#report" in other.content.decode()


def test_where_no_reports_are_taken_the_sheet_of_a_player_can_only_be_read(client, match):
    Tournament.objects.update(reporting="off")

    page = client.get(mine(match.first))

    assert (page.context["can_say"], 'name="word"' in page.content.decode()) == (False, False)


def test_a_sheet_that_is_open_leads_to_the_own_page_when_there_is_another_match(client, match):
    same, other = (client.get(mine(match.first), {"v": "1", "of": key}, headers=HTMX) for key in (match.pk, 1_000))

    assert (same.status_code, "HX-Redirect" in same) == (200, False)
    assert other["HX-Redirect"] == mine(match.first).removesuffix("sheet/")


def test_without_a_match_it_leads_to_the_own_page(client):
    tournament = make_tournament(3)
    draw_next_round(tournament)
    bye = pairing_of(tournament, 1, None)
    own = mine(bye.first).removesuffix("sheet/")

    assert client.get(mine(bye.first))["Location"] == own
    Tournament.objects.update(is_closed=True)
    assert client.get(mine(bye.first), headers=HTMX)["HX-Redirect"] == own


def test_the_desk_keeps_a_sheet_whose_end_is_the_result(match):
    helper = logged_in(make_helper(match.round.tournament))
    for word in ("0-won-gammon", "0-won-gammon", "0-won-single"):
        answer = tap(helper, at_desk(match), match, word)
    match.refresh_from_db()

    assert (result_of(match), answer.context["can_say"], bool(answer.context["can_take_back"])) == (
        Result(Outcome.PLAYED, (5, 0)),
        False,
        True,
    )
    assert points(take_back(helper, at_desk(match), match)) == (4, 0)


def test_a_result_from_elsewhere_is_not_taken_back_on_the_sheet(match):
    director = logged_in(make_director())
    tap(director, at_desk(match), match, "0-won-gammon")
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.STOPPED, (2, 0)))

    page = director.get(at_desk(match))

    assert (page.context["can_say"], bool(page.context["can_take_back"])) == (False, False)


def test_a_table_that_is_gone_leads_to_the_desk(match):
    director = logged_in(make_director())
    address = at_desk(match).replace(str(match.pk), "0")

    assert director.get(address).status_code == 404
    assert director.get(address, headers=HTMX)["HX-Redirect"] == f"/t/{match.round.tournament.slug}/desk/"


def test_no_page_of_a_match_without_the_cube_names_it(client):
    match = a_match()
    tap(client, mine(match.first), match, "0-won-gammon")
    tap(client, mine(match.first), match, "0-concede-single")
    pages = [client.get(mine(match.first, language)).content.decode() for language in ("en", "de")]

    assert [re.findall(r"(?i)[^.]\bcube\b(?!-)|(?<![-\w])Würfel\b|doppel", re.sub("<[^>]+>", " ", page))
            for page in pages] == [[], []]  # fmt: skip


@pytest.mark.parametrize("who", ["player", "desk"])
def test_a_word_takes_so_many_queries_however_many_there_are(client, match, who):
    browser, address = (client, mine(match.first)) if who == "player" else (logged_in(make_director()), at_desk(match))
    browser.get(address)
    counts = []
    for word in ("0-double", "1-take", "1-won-single", "0-won-single", "0-won-single"):
        with CaptureQueriesContext(connection) as asked:
            tap(browser, address, match, word)
        counts.append(len(asked))

    # Where seconds have passed in between, an older count of the words goes first.
    assert max(counts) <= {"player": 37, "desk": 30}[who]


def test_the_own_page_leads_to_the_sheet_and_shows_its_games(client, match):
    tap(client, mine(match.first), match, "0-won-gammon")

    page = client.get(mine(match.first).removesuffix("sheet/"))

    assert mine(match.first) in page.content.decode()
    assert [(line.how, line.score) for line in page.context["games"]] == [("gammon", "2:0")]


@pytest.mark.parametrize(
    ("clock", "told"),
    [("", ""), ("blitz", "&amp;clock=blitz"), ("delay 90 15", "&amp;rule=delay&amp;reserve=90&amp;delay=15")],
)
def test_the_clock_starts_with_the_names_the_length_and_the_tournaments_clock(client, match, clock, told):
    Tournament.objects.update(clock=clock)
    names = f"first=Player+{match.first.number}&amp;second=Player+{match.second.number}"

    assert (
        f'/en/clock/?{names}&amp;length=5{told}&amp;you=0#{mine(match.first)}"'
        in client.get(mine(match.first)).content.decode()
    )


def test_the_answer_to_an_offer_is_folded_up_on_the_phone_that_made_it_and_nowhere_else(client, match):
    say_words(match, "0-double")
    phones = [client.get(mine(entry)).content.decode() for entry in (match.first, match.second)]
    desk = logged_in(make_director()).get(at_desk(match)).content.decode()

    assert ['id="elsewhere"' in page for page in (*phones, desk)] == [True, False, False]
    assert ['value="1-take"' in page for page in (*phones, desk)] == [True] * 3
    assert f"{match.second.name} answers on this phone" in phones[0]


def test_the_own_name_is_marked_on_the_own_sheet_and_on_the_clock_it_leads_to(client, match):
    sides = []
    for entry in (match.first, match.second):
        shown = client.get(mine(entry)).content.decode()
        marked = re.search(r"<bdi>([^<]*?)\s*<small class=\"you\">", shown)[1]
        sides.append((marked, re.search(r"&amp;you=(\d)", shown)[1]))

    assert sides == [(match.first.name, "0"), (match.second.name, "1")]
    assert 'class="you"' not in logged_in(make_director()).get(at_desk(match)).content.decode()

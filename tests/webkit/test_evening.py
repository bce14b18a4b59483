"""An evening in WebKit: results at the desk, a report from a player's own page, and the news of others."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of, player_token
from tests.webkit.conftest import PHONE
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.queries.record import result_of

pytestmark = pytest.mark.sample
WON_3_1 = Result(Outcome.PLAYED, (3, 1))


def running_round(players=4):
    tournament = make_tournament(entries=players)
    draw_next_round(tournament)
    return tournament


def score_of(pairing):
    pairing.refresh_from_db()
    return result_of(pairing).score


def test_results_are_tapped_and_typed_and_a_tap_is_undone(open_desk):
    tournament = running_round()
    page = open_desk()
    page.open(f"/t/{tournament.slug}/desk/rounds/1/")

    page.click("[data-table='1'] .scores [value='played/3/1/']")
    page.reads("[data-table='1'] .result", "3:1")
    page.one("#typed-table").send_keys("2 3", Keys.ENTER)
    page.reads("[data-table='2'] .result", "2:3")
    page.click(".foot form button")
    page.reads("[data-table] .result", "3:1")

    assert [score_of(pairing_of(tournament, 1, table)) for table in (1, 2)] == [(3, 1), None]


def test_a_player_reports_the_opponent_confirms_and_the_desk_has_it(open_page, open_desk):
    tournament = running_round()
    match = pairing_of(tournament, 1, 1)
    desk = open_desk()
    desk.open(f"/t/{tournament.slug}/desk/rounds/1/")
    first, second = open_page(), open_page()
    for phone, entry in ((first, match.first), (second, match.second)):
        phone.open(f"/en/t/{tournament.slug}/p/{entry.number}/{player_token(entry)}/")

    first.click(".report-scores [data-tap='3:1']")
    first.reads("#report h2", "✓ Report received")
    second.click(".confirm .btn")
    second.reads("#report h2", "The result is in")

    desk.reads("#just-in strong", "Just in from the phone")
    assert score_of(match) == (3, 1)


def test_a_page_for_everyone_and_the_wall_hear_of_a_result(open_page):
    tournament = running_round()
    phone, wall = open_page(), open_page(1280)
    phone.open(f"/en/t/{tournament.slug}/rounds/1/")
    wall.open(f"/en/t/{tournament.slug}/wall/")
    wall.reads(".wall-list .finished")

    enter_result(pairing_of(tournament, 1, 1), WON_3_1)

    phone.reads("#live tbody .winner", pairing_of(tournament, 1, 1).first.name)
    wall.reads(".wall-list .finished .score", "3", "1")


def test_the_own_table_is_found_and_remembered(open_page):
    tournament = running_round()
    phone = open_page(PHONE)
    phone.open(f"/en/t/{tournament.slug}/")

    phone.one("[role=search] input").send_keys("Player 3")
    phone.reads("#found strong bdi", "Player 3")
    phone.click("#found [data-remember='3']")
    phone.is_at("/players/3/")
    phone.open(f"/en/t/{tournament.slug}/")

    phone.reads("#own .forget", "Not you?")


def test_a_list_stays_where_it_is_read_while_the_own_seat_above_it_shrinks(open_page):
    tournament = running_round(players=14)
    match = pairing_of(tournament, 1, 1)
    phone = open_page(PHONE)
    phone.open(f"/en/t/{tournament.slug}/players/{match.first.number}/")
    phone.click("#live .remember")
    phone.open(f"/en/t/{tournament.slug}/rounds/1/")
    phone.one("#own small")
    phone.run("() => scrollTo(0, 300)")
    row = f"() => document.getElementById('pairing-{pairing_of(tournament, 1, 3).pk}').getBoundingClientRect().top"
    stood_at = phone.run(row)

    enter_result(match, WON_3_1)

    phone.reads("#own small")
    assert phone.run(row) == stood_at

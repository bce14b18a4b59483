"""Standings and pairings as plain text."""

import pytest

from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of, play_round
from tournament.actions.players import NewPlayer
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.exports.messages import bracket_text, round_text, standings_text
from tournament.pages.rounds import bracket_page
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def page_of(round_):
    return round_page(evening_of(round_.tournament), round_.number)


WITHOUT_ISOLATES = {0x2068: None, 0x2069: None}


@pytest.fixture
def three():
    return make_tournament(players=[NewPlayer(name) for name in ("Anna", "Ben", "Cem")])


def test_the_standings_are_a_line_for_each_player(three):
    play_round(draw_next_round(three), scores=[(3, 1)])

    assert standings_text(three, standings_page(evening_of(three))) == (
        "Bodensee Open · Standings after round 1\n"
        "\n"
        "1. Ben  1 win  +2  BH 0\n"
        "2. Anna  1 win  0  BH 0\n"
        "3. Cem  0 wins  −2  BH 1"
    )


def test_standings_of_a_running_round_say_that_they_are_provisional():
    tournament = make_tournament(4)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    lines = standings_text(tournament, standings_page(evening_of(tournament))).splitlines()

    assert lines[:3] == ["Bodensee Open · Standings after round 1", "Provisional: 1 match is still open", ""]


def test_a_round_goes_by_table_with_what_is_in():
    tournament = make_tournament(entries=7)
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    enter_result(pairing_of(tournament, 1, 2), DOUBLE_FORFEIT)

    assert round_text(page_of(round_)) == (
        "Bodensee Open · Round 1\n"
        "\n"
        "Table 1: Player 6 – Player 5  3:1\n"
        "Table 2: Player 2 – Player 4  −:−\n"
        "Table 3: Player 7 – Player 3\n"
        "Player 1: bye"
    )


def test_the_finals_go_round_by_round_and_say_who_waits_for_whom():
    tournament = make_tournament(
        4, 1, planned_rounds=1, finals_players=4, finals_third_place=True, draw_seed="konstanz"
    )
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    first, second, third, fourth = (row.entry.display_name for row in standings_page(evening_of(tournament)).rows)

    assert bracket_text(tournament, bracket_page(evening_of(tournament))).translate(WITHOUT_ISOLATES) == (
        "Bodensee Open · Finals\n"
        "\n"
        "Semi-finals\n"
        f"Table 1: {first} – {fourth}  3:1\n"
        f"Table 2: {second} – {third}\n"
        "\n"
        "Final\n"
        f"{first} – winner of table 2\n"
        "\n"
        "Match for third place\n"
        f"{fourth} – loser of table 2"
    )

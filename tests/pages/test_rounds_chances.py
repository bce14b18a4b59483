"""Who can still win, with names."""

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.pages.rounds import ChancesPage, chances_page
from tournament.queries.evening import evening_of
from tournament.queries.record import format_of
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def told(tournament):
    evening = evening_of(tournament)
    return chances_page(standings_page(evening), evening.record, format_of(tournament))


def test_before_the_last_round_is_paired_nothing_is_said_while_everybody_can_win():
    assert told(make_tournament(entries=4, played=1, planned_rounds=2)).sentences == ()


def test_before_the_last_round_who_is_not_too_many_wins_behind_is_named_and_of_many_counted():
    few, many = (make_tournament(entries=number, played=2, planned_rounds=3) for number in (8, 40))

    assert told(few).sentences == (
        "Nobody but Player 4, Player 2, Player 5, Player 1, Player 8 and Player 7 can still win the tournament.",
    )
    assert told(many) == ChancesPage(("At most 30 of 40 players can still win the tournament.",), is_bound=True)


def test_in_the_last_round_each_chance_is_told_until_the_last_result():
    tournament = make_tournament(entries=4, played=1, planned_rounds=2)
    draw_next_round(tournament)

    assert told(tournament) == ChancesPage(
        (
            "Player 2 wins the tournament with any win.",
            "Player 1 wins the tournament with any win.",
            "Player 3 and Player 4 can no longer win the tournament.",
        ),
        0,
    )

    enter_result(pairing_of(tournament, 2, 1), Result(Outcome.PLAYED, (3, 0)))
    assert told(tournament).sentences == ("Player 2 has already won the tournament.",)
    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 0)))
    assert told(tournament).sentences == ()


def test_where_finals_follow_nobody_is_told_to_win_in_the_last_round_before_them():
    tournament = make_tournament(entries=4, played=1, planned_rounds=2, finals_players=2)
    draw_next_round(tournament)

    assert told(tournament) == ChancesPage((), 0)


def test_nothing_exact_is_promised_for_the_last_round_as_that_may_be_simulated():
    note = render_to_string("public/chances_note.html", {"chances": ChancesPage((), is_bound=True)})

    assert " ".join(strip_tags(note).split()) == (
        "Counted by match wins and the rounds still planned: all others have too few wins. "
        "In the last round it says what each of the first five needs."
    )

"""What is to be known before a tournament is closed."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tournament.actions.cash import add_prize
from tournament.queries.tournaments import Closing, closing_of

pytestmark = pytest.mark.django_db


def test_unpaid_fees_and_missing_prizes_are_asked_about_first():
    closing = closing_of(make_tournament(entries=3, fee_cents=800, planned_rounds=5))

    assert (closing, closing.asks_first) == (
        Closing((), owing=3, owed_cents=2400, lacks_prizes=True, unplayed_rounds=5),
        True,
    )


def test_with_fees_paid_and_a_prize_entered_nothing_is_asked():
    tournament = make_tournament(entries=2, played=1, planned_rounds=1, fee_cents=800)
    tournament.entries.update(paid_cents=800)
    add_prize(tournament, by=make_director(), place=1, description="Cup", price_cents=500)

    closing = closing_of(tournament)

    assert (closing, closing.asks_first) == (Closing((), owing=0, owed_cents=0, lacks_prizes=False), False)


def test_another_cost_is_no_prize():
    tournament = make_tournament(entries=2, fee_cents=800)
    add_prize(tournament, by=make_director(), place=0, description="Room", price_cents=500)

    assert closing_of(tournament).lacks_prizes


@pytest.mark.parametrize(("entries", "fee_cents"), [(0, 800), (4, 0)])
def test_where_there_is_no_money_no_prizes_are_missing(entries, fee_cents):
    assert closing_of(make_tournament(entries=entries, fee_cents=fee_cents)).lacks_prizes is False


@pytest.mark.parametrize(("planned", "unplayed"), [(2, 0), (3, 1)])
def test_before_all_planned_rounds_are_played_it_is_asked(planned, unplayed):
    closing = closing_of(make_tournament(entries=4, played=2, planned_rounds=planned))

    assert (closing.unplayed_rounds, closing.asks_first) == (unplayed, unplayed > 0)


def test_with_open_tables_nothing_else_is_asked():
    tournament = make_tournament(entries=4, fee_cents=800)
    draw_next_round(tournament)

    closing = closing_of(tournament)

    assert (closing.open_tables, closing.asks_first) == ((1, 2), False)


def test_finals_that_are_not_played_out_are_asked_about():
    tournament = make_tournament(entries=4, played=1, planned_rounds=1, finals_players=2)
    before = closing_of(tournament)
    play_round(draw_next_round(tournament))
    after = closing_of(tournament)

    assert (before.lacks_finals, before.asks_first) == (True, True)
    assert (after.lacks_finals, after.asks_first) == (False, False)

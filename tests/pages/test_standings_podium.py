"""What the director sees when a tournament is closed."""

import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.cash import add_prize
from tournament.pages.standings import closed_page

pytestmark = pytest.mark.django_db


def test_the_end_names_the_first_three_with_their_prizes_and_what_is_left_of_the_cash():
    tournament = make_tournament(4, played=2, planned_rounds=2, fee_cents=800)
    tournament.entries.filter(number__lte=3).update(paid_cents=800)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=2050)

    end = closed_page(tournament)

    assert [(place.rank, figures, place.prizes) for place, figures in end["podium"]] == [
        (1, "2 wins · +4", ("Board",)),
        (2, "1 win · −1", ()),
        (3, "1 win · −1", ()),
    ]
    assert end["winner"] == end["podium"][0][0].entry
    assert end["cash"] == "Cash: 24.00 € received, 20.50 € spent, 3.50 € left"


def test_where_more_was_spent_than_came_in_the_end_says_what_is_missing():
    tournament = make_tournament(2, fee_cents=800)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=2050)

    assert closed_page(tournament) == {
        "podium": (),
        "winner": None,
        "cash": "Cash: 0.00 € received, 20.50 € spent, 20.50 € missing",
    }


def test_where_no_money_was_moved_nothing_is_said_of_it():
    assert closed_page(make_tournament(2))["cash"] == ""

"""Prizes: what can be entered of them, and what is refused."""

import pytest

from tests.factories import make_director, make_tournament, stored_rows
from tournament.actions.cash import add_prize, change_costs, change_prize
from tournament.engine.refusals import Refused
from tournament.models import Prize

pytestmark = pytest.mark.django_db
BOARD = {"place": 1, "description": "Board", "price_cents": 5900}


def stored():
    return list(Prize.objects.order_by("pk").values_list("place", "description", "price_cents"))


def test_a_place_gets_as_many_prizes_as_there_are_and_a_gift_costs_nothing():
    tournament = make_tournament(2)

    for place, description, price in ((1, " Board\u00a0 of  oak ", 5900), (1, "Cup", 0), (3, "Dice", 999_999)):
        add_prize(tournament, by=make_director(), place=place, description=description, price_cents=price)

    assert stored() == [(1, "Board of oak", 5900), (1, "Cup", 0), (3, "Dice", 999_999)]


@pytest.mark.parametrize(
    ("wrong", "refused"),
    [
        ({"place": -1}, Refused("prize_place_out_of_range", last=3)),
        ({"place": 4}, Refused("prize_place_out_of_range", last=3)),
        ({"description": " \u200b"}, Refused("description_empty")),
        ({"description": "x" * 201}, Refused("text_too_long", limit=200)),
        ({"description": "a\x00b"}, Refused("text_unprintable")),
        ({"price_cents": -1}, Refused("price_too_high", limit=999_999, currency="EUR")),
        ({"price_cents": 1_000_000}, Refused("price_too_high", limit=999_999, currency="EUR")),
    ],
)
def test_what_is_no_prize_is_refused_when_it_is_entered_and_when_it_is_changed(wrong, refused):
    tournament = make_tournament(2)
    prize = add_prize(tournament, by=make_director(), **BOARD)
    before = stored_rows()

    with pytest.raises(Refused) as entered:
        add_prize(tournament, by=make_director(), **{**BOARD, **wrong})
    with pytest.raises(Refused) as changed:
        change_prize(prize, by=make_director(), **{**BOARD, **wrong})

    assert [(raised.value.code, raised.value.values) for raised in (entered, changed)] == [
        (refused.code, refused.values)
    ] * 2
    assert stored_rows() == before


def test_the_same_prize_is_not_entered_twice():
    tournament = make_tournament(2)
    add_prize(tournament, by=make_director(), **BOARD)

    with pytest.raises(Refused) as refusal:
        add_prize(tournament, by=make_director(), **BOARD)

    assert (refusal.value.code, len(stored())) == ("prize_is_there", 1)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"treasurer": "x" * 101}, "text_too_long"),
        ({"surplus_note": "x" * 201}, "text_too_long"),
        ({"treasurer": "\x07"}, "text_unprintable"),
        ({"surplus_note": "\x07"}, "text_unprintable"),
    ],
)
def test_what_cannot_be_printed_on_the_statement_is_refused(wrong, code):
    said = {"treasurer": "Zoë", "surplus_note": "new dice", "shows_costs": False, **wrong}

    with pytest.raises(Refused) as refusal:
        change_costs(make_tournament(2), by=make_director(), **said)

    assert refusal.value.code == code

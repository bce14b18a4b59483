"""The list of players at the desk: its order, its counts, and whom a search finds."""

import pytest

from tournament.models import Entry
from tournament.money.fees import Fees
from tournament.queries.cash import fee_row
from tournament.queries.players import Order, attendance, in_order, matching, paid_together


def row(number, name, **fields):
    return fee_row(Entry(number=number, name=name, **fields), 800, 0)


ROWS = (
    row(1, "Öz", is_here=True, paid_cents=800),
    row(2, "Zoë", is_here=True),
    row(3, "Łukasz", club="Ulm", fee_waived="helps"),
    row(4, "Anna", withdrawn_after=0),
)


def numbers(rows):
    return [row.entry.number for row in rows]


@pytest.mark.parametrize(
    ("order", "asks_who_is_here", "expected"),
    [
        (Order.NAME, True, [4, 3, 1, 2]),
        (Order.NUMBER, True, [1, 2, 3, 4]),
        (Order.OPEN, True, [3, 2, 4, 1]),
        (Order.OPEN, False, [2, 4, 3, 1]),
    ],
)
def test_open_are_those_who_owe_and_before_round_1_those_who_are_not_here(order, asks_who_is_here, expected):
    assert numbers(in_order(ROWS, order, asks_who_is_here=asks_who_is_here)) == expected


def test_who_has_left_is_missed_no_more_and_who_need_not_pay_is_no_payer():
    assert attendance(Fees(800, ROWS)) == {"here": 2, "players": 3, "paid": 1, "payers": 2}


HERE, AWAY, GONE = {"is_here": True}, {}, {"is_here": True, "withdrawn_after": 1, "joined_round": 1}


@pytest.mark.parametrize(
    ("owing", "asks_who_is_here", "expected"),
    [
        ((AWAY, AWAY), True, {"players": 2, "cents": 1600, "here_alone": False}),
        ((HERE, HERE, AWAY), True, {"players": 2, "cents": 1600, "here_alone": True}),
        ((HERE, HERE, AWAY), False, {"players": 3, "cents": 2400, "here_alone": False}),
        ((HERE, AWAY, AWAY), True, None),
        ((HERE, HERE, GONE), False, {"players": 2, "cents": 1600, "here_alone": False}),
        ((HERE,), True, None),
    ],
)
def test_several_pay_with_one_press_those_who_are_here_or_all_where_nobody_is_ticked_off(
    owing, asks_who_is_here, expected
):
    rows = tuple(
        fee_row(Entry(number=number, name="Zoë", **fields), 800, 2) for number, fields in enumerate(owing, start=1)
    )

    assert paid_together(Fees(800, rows), asks_who_is_here=asks_who_is_here) == expected


@pytest.mark.parametrize(("typed", "expected"), [("luk ULM", [3]), ("o", [1, 2]), ("", [1, 2, 3, 4]), ("oz ulm", [])])
def test_a_search_finds_every_word_in_name_or_club_without_marks(typed, expected):
    assert numbers(matching(ROWS, typed)) == expected

"""What is read of the entry fee."""

import pytest

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import set_fee
from tournament.actions.players import NewPlayer
from tournament.actions.tournaments import change_tournament
from tournament.models import Entry
from tournament.money.payments import FeeState
from tournament.queries.cash import by_name, current_fee, fee_row, fees_of


def test_at_the_door_the_names_stand_as_they_are_looked_for():
    names = ("Zoë", "anna", "Öz", "Anna", "Pia")
    rows = [fee_row(Entry(name=name, number=number), 700, 0) for number, name in enumerate(names, start=1)]

    assert [found.entry.number for found in by_name(rows)] == [2, 4, 3, 5, 1]


@pytest.mark.parametrize(
    ("fields", "has_left", "has_played", "state"),
    [
        ({}, False, True, FeeState.OWED),
        ({"paid_cents": 700}, False, True, FeeState.PAID),
        ({"fee_waived": "helps"}, False, True, FeeState.WAIVED),
        ({"withdrawn_after": 0}, True, False, FeeState.NOTHING),
        ({"withdrawn_after": 2, "joined_round": 3}, True, False, FeeState.NOTHING),
        ({"withdrawn_after": 1}, True, True, FeeState.OWED),
        ({"withdrawn_after": 4}, False, True, FeeState.OWED),
        ({"withdrawn_after": 1, "paid_cents": 700, "refunded_cents": 700}, True, True, FeeState.REFUNDED),
    ],
)
def test_who_left_before_their_first_round_has_never_played(fields, has_left, has_played, state):
    row = fee_row(Entry(**fields), 700, 3)

    assert (row.has_left, row.has_played, row.state) == (has_left, has_played, state)


@pytest.mark.django_db
def test_the_fee_of_everybody_is_the_one_that_holds_now():
    tournament = make_tournament(
        players=[NewPlayer("Anna"), NewPlayer("Bo")], fee_cents=800, fee_steps=[(2, 900), (None, 700)]
    )
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    with_table = fees_of(tournament)
    change_tournament(tournament, by=make_director(), fee_steps=[])

    without = fees_of(tournament)

    assert [(fees.fee_cents, fees.is_open, fees.owed_cents) for fees in (with_table, without)] == [
        (900, True, 900),
        (800, False, 800),
    ]
    assert current_fee(tournament) == 800

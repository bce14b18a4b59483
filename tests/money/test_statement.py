"""The books of a tournament: they balance to the cent, whatever is paid, waived and bought."""

import pytest
from hypothesis import given

from tests.money.builders import books
from tournament.money.fees import Fees
from tournament.money.payments import Payer
from tournament.money.statement import CostStatement, Line, LineKind


def amounts(statement, *kinds):
    return sum(line.cents for line in statement.lines if line.kind in kinds)


@pytest.mark.costly
@given(books())
def test_any_books_balance(statement):
    fees = amounts(statement, LineKind.FEES, LineKind.REFUNDS)
    spent = amounts(statement, LineKind.PRIZE, LineKind.COST)
    rows = statement.fees.rows

    assert statement.income_cents == fees == amounts(statement, LineKind.INCOME)
    assert statement.spending_cents == spent == amounts(statement, LineKind.SPENDING)
    assert statement.balance_cents == fees - spent == amounts(statement, LineKind.BALANCE)
    assert statement.surplus_cents - statement.shortfall_cents == statement.balance_cents
    assert statement.income_cents == sum((row.paid_cents or 0) - row.refunded_cents for row in rows)
    assert statement.fees.expected_cents == sum(row.due_cents for row in rows)
    assert 0 in (statement.surplus_cents, statement.shortfall_cents)


@given(books())
def test_every_amount_that_came_in_is_counted_on_its_line(statement):
    counted = [line for line in statement.lines if line.counted]

    assert [abs(line.cents) for line in counted] == [
        sum(count * cents for count, cents in line.counted) for line in counted
    ]


@pytest.mark.costly
@given(books())
def test_heads_times_the_share_of_each_and_the_remainder_are_the_spending(statement):
    if statement.per_head is None:
        assert statement.fees.paid == ()
    else:
        heads, cents, left_over = statement.per_head
        assert heads * cents + left_over == statement.spending_cents
        assert 0 <= left_over < heads == len(statement.fees.paid)


@pytest.mark.costly
@given(books())
def test_no_surplus_is_announced_while_something_is_to_be_refunded(statement):
    announced = 0 if statement.fees.overpaid else statement.surplus_cents

    assert statement.announced_surplus_cents == announced


def test_what_was_paid_before_the_fee_changed_and_what_was_given_back_stand_on_lines_of_their_own():
    payers = (Payer(500, 800, 300), Payer(500, 800), Payer(500, 500), Payer(500))

    assert CostStatement(Fees(500, payers), "EUR", ()).lines == (
        Line(LineKind.FEES, 2100, ((2, 800), (1, 500))),
        Line(LineKind.REFUNDS, -300, ((1, 300),)),
        Line(LineKind.INCOME, 1800),
        Line(LineKind.SPENDING, 0),
        Line(LineKind.BALANCE, 1800),
    )
    assert CostStatement(Fees(500, payers), "EUR", ()).per_head == (3, 0, 0)

"""Vouchers come to what has been moved, and the cash book to what is in the till."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from tournament.money.vouchers import CashBook, Movement, VoucherFacts, settlement

CENTS = st.integers(min_value=1, max_value=999_999)
VOUCHERS = st.lists(st.builds(VoucherFacts, st.just(1), st.sampled_from(Movement), CENTS, is_cancelled=st.booleans()))


@given(st.lists(CENTS), st.integers(min_value=0, max_value=9_999_999))
def test_what_stays_and_what_is_issued_come_to_what_was_moved(amounts, wanted):
    staying, issued_cents = settlement(amounts, wanted)

    assert sum(amounts[:staying]) + issued_cents == wanted
    assert issued_cents >= 0


@given(st.lists(CENTS), st.integers(min_value=0, max_value=9_999_999))
def test_no_voucher_is_cancelled_that_could_stay(amounts, wanted):
    staying, _issued = settlement(amounts, wanted)

    assert staying == len(amounts) or sum(amounts[: staying + 1]) > wanted


@pytest.mark.parametrize(
    ("amounts", "wanted", "settled"),
    [
        ([], 800, (0, 800)),
        ([300], 800, (1, 500)),
        ([300, 500], 800, (2, 0)),
        ([300, 500], 300, (1, 0)),
        ([300, 500], 0, (0, 0)),
        ([800], 300, (0, 300)),
    ],
)
def test_the_last_done_is_the_first_undone(amounts, wanted, settled):
    assert settlement(amounts, wanted) == settled


@given(VOUCHERS)
def test_the_last_balance_is_what_came_in_less_what_went_out(vouchers):
    book = CashBook(tuple(vouchers))

    assert (book.lines[-1].balance_cents if vouchers else 0) == book.balance_cents == book.in_cents - book.out_cents


def test_a_cancelled_voucher_stands_in_the_book_and_moves_nothing():
    paid, cancelled = VoucherFacts(1, Movement.FEE, 800), VoucherFacts(2, Movement.PRIZE, 500, is_cancelled=True)

    assert CashBook((paid, cancelled)).lines == (
        replace(paid, balance_cents=800),
        replace(cancelled, balance_cents=800),
    )


@pytest.mark.parametrize(
    ("voucher", "is_part"),
    [
        (VoucherFacts(1, Movement.FEE, 800, kept_cents=800), False),
        (VoucherFacts(1, Movement.FEE, 300, kept_cents=300, open_cents=500), True),
        (VoucherFacts(2, Movement.FEE, 500, kept_cents=800), True),
        (VoucherFacts(3, Movement.REFUND, 800), False),
    ],
)
def test_a_part_payment_is_one_with_something_paid_before_or_open_still(voucher, is_part):
    assert voucher.is_part is is_part

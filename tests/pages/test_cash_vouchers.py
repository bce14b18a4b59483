"""What stands on a voucher, and in the cash book."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from tournament.models import Club, Tournament
from tournament.money.vouchers import CashBook, Movement, VoucherFacts
from tournament.pages.cash import cash_book_sheet, voucher_sheet
from tournament.pages.sheets import Cells, Struck

AT = datetime(2026, 11, 20, 18, 5, tzinfo=UTC)
CLUB = Club(name="", place="", treasurer="")
EVENING = Tournament(name="Bodensee Open", date=AT.date(), venue="Konstanz", organiser="BC Konstanz", club=CLUB)
FEE = {"number": 1, "movement": Movement.FEE, "party": "Anna", "at": AT}


def sheet(voucher, tournament=EVENING):
    with translation.override("en-gb"):
        return voucher_sheet(tournament, voucher)


def test_a_receipt_says_who_issues_it_who_paid_what_when_and_to_whom():
    receipt = sheet(VoucherFacts(**FEE, cents=800, kept_cents=800, hand="Mia"))

    assert (receipt.title, receipt.subtitle, receipt.notes) == (
        "Bodensee Open",
        "Receipt 1",
        ("20 Nov 2026 · Konstanz",),
    )
    assert receipt.rows == (
        ("Issued by", "BC Konstanz"),
        ("Received from", "Anna"),
        ("For", "Entry fee"),
        ("Amount", "8.00 €"),
        ("Paid on", "20 Nov 2026, 19:05"),
        ("Received by", "Mia"),
    )
    assert receipt.signatures == ("Place and date", "Signature")


def test_a_receipt_leaves_open_what_is_not_known():
    receipt = sheet(
        VoucherFacts(3, Movement.FEE, 800, "Anna", kept_cents=800), Tournament(name="Open", date=AT.date(), club=CLUB)
    )

    assert receipt.rows == (("Received from", "Anna"), ("For", "Entry fee"), ("Amount", "8.00 €"))


@pytest.mark.parametrize(
    ("cents", "kept", "still_open", "told"),
    [
        (300, 300, 500, ("3.00 €", "3.00 €", "5.00 €")),
        (500, 800, 0, ("5.00 €", "8.00 €", "0.00 €")),
    ],
)
def test_the_receipt_for_a_part_says_what_is_paid_so_far_and_what_is_still_open(cents, kept, still_open, told):
    rows = dict(sheet(VoucherFacts(**FEE, cents=cents, kept_cents=kept, open_cents=still_open)).rows)

    assert rows["For"] == "Part of the entry fee"
    assert (rows["Amount"], rows["Paid so far"], rows["Still open"]) == told


def test_who_gets_money_back_signs_for_it():
    refund = sheet(VoucherFacts(2, Movement.REFUND, 800, "Anna", hand="Mia", at=AT))

    assert refund.subtitle == "Refund voucher 2"
    assert refund.rows[1:] == (
        ("Refunded to", "Anna"),
        ("For", "Refund of the entry fee"),
        ("Amount", "8.00 €"),
        ("Refunded on", "20 Nov 2026, 19:05"),
        ("Refunded by", "Mia"),
    )
    assert refund.signatures == ("Place and date", "Signature of Anna")


def test_a_voucher_for_a_prize_says_what_was_bought():
    bought = sheet(VoucherFacts(4, Movement.PRIZE, 5900, purchase="Board", hand="Mia", at=AT))

    assert (bought.subtitle, dict(bought.rows)["For"], dict(bought.rows)["Entered by"]) == (
        "Expense voucher 4",
        "Expense: Board",
        "Mia",
    )


def test_a_cancelled_voucher_says_so():
    assert sheet(VoucherFacts(**FEE, cents=800, is_cancelled=True)).notes[1:] == ("Cancelled",)


def booked():
    """8 € came in, one payment was cancelled, a prize was bought."""
    vouchers = (
        VoucherFacts(**FEE, cents=800, kept_cents=800),
        VoucherFacts(2, Movement.FEE, 300, "Ben", kept_cents=300, open_cents=500, is_cancelled=True),
        VoucherFacts(3, Movement.PRIZE, 500, purchase="Board"),
    )
    with translation.override("en-gb"):
        return cash_book_sheet(EVENING, CashBook(vouchers))


def test_the_cash_book_has_a_line_for_each_voucher_and_the_totals():
    assert [tuple(str(cell) for cell in row) for row in booked().rows] == [
        ("1", "20/11/2026, 19:05", "Entry fee", "Anna", "8.00 €", "None", "8.00 €"),
        ("2", "", "Part of the entry fee", "Ben", "3.00 €", "None", "cancelled"),
        ("3", "", "Expense: Board", "", "None", "5.00 €", "3.00 €"),
        ("None", "", "Total", "", "8.00 €", "5.00 €", "3.00 €"),
    ]


def test_what_is_cancelled_is_struck_through_and_is_no_number_to_add_up():
    struck = [[isinstance(cell, Struck) for cell in row] for row in booked().rows]

    assert struck == [[False] * 7, [False, False, True, True, True, False, False], [False] * 7, [False] * 7]


def test_each_balance_follows_from_what_came_in_and_went_out_before():
    _first, _cancelled, third, _total = (row[6] for row in booked().rows)

    assert (third.added, third.subtracted) == ((Cells(range(3), 4),), (Cells(range(3), 5),))


@pytest.mark.parametrize(
    ("language", "currency", "amount", "paid"),
    [
        ("de", "EUR", "1.234,50 €", "20. November 2026, 19:05"),
        ("en-gb", "EUR", "1,234.50 €", "20 Nov 2026, 19:05"),
        ("de", "CHF", "1.234,50 CHF", "20. November 2026, 19:05"),
        ("en-gb", "GBP", "£1,234.50", "20 Nov 2026, 19:05"),
    ],
)
def test_a_receipt_names_club_place_and_treasurer_and_writes_amount_and_date_as_its_language(
    language, currency, amount, paid
):
    club = Club(name="BC Konstanz", place="Konstanz", treasurer="Käthe Brügge")
    evening = Tournament(name="Open", date=AT.date(), club=club, currency=currency)

    with translation.override(language):
        rows = [
            text for _label, text in voucher_sheet(evening, VoucherFacts(**FEE, cents=123_450, kept_cents=123_450)).rows
        ]

    plain = [str(text).replace("\N{NO-BREAK SPACE}", " ").replace("\u2068", "").replace("\u2069", "") for text in rows]
    assert [plain[place] for place in (0, 1, 4, 5)] == ["BC Konstanz · Konstanz", "Käthe Brügge", amount, paid]

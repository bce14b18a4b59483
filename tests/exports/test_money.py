"""The treasurer's paper, which is kept for years."""

from datetime import UTC, datetime

import pytest

from tests.exports.paper import corners, page_lines, reader
from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import set_fee
from tournament.actions.players import NewPlayer
from tournament.exports.money import cash_book_pdf, vouchers_of_player, vouchers_pdf

AT = datetime(2026, 11, 20, 18, 5, tzinfo=UTC)
ADDRESSED = {"public_url": "https://club.example/t/bodensee-open-2026/", "printed_at": AT}


@pytest.fixture(autouse=True)
def in_november(monkeypatch):
    """The year is a part of the number."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: AT)


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 421)), ("letter", (612, 396))])
def test_vouchers_take_half_a_page_each_and_carry_neither_an_address_nor_a_code(paper, size):
    tournament = make_tournament(players=[NewPlayer("Ben")], language="en", fee_cents=800, paper=paper)
    for cents in (300, None):
        set_fee(entry_of(tournament, 1), by=make_director(), paid=True, cents=cents)

    data = vouchers_pdf(vouchers_of_player(tournament, 1, for_director=True), **ADDRESSED)

    boxes = {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader(data).pages}
    assert boxes == {size}
    first, second = page_lines(data)
    assert first == [
        *("Bodensee Open", "Receipt 2026-0001", "20 Nov 2026 · Konstanz"),
        *("Item", "Details"),
        *("Received from", "Ben"),
        *("For", "Part of the entry fee"),
        *("Amount", "3.00 €"),
        *("Paid so far", "3.00 €"),
        *("Still open", "5.00 €"),
        *("Paid on", "20 Nov 2026, 19:05"),
        *("Received by", "director"),
        *("Place and date", "Signature"),
        *("Printed on 20 Nov 2026 at 19:05", "Page 1 of 1"),
    ]
    assert second[1] == "Receipt 2026-0002"


@pytest.mark.django_db
def test_the_cash_book_has_totals_and_room_to_sign_and_a_line_goes_through_what_is_cancelled():
    tournament = make_tournament(players=[NewPlayer("Ben")], language="en", fee_cents=800)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    before = cash_book_pdf(tournament, **ADDRESSED)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=False)

    data = cash_book_pdf(tournament, **ADDRESSED)

    assert page_lines(before) == [
        [
            *("Bodensee Open", "Cash book", "20 Nov 2026 · Konstanz"),
            *("No.", "Date", "Item", "Name", "In", "Out", "Balance"),
            *("2026-0001", "20/11/2026, 19:05", "Entry fee", "Ben", "8.00 €", "8.00 €"),
            *("Total", "8.00 €", "0.00 €", "8.00 €"),
            *("Place and date", "Signature"),
            *("Printed on 20 Nov 2026 at 19:05", "Page 1 of 1"),
        ]
    ]
    # One line through the item, one through the name, one through the amount.
    assert len(corners(reader(data).pages[0])) - len(corners(reader(before).pages[0])) == 3 * 2

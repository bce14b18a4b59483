"""The treasurer's paper, which is kept for years."""

from datetime import UTC, datetime

import pytest

from tests.exports.paper import page_lines, reader
from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.entries import NewPlayer, set_fee
from tournament.exports.money import vouchers_pdf
from tournament.queries.vouchers import vouchers_of

AT = datetime(2026, 11, 20, 18, 5, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 421)), ("letter", (612, 396))])
def test_vouchers_take_half_a_page_each_and_carry_neither_an_address_nor_a_code(paper, size):
    tournament = make_tournament(players=[NewPlayer("Ben")], language="en", fee_cents=800, paper=paper)
    for cents in (300, None):
        set_fee(entry_of(tournament, 1), by=make_director(), paid=True, cents=cents)
    tournament.vouchers.update(at=AT)

    data = vouchers_pdf(tournament, vouchers_of(entry_of(tournament, 1)), printed_at=AT)

    boxes = {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader(data).pages}
    assert boxes == {size}
    first, second = page_lines(data)
    assert first == [
        *("Bodensee Open", "Receipt 1", "20 Nov 2026 · Konstanz"),
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
    assert second[1] == "Receipt 2"

"""What the report of a club's year says of the numbers of its vouchers."""

from datetime import date

import pytest

from tournament.money.books import BookLine, YearBook, YearVoucher
from tournament.money.vouchers import Movement
from tournament.pages.cash import counted_notes, line_note, numbers_text
from tournament.queries.cash import BookEvening

DAY = date(2026, 11, 20)


def voucher(number, in_run=None, label="", **more):
    """A payment by its number on the evening, in the run of the year and on its paper."""
    label = f"2026-{in_run:04}" if in_run else label
    facts = {"evening": BookEvening("November", DAY, "november"), "day": DAY, "cents": 800, "movement": Movement.FEE}
    return YearVoucher(number=number, year_number=in_run, label=label, **(facts | more))


OF_THE_RUN = [voucher(number, in_run=number + 3) for number in (1, 2, 3, 5)]
OF_THE_EVENING = [voucher(number) for number in (1, 2, 3, 18)]
PRINTED = [voucher(number, label=f"{year}-{number:04}") for year in (2025, 2026) for number in (1, 2, 3, 5)]


@pytest.mark.parametrize(
    ("vouchers", "told"),
    [
        (OF_THE_RUN, "2026-0004–0006, 2026-0008"),
        (OF_THE_EVENING, "of the evening: 1–3, 18"),
        (PRINTED, "as printed: 2025-0001–0003, 2025-0005, 2026-0001–0003, 2026-0005"),
        ([*PRINTED[4:6], *OF_THE_RUN], "2026-0004–0006, 2026-0008, as printed: 2026-0001–0002"),
        ([PRINTED[0], PRINTED[0]], "as printed: 2025-0001, 2025-0001"),
    ],
)
def test_numbers_are_told_as_ranges_and_what_is_of_no_run_is_named(vouchers, told):
    assert numbers_text(vouchers, 2026) == told


def test_the_report_counts_what_is_in_the_run_and_what_is_not_each_for_itself():
    lines = [BookLine(DAY, None, tuple(found)) for found in (OF_THE_RUN, OF_THE_EVENING, OF_THE_EVENING, PRINTED)]

    assert list(counted_notes(YearBook(2026, "EUR", 0, None, tuple(lines)))) == [
        "4 vouchers in the run of the year: 2026-0004–0006, 2026-0008",
        "8 vouchers outside the run, with the numbers of their evenings alone",
        "8 vouchers outside the run, with the numbers printed on them before",
    ]


def test_a_year_whose_vouchers_are_all_in_its_run_says_nothing_else():
    assert list(counted_notes(YearBook(2026, "EUR", 0, None, (BookLine(DAY, None, (OF_THE_RUN[0],)),)))) == [
        "1 voucher in the run of the year: 2026-0004"
    ]


def test_what_is_cancelled_is_named_by_the_number_that_it_has():
    vouchers = (*OF_THE_EVENING, voucher(4, is_cancelled=True), voucher(5, label="2025-0007", is_cancelled=True))

    note = line_note(BookLine(DAY, OF_THE_RUN[0].evening, vouchers), 2026)

    assert note == "4 payments · cancelled: of the evening: 4, as printed: 2025-0007"

"""What the report of a club's year says of the numbers of its vouchers."""

import re
from datetime import date

import pytest

from tournament.money.books import BookLine, YearBook, YearVoucher
from tournament.money.vouchers import Movement
from tournament.pages.cash import by_kind, counted_notes, line_note, numbers_text
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
        "4 payments: 2026-0004–0006, 2026-0008",
    ]


def test_a_year_whose_vouchers_are_all_in_its_run_says_nothing_else():
    assert list(counted_notes(YearBook(2026, "EUR", 0, None, (BookLine(DAY, None, (OF_THE_RUN[0],)),)))) == [
        "1 voucher in the run of the year: 2026-0004",
        "1 payment: 2026-0004",
    ]


EVERY_KIND = (
    *(voucher(None, in_run=number) for number in (1, 2, 4)),
    voucher(None, in_run=3, movement=Movement.REFUND),
    voucher(None, in_run=5, movement=Movement.PRIZE, is_prize=True),
    voucher(None, in_run=6, movement=Movement.PRIZE),
    voucher(None, in_run=7, movement=Movement.PUT_IN),
    voucher(None, in_run=8, movement=Movement.TAKEN_OUT),
    voucher(None, in_run=9, movement=Movement.REFUND, counters="2025-0003"),
    voucher(None, in_run=10, movement=Movement.REFUND, is_cancelled=True),
)


def test_every_voucher_is_named_once_under_its_kind():
    told = list(by_kind(EVERY_KIND, 2026))

    assert told == [
        "3 payments: 2026-0001–0002, 2026-0004",
        "1 refund: 2026-0003",
        "1 prize: 2026-0005",
        "1 expense: 2026-0006",
        "put in 1 time: 2026-0007",
        "taken out 1 time: 2026-0008",
        "counter-entry 2026-0009 to 2025-0003",
        "cancelled: 2026-0010",
    ]
    assert line_note(BookLine(DAY, EVERY_KIND[0].evening, EVERY_KIND), 2026) == " · ".join(told)
    assert sorted(number for part in told for number in numbers_in(part)) == list(range(1, 11))


def numbers_in(text):
    """Each number of 2026 that a text names, also within a range."""
    for begin, end in re.findall(r"2026-(\d{4})(?:–(\d{4}))?", text):
        yield from range(int(begin), int(end or begin) + 1)


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"movement": Movement.PUT_IN}, "put in"),
        ({"movement": Movement.TAKEN_OUT}, "taken out"),
        ({"movement": Movement.REFUND}, "1 refund"),
        ({"movement": Movement.REFUND, "counters": "2025-0003"}, "counter-entry to 2025-0003"),
        ({"is_cancelled": True}, "cancelled"),
    ],
)
def test_a_voucher_that_is_alone_in_its_line_is_named_by_its_kind(more, kind):
    assert line_note(BookLine(DAY, None, (voucher(None, in_run=1, **more),)), 2026) == kind


def test_what_is_cancelled_is_named_by_the_number_that_it_has():
    vouchers = (*OF_THE_EVENING, voucher(4, is_cancelled=True), voucher(5, label="2025-0007", is_cancelled=True))

    note = line_note(BookLine(DAY, OF_THE_RUN[0].evening, vouchers), 2026)

    assert note == "4 payments: of the evening: 1–3, 18 · cancelled: of the evening: 4, as printed: 2025-0007"

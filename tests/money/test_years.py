"""The cash of a year."""

from tournament.money.years import EveningCash, YearCash, runs


def test_the_evenings_are_added_up():
    first, second = EveningCash("May", 8000, 800, 5000), EveningCash("June", 6400, 0, 7000)
    year = YearCash("EUR", (first, second))

    assert (first.income_cents, first.balance_cents, second.balance_cents) == (7200, 2200, -600)
    assert (year.received_cents, year.refunded_cents, year.spending_cents, year.balance_cents) == (
        14400,
        800,
        12000,
        1600,
    )


def test_numbers_without_a_gap_are_one_run():
    assert [list(runs(numbers)) for numbers in ((), (4,), (1, 2, 3, 5, 7, 8))] == [
        [],
        [(4, 4)],
        [(1, 3), (5, 5), (7, 8)],
    ]

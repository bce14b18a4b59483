"""One run of vouchers for each club and fiscal year: no gap, no number twice, what was printed never changed."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from tests.factories import agreed, entry_of, make_director, make_tournament, only_club
from tournament.actions.cash import add_prize, change_prize, set_fee
from tournament.actions.clubs import club_called
from tournament.actions.following import LockedBooks
from tournament.actions.journal import history, undo
from tournament.actions.tournaments import change_tournament, delete_tournament
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubYear, Tournament, Voucher
from tournament.queries.cash import cash_book, cost_statement

pytestmark = pytest.mark.django_db


@pytest.fixture
def on_day(monkeypatch):
    """Let it be noon of a day."""

    def go_to(year, month, day, hour=12):
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(year, month, day, hour, tzinfo=UTC))

    return go_to


def pay(tournament, number=1, **how):
    set_fee(entry_of(tournament, number), by=make_director(), paid=True, **how)


def evening(**fields):
    return make_tournament(entries=3, fee_cents=800, **fields)


def close(year, closing_cents=0):
    ClubYear.objects.create(
        club=only_club(),
        year=year,
        currency="EUR",
        closing_cents=closing_cents,
        closed_at=datetime(2027, 2, 1, tzinfo=UTC),
    )


def labels(**which):
    return [voucher.label for voucher in Voucher.objects.filter(**which).order_by("pk")]


def test_evenings_share_one_run_and_an_undone_payment_keeps_its_number():
    first, second = evening(), evening()
    pay(first)
    pay(second)
    undo(history(first).undoable, by=make_director())
    pay(first, 2)
    year = timezone.localdate().year

    assert labels() == [f"{year}-0001", f"{year}-0002", f"{year}-0003"]
    assert [voucher.number for voucher in cash_book(first).vouchers] == [1, 2]


@pytest.mark.parametrize(
    ("month", "days", "numbers"),
    [
        (1, [(2026, 12, 31), (2027, 1, 1), (2027, 1, 1)], ["2026-0001", "2027-0001", "2027-0002"]),
        (7, [(2026, 6, 30), (2026, 7, 1), (2027, 6, 30)], ["2025-0001", "2026-0001", "2026-0002"]),
    ],
)
def test_the_year_is_that_of_the_day_of_issue_by_the_first_month_of_the_club(on_day, month, days, numbers):
    tournament = evening()
    Club.objects.update(fiscal_month=month)
    for number, day in enumerate(days, start=1):
        on_day(*day)
        pay(tournament, number)

    assert labels() == numbers


def test_what_is_issued_in_a_closed_year_or_before_it_stands_in_the_year_after_it():
    evening()
    close(2026)

    books = LockedBooks(only_club())

    assert [books.year_of(date(year, 5, 1)) for year in (2025, 2026, 2027, 2028)] == [2027, 2027, 2027, 2028]


def test_the_day_of_issue_is_that_of_the_time_zone(on_day, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    tournament = evening()
    on_day(2026, 12, 31, 23)
    pay(tournament)

    assert labels() == ["2027-0001"]


def test_practice_takes_no_number_and_stays_practice_once_money_has_moved():
    rehearsal = evening(is_practice=True)
    pay(rehearsal)

    with pytest.raises(Refused) as refusal:
        change_tournament(rehearsal, by=make_director(), is_practice=False)

    assert (labels(), refusal.value.code) == ([""], "practice_stands_once_paid")


def test_a_deleted_evening_leaves_its_vouchers_cancelled_and_its_numbers_are_not_given_again(on_day):
    on_day(2026, 11, 20)
    gone, stays = evening(name="Gone"), evening()
    pay(gone)
    add_prize(gone, by=make_director(), place=1, description="Wine", price_cents=500)

    delete_tournament(gone, by=make_director(), confirmed="Gone")
    pay(stays)

    assert labels() == ["2026-0001", "2026-0002", "2026-0003"]
    assert list(Voucher.objects.filter(cancelled_at=None).values_list("year_number", flat=True)) == [3]
    left = Voucher.objects.order_by("pk").first()
    assert (left.evening, left.evening_date, left.party, left.currency) == ("Gone", gone.date, "Player 1", "EUR")


def test_an_imported_voucher_keeps_the_number_on_its_paper_and_enters_no_run(on_day):
    on_day(2026, 11, 20)
    tournament = evening()
    pay(tournament)
    copy = restore(dump(tournament), by=make_director())
    other = club_called("other")
    Tournament.objects.filter(pk=copy.tournament.pk).update(club=other)
    Voucher.objects.filter(tournament=copy.tournament).update(club=other)
    pay(Tournament.objects.get(pk=copy.tournament.pk), 2)
    pay(tournament, 2)

    assert labels(club=other) == ["2026-0001", "2026-0001"]
    assert list(Voucher.objects.filter(club=other).order_by("pk").values_list("year_number", flat=True)) == [None, 1]
    assert labels(club=only_club()) == ["2026-0001", "2026-0002"]


def test_what_is_corrected_in_a_closed_year_is_countered_in_the_running_one_and_both_stand(on_day):
    on_day(2026, 11, 20)
    tournament = evening(date=date(2026, 11, 20))
    pay(tournament)
    prize = add_prize(tournament, by=make_director(), place=1, description="Wine", price_cents=500)
    close(2026)
    on_day(2027, 2, 2)

    agreed(lambda: set_fee(entry_of(tournament, 1), by=make_director(), paid=False))
    agreed(lambda: change_prize(prize, by=make_director(), place=1, description="Wine", price_cents=400))

    told = [
        (one.label, one.in_cents, one.out_cents, one.counters, one.is_cancelled)
        for one in cash_book(tournament).vouchers
    ]
    assert told == [
        ("2026-0001", 800, 0, "", False),
        ("2026-0002", 0, 500, "", False),
        ("2027-0001", 0, 800, "2026-0001", False),
        ("2027-0002", 500, 0, "2026-0002", False),
        ("2027-0003", 0, 400, "", False),
    ]
    statement = cost_statement(tournament)
    assert cash_book(tournament).balance_cents == statement.balance_cents == -400
    copy = restore(dump(tournament), by=make_director(), books_now=True).tournament
    assert cash_book(copy).balance_cents == -400
    assert dump(copy) == dump(tournament)


def test_an_evening_of_a_closed_year_takes_no_payment_and_is_not_deleted_and_an_undo_there_is_countered(on_day):
    on_day(2026, 11, 20)
    tournament = evening(date=date(2026, 11, 20), name="Old")
    pay(tournament)
    close(2026)
    on_day(2027, 2, 2)

    codes = []
    for refused in (
        lambda: pay(tournament, 2),
        lambda: add_prize(tournament, by=make_director(), place=1, description="Wine", price_cents=500),
        lambda: delete_tournament(tournament, by=make_director(), confirmed="Old"),
    ):
        with pytest.raises(Refused) as refusal:
            refused()
        codes.append(refusal.value.code)
    agreed(lambda: undo(history(tournament).undoable, by=make_director()))

    assert codes == ["year_is_closed", "year_is_closed", "evening_of_closed_year"]
    assert labels() == ["2026-0001", "2027-0001"]

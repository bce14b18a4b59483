"""A club that has moved into an empty one goes on keeping its books as the one that it was."""

import json
from datetime import UTC, date, datetime

import pytest

from tests.factories import agreed, entry_of, make_director, make_member, make_tournament, only_club
from tournament.actions.cash import (
    add_prize,
    book_cash,
    cancel_cash,
    close_year,
    count_cash,
    give_back_fee,
    remove_prize,
    reopen_year,
    set_fee,
)
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.persons import forget_person
from tournament.actions.players import NewPlayer, remove_entry, withdraw_entry
from tournament.actions.tournaments import delete_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.models import Prize, Voucher
from tournament.money.vouchers import Movement

pytestmark = pytest.mark.django_db


def evening(director, name, day):
    """Everything that can become of a payment and a prize."""
    made = make_tournament(entries=5, fee_cents=800, name=name, date=day)
    for number in (1, 2, 3, 4):
        set_fee(entry_of(made, number), by=director, paid=True)
    set_fee(entry_of(made, 1), by=director, paid=False)
    withdraw_entry(entry_of(made, 2), by=director)
    give_back_fee(entry_of(made, 2), by=director)
    remove_entry(entry_of(made, 2), by=director)
    for description in ("Wine", "Cup"):
        add_prize(made, by=director, place=1, description=description, price_cents=900)
    remove_prize(Prize.objects.get(tournament=made, description="Cup"), by=director)
    return made


def close(club, year):
    by = make_member(f"closing {year} of {club.slug}", club=club)
    close_year(club, by=by, year=year, keep=lambda stored: None, reason="Coins")


@pytest.fixture
def clubs(monkeypatch):
    """A club with a closed year and an open one, and the empty one into which it has moved."""

    def on_day(*day):
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(*day, 12, tzinfo=UTC))

    on_day(2025, 11, 20)
    ada = make_member("ada")
    change_settings(only_club(), by=ada, name="BC Konstanz", place="Konstanz")
    evening(ada, "November", date(2025, 11, 20))
    moved = {"movement": Movement.PUT_IN, "text": "Gift", "cents": 5000}
    book_cash(only_club(), by=ada, day=date(2025, 11, 20), **moved)
    on_day(2026, 1, 5)
    count_cash(only_club(), by=ada, year=2025, opening_cents=100, closing_cents=5700)
    close(only_club(), 2025)
    delete_tournament(evening(ada, "Gone", date(2026, 1, 5)), by=make_director(), confirmed="Gone")
    for _nth in (1, 2):
        book_cash(only_club(), by=ada, day=date(2026, 1, 5), **moved)
    cancel_cash(only_club(), by=ada, year=2026, number=9)
    count_cash(only_club(), by=ada, year=2026, opening_cents=200, closing_cents=None)
    first = only_club()
    second = restore_club(read_club(dump_club(first)), club_called("copy"), by=None)[0]
    return first, second, on_day


def dumps(clubs):
    return [json.loads(dump_club(club)) for club in clubs]


def paid_entry(club):
    return club.tournaments.get().entries.get(number=3)


DONE = {
    "cancelling": lambda club, by: cancel_cash(club, by=by, year=2026, number=8),
    "countering": lambda club, by: agreed(lambda: cancel_cash(club, by=by, year=2025, number=8)),
    "counter_of_a_payment": lambda club, by: agreed(lambda: set_fee(paid_entry(club), by=by, paid=False)),
    "counting": lambda club, by: count_cash(club, by=by, year=2026, opening_cents=None, closing_cents=None),
    "opening": lambda club, by: reopen_year(club, by=by, year=2025),
    "booking": lambda club, by: book_cash(
        club, by=by, movement=Movement.TAKEN_OUT, day=date(2026, 1, 5), text="Rent", cents=5
    ),
}


@pytest.mark.parametrize("done", DONE)
def test_what_is_done_after_moving_does_the_same_in_both(clubs, done):
    *both, _on_day = clubs

    for club in both:
        DONE[done](club, make_member(f"till of {club.slug}", club=club))

    first, second = (json.dumps(dump).replace("till of copy", "till") for dump in dumps(both))
    assert first.replace(f"till of {both[0].slug}", "till") == second


def test_a_year_is_counted_and_closed_after_moving_as_it_would_have_been(clubs):
    *both, on_day = clubs
    on_day(2027, 1, 5)

    for club in both:
        count_cash(club, by=make_member(f"at {club.slug}", club=club), year=2026, opening_cents=None, closing_cents=1)
        close(club, 2026)

    first, second = (json.dumps(dump).replace("closing 2026 of copy", "by") for dump in dumps(both))
    assert first.replace(f"closing 2026 of {both[0].slug}", "by") == second


def test_the_counts_of_a_closed_year_move_with_the_reason_why_they_did_not_agree(clubs):
    *both, _on_day = clubs

    moved = [
        list(club.years.order_by("year").values_list("year", "opening_cents", "closing_cents", "reason"))
        for club in both
    ]

    assert moved == [[(2025, 100, 5700, "Coins"), (2026, 200, None, "")]] * 2


def test_who_was_erased_keeps_the_name_in_vouchers_alone_through_the_file():
    ada = make_member("ada")
    change_settings(only_club(), by=ada, name="BC Konstanz", place="Konstanz")
    made = make_tournament(players=[NewPlayer("Anna Maier"), NewPlayer("Ben Boll")], fee_cents=800)
    for number in (1, 2):
        set_fee(entry_of(made, number), by=ada, paid=True)
    forget_person(entry_of(made, 1), by=make_director())
    home = dump_club(only_club())

    copy = restore_club(read_club(home), club_called("copy"), by=None)[0]

    vouchers = Voucher.objects.filter(club=copy).order_by("number")
    assert list(vouchers.values_list("party", flat=True)) == ["Anna Maier", "Ben Boll"]
    assert dump_club(copy) == home
    assert home.decode().count("Anna Maier") == 1
    assert {entry.name for entry in copy.tournaments.get().entries.all()} == {"Spieler 1", "Ben Boll"}
    assert list(copy.persons.exclude(name="").values_list("name", flat=True)) == ["Ben Boll"]

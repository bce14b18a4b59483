"""The books of a club in its file: into an empty club they come back whole, into another one not at all."""

import json
from datetime import UTC, date, datetime

import pytest

from tests.factories import entry_of, make_director, make_member, make_tournament, only_club
from tournament.actions.books import book_cash, cancel_cash, close_year, count_cash
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.fees import set_fee
from tournament.actions.tournaments import delete_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_plan import plan_club
from tournament.archive.club_restore import restore_club
from tournament.engine.refusals import Refused
from tournament.exports.books import book_file, keep_papers
from tournament.models import Club, ClubYear, Voucher
from tournament.money.vouchers import Movement
from tournament.phrases.archives import books_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.books import books_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def data(lasting):
    """The file of a club with a closed year, an entry of it that was countered, and an evening that was deleted."""
    with pytest.MonkeyPatch.context() as patch:

        def on_day(year, month, day):
            patch.setattr("django.utils.timezone.now", lambda: datetime(year, month, day, 12, tzinfo=UTC))

        on_day(2026, 11, 20)
        ada = make_member("ada")
        change_settings(only_club(), by=ada, name="BC Konstanz", place="Konstanz", treasurer="Käthe Brügge")
        for name in ("Stays", "Gone"):
            made = make_tournament(entries=2, fee_cents=800, name=name, date=date(2026, 11, 20))
            set_fee(entry_of(made, 1), by=ada, paid=True)
        delete_tournament(made, by=make_director(), confirmed="Gone")
        moved = {"movement": Movement.TAKEN_OUT, "day": date(2026, 11, 20), "text": "Rent", "cents": 6000}
        book_cash(only_club(), by=ada, **moved)
        count_cash(only_club(), by=ada, year=2026, opening_cents=10_000, closing_cents=4800)
        on_day(2027, 1, 5)
        keep = {"keep": lambda stored: keep_papers(stored, books_of(stored.club, 2026))}
        close_year(only_club(), by=ada, year=2026, **keep)
        cancel_cash(only_club(), by=ada, year=2026, number=3)
        return dump_club(only_club())


def lines(club, year):
    book = books_of(club, year).main
    return [(line.day, line.in_cents, line.out_cents, [one.label for one in line.vouchers]) for line in book.lines]


def test_into_an_empty_club_they_come_back_whole_with_the_bytes_of_their_papers(data):
    copy = restore_club(read_club(data), club_called("copy"), by=None).club

    assert dump_club(copy) == data
    assert [lines(copy, year) for year in (2026, 2027)] == [lines(only_club(), year) for year in (2026, 2027)]
    pairs = [(book_file(books_of(club, 2026), "a4")) for club in (copy, only_club())]
    assert pairs[0] == pairs[1]


def test_what_came_in_enters_no_run_and_the_next_number_is_the_first(data, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2027, 1, 6, 12, tzinfo=UTC))
    copy = restore_club(read_club(data), club_called("copy"), by=None).club

    assert set(Voucher.objects.filter(club=copy).values_list("year_number", flat=True)) == {None}
    director = make_member("bo", club=copy)
    made = book_cash(copy, by=director, movement=Movement.PUT_IN, day=date(2027, 1, 6), text="Gift", cents=1)
    assert made.year_number == 1


def test_the_preview_says_whether_the_books_come_in(data):
    named, empty = Club.objects.create(slug="ulm", name="BC Ulm"), Club.objects.create(slug="empty")
    without = json.loads(data)
    del without["books"]

    planned = [plan_club(read_club(data), club).takes_books for club in (empty, named)]

    assert [*planned, plan_club(read_club(json.dumps(without).encode()), empty).takes_books] == [True, False, None]
    assert len({books_sentence(takes) for takes in (True, False)} - {books_sentence(None)}) == 2


def test_a_club_with_a_name_or_books_of_its_own_keeps_its_own(data):
    named, counted = Club.objects.create(slug="ulm", name="BC Ulm"), Club.objects.create(slug="counted")
    ClubYear.objects.create(club=counted, year=2026, currency="EUR", opening_cents=7)

    for club in (named, counted):
        restore_club(read_club(data), club, by=None)

    assert list(ClubYear.objects.exclude(club=Club.objects.earliest("pk")).values_list("club", "opening_cents")) == [
        (counted.pk, 7)
    ]
    assert not Voucher.objects.filter(club__in=(named, counted), tournament=None).exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda books: books["years"].append(books["years"][0]), "club_file_books"),
        (lambda books: books["years"][0].pop("closing_cents"), "club_file_books"),
        (lambda books: books["vouchers"][0].update(counters=1), "club_file_books"),
        (lambda books: books["vouchers"][0].update(number="2026-0003"), "club_file_books"),
        (lambda books: books["vouchers"][2].update(counters=9), "club_file_books"),
        (lambda books: books["vouchers"][0].update(number="43"), "archive_not_a_year_number"),
        (lambda books: books["years"][0]["papers"].update(a4="PGh0bWw+"), "archive_not_a_paper"),
        (lambda books: books["years"][0]["papers"].update(a4="?"), "archive_not_a_paper"),
    ],
)
def test_books_that_cannot_be_are_refused_with_a_sentence(data, change, code):
    values = json.loads(data)
    change(values["books"])

    with pytest.raises(Refused) as refused:
        read_club(json.dumps(values).encode())

    assert (refused.value.code, bool(refusal_sentence(refused.value))) == (code, True)

"""The books of a club in its file: into an empty club they come back whole, into another one not at all."""

import json
from datetime import UTC, date, datetime

import pytest

from tests.factories import agreed, entry_of, make_director, make_member, make_tournament, only_club
from tournament.actions.cash import book_cash, cancel_cash, close_year, count_cash, set_fee
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.tournaments import delete_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.exports.books import book_file, keep_papers
from tournament.models import Club, ClubYear, Tournament, Voucher
from tournament.money.vouchers import Movement
from tournament.phrases.backups import books_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.cash import Books

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
        on_day(2027, 1, 5)
        count_cash(only_club(), by=ada, year=2026, opening_cents=10_000, closing_cents=4800)
        keep = {"keep": lambda stored: keep_papers(stored, Books(stored.club, 2026))}
        close_year(only_club(), by=ada, year=2026, reason="Coins", **keep)
        agreed(lambda: cancel_cash(only_club(), by=ada, year=2026, number=3))
        return dump_club(only_club())


def lines(club, year):
    book = Books(club, year).main
    return [(line.day, line.in_cents, line.out_cents, [one.label for one in line.vouchers]) for line in book.lines]


def test_into_an_empty_club_they_come_back_whole_with_the_bytes_of_their_papers(data):
    copy = restore_club(read_club(data), club_called("copy"), by=None)[0]

    assert dump_club(copy) == data
    assert [lines(copy, year) for year in (2026, 2027)] == [lines(only_club(), year) for year in (2026, 2027)]
    pairs = [(book_file(Books(club, 2026), "a4")) for club in (copy, only_club())]
    assert pairs[0] == pairs[1]


def next_number(club, monkeypatch):
    """The number of the next voucher of the club."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2027, 1, 6, 12, tzinfo=UTC))
    director = make_member(f"treasurer of {club.slug}", club=club)
    made = book_cash(club, by=director, movement=Movement.PUT_IN, day=date(2027, 1, 6), text="Gift", cents=1)
    return made.label


def run_of(club):
    vouchers = Voucher.objects.filter(club=club).order_by("year", "year_number", "printed_number")
    return list(vouchers.values_list("year", "year_number", "printed_number", "cents"))


def test_in_an_empty_club_the_run_of_numbers_goes_on_where_it_stood(data, monkeypatch):
    copy = restore_club(read_club(data), club_called("copy"), by=None)[0]

    assert run_of(copy) == run_of(only_club_of(copy))
    assert dump_club(copy) == data
    assert [next_number(club, monkeypatch) for club in (copy, only_club_of(copy))] == ["2027-0002"] * 2


def only_club_of(copy):
    """The club of which this one is a copy."""
    return Club.objects.exclude(pk=copy.pk).get()


def test_a_number_of_another_run_stays_a_text_however_often_its_club_moves(data, monkeypatch):
    named = Club.objects.create(slug="ulm", name="BC Ulm")
    restore_club(read_club(data), named, by=None)
    of_another_run = run_of(named)

    moved = restore_club(read_club(dump_club(named)), club_called("moved"), by=None)[0]

    assert run_of(moved) == of_another_run
    assert {number for _year, number, _printed, _cents in of_another_run} == {None}
    assert next_number(moved, monkeypatch) == "2027-0001"


def without_payments(archive):
    """The archive as a program writes it that knows of no vouchers."""
    values = json.loads(archive)
    values.pop("vouchers", None)
    return json.dumps(values | {"players": [{**player, "payments": []} for player in values["players"]]}).encode()


def test_an_evening_of_a_closed_year_that_came_in_later_stays_in_the_year_after_it(data):
    archive = dump(Tournament.objects.earliest("pk"))
    for each in (archive, without_payments(archive)):
        restore(each, by=None, club=only_club(), books_now=True)
    data = dump_club(only_club())

    copy = restore_club(read_club(data), club_called("copy"), by=None)[0]

    assert [lines(copy, year) for year in (2026, 2027)] == [lines(only_club(), year) for year in (2026, 2027)]
    assert dump_club(copy) == data


def test_a_file_in_which_a_number_stands_twice_is_refused(data):
    values = json.loads(data)
    payment = next(
        player["payments"][0] for player in values["tournaments"][0]["archive"]["players"] if "payments" in player
    )
    payment["year_number"] = values["books"]["vouchers"][0]["number"]
    empty = Club.objects.create(slug="empty")

    with pytest.raises(Refused) as refused:
        restore_club(read_club(json.dumps(values).encode()), empty, by=None)

    assert refusal_sentence(refused.value) == "The file is damaged: two vouchers have the number 2026-0002."
    assert not Voucher.objects.filter(club=empty).exists()


@pytest.mark.parametrize("number", ["2026-0000", "2026-00043", "2025-0001"])
def test_a_number_that_no_run_of_its_year_has_is_refused_in_the_books(data, number):
    values = json.loads(data)
    values["books"]["vouchers"][0]["number"] = number

    with pytest.raises(Refused, match="club_file_books"):
        read_club(json.dumps(values).encode())


def test_the_preview_says_whether_the_books_come_in(data):
    named, empty = Club.objects.create(slug="ulm", name="BC Ulm"), Club.objects.create(slug="empty")
    numbered = json.loads(data)
    del numbered["books"]
    without = json.loads(json.dumps(numbered))
    for player in without["tournaments"][0]["archive"]["players"]:
        player.pop("payments", None)

    planned = [
        ClubPlan(read_club(json.dumps(file).encode()), club).takes_books
        for file in (json.loads(data), numbered, without)
        for club in (empty, named)
    ]

    assert planned == [True, False, True, False, None, None]
    assert [books_sentence(takes) for takes in (True, False, None)] == [
        "The books come in too: counted cash, closed years, money put in or taken out, vouchers of deleted"
        " tournaments. Vouchers keep their numbers, and their run goes on.",
        "This club keeps its own books: counted cash, closed years, money put in or taken out, and vouchers of deleted"
        " tournaments stay in the file. The vouchers of the evenings keep the numbers that are printed on them, and are"
        " in no run here.",
        "",
    ]


def test_into_a_club_with_books_of_its_own_vouchers_keep_their_printed_numbers_and_enter_no_run(data, monkeypatch):
    at_work = Club.objects.create(slug="ulm", name="BC Ulm")
    number = next_number(at_work, monkeypatch)

    restore_club(read_club(data), at_work, by=None)

    assert run_of(at_work) == [(2026, None, "2026-0001", 800), (2027, 1, "", 1)]
    assert number == "2027-0001"
    gift = {"movement": Movement.PUT_IN, "day": date(2027, 1, 6), "text": "Gift", "cents": 1}
    assert book_cash(at_work, by=make_member("cashier", club=at_work), **gift).label == "2027-0002"


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

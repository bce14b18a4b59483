"""The year of a club's cash on its page and papers: entered, counted, closed, opened again."""

from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import entry_of, make_director, make_member, make_tournament, only_club
from tests.views.conftest import logged_in
from tournament.actions.cash import add_prize, set_fee
from tournament.actions.clubs import change_settings
from tournament.models import ClubYear, JournalLine, Voucher
from tournament.phrases.refusals import REFUSALS

pytestmark = pytest.mark.django_db


@pytest.fixture
def on_day(monkeypatch):
    """Let it be noon of a day."""

    def go_to(year, month, day):
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(year, month, day, 12, tzinfo=UTC))

    return go_to


@pytest.fixture
def desk(on_day):
    """A director of a club with one evening: two payments and a prize; one has not paid."""
    on_day(2026, 11, 20)
    director = make_member("ada")
    change_settings(only_club(), by=director, name="BC Konstanz", place="Konstanz", treasurer="Käthe Brügge")
    made = make_tournament(entries=3, fee_cents=800, date=date(2026, 11, 20), name="November")
    for number in (1, 2):
        set_fee(entry_of(made, number), by=make_director(), paid=True)
    add_prize(made, by=make_director(), place=1, description="Wine", price_cents=900)
    return logged_in(director)


def at(name, *rest):
    return reverse(name, args=[only_club().slug, *rest])


def book(desk, **sent):
    values = {"movement": "taken_out", "day": "2026-11-20", "text": "Rent", "cents": "60,00"}
    return desk.post(at("book_cash", 2026), values | sent)


def test_the_workbook_adds_up_by_formulas_and_has_real_dates(desk):
    book(desk, movement="put_in", text="Gift of the mayor", cents="1000")
    book(desk, cents="6.50")

    sheets = [
        load_workbook(BytesIO(desk.get(at("books_file", 2026, "workbook")).content), data_only=only)
        for only in (True, False)
    ]

    report, formulas = (each.worksheets[0] for each in sheets)
    rows = [[cell.value for cell in row] for row in report.iter_rows(min_row=2, max_row=8)]
    assert [row[0] for row in rows[1:4]] == ["2026-0001–0003", "2026-0004", "2026-0005"]
    assert [row[5] for row in rows] == [0, 7, 1007, 1000.5, None, 1000.5, None]
    assert rows[1][1].date() == date(2026, 11, 20)
    assert formulas["F4"].value == "=ROUND(SUM(F2:F2)+SUM(D3:D4)-SUM(E3:E4),2)"
    evenings = sheets[0].worksheets[1]
    assert [cell.value for cell in evenings[2]][2:] == [16, None, 9, 7, 8, None]


@pytest.mark.parametrize("kind", ["a4", "letter"])
def test_the_paper_names_club_and_treasurer_and_has_room_for_two_signatures(desk, kind):
    paper = PdfReader(BytesIO(desk.get(at("books_file", 2026, kind)).content))
    text = " ".join(page.extract_text() for page in paper.pages)

    assert [word for word in ("BC Konstanz", "Käthe Brügge", "2026-0001–0003") if word not in text] == []


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"text": " "}, "cash_text_empty"),
        ({"cents": "ten"}, "amount_not_understood"),
        ({"day": "yesterday"}, "cash_day_not_understood"),
    ],
)
def test_what_is_no_entry_is_refused_with_what_was_typed(desk, sent, code):
    before = Voucher.objects.count()

    answer = book(desk, **sent)

    assert (answer.status_code, Voucher.objects.count()) == (422, before)
    assert str(REFUSALS[code]) in answer.content.decode()


def test_an_entry_that_is_cancelled_keeps_its_number_and_counts_for_nothing(desk):
    book(desk)
    desk.post(at("cancel_cash", 2026, 4))
    book(desk, text="Boards")

    assert list(Voucher.objects.filter(tournament=None).order_by("pk").values_list("year_number", "purchase")) == [
        (4, "Rent"),
        (5, "Boards"),
    ]
    answer = desk.get(at("books_of_year", 2026))
    assert answer.context["books"].main.closing_cents == 700 - 6000


def test_a_closed_year_keeps_the_bytes_of_its_papers_until_it_is_opened_again(desk, on_day):
    on_day(2026, 12, 1)
    early = desk.post(at("close_year", 2026))
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    desk.post(at("count_cash", 2026), {"opening_cents": "0", "closing_cents": "6,50"})
    desk.post(at("close_year", 2026))
    kept = [desk.get(at("books_file", 2026, kind)).content for kind in ("a4", "letter", "workbook")]
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm", treasurer="Bo")
    on_day(2027, 6, 1)
    desk = logged_in(make_member("ada"))
    later = [desk.get(at("books_file", 2026, kind)).content for kind in ("a4", "letter", "workbook")]
    running = desk.get(at("books_of_year", 2027)).context["books"].main.opening_cents

    desk.post(at("reopen_year", 2026))

    assert (early.status_code, kept == later, running) == (422, True, 650)
    assert ClubYear.objects.get().closed_at is None
    assert desk.get(at("books_file", 2026, "a4")).content != kept[0]
    lines = JournalLine.objects.filter(club=only_club()).order_by("version").values_list("action", flat=True)
    assert list(lines) == ["club_changed", "cash_counted", "year_closed", "club_changed", "year_reopened"]


def test_the_closing_stands_once_a_counter_entry_has_followed(desk, on_day):
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    desk.post(at("close_year", 2026))
    entry = Voucher.objects.order_by("pk").first().entry
    set_fee(entry, by=make_director(), paid=False)

    answer = desk.post(at("reopen_year", 2026))

    assert (answer.status_code, ClubYear.objects.get().closed_at is None) == (422, False)
    book_of_2027 = desk.get(at("books_of_year", 2027)).context["books"].main
    assert (book_of_2027.opening_cents, book_of_2027.out_cents, book_of_2027.closing_cents) == (700, 800, -100)


@pytest.mark.costly
def test_an_evening_of_a_closed_year_says_before_and_after_what_a_correction_books(desk, on_day):
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    entry = Voucher.objects.order_by("pk").first().entry
    pages = [reverse(name, args=[entry.tournament.slug]) for name in ("cash_book", "desk_costs", "owing")]
    open_books = {desk.get(page).context["closed_books"] for page in pages}
    desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    desk.post(at("close_year", 2026))

    before = {desk.get(page).context["closed_books"] for page in pages}
    set_fee(entry, by=make_director(), paid=False)
    after = {desk.get(page).context["closed_books"] for page in pages}

    sentence = (
        "The books of 2026 are closed: this evening takes no more payments, and a correction books a counter-entry"
        " in 2027."
    )
    assert (open_books, before, after) == ({""}, {sentence}, {f"{sentence} Counter-entries so far: 2027-0001."})


def test_the_page_says_what_is_unpaid_and_waived_each_in_its_currency(desk):
    swiss = make_tournament(entries=3, fee_cents=900, date=date(2026, 10, 2), name="Zürich", currency="CHF")
    set_fee(entry_of(swiss, 1), by=make_director(), paid=False, waived="Helps")

    parts = desk.get(at("books_of_year", 2026)).context["parts"]

    told = [[(row.evening and row.evening.name, row.owed_cents, row.waived_cents) for row in part[2]] for part in parts]
    assert told == [[("November", 800, 0), (None, 800, 0)], [("Zürich", 1800, 900), (None, 1800, 900)]]


def test_an_older_year_is_not_opened_while_a_later_one_is_closed(desk, on_day):
    on_day(2028, 1, 5)
    desk = logged_in(make_member("ada"))
    for year in (2026, 2027):
        desk.post(at("count_cash", year), {"opening_cents": "", "closing_cents": "7"})
        desk.post(at("close_year", year))

    answers = [desk.post(at("reopen_year", year)).status_code for year in (2026, 2027, 2026)]

    assert (answers, ClubYear.objects.filter(closed_at__isnull=False).count()) == ([422, 302, 302], 0)

"""The year of a club's cash on its page and papers: entered, counted, closed, opened again."""

import re
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import agreed, entry_of, make_director, make_member, make_tournament, only_club
from tests.views.conftest import logged_in
from tournament.actions.cash import add_prize, cancel_cash, close_year, count_cash, set_fee
from tournament.actions.clubs import change_settings
from tournament.actions.journal import undo
from tournament.actions.persons import set_wish
from tournament.actions.seasons import set_up_season
from tournament.engine.refusals import Refused
from tournament.models import ClubYear, JournalLine, Person, Tournament, Voucher, Wish
from tournament.models.persons import Wished
from tournament.money.prizes import NO_PLACE
from tournament.phrases.journal import journal_sentence
from tournament.phrases.refusals import REFUSALS, refusal_sentence

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


def test_a_form_that_is_sent_twice_books_once(desk):
    """As where its answer was lost and the page is loaded again."""
    word = re.search('name="word" value="([^"]+)"', desk.get(at("books")).content.decode())[1]

    vouchers = Voucher.objects.count()

    answers = [book(desk, word=word) for _time in range(2)]

    assert ([answer.status_code for answer in answers], Voucher.objects.count()) == ([302, 302], vouchers + 1)


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


def test_a_fiscal_year_has_one_name_in_headings_buttons_refusals_and_files(desk, on_day):
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm", fiscal_month=7)
    on_day(2027, 8, 1)
    desk = logged_in(make_member("ada"))

    page = desk.get(at("books_of_year", 2026)).content.decode()
    other = desk.get(at("books_of_year", 2027)).content.decode()
    refused = desk.post(at("close_year", 2026)).content.decode()
    file = desk.get(at("books_file", 2026, "workbook"))
    report = load_workbook(BytesIO(file.content)).sheetnames[0]

    assert "<h1>Cash 2026/27</h1>" in page
    assert f'<a class="btn btn-side" href="{at("books_of_year", 2026)}">2026/27</a>' in other
    assert "Enter first what was counted at the end of 2026/27." in refused
    assert file["Content-Disposition"].endswith('-cash-2026-27.xlsx"')
    assert "2026" in report
    desk.post(at("count_cash", 2026), {"opening_cents": "0", "closing_cents": "7"})
    desk.post(at("close_year", 2026))
    said = [journal_sentence(line.action, line.facts) for line in JournalLine.objects.filter(club=only_club())]
    assert sorted(sentence for sentence in said if "2026" in sentence) == [
        "books of 2026/27 closed with 7.00 €",
        "cash of 2026/27 counted: 0.00 € at the beginning, 7.00 € at the end",
    ]
    with pytest.raises(Refused) as refusal:
        add_prize(Tournament.objects.get(), by=make_director(), place=2, description="Beer", price_cents=300)
    assert refusal_sentence(refusal.value) == (
        "The books of 2026/27 are closed: this evening takes no more payments, prizes or costs. Enter the money in the"
        " club’s cash instead, as an entry of the running year."
    )


def test_page_paper_and_workbook_name_every_voucher_of_the_year_once_by_its_kind(desk):
    evening = Tournament.objects.get()
    first = entry_of(evening, 1)
    set_fee(first, by=make_director(), paid=False)
    set_fee(first, by=make_director(), paid=True)
    add_prize(evening, by=make_director(), place=NO_PLACE, description="Room", price_cents=300)
    book(desk)
    everything = Voucher.objects.count()

    page = desk.get(at("books_of_year", 2026)).content.decode()
    paper = PdfReader(BytesIO(desk.get(at("books_file", 2026, "a4")).content))
    report = load_workbook(BytesIO(desk.get(at("books_file", 2026, "workbook")).content)).worksheets[0]
    notes = [text.strip() for text in re.findall(r"<span>([^<]*2026-[^<]*·[^<]*)</span>", page)]
    cells = [str(row[2].value) for row in report.iter_rows() if "(" in str(row[2].value)]

    assert [len(notes), cells[0]] == [
        1,
        "November (2 Zahlungen: 2026-0002, 2026-0004 · 1 Preis: 2026-0003 · 1 Ausgabe: 2026-0005 ·"
        " storniert: 2026-0001)",
    ]
    assert "".join(cells[0].split()) in "".join("".join(each.extract_text() for each in paper.pages).split())
    named = [
        number
        for begin, end in re.findall(r"2026-(\d{4})(?:–(\d{4}))?", notes[0])
        for number in range(int(begin), int(end or begin) + 1)
    ]
    # The rent, which is no line of the evening, is alone in its line.
    assert sorted(named) == list(range(1, everything))


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"text": " "}, "cash_text_empty"),
        ({"cents": "ten"}, "amount_not_understood"),
        ({"day": "yesterday"}, "cash_day_not_understood"),
    ],
)
def test_a_wrong_entry_in_the_cash_book_is_refused_with_the_reason(desk, sent, code):
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
    desk.post(at("close_year", 2026), {"reason": "Coins"})
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


@pytest.fixture
def apart(desk, on_day):
    """A director after the end of 2027, which was opened with 200.00 where 2026 was closed with 7.00."""
    on_day(2028, 1, 5)
    desk = logged_in(make_member("ada"))
    desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    desk.post(at("close_year", 2026))
    desk.post(at("count_cash", 2027), {"opening_cents": "2", "closing_cents": "1.50"})
    return desk


def test_page_paper_and_workbook_name_what_is_missing_since_the_year_before(apart):
    page = apart.get(at("books_of_year", 2027)).content.decode()
    paper = PdfReader(BytesIO(apart.get(at("books_file", 2027, "a4")).content))
    sheet = load_workbook(BytesIO(apart.get(at("books_file", 2027, "workbook")).content)).worksheets[0]

    rows = [[row[1], row[2], row[5]] for row in sheet.iter_rows(min_row=2, max_row=8, values_only=True)]
    assert [[day and day.date(), *rest] for day, *rest in rows] == [
        [date(2026, 12, 31), "Bestand am Ende des Vorjahres", 7],
        [None, "Fehlt seit dem Ende des Vorjahres", "=ROUND(SUM(F4:F4)-SUM(F2:F2),2)"],
        [date(2027, 1, 1), "Anfangsbestand", 2],
        [None, "Summe", None],
        [date(2027, 12, 31), "Endbestand", "=ROUND(SUM(F4:F4)+SUM(D4:D4)-SUM(E4:E4),2)"],
        [date(2027, 12, 31), "Gezählter Bestand", 1.5],
        [None, "Fehlt in der Kasse", "=ROUND(SUM(F7:F7)-SUM(F6:F6),2)"],
    ]
    assert "Missing since the end of the year before\n                  \n                  −5.00 €" in page
    assert "Fehlt seit dem Ende des Vorjahres −5,00 €" in paper.pages[0].extract_text()


def test_a_year_that_begins_with_what_the_one_before_ended_with_names_no_difference(apart):
    apart.post(at("count_cash", 2027), {"opening_cents": "7", "closing_cents": "7"})

    book = apart.get(at("books_of_year", 2027)).context["books"].main

    assert (book.before_cents, book.opening_difference_cents, book.agrees) == (700, 0, True)


def test_a_year_in_another_currency_is_not_compared_with_the_one_before(desk, on_day):
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm", currency="DKK")

    book = desk.get(at("books_of_year", 2027)).context["books"].main

    assert (book.currency, book.opening_cents, book.before_cents) == ("DKK", 0, None)


@pytest.mark.parametrize(
    ("opening", "closing", "code"),
    [("2", "2", 422), ("7", "6", 422), ("2", "1.50", 422), ("7", "7", 302), ("", "7", 302)],
)
def test_closing_asks_why_where_the_cash_does_not_agree(apart, opening, closing, code):
    apart.post(at("count_cash", 2027), {"opening_cents": opening, "closing_cents": closing})

    assert apart.post(at("close_year", 2027), {"reason": " "}).status_code == code


def test_the_reason_stands_on_page_paper_and_in_the_journal_until_the_year_is_opened_again(apart):
    answer = apart.post(at("close_year", 2027), {"reason": "Stolen in the summer"})

    year = ClubYear.objects.get(year=2027)
    assert (answer.status_code, year.reason, bool(year.closed_at)) == (302, "Stolen in the summer", True)
    page = apart.get(at("books_of_year", 2027)).content.decode()
    paper = PdfReader(BytesIO(apart.get(at("books_file", 2027, "a4")).content)).pages[0].extract_text()
    assert ["Stolen in the summer" in text for text in (page, paper)] == [True, True]
    apart.post(at("reopen_year", 2027))
    assert ClubYear.objects.get(year=2027).reason == ""


def test_the_journal_tells_the_amounts_that_were_counted_and_closed_with(apart):
    book(apart, day="2028-01-05", cents="3", text="Rent")
    apart.post(at("cancel_cash", 2028, 1))
    apart.post(at("close_year", 2027), {"reason": "Stolen"})

    assert [journal_sentence(line.action, line.facts) for line in only_club().journal.order_by("version")][1:] == [
        "cash of 2026 counted: 7.00 € at the end",
        "books of 2026 closed with 7.00 €",
        "cash of 2027 counted: 2.00 € at the beginning, 1.50 € at the end",
        "taken out of the cash: 3.00 €, Rent",
        "entry 2028-0001 of the cash cancelled: 3.00 €, Rent",
        "books of 2027 closed with 1.50 €; difference to the year before: −5.00 €;"
        " difference between counted and computed: −0.50 €; reason: Stolen",
    ]


def test_a_count_whose_day_has_not_come_is_refused_and_not_asked_for(desk, on_day):
    early = desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    asked = "closing_cents" in desk.get(at("books_of_year", 2026)).content.decode()
    on_day(2026, 12, 31)
    desk = logged_in(make_member("ada"))
    late = desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})

    assert (early.status_code, asked, late.status_code) == (422, False, 302)
    assert "The cash at the end of 2026 can be counted on 31/12/2026 at the earliest." in early.content.decode()


def test_the_closing_stands_once_a_counter_entry_has_followed(desk, on_day):
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    desk.post(at("count_cash", 2026), {"opening_cents": "", "closing_cents": "7"})
    desk.post(at("close_year", 2026))
    entry = Voucher.objects.order_by("pk").first().entry
    agreed(lambda: set_fee(entry, by=make_director(), paid=False))

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
    agreed(lambda: set_fee(entry, by=make_director(), paid=False))
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

    told = [[(of and of.name, row.owed_cents, row.waived_cents) for of, row in part[2]] for part in parts]
    assert told == [[("November", 800, 0), (None, 800, 0)], [("Zürich", 1800, 900), (None, 1800, 900)]]


def test_an_older_year_is_not_opened_while_a_later_one_is_closed(desk, on_day):
    on_day(2028, 1, 5)
    desk = logged_in(make_member("ada"))
    for year in (2026, 2027):
        desk.post(at("count_cash", year), {"opening_cents": "", "closing_cents": "7"})
        desk.post(at("close_year", year))

    answers = [desk.post(at("reopen_year", year)).status_code for year in (2026, 2027, 2026)]

    assert (answers, ClubYear.objects.filter(closed_at__isnull=False).count()) == ([422, 302, 302], 0)


def foot(desk, page):
    """What the foot of a page offers: the addresses to which its forms post."""
    text = desk.get(page).content.decode()
    return re.findall(r'action="([^"]+)"', text[text.index('<div class="foot">') :])


def test_the_page_of_the_cash_offers_no_undo_of_other_changes(desk):
    person = Person.objects.get(name="Player 1")
    set_wish(only_club(), by=make_member("ada"), person=person.pk, wished=Wished(Wish.ABBREVIATED))

    undone = [foot(desk, at(page)) for page in ("register", "club_journal", "books", "club_settings", "club_seasons")]

    line = JournalLine.objects.get(club=only_club(), action="wish_set")
    assert undone == [[at("undo_in_club", line.pk)], [at("undo_in_club", line.pk)], [], [], []]


def test_redo_is_offered_on_the_pages_that_offered_the_undo(desk):
    undo(JournalLine.objects.get(club=only_club(), action="club_changed"), by=make_member("ada"))

    redone = [foot(desk, at(page)) for page in ("club_settings", "club_journal", "register", "books")]

    line = JournalLine.objects.get(club=only_club(), action="undone")
    assert redone == [[at("redo_in_club", line.pk)], [at("redo_in_club", line.pk)], [], []]


def test_the_opposite_of_the_last_change_of_the_books_stands_at_their_foot(desk, on_day):
    def done_and_offered(name, year, sent, *more):
        desk.post(at(name, year, *more), sent)
        return foot(desk, at("books_of_year", 2026))

    book(desk)
    booked = foot(desk, at("books_of_year", 2026))
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm", treasurer="Bo")
    still = foot(desk, at("books_of_year", 2026))
    cancelled = done_and_offered("cancel_cash", 2026, {}, 4)
    on_day(2027, 1, 5)
    desk = logged_in(make_member("ada"))
    counted = done_and_offered("count_cash", 2026, {"opening_cents": "", "closing_cents": "7"})
    closed = done_and_offered("close_year", 2026, {})
    reopened = done_and_offered("reopen_year", 2026, {})

    assert [booked, still, cancelled] == [[at("cancel_cash", 2026, 4)], [at("cancel_cash", 2026, 4)], []]
    assert [counted, closed, reopened] == [[], [at("reopen_year", 2026)], []]


def test_the_cash_of_a_season_offers_no_undo_of_its_settings(desk):
    key = set_up_season(only_club(), by=make_member("ada"), name="2026").key

    assert [len(foot(desk, page)) for page in (at("year_cash", key), at("club_seasons"))] == [0, 1]


def test_a_counter_entry_is_cancelled_at_the_foot_of_the_books_and_nothing_is_offered_that_would_be_refused(
    desk, on_day
):
    book(desk)
    on_day(2027, 1, 5)
    ada = make_member("ada")
    desk = logged_in(ada)
    count_cash(only_club(), by=ada, year=2026, opening_cents=None, closing_cents=0)
    close_year(only_club(), by=ada, year=2026, keep=lambda stored: None, reason="Coins")

    entry = Voucher.objects.order_by("pk").first().entry
    agreed(lambda: set_fee(entry, by=make_director(), paid=False))
    of_an_evening = (
        foot(desk, at("books_of_year", 2026)),
        desk.get(at("books_of_year", 2026)).context["can_be_reopened"],
    )
    agreed(lambda: cancel_cash(only_club(), by=ada, year=2026, number=4))
    countered = foot(desk, at("books_of_year", 2027))
    desk.post(at("cancel_cash", 2027, 2))

    assert of_an_evening == ([], False)
    assert (countered, foot(desk, at("books_of_year", 2027))) == ([at("cancel_cash", 2027, 2)], [])
    assert Voucher.objects.get(year=2027, year_number=2).cancelled_at is not None

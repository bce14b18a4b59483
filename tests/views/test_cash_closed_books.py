"""Closed means closed: what corrects closed books is asked about first, booked under its day, taken back once."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.factories import entry_of, make_director, make_member, make_tournament, only_club
from tests.views.conftest import logged_in
from tournament.actions.cash import add_prize, book_cash, close_year, count_cash, set_fee
from tournament.actions.clubs import club_called
from tournament.actions.journal import history
from tournament.actions.persons import forget_person, merge_persons
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.machine.sessions import ASKED_FIRST
from tournament.models import Club, JournalLine, MemberRole, Prize, Tournament, Voucher
from tournament.money.vouchers import Movement
from tournament.queries.cash import Books, cash_book, cost_statement

pytestmark = pytest.mark.django_db
IN_PLACE = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def on_day(monkeypatch):
    """Let it be noon of a day."""

    def go_to(year, month, day):
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(year, month, day, 12, tzinfo=UTC))

    return go_to


@pytest.fixture
def evening(on_day):
    """An evening of 2026 whose books are closed; it is February 2027.

    Player 1 has paid, player 2 has paid and left, player 3 has not paid. A prize was bought, the club has paid its
    rent, and the last thing done is a fee that was paid and marked as unpaid again.
    """
    on_day(2026, 11, 20)
    ada = make_member("ada")
    made = make_tournament(entries=4, fee_cents=800, date=date(2026, 11, 20), name="November")
    for number in (1, 2):
        set_fee(entry_of(made, number), by=ada, paid=True)
    withdraw_entry(entry_of(made, 2), by=ada)
    add_prize(made, by=ada, place=1, description="Wine", price_cents=500)
    book_cash(only_club(), by=ada, movement=Movement.TAKEN_OUT, day=date(2026, 11, 20), text="Rent", cents=300)
    set_fee(entry_of(made, 4), by=ada, paid=True)
    on_day(2027, 1, 5)
    count_cash(only_club(), by=ada, year=2026, opening_cents=None, closing_cents=1600)
    close_year(only_club(), by=ada, year=2026, keep=lambda stored: None)
    on_day(2027, 2, 2)
    return made


@pytest.fixture
def desk(evening):
    return logged_in(make_member("ada"))


def of_player(name, number, **sent):
    return lambda: (reverse(name, args=["november-2026", number]), sent)


def of_prize(name, **sent):
    return lambda: (reverse(name, args=["november-2026", Prize.objects.get().pk]), sent)


def of_journal(name, found):
    return lambda: (reverse(name, args=["november-2026", getattr(history(Tournament.objects.get()), found).pk]), {})


def of_club(year, number):
    return lambda: (reverse("cancel_cash", args=[only_club().slug, year, number]), {})


UNDO, REDO = of_journal("undo", "undoable"), of_journal("redo", "redoable")
WINE = {"place": "1", "description": "Wine"}
# By the door: what is sent, what takes it back, and what is booked: numbers, what they counter, what comes in and out.
DOORS = {
    "tick": (
        of_player("mark_fee", 1, fee="owed"),
        of_player("mark_fee", 1, fee="paid", lacking="800"),
        [("2027-0001", "2026-0001", 0, 800)],
    ),
    "tick and undo": (of_player("mark_fee", 1, fee="owed"), UNDO, [("2027-0001", "2026-0001", 0, 800)]),
    "unpaid fees": (
        of_player("mark_fee", 1, fee="owed", list="owing"),
        of_player("mark_fee", 1, fee="paid", list="owing", amount="8", lacking="800"),
        [("2027-0001", "2026-0001", 0, 800)],
    ),
    "waived": (
        of_player("mark_fee", 1, fee="waived", reason="helps"),
        of_player("mark_fee", 1, fee="paid", lacking="800"),
        [("2027-0001", "2026-0001", 0, 800)],
    ),
    "given back": (of_player("refund_fee", 2), UNDO, [("2027-0001", "", 0, 800)]),
    "prize corrected": (
        of_prize("change_prize", price="4", **WINE),
        of_prize("change_prize", price="5", **WINE),
        [("2027-0001", "2026-0003", 500, 0), ("2027-0002", "", 0, 400)],
    ),
    "prize taken off": (of_prize("remove_prize"), UNDO, [("2027-0001", "2026-0003", 500, 0)]),
    "undone": (UNDO, REDO, [("2027-0001", "2026-0005", 0, 800)]),
    "rent": (of_club(2026, 4), of_club(2027, 1), [("2027-0001", "2026-0004", 300, 0)]),
}


def booked(year=2027):
    """What stands in the books of the year: by number what it counters, what came in and went out."""
    return [
        (voucher.label, voucher.counters, voucher.in_cents, voucher.out_cents)
        for line in Books(only_club(), year).main.lines
        for voucher in line.vouchers
        if not voucher.is_cancelled
    ]


def sums():
    """What the evening and the year of the club come to, by vouchers and by what was paid."""
    made = Tournament.objects.get()
    return (
        cash_book(made).balance_cents,
        cost_statement(made).balance_cents,
        Books(only_club(), 2027).main.closing_cents,
    )


@pytest.mark.costly
@pytest.mark.parametrize("is_in_place", [False, True])
@pytest.mark.parametrize("door", DOORS)
def test_every_change_of_closed_books_asks_first_is_booked_today_and_can_be_cancelled(desk, door, is_in_place):
    send, opposite, expected = DOORS[door]
    before, closed, lines = sums(), booked(2026), JournalLine.objects.count()

    address, sent = send()
    answer = desk.post(address, sent, **(IN_PLACE if is_in_place else {}))
    question = answer["HX-Redirect"] if is_in_place else answer["Location"]
    asked = desk.get(question)
    assert (booked(), JournalLine.objects.count()) == ([], lines)
    shown = [row.record["voucher"] for row in asked.context["table"].rows]
    assert [(one.label, one.counters, one.in_cents, one.out_cents) for one in shown] == expected

    desk.post(address, {**dict(asked.context["asked"]["fields"]), "agreed": asked.context["mark"]})
    assert booked() == expected
    days = {line.day for line in Books(only_club(), 2027).main.lines}
    assert (days, booked(2026)) == ({date(2027, 2, 2)}, closed)
    assert sums()[0] == sums()[1]

    address, sent = opposite()
    desk.post(address, sent)
    assert (booked(), booked(2026), sums()) == ([], closed, before)
    assert Voucher.objects.filter(year=2027).count() == len(expected)


def test_a_booking_is_made_once_when_agreed_to_and_asked_again_when_it_has_changed(desk, on_day):
    address, sent = of_player("mark_fee", 1, fee="owed")()
    mark = desk.post(address, sent)["Location"].rstrip("/").rpartition("/")[2]
    on_day(2027, 2, 3)
    another = desk.post(address, {**sent, "agreed": mark})
    forged = desk.post(address, {**sent, "agreed": "0" * 32})

    assert [answer["Location"].rstrip("/").rpartition("/")[2] == mark for answer in (another, forged)] == [False, False]
    assert booked() == []
    mark = another["Location"].rstrip("/").rpartition("/")[2]
    for _time in range(2):
        desk.post(address, {**sent, "agreed": mark})
    assert booked() == [("2027-0001", "2026-0001", 0, 800)]


def test_nobody_sees_what_somebody_else_was_asked(desk):
    address, sent = of_player("mark_fee", 1, fee="owed")()
    question = desk.post(address, sent)["Location"]

    assert logged_in(make_director()).get(question)["Location"] == reverse("desk", args=["november-2026"])


NOT_ASKED_ANY_MORE = "This question about closed books is not open any more."
BOTH = [("2027-0001", "2026-0001", 0, 800), ("2027-0002", "", 0, 800)]


def waiting(desk, door):
    """Ask at a door, and return the address, what the page of the question sends, and the page."""
    address, sent = DOORS[door][0]()
    question = desk.post(address, sent)["Location"]
    context = desk.get(question).context
    return address, {**dict(context["asked"]["fields"]), "agreed": context["mark"]}, question


def test_two_tabs_that_ask_book_each_once_and_the_later_one_asks_again_with_its_new_number(desk):
    (first, first_sent, _page), (second, second_sent, page) = (waiting(desk, door) for door in ("tick", "given back"))

    desk.post(first, first_sent)
    late = desk.get(page, follow=True)
    asked_again = desk.post(second, second_sent)["Location"]
    before = booked()
    for sent in (first_sent, second_sent, {**second_sent, "agreed": desk.get(asked_again).context["mark"]}):
        desk.post(first if sent is first_sent else second, sent)
    for address, sent in ((first, first_sent), (second, second_sent)):
        desk.post(address, sent)

    assert NOT_ASKED_ANY_MORE in late.text
    assert (before, booked()) == (BOTH[:1], BOTH)


def test_a_stale_question_books_nothing_that_somebody_else_has_done_or_that_is_gone(desk, evening):
    address, sent, _page = waiting(desk, "tick")
    other = logged_in(make_director())
    agree(other, *DOORS["tick"][0]())
    desk.post(address, sent)
    once = booked()
    agree(other, *UNDO())
    again = desk.post(address, sent)

    assert once == BOTH[:1]
    assert (booked(), "/booking/" in again["Location"]) == ([], True)


def test_a_session_that_ended_books_nothing_and_its_question_can_be_asked_again(desk):
    address, sent, page = waiting(desk, "tick")
    desk.logout()
    to_login = desk.post(address, sent)["Location"]
    other = logged_in(make_member("eva", MemberRole.HELPER))
    other.post(of_club(2026, 4)()[0], {"agreed": sent["agreed"]})
    before = booked()
    desk.force_login(make_member("ada"))
    back = desk.get(page, follow=True)
    desk.post(address, sent)

    assert to_login.startswith(reverse("login"))
    assert (before, booked()) == ([], BOTH[:1])
    assert NOT_ASKED_ANY_MORE in back.text


def test_no_question_keeps_the_name_of_somebody_who_was_erased(desk):
    _address, _sent, page = waiting(desk, "tick")
    asked_before = desk.session[ASKED_FIRST]

    forget_person(entry_of(Tournament.objects.get(), 1), by=make_director())

    assert (len(asked_before), ASKED_FIRST in desk.session) == (1, False)
    assert desk.session["_auth_user_id"] == str(make_member("ada").pk)
    assert desk.get(page).status_code == 302


@pytest.mark.parametrize(
    ("name", "more", "sent"),
    [
        ("mark_fee", [3], {"fee": "paid", "lacking": "800"}),
        ("remove_player", [1], {}),
        ("add_prize", [], {"place": "2", "description": "Cup", "price": "3"}),
        ("delete", [], {"confirmed": "November"}),
        ("settings", [], {"fee": "9"}),
        ("settings", [], {"date": "2027-02-02"}),
    ],
)
def test_changes_that_book_nothing_leave_closed_books_and_ask_nothing(desk, name, more, sent):
    before = booked(2026), Voucher.objects.count()

    answer = desk.post(reverse(name, args=["november-2026", *more]), sent)

    assert (booked(2026), Voucher.objects.count()) == before
    assert "/booking/" not in answer.get("Location", "")


def test_the_fee_of_an_evening_of_closed_books_moves_nothing_and_its_day_stays(evening):
    ada, before = make_member("ada"), booked(2026)
    change_tournament(evening, by=ada, fee_cents=500)
    running = make_tournament(entries=3, fee_cents=800, date=date(2027, 2, 2), name="February")
    set_fee(entry_of(running, 1), by=ada, paid=True)

    codes = []
    for one, day in ((evening, date(2027, 2, 2)), (running, date(2026, 2, 2))):
        with pytest.raises(Refused) as refusal:
            change_tournament(one, by=ada, date=day)
        codes.append(refusal.value.code)

    assert (codes, booked(2026)) == (["day_of_closed_year"] * 2, before)


def test_who_is_merged_keeps_closed_books_as_they_are(evening):
    before = booked(2026)
    other = make_tournament(players=[NewPlayer("Player One")], date=date(2027, 2, 2), name="February")
    keys = [entry_of(one, 1).person_id for one in (evening, other)]

    merge_persons(only_club(), by=make_member("ada"), person=keys[0], into=keys[1])

    assert (booked(2026), booked()) == (before, [])


def agree(desk, address, sent):
    """Send it, and agree to what is asked, if anything is."""
    question = desk.post(address, sent)["Location"]
    if "/booking/" in question:
        desk.post(address, {**sent, "agreed": question.rstrip("/").rpartition("/")[2]})


def upload(desk, name, data, **more):
    file = SimpleUploadedFile("file.json", data, "application/json")
    return desk.post(reverse(name), {"file": file, "request_key": uuid4(), **more})


def test_an_archive_of_a_closed_year_is_asked_about_and_stands_under_the_day_on_which_it_came_in(desk, evening):
    data = dump(evening)

    asked = upload(desk, "restore", data)
    before = booked()
    upload(desk, "restore", data, books_now="on")

    assert asked.context["form"].errors["file"] == [
        "4 vouchers in the file are of a year whose books are closed. They can be entered in the books of 2027, under"
        " today’s date."
    ]
    assert (before, len(booked())) == ([], 4)
    assert [(line.day, line.evening.day) for line in Books(only_club(), 2027).main.lines] == [
        (date(2027, 2, 2), date(2026, 11, 20))
    ]


def test_the_file_of_a_club_says_which_vouchers_enter_the_running_year(desk, evening):
    data = dump_club(only_club())
    Tournament.objects.update(name="Another")
    key = uuid4()
    file = SimpleUploadedFile("club.json", data, "application/json")
    preview = desk.post(
        reverse("import_club", args=[only_club().slug]), {"file": file, "request_key": key}, follow=True
    )
    before = booked()
    desk.post(preview.redirect_chain[-1][0], {"seen": preview.context["plan"].mark})

    assert preview.context["late"] == (
        "4 vouchers in the file are of years whose books are closed here. They are entered in the books of 2027, under"
        " today’s date."
    )
    assert (before, len(booked())) == ([], 4)


@pytest.mark.parametrize("command", ["import_archive", "restore", "import_club"])
def test_commands_enter_vouchers_of_closed_years_where_that_is_said(evening, tmp_path, command):
    file = tmp_path / "file.json"
    file.write_bytes(dump_club(only_club()) if command == "import_club" else dump(evening))
    Tournament.objects.update(name="Another")
    Club.objects.update(name="")

    with pytest.raises(CommandError, match=r"\(--book-now\)"):
        call_command(command, str(file))
    before = booked()
    call_command(command, str(file), "--book-now")

    assert (before, len(booked())) == ([], 4)


@pytest.mark.costly
def test_counter_entries_that_were_taken_back_move_in_files(desk, evening):
    for door in ("rent", "tick", "prize corrected"):
        for address, sent in (way() for way in DOORS[door][:2]):
            agree(desk, address, sent)

    copy = restore_club(read_club(dump_club(only_club())), club_called("copy"), by=None)[0]
    archived = restore(dump(evening), by=None, club=club_called("other")).tournament

    assert dump_club(copy) == dump_club(only_club())
    assert dump(archived) == dump(evening)


def test_a_counter_entry_whose_year_is_closed_too_stands(desk, on_day):
    agree(desk, *DOORS["tick"][0]())
    on_day(2028, 1, 5)
    ada = make_member("ada")
    count_cash(only_club(), by=ada, year=2027, opening_cents=None, closing_cents=800)
    close_year(only_club(), by=ada, year=2027, keep=lambda stored: None)

    desk = logged_in(ada)
    for address, sent in (UNDO(), of_player("mark_fee", 1, fee="paid", lacking="800")()):
        desk.post(address, sent)

    assert (booked(2027), booked(2028)) == ([("2027-0001", "2026-0001", 0, 800)], [])

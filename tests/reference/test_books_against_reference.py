"""Invented years of a club: the program's books agree with the reference to the cent and number by number."""

import copy
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from random import Random

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories import agreed, make_director, make_member, make_tournament, only_club
from tests.reference.books import Evening, Ledger, Player, Slip
from tests.views.conftest import logged_in
from tournament.actions.cash import (
    add_prize,
    book_cash,
    cancel_cash,
    change_prize,
    close_year,
    count_cash,
    give_back_fee,
    remove_prize,
    reopen_year,
    set_fee,
)
from tournament.actions.journal import history, undo
from tournament.actions.players import remove_entry, return_entry, withdraw_entry
from tournament.actions.tournaments import delete_tournament
from tournament.engine.refusals import Refused
from tournament.exports.books import FILES
from tournament.models import Club, Entry, Prize, Tournament, Voucher
from tournament.money.vouchers import Movement
from tournament.queries.cash import Books, years_of_books

pytestmark = pytest.mark.django_db
CURRENCIES = ("EUR", "EUR", "EUR", "CHF")


class Clubhouse:
    """A club that lives through invented years, and the reference that is told what happens there."""

    def __init__(self, chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chance = chance
        self.today = date(2024, chance.randint(1, 12), 10)
        monkeypatch.setattr("django.utils.timezone.now", self.noon)
        month = chance.choice((1, 1, 7, 10))
        self.tills: tuple[User, ...] = (make_member("first"), make_member("second"))
        Club.objects.update(fiscal_month=month)
        self.ledger = Ledger(month)
        self.evenings: dict[int, Evening] = {}
        self.past: dict[int, list[Evening]] = {}
        self.gone: list[Evening] = []
        self.movements: list[Slip] = []

    def noon(self) -> datetime:
        return datetime(self.today.year, self.today.month, self.today.day, 12, tzinfo=UTC)

    @property
    def till(self) -> User:
        return self.chance.choice(self.tills)

    def live(self, days: int) -> None:
        """Something happens on so many days, which are not far apart."""
        happens = (
            *(self.pay, self.pay, self.pay, self.pay_twice, self.owe, self.waive, self.leave, self.come_back),
            *(self.give_back, self.strike, self.buy, self.buy, self.correct_price, self.return_prize, self.take_back),
            *(self.take_back, self.move_cash, self.cancel_movement, self.count, self.close, self.reopen, self.delete),
        )
        self.play()
        for _day in range(days):
            if self.chance.random() < 0.3:
                self.today += timedelta(days=self.chance.choice((1, 7, 30, 90)))
            if not self.evenings or self.chance.random() < 0.06:
                self.play()
            self.chance.choice(happens)()

    def play(self) -> None:
        """An evening of today, or one of before that is entered late."""
        day = self.today - timedelta(days=self.chance.choice((0, 0, 0, 20, 200)))
        name, fee = f"Evening {len(self.evenings) + len(self.gone)}", self.chance.choice((500, 800))
        currency = self.chance.choice(CURRENCIES)
        made = make_tournament(entries=3, name=name, date=day, fee_cents=fee, currency=currency)
        evening = Evening(name, day, currency, fee)
        evening.players = {entry.pk: Player() for entry in made.entries.all()}
        self.evenings[made.pk], self.past[made.pk] = evening, []

    def some_player(self) -> tuple[int, Evening, int, Player]:
        key = self.chance.choice(list(self.evenings))
        evening = self.evenings[key]
        entry = self.chance.choice(list(evening.players))
        return key, evening, entry, evening.players[entry]

    def pay(self) -> None:
        """All that is lacking, or a part of it."""
        key, evening, entry, player = self.some_player()
        lacking = evening.fee - player.paid + player.back
        if not player.listed or player.left or lacking <= 0:
            return
        cents = self.chance.choice((lacking, lacking, max(lacking // 3, 1)))
        stored, before = Entry.objects.get(pk=entry), copy.deepcopy(evening)
        player.paid, player.waived = player.paid + cents, False
        is_taken = self.ledger.settle_player(evening, entry, self.today)
        self.is_done(key, before, lambda: set_fee(stored, by=self.till, paid=True, cents=cents), is_taken=is_taken)

    def is_done(self, key: int, before: Evening, move: Callable[[], object], *, is_taken: bool) -> None:
        """Money moves as the ledger says, or is refused, which leaves the evening as it was before."""
        if is_taken:
            agreed(move)
            self.past[key].append(before)
        else:
            self.put_back(key, before)
            with pytest.raises(Refused, match="year_is_closed"):
                agreed(move)

    def put_back(self, key: int, before: Evening) -> None:
        self.evenings[key].players, self.evenings[key].prizes = before.players, before.prizes

    def pay_twice(self) -> None:
        """The second till has a page on which it was not paid yet."""
        _key, evening, entry, player = self.some_player()
        if player.listed and not player.left and player.paid - player.back == evening.fee:
            for till in self.tills:
                set_fee(Entry.objects.get(pk=entry), by=till, paid=True, seen_cents=evening.fee)

    def owe(self) -> None:
        self.mark(waived=False)

    def waive(self) -> None:
        self.mark(waived=True)

    def mark(self, *, waived: bool) -> None:
        """It was not paid after all, or is waived: what was written is taken back."""
        key, evening, entry, player = self.some_player()
        if player.listed and (waived != player.waived or player.paid):
            stored, reason = Entry.objects.get(pk=entry), "Helps" if waived else ""
            agreed(lambda: set_fee(stored, by=self.till, paid=False, waived=reason))
            self.remember(key)
            player.paid = player.back = 0
            player.waived = waived
            self.ledger.settle_player(evening, entry, self.today)

    def leave(self) -> None:
        key, _evening, entry, player = self.some_player()
        if player.listed and not player.left:
            withdraw_entry(Entry.objects.get(pk=entry), by=self.till)
            self.remember(key)
            player.left = True

    def come_back(self) -> None:
        key, _evening, entry, player = self.some_player()
        if player.listed and player.left:
            return_entry(Entry.objects.get(pk=entry), by=self.till)
            self.remember(key)
            player.left = False

    def give_back(self) -> None:
        """All that was kept of who has left."""
        key, evening, entry, player = self.some_player()
        if player.listed and player.left and player.paid > player.back:
            stored = Entry.objects.get(pk=entry)
            agreed(lambda: give_back_fee(stored, by=self.till))
            self.remember(key)
            player.back = player.paid
            self.ledger.settle_player(evening, entry, self.today)

    def strike(self) -> None:
        """Off the list, where nothing of theirs is kept."""
        key, _evening, entry, player = self.some_player()
        if player.listed and player.paid == player.back:
            remove_entry(Entry.objects.get(pk=entry), by=self.till)
            self.remember(key)
            player.listed = False

    def buy(self) -> None:
        key, evening, _entry, _player = self.some_player()
        cents, text = self.chance.randint(100, 2500), f"Prize {self.chance.random()}"
        tournament = Tournament.objects.get(pk=key)
        bought = {"place": 1, "description": text, "price_cents": cents}
        if self.ledger.is_closed(self.ledger.year_of(evening.day)):
            with pytest.raises(Refused, match="year_is_closed"):
                add_prize(tournament, by=self.till, **bought)
            return
        made = add_prize(tournament, by=self.till, **bought)
        self.remember(key)
        evening.prizes[made.pk] = cents
        self.ledger.settle_prize(evening, made.pk, self.today)

    def correct_price(self) -> None:
        key, evening, _entry, _player = self.some_player()
        if evening.prizes:
            prize = self.chance.choice(list(evening.prizes))
            stored, cents = Prize.objects.get(pk=prize), evening.prizes[prize] + self.chance.randint(1, 99)
            said = {"place": 1, "description": stored.description, "price_cents": cents}
            agreed(lambda: change_prize(stored, by=self.till, **said))
            self.remember(key)
            evening.prizes[prize] = cents
            self.ledger.settle_prize(evening, prize, self.today)

    def return_prize(self) -> None:
        key, evening, _entry, _player = self.some_player()
        if evening.prizes:
            prize = self.chance.choice(list(evening.prizes))
            stored = Prize.objects.get(pk=prize)
            agreed(lambda: remove_prize(stored, by=self.till))
            self.remember(key)
            del evening.prizes[prize]
            self.ledger.settle_prize(evening, prize, self.today)

    def remember(self, key: int) -> None:
        """Keep how the evening was before what has just been done, for undo."""
        self.past[key].append(copy.deepcopy(self.evenings[key]))

    def take_back(self) -> None:
        """Undo the last thing done on an evening."""
        key, evening, _entry, _player = self.some_player()
        if not self.past[key]:
            return
        before, now = self.past[key].pop(), copy.deepcopy(evening)
        line = history(Tournament.objects.get(pk=key)).undoable
        assert line
        changed = [entry for entry, was in before.players.items() if was != evening.players[entry]]
        prizes = {prize for prize, _cents in set(before.prizes.items()) ^ set(evening.prizes.items())}
        self.put_back(key, before)
        settled = [self.ledger.settle_player(evening, entry, self.today) for entry in changed]
        settled += [self.ledger.settle_prize(evening, prize, self.today) for prize in prizes]
        if all(settled):
            agreed(lambda: undo(line, by=self.till))
        else:
            with pytest.raises(Refused, match="year_is_closed"):
                agreed(lambda: undo(line, by=self.till))
            self.put_back(key, now)
            self.past[key].append(before)

    def move_cash(self) -> None:
        movement, sign = self.chance.choice(((Movement.PUT_IN, 1), (Movement.TAKEN_OUT, -1)))
        cents, day = self.chance.randint(1, 9000), self.today - timedelta(days=self.chance.choice((0, 3)))
        if self.ledger.year_of(day) == self.ledger.year_of(self.today):
            text = f"Movement {len(self.movements)}"
            book_cash(only_club(), by=self.till, movement=movement, day=day, text=text, cents=cents)
            self.movements.append(self.ledger.book(sign, cents, text, day, self.today))

    def cancel_movement(self) -> None:
        if self.movements:
            slip = self.chance.choice(self.movements)
            agreed(lambda: cancel_cash(only_club(), by=self.till, year=slip.year, number=slip.number))
            self.ledger.cancel(slip, self.today)

    def count(self) -> None:
        """The cash of this year or the one before."""
        year = self.ledger.year_of(self.today) - self.chance.choice((0, 1, 1))
        if not self.ledger.is_closed(year):
            opening, closing = self.chance.choice((None, None, 5000)), self.chance.choice((None, 0, 7000, 12345))
            closing = closing if self.ledger.year_of(self.today) > year else None
            count_cash(only_club(), by=self.till, year=year, opening_cents=opening, closing_cents=closing)
            self.ledger.counted[year] = (opening, closing)

    def close(self) -> None:
        year = self.ledger.year_of(self.today) - self.chance.choice((0, 1, 1, 2))
        reason = self.chance.choice(("", "Coins", "Coins"))
        try:
            close_year(only_club(), by=self.till, year=year, keep=lambda _stored: None, reason=reason)
        except Refused:
            assert not self.ledger.close(year, self.today, is_explained=bool(reason))
        else:
            assert self.ledger.close(year, self.today, is_explained=bool(reason))

    def reopen(self) -> None:
        if self.ledger.closed and self.chance.random() < 0.3:
            year = self.chance.choice(sorted(self.ledger.closed))
            try:
                reopen_year(only_club(), by=self.till, year=year)
            except Refused:
                assert not self.ledger.reopen(year)
            else:
                assert self.ledger.reopen(year)

    def delete(self) -> None:
        if self.chance.random() > 0.3:
            return
        key, evening, _entry, _player = self.some_player()
        tournament = Tournament.objects.get(pk=key)
        try:
            delete_tournament(tournament, by=make_director(), confirmed=evening.name)
        except Refused:
            assert not self.ledger.delete(evening)
        else:
            assert self.ledger.delete(evening)
            self.gone.append(self.evenings.pop(key))


def compare(house: Clubhouse) -> None:
    """Every number once and in its place; every line, balance and sum on the page and in the workbook alike."""
    stored = Voucher.objects.order_by("pk").values_list("year", "year_number", "cents", "cancelled_at")
    told = sorted((year, number, cents, at is not None) for year, number, cents, at in stored)
    assert told == sorted((slip.year, slip.number, slip.cents, slip.cancelled) for slip in house.ledger.slips)
    years = years_of_books(only_club())
    browser = logged_in(house.tills[0])
    evenings = [*house.evenings.values(), *house.gone]
    for year in years:
        page = browser.get(reverse("books_of_year", args=[only_club().slug, year]))
        shown = {book.currency: (book, rows) for book, rows, _unpaid in page.context["parts"]}
        sheets = load_workbook(BytesIO(FILES["workbook"].make(Books(only_club(), year))), data_only=True).worksheets
        for nth, currency in enumerate(shown):
            lines = house.ledger.lines(year, currency)
            opening = 0 if nth else house.ledger.opening(year)
            book, rows = shown[currency]
            balances = [opening]
            for _numbers, _day, came, went in lines:
                balances.append(balances[-1] + came - went)
            assert (book.opening_cents, book.closing_cents) == (opening, balances[-1]), (year, currency)
            assert [
                (
                    sorted(one.year_number for one in row.line.vouchers),
                    row.line.day,
                    row.line.in_cents,
                    row.line.out_cents,
                    row.balance_cents,
                )
                for row in rows
            ] == [(*line, after) for line, after in zip(lines, balances[1:], strict=True)], (year, currency)
            differs = not nth and house.ledger.before(year) not in (None, opening)
            first = 5 if differs else 3
            cells = sheets[nth].iter_rows(min_row=first, max_row=first - 1 + len(lines), values_only=True)
            written = list(cells) if lines else []
            assert [
                (expanded(row[0]), row[1].date(), cents(row[3]), cents(row[4]), cents(row[5])) for row in written
            ] == [(*line, after) for line, after in zip(lines, balances[1:], strict=True)], (year, currency)
            expected = house.ledger.evenings(year, currency, evenings)
            assert evenings_in(sheets[len(shown) :], currency, shown) == expected, (year, currency)


def evenings_in(sheets, currency, shown):
    """The rows of the sheet of evenings in this currency."""
    main, *others = shown
    own = [sheet for sheet in sheets if next((one for one in others if one in sheet.title), main) == currency]
    rows = [[cell.value for cell in row] for sheet in own for row in sheet.iter_rows(min_row=2)]
    return sorted(
        (row[0].date(), *(cents(value) for value in (row[2], row[3], row[4], row[6], row[7])))
        for row in rows
        if isinstance(row[0], datetime)
    )


def cents(value: float | None) -> int:
    return round((value or 0) * 100)


def expanded(text: str) -> list[int]:
    """The numbers that 2026-0002–0005, 2026-0007 tells."""
    numbers: list[int] = []
    for part in text.split(", "):
        first, _dash, last = part.split("-")[1].partition("–")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def test_the_books_of_an_invented_club_agree_with_the_reference(monkeypatch):
    house = Clubhouse(Random(1), monkeypatch)

    house.live(60)

    compare(house)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 120))
def test_the_books_of_many_long_invented_years_agree_with_the_reference(seed, monkeypatch):
    house = Clubhouse(Random(seed), monkeypatch)
    for _stretch in range(4):
        house.live(100)
        compare(house)

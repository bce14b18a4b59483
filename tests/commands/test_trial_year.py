"""A club's two years of eleven evenings, added up by this test alone, and the same numbers on another machine.

Nothing here is added up by the program: a ledger is told what is paid, bought, counted and won as it happens.
"""

import contextlib
import io
import json
from collections import Counter
from datetime import UTC, date, datetime

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_member, make_tournament, only_club
from tournament.actions.cash import (
    add_prize,
    book_cash,
    close_year,
    count_cash,
    give_back_fee,
    remove_prize,
    set_fee,
)
from tournament.actions.clubs import change_settings
from tournament.actions.journal import history, undo
from tournament.actions.persons import forget_registered, merge_persons
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.seasons import set_up_season
from tournament.archive.club_dump import dump_club
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Person, Prize, Tournament
from tournament.money.vouchers import Movement

pytestmark = [pytest.mark.installation, pytest.mark.costly, pytest.mark.django_db]

# What a machine says of its club: what the treasurer and the players read there.
NUMBERS = """
import json
from tournament.models import Club, Tournament
from tournament.queries.cash import Books, cost_statement
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of
club = with_edition(Club.objects.exclude(name="").get())
years, evenings = {}, {}
for year in (2025, 2026):
    book = Books(club, year).main
    sums = (book.opening_cents, book.in_cents, book.out_cents, book.closing_cents)
    years[str(year)] = [*sums, book.difference_cents, book.opening_difference_cents, len(book.lines)]
for one in Tournament.objects.order_by("date"):
    statement = cost_statement(one)
    evenings[one.name] = [statement.income_cents, statement.spending_cents, statement.balance_cents]
found = years_of(club)
facts = found.season(found.seasons[0])
points = {found.names[row.person] or "…": int(row.points) for row in facts.rows}
print(json.dumps([years, evenings, points], sort_keys=True))
"""
NAMES = ("Anna Weber", "Bo Kurz", "Cem Aydin", "Dora Rot", "Emil Voss", "Gül", "Hans Maier", "Ida Roth", "Ulf Ott")
FEE, ROOM = 800, 2500
MONTHS = {2025: (2, 4, 6, 8, 10, 12), 2026: (1, 2, 3, 4, 5)}
EVENINGS = tuple(date(year, month, 12) for year, months in MONTHS.items() for month in months)


class Ledger:
    """What has happened, in cents and wins, by year, evening and person."""

    def __init__(self):
        self.came, self.went = Counter(), Counter()
        self.income, self.spending = Counter(), Counter()
        self.wins = Counter()
        self.lines = Counter()

    def pays(self, evening, cents):
        self.income[evening.name] += cents
        self.came[evening.date.year] += cents

    def gets_back(self, evening, cents):
        self.income[evening.name] -= cents
        self.went[evening.date.year] += cents

    def buys(self, evening, cents):
        self.spending[evening.name] += cents
        self.went[evening.date.year] += cents


class Year:
    """The club as it is run by one account, and the ledger."""

    def __init__(self, monkeypatch):
        self.today = EVENINGS[0]
        monkeypatch.setattr("django.utils.timezone.now", self.noon)
        self.by = make_member("director")
        self.ledger = Ledger()
        change_settings(only_club(), by=self.by, name="BC Konstanz", place="Konstanz", treasurer="Käthe Brügge")
        span = {"begins": date(2025, 1, 1), "ends": date(2026, 12, 31)}
        set_up_season(only_club(), by=self.by, name="Two years", points_by="match_wins", **span)

    def noon(self):
        return datetime(self.today.year, self.today.month, self.today.day, 12, tzinfo=UTC)

    def evening(self, nth, day):
        """Play an evening: fees, one waived, one paid back, a prize taken back, the room, two rounds."""
        self.today, ledger = day, self.ledger
        # On some evenings the first of them is written the other way round, and somebody is not there.
        names = ["Weber Anna" if name == "Anna Weber" and nth % 3 == 1 else name for name in NAMES]
        names.remove(NAMES[1 + nth % 7])
        evening = make_tournament(players=list(map(NewPlayer, names)), name=f"Evening {nth}", date=day, fee_cents=FEE)
        for entry in Entry.objects.filter(tournament=evening).order_by("number"):
            if entry.number == 2:
                set_fee(entry, by=self.by, paid=False, waived="helps")
            else:
                set_fee(entry, by=self.by, paid=True)
                ledger.pays(evening, FEE)
        for place, what, cents in ((1, "Wine", 900 + nth), (2, "Dice", 450), (0, "Room", ROOM)):
            add_prize(evening, by=self.by, place=place, description=what, price_cents=cents)
            ledger.buys(evening, cents)
        self.changes_of_mind(evening)
        for _round in range(2):
            self.round(draw_next_round(evening))
        if nth == 4:
            leaver = entry_of(evening, 5)
            withdraw_entry(leaver, by=self.by)
            give_back_fee(Entry.objects.get(pk=leaver.pk), by=self.by)
            ledger.gets_back(evening, FEE)
        ledger.lines[day.year] += 1

    def changes_of_mind(self, evening):
        """Add a prize and a cost and take both back: cancelled vouchers remain, and the sums do not change."""
        add_prize(evening, by=self.by, place=3, description="Cup", price_cents=700)
        remove_prize(Prize.objects.get(tournament=evening, description="Cup"), by=self.by)
        add_prize(evening, by=self.by, place=0, description="Boards", price_cents=300)
        undo(history(evening).undoable, by=self.by)

    def round(self, round_):
        """Enter results that depend on the start numbers; the bye is a win."""
        for pairing in Pairing.objects.filter(round=round_).select_related("first", "second").order_by("position"):
            winner = pairing.first
            if pairing.second:
                first_wins = (pairing.first.number * pairing.second.number + round_.number) % 3 > 0
                winner = pairing.first if first_wins else pairing.second
                enter_result(pairing, Result(Outcome.PLAYED, (3, 1) if first_wins else (2, 3)))
            self.ledger.wins[winner.name] += 1

    def moves_cash(self, movement, text, cents):
        book_cash(only_club(), by=self.by, movement=movement, day=self.today, text=text, cents=cents)
        (self.ledger.came if movement is Movement.PUT_IN else self.ledger.went)[self.today.year] += cents
        self.ledger.lines[self.today.year] += 1


def numbers_here():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(NUMBERS, {})
    return json.loads(printed.getvalue())


def test_two_years_add_up_and_are_the_same_to_the_byte_and_cent_on_another_machine(monkeypatch, manage, tmp_path):
    club = Year(monkeypatch)
    ledger = club.ledger
    for nth, day in enumerate(EVENINGS[:6]):
        club.evening(nth, day)
    club.moves_cash(Movement.TAKEN_OUT, "Bank", 1500)
    opening = 20_000
    closing = opening + ledger.came[2025] - ledger.went[2025]
    club.today = date(2026, 1, 5)
    count_cash(only_club(), by=club.by, year=2025, opening_cents=opening, closing_cents=closing - 12)
    close_year(only_club(), by=club.by, year=2025, reason="Coins", keep=lambda _stored: None)
    for nth, day in enumerate(EVENINGS[6:], start=6):
        club.evening(nth, day)
    club.moves_cash(Movement.PUT_IN, "Gift", 3000)
    count_cash(only_club(), by=club.by, year=2026, opening_cents=closing - 5800, closing_cents=None)
    keys = {person.name: person.pk for person in Person.objects.all()}
    merge_persons(only_club(), by=club.by, person=keys["Weber Anna"], into=keys["Anna Weber"])
    ledger.wins["Anna Weber"] += ledger.wins.pop("Weber Anna", 0)
    erased = Person.objects.get(name="Ulf Ott")
    entries = list(Entry.objects.filter(person=erased))
    forget_registered(erased, by=club.by, entries=entries, requests=[])
    del ledger.wins["Ulf Ott"]

    years, evenings, points = numbers_here()

    in_2025, in_2026 = ((ledger.came[year], ledger.went[year]) for year in (2025, 2026))
    begun = closing - 5800
    assert years == {
        "2025": [opening, *in_2025, closing, -12, 0, ledger.lines[2025]],
        "2026": [begun, *in_2026, begun + in_2026[0] - in_2026[1], 0, begun - (closing - 12), ledger.lines[2026]],
    }
    assert evenings == {
        one.name: [
            ledger.income[one.name],
            ledger.spending[one.name],
            ledger.income[one.name] - ledger.spending[one.name],
        ]
        for one in Tournament.objects.all()
    }
    assert Counter({name: wins for name, wins in points.items() if name != "…"}) == ledger.wins

    file, again = tmp_path / "club.json", tmp_path / "again.json"
    file.write_bytes(dump_club(only_club()))
    manage("import_club", file)
    manage("export_club", only_club().slug, again)
    assert again.read_bytes() == file.read_bytes()
    assert json.loads(manage("shell", "-c", NUMBERS).stdout.splitlines()[-1]) == [years, evenings, points]

"""Fees, costs, vouchers and the books of a year."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, F, Max, Min, OuterRef, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.engine.record import has_left
from tournament.models import Club, ClubYear, Entry, FeeStep, Prize, Tournament, Voucher
from tournament.money import payments, statement
from tournament.money.books import BookLine, YearBook, YearVoucher, book_lines
from tournament.money.fees import FeeBand, Fees, fee_for
from tournament.money.prizes import NO_PLACE, Purchase
from tournament.money.vouchers import CashBook, Movement, VoucherFacts
from tournament.money.years import EveningCash, YearCash, first_day, fiscal_year, last_day
from tournament.names import search_key
from tournament.queries.evening import evening_of
from tournament.queries.record import paired_rounds
from tournament.queries.standings import Finals, StandingsPage, entries_by_number, standings_page

# Entry fees: the current amount, and what each player has paid.


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeRow(payments.Payer):
    """A player, and what they have paid, owe and were refunded of the entry fee."""

    entry: Entry


def fees_of(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    paired_count: int | None = None,
    steps: tuple[FeeBand, ...] | None = None,
) -> Fees[FeeRow]:
    """Return the current entry fee, and what each player has paid and owes.

    `entries` are all entries, `paired_count` the number of paired rounds, `steps` the table of the fee, where the
    caller has already read them.
    """
    entries = tuple(entries_by_number(tournament).values() if entries is None else entries)
    paired_count = paired_rounds(tournament) if paired_count is None else paired_count
    steps = _open_steps(tournament, paired_count, steps)
    fee_cents = fee_for(_playing(entries), steps) if steps else tournament.fee_cents
    fee_rows = tuple(fee_row(entry, fee_cents, paired_count) for entry in entries)
    return Fees(fee_cents, fee_rows, is_open=bool(steps))


def fee_row(entry: Entry, fee_cents: int, paired_count: int) -> FeeRow:
    """Return what the player has paid and owes, at this fee and after `paired_count` paired rounds."""
    is_gone = has_left(entry.withdrawn_after, paired_count)
    return FeeRow(
        fee_cents=fee_cents,
        paid_cents=entry.paid_cents,
        refunded_cents=entry.refunded_cents,
        is_waived=bool(entry.fee_waived),
        has_left=is_gone,
        has_played=not is_gone or (entry.withdrawn_after or 0) >= entry.joined_round,
        entry=entry,
    )


def owing_players(fees: Fees[FeeRow], *, here_alone: bool = False) -> tuple[FeeRow, ...]:
    """Return the active players who still owe the fee; with `here_alone`, only those who are here."""
    owing = (row for row in fees.owed if not row.has_left)
    return tuple(row for row in owing if row.entry.is_here or not here_alone)


def current_fee(tournament: Tournament) -> int:
    """Return the current fee; until round 1 is drawn it follows from the number of players, if there is a table."""
    steps = _open_steps(tournament, paired_rounds(tournament))
    return fee_for(_playing(Entry.objects.filter(tournament=tournament)), steps) if steps else tournament.fee_cents


def _open_steps(
    tournament: Tournament, paired_count: int, steps: tuple[FeeBand, ...] | None = None
) -> tuple[FeeBand, ...]:
    """Return the table of the fee while it applies: until round 1 is drawn."""
    if paired_count:
        return ()
    return fee_steps(tournament) if steps is None else steps


def fee_bands(tournament: Tournament) -> tuple[FeeBand, ...]:
    """Return the bands of the fee: the table while it applies, else the single fee; empty where there is no fee."""
    steps = _open_steps(tournament, paired_rounds(tournament))
    return steps or (((None, tournament.fee_cents),) if tournament.fee_cents else ())


def _playing(entries: Iterable[Entry]) -> int:
    """Count the active players before round 1 is drawn."""
    return sum(not has_left(entry.withdrawn_after, 0) for entry in entries)


def fee_steps(tournament: Tournament) -> tuple[FeeBand, ...]:
    """Return the table by which the fee follows from the number of players; empty where there is none."""
    return fee_steps_in([tournament])[tournament.pk]


def fee_steps_in(tournaments: Sequence[Tournament]) -> dict[int, tuple[FeeBand, ...]]:
    """Return the fee tables of several tournaments by primary key, in one query."""
    steps: dict[int, list[FeeBand]] = {tournament.pk: [] for tournament in tournaments}
    stored_steps = FeeStep.objects.filter(tournament__in=list(steps)).order_by(F("up_to").asc(nulls_last=True))
    for key, up_to, fee_cents in stored_steps.values_list("tournament_id", "up_to", "fee_cents"):
        steps[key].append((up_to, fee_cents))
    return {key: tuple(bands) for key, bands in steps.items()}


def by_name(fee_rows: Iterable[FeeRow]) -> tuple[FeeRow, ...]:
    """Sort the rows by name, as players are looked up at the door."""
    return tuple(sorted(fee_rows, key=lambda row: (search_key(row.entry.name), row.entry.number)))


# The books of a club, year by year.


@dataclass(frozen=True, slots=True)
class BookEvening:
    """A tournament as the books name it; a deleted one has no slug."""

    name: str
    day: date
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Unpaid:
    """The unpaid and the waived entry fees of a tournament, in its currency."""

    currency: str
    owed_cents: int
    waived_cents: int


class Books:
    """The books of a club's year, one for each currency, the club's own first; `stored` is the year's row, if any."""

    def __init__(self, club: Club, year: int) -> None:
        self.club, self.year = club, year
        self.stored = stored = ClubYear.objects.filter(club=club, year=year).first()
        currency = stored.currency if stored else club.currency
        vouchers = defaultdict(list)
        rows = Voucher.objects.filter(club=club, year=year).select_related("tournament", "counters", "prize")
        for row in rows.order_by("year_number", "tournament_id", "number"):
            vouchers[row.tournament.currency if row.tournament else row.currency].append(_year_voucher(row, club))
        before = _cents_before(club, year, currency)
        counted_first = stored.opening_cents if stored else None
        opening = (before or 0) if counted_first is None else counted_first
        counted = stored.closing_cents if stored else None
        self.unpaid = _unpaid(club, year)
        others = sorted({*vouchers, *(one.currency for one in self.unpaid.values())} - {currency})
        own = YearBook(year, currency, opening, counted, book_lines(vouchers[currency]), before)
        of_others = (YearBook(year, other, 0, None, book_lines(vouchers[other])) for other in others)
        self.books: tuple[YearBook[BookEvening], ...] = (own, *of_others)

    @property
    def main(self) -> YearBook[BookEvening]:
        return self.books[0]

    @property
    def first_day(self) -> date:
        return first_day(self.year, self.club.fiscal_month)

    @property
    def last_day(self) -> date:
        return last_day(self.year, self.club.fiscal_month)

    @property
    def is_closed(self) -> bool:
        return self.stored is not None and self.stored.closed_at is not None

    @property
    def is_over(self) -> bool:
        return self.last_day < timezone.localdate()

    @property
    def ends_today(self) -> bool:
        return self.last_day == timezone.localdate()


def running_year(club: Club) -> int:
    return fiscal_year(timezone.localdate(), club.fiscal_month)


def newest_closed_year(club: Club) -> int | None:
    """Return the newest year of the club whose books are closed, as are all years before it; None if there is none."""
    closed = ClubYear.objects.filter(club=club, closed_at__isnull=False)
    return closed.order_by("-year").values_list("year", flat=True).first()


def can_be_reopened(club: Club, year: int) -> bool:
    """Whether the year is the newest closed one, and no counter-entry in a later year reverses a voucher of it."""
    countering = Voucher.objects.filter(counters__club=club, counters__year=year, cancelled_at=None)
    return newest_closed_year(club) == year and not countering.exists()


def closed_evening(tournament: Tournament) -> tuple[int, int, tuple[str, ...]] | None:
    """Return the closed year of a tournament, the year that takes its corrections, and the numbers of these so far.

    None if its books are open, or for practice.
    """
    club = tournament.club
    year, closed = fiscal_year(tournament.date, club.fiscal_month), newest_closed_year(club)
    if tournament.is_practice or closed is None or year > closed:
        return None
    counters = Voucher.objects.filter(tournament=tournament, counters__isnull=False, cancelled_at=None)
    return year, max(running_year(club), closed + 1), tuple(voucher.label for voucher in counters.order_by("number"))


def years_of_books(club: Club) -> tuple[int, ...]:
    """Return the years with vouchers or counted cash and the current one, the newest first."""
    stood = Voucher.objects.filter(club=club).values_list("year", flat=True).distinct()
    counted_years = ClubYear.objects.filter(club=club).values_list("year", flat=True)
    years = {year for year in (*stood, *counted_years) if year is not None}
    return tuple(sorted(years | {running_year(club)}, reverse=True))


def _cents_before(club: Club, year: int, currency: str) -> int | None:
    """Return the closing cash of the last earlier year, as counted, else by vouchers; None if not in this currency."""
    voucher_years = Voucher.objects.filter(club=club, year__lt=year).aggregate(newest=Max("year"), oldest=Min("year"))
    club_year = ClubYear.objects.filter(club=club, year__lt=year).order_by("-year").first()
    year_before = max(voucher_years["newest"] or 0, club_year.year if club_year else 0)
    if not year_before:
        return None
    if club_year and club_year.year == year_before and club_year.closing_cents is not None:
        return club_year.closing_cents if club_year.currency == currency else None
    book = Books(club, year_before).main
    return book.closing_cents if book.currency == currency else None


def _year_voucher(row: Voucher, club: Club) -> YearVoucher[BookEvening]:
    evening: BookEvening | None = None
    if row.tournament:
        evening = BookEvening(row.tournament.name, row.tournament.date, row.tournament.slug)
    elif row.evening_date:
        evening = BookEvening(row.evening, row.evening_date)
    moved_on = timezone.localdate(row.at) if row.at else None
    is_of_year = evening is not None and fiscal_year(evening.day, club.fiscal_month) == row.year
    held_on = evening.day if evening else None
    # Listed under the day it was booked on, else of its tournament if that is in the year, else of the payment.
    days = (row.booked_on, held_on if is_of_year else None, moved_on, held_on)
    day = next((day for day in days if day), first_day(row.year or 1, club.fiscal_month))
    is_prize = row.prize is not None and row.prize.place != NO_PLACE
    return YearVoucher(**_facts_of(row), day=day, evening=evening, year_number=row.year_number, is_prize=is_prize)


def _unpaid(club: Club, year: int) -> dict[BookEvening, Unpaid]:
    """Map the tournaments of this year to their fees that are unpaid or waived, if any."""
    begins, ends = first_day(year, club.fiscal_month), last_day(year, club.fiscal_month)
    unpaid_by_evening = {}
    of_year = Tournament.objects.filter(club=club, is_practice=False, date__range=(begins, ends))
    for tournament in of_year.order_by("date", "pk"):
        fees = fees_of(tournament)
        unpaid = Unpaid(tournament.currency, fees.owed_cents, len(fees.waived) * fees.fee_cents)
        if unpaid.owed_cents or unpaid.waived_cents:
            unpaid_by_evening[BookEvening(tournament.name, tournament.date, tournament.slug)] = unpaid
    return unpaid_by_evening


def evening_lines(books: Books, book: YearBook[BookEvening]) -> tuple[BookLine[BookEvening], ...]:
    """Return the lines of tournaments in one of the books, including those without cash but with unpaid fees."""
    lines = [line for line in book.lines if line.evening is not None]
    book_evenings = {line.evening for line in lines}
    lines += [
        BookLine(evening.day, evening, ())
        for evening, unpaid in books.unpaid.items()
        if unpaid.currency == book.currency and evening not in book_evenings
    ]
    return tuple(sorted(lines, key=lambda line: line.day))


# The books of a tournament: its fees, its prizes with their winners, its vouchers; those of many tournaments at once.


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow(Purchase):
    """A prize and its winner, None until the ranking is complete; or another cost, without a winner."""

    prize: Prize
    winner: Entry | None


def cost_statement(tournament: Tournament) -> statement.CostStatement[FeeRow, PrizeRow]:
    """Return the current cost statement; without a fee, nobody owes one."""
    fees = fees_of(tournament)
    return statement.CostStatement(fees, tournament.currency, prize_rows(tournament), _removed_payers(tournament, fees))


def _removed_payers(tournament: Tournament, fees: Fees[FeeRow]) -> tuple[payments.Payer, ...]:
    """Return what players no longer on the list have paid and been refunded, by their vouchers."""
    entry_keys = {row.entry.pk for row in fees.rows}
    # In a tournament from an archive, removed players are known by name alone.
    moved: dict[tuple[int | None, str], Counter[str]] = {}
    for key, party, movement, cents in (
        Voucher.objects.filter(tournament=tournament, cancelled_at=None, counters=None)
        .exclude(Exists(_counters_in_force()))
        .exclude(movement=Movement.PRIZE)
        .order_by("number")
        .values_list("entry_id", "party", "movement", "cents")
    ):
        if key not in entry_keys:
            moved.setdefault((key, "" if key else party), Counter())[movement] += cents
    return tuple(payments.Payer(0, sums[Movement.FEE], sums[Movement.REFUND], has_left=True) for sums in moved.values())


def _counters_in_force() -> QuerySet[Voucher]:
    """The vouchers that reverse one of the outer query and are not cancelled."""
    return Voucher.objects.filter(counters=OuterRef("pk"), cancelled_at=None)


def prize_rows(tournament: Tournament, ranking: StandingsPage | None = None) -> tuple[PrizeRow, ...]:
    """Return the prizes by place, with their winners once the ranking is complete, and then the other costs."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).in_order())
    winners: dict[int, Entry] = {}
    if prizes:
        ranking = ranking or standings_page(evening_of(tournament))
        placed = ranking.placed_rows if is_complete(tournament, ranking) else ()
        winners = {row.standing.rank: row.entry for row in placed}
    return tuple(
        PrizeRow(
            place=prize.place,
            description=prize.description,
            price_cents=prize.price_cents,
            winner_name=winners[prize.place].display_name if prize.place in winners else "",
            prize=prize,
            winner=winners.get(prize.place),
        )
        for prize in prizes
    )


def is_complete(tournament: Tournament, ranking: StandingsPage) -> bool:
    """Tell whether no match is left to be played, so that the ranking is final."""
    are_finals_over = ranking.finals in (Finals.NONE, Finals.PLAYED)
    is_last = tournament.is_closed or (are_finals_over and ranking.after_round >= tournament.planned_rounds)
    return ranking.after_round > 0 and is_last and not ranking.is_provisional


def cash_book(tournament: Tournament) -> CashBook:
    """Return all vouchers in the order of their numbers, cancelled ones too."""
    vouchers = Voucher.objects.filter(tournament=tournament).select_related("counters")
    return CashBook(tuple(map(voucher_facts, vouchers.order_by("number"))))


def vouchers_of(entry: Entry) -> tuple[VoucherFacts, ...]:
    """Return the player's vouchers, without cancelled ones."""
    vouchers = entry.vouchers.filter(cancelled_at=None).select_related("counters")
    return tuple(map(voucher_facts, vouchers.order_by("number")))


def voucher_facts(voucher: Voucher) -> VoucherFacts:
    return VoucherFacts(**_facts_of(voucher))


def _facts_of(voucher: Voucher) -> dict[str, Any]:
    columns = ("number", "cents", "party", "purchase", "hand", "at", "kept_cents", "open_cents", "label", "prize_id")
    return {name: getattr(voucher, name) for name in columns} | {
        "movement": Movement(voucher.movement),
        "is_cancelled": voucher.cancelled_at is not None,
        "counters": (voucher.counters.label or str(voucher.counters.number)) if voucher.counters else "",
    }


def year_cash(tournaments: Iterable[Tournament]) -> tuple[YearCash[Tournament], ...]:
    """Add up the cash of these tournaments by currency, in three queries; tournaments without cash are left out."""
    all_tournaments = tuple(tournaments)
    keys = [tournament.pk for tournament in all_tournaments]
    entries = Entry.objects.filter(tournament__in=keys).values("tournament")
    paid = {
        row["tournament"]: (row["paid"], row["refunded"])
        for row in entries.annotate(paid=Coalesce(Sum("paid_cents"), 0), refunded=Sum("refunded_cents"))
    }
    prizes = Prize.objects.filter(tournament__in=keys).values("tournament").annotate(spent=Sum("price_cents"))
    bought = dict(prizes.values_list("tournament", "spent"))
    in_force: dict[int, list[int]] = defaultdict(list)
    cancelled: dict[int, list[int]] = defaultdict(list)
    # The full refunds of players no longer on the list.
    cents_by_key: dict[int, int] = defaultdict(int)
    vouchers = Voucher.objects.filter(tournament__in=keys).order_by("tournament", "number")
    on_list = Exists(Entry.objects.filter(pk=OuterRef("entry_id")))
    columns = ("tournament_id", "number", "movement", "cents", "cancelled_at", on_list)
    for key, number, movement, cents, cancelled_at, is_on_list, *balance in vouchers.values_list(
        *columns, Exists(_counters_in_force()), "counters"
    ):
        (in_force if cancelled_at is None else cancelled)[key].append(number)
        if cancelled_at is None and movement == Movement.REFUND and not is_on_list and not any(balance):
            cents_by_key[key] += cents
    by_currency: dict[str, list[EveningCash[Tournament]]] = defaultdict(list)
    for tournament in all_tournaments:
        received, refunded = paid.get(tournament.pk, (0, 0))
        evening = EveningCash(
            tournament,
            received + cents_by_key[tournament.pk],
            refunded + cents_by_key[tournament.pk],
            bought.get(tournament.pk, 0),
            tuple(in_force[tournament.pk]),
            tuple(cancelled[tournament.pk]),
        )
        if evening.received_cents or evening.spending_cents or evening.vouchers or evening.cancelled:
            by_currency[tournament.currency].append(evening)
    return tuple(YearCash(currency, tuple(evenings)) for currency, evenings in by_currency.items())

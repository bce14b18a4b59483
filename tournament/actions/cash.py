"""The money: fees, prizes, the vouchers that follow from them, and the books of a year."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Self

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from tournament.actions.change import Change, ClubChange, change, change_club
from tournament.actions.clubs import NAME_LIMIT, clean_line, clean_reason
from tournament.actions.permissions import refuse_unless_allowed
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubYear, Entry, FeeStep, Prize, Tournament, Voucher
from tournament.models.cash import PLACES
from tournament.money.fees import FeeBand
from tournament.money.vouchers import Movement, settlement
from tournament.money.years import first_day, fiscal_year, last_day
from tournament.queries.accounts import display_name
from tournament.queries.cash import (
    books_of,
    current_fee,
    fee_row,
    fee_steps,
    fees_of,
    newest_closed_year,
    owing_players,
)
from tournament.queries.record import paired_rounds

# The numbers of vouchers in the years of a club: one run for each year, without gaps, none given twice.


class LockedBooks:
    """The books of a club behind the lock of its row."""

    def __init__(self, locked: Club) -> None:
        self.club = locked
        self._closed = newest_closed_year(self.club)

    def year_of(self, day: date) -> int:
        """In whose books something stands that is issued on this day: never in those that are closed."""
        year = fiscal_year(day, self.club.fiscal_month)
        return year if self._closed is None else max(year, self._closed + 1)

    def is_closed(self, year: int | None) -> bool:
        """Whether the books of the year are closed, or of one after it."""
        return self._closed is not None and year is not None and year <= self._closed

    def enter(self, vouchers: Sequence[Voucher], *, day: date, is_imported: bool = False) -> None:
        """Say in which year new vouchers stand, and give them the next numbers of that year.

        No number is for what is imported, and for an evening before the run has begun.
        """
        year, since = self.year_of(day), self.club.numbered_since
        for voucher in vouchers:
            voucher.year = year
        if is_imported:
            return
        last = Voucher.objects.filter(club=self.club, year=year).aggregate(last=Max("year_number"))["last"] or 0
        for voucher in vouchers:
            if voucher.tournament_id is None or since is None or day >= since:
                last += 1
                voucher.year_number = last


def refuse_closed_year(tournament: Tournament) -> None:
    """Refuse a new payment on an evening whose year is closed."""
    closed = newest_closed_year(tournament.club)
    year = fiscal_year(tournament.date, tournament.club.fiscal_month)
    if closed is not None and year <= closed and not tournament.is_practice:
        raise Refused("year_is_closed", year=year)


# Money put into the cash of a club or taken out, the counted cash, and the closing of a year.

TEXT_LIMIT = 200
MOST_CENTS = 99_999_999


def book_cash(club: Club, *, by: User, movement: Movement, day: date, text: str, cents: int) -> Voucher:
    """Put money into the cash or take it out, on a day of the running year, for what the text says."""
    with change_club(club, by=by, action="cash_booked") as step:
        limit = Refused("text_too_long", limit=TEXT_LIMIT)
        said = clean_line(text, TEXT_LIMIT, limit, Refused("text_unprintable"))
        if not said:
            raise Refused("cash_text_empty")
        _refuse_cents(cents, step.club, least=1)
        books, today = LockedBooks(step.club), timezone.localdate()
        begins = first_day(books.year_of(today), step.club.fiscal_month)
        if not min(begins, today) <= day <= today:
            raise Refused("cash_day_not_running", first=begins, last=today)
        at = timezone.make_aware(datetime.combine(day, time(12)))
        voucher = Voucher(
            club=step.club,
            movement=movement,
            cents=cents,
            purchase=said,
            at=at,
            hand=step.by_name,
            currency=step.club.currency,
        )
        books.enter([voucher], day=today)
        voucher.save()
        step.facts = {"number": voucher.label, "text": said, "cents": cents, "currency": voucher.currency}
        step.facts["comes_in"] = movement is Movement.PUT_IN
        step.always_log = True
        return voucher


def cancel_cash(club: Club, *, by: User, number: int, year: int) -> None:
    """Cancel what was put in or taken out; its number stays. In a closed year it is countered in the running one."""
    with change_club(club, by=by, action="cash_cancelled") as step:
        voucher = Voucher.objects.filter(club=step.club, year=year, year_number=number, tournament=None).first()
        is_movement = voucher is not None and voucher.movement in (Movement.PUT_IN, Movement.TAKEN_OUT)
        if voucher is None or not is_movement or voucher.counters_id:
            raise Refused("cash_is_gone")
        if voucher.cancelled_at or voucher.countered_by.exists():
            return
        step.facts = {
            "number": voucher.label,
            "text": voucher.purchase,
            "cents": voucher.cents,
            "currency": voucher.currency,
        }
        step.always_log = True
        books = LockedBooks(step.club)
        if not books.is_closed(voucher.year):
            voucher.cancelled_at, voucher.cancelled_by = step.at, step.by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
            return
        about = {name: getattr(voucher, name) for name in ("movement", "cents", "purchase", "currency")}
        counter = Voucher(club=step.club, at=step.at, hand=step.by_name, counters=voucher, **about)
        books.enter([counter], day=timezone.localdate(step.at))
        counter.save()


def count_cash(club: Club, *, by: User, year: int, opening_cents: int | None, closing_cents: int | None) -> None:
    """Say what was counted at the beginning and the end of a year; None: nothing was."""
    with change_club(club, by=by, action="cash_counted") as step:
        _refuse_closed(step.club, year)
        for cents in (opening_cents, closing_cents):
            if cents is not None:
                _refuse_cents(cents, step.club)
        if not 1900 <= year <= fiscal_year(timezone.localdate(), step.club.fiscal_month):
            raise Refused("year_not_begun", year=year)
        ends = last_day(year, step.club.fiscal_month)
        if closing_cents is not None and timezone.localdate() < ends:
            raise Refused("count_too_early", year=year, day=ends)
        stored = _row(step, year)
        counted = {"opening_cents": opening_cents, "closing_cents": closing_cents}
        step.facts = {"year": year, "currency": stored.currency, **counted}
        step.update(stored, **counted)


def close_year(club: Club, *, by: User, year: int, keep: Callable[[ClubYear], None], reason: str = "") -> None:
    """Close the books of a year that is over and counted, and all before it; `keep` makes the papers that stay.

    The `reason` says why the cash does not agree with itself, or with the year before; where it does, none is kept.
    """
    with change_club(club, by=by, action="year_closed") as step:
        _refuse_closed(step.club, year)
        if last_day(year, step.club.fiscal_month) >= timezone.localdate():
            raise Refused("year_not_over", year=year)
        closed = newest_closed_year(step.club)
        before = Voucher.objects.filter(club=step.club, year__lt=year)
        oldest = before.filter(year__gt=closed or 0).order_by("year").first()
        if oldest is not None:
            raise Refused("year_before_is_open", year=oldest.year)
        stored = _row(step, year)
        if stored.closing_cents is None:
            raise Refused("year_not_counted", year=year)
        book = books_of(step.club, year).main
        said = "" if book.agrees else clean_reason(reason)
        if not (book.agrees or said):
            raise Refused("difference_unexplained")
        step.facts = {
            "year": year,
            "currency": stored.currency,
            "closing_cents": stored.closing_cents,
            "opening_difference_cents": book.opening_difference_cents,
            "difference_cents": book.difference_cents,
            "reason": said,
        }
        step.update(stored, closed_at=step.at, closed_by=step.by_name, reason=said)
        keep(stored)


def reopen_year(club: Club, *, by: User, year: int) -> None:
    """Take back the closing, as long as nothing has followed: no later year closed, no counter-entry to it."""
    with change_club(club, by=by, action="year_reopened") as step:
        stored = ClubYear.objects.filter(club=step.club, year=year, closed_at__isnull=False).first()
        if stored is None:
            return
        is_followed = Voucher.objects.filter(counters__club=step.club, counters__year=year).exists()
        if newest_closed_year(step.club) != year or is_followed:
            raise Refused("year_is_followed", year=year)
        step.facts = {"year": year}
        stored.papers.all().delete()
        step.update(stored, closed_at=None, closed_by="", reason="")


def begin_numbering(club: Club, *, by: User) -> None:
    """Number vouchers by the year from now on, without waiting for the next one."""
    with change_club(club, by=by, action="numbering_begun") as step:
        step.update(step.club, numbered_since=None)


def _row(step: ClubChange, year: int) -> ClubYear:
    stored = ClubYear.objects.filter(club=step.club, year=year).first()
    return stored or step.add(ClubYear(club=step.club, year=year, currency=step.club.currency))


def _refuse_closed(club: Club, year: int) -> None:
    closed = newest_closed_year(club)
    if closed is not None and year <= closed:
        raise Refused("books_are_closed", year=year)


def _refuse_cents(cents: int, club: Club, least: int = 0) -> None:
    if not least <= cents <= MOST_CENTS:
        raise Refused("cash_out_of_range", limit=MOST_CENTS, currency=club.currency)


# The entry fee: how much it is, who has paid it, and what is given back of it.

MOST_PLAYERS = 9999
NOTHING_PAID = {
    "paid_cents": None,
    "paid_at": None,
    "paid_to": "",
    "refunded_cents": 0,
    "refunded_at": None,
    "refunded_by": "",
}


def set_fee(
    entry: Entry,
    *,
    by: User,
    paid: bool,
    waived: str = "",
    cents: int | None = None,
    seen_cents: int | None = None,
    arrives: bool = False,
) -> None:
    """Mark the entry fee as paid, as waived for a reason, or as owed.

    Paid is what is lacking of the fee, or so many `cents` of it, to whoever marks it; where a page has shown another
    amount meanwhile (`seen_cents`), that is refused. Who `arrives` as they pay is here.
    """
    with change(entry.tournament, by=by, action="fee_marked") as step:
        entry.refresh_from_db()
        reason = clean_reason(waived)
        if reason != entry.fee_waived:
            refuse_unless_allowed(by, "fee_waived", step.tournament)
        if entry.refunded_cents and not (paid and not reason):
            refuse_unless_allowed(by, "fee_refunded", step.tournament)
        before = {"paid": entry.paid_cents is not None, "waived": entry.fee_waived}
        step.facts = {"name": entry.name, "paid": paid and not reason, "waived": reason, "before": before}
        if reason or not paid:
            step.update(entry, fee_waived=reason, **NOTHING_PAID)
            return
        lacking = fee_row(entry, current_fee(step.tournament), paired_rounds(step.tournament)).lacking_cents
        if lacking:
            refuse_closed_year(step.tournament)
        if lacking and seen_cents not in (None, lacking):
            raise Refused("fee_changed_meanwhile", name=entry.name, cents=lacking, currency=step.tournament.currency)
        if lacking and cents not in (None, lacking):
            refuse_part(cents, lacking, step.tournament.currency)
            step.facts |= {"cents": cents, "currency": step.tournament.currency}
            lacking = cents
        step.update(entry, fee_waived="", is_here=entry.is_here or arrives, **_payment(step, entry, lacking, by))


def set_fees_paid(
    tournament: Tournament, *, by: User, here_alone: bool = False, seen_cents: int, arrive: bool = False
) -> None:
    """Mark as paid what all who play still owe, or those `here_alone`, to whoever marks it.

    Where a page has shown another amount meanwhile (`seen_cents`), that is refused; once nobody owes any more, nothing
    is done. Who pays as they `arrive` is here.
    """
    with change(tournament, by=by, action="fees_marked") as step:
        rows = owing_players(fees_of(step.tournament), here_alone=here_alone)
        cents = sum(row.lacking_cents for row in rows)
        if not rows:
            return
        refuse_closed_year(step.tournament)
        if cents != seen_cents:
            raise Refused("fees_changed_meanwhile", cents=cents, currency=step.tournament.currency)
        step.facts = {"names": [row.entry.name for row in rows]}
        for row in rows:
            is_here = row.entry.is_here or arrive
            step.update(row.entry, is_here=is_here, **_payment(step, row.entry, row.lacking_cents, by))


def refuse_part(cents: int, lacking: int, currency: str) -> None:
    """A part of the fee is more than nothing and not more than what is lacking."""
    if not 1 <= cents <= lacking:
        raise Refused("payment_out_of_range", most=lacking, currency=currency)


def _payment(step: Change, entry: Entry, cents: int, by: User) -> dict[str, Any]:
    if entry.paid_cents is not None and not cents:
        return {}
    return {
        "paid_cents": (entry.paid_cents or 0) + cents,
        "paid_at": step.at,
        "paid_to": display_name(by),
    }


def give_back_fee(entry: Entry, *, by: User) -> None:
    """Give back what was paid too much; to who has left, all of it. Where there is nothing, nothing is done."""
    with change(entry.tournament, by=by, action="fee_refunded") as step:
        entry.refresh_from_db()
        cents = fee_row(entry, current_fee(step.tournament), paired_rounds(step.tournament)).refundable_cents
        if cents:
            step.facts = {"name": entry.name, "cents": cents, "currency": step.tournament.currency}
            step.update(
                entry,
                refunded_cents=entry.refunded_cents + cents,
                refunded_at=step.at,
                refunded_by=display_name(by),
            )


def settle_fee(step: Change) -> None:
    """Let the fee stand that follows from the number of players, as round 1 is drawn."""
    step.update(step.tournament, fee_cents=current_fee(step.tournament))


def set_fee_steps(step: Change, steps: Iterable[FeeBand]) -> None:
    """Let the fee follow from the number of players by this table; an empty one leaves the fee as it is."""
    wanted = tuple(steps)
    if wanted == fee_steps(step.tournament):
        return
    refuse_fee_steps(wanted, step.tournament.club)
    staying = set()
    for stored in FeeStep.objects.filter(tournament=step.tournament).order_by("pk"):
        if (stored.up_to, stored.fee_cents) in wanted:
            staying.add(stored.up_to)
        else:
            step.remove(stored)
    for up_to, cents in wanted:
        if up_to not in staying:
            step.add(FeeStep(tournament=step.tournament, up_to=up_to, fee_cents=cents))


def refuse_fee_steps(steps: Sequence[FeeBand], club: Club) -> None:
    """A table goes up from line to line, says what all others pay in its last one, and no fee is too high."""
    if not steps:
        return
    *limited, (last, _cents) = steps
    numbers = [up_to for up_to, _cents in limited]
    if last is not None:
        raise Refused("fee_for_more_missing", players=last)
    if not limited:
        raise Refused("fee_steps_missing")
    if None in numbers or numbers != sorted(set(numbers), key=lambda number: number or 0):
        raise Refused("fee_steps_not_ascending")
    if any(not 1 <= (number or 0) <= MOST_PLAYERS for number in numbers):
        raise Refused("fee_step_out_of_range", most=MOST_PLAYERS)
    for _up_to, cents in steps:
        refuse_fee(cents, club)


def refuse_fee(cents: int, club: Club) -> None:
    """ "An entry fee per tournament, under 10 €": or what the club says, in its currency."""
    if cents > club.highest_fee_cents:
        raise Refused("fee_too_high", limit=club.highest_fee_cents, currency=club.currency)


# Prizes are entered as they are bought, and what is said of the money beside them.

MOST_CENTS_OF_A_PRIZE = 999_999


def add_prize(tournament: Tournament, *, by: User, place: int, description: str, price_cents: int) -> Prize:
    """Enter a prize that has been bought, or given: then its price is 0.

    The same prize twice is refused, so that a form sent twice buys nothing twice.
    """
    with change(tournament, by=by, action="prize_added") as step:
        values = _cleaned(place, description, price_cents, step.tournament.currency)
        if price_cents:
            refuse_closed_year(step.tournament)
        if Prize.objects.filter(tournament=step.tournament, **values).exists():
            raise Refused("prize_is_there")
        step.facts = {"rank": place, "description": values["description"]}
        return step.add(Prize(tournament=step.tournament, **values))


def change_prize(prize: Prize, *, by: User, place: int, description: str, price_cents: int) -> None:
    """Correct what a prize is, what it cost, or the place it goes to."""
    with change(prize.tournament, by=by, action="prize_changed") as step:
        prize.refresh_from_db()
        values = _cleaned(place, description, price_cents, step.tournament.currency)
        step.facts = {"rank": place, "description": values["description"]}
        step.update(prize, **values)


def remove_prize(prize: Prize, *, by: User) -> None:
    """Take a prize off the list."""
    with change(prize.tournament, by=by, action="prize_removed") as step:
        stored = Prize.objects.filter(pk=prize.pk).first()
        if stored is None:
            return
        step.facts = {"rank": stored.place, "description": stored.description}
        step.remove(stored)


def change_costs(tournament: Tournament, *, by: User, treasurer: str, surplus_note: str, shows_costs: bool) -> None:
    """Say whom to ask about the money, what becomes of a surplus, and whether everyone sees the cost statement."""
    with change(tournament, by=by, action="costs_changed") as step:
        step.update(
            step.tournament,
            treasurer=_clean_text(treasurer, NAME_LIMIT),
            surplus_note=_clean_text(surplus_note),
            shows_costs=shows_costs,
        )


def _cleaned(place: int, description: str, price_cents: int, currency: str) -> dict[str, int | str]:
    """What is stored of a prize. Raises Refused where the rules do not know the place or the price is none."""
    if not 1 <= place <= PLACES:
        raise Refused("prize_place_out_of_range", last=PLACES)
    if not 0 <= price_cents <= MOST_CENTS_OF_A_PRIZE:
        raise Refused("price_too_high", limit=MOST_CENTS_OF_A_PRIZE, currency=currency)
    cleaned = _clean_text(description)
    if not cleaned:
        raise Refused("description_empty")
    return {"place": place, "description": cleaned, "price_cents": price_cents}


def _clean_text(typed: str, limit: int = TEXT_LIMIT) -> str:
    return clean_line(typed, limit, Refused("text_too_long", limit=limit), Refused("text_unprintable"))


# One voucher for each movement of cash: issued as it happens, cancelled where it is undone.

# The fields of a row that tell of cash: whoever changes one of them moves money, or says that none was moved.
TELL_OF_CASH = {"entry": ("paid_cents", "refunded_cents"), "prize": ("price_cents", "description")}


def keep_vouchers(step: Change) -> None:
    """Let the vouchers say what the changed rows say now, at the end of a change and under its lock.

    The rows are those of the journal. What was undone and is done again gets a new number: the paper with the old one
    may be in somebody's hands, crossed out.
    """
    touched: dict[str, list[int]] = {"entry": [], "prize": []}
    for row in step.rows:
        sides = [side for side in (row["before"], row["after"]) if side]
        if any(side.get(field) for side in sides for field in TELL_OF_CASH.get(row["model"], ())):
            touched[row["model"]].append(row["id"])
    if not any(touched.values()):
        return
    clerk = _Clerk(Cash.of(step.tournament), at=step.at, by_name=step.by_name)
    # Who is removed from the list has got everything back: those vouchers stand.
    for entry in Entry.objects.filter(pk__in=touched["entry"]).order_by("number"):
        clerk.settle_fee(entry)
    prizes = Prize.objects.in_bulk(touched["prize"])
    for key in sorted(set(touched["prize"])):
        clerk.settle_prize(key, prizes.get(key))
    clerk.issue(step)


@dataclass(frozen=True, slots=True)
class Cash:
    """Of a tournament the fee that holds with so many rounds paired, and its vouchers by their numbers."""

    tournament: Tournament
    fee_cents: int
    paired_count: int
    vouchers: Sequence[Voucher]

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """Read the fee and the vouchers of the tournament from the database."""
        stored = tuple(Voucher.objects.filter(tournament=tournament).order_by("number"))
        return cls(tournament, current_fee(tournament), paired_rounds(tournament), stored)


def vouch_for_all(
    cash: Cash, entries: Iterable[Entry], prizes: Iterable[Prize], books: LockedBooks | None
) -> list[Voucher]:
    """The vouchers, still to be stored, for what moved elsewhere, as an archive tells it: neither when nor by whom.

    `entries` and `prizes` are all that the tournament has. Practice is in no `books`.
    """
    clerk = _Clerk(cash, at=None, by_name="")
    for entry in entries:
        if entry.paid_cents is not None:
            clerk.settle_fee(entry)
    for prize in prizes:
        clerk.settle_prize(prize.pk, prize)
    return clerk.close(books)


class _Clerk:
    """Compares what was moved with the vouchers in force, cancels what is too much and notes what is to be issued."""

    def __init__(self, cash: Cash, *, at: datetime | None, by_name: str) -> None:
        self._cash, self._tournament, self._at, self._by_name = cash, cash.tournament, at, by_name
        self._stored = cash.vouchers
        self._settled = {
            key for voucher in self._stored if voucher.counters_id for key in (voucher.pk, voucher.counters_id)
        }
        self._gone: list[Voucher] = []
        self._new: list[Voucher] = []

    def settle_fee(self, entry: Entry) -> None:
        """Vouchers for all that the player paid and got back."""
        payer = fee_row(entry, self._cash.fee_cents, self._cash.paired_count)
        facts = {"entry": entry, "party": entry.name, "kept_cents": payer.kept_cents, "open_cents": payer.owed_cents}
        for movement, cents, hand in (
            (Movement.FEE, entry.paid_cents or 0, entry.paid_to),
            (Movement.REFUND, entry.refunded_cents, entry.refunded_by),
        ):
            self._settle(self._in_force(movement, entry.pk), cents, movement, hand=hand, **facts)

    def settle_prize(self, key: int, prize: Prize | None) -> None:
        """One voucher for what the prize cost, another where it turns out to be another prize; None: it is gone."""
        bought = (prize.description, prize.price_cents) if prize else None
        stored = self._in_force(Movement.PRIZE, key)
        right = [voucher for voucher in stored if (voucher.purchase, voucher.cents) == bought]
        self._cancel([voucher for voucher in stored if voucher not in right])
        if prize:
            facts = {"prize": prize, "purchase": prize.description, "hand": self._by_name}
            self._settle(right, prize.price_cents, Movement.PRIZE, **facts)

    def issue(self, step: Change) -> None:
        """Cancel what is too much and store the new vouchers."""
        if self._gone or self._new:
            books = None if self._tournament.is_practice else LockedBooks(step.club)
            Voucher.objects.bulk_create(self.close(books))

    def close(self, books: LockedBooks | None) -> list[Voucher]:
        """Cancel what is too much and give the new vouchers the next numbers, of the evening and of the club's year.

        What stands in a closed year is not cancelled: a new voucher counters it.
        """
        counters = []
        for voucher in self._gone:
            if books and books.is_closed(voucher.year):
                counters.append(self._counter(voucher))
                continue
            voucher.cancelled_at, voucher.cancelled_by = self._at, self._by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
        new = [*counters, *self._new]
        last = max((voucher.number or 0 for voucher in self._stored), default=0)
        for number, voucher in enumerate(new, start=last + 1):
            voucher.number, voucher.club_id = number, self._tournament.club_id
        if books:
            day = timezone.localdate(self._at) if self._at else self._tournament.date
            books.enter(new, day=day, is_imported=self._at is None)
        return new

    def _counter(self, voucher: Voucher) -> Voucher:
        about = {
            name: getattr(voucher, name) for name in ("movement", "cents", "entry_id", "prize_id", "party", "purchase")
        }
        return Voucher(tournament=self._tournament, at=self._at, hand=self._by_name, counters=voucher, **about)

    def _settle(self, stored: Sequence[Voucher], cents: int, movement: Movement, **facts: object) -> None:
        settled = settlement([voucher.cents for voucher in stored], cents)
        self._cancel(stored[settled.staying :])
        if settled.issued_cents:
            self._new.append(
                Voucher(
                    tournament=self._tournament,
                    movement=movement,
                    cents=settled.issued_cents,
                    at=self._at,
                    **facts,
                )
            )

    def _in_force(self, movement: Movement, key: int) -> list[Voucher]:
        return [
            voucher
            for voucher in self._stored
            if voucher.movement == movement
            and key in (voucher.entry_id, voucher.prize_id)
            and not voucher.cancelled_at
            and voucher.pk not in self._settled
        ]

    def _cancel(self, vouchers: Iterable[Voucher]) -> None:
        self._gone.extend(vouchers)


def keep_of_deleted(tournament: Tournament, club: Club, *, at: datetime, by_name: str) -> None:
    """Keep those with a number of the club's year, cancelled, as their tournament goes; behind both locks.

    Refused where the books of one of them are closed.
    """
    stored = Voucher.objects.filter(tournament=tournament, year__isnull=False)
    if not stored.exists():
        return
    books = LockedBooks(club)
    for voucher in stored:
        if books.is_closed(voucher.year):
            raise Refused("evening_of_closed_year", year=voucher.year)
    numbered = stored.filter(year_number__isnull=False)
    numbered.filter(cancelled_at=None).update(cancelled_at=at, cancelled_by=by_name)
    numbered.update(
        **dict.fromkeys(("tournament", "number", "entry", "prize")),
        evening=tournament.name,
        evening_date=tournament.date,
        currency=tournament.currency,
    )

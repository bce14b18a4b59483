"""Money: fees, prizes, the vouchers that follow from them, and the books of a year."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournament.actions import clubs, following, permissions
from tournament.actions.catalogue import DESK, IN_CLUB, ActionKind, Undo, action
from tournament.actions.change import change, change_club
from tournament.actions.step import Change, ClubChange
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubYear, Entry, FeeStep, Prize, Tournament, Voucher
from tournament.models.cash import PLACES
from tournament.money.fees import FeeBand
from tournament.money.prizes import NO_PLACE
from tournament.money.vouchers import Movement
from tournament.money.years import first_day, fiscal_year, last_day
from tournament.phrases.cash import prize_text
from tournament.phrases.values import MOST_NAMES, enumeration, money
from tournament.queries import cash as queries
from tournament.queries.accounts import display_name
from tournament.queries.record import paired_rounds

# The cash of a club: put in, taken out, counted. Closing a year.

TEXT_LIMIT = 200
MOST_CENTS = 99_999_999


# The actions of the books are each reversed by another action, because vouchers and stored papers are not rows of the
# journal.


@action(
    ActionKind.FEES,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "cash_text_empty": gettext_lazy("Enter what the money is for."),
        "cash_day_not_running": gettext_lazy("Choose a day of the running year, from %(first)s to %(last)s."),
    },
)
def cash_booked(*, number: str, text: str, cents: int, currency: str, comes_in: bool) -> str:
    what = {"amount": money(cents, currency), "text": text}
    if comes_in:
        return _("put into the cash: %(amount)s, %(text)s") % what
    return _("taken out of the cash: %(amount)s, %(text)s") % what


def book_cash(club: Club, *, by: User, movement: Movement, day: date, text: str, cents: int) -> Voucher:
    """Book money put into the club's cash or taken out, on a day of the running year; the text says what for."""
    with change_club(club, by=by, action=cash_booked) as step:
        cleaned_text = _clean_text(text)
        if not cleaned_text:
            raise Refused("cash_text_empty")
        _refuse_cents(cents, step.club, least=1)
        books, today = following.LockedBooks(step.club), timezone.localdate()
        begins = first_day(books.year_of(today), step.club.fiscal_month)
        if not min(begins, today) <= day <= today:
            raise Refused("cash_day_not_running", first=begins, last=today)
        at = timezone.make_aware(datetime.combine(day, time(12)))
        voucher = Voucher(
            club=step.club,
            movement=movement,
            cents=cents,
            purchase=cleaned_text,
            at=at,
            hand=step.by_name,
            currency=step.club.currency,
        )
        books.enter([voucher], day=today)
        voucher.save()
        step.facts = cash_booked.facts(
            number=voucher.label,
            text=cleaned_text,
            cents=cents,
            currency=voucher.currency,
            comes_in=movement is Movement.PUT_IN,
        )
        step.always_log = True
        return voucher


@action(
    ActionKind.FEES,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "cash_is_gone": gettext_lazy("This entry is not there any more."),
    },
)
def cash_cancelled(*, number: str, text: str, cents: int, currency: str) -> str:
    what = f"{money(cents, currency)}, {text}"
    return _("entry %(number)s of the cash cancelled: %(text)s") % {"number": number, "text": what}


def cancel_cash(club: Club, *, by: User, number: int, year: int) -> None:
    """Cancel money put in or taken out; its number stays. In a closed year, a new voucher reverses it instead.

    Cancelling the reversing voucher puts the first one in force again.
    """
    with change_club(club, by=by, action=cash_cancelled) as step:
        voucher = Voucher.objects.filter(club=step.club, year=year, year_number=number, tournament=None).first()
        is_movement = voucher is not None and voucher.movement in (Movement.PUT_IN, Movement.TAKEN_OUT)
        if voucher is None or not is_movement:
            raise Refused("cash_is_gone")
        if voucher.cancelled_at or voucher.countered_by.filter(cancelled_at=None).exists():
            return
        step.facts = cash_cancelled.facts(
            number=voucher.label, text=voucher.purchase, cents=voucher.cents, currency=voucher.currency
        )
        step.always_log = True
        books = following.LockedBooks(step.club)
        if not books.is_closed(voucher.year):
            voucher.cancelled_at, voucher.cancelled_by = step.at, step.by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
            return
        if voucher.counters_id:
            raise Refused("books_are_closed", year=step.club.year_named(voucher.year or 0))
        about = {name: getattr(voucher, name) for name in ("movement", "cents", "purchase", "currency")}
        counter = Voucher(club=step.club, at=step.at, hand=step.by_name, counters=voucher, **about)
        books.enter([counter], day=timezone.localdate(step.at))
        following.ask_first([counter], closed=year)
        counter.save()
        step.facts["booked_late"] = [counter.label]


@action(
    ActionKind.FEES,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "year_not_begun": gettext_lazy("The year %(year)s has not begun yet."),
        "count_too_early": gettext_lazy("The cash at the end of %(year)s can be counted on %(day)s at the earliest."),
    },
)
def cash_counted(
    *, year: int, year_name: str, currency: str, opening_cents: int | None, closing_cents: int | None
) -> str:
    amounts = []
    if opening_cents is not None:
        amounts.append(_("%(amount)s at the beginning") % {"amount": money(opening_cents, currency)})
    if closing_cents is not None:
        amounts.append(_("%(amount)s at the end") % {"amount": money(closing_cents, currency)})
    sentence = _("cash of %(year)s counted") % {"year": year_name}
    return f"{sentence}: {', '.join(amounts) or _('nothing')}"


def count_cash(club: Club, *, by: User, year: int, opening_cents: int | None, closing_cents: int | None) -> None:
    """Store the cash counted at the beginning and at the end of a year; None where it was not counted."""
    with change_club(club, by=by, action=cash_counted) as step:
        _refuse_closed(step.club, year)
        for cents in (opening_cents, closing_cents):
            if cents is not None:
                _refuse_cents(cents, step.club)
        if not 1900 <= year <= fiscal_year(timezone.localdate(), step.club.fiscal_month):
            raise Refused("year_not_begun", year=step.club.year_named(year))
        ends = last_day(year, step.club.fiscal_month)
        if closing_cents is not None and timezone.localdate() < ends:
            raise Refused("count_too_early", year=step.club.year_named(year), day=ends)
        club_year = _row(step, year)
        step.facts = cash_counted.facts(
            year=year,
            year_name=step.club.year_named(year),
            currency=club_year.currency,
            opening_cents=opening_cents,
            closing_cents=closing_cents,
        )
        step.update(club_year, opening_cents=opening_cents, closing_cents=closing_cents)


@action(
    ActionKind.FEES,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "year_not_over": gettext_lazy("The year %(year)s is not over yet."),
        "year_not_counted": gettext_lazy("Enter first what was counted at the end of %(year)s."),
        "difference_unexplained": gettext_lazy("The cash does not agree. Enter why, then close the books."),
        "year_before_is_open": gettext_lazy("Close the year %(year)s first."),
    },
)
def year_closed(
    *,
    year: int,
    year_name: str,
    currency: str,
    closing_cents: int,
    opening_difference_cents: int,
    difference_cents: int,
    reason: str,
) -> str:
    def amount(cents: int) -> str:
        return money(cents, currency)

    closed_with = {"year": year_name, "closing_cents": amount(closing_cents)}
    parts = [_("books of %(year)s closed with %(closing_cents)s") % closed_with]
    if opening_difference_cents:
        difference = {"opening_difference_cents": amount(opening_difference_cents)}
        parts.append(_("difference to the year before: %(opening_difference_cents)s") % difference)
    if difference_cents:
        difference = {"difference_cents": amount(difference_cents)}
        parts.append(_("difference between counted and computed: %(difference_cents)s") % difference)
    if reason:
        parts.append(_("reason: %(reason)s") % {"reason": reason})
    return "; ".join(parts)


def close_year(club: Club, *, by: User, year: int, keep: Callable[[ClubYear], None], reason: str = "") -> None:
    """Close the books of a year that is over and counted, with all years before; `keep` stores its papers.

    The `reason` says why the cash differs from the books or from the year before; it is dropped where both agree.
    """
    with change_club(club, by=by, action=year_closed) as step:
        _refuse_closed(step.club, year)
        if last_day(year, step.club.fiscal_month) >= timezone.localdate():
            raise Refused("year_not_over", year=step.club.year_named(year))
        closed = queries.newest_closed_year(step.club)
        earlier_vouchers = Voucher.objects.filter(club=step.club, year__lt=year)
        oldest = earlier_vouchers.filter(year__gt=closed or 0).order_by("year").first()
        if oldest is not None:
            raise Refused("year_before_is_open", year=step.club.year_named(oldest.year or 0))
        club_year = _row(step, year)
        if club_year.closing_cents is None:
            raise Refused("year_not_counted", year=step.club.year_named(year))
        book = queries.Books(step.club, year).main
        cleaned_reason = "" if book.agrees else clubs.clean_reason(reason)
        if not (book.agrees or cleaned_reason):
            raise Refused("difference_unexplained")
        step.facts = year_closed.facts(
            year=year,
            year_name=step.club.year_named(year),
            currency=club_year.currency,
            closing_cents=club_year.closing_cents,
            opening_difference_cents=book.opening_difference_cents,
            difference_cents=book.difference_cents,
            reason=cleaned_reason,
        )
        step.update(club_year, closed_at=step.at, closed_by=step.by_name, reason=cleaned_reason)
        keep(club_year)


@action(
    ActionKind.FEES,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "year_is_followed": gettext_lazy(
            "The books of %(year)s stay closed: those of a later year are closed, or a later voucher reverses one of"
            " theirs."
        ),
    },
)
def year_reopened(*, year: int, year_name: str) -> str:
    return _("books of %(year)s opened again") % {"year": year_name}


def reopen_year(club: Club, *, by: User, year: int) -> None:
    """Reopen a closed year, unless a later year is closed or a later voucher reverses one of this year."""
    with change_club(club, by=by, action=year_reopened) as step:
        club_year = ClubYear.objects.filter(club=step.club, year=year, closed_at__isnull=False).first()
        if club_year is None:
            return
        if not queries.can_be_reopened(step.club, year):
            raise Refused("year_is_followed", year=step.club.year_named(year))
        step.facts = year_reopened.facts(year=year, year_name=step.club.year_named(year))
        club_year.papers.all().delete()
        step.update(club_year, closed_at=None, closed_by="", reason="")


def _row(step: ClubChange, year: int) -> ClubYear:
    club_year = ClubYear.objects.filter(club=step.club, year=year).first()
    return club_year or step.add(ClubYear(club=step.club, year=year, currency=step.club.currency))


def _refuse_closed(club: Club, year: int) -> None:
    closed = queries.newest_closed_year(club)
    if closed is not None and year <= closed:
        raise Refused("books_are_closed", year=club.year_named(year))


def _refuse_cents(cents: int, club: Club, least: int = 0) -> None:
    if not least <= cents <= MOST_CENTS:
        raise Refused("cash_out_of_range", limit=MOST_CENTS, currency=club.currency)


# Entry fees: the amount, who has paid, and refunds.

MOST_PLAYERS = 9999
NOTHING_PAID = {
    "paid_cents": None,
    "paid_at": None,
    "paid_to": "",
    "refunded_cents": 0,
    "refunded_at": None,
    "refunded_by": "",
}


@action(
    ActionKind.FEES,
    DESK,
    locks_club=True,
    refuses={
        "fee_changed_meanwhile": gettext_lazy(
            "The amount due has changed in the meantime: %(name)s now pays %(amount)s. Tick again."
        ),
        "payment_out_of_range": gettext_lazy("Enter an amount of at most %(most)s."),
    },
)
def fee_marked(
    *,
    name: str,
    paid: bool,
    waived: str,
    before: Mapping[str, bool | str],
    cents: int | None = None,
    currency: str = "",
) -> str:
    if waived:
        return _("entry fee waived: %(name)s (%(waived)s)") % {"name": name, "waived": waived}
    if cents is not None:
        part = {"name": name, "amount": money(cents, currency)}
        return _("part of the entry fee paid: %(name)s (%(amount)s)") % part
    sentence = _("entry fee marked as paid: %(name)s") if paid else _("entry fee marked as unpaid: %(name)s")
    return sentence % {"name": name}


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

    A payment covers what the player still owes, or `cents` of it; `by` receives it. Raises Refused where the player now
    owes another amount than the page showed (`seen_cents`). With `arrives`, the player is marked as here. At the end of
    the change, `keep_vouchers` in `following.py` issues the voucher.
    """
    with change(entry.tournament, by=by, action=fee_marked) as step:
        entry.refresh_from_db()
        reason = clubs.clean_reason(waived)
        if reason != entry.fee_waived:
            permissions.refuse_unless_allowed(by, "fee_waived", step.tournament)
        if entry.refunded_cents and not (paid and not reason):
            permissions.refuse_unless_allowed(by, "fee_refunded", step.tournament)
        fee_before: dict[str, bool | str] = {"paid": entry.paid_cents is not None, "waived": entry.fee_waived}
        marked = partial(fee_marked.facts, name=entry.name, paid=paid and not reason, waived=reason, before=fee_before)
        step.facts = marked()
        if reason or not paid:
            step.update(entry, fee_waived=reason, **NOTHING_PAID)
            return
        lacking = _row_of(step, entry).lacking_cents
        if lacking and seen_cents not in (None, lacking):
            raise Refused("fee_changed_meanwhile", name=entry.name, cents=lacking, currency=step.tournament.currency)
        if lacking and cents not in (None, lacking):
            if not 1 <= cents <= lacking:
                raise Refused("payment_out_of_range", most=lacking, currency=step.tournament.currency)
            step.facts = marked(cents=cents, currency=step.tournament.currency)
            lacking = cents
        step.update(entry, fee_waived="", is_here=entry.is_here or arrives, **_payment(step, entry, lacking, by))


@action(
    ActionKind.FEES,
    DESK,
    locks_club=True,
    refuses={
        "fees_changed_meanwhile": gettext_lazy(
            "The amount due has changed in the meantime: it is %(amount)s now. Press again."
        ),
    },
)
def fees_marked(*, names: Sequence[str]) -> str:
    return _("entry fee marked as paid: %(name)s") % {"name": enumeration(names, MOST_NAMES)}


def set_fees_paid(
    tournament: Tournament,
    *,
    by: User,
    here_alone: bool = False,
    of: Collection[Entry] | None = None,
    seen_cents: int | None,
    arrive: bool = False,
) -> None:
    """Mark all unpaid fees of active players as paid to `by`; with `here_alone` or `of`, only of these players.

    Raises Refused where they now owe another amount than the page showed (`seen_cents`, None where it showed none);
    does nothing where nobody owes. With `arrive`, the paying players are marked as here.
    """
    with change(tournament, by=by, action=fees_marked) as step:
        fee_rows = [
            row
            for row in queries.owing_players(queries.fees_of(step.tournament), here_alone=here_alone)
            if of is None or row.entry in of
        ]
        cents = sum(row.lacking_cents for row in fee_rows)
        if not fee_rows:
            return
        if seen_cents not in (None, cents):
            raise Refused("fees_changed_meanwhile", cents=cents, currency=step.tournament.currency)
        step.facts = fees_marked.facts(names=[row.entry.name for row in fee_rows])
        for row in fee_rows:
            is_here = row.entry.is_here or arrive
            step.update(row.entry, is_here=is_here, **_payment(step, row.entry, row.lacking_cents, by))


def _row_of(step: Change, entry: Entry) -> queries.FeeRow:
    return queries.fee_row(entry, queries.current_fee(step.tournament), paired_rounds(step.tournament))


def _payment(step: Change, entry: Entry, cents: int, by: User) -> dict[str, Any]:
    if entry.paid_cents is not None and not cents:
        return {}
    return {"paid_cents": (entry.paid_cents or 0) + cents, "paid_at": step.at, "paid_to": display_name(by)}


@action(ActionKind.FEES, locks_club=True)
def fee_refunded(*, name: str, cents: int, currency: str) -> str:
    return _("%(amount)s refunded to %(name)s") % {"amount": money(cents, currency), "name": name}


def give_back_fee(entry: Entry, *, by: User) -> None:
    """Refund an overpayment, or all to a player who has left; do nothing where there is nothing to refund."""
    with change(entry.tournament, by=by, action=fee_refunded) as step:
        entry.refresh_from_db()
        cents = _row_of(step, entry).refundable_cents
        if cents:
            step.facts = fee_refunded.facts(name=entry.name, cents=cents, currency=step.tournament.currency)
            step.update(
                entry,
                refunded_cents=entry.refunded_cents + cents,
                refunded_at=step.at,
                refunded_by=display_name(by),
            )


def settle_fee(step: Change) -> None:
    """Fix the fee that follows from the number of players, when round 1 is drawn."""
    step.update(step.tournament, fee_cents=queries.current_fee(step.tournament))


def set_fee_steps(step: Change, steps: Iterable[FeeBand]) -> None:
    """Set the table by which the fee follows from the number of players; an empty table leaves the fee as it is."""
    fee_bands = tuple(steps)
    if fee_bands == queries.fee_steps(step.tournament):
        return
    refuse_fee_steps(fee_bands, step.tournament.club)
    staying = set()
    for fee_step in FeeStep.objects.filter(tournament=step.tournament).order_by("pk"):
        if (fee_step.up_to, fee_step.fee_cents) in fee_bands:
            staying.add(fee_step.up_to)
        else:
            step.remove(fee_step)
    for up_to, cents in fee_bands:
        if up_to not in staying:
            step.add(FeeStep(tournament=step.tournament, up_to=up_to, fee_cents=cents))


def refuse_fee_steps(steps: Sequence[FeeBand], club: Club) -> None:
    """Refuse a table that does not ascend, does not end with a line for all larger numbers, or has a fee too high."""
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
    """Refuse an entry fee above the limit of the club, by default that of the installation."""
    if cents > club.highest_fee_cents:
        raise Refused("fee_too_high", limit=club.highest_fee_cents, currency=club.currency)


# Prizes and other costs, entered as they are bought, and the notes beside the costs.

MOST_CENTS_OF_A_PRIZE = 999_999


@action(
    ActionKind.FEES,
    locks_club=True,
    refuses={
        "prize_is_there": gettext_lazy(
            "This is already on the list. Enter several of the same on one line, for example “2 cups”."
        ),
    },
)
def prize_added(*, rank: int, description: str) -> str:
    return (_("prize added: %(what)s") if rank else _("cost added: %(what)s")) % {"what": prize_text(rank, description)}


def add_prize(tournament: Tournament, *, by: User, place: int, description: str, price_cents: int) -> Prize:
    """Enter a prize that was bought, or donated at the price 0; with `NO_PLACE` another cost.

    An identical prize is refused, so that a form sent twice enters it once.
    """
    with change(tournament, by=by, action=prize_added) as step:
        what = _clean_text(description)
        columns = _prize_columns(place, what, price_cents, step.tournament.currency)
        if Prize.objects.filter(tournament=step.tournament, **columns).exists():
            raise Refused("prize_is_there")
        step.facts = prize_added.facts(rank=place, description=what)
        return step.add(Prize(tournament=step.tournament, **columns))


@action(ActionKind.FEES, locks_club=True)
def prize_changed(*, rank: int, description: str) -> str:
    sentence = _("prize changed: %(what)s") if rank else _("cost changed: %(what)s")
    return sentence % {"what": prize_text(rank, description)}


def change_prize(prize: Prize, *, by: User, place: int, description: str, price_cents: int) -> None:
    """Correct a prize or another cost: what it is, what it cost, or the place it goes to."""
    with change(prize.tournament, by=by, action=prize_changed) as step:
        prize.refresh_from_db()
        what = _clean_text(description)
        step.facts = prize_changed.facts(rank=place, description=what)
        step.update(prize, **_prize_columns(place, what, price_cents, step.tournament.currency))


@action(ActionKind.FEES, locks_club=True)
def prize_removed(*, rank: int, description: str) -> str:
    removed = _("prize removed: %(what)s") if rank else _("cost removed: %(what)s")
    return removed % {"what": prize_text(rank, description)}


def remove_prize(prize: Prize, *, by: User) -> None:
    """Remove a prize or another cost from the list."""
    with change(prize.tournament, by=by, action=prize_removed) as step:
        stored_prize = Prize.objects.filter(pk=prize.pk).first()
        if stored_prize is None:
            return
        step.facts = prize_removed.facts(rank=stored_prize.place, description=stored_prize.description)
        step.remove(stored_prize)


@action(ActionKind.FEES)
def costs_changed() -> str:
    return _("cost statement changed")


def change_costs(tournament: Tournament, *, by: User, treasurer: str, surplus_note: str, shows_costs: bool) -> None:
    """Set the contact for money questions, the use of a surplus, and whether everyone sees the cost statement."""
    with change(tournament, by=by, action=costs_changed) as step:
        step.update(
            step.tournament,
            treasurer=_clean_text(treasurer, clubs.NAME_LIMIT),
            surplus_note=_clean_text(surplus_note),
            shows_costs=shows_costs,
        )


def _prize_columns(place: int, description: str, price_cents: int, currency: str) -> dict[str, int | str]:
    """Return the columns of a prize. Raises Refused where a value is out of range or there is no description."""
    if place != NO_PLACE and not 1 <= place <= PLACES:
        raise Refused("prize_place_out_of_range", last=PLACES)
    if not 0 <= price_cents <= MOST_CENTS_OF_A_PRIZE:
        raise Refused("price_too_high", limit=MOST_CENTS_OF_A_PRIZE, currency=currency)
    if not description:
        raise Refused("description_empty")
    return {"place": place, "description": description, "price_cents": price_cents}


def _clean_text(typed: str, limit: int = TEXT_LIMIT) -> str:
    return clubs.clean_line(typed, limit, Refused("text_too_long", limit=limit), Refused("text_unprintable"))


def vouchers_for_all(
    update: following.VoucherUpdate, entries: Iterable[Entry], prizes: Iterable[Prize]
) -> list[Voucher]:
    """Return unsaved vouchers for the money in an archive, which does not say when or by whom it was paid."""
    for entry in entries:
        if entry.paid_cents is not None:
            update.settle_fee(entry)
    for prize in prizes:
        update.settle_prize(prize.pk, prize)
    return update.close()


def keep_vouchers_of_deleted(tournament: Tournament, club: Club, *, at: datetime, by_name: str) -> None:
    """Keep the vouchers of a deleted tournament that have a number in a year of the club, and cancel them.

    Club and tournament must be locked. Raises Refused where a voucher belongs to a closed year.
    """
    vouchers = Voucher.objects.filter(tournament=tournament, year__isnull=False)
    if not vouchers.exists():
        return
    books = following.LockedBooks(club)
    for voucher in vouchers:
        if books.is_closed(voucher.year):
            raise Refused("evening_of_closed_year", year=club.year_named(voucher.year or 0))
    numbered = vouchers.filter(year_number__isnull=False)
    numbered.filter(cancelled_at=None).update(cancelled_at=at, cancelled_by=by_name)
    numbered.update(
        **dict.fromkeys(("tournament", "number", "entry", "prize")),
        evening=tournament.name,
        evening_date=tournament.date,
        currency=tournament.currency,
    )

"""Money put into the cash of a club or taken out, the counted cash, and the closing of a year."""

from collections.abc import Callable
from datetime import date, datetime, time

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.actions.change import ClubChange, change_club
from tournament.actions.numbering import LockedBooks
from tournament.actions.texts import clean_line
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubYear, Voucher
from tournament.money.vouchers import Movement
from tournament.money.years import first_day, fiscal_year, last_day
from tournament.queries.cash import newest_closed_year

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
        step.facts = {"number": voucher.label, "text": voucher.purchase}
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
        stored = _row(step, year)
        step.facts = {"year": year}
        step.update(stored, opening_cents=opening_cents, closing_cents=closing_cents)


def close_year(club: Club, *, by: User, year: int, keep: Callable[[ClubYear], None]) -> None:
    """Close the books of a year that is over and counted, and all before it; `keep` makes the papers that stay."""
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
        step.facts = {"year": year}
        step.update(stored, closed_at=step.at, closed_by=step.by_name)
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
        step.update(stored, closed_at=None, closed_by="")


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

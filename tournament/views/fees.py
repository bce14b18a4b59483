"""Who still owes the entry fee, as a list for the door, the vouchers for what was paid, and the cash book."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.machine.requests import HtmxRequest
from tournament.models import Entry, Tournament
from tournament.pages.cash import CashTable, closed_sentence
from tournament.queries.cash import by_name, fees_of
from tournament.queries.cash import cash_book as stored_cash_book
from tournament.queries.players import paid_together
from tournament.queries.record import paired_rounds
from tournament.views.access import director_required, helper_required
from tournament.views.pages import is_unchanged, nothing_new, page, read_again


@require_safe
@helper_required
def owing(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Who still owes, by name, with one tap each; and who gets something back."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return owing_page(request, tournament)


def owing_page(request: HtmxRequest, tournament: Tournament, changed: Entry | None = None) -> HttpResponse:
    """The list; after an entry from a page that has all others but the `changed` one already, those are left out."""
    has_the_others = read_again(request, tournament)
    paired_count = paired_rounds(tournament)
    fees = fees_of(tournament, paired_count=paired_count)
    context = {
        "section": "players",
        "fees": fees,
        "list": "owing",
        "paid_together": paid_together(fees, asks_who_is_here=not paired_count),
        "owed": by_name(fees.owed),
        "overpaid": by_name(fees.overpaid),
        "changed": changed,
        "has_the_others": has_the_others,
        "closed_books": closed_sentence(tournament),
    }
    return page(request, tournament, "desk/owing.html", context)


@require_safe
@director_required
def cash_book(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """All vouchers, the newest last, with what is in the till."""
    if is_unchanged(request, tournament):
        return nothing_new()
    table = CashTable(tournament, stored_cash_book(tournament), timezone.localdate())
    context = {"section": "costs", "table": table, "closed_books": closed_sentence(tournament)}
    return page(request, tournament, "desk/cash_book.html", context)

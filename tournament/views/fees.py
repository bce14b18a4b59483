"""Who still owes the entry fee, as a list for the door, and receipts for who has paid."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.fees import by_name, fees_of
from tournament.views.access import helped
from tournament.views.pages import is_next_version, is_unchanged, nothing_new, page


@require_safe
@helped
def owing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who still owes, by name, with one tap each; and who gets something back."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return owing_page(request, tournament)


def owing_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list; after an entry from a page that has all others already, those are left out."""
    tournament.refresh_from_db()
    fees = fees_of(tournament)
    context = {
        "place": "players",
        "fees": fees,
        "owed": by_name(fees.owed),
        "overpaid": by_name(fees.overpaid),
        "is_next_version": is_next_version(request, tournament),
    }
    return page(request, tournament, "desk/owing.html", context)

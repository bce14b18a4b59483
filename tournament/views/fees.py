"""Who still owes the entry fee, as a list for the door, and receipts for who has paid."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.fees import by_name, fees_of
from tournament.views.access import helped
from tournament.views.pages import is_unchanged, nothing_new, page


@require_safe
@helped
def owing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who still owes, by name, with one tap each; and who gets something back."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return owing_page(request, tournament)


def owing_page(request: HttpRequest, tournament: Tournament, problem: str = "") -> HttpResponse:
    """The list, with what is wrong."""
    tournament.refresh_from_db()
    fees = fees_of(tournament)
    context = {
        "place": "players",
        "fees": fees,
        "owed": by_name(fees.owed),
        "overpaid": by_name(fees.overpaid),
        "problem": problem,
    }
    return page(request, tournament, "desk/owing.html", context, status=422 if problem else 200)

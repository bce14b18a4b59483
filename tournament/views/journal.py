"""Pages of the journal, with undo and redo."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from tournament.actions.journal import redo as redo_line, undo as undo_line
from tournament.exports.csv_table import journal_csv as written_journal
from tournament.forms.journal import asked_kind, asked_lines, asked_page
from tournament.machine.requests import HtmxRequest
from tournament.models import JournalLine, Tournament
from tournament.pages.journal import journal_page
from tournament.phrases.journal import JOURNAL_KINDS
from tournament.queries.journal import journal_facts
from tournament.views import access, backups
from tournament.views.pages import is_unchanged, nothing_new, page
from tournament.views.refusals import on_page, on_the_page_anew, refused_at


@require_safe
@access.director_required
def journal(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show the changes that match the filter as sentences, newest first."""
    if is_unchanged(request, tournament.version_mark):
        return nothing_new()
    row_filter = asked_lines(request.GET)
    lines = journal_page(tournament, row_filter, asked_page(request.GET))
    context = {
        "section": "journal",
        # The journal also lists changes of score sheets.
        "edition": tournament.version_mark,
        "lines": lines,
        "wanted": row_filter,
        "wanted_kind": asked_kind(request.GET),
        "kinds": JOURNAL_KINDS,
    }
    return page(request, tournament, "desk/journal.html", context)


@require_safe
@access.director_required
def journal_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the changes that match the filter as CSV."""
    data = written_journal(tournament, asked_lines(request.GET))
    return backups.as_file(data, "text/csv; charset=utf-8", f"{tournament.slug}-journal.csv")


def _undo_or_redo(action: Callable[..., None]) -> Callable[..., HttpResponse]:
    """Make a view that undoes or redoes a line of the journal; a page that polls is told to refresh at once."""

    @access.posted
    @access.director_required
    @refused_at(on_page("desk"), in_place=on_the_page_anew)
    def answer(request: HtmxRequest, tournament: Tournament, line: int) -> HttpResponse:
        entered = get_object_or_404(JournalLine, tournament=tournament, pk=line)
        action(entered, by=request.user)
        if request.htmx and journal_facts(entered)[0] in ("round_drawn", "round_removed"):
            # The navigation lists the rounds, which have changed.
            return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))
        if request.htmx:
            return trigger_client_event(HttpResponse(status=204), "wake")
        return redirect("desk", slug=tournament.slug)

    return answer


undo = _undo_or_redo(undo_line)
redo = _undo_or_redo(redo_line)

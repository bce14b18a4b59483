"""What has been done: taken back, and done again."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from tournament.actions.history import redo as redo_line
from tournament.actions.history import undo as undo_line
from tournament.engine.refusals import Refused
from tournament.models import JournalLine, Tournament
from tournament.phrases import refusal_sentence
from tournament.views.access import directed


def _turn(action: Callable[..., None]) -> Callable[..., HttpResponse]:
    """A view that turns one line back; a page that renews itself is told to do so at once."""

    @require_POST
    @directed
    def answer(request: HttpRequest, tournament: Tournament, line: int) -> HttpResponse:
        try:
            action(get_object_or_404(JournalLine, tournament=tournament, pk=line), by=request.user)
        except Refused as refused:
            messages.error(request, refusal_sentence(refused))
            return HttpResponseClientRefresh() if request.htmx else redirect("desk", slug=tournament.slug)
        if request.htmx:
            return trigger_client_event(HttpResponse(status=204), "wake")
        return redirect("desk", slug=tournament.slug)

    return answer


undo = _turn(undo_line)
redo = _turn(redo_line)

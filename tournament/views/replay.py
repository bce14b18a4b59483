"""Matches that were written down: replayed and taken along by everyone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.forms.matches import MomentForm
from tournament.models import Tournament, Transcript
from tournament.pages.matches import replay_page
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.queries.matches import file_of
from tournament.views.access import public
from tournament.views.shared import sent


def _everyones(tournament: Tournament, number: int, table: int) -> Transcript:
    """The transcript of a match that everyone may see."""
    stored = Transcript.objects.select_related("pairing__round", "pairing__first", "pairing__second")
    released = tournament.rounds.released()
    return get_object_or_404(stored, pairing__round__in=released, pairing__round__number=number, pairing__table=table)


@require_safe
@public
def replay(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A match on the board, move by move."""
    stored = _everyones(tournament, number, table)
    context = replay_page(tournament, stored.pairing, stored, MomentForm(request.GET).moment())
    address = {"slug": tournament.slug, "number": number, "table": table}
    in_each = in_languages("replay", address, at=str(context["at"] or ""))
    return sent(request, pack(render_to_string("board/transcript.html", {**context, "in_languages": in_each})))


@require_safe
@public
def transcript_file(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The transcript as a file."""
    stored = _everyones(tournament, number, table)
    answer = sent(request, pack(file_of(stored.pairing, stored)), "text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{number}-{table}.mat"'
    return answer

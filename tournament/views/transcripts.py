"""Transcripts of matches: attached by the director, replayed and taken along by everyone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.transcripts import attach_transcript, remove_transcript, turn_transcript
from tournament.engine.refusals import Refused
from tournament.forms.transcripts import MomentForm, TranscriptForm, TurnForm
from tournament.models import Pairing, Tournament, Transcript
from tournament.pages.transcripts import attached_page, replay_page
from tournament.phrases.refusals import refusal_sentence
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.queries.transcripts import file_of, transcript_of
from tournament.views.access import director_required_at_table, public
from tournament.views.pages import page
from tournament.views.refusals import refused_at
from tournament.views.shared import sent


@require_http_methods(["GET", "POST"])
@director_required_at_table
def transcript(request: HttpRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """The transcript of a match with what is wrong in it, or the form for one."""
    if request.method == "POST":
        return _attached(request, tournament, pairing, TranscriptForm(request.POST, request.FILES))
    return _shown(request, tournament, pairing, TranscriptForm())


def _shown(
    request: HttpRequest, tournament: Tournament, pairing: Pairing, form: TranscriptForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, **attached_page(tournament, pairing, transcript_of(pairing))}
    return page(request, tournament, "desk/transcript.html", context, status)


def _not_attached(
    request: HttpRequest, refused: Refused, tournament: Tournament, pairing: Pairing, form: TranscriptForm
) -> HttpResponse:
    form.add_error("file", refusal_sentence(refused))
    return _shown(request, tournament, pairing, form, 422)


@refused_at(_not_attached)
def _attached(request: HttpRequest, tournament: Tournament, pairing: Pairing, form: TranscriptForm) -> HttpResponse:
    if not form.is_valid():
        return _shown(request, tournament, pairing, form, 422)
    attach_transcript(pairing, by=request.user, data=form.cleaned_data["file"].read())
    return _to_transcript(tournament, pairing)


def _to_transcript(tournament: Tournament, pairing: Pairing) -> HttpResponse:
    return redirect("transcript", slug=tournament.slug, key=pairing.pk)


def _said_there(request: HttpRequest, refused: Refused, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    messages.error(request, refusal_sentence(refused))
    return _to_transcript(tournament, pairing)


@require_POST
@director_required_at_table
@refused_at(_said_there)
def turn(request: HttpRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Say whose side is whose."""
    turn_transcript(pairing, by=request.user, turned=TurnForm(request.POST).values()["turned"])
    return _to_transcript(tournament, pairing)


@require_POST
@director_required_at_table
@refused_at(_said_there)
def remove(request: HttpRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Take the transcript away."""
    remove_transcript(pairing, by=request.user)
    return _to_transcript(tournament, pairing)


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
    in_each = in_languages("replay", address)
    return sent(request, pack(render_to_string("board/transcript.html", {**context, "in_languages": in_each})))


@require_safe
@public
def transcript_file(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The transcript as a file."""
    stored = _everyones(tournament, number, table)
    answer = sent(request, pack(file_of(stored.pairing, stored)), "text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{number}-{table}.mat"'
    return answer

"""The transcript of a match: attached, turned round and taken away by the director."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.matches import accept_transcript, attach_transcript, remove_transcript, turn_transcript
from tournament.engine.refusals import Refused
from tournament.forms.matches import AcceptForm, TranscriptForm, TurnForm
from tournament.machine import limits
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Pairing, Tournament
from tournament.pages.matches import attached_page
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.matches import transcript_of
from tournament.transcripts.reading import MOST_BYTES
from tournament.views.access import director_required_at_table
from tournament.views.pages import page
from tournament.views.refusals import refused_at


@takes_files(MOST_BYTES + limits.FORM_BYTES)
@require_http_methods(["GET", "POST"])
@director_required_at_table
def transcript(request: HtmxRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """The transcript of a match with what is wrong in it, or the form for one."""
    if request.method == "POST":
        return _attached(request, tournament, pairing, TranscriptForm(request.POST, request.FILES))
    return _shown(request, tournament, pairing, TranscriptForm())


def _shown(
    request: HtmxRequest, tournament: Tournament, pairing: Pairing, form: TranscriptForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, **attached_page(tournament, pairing, transcript_of(pairing))}
    return page(request, tournament, "desk/transcript.html", context, status)


def _not_attached(
    request: HtmxRequest, refused: Refused, tournament: Tournament, pairing: Pairing, form: TranscriptForm
) -> HttpResponse:
    form.add_error("file", refusal_sentence(refused))
    return _shown(request, tournament, pairing, form, 422)


@refused_at(_not_attached)
def _attached(request: UserRequest, tournament: Tournament, pairing: Pairing, form: TranscriptForm) -> HttpResponse:
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
def turn(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Say whose side is whose."""
    turn_transcript(pairing, by=request.user, turned=TurnForm(request.POST).values()["turned"])
    return _to_transcript(tournament, pairing)


@require_POST
@director_required_at_table
@refused_at(_said_there)
def accept(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Make what the transcript says the result of the match."""
    accept_transcript(pairing, by=request.user, score=AcceptForm(request.POST).values()["score"])
    return _to_transcript(tournament, pairing)


@require_POST
@director_required_at_table
@refused_at(_said_there)
def remove(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Take the transcript away."""
    remove_transcript(pairing, by=request.user)
    return _to_transcript(tournament, pairing)

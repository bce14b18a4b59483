"""The first page, and a new tournament."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.permissions import can_set_up, runs_installation
from tournament.actions.tournaments import create_tournament
from tournament.forms.clubs import ClubChoiceForm
from tournament.forms.shown import ShownForm
from tournament.forms.tournaments import RegularsForm, TournamentForm, form_like
from tournament.machine.requests import UserRequest
from tournament.models import Club, Tournament
from tournament.pages.clubs import ClubTable, directory
from tournament.pages.persons import places_of
from tournament.pages.tournaments import TournamentTable, tournament_lines
from tournament.phrases.backups import upgrade_sentence
from tournament.phrases.seasons import round_reached
from tournament.public.packed import pack
from tournament.public.parts import desk_parts, in_languages
from tournament.queries.accounts import connection, demo_account
from tournament.queries.clubs import clubs_to_set_up_in, helped_clubs, named_clubs
from tournament.queries.record import paired_rounds
from tournament.queries.tournaments import directed_by, helped_by, shown_to_everyone, with_progress
from tournament.simulation.demonstration import demo_tournaments
from tournament.snapshots.upgrades import upgrade_to_tell
from tournament.views.access import with_account
from tournament.views.first_steps import is_new_machine
from tournament.views.refusals import done_by
from tournament.views.shared import sent


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in the list for everyone."""

    name: str
    date: datetime.date
    venue: str
    state: str
    url: str


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The director's own tournaments, practice below, and how phones get here.

    Guests go to the list for everyone, whoever has just installed the program to the first steps.
    """
    if not request.user.is_authenticated:
        return redirect("first_steps" if is_new_machine(request) else "tournaments")
    may_set_up = can_set_up(request.user)
    own = directed_by(request.user) if may_set_up else helped_by(request.user)
    found = tournament_lines(own, timezone.localdate())
    if not may_set_up and not found and runs_installation(request.user):
        return redirect("clubs")
    if not may_set_up and not found:
        return redirect("first_steps" if is_new_machine(request) else "tournaments")
    rows = tuple(row for row in found if not row.tournament.is_practice)
    practice = tuple(row for row in found if row.tournament.is_practice)
    upgrade = upgrade_to_tell() if runs_installation(request.user) else None
    context = {
        "upgraded": upgrade_sentence(upgrade.version, upgrade.backup) if upgrade else "",
        "rows": rows,
        "section": "home",
        "is_first": may_set_up and not found,
        "may_set_up": may_set_up,
        "places": places_of(request.user),
        "helped_clubs": helped_clubs(request.user),
        "today": timezone.localdate(),
        "practice": practice,
        "demo": demo_tournaments(request.user).exists(),
        "is_demo": request.user == demo_account(),
        "connection": connection(),
    }
    return render(request, "home.html", context)


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """For everyone: the clubs and their next evenings, where there are several; else the tournaments."""
    clubs = named_clubs()
    if len(clubs) > 1:
        return _directory(request, clubs)
    rows = tuple(_rows(shown_to_everyone()))
    context = {"rows": rows, "clubs": clubs, "table": TournamentTable(rows)}
    return _for_everyone(request, "tournaments/everyone.html", context)


def _directory(request: HttpRequest, clubs: Sequence[Club]) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:100]
    listed = directory(clubs, typed, ShownForm(request.GET).values()["part"] or 1, timezone.localdate())
    query = f"{urlencode({'q': typed})}&" if typed else ""
    context = {"typed": typed, "table": ClubTable(listed.rows), "parts": desk_parts(listed, query)}
    return _for_everyone(request, "club/directory.html", context, q=typed)


def _for_everyone(request: HttpRequest, template: str, context: dict[str, object], **query: str) -> HttpResponse:
    context["in_languages"] = in_languages("tournaments", {}, **query)
    return sent(request, pack(render_to_string(template, context)))


def _rows(tournaments: QuerySet[Tournament]) -> Iterable[TournamentRow]:
    for one in with_progress(tournaments):
        found = one.tournament
        state = round_reached(one.newest_round, found.planned_rounds, is_closed=found.is_closed)
        url = reverse("standings", args=[found.slug])
        yield TournamentRow(found.name, found.date, found.venue, state, url)


@require_http_methods(["GET", "POST"])
@with_account
def create(request: UserRequest) -> HttpResponse:
    """Set up a tournament, on request like an earlier one and with its players."""
    own = directed_by(request.user)
    earlier = _chosen(own, request.GET.get("from", ""))
    data = request.POST if request.method == "POST" else None
    clubs = ClubChoiceForm(clubs_to_set_up_in(request.user), data, shown=earlier.club if earlier else None)
    home = (clubs.chosen if clubs.is_valid() else None) or clubs_to_set_up_in(request.user).first()
    form = (
        form_like(earlier)
        if earlier and data is None
        else TournamentForm(data, club=home, initial={"organiser": home.name if home else ""})
    )
    came = earlier.entries.all() if earlier else ()
    regulars = RegularsForm(came, data, paired_rounds(earlier) if earlier else 0)

    def set_up() -> HttpResponse:
        tournament = create_tournament(
            by=request.user,
            request_key=form.cleaned_data["request_key"],
            players=regulars.ticked(),
            club=clubs.chosen,
            **form.details(),
        )
        return redirect("desk_players", slug=tournament.slug)

    if all([regulars.is_valid(), clubs.is_valid()]) and (made := done_by(form, set_up)):
        return made
    context = {"form": form, "regulars": regulars, "clubs": clubs, "own": own, "earlier": earlier}
    context["places"] = places_of(request.user)
    is_wrong = form.errors or regulars.errors or clubs.errors
    return render(request, "tournaments/create.html", context, status=422 if is_wrong else 200)


def _chosen(own: QuerySet[Tournament], slug: str) -> Tournament | None:
    """The tournament to start from, if one is asked for."""
    if not slug:
        return None
    for tournament in own:
        if tournament.slug == slug:
            return tournament
    raise Http404

"""Pages of tournaments: the list, settings, ending, deleting."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import permissions, players, tournaments as actions
from tournament.engine.finals import is_final_played
from tournament.engine.refusals import Refused
from tournament.forms.clubs import ClubChoiceForm
from tournament.forms.players import WhoForm, who_questions
from tournament.forms.rounds import ConfirmForm, PlanForm, PlayFinalsForm
from tournament.forms.sent import AllSentForm, ShownForm
from tournament.forms.tournaments import (
    DeletionForm,
    EndingForm,
    RegularsForm,
    SettingsForm,
    TournamentForm,
    form_like,
    typed_so_far,
)
from tournament.machine import visitors
from tournament.machine.requests import UserRequest
from tournament.matches.games import after_games
from tournament.models import Club, Round, Season, Tournament
from tournament.pages import persons, tournaments as pages
from tournament.pages.clubs import ClubTable, directory
from tournament.pages.standings import closed_page
from tournament.phrases.backups import upgrade_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.rounds import finals_round
from tournament.public.drawn import drawn
from tournament.public.packed import pack
from tournament.public.pages import DESK_STANDINGS
from tournament.public.parts import desk_parts, in_languages
from tournament.queries import accounts, results, tournaments as queries
from tournament.queries.clubs import clubs_to_set_up_in, directed_clubs, helped_clubs, named_clubs
from tournament.queries.evening import latest_evening
from tournament.queries.record import format_of, length_columns, paired_rounds, places_in
from tournament.queries.rounds.pairings import round_page
from tournament.queries.seasons import years_of
from tournament.simulation.demonstration import demo_tournaments
from tournament.snapshots import names, taking, versions
from tournament.snapshots.kept import backed_up_at, kept_snapshots
from tournament.views import access
from tournament.views.accounts import is_new_machine
from tournament.views.pages import page, rounds_shown_to, warn
from tournament.views.players import name_left_out
from tournament.views.refusals import Sent, done_by, on_page, one_action, refused_at
from tournament.views.shared import sent

# Deleting a tournament, after a backup.


@require_http_methods(["GET", "POST"])
@access.director_required
@access.confirmed
def delete(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Delete the tournament after its name was typed; if no backup can be made, ask once more."""
    if not permissions.can(request.user, "tournament_deleted", tournament):
        raise PermissionDenied
    form = DeletionForm(tournament, request.POST if request.method == "POST" else None)
    context = {"form": form, "section": "settings"}
    if form.is_valid():
        file, problems = taking.snapshot_before_deletion(tournament)
        if file or form.cleaned_data["without_backup"]:
            actions.delete_tournament(tournament, by=request.user, confirmed=form.cleaned_data["confirmed"])
            messages.success(request, _deleted_sentence(tournament.name, file))
            warn(request, problems if file else ())
            return redirect("home")
        context["problems"] = [refusal_sentence(problem) for problem in problems]
    return page(request, tournament, "tournaments/delete.html", context, status=422 if form.is_bound else 200)


def _deleted_sentence(name: str, file: Path | None) -> str:
    """The sentence that the tournament was deleted, and how to get it back."""
    if file is None:
        return _("“%(name)s” deleted, without a backup.") % {"name": name}
    # Translators: {file} is a link to the backup.
    sentence = _("“{name}” deleted. To get it back, import it from the backup {file} in {folder}.")
    if file.suffix == names.DUMP_SUFFIX:
        # Translators: {file} is a link to the backup.
        sentence = _("“{name}” deleted. The backup {file} in {folder} still contains it.")
    link = format_html('<a href="{}">{}</a>', reverse("copy", args=[file.name]), file.name)
    return format_html(sentence, name=name, file=link, folder=file.parent)


# The desk of a tournament: settings, closing and reopening.


@require_safe
@access.helper_required
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the running round, or to the players before the first round."""
    last = rounds_shown_to(request.user, tournament).order_by("-number").first()
    if last is None:
        return redirect("desk_players", slug=tournament.slug)
    return redirect("desk_round", slug=tournament.slug, number=last.number)


@require_http_methods(["GET", "POST"])
@access.director_required
def settings(request: UserRequest, tournament: Tournament) -> HttpResponse:
    form = SettingsForm(tournament, request.POST if request.method == "POST" else None)

    def change() -> HttpResponse:
        actions.change_tournament(tournament, by=request.user, opened=form.opened_with, **form.changes())
        return redirect("desk", slug=tournament.slug)

    if response := done_by(form, change):
        return response
    may_delete = permissions.can(request.user, "tournament_deleted", tournament)
    context = {"form": form, "section": "settings", "may_delete": may_delete}
    context["directs_club"] = permissions.directs_club(request.user, tournament.club)
    return page(request, tournament, "tournaments/settings.html", context, status=422 if form.errors else 200)


@one_action(PlanForm)
def plan_rounds(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Add a round to the plan, or remove one."""
    actions.change_tournament(tournament, by=request.user, planned_rounds=sent["rounds"])


@one_action(PlayFinalsForm)
def play_finals(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Choose finals after the last planned round."""
    actions.change_tournament(
        tournament,
        by=request.user,
        finals_players=sent["players"],
        finals_third_place=sent["third_place"] == "1",
        finals_second_length=sent["second_length"],
        **sent["second"],
        **length_columns(() if sent["lengths"] == (tournament.match_length,) else sent["lengths"]),
    )


@require_http_methods(["GET", "POST"])
@access.director_required
@refused_at(on_page("desk"))
def close(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Close the tournament, after a question if fees or prizes are missing; then offer the printouts for the end."""
    closing = queries.closing_of(tournament)
    if request.method == "POST":
        if ConfirmForm(request.POST).values()["confirmed"] == "yes" or not closing.asks_first:
            actions.close_tournament(tournament, by=request.user)
        return redirect("close", slug=tournament.slug)
    if tournament.is_closed:
        closed_at = queries.closed_at(tournament)
        context = closed_page(tournament) | {
            "section": "standings",
            "part": drawn(DESK_STANDINGS, tournament, {}),
            "live_address": DESK_STANDINGS.address(tournament, {}),
            "closed_at": closed_at,
            "backed_up_at": backed_up_at(closed_at),
        }
        return page(request, tournament, "desk/closed.html", context)
    return page(request, tournament, "tournaments/close.html", {"closing": closing})


@one_action()
def reopen(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    actions.reopen_tournament(tournament, by=request.user)


# Ending an evening early: one page asks for the final score of each open match.


def _ask(request: UserRequest, refused: Refused | None, tournament: Tournament, number: int) -> HttpResponse:
    """Show the matches that are still open, with the typed scores, by default those on their score sheets."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    evening = latest_evening(tournament)
    still_open = [row for row in round_page(evening, number).tables if row.is_open]
    scores: Mapping[int, Mapping[str, object]] = EndingForm(request.POST).typed()
    if not scores:
        games_by_key = results.kept_games_at([row.key for row in still_open])
        match_format = format_of(tournament)
        on_sheets = {
            key: after_games(match_format, stored_games.games).score
            for key, stored_games in games_by_key.items()
            if stored_games.games
        }
        scores = {key: {"first": first, "second": second} for key, (first, second) in on_sheets.items()}
    matches = [(row, scores.get(row.key, {"first": "", "second": ""})) for row in still_open]
    problem = refusal_sentence(refused) if refused else ""
    finals = finals_round(places_in(round_)) if round_.is_finals else ""
    context = {"section": "round", "number": round_.number, "finals": finals, "matches": matches, "problem": problem}
    context["is_final_played"] = is_final_played(evening.record)
    return page(request, tournament, "desk/end_evening.html", context, status=422 if refused else 200)


@require_http_methods(["GET", "POST"])
@access.director_required
@refused_at(_ask)
def end(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
    """End the evening with this round, so that the tournament can be closed."""
    if request.method == "GET":
        return _ask(request, None, tournament, number)
    scores = EndingForm(request.POST).scores()
    actions.end_evening(tournament, by=request.user, number=number, scores=scores)
    return redirect("close", slug=tournament.slug)


@one_action()
def goes_on(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Note that the evening goes on although nothing has happened for a long time."""
    actions.keep_evening_open(tournament, by=request.user)


# The first page, and new tournaments.


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the director's own tournaments, practice ones below, and how phones connect.

    Guests are redirected to the public list; on a new machine, to the first steps.
    """
    if not request.user.is_authenticated:
        return redirect("first_steps" if is_new_machine(request) else "tournaments")
    may_set_up = permissions.can_set_up(request.user)
    own_tournaments = queries.directed_by(request.user) if may_set_up else queries.helped_by(request.user)
    lines = pages.tournament_lines(own_tournaments, timezone.localdate())
    if not may_set_up and not lines and permissions.runs_installation(request.user):
        return redirect("clubs")
    if not may_set_up and not lines:
        return redirect("first_steps" if is_new_machine(request) else "tournaments")
    is_demo = request.user == accounts.demo_account()
    running = next((row for row in lines if row.pairings and (is_demo or not row.tournament.is_practice)), None)
    others = [row for row in lines if row is not running]
    tournament_lines = tuple(row for row in others if not row.tournament.is_practice)
    practice = tuple(row for row in others if row.tournament.is_practice)
    upgrade = versions.upgrade_to_tell() if permissions.runs_installation(request.user) else None
    context = {
        "upgraded": upgrade_sentence(*upgrade) if upgrade else "",
        "running": running,
        "rows": tournament_lines,
        "newest_backup": next(iter(kept_snapshots().snapshots), None) if may_set_up else None,
        "seasons": _own_seasons(request.user) if may_set_up else (),
        "section": "home",
        "is_first": may_set_up and not lines,
        "may_set_up": may_set_up,
        "places": persons.places_of(request.user),
        "helped_clubs": helped_clubs(request.user),
        "today": timezone.localdate(),
        "practice": practice,
        "demo": demo_tournaments(request.user).exists(),
        "is_demo": is_demo,
        "connection": accounts.connection(is_here=visitors.is_on_this_machine(request)),
    }
    return render(request, "home.html", context)


def _own_seasons(user: User) -> list[tuple[Club, Season]]:
    """Return the running season of each named club that the account directs, where it has one."""
    today = timezone.localdate()
    found = [(club, years_of(club).own_season(today)) for club in directed_clubs(user) if club.name]
    return [(club, season) for club, season in found if season]


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the public list of clubs with their next evenings; with at most one club, the list of tournaments."""
    clubs = named_clubs()
    if len(clubs) > 1:
        typed = request.GET.get("q", "").strip()[:100]
        shown_part = directory(clubs, typed, ShownForm(request.GET).values()["part"] or 1, timezone.localdate())
        query = f"{urlencode({'q': typed})}&" if typed else ""
        context = {"typed": typed, "table": ClubTable(shown_part.rows), "parts": desk_parts(shown_part, query)}
        context["in_languages"] = in_languages("tournaments", {}, q=typed)
        return sent(request, pack(render_to_string("club/directory.html", context)))
    progress_of_all = queries.with_progress(queries.shown_to_everyone())
    context = {"rows": progress_of_all, "clubs": clubs, "table": pages.TournamentTable(progress_of_all)}
    context["in_languages"] = in_languages("tournaments", {})
    return sent(request, pack(render_to_string("tournaments/everyone.html", context)))


@require_http_methods(["GET", "POST"])
@access.with_account
def create(request: UserRequest) -> HttpResponse:
    """Set up a tournament, on request with the settings and players of an earlier one."""
    own_tournaments = queries.directed_by(request.user)
    slug = request.GET.get("from", "")
    earlier = next((own_tournament for own_tournament in own_tournaments if own_tournament.slug == slug), None)
    if slug and earlier is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    clubs = ClubChoiceForm(clubs_to_set_up_in(request.user), data, shown=earlier.club if earlier else None)
    home = (clubs.chosen if clubs.is_valid() else None) or clubs_to_set_up_in(request.user).first()
    form = (
        form_like(earlier)
        if earlier and data is None
        else TournamentForm(data, club=home, initial={"organiser": home.name if home else ""})
    )
    came = earlier.entries.select_related("person") if earlier else ()
    regulars = RegularsForm(came, data, paired_rounds(earlier) if earlier else 0)

    context: dict[str, Any] = {}

    def set_up() -> HttpResponse:
        identity_by_name = WhoForm(request.POST).said()
        tournament = actions.create_tournament(
            by=request.user,
            request_key=form.cleaned_data["request_key"],
            players=[
                player for new_player in regulars.ticked() if (player := players.as_said(new_player, identity_by_name))
            ],
            club=clubs.chosen,
            **form.details(),
        )
        name_left_out(request)
        return redirect("desk_players", slug=tournament.slug)

    def ask(refused: Refused) -> None:
        context["who"] = who_questions(AllSentForm(request.POST), refused.values.get("open_names", ()))

    if all([regulars.is_valid(), clubs.is_valid()]) and (response := done_by(form, set_up, ask)):
        return response
    context |= {"form": form, "regulars": regulars, "clubs": clubs, "earlier": earlier}
    latest, *others = own_tournaments or (None,)
    context |= {"latest": latest, "others": others}
    context["becomes"] = pages.becomes(typed_so_far(form, request.GET), earlier or latest)
    context["places"] = persons.places_of(request.user)
    context["directs_club"] = home is not None and permissions.directs_club(request.user, home)
    is_wrong = form.errors or regulars.errors or clubs.errors
    return render(request, "tournaments/create.html", context, status=422 if is_wrong else 200)

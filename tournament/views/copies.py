"""The backups: listed, made, looked into, and read back beside what is there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.permissions import runs_installation
from tournament.engine.refusals import Refused
from tournament.forms.backups import ChoiceForm, SecondLocationForm
from tournament.machine.requests import UserRequest
from tournament.machine.visitors import is_on_this_machine
from tournament.pages.backups import SnapshotTable
from tournament.pages.persons import places_of
from tournament.phrases.backups import drive_label, held_tournament
from tournament.phrases.checking import disagreement_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.tournaments import names_by_slug
from tournament.snapshots.filling import can_fill, is_file
from tournament.snapshots.kept import kept_snapshots, snapshot_file, snapshots_for
from tournament.snapshots.names import Reason
from tournament.snapshots.places import choose_second_folder, drives, is_named_at_start, second_folder
from tournament.snapshots.reading import HeldTournament, tournaments_in
from tournament.snapshots.restoring import may_take, restore_tournaments
from tournament.snapshots.taking import take_snapshot
from tournament.snapshots.uploads import upload_of
from tournament.views.access import installation_required, with_account
from tournament.views.refusals import done_by, refused_at


@require_http_methods(["GET", "POST"])
@with_account
def copies(request: UserRequest) -> HttpResponse:
    """The backups in both places; one more at a press. What goes wrong with it stands on the page."""
    if request.method == "POST":
        if not can_fill():
            messages.error(request, refusal_sentence(Refused("snapshots_not_of_this_database")))
        elif not take_snapshot(Reason.BY_HAND):
            messages.success(request, _("All tournaments and accounts backed up."))
        return redirect("copies")
    return _page(request, _form(request) if _may_choose_here(request) else None)


@require_POST
@installation_required
def second_location(request: UserRequest) -> HttpResponse:
    """Choose where every backup goes too, on the computer on which the program runs; the first goes there at once."""
    if not _may_choose_here(request):
        refused = Refused("second_place_named_at_start") if is_named_at_start() else Refused("second_place_elsewhere")
        messages.error(request, refusal_sentence(refused))
        return redirect("copies")
    form = _form(request, request.POST)

    def choose() -> HttpResponse:
        folder = choose_second_folder(form.chosen(), by=request.user)
        if folder is None:
            messages.success(request, _("Backups are kept on this computer only."))
        elif not take_snapshot(Reason.BY_HAND):
            messages.success(request, _("Every backup is stored in %(folder)s too.") % {"folder": folder})
        return redirect("copies")

    return done_by(form, choose) or _page(request, form)


def _may_choose_here(request: UserRequest) -> bool:
    """Whoever runs the installation, on its own machine: a path means that machine's disks, to no other browser."""
    may = runs_installation(request.user) and can_fill()
    return may and not is_named_at_start() and is_on_this_machine(request)


def _form(request: UserRequest, data: Any = None) -> SecondLocationForm:
    offered = [(str(one.folder), drive_label(str(one.drive), filesizeformat(one.free_bytes))) for one in drives()]
    return SecondLocationForm(offered, str(second_folder() or ""), data)


def _page(request: UserRequest, form: SecondLocationForm | None) -> HttpResponse:
    kept = kept_snapshots()
    kept = replace(kept, snapshots=snapshots_for(request.user, kept.snapshots))
    table = SnapshotTable(kept.snapshots, names_by_slug({one.name.slug for one in kept.snapshots}))
    context = {"kept": kept, "table": table, "can_take_snapshots": can_fill(), "is_file": is_file(), "form": form}
    context |= {"section": "backups", "places": places_of(request.user)}
    context |= {"is_named_at_start": is_named_at_start(), "runs_installation": runs_installation(request.user)}
    return render(request, "copies/list.html", context, status=422 if form and form.errors else 200)


@require_http_methods(["GET", "POST"])
@with_account
def copy(request: UserRequest, name: str) -> HttpResponse:
    """The tournaments of a backup, as far as they are this account's own, to read back."""
    file = snapshot_file(name, request.user)
    if file is None:
        raise Http404
    return _choose(request, file, lambda tournament: may_take(request.user, tournament))


@require_http_methods(["GET", "POST"])
@with_account
def uploaded(request: UserRequest, upload: UUID) -> HttpResponse:
    """The tournaments of a backup that this account has brought along: who has the file has all of it."""
    file = upload_of(request.user, upload)
    if file is None:
        raise Http404
    return _choose(request, file, lambda tournament: True)


def _nothing_to_choose(request: HttpRequest, refused: Refused, *_given: object) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, "copies/choose.html", {"problem": refusal_sentence(refused)}, status=status)


@refused_at(_nothing_to_choose)
def _choose(request: UserRequest, file: Path, is_offered: Callable[[HeldTournament], bool]) -> HttpResponse:
    """Offer what may be taken, and take what was ticked."""
    offered = [tournament for tournament in tournaments_in(file) if is_offered(tournament)]
    if not offered:
        raise Refused("snapshot_without_own")
    lines = [(tournament.slug, _line(tournament)) for tournament in offered]
    form = ChoiceForm(lines, request.POST if request.method == "POST" else None)
    if restored := done_by(form, lambda: _restored(request, file, form)):
        return restored
    return render(request, "copies/choose.html", {"form": form}, status=422 if form.is_bound else 200)


def _line(tournament: HeldTournament) -> str:
    date = formats.date_format(tournament.date, "SHORT_DATE_FORMAT")
    return held_tournament(tournament.name, date, tournament.paired_count, tournament.planned_rounds)


def _restored(request: UserRequest, file: Path, form: ChoiceForm) -> HttpResponse:
    """Set up what was ticked, and say where it is."""
    restored = restore_tournaments(
        file,
        slugs=form.cleaned_data["tournaments"],
        by=request.user,
        request_key=form.cleaned_data["request_key"],
        brings_back=form.cleaned_data["brings_back"],
    )
    for one in restored:
        for disagreement in one.disagreements:
            messages.warning(request, disagreement_sentence(disagreement))
        address = reverse("tournament", args=[one.tournament.slug])
        messages.success(
            request,
            _("%(name)s imported from the backup. Its address is %(address)s.")
            % {"name": one.tournament, "address": address},
        )
    return redirect("desk", slug=restored[0].tournament.slug) if len(restored) == 1 else redirect("home")

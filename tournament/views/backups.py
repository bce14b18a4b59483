"""Pages of archives, backups and the files of a tournament."""

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
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.permissions import runs_installation
from tournament.archive import checks, storing
from tournament.archive.dump import dump
from tournament.engine.refusals import Refused
from tournament.exports.papers import CERTIFICATES, absent_yet
from tournament.exports.xlsx import workbook
from tournament.forms.backups import ArchiveForm, ChoiceForm, SecondLocationForm
from tournament.forms.clubs import ClubChoiceForm
from tournament.machine import limits, sessions, visitors
from tournament.machine.progress import under_way
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Club, Round, Tournament
from tournament.pages.backups import SnapshotTable
from tournament.pages.persons import places_of
from tournament.paper.letters import missing_letters
from tournament.phrases.backups import drive_label, held_tournament, stricter_sentence
from tournament.phrases.papers import BEING_MADE
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import enumeration
from tournament.public.packed import cached_file
from tournament.publishing.contents import published
from tournament.publishing.handing_out import zipped
from tournament.queries import standings, tournaments
from tournament.queries.clubs import clubs_to_set_up_in
from tournament.snapshots.filling import can_fill, is_file
from tournament.snapshots.kept import kept_snapshots, snapshot_file, snapshots_for
from tournament.snapshots.names import Reason
from tournament.snapshots.places import choose_second_folder, drives, is_named_at_start, second_folder
from tournament.snapshots.reading import MAGIC, HeldTournament, looks_like_snapshot, tournaments_in
from tournament.snapshots.restoring import may_take, restore_tournaments
from tournament.snapshots.taking import take_snapshot
from tournament.snapshots.uploads import keep_upload, upload_of
from tournament.views import access, printing
from tournament.views.pages import page
from tournament.views.refusals import done_by, on_page, refused_at

# Backups: list, make, look into, and restore from.


@require_http_methods(["GET", "POST"])
@access.with_account
def copies(request: UserRequest) -> HttpResponse:
    """List the backups in both locations; a POST makes one. Failures are shown on the page."""
    if request.method == "POST":
        if not can_fill():
            messages.error(request, refusal_sentence(Refused("snapshots_not_of_this_database")))
        elif not take_snapshot(Reason.BY_HAND):
            messages.success(request, _("All tournaments and accounts backed up."))
        return redirect("copies")
    return _page(request, _form(request) if _may_choose_here(request) else None)


@access.posted
@access.installation_required
def second_location(request: UserRequest) -> HttpResponse:
    """Choose a second location for all backups, on the computer that runs the program, and make a backup there."""
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
    """Whether the user may choose the second location: they run the installation, and sit at its machine."""
    may = runs_installation(request.user) and can_fill()
    return may and not is_named_at_start() and visitors.is_on_this_machine(request)


def _form(request: UserRequest, data: Any = None) -> SecondLocationForm:
    offered = [(str(folder), drive_label(str(drive), filesizeformat(free))) for drive, folder, free in drives()]
    return SecondLocationForm(offered, str(second_folder() or ""), data)


def _page(request: UserRequest, form: SecondLocationForm | None) -> HttpResponse:
    snapshots = kept_snapshots()
    snapshots = replace(snapshots, snapshots=snapshots_for(request.user, snapshots.snapshots))
    table = SnapshotTable(
        snapshots.snapshots, tournaments.names_by_slug({snapshot.name.slug for snapshot in snapshots.snapshots})
    )
    context = {"kept": snapshots, "table": table, "can_take_snapshots": can_fill(), "is_file": is_file(), "form": form}
    context |= {"section": "backups", "places": places_of(request.user)}
    context |= {"is_named_at_start": is_named_at_start(), "runs_installation": runs_installation(request.user)}
    return render(request, "copies/list.html", context, status=422 if form and form.errors else 200)


@require_http_methods(["GET", "POST"])
@access.with_account
@access.confirmed
def copy(request: UserRequest, name: str) -> HttpResponse:
    """Offer the tournaments in a backup that belong to this account, and restore the ticked ones."""
    file = snapshot_file(name, request.user)
    if file is None:
        raise Http404
    return _choose(request, file, lambda tournament: may_take(request.user, tournament))


@require_http_methods(["GET", "POST"])
@access.with_account
@access.confirmed
def uploaded(request: UserRequest, upload: UUID) -> HttpResponse:
    """Offer to restore tournaments from an uploaded backup, all of them: the account has the whole file anyway."""
    file = upload_of(request.user, upload)
    if file is None:
        raise Http404
    return _choose(request, file, lambda tournament: True)


def _nothing_to_choose(request: HttpRequest, refused: Refused, *_given: object) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, "copies/choose.html", {"problem": refusal_sentence(refused)}, status=status)


@refused_at(_nothing_to_choose)
def _choose(request: UserRequest, file: Path, is_offered: Callable[[HeldTournament], bool]) -> HttpResponse:
    """Offer the tournaments of a backup, and restore the ticked ones."""
    offered = [tournament for tournament in tournaments_in(file) if is_offered(tournament)]
    if not offered:
        raise Refused("snapshot_without_own")
    lines = [(tournament.slug, _line(tournament)) for tournament in offered]
    form = ChoiceForm(lines, request.POST if request.method == "POST" else None)

    def restore() -> HttpResponse:
        form_values = form.cleaned_data
        restored = restore_tournaments(
            file,
            slugs=form_values["tournaments"],
            by=request.user,
            request_key=form_values["request_key"],
            brings_back=form_values["brings_back"],
            books_now=form_values["books_now"],
        )
        for restoration in restored:
            for sentence in restoration.warnings():
                messages.warning(request, sentence)
            facts = {
                "name": restoration.tournament,
                "address": reverse("tournament", args=[restoration.tournament.slug]),
            }
            messages.success(request, _("%(name)s imported from the backup. Its address is %(address)s.") % facts)
        return redirect("desk", slug=restored[0].tournament.slug) if len(restored) == 1 else redirect("home")

    if done := done_by(form, restore):
        return done
    return render(request, "copies/choose.html", {"form": form}, status=422 if form.is_bound else 200)


def _line(tournament: HeldTournament) -> str:
    date = formats.date_format(tournament.date, "SHORT_DATE_FORMAT")
    return held_tournament(tournament.name, date, tournament.paired_count, tournament.planned_rounds)


# Printing and exporting.

# The number of players from which slips, workbook or web pages take more than a few seconds.
MANY = 200
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@access.director_required
def files(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """List everything that can be printed or saved."""
    newest, *earlier = Round.objects.filter(tournament=tournament).order_by("-number") or [None]
    entries = standings.entries_by_number(tournament).values()
    names = [entry.display_name for entry in entries]
    unprintable = [name for name in (tournament.name, *names) if missing_letters(name)]
    has_wishes = any(entry.shown_as for entry in entries)
    context = {
        "section": "files",
        **printing.menu(tournament, newest),
        "earlier": earlier,
        "unprintable": enumeration(unprintable),
        "has_wishes": has_wishes,
        "takes_long": len(entries) >= MANY,
        "can_certify": bool(unprintable or has_wishes) and not CERTIFICATES.waits(absent_yet(tournament)),
    }
    return page(request, tournament, "desk/files.html", context)


@require_safe
@access.director_required
def excel(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send players, rounds, standings and costs as one workbook."""
    key = ("workbook", *printing.edition_for_directors(tournament), get_language())
    packed_file = cached_file(key, lambda: workbook(tournament))
    return as_file(packed_file.plain, XLSX, f"{tournament.slug}.xlsx")


@require_safe
@access.director_required
def archive(request: HttpRequest, tournament: Tournament, *, for_publishing: bool = False) -> HttpResponse:
    """Send the archive, `for_publishing` with public data only."""
    name = f"{tournament.slug}-public.json" if for_publishing else f"{tournament.slug}.json"
    return as_file(dump(tournament, for_publishing=for_publishing), "application/json", name)


@require_safe
@access.director_required
@refused_at(on_page("files"))
def web_pages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the public pages as a zip file for the club's web site."""
    packed_file = cached_file(
        ("web pages", *printing.edition_for_directors(tournament)),
        lambda: published(tournament, lambda files: zipped(files, tournament.slug)),
    )
    return as_file(packed_file.plain, "application/zip", f"{tournament.slug}-web.zip")


@require_safe
@access.director_required
def files_progress(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the progress of slips, workbook and web pages while they are made; else nothing."""
    return progress_of(request, tournament)


def progress_of(request: HttpRequest, about: Tournament | Club) -> HttpResponse:
    """Show the progress of the files that are being made for a tournament or a club."""
    progress_rows = [(BEING_MADE[what], done, total) for what, done, total in under_way(about)]
    return render(request, "desk/progress.html", {"made": progress_rows})


@sessions.takes_files(limits.BACKUP_BYTES)
@require_http_methods(["GET", "POST"])
@access.with_account
@access.confirmed_before_looking
def restore_archive(request: UserRequest) -> HttpResponse:
    """Import a tournament from an archive as a new one; store an uploaded backup, to choose its tournaments next."""
    data = request.POST if request.method == "POST" else None
    form = ArchiveForm(data, request.FILES or None)
    clubs = ClubChoiceForm(clubs_to_set_up_in(request.user), data)

    def restore() -> HttpResponse:
        form_values = form.cleaned_data
        file, key = form_values["file"], form_values["request_key"]
        if looks_like_snapshot(file.read(len(MAGIC))):
            keep_upload(file.chunks(), by=request.user, key=key)
            return redirect("uploaded_copy", upload=key)
        file.seek(0)
        restored = storing.restore(
            file.read(checks.MOST_BYTES + 1),
            by=request.user,
            request_key=key,
            club=clubs.chosen,
            brings_back=form_values["brings_back"],
            books_now=form_values["books_now"],
        )
        for sentence in restored.warnings():
            messages.warning(request, sentence)
        messages.success(request, _("%(name)s imported from the archive.") % {"name": restored.tournament})
        if restored.stricter:
            messages.info(request, stricter_sentence(restored.stricter))
        return redirect("desk", slug=restored.tournament.slug)

    if clubs.is_valid() and (done := done_by(form, restore)):
        return done
    context = {"form": form, "clubs": clubs, "back": reverse("home")}
    return render(request, "tournaments/restore.html", context, status=422 if form.errors or clubs.errors else 200)


def as_file(data: bytes, content_type: str, name: str) -> HttpResponse:
    """A response that browsers save as a file."""
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

"""A club as one file: handed out, and read into another club after a look at what would come in."""

from pathlib import Path
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import ClubContents, read_club
from tournament.archive.club_plan import ClubPlan, plan_club
from tournament.archive.club_restore import restore_club
from tournament.archive.reading import MOST_BYTES
from tournament.engine.refusals import Refused
from tournament.forms.backups import ClubFileForm, ClubImportForm, PlanSeenForm
from tournament.machine import limits
from tournament.machine.requests import UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Club
from tournament.phrases.backups import books_sentence, forgotten_sentence, stricter_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import import_line
from tournament.queries.persons import register
from tournament.snapshots.uploads import keep_upload, upload_of
from tournament.views.access import club_director_required
from tournament.views.clubs import club_page, on_club_page
from tournament.views.files import as_file
from tournament.views.refusals import done_by, refused_at

# Beyond so many, what needs no decision is only counted.
MOST_SHOWN = 200


@require_safe
@club_director_required
@refused_at(on_club_page("club_settings"))
def club_file(request: HttpRequest, club: Club) -> HttpResponse:
    """The club with its persons, settings and tournaments as one file."""
    return as_file(dump_club(club), "application/json", f"{club.slug}-club.json")


@takes_files(MOST_BYTES + limits.FORM_BYTES)
@never_cache
@require_http_methods(["GET", "POST"])
@club_director_required
def import_club(request: UserRequest, club: Club) -> HttpResponse:
    """The file of a club is chosen; what can be read is kept for a look at what would come in."""
    form = ClubFileForm(request.POST, request.FILES) if request.method == "POST" else ClubFileForm()

    def keep() -> HttpResponse:
        key = form.cleaned_data["request_key"]
        file = form.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
        keep_upload(file.chunks(), by=request.user, key=key, look=lambda kept: plan_club(_read(kept), club))
        return redirect("preview_club", slug=club.slug, upload=key)

    if request.method == "POST" and (kept := done_by(form, keep)):
        return kept
    context = {"section": "settings", "form": form}
    return club_page(request, club, "club/import_file.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def preview_club(request: HttpRequest, slug: str, upload: UUID) -> HttpResponse:
    """What would come in, and who is meant where that is open; then it comes in as a whole.

    A page that was sent twice finds its club, which may have got its name and another address by the first time.
    """
    line = import_line(PlanSeenForm(request.POST).values()["seen"])
    return _previewed(request, slug=line.club.slug if line and line.club else slug, upload=upload)


@club_director_required
@refused_at(on_club_page("import_club"))
def _previewed(request: UserRequest, club: Club, upload: UUID) -> HttpResponse:
    kept = upload_of(request.user, upload)
    if kept is None:
        raise Refused("upload_is_gone")
    file = _read(kept)
    plan = plan_club(file, club)
    if request.method == "GET":
        return _preview(request, club, file, plan, _form(club, plan))
    return _import(request, club, file, plan)


def _read(file: Path) -> ClubContents:
    return read_club(file.read_bytes())


def _form(club: Club, plan: ClubPlan, data: object = None) -> ClubImportForm:
    registered = {row.person.pk: row for row in register(club)}
    return ClubImportForm(plan.offered, registered, plan.mark, data)


def _preview(
    request: HttpRequest, club: Club, file: ClubContents, plan: ClubPlan, form: ClubImportForm, problem: str = ""
) -> HttpResponse:
    named_as_here = [person for person in plan.known if person.name and person.is_needed and not person.persons]
    new = [person for person in plan.new if person.name and not (person.persons or person.similar)]
    context = {
        "section": "settings",
        "file": file,
        "plan": plan,
        "form": form,
        "doubtful": form.asked(person for person in plan.offered if person.persons),
        "similar": form.asked(person for person in plan.offered if person.similar),
        "known": named_as_here,
        "new": new,
        "most_shown": MOST_SHOWN,
        "books": books_sentence(plan.takes_books),
        "forgotten": forgotten_sentence(plan.forgotten),
        "problem": problem,
    }
    is_wrong = problem or form.errors
    return club_page(request, club, "club/import_preview.html", context, status=422 if is_wrong else 200)


def _previewed_anew(
    request: HttpRequest, refused: Refused, club: Club, file: ClubContents, plan: ClubPlan
) -> HttpResponse:
    return _preview(request, club, file, plan, _form(club, plan), refusal_sentence(refused))


@refused_at(_previewed_anew)
def _import(request: UserRequest, club: Club, file: ClubContents, plan: ClubPlan) -> HttpResponse:
    """Read it in as it was looked at; of a page that was sent twice the second is answered as the first."""
    form = _form(club, plan, request.POST)
    expected = PlanSeenForm(request.POST).values()["seen"]
    if expected == plan.mark and not form.is_valid():
        return _preview(request, club, file, plan, form)
    chosen = form.chosen() if expected == plan.mark else {}
    done = restore_club(file, club, by=request.user, chosen=chosen, expected=expected or "nothing")
    messages.success(request, _imported(done.tournaments))
    if done.stricter:
        messages.info(request, stricter_sentence(done.stricter))
    return redirect("club_settings", slug=done.club.slug)


def _imported(tournaments: int) -> str:
    if not tournaments:
        return _("The file of the club is imported.")
    counted = ngettext("%(count)s tournament imported", "%(count)s tournaments imported", tournaments)
    return counted % {"count": tournaments}

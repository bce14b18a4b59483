"""Pages of clubs, their notices and files."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import clubs as actions, journal, permissions
from tournament.archive.checks import MOST_BYTES
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import ClubPart, read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.engine.refusals import Refused
from tournament.exports.club_files import ClubFile
from tournament.exports.open_files import JSON, PDF, XLSX
from tournament.forms.backups import ClubFileForm, ClubImportForm, Offered, PlanSeenForm
from tournament.forms.clubs import ClubForm, InvitationForm, NoticesForm
from tournament.machine import limits
from tournament.machine.cache import cached
from tournament.machine.logs import note_security
from tournament.machine.requests import UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Club, Entry, JournalLine, MemberRole, Tournament
from tournament.pages.journal import JournalTable, club_journal_rows
from tournament.phrases.backups import books_sentence, forgotten_sentence, late_sentence, stricter_sentence
from tournament.phrases.clubs import MISSING, NOTICE_TITLES, open_places, saved_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.public.packed import Packed, pack, pack_compressed
from tournament.public.parts import in_languages, notice_context
from tournament.publishing.contents import published_club
from tournament.publishing.handing_out import zipped
from tournament.queries.accounts import invited_address, open_invitations
from tournament.queries.clubs import accounts_known_to, accounts_of_it_alone, import_line, missing_notices, named_club
from tournament.queries.persons import register
from tournament.snapshots.uploads import keep_upload, upload_of
from tournament.views import access, backups, shared
from tournament.views.refusals import done_by, on_page, refused_at

# Seasons and ratings as public files, at stable addresses.


def read(file: ClubFile) -> access.View:
    """Make the view of a public file: scripts of every web site may read it, and it is cached per state and day."""

    @require_safe
    def answer(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
        club = named_club(slug)
        if club is None:
            raise Http404
        state = ("club file", file.name, club.pk, club.edition, key, get_language(), timezone.localdate())
        packed = cached(state, lambda: _packed(file, club, key))
        if packed is None:
            raise Http404
        response = shared.sent(request, packed, file.content_type)
        response["Access-Control-Allow-Origin"] = "*"
        if file.file:
            response["Content-Disposition"] = f'attachment; filename="{club.slug}-{file.file.format(key=key)}"'
        return response

    return answer


def _packed(file: ClubFile, club: Club, key: str) -> Packed | None:
    public_url = settings.PUBLIC_URL + reverse("page_of_club_without_language", args=[club.slug, f"season/{key}/"])
    content = file.content(club, key, public_url)
    if content is None:
        return None
    return pack_compressed(content) if file.content_type in (PDF, XLSX) else pack(content)


# The desk of a club: settings, members, recent changes.

# The number of evenings from which the web pages of a club take more than a few seconds.
MANY_EVENINGS = 10


def club_page(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], status: int = 200, about: str = ""
) -> HttpResponse:
    """Render a page of the club's desk, with undo and redo for changes in its section, or in the section `about`."""
    history = journal.history_on(club, about or context["section"])
    return render(request, template, {"club": club, "history": history, **context}, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
@access.club_director_required
def club_settings(request: UserRequest, club: Club) -> HttpResponse:
    """Change the club's settings; show its members."""
    form = ClubForm(request.POST if request.method == "POST" else None, instance=club)

    def change() -> HttpResponse:
        changed_club = actions.change_settings(club, by=request.user, **form.details())
        return redirect("club_settings", slug=changed_club.slug)

    return done_by(form, change) or settings_page(request, club, form=form)


def settings_page(
    request: UserRequest, club: Club, *, form: ClubForm | None = None, invitation_form: InvitationForm | None = None
) -> HttpResponse:
    """Show the settings of the club, with the errors of one of its forms."""
    missing = missing_notices(NOTICE_TITLES, club, is_draft=open_places) if club.name else []
    context = {
        "section": "settings",
        "form": form or ClubForm(instance=club),
        "members": club.memberships.select_related("account").order_by("role", "account__username"),
        "roles": MemberRole,
        "renewable": frozenset(accounts_of_it_alone(club).exclude(pk=request.user.pk).values_list("pk", flat=True)),
        "known": accounts_known_to(club).exclude(memberships__club=club).order_by("username"),
        "invitations": [(invitation, invited_address(invitation)) for invitation in open_invitations(club)],
        "invitation_form": invitation_form or InvitationForm(),
        "missing_notices": [MISSING[name] for name in missing],
        "runs_installation": permissions.runs_installation(request.user),
        "has_players": Entry.objects.filter(tournament__club=club).exists(),
        "takes_long": Tournament.objects.filter(club=club).count() >= MANY_EVENINGS,
    }
    is_wrong = any(sent_form is not None and sent_form.errors for sent_form in (form, invitation_form))
    return club_page(request, club, "club/settings.html", context, status=422 if is_wrong else 200)


@never_cache
@require_safe
@access.club_director_required
def club_journal(request: HttpRequest, club: Club) -> HttpResponse:
    """Show every change of the club itself as a sentence, newest first."""
    table = JournalTable(tuple(club_journal_rows(club)), timezone.localdate(), without=("before", "after"))
    return club_page(request, club, "club/journal.html", {"section": "journal", "table": table})


def _undo_or_redo(action: Callable[..., None]) -> access.View:
    @access.posted
    @access.club_director_required
    @refused_at(on_page("club_settings"))
    def answer(request: HttpRequest, club: Club, line: int) -> HttpResponse:
        action(get_object_or_404(JournalLine, club=club, pk=line), by=request.user)
        club.refresh_from_db()
        return redirect("club_journal", slug=club.slug)

    return answer


undo_in_club = _undo_or_redo(journal.undo)
redo_in_club = _undo_or_redo(journal.redo)


# The club file: export, and import into another club after a preview.

# How many persons that need no decision are listed; further ones are only counted.
MOST_SHOWN = 200


@require_safe
@access.club_director_required
@refused_at(on_page("club_settings"))
def club_file(request: HttpRequest, club: Club) -> HttpResponse:
    """Send the club with its persons, settings and tournaments as one file."""
    note_security("club_exported", request.user.get_username(), club=club.slug)
    return backups.as_file(dump_club(club), JSON, f"{club.slug}-club.json")


@require_safe
@access.club_director_required
@refused_at(on_page("club_settings"))
def club_web_pages(request: HttpRequest, club: Club) -> HttpResponse:
    """Send the public pages of the club and of all its evenings as a zip file for its web site."""
    content = published_club(club, lambda files: zipped(files, club.slug))
    return backups.as_file(content, "application/zip", f"{club.slug}-web.zip")


@require_safe
@access.club_director_required
def club_progress(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the progress of the web pages while they are made; else nothing."""
    return backups.progress_of(request, club)


@takes_files(limits.CLUB_FILE_BYTES)
@never_cache
@require_http_methods(["GET", "POST"])
@access.club_director_required
@access.confirmed_before_looking
def import_club(request: UserRequest, club: Club) -> HttpResponse:
    """Upload the file of a club; a readable file is kept for its preview."""
    form = ClubFileForm(request.POST, request.FILES) if request.method == "POST" else ClubFileForm()

    def keep() -> HttpResponse:
        key = form.cleaned_data["request_key"]
        file = form.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
        keep_upload(
            file.chunks(), by=request.user, key=key, look=lambda upload_path: ClubPlan(_read(upload_path), club)
        )
        return redirect("preview_club", slug=club.slug, upload=key)

    if response := done_by(form, keep):
        return response
    context = {"section": "settings", "form": form}
    return club_page(request, club, "club/import_file.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def preview_club(request: HttpRequest, slug: str, upload: UUID) -> HttpResponse:
    """Preview the import and ask which persons are meant in doubtful cases; a POST imports the whole file.

    A second POST of the same page still finds its club, although the first one may have changed its name and address.
    """
    line = import_line(PlanSeenForm(request.POST).values()["seen"])
    return _previewed(request, slug=line.club.slug if line and line.club else slug, upload=upload)


@access.club_director_required
@access.confirmed
@refused_at(on_page("import_club"))
def _previewed(request: UserRequest, club: Club, upload: UUID) -> HttpResponse:
    upload_path = upload_of(request.user, upload)
    if upload_path is None:
        raise Refused("upload_is_gone")
    file = _read(upload_path)
    plan = ClubPlan(file, club)
    if request.method == "GET":
        return _preview(request, club, file, plan, _form(club, plan))
    return _import(request, club, file, plan)


def _read(file: Path) -> ClubPart:
    return read_club(file.read_bytes())


def _form(club: Club, plan: ClubPlan, data: object = None) -> ClubImportForm:
    registered = {row.person.pk: row for row in register(club)}
    offered = [
        Offered(
            planned_person.number,
            planned_person.name,
            planned_person.tournaments,
            (*planned_person.persons, *planned_person.similar),
            planned_person.known.pk if planned_person.known else None,
        )
        for planned_person in plan.offered
    ]
    return ClubImportForm(offered, registered, plan.mark, data)


def _preview(
    request: HttpRequest, club: Club, file: ClubPart, plan: ClubPlan, form: ClubImportForm, problem: str = ""
) -> HttpResponse:
    named_as_here = [person for person in plan.known if person.name and person.is_needed and not person.persons]
    new_persons = [person for person in plan.new if person.name and not (person.persons or person.similar)]
    context = {
        "section": "settings",
        "file": file,
        "plan": plan,
        "form": form,
        "doubtful": form.asked(person.number for person in plan.offered if person.persons),
        "similar": form.asked(person.number for person in plan.offered if person.similar),
        "known": named_as_here,
        "new": new_persons,
        "most_shown": MOST_SHOWN,
        "books": books_sentence(plan.takes_books),
        "forgotten": forgotten_sentence(plan.forgotten),
        "late": late_sentence(*plan.late) if plan.late else "",
        "problem": problem,
    }
    is_wrong = problem or form.errors
    return club_page(request, club, "club/import_preview.html", context, status=422 if is_wrong else 200)


def _previewed_anew(request: HttpRequest, refused: Refused, club: Club, file: ClubPart, plan: ClubPlan) -> HttpResponse:
    return _preview(request, club, file, plan, _form(club, plan), refusal_sentence(refused))


@refused_at(_previewed_anew)
def _import(request: UserRequest, club: Club, file: ClubPart, plan: ClubPlan) -> HttpResponse:
    """Import the file as previewed; a second POST of the same page gets the response of the first one."""
    form = _form(club, plan, request.POST)
    expected = PlanSeenForm(request.POST).values()["seen"]
    if expected == plan.mark and not form.is_valid():
        return _preview(request, club, file, plan, form)
    person_by_number = form.chosen() if expected == plan.mark else {}
    stored_club, count, stricter = restore_club(
        file, club, by=request.user, chosen=person_by_number, expected=expected or "nothing"
    )
    sentence = ngettext("%(count)s tournament imported", "%(count)s tournaments imported", count)
    whole = _("The file of the club is imported.")
    messages.success(request, sentence % {"count": count} if count else whole)
    if stricter:
        messages.info(request, stricter_sentence(stricter))
    return redirect("club_settings", slug=stored_club.slug)


# The imprint and the privacy notice of the installation or of a club.


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """Show a notice of the installation, or say that it is missing."""
    return _shown(request, name, {**notice_context(name), "in_languages": in_languages(name, {})})


@require_safe
def tournament_notice(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the club's notice in the frame of a tournament page."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    languages = in_languages(f"tournament_{name}", {"slug": slug})
    context = {"tournament": tournament, "in_languages": languages}
    return _shown(request, name, {**notice_context(name, tournament.club), **context})


@require_safe
def club_notice(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the club's notice in the frame of a club page."""
    club = named_club(slug)
    if club is None:
        raise Http404
    languages = in_languages(f"club_{name}", {"slug": slug})
    return _shown(request, name, {**notice_context(name, club), "club": club, "in_languages": languages})


def _shown(request: HttpRequest, name: str, context: Mapping[str, Any]) -> HttpResponse:
    return shared.sent(request, pack(render_to_string("notice.html", {"name": name, **context})))


@require_http_methods(["GET", "POST"])
@access.installation_required
def enter_notices(request: UserRequest) -> HttpResponse:
    """Edit the imprint and the privacy notice in every language; a missing text starts with a draft."""
    form = NoticesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        actions.write_notices(form.texts(), by=request.user)
        messages.success(request, saved_sentence(form.texts()))
        return redirect("enter_notices")
    return render(request, "notices.html", _entering(form), status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@access.club_director_required
def enter_club_notices(request: UserRequest, club: Club) -> HttpResponse:
    """Edit the club's imprint and privacy notice in every language; a missing text starts with a draft."""
    form = NoticesForm(request.POST if request.method == "POST" else None, club)

    def write() -> HttpResponse:
        actions.write_club_notices(club, form.texts(), expected=form.cleaned_data["mark"], by=request.user)
        messages.success(request, saved_sentence(form.texts()))
        return redirect("club_notices", slug=club.slug)

    if response := done_by(form, write):
        return response
    context = {"section": "settings", **_entering(form)}
    return club_page(request, club, "club/notices.html", context, status=422 if form.errors else 200)


def _entering(form: NoticesForm) -> dict[str, Any]:
    return {"form": form, "missing": [MISSING[name] for name in form.missing]}

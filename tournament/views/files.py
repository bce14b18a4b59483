"""What is printed, handed out and taken along."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.archive.dump import dump, lost_by_format_1
from tournament.archive.restore import restore
from tournament.exports.papers import CERTIFICATES, absent_yet
from tournament.exports.xlsx import workbook
from tournament.forms.backups import ArchiveForm
from tournament.forms.clubs import ClubChoiceForm
from tournament.machine import limits
from tournament.machine.progress import under_way
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Round, Tournament
from tournament.paper.letters import missing_letters
from tournament.phrases.backups import enumerated_losses, stricter_sentence
from tournament.phrases.checking import disagreement_sentence
from tournament.phrases.papers import being_made_label
from tournament.phrases.values import enumeration
from tournament.public.packed import cached_file
from tournament.publishing.contents import published
from tournament.publishing.handing_out import zipped
from tournament.queries.clubs import clubs_to_set_up_in
from tournament.queries.standings import entries_by_number
from tournament.snapshots.reading import MAGIC, looks_like_snapshot
from tournament.snapshots.uploads import keep_upload
from tournament.views.access import director_required, with_account
from tournament.views.pages import page
from tournament.views.printing import menu, needed_now, paper_state
from tournament.views.refusals import done_by, on_page, refused_at

# For whom slips, workbook or web pages take more than some seconds.
MANY = 200
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@director_required
def files(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be printed or saved, one click each."""
    newest, *earlier = Round.objects.filter(tournament=tournament).order_by("-number") or [None]
    entries = entries_by_number(tournament).values()
    names = [entry.display_name for entry in entries]
    unprintable = [name for name in (tournament.name, *names) if missing_letters(name)]
    has_wishes = any(entry.shown_as for entry in entries)
    context = {
        "section": "files",
        "needed": needed_now(tournament, newest),
        "groups": menu(tournament, newest),
        "earlier": earlier,
        "unprintable": enumeration(unprintable),
        "lost_in_format_1": enumerated_losses(lost_by_format_1(tournament)),
        "has_wishes": has_wishes,
        "takes_long": len(entries) >= MANY,
        "can_certify": bool(unprintable or has_wishes) and not CERTIFICATES.waits(absent_yet(tournament)),
    }
    return page(request, tournament, "desk/files.html", context)


@require_safe
@director_required
def excel(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Players, rounds, standings and costs as one workbook."""
    made = cached_file(("workbook", *paper_state(tournament), get_language()), lambda: workbook(tournament))
    return as_file(made.plain, XLSX, f"{tournament.slug}.xlsx")


@require_safe
@director_required
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return as_file(dump(tournament), "application/json", f"{tournament.slug}.json")


@require_safe
@director_required
def archive_for_publishing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as everybody may see it."""
    return as_file(dump(tournament, for_publishing=True), "application/json", f"{tournament.slug}-public.json")


@require_safe
@director_required
@refused_at(on_page("files"))
def archive_format_1(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same without what format 1 has no words for."""
    data = dump(tournament, in_first_format=True)
    return as_file(data, "application/json", f"{tournament.slug}-format-1.json")


@require_safe
@director_required
@refused_at(on_page("files"))
def web_pages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What everyone sees, as a folder for the club's web site, packed."""
    made = cached_file(
        ("web pages", *paper_state(tournament)),
        lambda: published(tournament, lambda files: zipped(files, tournament.slug)),
    )
    return as_file(made.plain, "application/zip", f"{tournament.slug}-web.zip")


@require_safe
@director_required
def files_progress(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How far the slips, the workbook and the web pages are while they are made; nothing once they are."""
    made = [(being_made_label(progress.what), progress) for progress in under_way(tournament.pk)]
    return render(request, "desk/progress.html", {"made": made})


@takes_files(limits.BODY_BYTES)
@require_http_methods(["GET", "POST"])
@with_account
def restore_archive(request: UserRequest) -> HttpResponse:
    """Read a tournament from an archive, beside those that are there; a backup is kept, to choose from it."""
    data = request.POST if request.method == "POST" else None
    form = ArchiveForm(data, request.FILES or None)
    clubs = ClubChoiceForm(clubs_to_set_up_in(request.user), data)
    if clubs.is_valid() and (restored := done_by(form, lambda: _restored(request, form, clubs))):
        return restored
    context = {"form": form, "clubs": clubs, "back": reverse("home")}
    return render(request, "tournaments/restore.html", context, status=422 if form.errors or clubs.errors else 200)


def _restored(request: UserRequest, form: ArchiveForm, clubs: ClubChoiceForm) -> HttpResponse:
    file, key = form.cleaned_data["file"], form.cleaned_data["request_key"]
    if looks_like_snapshot(file.read(len(MAGIC))):
        keep_upload(file.chunks(), by=request.user, key=key)
        return redirect("uploaded_copy", upload=key)
    file.seek(0)
    restored = restore(
        file.read(),
        by=request.user,
        request_key=key,
        club=clubs.chosen,
        brings_back=form.cleaned_data["brings_back"],
    )
    for disagreement in restored.disagreements:
        messages.warning(request, disagreement_sentence(disagreement))
    messages.success(request, _("%(name)s imported from the archive.") % {"name": restored.tournament})
    if restored.stricter:
        messages.info(request, stricter_sentence(restored.stricter))
    return redirect("desk", slug=restored.tournament.slug)


def as_file(data: bytes, content_type: str, name: str) -> HttpResponse:
    """A file to be saved."""
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

"""What is printed, handed out and taken along."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.permissions import can
from tournament.archive.dump import dump
from tournament.archive.restore import restore
from tournament.engine.refusals import Refused
from tournament.exports.fonts import missing_glyphs
from tournament.exports.pdf import costs_pdf, pairings_by_name_pdf, pairings_pdf, standings_pdf
from tournament.exports.xlsx import workbook
from tournament.forms.archives import ArchiveForm
from tournament.models import Round, Tournament
from tournament.phrases.checking import disagreement_sentence
from tournament.phrases.papers import not_to_print_yet, print_group_label, print_label
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import enumeration
from tournament.publishing.contents import published_files
from tournament.publishing.handing_out import zipped
from tournament.publishing.requests import PublishedRequest
from tournament.queries.prints import OF_A_ROUND, PrintGroup, print_groups
from tournament.queries.standings import entries_by_number
from tournament.snapshots.reading import MAGIC, looks_like_snapshot
from tournament.snapshots.uploads import keep_upload
from tournament.views.access import directed, shown, with_account
from tournament.views.pages import page, rounds_shown_to

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@directed
def files(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be printed or saved, one click each."""
    newest, *earlier = Round.objects.filter(tournament=tournament).order_by("-number") or [None]
    names = [entry.display_name for entry in entries_by_number(tournament).values()]
    unprintable = [name for name in (tournament.name, *names) if missing_glyphs(name)]
    context = {
        "place": "files",
        "groups": [_print_group(group, tournament, newest) for group in print_groups(tournament)],
        "earlier": earlier,
        "unprintable": enumeration(unprintable),
    }
    return page(request, tournament, "desk/files.html", context)


def _print_group(group: PrintGroup, tournament: Tournament, newest: Round | None) -> dict[str, object]:
    """What is printed at one time of the evening: each with its address, or from when on it can be."""
    number = newest.number if newest else 0
    lines = [
        {
            "label": print_label(line.print),
            "url": reverse(line.print, args=[tournament.slug, *([number] if line.print in OF_A_ROUND else [])]),
            "missing": not_to_print_yet(line.missing) if line.missing else "",
        }
        for line in group.lines
    ]
    return {
        "label": print_group_label(group.name, number),
        "lines": lines,
        "missing": not_to_print_yet(group.missing) if group.missing else "",
    }


def _round_sheet(make: Callable[..., bytes], name: str) -> Callable[..., HttpResponse]:
    @require_safe
    @shown
    def answer(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        paired = get_object_or_404(rounds_shown_to(request.user, tournament), number=number)
        return _printed(request, tournament, f"{name}-{number}.pdf", lambda **at: make(paired, **at))

    return answer


pairings = _round_sheet(pairings_pdf, "pairings")
pairings_by_name = _round_sheet(pairings_by_name_pdf, "pairings-by-name")


@require_safe
@shown
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking as a sheet."""
    return _printed(request, tournament, "standings.pdf", lambda **at: standings_pdf(tournament, **at))


@require_safe
@shown
def costs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The cost statement as a sheet, for everyone only where the director says so."""
    if not (tournament.shows_costs or can(request.user, "direct", tournament)):
        raise Http404
    return _printed(request, tournament, "costs.pdf", lambda **at: costs_pdf(tournament, **at))


def _printed(request: HttpRequest, tournament: Tournament, name: str, make: Callable[..., bytes]) -> HttpResponse:
    """A sheet that carries the public address; a published one does not: the program may not run where it is read."""
    now = timezone.now()
    public_url = ""
    if not isinstance(request, PublishedRequest):
        public_url = settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug])
    return as_file(make(public_url=public_url, printed_at=now), PDF, f"{tournament.slug}-{name}", inline=True)


@require_safe
@directed
def excel(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Players, rounds, standings and costs as one workbook."""
    return as_file(workbook(tournament), XLSX, f"{tournament.slug}.xlsx")


@require_safe
@directed
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole tournament as one archive."""
    return as_file(dump(tournament), "application/json", f"{tournament.slug}.json")


@require_safe
@directed
def web_pages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What everyone sees, as a folder for the club's web site, packed."""
    try:
        files = published_files(tournament)
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
        return redirect("files", slug=tournament.slug)
    return as_file(zipped(files, tournament.slug), "application/zip", f"{tournament.slug}-web.zip")


@require_http_methods(["GET", "POST"])
@with_account
def restore_archive(request: HttpRequest) -> HttpResponse:
    """Read a tournament from an archive, beside those that are there; a backup is kept, to choose from it."""
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if form.is_valid():
        file, key = form.cleaned_data["file"], form.cleaned_data["request_key"]
        try:
            if looks_like_snapshot(file.read(len(MAGIC))):
                keep_upload(file.chunks(), by=request.user, key=key)
                return redirect("uploaded_copy", upload=key)
            file.seek(0)
            restored = restore(file.read(), by=request.user, request_key=key)
        except Refused as refused:
            form.add_error("file", refusal_sentence(refused))
        else:
            for disagreement in restored.disagreements:
                messages.warning(request, disagreement_sentence(disagreement))
            messages.success(request, _("%(name)s imported from the archive.") % {"name": restored.tournament})
            return redirect("desk", slug=restored.tournament.slug)
    return render(request, "tournaments/restore.html", {"form": form}, status=422 if form.errors else 200)


def as_file(data: bytes, content_type: str, name: str, *, inline: bool = False) -> HttpResponse:
    """A file to be saved, or one that is looked at where it is `inline`."""
    disposition = "inline" if inline else "attachment"
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": f'{disposition}; filename="{name}"', "Cache-Control": "private, no-cache"},
    )

"""Printouts: one view for all papers, and their menu."""

from collections.abc import Callable, Hashable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.actions.permissions import can
from tournament.exports.open_files import PDF
from tournament.exports.papers import CERTIFICATES, GROUPS, Missing, Paper, Subject, absent_yet, needed
from tournament.forms.persons import CertificatesForm
from tournament.models import Round, Tournament
from tournament.pages.sheets import in_language_of, occasion
from tournament.paper.document import sheet_count
from tournament.phrases import papers as phrases, rounds, standings
from tournament.public.packed import Packed, cached_file
from tournament.queries.editions import Shows, edition_of
from tournament.queries.persons import honours
from tournament.queries.record import places_in
from tournament.views.access import View, director_required, public
from tournament.views.shared import sent

# With more players, making papers just to count their sheets takes too long; with so many, a fifth of a second.
MOST_TO_COUNT = 200


def printed(paper: Paper) -> View:
    """Make the view of a paper, which the browser displays for printing.

    A public paper is made once a day for everyone; browsers must not cache the others, as some hold private links.
    """

    def for_directors(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        if not paper.for_everyone and (missing := paper.waits(absent_yet(tournament))):
            messages.warning(request, phrases.not_to_print_sentence(paper.name, missing))
            return redirect("files", slug=tournament.slug)
        subject = paper.subject(tournament, number, for_director=can(request.user, "direct", tournament))
        if subject is None:
            raise Http404
        return HttpResponse(_made(paper, tournament, subject, number).plain, content_type=PDF)

    def for_everyone(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        subject = paper.subject(tournament, number, for_director=False)
        if subject is None:
            return for_directors(request, tournament, number)
        return sent(request, _made(paper, tournament, subject, number, for_everyone=True), PDF)

    guard: Callable[[View], View] = public if paper.for_everyone else director_required

    @require_safe
    @guard
    def answer(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        response = (for_everyone if paper.for_everyone else for_directors)(request, tournament, number)
        if response.get("Content-Type") == PDF:
            file = paper.file.format(number=number)
            response["Content-Disposition"] = f'inline; filename="{tournament.slug}-{file}.pdf"'
        return response

    return answer


def edition_for_directors(tournament: Tournament) -> tuple[Hashable, ...]:
    """What a paper or file depends on that shows everything: the tournament, its club, and the day of printing."""
    return tournament.version_mark, tournament.club.version_mark, timezone.localdate()


def _made(paper: Paper, tournament: Tournament, subject: Subject, number: int, *, for_everyone: bool = False) -> Packed:
    """The PDF of the paper, cached until what it depends on changes; a public paper does not depend on the club."""

    def pdf() -> bytes:
        public_url = settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug])
        return paper.pdf(tournament, subject, public_url=public_url, printed_at=timezone.now())

    if for_everyone:
        return cached_file(("paper", paper.name, edition_of(tournament, Shows.TODAY), number), pdf)
    return cached_file(("paper for directors", paper.name, *edition_for_directors(tournament), number), pdf)


def _sheets(paper: Paper, tournament: Tournament, number: int) -> int:
    """The number of sheets of a paper; making it fills the cache for when it is opened."""
    for for_everyone in (True, False) if paper.for_everyone else (False,):
        subject = paper.subject(tournament, number, for_director=not for_everyone)
        if subject is not None:
            return sheet_count(_made(paper, tournament, subject, number, for_everyone=for_everyone).plain)
    return 0


@require_safe
@director_required
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show certificates as a page for the browser to print, as browsers have letters that the PDF fonts lack.

    They show the names by which players wish to appear, or full names for players who ask for it.
    """
    if missing := CERTIFICATES.waits(absent_yet(tournament)):
        messages.warning(request, phrases.not_to_print_sentence(CERTIFICATES.name, missing))
        return redirect("files", slug=tournament.slug)
    with in_language_of(tournament):
        entry_numbers = set(CertificatesForm(request.GET).values()["in_full"])
        best = [(honour, honour.entry.number in entry_numbers) for honour in honours(tournament)]
        context = {
            "tournament": tournament,
            "certificates": [
                (
                    honour_row,
                    honour_row.entry.name if in_full else honour_row.entry.wished_name,
                    standings.wins_words(honour_row.match_wins, honour_row.finals_wins),
                )
                for honour_row, in_full in best
            ],
            "wishes": [(honour_row.entry, in_full) for honour_row, in_full in best if honour_row.entry.shown_as],
            "occasion": occasion(tournament),
        }
        return render(request, "desk/certificates.html", context)


def menu(tournament: Tournament, newest: Round | None) -> dict[str, list[dict[str, Any]]]:
    """The papers `needed` now, and the `groups` of all others in the order of an evening.

    Each has its address; one that cannot be printed yet also says what is missing.
    """
    absent = absent_yet(tournament)
    number = newest.number if newest else 0
    round_name = rounds.round_name(newest.number, places_in(newest)) if newest else ""
    counts = tournament.entries.count() <= MOST_TO_COUNT
    on_top = [paper for paper in needed(absent) if not paper.waits(absent)]

    def line(paper: Paper) -> dict[str, Any]:
        missing = paper.waits(absent)
        return {
            "label": phrases.print_label(paper.name, is_over=Missing.END not in absent),
            "url": reverse(paper.name, args=[tournament.slug, *([number] if paper.is_of_a_round else [])]),
            "missing": phrases.not_to_print_yet(missing) if missing else "",
        }

    top = [
        {
            **line(paper),
            "look": paper.name,
            "note": phrases.print_note(paper.name, round_name),
            "sheets": _sheets(paper, tournament, number) if counts else 0,
        }
        for paper in on_top
    ]
    groups = []
    for name, papers in GROUPS.items():
        if lines := [line(paper) for paper in papers if paper not in on_top]:
            notes = {group_line["missing"] for group_line in lines}
            label = phrases.print_group_label(name, round_name)
            groups.append({"label": label, "lines": lines, "missing": notes.pop() if len(notes) == 1 else ""})
    return {"needed": top, "groups": groups}

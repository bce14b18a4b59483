"""Printouts: one view for all papers, and their menu."""

from collections.abc import Hashable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.actions.permissions import can
from tournament.engine.terms import Criterion
from tournament.exports.open_files import PDF
from tournament.exports.papers import CERTIFICATES, GROUPS, Missing, Paper, Subject, absent_yet, needed
from tournament.forms.persons import CertificatesForm
from tournament.models import Round, Tournament
from tournament.pages.sheets import in_language_of, occasion
from tournament.paper.document import sheet_count
from tournament.phrases import papers as phrases, rounds, standings
from tournament.public.packed import Packed, cached_file
from tournament.queries.persons import honours
from tournament.queries.record import places_in
from tournament.queries.states import state_of
from tournament.views.access import View, director_required, public
from tournament.views.shared import sent

# For larger fields, making papers just to count their sheets takes too long; for this one it takes a fifth of a second.
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
        return HttpResponse(_made_for_directors(paper, tournament, subject, number).plain, content_type=PDF)

    def for_everyone(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        subject = paper.subject(tournament, number, for_director=False)
        if subject is None:
            return for_directors(request, tournament, number)
        return sent(request, _made_for_everyone(paper, tournament, subject, number), PDF)

    @require_safe
    @(public if paper.for_everyone else director_required)
    def answer(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        given = (for_everyone if paper.for_everyone else for_directors)(request, tournament, number)
        if given.get("Content-Type") == PDF:
            file = paper.file.format(number=number)
            given["Content-Disposition"] = f'inline; filename="{tournament.slug}-{file}.pdf"'
        return given

    return answer


def paper_state(tournament: Tournament) -> tuple[Hashable, ...]:
    """The facts that a paper depends on: the tournament, its club, and the day of printing."""
    return state_of(tournament), tournament.club.version, timezone.localdate()


def _made_for_directors(paper: Paper, tournament: Tournament, subject: Subject, number: int) -> Packed:
    key = ("paper for directors", paper.name, *paper_state(tournament), number)
    return cached_file(key, lambda: _pdf(paper, tournament, subject))


def _made_for_everyone(paper: Paper, tournament: Tournament, subject: Subject, number: int) -> Packed:
    key = ("paper", paper.name, state_of(tournament), number, timezone.localdate())
    return cached_file(key, lambda: _pdf(paper, tournament, subject))


def _sheets(paper: Paper, tournament: Tournament, number: int) -> int:
    """The number of sheets of a paper; making it fills the cache for when it is opened."""
    subject = paper.subject(tournament, number, for_director=False) if paper.for_everyone else None
    if subject is not None:
        return sheet_count(_made_for_everyone(paper, tournament, subject, number).plain)
    subject = paper.subject(tournament, number, for_director=True)
    return sheet_count(_made_for_directors(paper, tournament, subject, number).plain) if subject is not None else 0


def _pdf(paper: Paper, tournament: Tournament, subject: Subject) -> bytes:
    public_url = settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug])
    return paper.pdf(tournament, subject, public_url=public_url, printed_at=timezone.now())


@require_safe
@director_required
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show certificates as a page that the browser prints, because it has letters that the PDF fonts lack.

    They show the names by which players wish to appear, or full names for players who ask for it.
    """
    if missing := CERTIFICATES.waits(absent_yet(tournament)):
        messages.warning(request, phrases.not_to_print_sentence(CERTIFICATES.name, missing))
        return redirect("files", slug=tournament.slug)
    with in_language_of(tournament):
        asked = set(CertificatesForm(request.GET).values()["in_full"])
        best = [(honour, honour.entry.number in asked) for honour in honours(tournament)]
        context = {
            "tournament": tournament,
            "certificates": [
                (
                    each,
                    each.entry.name if in_full else each.entry.wished_name,
                    standings.figure_in_words(Criterion.MATCH_WINS, each.match_wins),
                )
                for each, in_full in best
            ],
            "wishes": [(each.entry, in_full) for each, in_full in best if each.entry.shown_as],
            "occasion": occasion(tournament),
        }
        return render(request, "desk/certificates.html", context)


def needed_now(tournament: Tournament, newest: Round | None) -> list[dict[str, Any]]:
    """The papers needed now, for the top of the menu; without those that cannot be printed yet."""
    absent = absent_yet(tournament)
    number = newest.number if newest else 0
    counts = tournament.entries.count() <= MOST_TO_COUNT
    return [
        {
            "label": phrases.print_label(paper.name, is_over=Missing.END not in absent),
            "look": paper.name,
            "note": phrases.print_note(paper.name, _name_of(newest)),
            "sheets": _sheets(paper, tournament, number) if counts else 0,
            "url": _address(paper, tournament, number),
        }
        for paper in needed(absent)
        if not paper.waits(absent)
    ]


def _name_of(newest: Round | None) -> str:
    return rounds.round_name(newest.number, places_in(newest)) if newest else ""


def _address(paper: Paper, tournament: Tournament, number: int) -> str:
    return reverse(paper.name, args=[tournament.slug, *([number] if paper.is_of_a_round else [])])


def menu(tournament: Tournament, newest: Round | None) -> list[dict[str, Any]]:
    """All papers but those needed now, in the order of an evening; each with its address, or what it waits for."""
    absent = absent_yet(tournament)
    number = newest.number if newest else 0
    on_top = [paper for paper in needed(absent) if not paper.waits(absent)]
    groups = []
    for name, all_papers in GROUPS.items():
        papers = [paper for paper in all_papers if paper not in on_top]
        if not papers:
            continue
        waiting = [paper.waits(absent) for paper in papers]
        lines = [
            {
                "label": phrases.print_label(paper.name, is_over=Missing.END not in absent),
                "url": _address(paper, tournament, number),
                "missing": _from_when(missing),
            }
            for paper, missing in zip(papers, waiting, strict=True)
        ]
        all_wait_for = waiting[0] if len(set(waiting)) == 1 else None
        label = phrases.print_group_label(name, _name_of(newest))
        groups.append({"label": label, "lines": lines, "missing": _from_when(all_wait_for)})
    return groups


def _from_when(missing: str | None) -> str:
    return phrases.not_to_print_yet(missing) if missing else ""

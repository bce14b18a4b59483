"""Paper: one view for all of it, and the menu that leads to it."""

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
from tournament.exports.papers import CERTIFICATES, GROUPS, Paper, Subject, absent_yet, needed
from tournament.forms.persons import CertificatesForm
from tournament.models import Round, Tournament
from tournament.pages.sheets import in_language_of, occasion
from tournament.paper.document import sheet_count
from tournament.phrases.papers import (
    not_to_print_sentence,
    not_to_print_yet,
    print_group_label,
    print_label,
    print_note,
)
from tournament.public.packed import Packed, cached_file
from tournament.queries.persons import honours
from tournament.queries.states import state_of
from tournament.views.access import View, director_required, public
from tournament.views.shared import sent

PDF = "application/pdf"
# Of a larger field nobody waits for papers that may not be wanted; it takes a fifth of a second of this one.
MOST_TO_COUNT = 200


def printed(paper: Paper) -> View:
    """The view of a paper: it is looked at and printed. What is for everyone is made once for all who ask that day; the
    others are kept by no browser, for some hold private links.
    """

    def for_directors(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        if not paper.for_everyone and (missing := paper.waits(absent_yet(tournament))):
            messages.warning(request, not_to_print_sentence(paper.name, missing))
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
    """What a paper goes by: the tournament, its club, and the day it is printed."""
    return state_of(tournament), tournament.club.version, timezone.localdate()


def _made_for_directors(paper: Paper, tournament: Tournament, subject: Subject, number: int) -> Packed:
    key = ("paper for directors", paper.name, *paper_state(tournament), number)
    return cached_file(key, lambda: _pdf(paper, tournament, subject))


def _made_for_everyone(paper: Paper, tournament: Tournament, subject: Subject, number: int) -> Packed:
    key = ("paper", paper.name, state_of(tournament), number, timezone.localdate())
    return cached_file(key, lambda: _pdf(paper, tournament, subject))


def _sheets(paper: Paper, tournament: Tournament, number: int) -> int:
    """On how many sheets it is printed; made once, it is there when it is opened."""
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
    """The certificates as a page that the browser prints: it has the letters that the paper lacks.

    The names are those that the players wish to appear by; the full one of whoever asks for it.
    """
    if missing := CERTIFICATES.waits(absent_yet(tournament)):
        messages.warning(request, not_to_print_sentence(CERTIFICATES.name, missing))
        return redirect("files", slug=tournament.slug)
    with in_language_of(tournament):
        asked = set(CertificatesForm(request.GET).values()["in_full"])
        best = [(honour, honour.entry.number in asked) for honour in honours(tournament)]
        context = {
            "tournament": tournament,
            "certificates": [(each, each.entry.name if in_full else each.entry.wished_name) for each, in_full in best],
            "wishes": [(each.entry, in_full) for each, in_full in best if each.entry.shown_as],
            "occasion": occasion(tournament),
        }
        return render(request, "desk/certificates.html", context)


def needed_now(tournament: Tournament, newest: Round | None) -> list[dict[str, Any]]:
    """The papers that stand open on top of the menu; what has to wait does not stand there."""
    absent = absent_yet(tournament)
    number = newest.number if newest else 0
    counts = tournament.entries.count() <= MOST_TO_COUNT
    return [
        {
            "label": print_label(paper.name),
            "note": print_note(paper.name, number),
            "sheets": _sheets(paper, tournament, number) if counts else 0,
            "url": _address(paper, tournament, number),
        }
        for paper in needed(absent)
        if not paper.waits(absent)
    ]


def _address(paper: Paper, tournament: Tournament, number: int) -> str:
    return reverse(paper.name, args=[tournament.slug, *([number] if paper.is_of_a_round else [])])


def menu(tournament: Tournament, newest: Round | None) -> list[dict[str, Any]]:
    """All paper by the time of the evening, each with its address, or from when on it can be printed."""
    absent = absent_yet(tournament)
    number = newest.number if newest else 0
    groups = []
    for name, papers in GROUPS.items():
        waiting = [paper.waits(absent) for paper in papers]
        lines = [
            {
                "label": print_label(paper.name),
                "url": _address(paper, tournament, number),
                "missing": _from_when(missing),
            }
            for paper, missing in zip(papers, waiting, strict=True)
        ]
        all_wait_for = waiting[0] if len(set(waiting)) == 1 else None
        label = print_group_label(name, number)
        groups.append({"label": label, "lines": lines, "missing": _from_when(all_wait_for)})
    return groups


def _from_when(missing: str | None) -> str:
    return not_to_print_yet(missing) if missing else ""

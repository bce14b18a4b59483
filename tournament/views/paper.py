"""The paper of the evening that is the directors' alone: it is for their hands, and some of it holds private links."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.exports.cards import cards_pdf
from tournament.exports.certificates import certificates_pdf
from tournament.exports.pdf import crosstable_pdf, door_pdf
from tournament.exports.round_set import round_set_pdf
from tournament.exports.rules import rules_pdf
from tournament.exports.slips import slips_pdf
from tournament.models import Round, Tournament
from tournament.phrases.papers import not_to_print_sentence
from tournament.queries.prints import Print, missing_for
from tournament.views.access import directed

Answer = Callable[..., HttpResponse]


def _sheet(wanted: Print, make: Callable[..., bytes], name: str) -> Answer:
    """A thing to print, or what is still missing for it."""

    @require_safe
    @directed
    def answer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
        if missing := missing_for(tournament, wanted):
            messages.warning(request, not_to_print_sentence(wanted, missing))
            return redirect("files", slug=tournament.slug)
        return _printed(tournament, name, make(tournament, **_address(tournament)))

    return answer


crosstable = _sheet(Print.CROSSTABLE, crosstable_pdf, "crosstable")
door = _sheet(Print.DOOR, door_pdf, "players")
rules = _sheet(Print.RULES, rules_pdf, "rules")
cards = _sheet(Print.CARDS, lambda tournament, **_address: cards_pdf(tournament), "cards")
certificates = _sheet(Print.CERTIFICATES, lambda tournament, **_address: certificates_pdf(tournament), "certificates")


@require_safe
@directed
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A slip for every table of a round."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    return _printed(tournament, f"slips-{number}", slips_pdf(paired))


@require_safe
@directed
def round_set(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that is printed for a round."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    return _printed(tournament, f"round-{number}", round_set_pdf(paired, **_address(tournament)))


def _address(tournament: Tournament) -> dict[str, object]:
    """Where everyone looks on, and when it was printed."""
    now = timezone.now()
    return {"public_url": settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug]), "printed_at": now}


def _printed(tournament: Tournament, name: str, data: bytes) -> HttpResponse:
    """A sheet to look at and print; no browser keeps it."""
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{tournament.slug}-{name}.pdf"',
            "Cache-Control": "no-store",
        },
    )

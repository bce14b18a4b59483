"""The match clock: the same page for everybody, which then runs by itself."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.matches.clocks import CLOCKS
from tournament.matches.formats import LONGEST_MATCH
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.views.shared import sent


@require_safe
def match_clock(request: HttpRequest) -> HttpResponse:
    """The clock; what stands behind the question mark is for its script alone."""
    context = {
        "clocks": CLOCKS,
        "longest_match": LONGEST_MATCH,
        "in_languages": in_languages("match_clock", {}),
    }
    return sent(request, pack(render_to_string("match_clock/page.html", context)))

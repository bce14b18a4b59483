"""The match clock: the same page for everybody, which then runs by itself."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.matches.clocks import CLOCKS
from tournament.matches.formats import LONGEST_MATCH
from tournament.public.parts import in_languages


@cache_control(public=True, no_cache=True)
@require_safe
def match_clock(_request: HttpRequest) -> HttpResponse:
    """The clock; what stands behind the question mark is for its script alone."""
    context = {
        "clocks": CLOCKS,
        "longest_match": LONGEST_MATCH,
        "in_languages": in_languages("match_clock", {}),
    }
    return HttpResponse(render_to_string("match_clock/page.html", context))

"""Standings and pairings as public data, at stable addresses."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.exports.open_files import OpenFile
from tournament.machine.cache import cached
from tournament.models import Tournament
from tournament.public.packed import Packed, pack
from tournament.public.parts import unchanged_checker
from tournament.queries.states import state_of
from tournament.views.access import View, public
from tournament.views.shared import holding, sent


def read(file: OpenFile) -> View:
    """Make the view of a file: readable by scripts of every web site, made once for each version."""

    @require_safe
    @public
    def answer(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        packed = cached(("file", file.name, state_of(tournament), number), lambda: _packed(file, tournament, number))
        if packed is None:
            raise Http404
        given = sent(request, packed, file.content_type)
        given["Access-Control-Allow-Origin"] = "*"
        return holding(given, unchanged_checker(tournament))

    return answer


def _packed(file: OpenFile, tournament: Tournament, number: int) -> Packed | None:
    content = file.content(tournament, number)
    return None if content is None else pack(content)

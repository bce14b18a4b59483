"""Standings and pairings for the club's web site, at addresses that stay."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import etag, require_safe

from tournament.exports.open_files import OpenFile
from tournament.models import Tournament
from tournament.views.access import View, public


def read(file: OpenFile) -> View:
    """The view of a file: for everyone and for the scripts of every web site; sent anew only when the tournament has
    changed.
    """

    @etag(_entity_tag)
    def if_changed(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        content = file.content(tournament, number)
        if content is None:
            raise Http404
        return HttpResponse(content, content_type=file.content_type)

    @require_safe
    @public
    def answer(request: HttpRequest, tournament: Tournament, **values: int) -> HttpResponse:
        given: HttpResponse = if_changed(request, tournament, **values)
        given["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(given, public=True, no_cache=True)
        return given

    return answer


def _entity_tag(request: HttpRequest, tournament: Tournament, **values: int) -> str:
    return quote_etag(f"{tournament.pk}-{tournament.version}")

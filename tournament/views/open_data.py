"""Standings and pairings for the club's web site, at addresses that stay."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import etag, require_safe

from tournament.exports.csv_table import sheet_csv
from tournament.exports.open_data import pairings_json as written_pairings
from tournament.exports.open_data import standings_json as written_standings
from tournament.models import Round, Tournament
from tournament.pages.pairings import pairings_sheet
from tournament.pages.sheets import in_language_of
from tournament.pages.standings import standings_sheet
from tournament.queries.record import record_of
from tournament.queries.rounds import round_page
from tournament.queries.standings import StandingsPage, standings_page
from tournament.views.access import View, shown

CSV, JSON = "text/csv; charset=utf-8", "application/json"


def _open(view: View) -> View:
    """For everyone and for the scripts of every web site; sent anew only when the tournament has changed."""
    if_changed = etag(_entity_tag)(view)

    @require_safe
    @shown
    def answer(request: HttpRequest, tournament: Tournament, **values: int) -> HttpResponse:
        given: HttpResponse = if_changed(request, tournament, **values)
        given["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(given, public=True, no_cache=True)
        return given

    return answer


def _entity_tag(request: HttpRequest, tournament: Tournament, **values: int) -> str:
    return quote_etag(f"{tournament.pk}-{tournament.version}")


@_open
def standings_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking for a spreadsheet, in the language of the tournament."""
    with in_language_of(tournament):
        return HttpResponse(sheet_csv(standings_sheet(tournament, _ranking(tournament))), content_type=CSV)


@_open
def standings_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking for other programs."""
    return HttpResponse(written_standings(tournament, _ranking(tournament)), content_type=JSON)


@_open
def pairings_csv(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round for a spreadsheet, in the language of the tournament."""
    paired = get_object_or_404(_released(tournament), number=number)
    with in_language_of(tournament):
        return HttpResponse(sheet_csv(pairings_sheet(round_page(paired))), content_type=CSV)


@_open
def pairings_json(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round for other programs."""
    paired = get_object_or_404(_released(tournament), number=number)
    return HttpResponse(written_pairings(round_page(paired)), content_type=JSON)


def _ranking(tournament: Tournament) -> StandingsPage:
    return standings_page(tournament, record=record_of(tournament, with_hidden=False))


def _released(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that everyone sees, whoever asks: the answer is the same for all."""
    return tournament.rounds.released().select_related("tournament")

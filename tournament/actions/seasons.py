"""Seasons are set up, changed and removed."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User

from tournament.actions.change import ClubChange, change_club
from tournament.actions.texts import address_of
from tournament.engine.refusals import Refused
from tournament.models import Club, Season, SeasonEvening, Tournament

LONGEST_KEY = 40
MOST_PLACES, MOST_POINTS = 100, 1000


def set_up_season(club: Club, *, by: User, name: str, ticked: Collection[int] = (), **settings: object) -> Season:
    """A new season of the club; sent twice, it is one."""
    with change_club(club, by=by, action="season_added") as step:
        for other in Season.objects.filter(club=step.club, name=name):
            if all(getattr(other, field) == value for field, value in settings.items()):
                return other
        season = Season(club=step.club, key=_free_key(step.club, name), name=name, **settings)
        _refuse_table(season.points)
        step.add(season)
        _tick(step, season, ticked)
        step.facts = {"name": name}
    return season


def change_season(season: Season, *, by: User, name: str, ticked: Collection[int] = (), **settings: object) -> None:
    """Another name, other evenings or other points; the address stays."""
    with change_club(season.club, by=by, action="season_changed") as step:
        season.refresh_from_db()
        step.facts = {"name": name}
        step.update(season, name=name, **settings)
        _refuse_table(season.points)
        _tick(step, season, ticked)


def remove_season(season: Season, *, by: User) -> None:
    """Remove the season; its evenings stay."""
    with change_club(season.club, by=by, action="season_removed") as step:
        stored = Season.objects.filter(pk=season.pk).first()
        if stored is None:
            return
        step.facts = {"name": stored.name}
        for ticked in stored.ticked.order_by("pk"):
            step.remove(ticked)
        step.remove(stored)


def choose_season(club: Club, *, by: User, season: Season | None) -> None:
    """Let this season of the club be its own; None: the one that is running."""
    with change_club(club, by=by, action="own_season_chosen") as step:
        of_club = Season.objects.filter(club=step.club)
        wanted = of_club.filter(pk=season.pk).first() if season else None
        if season and wanted is None:
            raise Refused("not_understood")
        step.facts = {"name": wanted.name if wanted else ""}
        for each in of_club.order_by("pk"):
            step.update(each, is_own=each == wanted)


def _tick(step: ClubChange, season: Season, wanted: Collection[int]) -> None:
    """Let the season have these tournaments of the club, if it has no days."""
    of_club = Tournament.objects.filter(club=step.club, pk__in=wanted) if season.is_ticked else ()
    keys = {tournament.pk for tournament in of_club}
    for ticked in season.ticked.order_by("pk"):
        if ticked.tournament_id in keys:
            keys.remove(ticked.tournament_id)
        else:
            step.remove(ticked)
    step.add_all([SeasonEvening(season=season, tournament_id=key) for key in sorted(keys)])


def _free_key(club: Club, name: str) -> str:
    """The end of the address: the name, with a number where another season has it."""
    wished = address_of(name)[: LONGEST_KEY - 4].strip("-") or "season"
    taken = set(Season.objects.filter(club=club).values_list("key", flat=True))
    number = 1
    key = wished
    while key in taken:
        number += 1
        key = f"{wished}-{number}"
    return key


def _refuse_table(table: Sequence[int]) -> None:
    """Refuse a table in which a better place gives less, or that is too long or too large to be meant."""
    if not 1 <= len(table) <= MOST_PLACES:
        raise Refused("points_table_length", most=MOST_PLACES)
    if any(not 0 <= points <= MOST_POINTS for points in table):
        raise Refused("points_table_range", most=MOST_POINTS)
    if list(table) != sorted(table, reverse=True):
        raise Refused("points_table_rises")

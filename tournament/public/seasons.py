"""What everyone sees of a club's years: its seasons, its ratings, its players."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tournament.models import Club
from tournament.pages.careers import career_page
from tournament.pages.ratings import rating_rows
from tournament.pages.seasons import IN_THE_HEAD, name_of, row_reasons, season_course, season_page
from tournament.public.parts import ClubPage, Part
from tournament.queries.club_years import ClubYears, SeasonFacts, years_of
from tournament.tables.courses import evenings_table
from tournament.tables.persons import AgainstTable, OwnEveningTable, RatingTable


def club_tabs(club: Club) -> dict[str, Any]:
    """What the tabs above every page of a club need."""
    years = years_of(club)
    return {"newest_season": years.seasons[0] if years.seasons else None}


def club_heads(club: Club) -> dict[str, Any]:
    """The head of the newest season and of the ratings, for the club's own page."""
    years = years_of(club)

    def season() -> Any:
        page = season_page(years, years.season(years.seasons[0]), timezone.localdate()) if years.seasons else None
        return page if page and page.rows else None

    return {**club_tabs(club), "season": SimpleLazyObject(season), "rated": rating_rows(years)[:IN_THE_HEAD]}


def _part(club: Club, tab: str, title: str, template: str, **context: Any) -> Part:
    return Part(template, f"{title} · {club.name}", {**club_tabs(club), "tab": tab, **context})


def _of_season(
    template: str, view: str, heading: Callable[[], str], make: Callable[[ClubYears, SeasonFacts], dict[str, Any]]
) -> Callable[..., Part | None]:
    """A page of a season; None: the club has no season of this key."""

    def part(club: Club, key: str) -> Part | None:
        years = years_of(club)
        season = years.season_called(key)
        if season is None:
            return None
        facts = years.season(season)
        others = [other for other in years.seasons if other.pk != season.pk]
        shared = {"season": season, "facts": facts, "view": view, "others": others}
        title = " · ".join(filter(None, (heading(), season.name)))
        return _part(club, "season", title, template, **shared, **make(years, facts))

    return part


def _ratings(club: Club) -> Part | None:
    if not club.rates:
        return None
    table = RatingTable(club, rating_rows(years_of(club)))
    return _part(club, "ratings", _("Ratings"), "season/ratings.html", table=table)


def _person(club: Club, person: int) -> Part | None:
    years = years_of(club)
    if not years.is_known(person):
        return None
    page = career_page(years, person)
    without = () if page.rating else ("rating",)
    tables = (AgainstTable(club, page.against), OwnEveningTable(page.evenings, without=without))
    shown = [table for table in tables if table.data]
    return _part(club, "person", name_of(years, person), "season/person.html", page=page, tables=shown)


def _course(years: ClubYears, facts: SeasonFacts) -> dict[str, Any]:
    course = season_course(years, facts)
    return {"course": course, "table": evenings_table(course)}


def _day() -> str:
    return timezone.localdate().isoformat()


SEASON = ClubPage(
    "season",
    _of_season(
        "season/table.html",
        "table",
        lambda: "",
        lambda years, facts: {"page": season_page(years, facts, timezone.localdate())},
    ),
    edition=_day,
)
SEASON_COURSE = ClubPage(
    "season_course",
    _of_season(
        "season/course.html",
        "course",
        lambda: _("Progress"),
        _course,
    ),
    edition=_day,
)
SEASON_ORDER = ClubPage(
    "season_order",
    _of_season(
        "season/order.html",
        "order",
        lambda: _("Why this order?"),
        lambda years, facts: {
            "reasons": row_reasons(years, facts, timezone.localdate()),
            "page": season_page(years, facts, timezone.localdate()),
        },
    ),
    edition=_day,
)
RATINGS = ClubPage("ratings", _ratings)
PERSON = ClubPage("club_player", _person)

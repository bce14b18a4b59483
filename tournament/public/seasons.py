"""Public pages of a club: its seasons, ratings and players."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tournament.exports.pictures import season_card
from tournament.models import Club, Person, Wish
from tournament.pages import persons, players, seasons as pages, standings
from tournament.phrases.tournaments import shared_words_of_club
from tournament.public.parts import ClubPage, LivePart, part_or_404
from tournament.queries.editions import Shows
from tournament.queries.seasons import ClubYears, SeasonFacts, years_of


def club_tabs(club: Club) -> dict[str, Any]:
    return {"own_season": years_of(club).own_season(timezone.localdate())}


def club_heads(club: Club) -> dict[str, Any]:
    """Build the context of the club's own page: the first rows of its main season and of the ratings."""
    years = years_of(club)

    def season() -> Any:
        own_season = years.own_season(timezone.localdate())
        facts = years.season(own_season) if own_season else None
        if facts is None or not facts.rows:
            return None
        return pages.SeasonPage(years, facts, pages.placed_rows(facts, years)[: pages.IN_THE_HEAD])

    rated = pages.ranked_first(pages.rating_rows(years, timezone.localdate()))
    return {**club_tabs(club), "season": SimpleLazyObject(season), "rated": rated[: pages.IN_THE_HEAD]}


def _part(
    club: Club,
    tab: str,
    title: str,
    template: str,
    shown_part: players.ListPart[Any] | None = None,
    *,
    is_told: bool = True,
    **context: Any,
) -> LivePart:
    """Make the live part of a page; messengers show the club's place beside a shared link if it `is_told`."""
    description = shared_words_of_club(club.place) if is_told else ""
    return LivePart(
        template, f"{title} · {club.name}", {**club_tabs(club), "tab": tab, **context}, shown_part, description
    )


def _of_season(
    page: str,
    template: str,
    size: int,
    heading: Callable[[], str],
    make: Callable[[ClubYears, SeasonFacts, players.ListPart[pages.SeasonPlace]], dict[str, Any]],
) -> Callable[..., LivePart]:
    """Make the function that makes the live part of a season's page, with its ranking in parts."""

    def part(club: Club, key: str, part: int = 1) -> LivePart:
        years = years_of(club)
        season = years.season_by_key(key)
        if season is None:
            raise Http404
        facts = years.season(season)
        shown_part = part_or_404(pages.placed_rows(facts, years), part, size)
        shared: dict[str, Any] = {
            "season": season,
            "facts": facts,
            "view": page,
            "others": [other_season for other_season in years.seasons if other_season.pk != season.pk],
        }
        title = " · ".join(filter(None, (heading(), season.name)))
        return _part(club, "season", title, template, shown_part, **shared, **make(years, facts, shown_part))

    return part


def _table(years: ClubYears, facts: SeasonFacts, shown_part: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    given_up = facts.given_up(timezone.localdate())
    return {"page": pages.SeasonPage(years, facts, shown_part.rows), "given_up": given_up}


def _course(years: ClubYears, facts: SeasonFacts, shown_part: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    course = pages.season_course(years, facts).between(shown_part.first, shown_part.last)
    return {"course": course, "table": standings.CourseTable(_("Places evening by evening"), course, course.headings)}


def _order(years: ClubYears, facts: SeasonFacts, shown_part: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    page = pages.SeasonPage(years, facts, shown_part.rows)
    return {"page": page, "reasons": tuple(pages.row_reasons(page, timezone.localdate()))}


def _ratings(club: Club, part: int = 1) -> LivePart:
    if not club.rates:
        raise Http404
    today = timezone.localdate()
    rating_rows = pages.rating_rows(years_of(club), today)
    shown_part = part_or_404(pages.ranked_first(rating_rows), part)
    shared: dict[str, Any] = {
        "table": persons.RatingTable(club, shown_part.rows, today),
        "today": today,
        # Inactive players come after the last active one.
        "inactive": [row for row in rating_rows if not row.is_active] if part == shown_part.parts else [],
    }
    return _part(club, "ratings", _("Ratings"), "season/ratings.html", shown_part, **shared)


def _person(club: Club, person: int, part: int = 1) -> LivePart:
    """Show the page of a person; later parts list further opponents only."""
    years = years_of(club)
    if not years.is_known(person):
        raise Http404
    shown_part = part_or_404(years.careers[person].against if person in years.careers else (), part)
    page = persons.CareerPage(years, person, timezone.localdate())
    evenings = persons.OwnEveningTable(page.evenings, without=() if page.rating else ("rating",))
    matches = persons.OwnMatchTable(years, page.matches, without=() if page.rating else ("change",))
    once = [matches, evenings] if part == 1 else []
    tables = [table for table in (persons.AgainstTable(years, shown_part.rows), *once) if table.data]
    is_told = not Person.objects.filter(pk=person, wish=Wish.HIDDEN).exists()
    return _part(
        club,
        "person",
        page.name,
        "season/person.html",
        shown_part,
        is_told=is_told,
        page=page,
        tables=tables,
        is_first=part == 1,
    )


SEASON = ClubPage(
    "season",
    _of_season("season", "season/table.html", pages.ROWS, lambda: "", _table),
    shows=Shows.TODAY,
    comes_in_parts=True,
    card=season_card,
)
SEASON_COURSE = ClubPage(
    "season_course",
    _of_season("season_course", "season/course.html", standings.MOST_LINES, lambda: _("Progress"), _course),
    shows=Shows.TODAY,
    comes_in_parts=True,
)
SEASON_ORDER = ClubPage(
    "season_order",
    _of_season("season_order", "season/order.html", pages.REASONS, lambda: _("Why this order?"), _order),
    shows=Shows.TODAY,
    comes_in_parts=True,
)
RATINGS = ClubPage("ratings", _ratings, shows=Shows.TODAY, comes_in_parts=True)
PERSON = ClubPage("club_player", _person, shows=Shows.TODAY, comes_in_parts=True)
FIND_PERSON = ClubPage(
    "find_person", lambda club: _part(club, "find", _("Find a name"), "club/part.html", is_told=False)
)

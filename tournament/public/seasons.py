"""Public pages of a club: its seasons, ratings and players."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tournament.models import Club, Person, Wish
from tournament.pages import persons, players, seasons as pages, standings
from tournament.phrases.tournaments import shared_words_of_club
from tournament.public.parts import ClubPage, LivePart
from tournament.queries.seasons import ClubYears, SeasonFacts, years_of


def club_tabs(club: Club) -> dict[str, Any]:
    """Build the context of the tabs above every page of a club."""
    return {"own_season": years_of(club).own_season(timezone.localdate())}


def club_heads(club: Club) -> dict[str, Any]:
    """Build the context of the club's own page: the first rows of its main season and of the ratings."""
    years = years_of(club)

    def season() -> Any:
        own = years.own_season(timezone.localdate())
        facts = years.season(own) if own else None
        if facts is None or not facts.rows:
            return None
        return pages.season_page(years, facts, pages.placed_rows(facts, years)[: pages.IN_THE_HEAD])

    rated = pages.ranked_first(pages.rating_rows(years, timezone.localdate()))
    return {**club_tabs(club), "season": SimpleLazyObject(season), "rated": rated[: pages.IN_THE_HEAD]}


def _part(
    club: Club,
    tab: str,
    title: str,
    template: str,
    listed: players.ListPart[Any] | None = None,
    *,
    is_told: bool = True,
    **context: Any,
) -> LivePart:
    """Make the live part of a page; a messenger shows nothing of its link unless it `is_told`."""
    description = shared_words_of_club(club.place) if is_told else ""
    return LivePart(template, f"{title} · {club.name}", {**club_tabs(club), "tab": tab, **context}, listed, description)


def _of_season(
    page: str,
    template: str,
    size: int,
    heading: Callable[[], str],
    make: Callable[[ClubYears, SeasonFacts, players.ListPart[pages.SeasonPlace]], dict[str, Any]],
) -> Callable[..., LivePart | None]:
    """Make a page of a season, with its ranking in parts; None if the club has no such season."""

    def part(club: Club, key: str, part: int = 1) -> LivePart | None:
        years = years_of(club)
        season = years.season_by_key(key)
        if season is None:
            return None
        facts = years.season(season)
        listed = players.list_part(pages.placed_rows(facts, years), part, size)
        if listed is None:
            return None
        shared: dict[str, Any] = {
            "season": season,
            "facts": facts,
            "view": page,
            "others": [other for other in years.seasons if other.pk != season.pk],
        }
        title = " · ".join(filter(None, (heading(), season.name)))
        return _part(club, "season", title, template, listed, **shared, **make(years, facts, listed))

    return part


def _table(years: ClubYears, facts: SeasonFacts, listed: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    given_up = facts.given_up(timezone.localdate())
    return {"page": pages.season_page(years, facts, listed.rows), "given_up": given_up}


def _course(years: ClubYears, facts: SeasonFacts, listed: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    course = pages.season_course(years, facts).between(listed.first, listed.last)
    return {"course": course, "table": standings.evenings_table(course)}


def _order(years: ClubYears, facts: SeasonFacts, listed: players.ListPart[pages.SeasonPlace]) -> dict[str, Any]:
    page = pages.season_page(years, facts, listed.rows)
    return {"page": page, "reasons": tuple(pages.row_reasons(page, listed.rows, timezone.localdate()))}


def _ratings(club: Club, part: int = 1) -> LivePart | None:
    if not club.rates:
        return None
    today = timezone.localdate()
    rows = pages.rating_rows(years_of(club), today)
    listed = players.list_part(pages.ranked_first(rows), part)
    if listed is None:
        return None
    shared: dict[str, Any] = {
        "table": persons.RatingTable(club, listed.rows, today),
        "today": today,
        # Inactive players come after the last active one.
        "inactive": [row for row in rows if not row.is_active] if part == listed.parts else [],
    }
    return _part(club, "ratings", _("Ratings"), "season/ratings.html", listed, **shared)


def _person(club: Club, person: int, part: int = 1) -> LivePart | None:
    """Show the page of a person; later parts list further opponents only."""
    years = years_of(club)
    page = persons.career_page(years, person, timezone.localdate()) if years.is_known(person) else None
    listed = players.list_part(page.career.against, part) if page else None
    if page is None or listed is None:
        return None
    evenings = persons.OwnEveningTable(page.evenings, without=() if page.rating else ("rating",))
    matches = persons.OwnMatchTable(years, page.matches, without=() if page.rating else ("change",))
    once = [matches, evenings] if part == 1 else []
    tables = [table for table in (persons.AgainstTable(years, listed.rows), *once) if table.data]
    is_told = not Person.objects.filter(pk=person, wish=Wish.HIDDEN).exists()
    return _part(
        club,
        "person",
        page.name,
        "season/person.html",
        listed,
        is_told=is_told,
        page=page,
        tables=tables,
        is_first=part == 1,
    )


def _find(club: Club) -> LivePart:
    return _part(club, "find", _("Find a name"), "club/part.html", is_told=False)


def _day() -> str:
    return timezone.localdate().isoformat()


SEASON = ClubPage(
    "season",
    _of_season("season", "season/table.html", pages.ROWS, lambda: "", _table),
    edition=_day,
    comes_in_parts=True,
)
SEASON_COURSE = ClubPage(
    "season_course",
    _of_season("season_course", "season/course.html", standings.MOST_LINES, lambda: _("Progress"), _course),
    edition=_day,
    comes_in_parts=True,
)
SEASON_ORDER = ClubPage(
    "season_order",
    _of_season("season_order", "season/order.html", pages.REASONS, lambda: _("Why this order?"), _order),
    edition=_day,
    comes_in_parts=True,
)
RATINGS = ClubPage("ratings", _ratings, edition=_day, comes_in_parts=True)
PERSON = ClubPage("club_player", _person, edition=_day, comes_in_parts=True)
FIND_PERSON = ClubPage("find_person", _find)

"""Seasons and ratings for other programs, as JSON.

The keys are stable, as clubs' web sites read them: keys may be added, but none is removed or changes its meaning.
"""

import json
from datetime import date
from typing import Any

from tournament.models import Club
from tournament.pages.seasons import ALL_MATCHES, RATINGS, in_order, name_of, rating_rows
from tournament.pages.sheets import Figure, facts_of
from tournament.queries.all_matches import all_matches
from tournament.queries.seasons import ClubYears, SeasonFacts
from tournament.season.ranking import SeasonCell


def ratings_json(years: ClubYears, today: date) -> bytes:
    """Write name, rating to a tenth, experience, place and last match of everyone, highest rating first."""
    return _written(years.club, ratings=facts_of(RATINGS, rating_rows(years, today)))


def all_matches_json(years: ClubYears, *, is_public: bool = True) -> bytes:
    """Write every match of the club with a result, the earliest first."""
    return _written(years.club, matches=facts_of(ALL_MATCHES, all_matches(years, is_public=is_public)))


def season_json(years: ClubYears, facts: SeasonFacts) -> bytes:
    """Write the ranking of a season with every evening, marked as provisional while an evening is running."""
    season = facts.season
    return _written(
        years.club,
        season=season.name,
        key=season.key,
        begins=_day(season.begins),
        ends=_day(season.ends),
        points_by=season.points_by,
        table=list(season.points),
        ties_share=season.ties_share,
        finals_count=season.finals_count,
        best=season.best,
        is_provisional=facts.running is not None,
        evenings=[
            {
                "number": number,
                "date": _day(evening.tournament.date),
                "tournament": evening.tournament.name,
                "is_running": evening.played.is_running,
            }
            for number, evening in enumerate(facts.evenings, start=1)
        ],
        ranking=[
            {
                "place": row.rank,
                "name": name_of(years, row.person),
                "points": Figure(row.points).rounded,
                "decided_by": row.decided_by,
                "evenings": [_cell(cell) for cell in row.cells],
            }
            for row in in_order(facts, years)
        ],
    )


def _written(club: Club, **content: Any) -> bytes:
    content = {"club": club.name, "place": club.place, **content}
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _cell(cell: SeasonCell | None) -> dict[str, Any] | None:
    """Write an evening of a player in a season; null if they did not play."""
    if cell is None:
        return None
    return {"points": Figure(cell.points).rounded, "counts": cell.counts, "is_won": cell.is_won}

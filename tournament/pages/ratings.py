"""The ranking of a club's ratings: who is active and has played enough, and below it the others."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.pages.seasons import name_of
from tournament.pages.sheets import Column, ColumnKind, Sheet
from tournament.phrases.seasons import rating_text
from tournament.queries.seasons import ClubYears


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's rating; `experience` is the sum of the lengths of their rated matches, `enough` what is asked for.

    The `rank` is that among those who are active and have played enough, None for the others. `change` is what the
    rating has changed by since the month began, `last` the day of the last rated match.
    """

    rank: int | None
    person: int
    name: str
    rating: float
    change: float
    experience: int
    enough: int
    last: date
    is_active: bool

    @property
    def shown(self) -> str:
        """The rating in whole points."""
        return rating_text(self.rating)


def rating_rows(years: ClubYears, today: date) -> tuple[RatingRow, ...]:
    """Everybody with a rating whose name may be seen, the highest first."""
    club, rated, occasions = years.club, years.ratings, years.occasions
    active_since = months_before(today, club.rating_months) if club.rating_months else date.min
    month = today.replace(day=1)
    rows: list[RatingRow] = []
    rank = 0
    for person in years.ranking:
        if not years.is_known(person):
            continue
        course = rated[person].course
        last = occasions[course[-1][0]].date
        is_active = last >= active_since
        is_ranked = is_active and rated[person].experience >= club.rating_experience
        rank += is_ranked
        before = next((rating for nth, rating in reversed(course) if occasions[nth].date < month), club.rating_start)
        rows.append(
            RatingRow(
                rank=rank if is_ranked else None,
                person=person,
                name=name_of(years, person),
                rating=rated[person].rating,
                change=rated[person].rating - before,
                experience=rated[person].experience,
                enough=club.rating_experience,
                last=last,
                is_active=is_active,
            )
        )
    return tuple(rows)


def ranked_first(rows: Sequence[RatingRow]) -> tuple[RatingRow, ...]:
    """Who is ranked, and below them who is active but has played too little."""
    active = [row for row in rows if row.is_active]
    return tuple(sorted(active, key=lambda row: row.rank is None))


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier, or the last of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def ratings_sheet(years: ClubYears, today: date) -> Sheet:
    """The ratings to a tenth of a point."""
    return Sheet(
        title=years.club.name,
        subtitle=_("Ratings"),
        columns=(
            Column(_("Name"), ColumnKind.NAME),
            Column(_("Rating"), ColumnKind.NUMBER),
            Column(_("Experience"), ColumnKind.NUMBER),
            Column(_("Place"), ColumnKind.NUMBER),
            Column(_("Last match"), ColumnKind.NUMBER),
        ),
        rows=tuple(
            (row.name, number_format(row.rating, 1), row.experience, row.rank, row.last.isoformat())
            for row in rating_rows(years, today)
        ),
        notes=(),
    )

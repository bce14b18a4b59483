"""The ranking of a club's ratings."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.pages.seasons import name_of
from tournament.pages.sheets import Column, ColumnKind, Sheet
from tournament.phrases.seasons import rating_text
from tournament.queries.club_years import ClubYears


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's rating; `experience` is the sum of the lengths of their rated matches."""

    rank: int
    person: int
    name: str
    rating: float
    experience: int

    @property
    def shown(self) -> str:
        """The rating in whole points."""
        return rating_text(self.rating)


def rating_rows(years: ClubYears) -> tuple[RatingRow, ...]:
    """Everybody with a rating whose name may be seen, the highest first."""
    rated = years.ratings
    known = [person for person in years.ranking if years.is_known(person)]
    return tuple(
        RatingRow(rank, person, name_of(years, person), rated[person].rating, rated[person].experience)
        for rank, person in enumerate(known, start=1)
    )


def ratings_sheet(years: ClubYears) -> Sheet:
    """The ratings to a tenth of a point."""
    return Sheet(
        title=years.club.name,
        subtitle=_("Ratings"),
        columns=(
            Column(_("Name"), ColumnKind.NAME),
            Column(_("Rating"), ColumnKind.NUMBER),
            Column(_("Experience"), ColumnKind.NUMBER),
        ),
        rows=tuple((row.name, number_format(row.rating, 1), row.experience) for row in rating_rows(years)),
        notes=(),
    )

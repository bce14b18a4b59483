"""What somebody has done over the years of a club."""

from dataclasses import dataclass
from datetime import date

from tournament.models import Tournament
from tournament.pages.course import STEP, curve, dots
from tournament.pages.seasons import name_of
from tournament.phrases.seasons import rating_text
from tournament.queries.club_years import Attended, ClubYears

# So far the drawing goes back, and so many evenings are listed.
MOST_DRAWN, MOST_LISTED = 60, 60
HEIGHT = 100


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """A rating from evening to evening, as a line to be drawn in a hundred units of height."""

    days: tuple[date, ...]
    ratings: tuple[float, ...]

    @property
    def width(self) -> int:
        return max(len(self.ratings), 1) * STEP

    @property
    def _points(self) -> list[tuple[int, int]]:
        lowest, highest = min(self.ratings), max(self.ratings)
        span = max(highest - lowest, 1.0)
        return [
            (nth * STEP + STEP // 2, round(HEIGHT - 12 - (HEIGHT - 24) * (rating - lowest) / span))
            for nth, rating in enumerate(self.ratings)
        ]

    @property
    def path(self) -> str:
        return curve(self._points)

    @property
    def dots(self) -> str:
        return dots(self._points)

    @property
    def last_day(self) -> date:
        return self.days[-1]

    @property
    def lowest(self) -> str:
        return rating_text(min(self.ratings))

    @property
    def highest(self) -> str:
        return rating_text(max(self.ratings))


@dataclass(frozen=True, slots=True)
class AgainstRow:
    """The matches with one opponent."""

    person: int
    name: str
    is_known: bool
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening, and how the rating stood after it."""

    tournament: Tournament
    attended: Attended
    rating: str


@dataclass(frozen=True, slots=True)
class CareerPage:
    """A player of the club; `course` is None where there is no rating."""

    name: str
    rating: str
    experience: int
    rank: int
    won: int
    lost: int
    streak: int
    longest_streak: int
    course: RatingCourse | None
    evenings: tuple[EveningRow, ...]
    all_evenings: int
    evenings_won: int
    against: tuple[AgainstRow, ...]


def career_page(years: ClubYears, person: int) -> CareerPage:
    """Evenings the newest first, opponents the most met first."""
    career, rated = years.careers.get(person), years.ratings.get(person)
    ratings = dict(rated.course) if rated else {}
    occasions = years.occasions
    after = {
        occasion.tournament.pk: rating_text(ratings[nth])
        for nth, occasion in enumerate(occasions)
        if occasion.tournament and nth in ratings
    }
    attended = years.attended(person)
    drawn = rated.course[-MOST_DRAWN:] if rated else ()
    opponents = career.against if career else ()
    return CareerPage(
        name=name_of(years, person),
        rating=rating_text(rated.rating) if rated else "",
        experience=rated.experience if rated else 0,
        rank=years.ranking.index(person) + 1 if rated else 0,
        won=career.won if career else 0,
        lost=career.lost if career else 0,
        streak=career.streak if career else 0,
        longest_streak=career.longest_streak if career else 0,
        course=RatingCourse(tuple(occasions[nth].date for nth, _rating in drawn), tuple(r for _nth, r in drawn))
        if len(drawn) > 1
        else None,
        evenings=tuple(
            EveningRow(each.tournament, each, after.get(each.tournament.pk, ""))
            for each in reversed(attended[-MOST_LISTED:])
        ),
        all_evenings=len(attended),
        evenings_won=sum(each.rank == 1 and not each.is_running for each in attended),
        against=tuple(
            AgainstRow(each.opponent, name_of(years, each.opponent), years.is_known(each.opponent), each.won, each.lost)
            for each in opponents
        ),
    )

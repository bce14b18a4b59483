"""What somebody has done over the years of a club."""

from dataclasses import dataclass
from datetime import date
from math import ceil, floor

from tournament.models import Tournament
from tournament.pages.course import STEP, curve
from tournament.pages.ratings import rating_rows
from tournament.pages.seasons import name_of
from tournament.phrases.seasons import rating_text
from tournament.queries.seasons import Attended, ClubYears

# So far the drawing goes back, and so many evenings are listed.
MOST_DRAWN, MOST_LISTED = 60, 60
HEIGHT = 100
STEPS, MOST_MARKS, DAYS_BELOW = (5, 10, 20, 50, 100, 200, 500, 1000), 5, 4


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """A rating from evening to evening, as a line to be drawn in a hundred units of height."""

    days: tuple[date, ...]
    ratings: tuple[float, ...]

    @property
    def width(self) -> int:
        return max(len(self.ratings), 1) * STEP

    def _height(self, rating: float) -> int:
        """The y coordinate of a rating in the drawing."""
        lowest, highest = min(self.ratings), max(self.ratings)
        return round(HEIGHT - 12 - (HEIGHT - 24) * (rating - lowest) / max(highest - lowest, 1.0))

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [(nth * STEP + STEP // 2, self._height(rating)) for nth, rating in enumerate(self.ratings)]

    @property
    def marks(self) -> tuple[tuple[str, int], ...]:
        """The ratings on the axis, round numbers a round step apart, and how far down each stands."""
        lowest, highest = min(self.ratings), max(self.ratings)
        step = next(step for step in STEPS if (highest - lowest) / step <= MOST_MARKS or step == STEPS[-1])
        first, last = ceil(lowest / step), floor(highest / step)
        return tuple((rating_text(nth * step), self._height(nth * step)) for nth in range(first, last + 1))

    @property
    def grid(self) -> str:
        """An SVG path along the marks."""
        return "".join(f"M0 {down}h{self.width}" for _rating, down in self.marks)

    @property
    def marked_days(self) -> tuple[date, ...]:
        """A few of the days below it, evenly spaced."""
        last = len(self.days) - 1
        count = min(last, DAYS_BELOW - 1)
        return tuple(self.days[last * nth // count] for nth in range(count + 1))

    @property
    def path(self) -> str:
        return curve(self._points)


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
class MatchRow:
    """A match by its number among all of the person, and what it has changed the rating by."""

    number: int
    day: date
    tournament: Tournament | None
    person: int
    name: str
    is_known: bool
    won: bool
    length: int
    change: float | None


@dataclass(frozen=True, slots=True)
class CareerPage:
    """A player of the club; `course` is None where there is no rating, `rank` where they are not ranked."""

    name: str
    rating: str
    experience: int
    rank: int | None
    won: int
    lost: int
    streak: int
    longest_streak: int
    course: RatingCourse | None
    evenings: tuple[EveningRow, ...]
    all_evenings: int
    evenings_won: int
    against: tuple[AgainstRow, ...]
    matches: tuple[MatchRow, ...]


def career_page(years: ClubYears, person: int, today: date) -> CareerPage:
    """Evenings and matches the newest first, opponents the most met first."""
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
        rank=next((row.rank for row in rating_rows(years, today) if row.person == person), None),
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
        matches=tuple(
            MatchRow(
                number,
                each.occasion.date,
                each.occasion.tournament,
                each.opponent,
                name_of(years, each.opponent),
                years.is_known(each.opponent),
                each.won,
                each.length,
                each.change,
            )
            for number, each in reversed([*enumerate(years.matches_of(person), start=1)][-MOST_LISTED:])
        ),
    )

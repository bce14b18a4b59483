"""What the page of a club shows of its evenings."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournament.models import Club, Tournament
from tournament.queries.cash import is_complete
from tournament.queries.facts import Facts, facts_of
from tournament.queries.players import is_open
from tournament.queries.rounds import RoundPage
from tournament.queries.seasons import evenings
from tournament.queries.standings import StandingRow

BEST = 3
# So many of the last evenings say who has won; all of them are on a page of their own.
LAST = 5


@dataclass(frozen=True, slots=True)
class RunningEvening:
    """An evening that is being played: its last round, and who leads."""

    tournament: Tournament
    pairings: RoundPage
    best: tuple[StandingRow, ...]

    @property
    def number(self) -> int:
        """The number of the round that is being played."""
        return self.pairings.round.number


@dataclass(frozen=True, slots=True)
class ComingEvening:
    """An evening that has not begun; who `takes_names` can be signed up with."""

    tournament: Tournament
    takes_names: bool


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening that is over: who has won, and before whom; nobody where it was not played to the end."""

    tournament: Tournament
    winner: str
    second: str


@dataclass(frozen=True, slots=True)
class ClubEvenings:
    """What everyone may know of a club's evenings; of those that are `past` the last ones, of `all_past`."""

    running: tuple[RunningEvening, ...]
    coming: tuple[ComingEvening, ...]
    past: tuple[PastEvening, ...]
    all_past: int


def evenings_of(club: Club, today: date) -> ClubEvenings:
    """The evenings of a club as they stand on this day."""
    found = evenings(club, today)
    return ClubEvenings(
        tuple(_running(tournament) for tournament in reversed(found.running)),
        tuple(ComingEvening(tournament, is_open(tournament)) for tournament in found.coming),
        tuple(_past(tournament) for tournament in found.past[:LAST]),
        len(found.past),
    )


def _running(tournament: Tournament) -> RunningEvening:
    facts = facts_of(tournament)
    return RunningEvening(tournament, facts.pairings(len(facts.rounds)), facts.ranking.rows[:BEST])


def _past(tournament: Tournament) -> PastEvening:
    facts = facts_of(tournament)
    winner, second = _names(facts, (0, 1)) if is_complete(tournament, facts.ranking) else ("", "")
    return PastEvening(tournament, winner, second)


def _names(facts: Facts, indices: Iterable[int]) -> list[str]:
    rows = facts.ranking.rows
    return [rows[index].entry.display_name if index < len(rows) else "" for index in indices]

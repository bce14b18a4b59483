"""Records over the years: matches won and lost against each opponent, and winning streaks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tournament.season.record import Match


@dataclass(slots=True)
class _Counted:
    won: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    streak: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Against:
    opponent: int
    won: int
    lost: int

    @property
    def matches(self) -> int:
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Career:
    """All matches of a person; `against` lists the opponents, the most frequent first.

    `longest_streak` is the most matches won in a row, `streak` how many have been won in a row up to now.
    """

    against: tuple[Against, ...] = ()
    longest_streak: int = 0
    streak: int = 0

    @property
    def won(self) -> int:
        return sum(each.won for each in self.against)

    @property
    def lost(self) -> int:
        return sum(each.lost for each in self.against)


def careers(matches: Iterable[Match]) -> dict[int, Career]:
    """Return the record of each person, from all matches in the order of play."""
    counted: dict[int, _Counted] = {}
    for match in matches:
        winner = counted.setdefault(match.winner, _Counted())
        winner.won[match.loser] += 1
        winner.streak += 1
        winner.longest = max(winner.longest, winner.streak)
        loser = counted.setdefault(match.loser, _Counted())
        loser.lost[match.winner] += 1
        loser.streak = 0
    return {person: _career(of_person) for person, of_person in counted.items()}


def _career(counted: _Counted) -> Career:
    met = counted.won.keys() | counted.lost.keys()
    against = [Against(opponent, counted.won[opponent], counted.lost[opponent]) for opponent in met]
    in_order = sorted(against, key=lambda each: (-each.matches, -each.won, each.opponent))
    return Career(tuple(in_order), counted.longest, counted.streak)

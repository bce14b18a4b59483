"""Records over the years: matches won and lost against each opponent, and winning streaks."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.season.record import Match


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
        return sum(row.won for row in self.against)

    @property
    def lost(self) -> int:
        return sum(row.lost for row in self.against)


def careers(matches: Iterable[Match]) -> dict[int, Career]:
    """Return the career of each person who has played, from all matches in the order of play."""
    wins: defaultdict[int, Counter[int]] = defaultdict(Counter)
    losses: defaultdict[int, Counter[int]] = defaultdict(Counter)
    streak: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    for match in matches:
        wins[match.winner][match.loser] += 1
        losses[match.loser][match.winner] += 1
        streak[match.winner] += 1
        longest[match.winner] = max(longest[match.winner], streak[match.winner])
        streak[match.loser] = 0
    return {
        person: Career(_against(wins[person], losses[person]), longest[person], streak[person]) for person in streak
    }


def _against(wins: Counter[int], losses: Counter[int]) -> tuple[Against, ...]:
    against_rows = [Against(opponent, wins[opponent], losses[opponent]) for opponent in wins.keys() | losses.keys()]
    return tuple(sorted(against_rows, key=lambda row: (-row.matches, -row.won, row.opponent)))

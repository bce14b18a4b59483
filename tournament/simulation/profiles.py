"""Profiles of invented tournaments, which say what may happen in them; each reveals its own kind of fault."""

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from tournament.engine.planning import possible_rounds


class ResultPattern(StrEnum):
    BY_STRENGTH = "by_strength"
    ALL_LEVEL = "all_level"
    IN_CIRCLES = "in_circles"


@dataclass(frozen=True, slots=True)
class Profile:
    """Probabilities of what happens to a player before a round, to a match, or to a match played earlier.

    `keeps_apart` is how often, before a round, two players are kept apart or allowed to meet again.
    `circle` is the length of the circles in which players beat each other if results go in circles.
    `rematches` tells whether rounds go on with rematches if no other pairing exists. `finals` is how often finals
    follow, `is_knock_out` that nothing else is played, `ends_early` how often they end before a round of theirs, and
    `second` how often they have a second bracket, which may then be ended in any round.
    """

    results: ResultPattern = ResultPattern.BY_STRENGTH
    circle: int = 3
    comes_late: float = 0.0
    withdraws: float = 0.0
    is_absent: float = 0.0
    returns: float = 0.0
    forfeits: float = 0.0
    double_forfeits: float = 0.0
    stopped: float = 0.0
    corrected: float = 0.0
    keeps_apart: float = 0.0
    rematches: bool = False
    finals: float = 0.0
    is_knock_out: bool = False
    ends_early: float = 0.0
    second: float = 0.0
    count_excess_points: bool = False
    unplayed_win_points: int = 0


PROFILES: dict[str, Profile] = {
    "club": Profile(comes_late=0.02, withdraws=0.01, forfeits=0.01, corrected=0.01),
    "plain": Profile(),
    "comings": Profile(comes_late=0.12, withdraws=0.06, is_absent=0.08, returns=0.5),
    "unplayed": Profile(forfeits=0.15, double_forfeits=0.05, stopped=0.1, unplayed_win_points=3),
    "corrections": Profile(corrected=0.12, forfeits=0.05, count_excess_points=True),
    "level": Profile(results=ResultPattern.ALL_LEVEL),
    "circles": Profile(results=ResultPattern.IN_CIRCLES),
    "last_rounds": Profile(rematches=True),
    "kept_apart": Profile(keeps_apart=0.6, comes_late=0.03, withdraws=0.03, rematches=True),
    "finals": Profile(
        finals=1.0,
        ends_early=0.03,
        comes_late=0.03,
        withdraws=0.05,
        is_absent=0.08,
        returns=0.4,
        forfeits=0.1,
        double_forfeits=0.08,
        stopped=0.08,
        corrected=0.1,
    ),
    "knock_out": Profile(
        finals=1.0,
        is_knock_out=True,
        ends_early=0.03,
        withdraws=0.05,
        is_absent=0.08,
        returns=0.4,
        forfeits=0.1,
        double_forfeits=0.08,
        stopped=0.08,
        corrected=0.1,
    ),
    "second": Profile(
        finals=1.0,
        ends_early=0.03,
        second=1.0,
        withdraws=0.05,
        is_absent=0.08,
        returns=0.4,
        forfeits=0.1,
        double_forfeits=0.08,
        stopped=0.08,
        corrected=0.1,
    ),
    "storm": Profile(
        comes_late=0.08,
        withdraws=0.05,
        is_absent=0.08,
        returns=0.4,
        forfeits=0.08,
        double_forfeits=0.04,
        stopped=0.06,
        corrected=0.08,
        rematches=True,
    ),
}
MIXED = "mixed"


def draw_plan(chance: Random, name: str, player_count: int | None, rounds: int | None) -> tuple[int, int, Profile]:
    """Return the numbers of players and planned rounds, and the profile; numbers that are None are drawn.

    Drawn are 2 to 64 players, and at most as many rounds as are possible without a rematch, plus one if the profile has
    rematches. `mixed` draws the profile as well, and varies it.
    """
    profile = PROFILES[name] if name != MIXED else PROFILES[chance.choice(sorted(PROFILES))]
    if name == MIXED:
        profile = replace(
            profile,
            circle=chance.randint(3, 6),
            rematches=chance.random() < 0.5,
            count_excess_points=chance.random() < 0.5,
            unplayed_win_points=chance.choice((0, 0, 1, 3)),
            finals=max(profile.finals, 0.2),
        )
    if player_count is None:
        player_count = chance.randint(2, 16) if chance.random() < 0.7 else chance.randint(17, 64)
    if rounds is None and profile.is_knock_out:
        rounds = 0
    elif rounds is None:
        most = possible_rounds(player_count) + profile.rematches
        rounds = chance.randint(1, min(most, 12) if player_count > 12 else most)
    return player_count, rounds, profile

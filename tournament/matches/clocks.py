"""The time of a match: what is left of a player's reserve after a move."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.refusals import Refused


class ClockRule(StrEnum):
    """What becomes of the reserve after a move."""

    NORMAL = "normal"
    """A quick move fills it up again."""
    BLITZ = "blitz"
    """A quick move gives some of it back."""
    DELAY = "delay"
    """It runs only once the move's own time is over."""


@dataclass(frozen=True, slots=True)
class Clock:
    """`reserve` and `delay` in seconds; the reserve is for each game, with `DELAY` for each point of the match."""

    rule: ClockRule
    reserve: int
    delay: int

    def at_start(self, match_length: int, points_scored: int = 0) -> int:
        """The reserve with which a game begins; between games half a point's worth goes for each point scored."""
        if self.rule is not ClockRule.DELAY:
            return self.reserve
        return max(0, self.reserve * match_length - self.reserve // 2 * points_scored)

    def after_move(self, reserve: int, seconds: int) -> int:
        """The reserve after a move that took so many seconds."""
        if self.rule is ClockRule.DELAY:
            return max(0, reserve - max(0, seconds - self.delay))
        left = max(0, reserve - seconds)
        if seconds > self.delay:
            return left
        return self.reserve if self.rule is ClockRule.NORMAL else min(self.reserve, left + self.delay)


CLOCKS = {
    "normal": Clock(ClockRule.NORMAL, reserve=120, delay=20),
    "blitz": Clock(ClockRule.BLITZ, reserve=30, delay=10),
    "delay": Clock(ClockRule.DELAY, reserve=120, delay=12),
}


LONGEST_RESERVE = 3_600
LONGEST_DELAY = 600


def clock_named(name: str) -> Clock | None:
    """The clock of a tournament: none for "", one of `CLOCKS` by its key, or one of its own as "delay 90 15".

    Refuses every other text.
    """
    if not name:
        return None
    if name in CLOCKS:
        return CLOCKS[name]
    rule, _, seconds = name.partition(" ")
    reserve, _, delay = seconds.partition(" ")
    if rule not in tuple(ClockRule) or not (reserve.isdecimal() and delay.isdecimal()):
        raise Refused("clock_not_known")
    clock = Clock(ClockRule(rule), int(reserve), int(delay))
    if not (1 <= clock.reserve <= LONGEST_RESERVE and clock.delay <= LONGEST_DELAY):
        raise Refused("clock_out_of_bounds", reserve=LONGEST_RESERVE, delay=LONGEST_DELAY)
    return clock


def clock_name(clock: Clock | None) -> str:
    """The name that `clock_named` reads as this clock."""
    if clock is None:
        return ""
    usual = next((name for name, known in CLOCKS.items() if known == clock), None)
    return usual or f"{clock.rule.value} {clock.reserve} {clock.delay}"

"""Clocks of a match; `static/match_clock.js` runs them."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.refusals import Refused


class ClockRule(StrEnum):
    """What happens to the reserve after a move."""

    NORMAL = "normal"
    """A quick move fills it up again."""
    BLITZ = "blitz"
    """A quick move gives some of it back."""
    DELAY = "delay"
    """It runs only after the move's own time."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A match clock; `reserve` and `delay` in seconds.

    The reserve is for each game, or with `DELAY` for each point of the match.
    """

    rule: ClockRule
    reserve: int
    delay: int


CLOCKS = {
    "normal": Clock(ClockRule.NORMAL, reserve=120, delay=20),
    "blitz": Clock(ClockRule.BLITZ, reserve=30, delay=10),
    "delay": Clock(ClockRule.DELAY, reserve=120, delay=12),
}


LONGEST_RESERVE = 3_600
LONGEST_DELAY = 600


def clock_named(name: str) -> Clock | None:
    """Return a tournament's clock: None for "", one of `CLOCKS` by key, or a custom one as "delay 90 15".

    Raises Refused for any other text.
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
    """Return the name that `clock_named` reads as this clock."""
    if clock is None:
        return ""
    usual = next((name for name, known in CLOCKS.items() if known == clock), None)
    return usual or f"{clock.rule.value} {clock.reserve} {clock.delay}"

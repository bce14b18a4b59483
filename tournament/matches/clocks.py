"""Clocks of a match; `static/match_clock.js` runs them."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.refusals import Refused


class ClockRule(StrEnum):
    """How a move changes a player's reserve of time; a quick move takes no longer than the clock's `delay`."""

    NORMAL = "normal"
    """A quick move refills the reserve."""
    BLITZ = "blitz"
    """A quick move adds `delay` to the reserve, which never exceeds its initial value."""
    DELAY = "delay"
    """The reserve runs only once a move has taken longer than `delay`."""


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
    """Return the clock with this name: a key of `CLOCKS`, or rule, reserve and delay like "delay 90 15"; None for "".

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
    """Return the name of a clock: a key of `CLOCKS`, or rule, reserve and delay like "delay 90 15"; "" for None."""
    if clock is None:
        return ""
    usual = next((name for name, usual_clock in CLOCKS.items() if usual_clock == clock), None)
    return usual or f"{clock.rule.value} {clock.reserve} {clock.delay}"

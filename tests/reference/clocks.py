"""What a player's reserve is, read plainly from the tournament rules; the page counts it in the browser."""

from tournament.matches.clocks import Clock, ClockRule


def at_start(clock: Clock, match_length: int, points_scored: int = 0) -> int:
    """The seconds with which a game begins; between games half a point's worth goes for each point scored."""
    if clock.rule is not ClockRule.DELAY:
        return clock.reserve
    return max(0, clock.reserve * match_length - clock.reserve // 2 * points_scored)


def after_move(clock: Clock, reserve: int, seconds: int) -> int:
    """The seconds that are left of the reserve after a move that took so many."""
    if clock.rule is ClockRule.DELAY:
        return max(0, reserve - max(0, seconds - clock.delay))
    left = max(0, reserve - seconds)
    if seconds > clock.delay:
        return left
    return clock.reserve if clock.rule is ClockRule.NORMAL else min(clock.reserve, left + clock.delay)

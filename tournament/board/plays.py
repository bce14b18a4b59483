"""Steps and plays: what may be done with a roll.

A step moves one checker by one number; a play is all steps of a roll. Which points are closed does not change during a
play, for only one side moves.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, HOME, MANNERS, OFF, Single, Variant
from tournament.board.positions import Position, highest, runner

Roll = tuple[int, int]
SIX = 6


class Obstacle(StrEnum):
    """A reason why a checker may not move by the number of a die."""

    NO_CHECKER = "no_checker"
    BAR_FIRST = "bar_first"
    PINNED = "pinned"
    FIRST_CHECKER = "first_checker"
    CLOSED = "closed"
    NOT_HOME = "not_home"
    HIGHER_CHECKER = "higher_checker"
    SIX_BLOCK = "six_block"


class CheckerMove(NamedTuple):
    """A checker moved from one own point to another by a number."""

    start: int
    target: int
    number: int
    is_hit: bool


class Play(NamedTuple):
    """The steps of a roll in order, none if nothing can be played, and the position after them."""

    steps: tuple[CheckerMove, ...]
    after: Position


def is_closed(position: Position, point: int) -> bool:
    """Whether the opponent's checkers keep the player on turn from landing on this point."""
    facing = position.facing(point)
    if facing != 1:
        return facing > 1
    single = MANNERS[position.game].single
    return single is Single.CLOSES or (single is Single.PINNED and point in position.pinned)


def obstacle(position: Position, start: int, number: int) -> Obstacle | None:
    """Return what forbids moving a checker by this number; None if the step is allowed."""
    checkers = position.own
    if not checkers[start]:
        return Obstacle.NO_CHECKER
    if start != BAR and checkers[BAR]:
        return Obstacle.BAR_FIRST
    if start in position.pinned:
        return Obstacle.PINNED
    is_fevga = position.game is Variant.FEVGA
    if is_fevga and start == HIGHEST_POINT and runner(checkers):
        return Obstacle.FIRST_CHECKER
    target = start - number
    if target > 0:
        if is_closed(position, target):
            return Obstacle.CLOSED
    elif (last := highest(checkers)) > HOME:
        return Obstacle.NOT_HOME
    elif target < 0 and start < last:
        return Obstacle.HIGHER_CHECKER
    if is_fevga and _makes_six(checkers, start, target):
        return Obstacle.SIX_BLOCK
    return None


def _makes_six(checkers: tuple[int, ...], start: int, target: int) -> bool:
    """Whether the player would hold all six points from 24 to 19 after the step."""
    points = range(HIGHEST_POINT - SIX + 1, HIGHEST_POINT + 1)
    return all(checkers[point] - (point == start) + (point == target) for point in points)


def stepped(position: Position, start: int, number: int) -> tuple[CheckerMove, Position]:
    """Make a step; return it and the position after it."""
    game, own_side, other_side, pinned = position
    target = max(start - number, OFF)
    checkers = list(own_side)
    checkers[start] -= 1
    checkers[target] += 1
    is_hit = target > 0 and position.facing(target) == 1 and MANNERS[game].has_bar
    if is_hit:
        hit = list(other_side)
        hit[MANNERS[game].facing(target)] = 0
        hit[BAR] += 1
        other_side = tuple(hit)
    return CheckerMove(start, target, number, is_hit), Position(game, tuple(checkers), other_side, pinned)


def after_steps(position: Position, steps: Iterable[CheckerMove]) -> Position:
    """Make legal steps one after the other; return the position after them."""
    for step in steps:
        position = stepped(position, step.start, step.number)[1]
    return position


def legal_plays(position: Position, roll: Roll) -> tuple[Play, ...]:
    """Return a play for each position that the roll may lead to; one without steps if nothing can be played."""
    high, low = max(roll), min(roll)
    orders = ((high, low), (low, high)) if high != low else ((high,) * 4,)
    reached = [_reached(position, numbers) for numbers in orders]
    most = max(len(levels) for levels in reached)
    if most == 0:
        return (Play((), position),)
    fullest = [levels[-1] for levels in reached if len(levels) == most]
    # If only one of two numbers can be played, it must be the higher one, whose order comes first.
    chosen_levels = fullest[:1] if most == 1 else fullest
    plays = {after: steps for level in reversed(chosen_levels) for after, steps in level.items()}
    return tuple(Play(steps, after) for after, steps in _open_the_way(position, plays).items())


Level = Mapping[Position, tuple[CheckerMove, ...]]


def _reached(position: Position, numbers: tuple[int, ...]) -> list[Level]:
    """Return the positions after each of the numbers, as far as they can be played in this order."""
    levels: list[Level] = []
    level: Level = {position: ()}
    for number in numbers:
        level = _next_level(level, number, in_order=len(numbers) > 2 and position.game is not Variant.FEVGA)
        if not level:
            break
        levels.append(level)
    return levels


def _next_level(level: Level, number: int, *, in_order: bool) -> Level:
    """Make one more step in every possible way; keep one way to each position.

    The steps of a double can be made from the highest point downwards (`in_order`), for a checker farther back is never
    in the way of those before it; only in Fevga another order may be needed.
    """
    steps_by_position: dict[Position, tuple[CheckerMove, ...]] = {}
    for position, steps in level.items():
        top = steps[-1].start if in_order and steps else BAR
        checkers = position.own
        for start in range(top, 0, -1):
            if checkers[start] and obstacle(position, start, number) is None:
                step, after = stepped(position, start, number)
                if after not in steps_by_position:
                    steps_by_position[after] = (*steps, step)
    return steps_by_position


def _open_the_way(position: Position, plays: Level) -> Level:
    """Fevga: if the player's six points block all 15 opposing checkers, keep the plays that open the way, if any."""
    points = points_before(position)
    open_ones = {after: steps for after, steps in plays.items() if not all(after.own[point] for point in points)}
    return open_ones if points and open_ones else plays


def points_before(position: Position) -> tuple[int, ...]:
    """Fevga: the six points right before all 15 opposing checkers if the player on turn holds them, else none."""
    if position.game is not Variant.FEVGA or CHECKERS not in position.other[SIX + 1 : BAR]:
        return ()
    stand = position.other.index(CHECKERS)
    points = tuple(MANNERS[position.game].facing(point) for point in range(stand - 1, stand - SIX - 1, -1))
    return points if all(position.own[point] for point in points) else ()

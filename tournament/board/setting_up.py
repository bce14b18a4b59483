"""Sets up a position checker by checker. The player on turn numbers the points; each side has its own bar (25)."""

from collections.abc import Mapping

from tournament.board.games import BAR, MANNERS, OFF, Single, Variant
from tournament.board.positions import Position, side, start

# The highest stack that a single tap can set: as many checkers as are drawn without overlapping.
HIGHEST_TO_NAME = 5
ALL_HOME = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}


def empty(game: Variant) -> Position:
    return Position(game, side({}), side({}))


def common_positions(game: Variant) -> Mapping[str, Position]:
    position_by_name = {
        "start": start(game),
        "bearing_off": Position(game, side(ALL_HOME), side(ALL_HOME)),
        "empty": empty(game),
    }
    if MANNERS[game].has_bar:
        entering = {25: 1, 13: 5, 8: 3, 6: 5, 24: 1}
        position_by_name["entering"] = Position(game, side(entering), side(MANNERS[game].start))
    return position_by_name


def added(position: Position, point: int, *, is_own: bool) -> Position:
    """Add a checker to a point; if the other side holds the point, remove one of theirs instead."""
    checkers = position.own if is_own else position.other
    if not _is_open_to(position, point, is_own=is_own):
        return taken(position, point, from_own=not is_own)
    if not checkers[OFF]:
        return position
    is_under = not is_own and point != BAR and position.own[point] == 1 and not position.facing(point)
    pinned = position.pinned | {point} if is_under else position.pinned
    return _changed(position, point, 1, pinned, is_own=is_own)


def _is_open_to(position: Position, point: int, *, is_own: bool) -> bool:
    """Whether the side may add a checker to those on the point."""
    if point == BAR:
        return True
    mine, theirs = position.own[point], position.facing(point)
    is_on_top = point not in position.pinned if is_own else not mine or point in position.pinned
    pins = MANNERS[position.game].single is Single.PINNED
    if mine and theirs:
        return is_on_top
    against = theirs if is_own else mine
    return not against or (pins and against == 1)


def taken(position: Position, point: int, *, from_own: bool | None = None) -> Position:
    """Remove the uppermost checker of a point; from the bar, a checker of the named side."""
    is_own = bool(from_own) if point == BAR else _is_own_on_top(position, point)
    count = position.own[point] if is_own else position.other[_of_other(position, point)]
    if not count:
        return position
    pinned = position.pinned - {point} if not is_own and count == 1 else position.pinned
    return _changed(position, point, -1, pinned, is_own=is_own)


def _of_other(position: Position, point: int) -> int:
    return BAR if point == BAR else MANNERS[position.game].facing(point)


def stacked(position: Position, point: int, count: int, *, is_own: bool) -> Position:
    """Set a stack of `count` checkers on a point, the uppermost of the named side.

    If the stack is there already, that side's checkers are removed, except that a stack of the highest count that can
    be set grows by one. A side with no checker left off the board takes one from its starting point, if it has a single
    one.
    """
    own_count, other_count = position.own[point], position.facing(point)
    height = own_count + other_count
    if height and _is_own_on_top(position, point) == is_own:
        beneath = other_count if is_own else own_count
        if height == count < HIGHEST_TO_NAME:
            return _lowered(position, point, beneath)
        if height >= count == HIGHEST_TO_NAME:
            count = height + 1
        lowest = count if count > beneath else 0
    else:
        is_pinned = MANNERS[position.game].single is Single.PINNED and height == 1 < count
        lowest = height if is_pinned else 0
    position = _lowered(position, point, lowest)
    for _missing in range(position.own[point] + position.facing(point), count):
        position = added(_supplied(position, is_own=is_own), point, is_own=is_own)
    return position


def _is_own_on_top(position: Position, point: int) -> bool:
    return bool(position.own[point]) and (point not in position.pinned or not position.facing(point))


def _lowered(position: Position, point: int, count: int) -> Position:
    while position.own[point] + position.facing(point) > count:
        position = taken(position, point)
    return position


def _supplied(position: Position, *, is_own: bool) -> Position:
    """Make sure that a checker is off the board, if possible: take one of several from the only starting point."""
    checkers, manner = position.own if is_own else position.other, MANNERS[position.game]
    first = max(manner.start)
    if checkers[OFF] or len(manner.start) > 1 or checkers[first] < 2:
        return position
    return _changed(position, first if is_own else manner.facing(first), -1, position.pinned, is_own=is_own)


def _changed(position: Position, point: int, by: int, pinned: frozenset[int], *, is_own: bool) -> Position:
    checkers = list(position.own if is_own else position.other)
    checkers[point if is_own else _of_other(position, point)] += by
    checkers[OFF] -= by
    changed_side = tuple(checkers)
    own_side, other_side = (changed_side, position.other) if is_own else (position.own, changed_side)
    return Position(position.game, own_side, other_side, pinned)

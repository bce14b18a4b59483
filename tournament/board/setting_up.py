"""A position set up checker by checker. Points are those of who is on turn; the bar (25) is each side's own."""

from collections.abc import Mapping

from tournament.board.games import BAR, MANNERS, OFF, Single, Variant
from tournament.board.positions import Position, side, start

ALL_HOME = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}


def empty(game: Variant) -> Position:
    """All checkers off."""
    return Position(game, side({}), side({}))


def common_positions(game: Variant) -> Mapping[str, Position]:
    """Positions to start from, by name."""
    found = {"start": start(game), "bearing_off": Position(game, side(ALL_HOME), side(ALL_HOME)), "empty": empty(game)}
    if MANNERS[game].has_bar:
        entering = {25: 1, 13: 5, 8: 3, 6: 5, 24: 1}
        found["entering"] = Position(game, side(entering), side(MANNERS[game].start))
    return found


def added(position: Position, point: int, *, is_own: bool) -> Position:
    """One checker more on a point; where the other side holds the point, one of theirs less."""
    stands = position.own if is_own else position.other
    if not _is_open_to(position, point, is_own=is_own):
        return taken(position, point, from_own=not is_own)
    if not stands[OFF]:
        return position
    is_under = not is_own and point != BAR and position.own[point] == 1 and not position.facing(point)
    pinned = position.pinned | {point} if is_under else position.pinned
    return _changed(position, point, 1, pinned, is_own=is_own)


def _is_open_to(position: Position, point: int, *, is_own: bool) -> bool:
    """Whether the side may put a checker there beside what lies there."""
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
    """One checker less on a point, the uppermost unless a side is named."""
    if point == BAR:
        is_own = bool(from_own)
    else:
        is_own = bool(position.own[point]) and (point not in position.pinned or not position.facing(point))
    stands = position.own[point] if is_own else position.other[_of_other(position, point)]
    if not stands:
        return position
    left = position.pinned - {point} if not is_own and stands == 1 else position.pinned
    return _changed(position, point, -1, left, is_own=is_own)


def _of_other(position: Position, point: int) -> int:
    return BAR if point == BAR else MANNERS[position.game].facing(point)


def _changed(position: Position, point: int, by: int, pinned: frozenset[int], *, is_own: bool) -> Position:
    stands = list(position.own if is_own else position.other)
    stands[point if is_own else _of_other(position, point)] += by
    stands[OFF] -= by
    changed = tuple(stands)
    own, other = (changed, position.other) if is_own else (position.own, changed)
    return Position(position.game, own, other, pinned)

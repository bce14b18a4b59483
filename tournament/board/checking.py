"""Refuses positions that are impossible on a board or that no game can reach."""

from tournament.board.ending import ending
from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, MANNERS, Single, Variant
from tournament.board.positions import Position
from tournament.engine.refusals import Refused


def check(position: Position) -> None:
    """Refuse a position that is impossible on a board or that no game can reach, and a decided game."""
    check_board(position)
    check_game(position)


def check_board(position: Position) -> None:
    """Refuse a position that is impossible on a board.

    Raises Refused: board_too_many, board_has_no_bar, board_both_on_point, board_pin_alone.
    """
    facing = MANNERS[position.game].facing
    if position.own[0] < 0 or position.other[0] < 0:
        raise Refused("board_too_many", most=CHECKERS)
    if not MANNERS[position.game].has_bar and (position.own[BAR] or position.other[BAR]):
        raise Refused("board_has_no_bar")
    pins = MANNERS[position.game].single is Single.PINNED
    for point in range(1, BAR):
        own_count, other_count = position.own[point], position.facing(point)
        if point in position.pinned and (own_count != 1 or not other_count or not pins):
            raise Refused("board_pin_alone", point=point)
        if own_count and other_count and not (pins and (point in position.pinned or other_count == 1)):
            raise Refused("board_both_on_point", point=point, facing=facing(point))


def check_game(position: Position) -> None:
    """Refuse a position that no game can reach, and a decided game.

    Raises Refused: board_second_checker, board_decided.
    """
    if position.game is Variant.FEVGA and not (_is_in_order(position.own) and _is_in_order(position.other)):
        raise Refused("board_second_checker")
    if ending(position):
        raise Refused("board_decided")


def _is_in_order(checkers: tuple[int, ...]) -> bool:
    """Fevga: whether at most one checker is on its way before the first has passed the opponent's start."""
    return any(checkers[:12]) or sum(checkers[12:HIGHEST_POINT]) <= 1

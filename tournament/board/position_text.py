"""A position as a line of text: `24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5`, and a roll as two digits."""

import re

from tournament.board.checking import check_board, check_game
from tournament.board.games import BAR, MANNERS, Single, Variant
from tournament.board.positions import Position, side
from tournament.engine.refusals import Refused

MOST_CHARACTERS = 400
_STACK = re.compile(r"([0-9]{1,2}):([0-9]{1,2})(p?)", re.ASCII)


def write_position(position: Position) -> str:
    """Write the points of the player on turn, a slash, and the opponent's; `p` marks a pinned checker."""
    other_pinned = position.pinned_of_other() if position.game is Variant.PLAKOTO else frozenset()
    return f"{_write_side(position.own, position.pinned)} / {_write_side(position.other, other_pinned)}"


def _write_side(checkers: tuple[int, ...], pinned: frozenset[int]) -> str:
    points = (point for point in range(BAR, 0, -1) if checkers[point])
    return " ".join(f"{point}:{checkers[point]}{'p' if point in pinned else ''}" for point in points)


def read_position(game: Variant, text: str) -> Position:
    """Read a position in which a game goes on. Raises Refused: those of `read_board` and `check_game`."""
    position = read_board(game, text)
    check_game(position)
    return position


def read_board(game: Variant, text: str) -> Position:
    """Read a position, even one that no game can reach.

    Raises Refused: board_not_understood, board_stack, board_point_twice and those of `check_board`.
    """
    sides = text[:MOST_CHARACTERS].split("/")
    if len(sides) != 2:
        raise Refused("board_not_understood", text=text[:MOST_CHARACTERS])
    (own_side, own_pinned), (other_side, other_pinned) = (_read_side(part) for part in sides)
    position = Position(game, own_side, other_side, own_pinned)
    _check_pins(position, other_pinned)
    check_board(position)
    return position


def _read_side(text: str) -> tuple[tuple[int, ...], frozenset[int]]:
    count_by_point: dict[int, int] = {}
    pinned = set()
    for word in text.split():
        pattern_match = _STACK.fullmatch(word)
        point, count = (int(pattern_match[1]), int(pattern_match[2])) if pattern_match else (0, 0)
        if not pattern_match or not 1 <= point <= BAR or count == 0:
            raise Refused("board_stack", text=word)
        if point in count_by_point:
            raise Refused("board_point_twice", point=point)
        count_by_point[point] = count
        if pattern_match[3]:
            pinned.add(point)
    return side(count_by_point), frozenset(pinned)


def _check_pins(position: Position, other_pinned: frozenset[int]) -> None:
    """Refuse a `p` of the opponent unless their only checker on the point is pinned, and a pinned one without `p`."""
    facing = MANNERS[position.game].facing
    for point in other_pinned:
        mine = facing(point) if point < BAR else BAR
        is_pinned = MANNERS[position.game].single is Single.PINNED and point < BAR and position.own[mine]
        if not is_pinned or position.other[point] != 1:
            raise Refused("board_pin_alone", point=point)
        if mine in position.pinned:
            raise Refused("board_both_on_point", point=mine, facing=point)
    for point in position.pinned_of_other() - other_pinned:
        raise Refused("board_both_on_point", point=facing(point), facing=point)


def read_roll(text: str) -> tuple[int, int]:
    """Read a roll: two numbers, the higher first. Raises Refused: board_roll."""
    if not re.fullmatch(r"[1-6][1-6]", text, re.ASCII):
        raise Refused("board_roll", text=text[:20])
    low, high = sorted(int(digit) for digit in text)
    return high, low

"""Positions that a transcript states: after `; Set Pos=`, and beside a play that a program calls illegal.

Players are 0 and 1 in the order of the columns; every position is seen by the first of them.
"""

import re
from collections.abc import Sequence

from tournament.board import gnu_ids, xgid
from tournament.board.checking import check_board
from tournament.board.games import BAR, HIGHEST_POINT, Variant
from tournament.board.positions import Position, side
from tournament.engine.refusals import Refused

# `; Set Pos=-b----E-C---eE---c-e----B-/0`: the board of the player on the left, then the exponent of the cube.
_SET = re.compile(
    r"\s*[;#]\s*\[?\s*Set[ _-]?Pos(?:ition)?\s*[=:]?\s*\"?(?:XGID=)?(?P<letters>[A-Oa-o-]{26})(?![A-Za-z])"
    r"(?:/-?(?P<cube>\d{1,2}))?",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"([A-Oa-o-]{26})(?:/-?\d{1,2})?")
_HIGHEST_CUBE = 10
# A list of 40 fields between semicolons, first described by the program Snowie: five numbers, both players (the first
# is on roll), then 33 numbers, of which these 26 are the board from bar to bar.
_BEFORE_NAMES, _AFTER_NAMES = 5, 33
_BOARD = slice(5, 31)


def set_position(line: str) -> tuple[Position | None, int] | None:
    """Read the position of a comment that sets one up, and the cube (0 if not written); None for any other line.

    A position that is impossible on a board is None.
    """
    match = _SET.match(line)
    if not match:
        return None
    cube = min(int(match["cube"]), _HIGHEST_CUBE) if match["cube"] else None
    return _possible(xgid.board_of_letters(match["letters"])), 0 if cube is None else 1 << cube


def stated_position(text: str, players: Sequence[str], on_roll: int) -> Position | None:
    """Read the position stated after a play, in any notation that programs use there; None for any other text.

    `on_roll` is the player who rolls next.
    """
    text = text.strip()
    if ";" in text:
        return _semicolons(text, players, on_roll)
    try:
        if letters := _LETTERS.fullmatch(text):
            return _possible(xgid.board_of_letters(letters[1]))
        if text.upper().startswith(xgid.PREFIX):
            position = xgid.read_xgid(text).position
        else:
            position = gnu_ids.read_position_id(re.split(r"[:\s]", text, maxsplit=1)[0])
    except Refused:
        return None
    return position if on_roll == 0 else position.turned()


def _semicolons(text: str, players: Sequence[str], on_roll: int) -> Position | None:
    fields = text.removesuffix(";").split(";")
    numbers = fields[-_AFTER_NAMES:]
    if len(fields) <= _BEFORE_NAMES + _AFTER_NAMES or not all(
        re.fullmatch(r"\s*-?\d{1,5}\s*", number) for number in numbers
    ):
        return None
    own_counts, other_counts = {}, {}
    for point, count in enumerate(map(int, numbers[_BOARD])):
        if count > 0:
            own_counts[BAR if point == 0 else point] = count
        elif count:
            other_counts[BAR if point in (0, BAR) else BAR - point] = -count
    position = _possible(Position(Variant.BACKGAMMON, side(own_counts), side(other_counts)))
    names = [name.strip() for name in fields[_BEFORE_NAMES:-_AFTER_NAMES]]
    shown_player = _shown(names, players, on_roll)
    return position.turned() if position and shown_player == 1 else position


def _shown(names: Sequence[str], players: Sequence[str], on_roll: int) -> int:
    """Return the player whose checkers are the positive numbers: the first that is named, if the names tell."""
    if len(names) == len(players) and players[0] != players[1]:
        for player in (0, 1):
            if names[0] == players[player] or names[1] == players[1 - player]:
                return player
    return on_roll


def _possible(position: Position | None) -> Position | None:
    try:
        if position:
            check_board(position)
    except Refused:
        return None
    return position


def in_letters(position: Position) -> str:
    """Write a position as the 26 letters that `set_position` and `stated_position` read."""
    return xgid.letters_of_board(position)


def in_semicolons(position: Position, names: Sequence[str], match_length: int, on_roll: int) -> str:
    """Write a position as the list between semicolons, which GNU Backgammon reads; `names` are those of the columns."""
    shown_position = position if on_roll == 0 else position.turned()
    board = [shown_position.own[point] or -shown_position.facing(point) for point in range(1, HIGHEST_POINT + 1)]
    first, second = (names[player].replace(";", ",") for player in (on_roll, 1 - on_roll))
    numbers = [
        match_length,
        0,
        0,
        int(not match_length),
        0,
        first,
        second,
        0,
        0,
        0,
        1,
        0,
        -shown_position.other[BAR],
        *board,
    ]
    return "".join(f"{field};" for field in (*numbers, shown_position.own[BAR], 0, 0))

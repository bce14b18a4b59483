"""Position ID and Match ID of GNU Backgammon, as its manual describes them: 14 and 12 characters of base 64."""

import base64
import re
from dataclasses import dataclass

from tournament.board.checking import check
from tournament.board.games import BAR, CHECKERS, Variant
from tournament.board.positions import Position, side
from tournament.engine.refusals import Refused

POSITION_BYTES = 10
POSITION_ID = re.compile(r"[A-Za-z0-9+/]{14}", re.ASCII)
MATCH_ID = re.compile(r"[A-Za-z0-9+/]{12}", re.ASCII)
MIDDLE = 3


def write_position_id(position: Position) -> str:
    """Write the Position ID of a Backgammon position; the side not on turn comes first in it."""
    bits = "".join("1" * count + "0" for checkers in (position.other, position.own) for count in checkers[1 : BAR + 1])
    return base64.b64encode(int(bits[::-1], 2).to_bytes(POSITION_BYTES, "little")).decode().rstrip("=")


def read_position_id(text: str) -> Position:
    """Read a Backgammon position from its Position ID. Raises Refused: board_position_id and those of `check`."""
    if not POSITION_ID.fullmatch(text):
        raise Refused("board_position_id", text=text[:20])
    bits = _number(text)
    sides = []
    for _side in range(2):
        count_by_point = {}
        for point in range(1, BAR + 1):
            count_by_point[point] = count = (~bits & (bits + 1)).bit_length() - 1
            bits >>= count + 1
        sides.append(count_by_point)
    other_counts, own_counts = sides
    if bits or sum(own_counts.values()) > CHECKERS or sum(other_counts.values()) > CHECKERS:
        raise Refused("board_position_id", text=text)
    position = Position(Variant.BACKGAMMON, side(own_counts), side(other_counts))
    check(position)
    return position


@dataclass(frozen=True, slots=True)
class MatchState:
    """The parts of a Match ID that are used; players are 0 and 1. `cube_owner` is None while the cube is in the middle.

    `on_roll` has the turn; dice not rolled yet are (0, 0); a `match_length` of 0 is money play. `jacoby`: the Jacoby
    rule holds.
    """

    cube: int = 1
    cube_owner: int | None = None
    on_roll: int = 0
    is_crawford: bool = False
    dice: tuple[int, int] = (0, 0)
    match_length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False


# Bits of each field: cube, its owner, who is on roll, Crawford, state of the game, who decides, double, resignation,
# both dice, length, both scores, no Jacoby. The manual gives no meaning to the last five bits.
WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)


def read_match_id(text: str) -> MatchState:
    """Read a match from its Match ID. Raises Refused: board_match_id."""
    if not MATCH_ID.fullmatch(text):
        raise Refused("board_match_id", text=text[:20])
    fields, bits = [], _number(text)
    for width in WIDTHS:
        fields.append(bits & (1 << width) - 1)
        bits >>= width
    cube, owner, on_roll, crawford, *_of_turn, first, second, length, points_0, points_1, no_jacoby = fields
    if owner == 2 or max(first, second) > 6 or (first == 0) != (second == 0):
        raise Refused("board_match_id", text=text)
    return MatchState(
        cube=1 << cube,
        cube_owner=None if owner == MIDDLE else owner,
        on_roll=on_roll,
        is_crawford=bool(crawford),
        dice=(first, second),
        match_length=length,
        score=(points_0, points_1),
        jacoby=not no_jacoby,
    )


def _number(text: str) -> int:
    return int.from_bytes(base64.b64decode(text + "=" * (-len(text) % 4)), "little")

"""XGID: a position, the cube, the roll and the match in one line of text.

`XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10` shows the board of one player: 26 letters for the other's bar,
the points 1 to 24 and their own bar, capital letters for their own checkers; then the exponent of the cube, who has it
(1: who is shown, -1: the other, 0: the middle), whose turn it is, the dice (00: not rolled; D, B, R: a double, beaver
or raccoon waits for its answer), both scores, the Crawford game (1) or, without a length, Jacoby (1) and beavers (2),
the length of the match, and the exponent of the cube's limit.
"""

import re
from dataclasses import dataclass

from tournament.board.checking import check
from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, OFF, Variant
from tournament.board.gnu_ids import MatchState
from tournament.board.positions import Position, side
from tournament.engine.refusals import Refused

PREFIX = "XGID="
LONGEST = 100
USUAL_LIMIT = 10
_XGID = re.compile(
    r"(?:XGID=)?([A-Oa-o-]{26}):([0-9]|1[0-5]):(-1|0|1):(-1|1):(00|[1-6][1-6]|[DBR])"
    r":(\d{1,4}):(\d{1,4}):([0-3]):(\d{1,4}):(\d{1,2})",
    re.ASCII,
)
SHOWN, OTHER = 1, 0


@dataclass(frozen=True, slots=True)
class Diagram:
    """What an XGID says: the position of the player on turn, and the match, whose player 1 has the board shown.

    `offer` is the letter of a double, beaver or raccoon that waits for its answer, `limit` the exponent of the highest
    cube.
    """

    position: Position
    match: MatchState
    beavers: bool = False
    offer: str = ""
    limit: int = USUAL_LIMIT


def write_xgid(diagram: Diagram) -> str:
    position, match = diagram.position, diagram.match
    game = int(match.is_crawford) if match.match_length else int(match.jacoby) + 2 * diagram.beavers
    fields = (
        letters_of_board(position if match.on_roll == SHOWN else position.turned()),
        match.cube.bit_length() - 1,
        {None: 0, SHOWN: 1, OTHER: -1}[match.cube_owner],
        1 if match.on_roll == SHOWN else -1,
        diagram.offer or "".join(map(str, match.dice)),
        match.score[SHOWN],
        match.score[OTHER],
        game,
        match.match_length,
        diagram.limit,
    )
    return PREFIX + ":".join(map(str, fields))


def letters_of_board(position: Position) -> str:
    """Write the board as 26 letters, seen by the player whose position it is."""
    own, other = position.own, position.other
    bar = _letter(other[BAR]).lower()
    points = (_letter(own[at]) if own[at] else _letter(other[BAR - at]).lower() for at in range(1, HIGHEST_POINT + 1))
    return f"{bar}{''.join(points)}{_letter(own[BAR])}"


def _letter(count: int) -> str:
    return chr(ord("A") + count - 1) if count else "-"


def read_xgid(text: str) -> Diagram:
    """Read a diagram from an XGID. Raises Refused: board_xgid and those of `check`."""
    pattern_match = _XGID.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if not pattern_match:
        raise Refused("board_xgid", text=text[:LONGEST])
    letters, cube, owner, turn, dice, own_score, other_score, game, length, limit = pattern_match.groups()
    is_match = int(length) > 0
    on_roll = SHOWN if turn == "1" else OTHER
    offer = dice if dice.isalpha() else ""
    if is_match and int(game) > 1:
        raise Refused("board_xgid", text=text)
    match = MatchState(
        cube=1 << int(cube),
        cube_owner={"0": None, "1": SHOWN, "-1": OTHER}[owner],
        on_roll=on_roll,
        is_crawford=is_match and game == "1",
        dice=(0, 0) if offer else (int(dice[0]), int(dice[1])),
        match_length=int(length),
        score=(int(other_score), int(own_score)),
        jacoby=not is_match and game in "13",
    )
    position = board_of_letters(letters)
    if position is None:
        raise Refused("board_xgid", text=text)
    diagram = Diagram(
        position if on_roll == SHOWN else position.turned(), match, not is_match and game in "23", offer, int(limit)
    )
    check(diagram.position)
    return diagram


def board_of_letters(letters: str) -> Position | None:
    """Read the board of 26 letters; None for too many checkers, or a player's own on the other's bar."""
    own_counts, other_counts = {}, {}
    for at, letter in enumerate(letters):
        if letter.isupper():
            own_counts[at] = ord(letter) - ord("A") + 1
        elif letter != "-":
            other_counts[BAR - at] = ord(letter) - ord("a") + 1
    if OFF in own_counts or OFF in other_counts or max(sum(own_counts.values()), sum(other_counts.values())) > CHECKERS:
        return None
    return Position(Variant.BACKGAMMON, side(own_counts), side(other_counts))

"""A position in any notation: as text, Position ID with or without Match ID, or XGID."""

from tournament.board import gnu_ids, position_text, xgid
from tournament.board.games import Variant
from tournament.board.positions import Position

NOT_ROLLED = (0, 0)
# A position with the roll that was written beside it.
Identified = tuple[Position, tuple[int, int]]


def is_xgid(text: str) -> bool:
    return text.lstrip().upper().startswith(xgid.PREFIX) or text.count(":") > 1


def read_identifier(text: str) -> Identified:
    """Read a Backgammon position from its XGID or Position ID. Raises Refused for an invalid one."""
    if is_xgid(text):
        diagram = xgid.read_xgid(text)
        return diagram.position, diagram.match.dice
    position_id, _colon, match_id = text.strip().partition(":")
    position = gnu_ids.read_position_id(position_id)
    return position, gnu_ids.read_match_id(match_id).dice if match_id else NOT_ROLLED


def read_any(game: Variant, text: str) -> Identified:
    """Read a position from text or, in Backgammon, from an identifier. Raises Refused for an invalid one."""
    word = text.strip()
    is_identifier = word.upper().startswith(xgid.PREFIX) or gnu_ids.POSITION_ID.fullmatch(word.partition(":")[0])
    if game is Variant.BACKGAMMON and is_identifier:
        return read_identifier(word)
    return position_text.read_position(game, text), NOT_ROLLED


def write_position_as_xgid(position: Position, roll: tuple[int, int] = NOT_ROLLED) -> str:
    """Write a position without a match as XGID, with the board of the player on turn."""
    rolled = roll if all(roll) else NOT_ROLLED
    return xgid.write_xgid(xgid.Diagram(position, gnu_ids.MatchState(on_roll=1, dice=rolled)))

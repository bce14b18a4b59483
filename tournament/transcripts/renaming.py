"""Replaces the names in a transcript: by dashes before it is stored, by the players' current names in a copy.

Where a name tells who did something, the line says so by its columns afterwards.
"""

import re
from collections.abc import Mapping

from tournament.board.positions import Position
from tournament.transcripts import reading, stated
from tournament.transcripts.written import Score, WrittenActionKind, WrittenMatch

LONGEST_NAME = 80
SHORTEST_HIDDEN = 2
_STATED = re.compile(r"\([^()]*;[^()]*\)?")
_LEFT, _RIGHT = 6, 34


def nameless(data: bytes) -> str:
    """Replace each name by a dash, so that the transcript may be stored; every line keeps its number.

    Comments and all other text before the first game are removed. Raises Refused if the transcript cannot be read.
    """
    positions = _stated_after(reading.read_transcript(data))
    lines: list[str] = []
    players = ("", "")
    has_begun = False
    for number, line in reading.lines_of(data):
        has_begun = has_begun or reading.begins_game(line)
        if not has_begun:
            length, custom = reading.length_in(line), line.strip() if reading.says_custom(line) else ""
            lines.append(custom if length is None else f" {length} point match")
        elif head := reading.read_head(line):
            players, score = head
            lines.append(_head(("-", "-"), score))
        else:
            lines.append(
                _of_remark(line) if reading.is_remark(line) else _without(line, players, positions.get(number, {}))
            )
    return "\n".join(lines).rstrip() + "\n"


def _stated_after(match: WrittenMatch) -> dict[int, dict[int, Position]]:
    """Return by line and player the positions stated after plays that are called illegal."""
    positions: dict[int, dict[int, Position]] = {}
    for action in (action for game in match.games for action in game.actions):
        if action.position and action.kind is WrittenActionKind.CALLED_ILLEGAL:
            positions.setdefault(action.line, {})[action.player] = action.position
    return positions


def _of_remark(line: str) -> str:
    """Keep of a comment the position that it sets up."""
    setting = stated.set_position(line[: reading.LONGEST_LINE])
    if not setting or not setting[0]:
        return ""
    cube = f"/{setting[1].bit_length() - 1}" if setting[1] else ""
    return f"; Set Pos={stated.in_letters(setting[0])}{cube}"


def _without(line: str, players: tuple[str, str], positions: Mapping[int, Position]) -> str:
    in_order = [stated.in_letters(positions[player]) for player in sorted(positions)]
    line = _STATED.sub(lambda dump: f"({in_order.pop(0)})" if in_order else dump[0], line.rstrip())
    line = _in_columns(line, players) or line
    for name in players:
        if len(name) >= SHORTEST_HIDDEN:
            line = line.replace(name, "-")
    return line


def _in_columns(line: str, players: tuple[str, str]) -> str:
    """Write a line in which players are named in columns instead; empty for any other line."""
    transcript_cells = reading.cells_of(line, players) or []
    if not any(cell.is_named for cell in transcript_cells):
        return ""
    texts = [
        " ".join(f"{own_cell.begin[0]} {own_cell.text}" for own_cell in transcript_cells if own_cell.player == player)
        for player in (0, 1)
    ]
    return f"{' ' * _LEFT}{texts[0]:<{_RIGHT - _LEFT}}{'  ' if texts[0] else ''}{texts[1]}".rstrip()


def with_names(text: str, names: tuple[str, str]) -> str:
    """Put these names above the columns of the transcript's games."""
    lines = ((line, reading.read_head(line)) for line in text.splitlines())
    return "".join(f"{_head(names, head[1]) if head else line}\n" for line, head in lines)


def _head(names: tuple[str, str], score: Score) -> str:
    first, second = (f"{name[:LONGEST_NAME]} : {points}" for name, points in zip(names, score, strict=True))
    return f" {first:<30}  {second}"

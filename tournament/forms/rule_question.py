"""Rule questions, read from the query string."""

import re
from collections.abc import Mapping

from tournament.arbiter.question import NOT_ROLLED, TOOLS, Question
from tournament.board import notation
from tournament.board.games import BAR, OFF, Variant
from tournament.board.identifiers import is_xgid, read_identifier
from tournament.board.position_text import MOST_CHARACTERS, read_board
from tournament.board.positions import start
from tournament.engine.refusals import Refused


def asked_question(data: Mapping[str, str]) -> Question:
    """Read the question; a value that cannot be read keeps its default and is named in `refused`."""
    game = Variant(data["game"]) if data.get("game") in Variant.__members__.values() else Variant.BACKGAMMON
    refused: dict[str, Refused] = {}
    position, roll = start(game), _roll(data.get("roll", ""))
    try:
        position = read_board(game, text) if (text := data.get("position", "").strip()) else position
    except Refused as no:
        refused["position"] = no
    identifier = data.get("id", "").strip()[:MOST_CHARACTERS]
    try:
        position, rolled = read_identifier(identifier) if identifier else (position, NOT_ROLLED)
        roll = rolled if any(rolled) else roll
    except Refused as no:
        refused["xgid" if is_xgid(identifier) else "id"] = no
    return Question(
        position=position,
        roll=roll,
        play=data.get("play", "").strip()[: notation.MOST_CHARACTERS],
        is_dark=data.get("dark") == "1",
        is_mirrored=data.get("mirrored") == "1",
        tool=tool if (tool := data.get("tool", "")) in TOOLS else "",
        start=_number(data.get("from", ""), OFF + 1, BAR),
        shown=data.get("shown", "")[: notation.MOST_CHARACTERS],
        step=_number(data.get("step", ""), 0, 4),
        narrowed=tuple(data.get("with", "")[: notation.MOST_CHARACTERS].split()),
        refused=refused,
    )


def _roll(text: str) -> tuple[int, int]:
    pattern_match = re.fullmatch(r"\s*([0-6])[\s,-]*([0-6])\s*", text, re.ASCII)
    return (int(pattern_match[1]), int(pattern_match[2])) if pattern_match else NOT_ROLLED


def _number(text: str, least: int, most: int) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text, re.ASCII) and least <= int(text) <= most else None

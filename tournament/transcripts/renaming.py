"""Replaces the names in a transcript: by dashes before it is stored, by the players' current names in a copy."""

from tournament.transcripts import reading
from tournament.transcripts.written import Score

LONGEST_NAME = 80
SHORTEST_HIDDEN = 2


def nameless(data: bytes) -> str:
    """Replace each name by a dash, so that the transcript may be stored; every line keeps its number.

    Comments and all other text before the first game are removed. Raises Refused if the transcript cannot be read.
    """
    reading.read_transcript(data)
    lines: list[str] = []
    players = ("", "")
    has_begun = False
    for _number, line in reading.lines_of(data):
        has_begun = has_begun or reading.begins_game(line)
        if not has_begun:
            length, custom = reading.length_in(line), line.strip() if reading.says_custom(line) else ""
            lines.append(custom if length is None else f" {length} point match")
        elif head := reading.read_head(line):
            players = head.players
            lines.append(_head(("-", "-"), head.score))
        else:
            lines.append("" if reading.is_remark(line) else _without(line.rstrip(), players))
    return "\n".join(lines).rstrip() + "\n"


def _without(line: str, players: tuple[str, str]) -> str:
    for name in players:
        if len(name) >= SHORTEST_HIDDEN:
            line = line.replace(name, "-")
    return line


def with_names(text: str, names: tuple[str, str]) -> str:
    """Put these names above the columns of the transcript's games."""
    lines = ((line, reading.read_head(line)) for line in text.splitlines())
    return "".join(f"{_head(names, head.score) if head else line}\n" for line, head in lines)


def _head(names: tuple[str, str], score: Score) -> str:
    first, second = (f"{name[:LONGEST_NAME]} : {points}" for name, points in zip(names, score, strict=True))
    return f" {first:<30}  {second}"

"""Reads a pasted list of players."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.players import NewPlayer
from tournament.engine.refusals import Refused
from tournament.names import fold

LEADING_NUMBER = re.compile(r"^\s*(?:\d{1,5}\s*[.):\t]|[-*•])\s*")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line as it was read: its player, if any, and why it is refused, as for a name that is already on the list."""

    line_number: int
    text: str
    player: NewPlayer | None
    refused: Refused | None


def read_lines(text: str, known_names: Sequence[str]) -> tuple[PastedLine, ...]:
    """Read a pasted list line by line; empty lines are left out."""
    names = Counter(fold(name) for name in known_names)
    understood = []
    for line_number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            name, club = _name_and_club(line)
            namesakes = names[fold(name)]
            names[fold(name)] += 1
            refused = Refused("name_taken", name=name, count=namesakes) if namesakes else None
            understood.append(PastedLine(line_number, line.strip(), NewPlayer(name, club, namesakes), refused))
        except Refused as refused_line:
            understood.append(PastedLine(line_number, line.strip(), None, refused_line))
    return tuple(understood)


def _name_and_club(line: str) -> tuple[str, str]:
    line = re.sub(LEADING_NUMBER, "", line)
    name, _separator, club = line.partition("\t" if "\t" in line else ";")
    return clean_name(name.strip(' "')), clean_club(club.strip(' "'))

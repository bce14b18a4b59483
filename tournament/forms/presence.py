"""What is said of those who are missed before a round is paired."""

import re

from django.http import QueryDict

from tournament.actions.rounds import Presence
from tournament.engine.refusals import Refused

FIELD = re.compile("presence-([0-9]{1,9})")


def presence_field(number: int) -> str:
    """The name of the field that says what has become of a player."""
    return f"presence-{number}"


def said_presence(data: QueryDict) -> dict[int, Presence]:
    """What the form says, by start number; refused where it is none of the choices."""
    said = {}
    for name, value in data.items():
        match = FIELD.fullmatch(name)
        if match is None:
            continue
        if value not in list(Presence):
            raise Refused("not_understood")
        said[int(match[1])] = Presence(value)
    return said

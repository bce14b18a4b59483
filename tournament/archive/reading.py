"""The bytes of an archive as plain frozen values, whatever its format. Raises Refused where a rule is broken."""

from collections.abc import Mapping
from typing import Any

from tournament.archive.checks import refuse_what_does_not_fit_together
from tournament.archive.contents import Archive
from tournament.archive.format_1 import FORMAT_1, TournamentPart
from tournament.archive.format_2 import FORMAT_2, TournamentPart2
from tournament.archive.strict_json import parse, quote
from tournament.engine.refusals import Refused

MOST_BYTES = 15_000_000
MOST_VALUES = 500_000
"""More than 5,000 players with thirteen rounds need, as many as a list that is imported may have."""

CLUB_FORMAT = "backgammon-swiss-club/1"
FORMATS: dict[object, type[TournamentPart]] = {FORMAT_1: TournamentPart, FORMAT_2: TournamentPart2}


def read_archive(data: bytes) -> Archive:
    """The tournament in the file; players by start number, prizes by place.

    Refuses a file that breaks any rule of its format, naming the place or the round and the players.
    """
    return archive_with(values_in(data))


def values_in(data: bytes) -> dict[str, object]:
    """The values of the file of a tournament, whatever they are. Refuses what is no JSON, and far too much of it."""
    if len(data) > MOST_BYTES:
        raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
    return parse(data, MOST_VALUES)


def archive_with(values: Mapping[str, Any]) -> Archive:
    """The tournament in the values of a file. Refuses the same."""
    found = values.get("format")
    # Before the other keys: a later format may have more of them.
    if found == CLUB_FORMAT:
        raise Refused("file_of_a_club")
    if not isinstance(found, str) or found not in FORMATS:
        raise Refused("archive_wrong_format", found=quote(found), expected=", ".join(map(str, FORMATS)))
    archive = FORMATS[found].of(values).archive()
    refuse_what_does_not_fit_together(archive)
    return archive

"""Checks that the tournaments of a club's file agree with the rest of it."""

from tournament.archive.club_format import ClubTournament
from tournament.archive.contents import Archive
from tournament.archive.reading import archive_with
from tournament.engine.refusals import Refused


def tournament_in_file(number: int, one: ClubTournament) -> Archive:
    """The archive of the tournament at this place, with a person for each player. Raises Refused otherwise."""
    try:
        archive = archive_with(one.archive)
    except Refused as refused:
        raise Refused("club_file_tournament", number=number, because=refused) from refused
    if len(one.persons) != (0 if archive.settings.get("practice") else len(archive.players)):
        raise Refused("club_file_players", name=archive.name)
    return archive

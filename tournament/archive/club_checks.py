"""Checks that the tournaments of a club's file agree with the rest of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tournament.archive.club_format import ClubTournament
from tournament.archive.contents import Archive
from tournament.archive.reading import archive_with
from tournament.engine.refusals import Refused
from tournament.money.years import RunNumber, read_year_number, year_number


def tournament_in_file(number: int, one: ClubTournament) -> Archive:
    """The archive of the tournament at this place, with a person for each player. Raises Refused otherwise."""
    try:
        archive = archive_with(one.archive)
    except Refused as refused:
        raise Refused("club_file_tournament", number=number, because=refused) from refused
    if len(one.persons) != (0 if archive.settings.get("practice") else len(archive.players)):
        raise Refused("club_file_players", name=archive.name)
    return archive


def run_numbers(one: ClubTournament, archive: Archive) -> dict[int, RunNumber]:
    """The numbers of the tournament's vouchers in the run of their club, by their numbers on the evening."""
    return {
        payment.voucher: number
        for payment in archive.payments
        if payment.voucher not in one.not_in_run and (number := read_year_number(payment.year_number))
    }


def refuse_numbers_told_twice(
    tournaments: Sequence[ClubTournament], archives: Sequence[Archive], books: Mapping[str, Any]
) -> None:
    """Raise Refused where two vouchers of the file have one number in the run of a year."""
    told = [one["number"] for one in books.get("vouchers", ()) if not one.get("not_in_run")]
    for one, archive in zip(tournaments, archives, strict=True):
        told += [year_number(*number) for number in run_numbers(one, archive).values()]
    if twice := next((number for number, count in Counter(told).items() if count > 1), None):
        raise Refused("club_file_number_twice", number=twice)

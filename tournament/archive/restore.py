"""An archive becomes a stored tournament, all or nothing."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tournament.actions.change import lock_club
from tournament.actions.clubs import club_to_set_up_in
from tournament.actions.permissions import can_set_up
from tournament.actions.players import NewPlayer, tie
from tournament.archive.forgotten import forgotten_in
from tournament.archive.reading import read_archive
from tournament.archive.storing import arrive, new_tournament, store
from tournament.engine.checking import Disagreement, check_rounds
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.models import Club, Person, Tournament


@dataclass(frozen=True, slots=True)
class Restored:
    """The new tournament, where its pairings are not what the rules give, and who appears otherwise now.

    `stricter` are known persons who hide more of their names by this archive than before, on all evenings.
    """

    tournament: Tournament
    disagreements: tuple[Disagreement, ...]
    stricter: tuple[str, ...] = ()


def restore(
    data: bytes,
    *,
    by: User | None,
    request_key: UUID | None = None,
    is_practice: bool = False,
    club: Club | None = None,
    brings_back: bool = False,
) -> Restored:
    """Read an archive into a new tournament beside those that are there; without a user it has no director.

    It is one of the `club`, by default of the first that the account directs; its players are found there by their
    names.

    `is_practice` makes a rehearsal of it, whatever the archive says.

    Whoever was erased here and is named in the archive comes back only where `brings_back` is said.

    What breaks the format is refused; pairings that differ from the rules are let in and named.
    The same request sent twice makes one tournament.
    """
    if by is not None and not can_set_up(by):
        raise Refused("not_allowed")
    archive = read_archive(data)
    disagreements = check_rounds(archive.record)
    with transaction.atomic():
        take_lock("tournaments")
        already = request_key and Tournament.objects.filter(request_key=request_key).first()
        if already:
            return Restored(already, disagreements)
        tournament = new_tournament(archive, lock_club(club_to_set_up_in(by, club).pk), by)
        tournament.request_key = request_key
        if not brings_back and (names := forgotten_in([archive], tournament.club)):
            raise Refused("archive_names_forgotten", erased=names)
        tournament.is_practice = is_practice or tournament.is_practice
        (arrival,) = arrive([(archive, tournament)], by=by)
        entries = list(arrival.entries.values())
        players = [NewPlayer(entry.name, entry.club, wished=entry.wished) for entry in entries]
        stricter = tie(tournament, tournament.club, entries, players, store=Person.objects.bulk_create, by=by)
        store([arrival])
    return Restored(tournament, disagreements, stricter)

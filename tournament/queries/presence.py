"""Who is missed before a round is paired, and who sits it out."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.record import TournamentRecord
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, Tournament
from tournament.queries.evening import Evening


class Missed(StrEnum):
    """Why a player is asked for."""

    NOT_SEEN = "not_seen"
    DID_NOT_APPEAR = "did_not_appear"


@dataclass(frozen=True, slots=True)
class MissedPlayer:
    """A player who would be paired, though perhaps not in the room."""

    entry: Entry
    why: Missed


def missed_players(evening: Evening) -> tuple[MissedPlayer, ...]:
    """Who would be paired next though not ticked off at the door, or who did not appear in the last round.

    Where nobody has been ticked off, the director does without the list at the door, and nobody is missed for it.
    """
    record, entries = evening.record, evening.entries
    next_round = len(record.rounds) + 1
    is_door_kept = any(entry.is_here for entry in entries.values())
    did_not_appear = _did_not_appear(record)
    missed = []
    for number in record.present(next_round):
        entry = entries[number]
        if number in did_not_appear:
            missed.append(MissedPlayer(entry, Missed.DID_NOT_APPEAR))
        elif is_door_kept and not entry.is_here and entry.joined_round == next_round:
            missed.append(MissedPlayer(entry, Missed.NOT_SEEN))
    return tuple(missed)


def _did_not_appear(record: TournamentRecord) -> set[int]:
    absent: set[int] = set()
    for pairing in record.rounds[-1].pairings if record.rounds else ():
        if pairing.result.outcome in (Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT) and pairing.second is not None:
            absent |= {pairing.first, pairing.second} - {pairing.result.winner}
    return absent


def absent_in(tournament: Tournament, round_number: int) -> tuple[int, ...]:
    """Start numbers of those who sit a round out."""
    absences = Absence.objects.filter(entry__tournament=tournament, round_number=round_number)
    return tuple(absences.order_by("entry__number").values_list("entry__number", flat=True))

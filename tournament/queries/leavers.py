"""Who has left in the middle of the running round, and what can be done about it."""

from dataclasses import dataclass

from tournament.engine.crosstable import crosstable
from tournament.engine.record import RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, Round
from tournament.queries.by_hand import drawn_anew
from tournament.queries.evening import Evening


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who has left while their place in the round is open; `key` is the stored pairing's.

    `opponent` is None for the bye. `stand_in` has the bye and could play the opponent.
    """

    entry: Entry
    key: int
    table: int | None
    opponent: Entry | None
    opponent_has_left: bool
    stand_in: Entry | None


@dataclass(frozen=True, slots=True)
class Leavers:
    """The leavers of a round in pairing order, and whether it can still be paired again without them."""

    rows: tuple[Leaver, ...]
    may_pair_again: bool


def leavers(round_: Round, evening: Evening) -> Leavers:
    """Those of the running round; nobody where it is not the last one, or the tournament is closed.

    Of two who have left their match together the first stands for both. Who has the bye keeps it, once a result is in.
    """
    record, entries = evening.record, evening.entries
    if evening.tournament.is_closed or round_.number != len(record.rounds):
        return Leavers((), may_pair_again=False)
    running = record.rounds[-1]
    left = {entry.number for entry in record.entries if entry.withdrawn_after is not None}
    if not left & running.seated:
        return Leavers((), may_pair_again=False)
    may_pair_again = _can_be_paired_again(round_, running)
    rows = []
    for stored in evening.pairings[round_.number]:
        pairing = stored.record
        gone = [number for number in (pairing.first, pairing.second) if number in left]
        is_open = pairing.result.outcome is Outcome.PENDING or (pairing.second is None and may_pair_again)
        if not gone or not is_open:
            continue
        opponent = pairing.first if gone[0] == pairing.second else pairing.second
        stand_in = stand_in_for(record, gone[0])
        rows.append(
            Leaver(
                entry=entries[gone[0]],
                key=stored.key,
                table=pairing.table,
                opponent=None if opponent is None else entries[opponent],
                opponent_has_left=len(gone) == 2,
                stand_in=None if stand_in is None else entries[stand_in],
            )
        )
    return Leavers(tuple(rows), may_pair_again)


def stand_in_for(record: TournamentRecord, leaver: int) -> int | None:
    """Who has the bye of the running round and could play the leaver's opponent, both being here and not having met."""
    running = record.rounds[-1]
    here = {entry.number for entry in record.entries if entry.withdrawn_after is None}
    pairing = next((pairing for pairing in running.pairings if leaver in (pairing.first, pairing.second)), None)
    bye = next((pairing.first for pairing in running.pairings if pairing.second is None), None)
    if pairing is None or pairing.result.outcome is not Outcome.PENDING or bye is None:
        return None
    opponent = pairing.first if leaver == pairing.second else pairing.second
    if bye not in here or opponent not in here:
        return None
    return None if opponent in crosstable(record, running.number - 1)[bye].opponents else bye


def _can_be_paired_again(round_: Round, running: RoundRecord) -> bool:
    if any(pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE) for pairing in running.pairings):
        return False
    try:
        drawn_anew(round_)
    except Refused:
        return False
    return True

"""Who has left in the middle of the running round, and what can be done about it."""

from dataclasses import dataclass

from tournament.engine.terms import Outcome
from tournament.models import Entry, Round
from tournament.queries.evening import Evening
from tournament.queries.without_opponent import can_be_paired_again


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who has left while their place in the round is open; `key` is the stored pairing's.

    `opponent` is None for the bye. `has_begun`: games of the match are kept.
    """

    entry: Entry
    key: int
    table: int | None
    opponent: Entry | None
    opponent_has_left: bool
    has_begun: bool


@dataclass(frozen=True, slots=True)
class Leavers:
    """The leavers of a round in pairing order, and whether it can still be paired again without them."""

    rows: tuple[Leaver, ...]
    may_pair_again: bool


def leavers(round_: Round, evening: Evening) -> Leavers:
    """Those of the running round; nobody where it is not the last one, or the tournament is closed.

    Of two who have left their match together the first stands for both. Who has the bye keeps it, once a result is in.
    Whose opponent is free in a round that everyone sees is not among them: the opponent is, elsewhere.
    """
    record, entries = evening.record, evening.entries
    if evening.tournament.is_closed or round_.number != len(record.rounds):
        return Leavers((), may_pair_again=False)
    running = record.rounds[-1]
    left = record.left
    if not left & running.seated:
        return Leavers((), may_pair_again=False)
    may_pair_again = can_be_paired_again(round_, record)
    rows = []
    for stored in evening.pairings[round_.number]:
        pairing = stored.record
        gone = [number for number in (pairing.first, pairing.second) if number in left]
        is_open = pairing.result.outcome is Outcome.PENDING or (pairing.second is None and may_pair_again)
        leaves_one_free = len(gone) == 1 and pairing.second is not None and not stored.has_games
        if not gone or not is_open or (leaves_one_free and not round_.is_hidden):
            continue
        opponent = pairing.first if gone[0] == pairing.second else pairing.second
        rows.append(
            Leaver(
                entry=entries[gone[0]],
                key=stored.key,
                table=pairing.table,
                opponent=None if opponent is None else entries[opponent],
                opponent_has_left=len(gone) == 2,
                has_begun=stored.has_games,
            )
        )
    return Leavers(tuple(rows), may_pair_again)

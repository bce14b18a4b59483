"""Players without an opponent in the running round: who they are, whom they should play, and at which table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.by_hand import Pair
from tournament.engine.crosstable import Crosstable
from tournament.engine.pairing import NOBODY_APART, pair_in_order
from tournament.engine.record import PairingRecord, TournamentRecord, has_come
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

# A player's place in a round: a pair, a pair with the bye (None), or the start number alone without a pairing.
Place = tuple[int, int | None] | tuple[int]


class Waits(StrEnum):
    """Why a player is free: the opponent has left, the player came after the round was paired, or has the bye."""

    LEFT_ALONE = "left_alone"
    CAME = "came"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """A player who could be given an opponent; `pairing` is the player's pairing, which would be dropped, if any.

    `leaver` is the opponent who has left, if any.
    """

    number: int
    why: Waits
    pairing: PairingRecord | None = None
    leaver: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A new pairing of free players: the better-ranked first, None for the bye; `index` is its pairing order, from 0.

    `gone` are the pairings that it replaces, `leavers` the players who are no longer in the round then.
    """

    pair: Pair
    table: int | None
    index: int
    gone: tuple[PairingRecord, ...]
    leavers: tuple[int, ...]


def is_running(record: TournamentRecord) -> bool:
    """Tell whether the last round has an open match."""
    return bool(record.rounds) and not record.rounds[-1].is_complete


def place_of(record: TournamentRecord, number: int) -> Place:
    """Return a player's place in the last round: the pair, or the start number alone without one."""
    pairings = record.rounds[-1].pairings if record.rounds else ()
    pairing = next((pairing for pairing in pairings if number in (pairing.first, pairing.second)), None)
    return (number,) if pairing is None else (pairing.first, pairing.second)


def free_players(
    record: TournamentRecord, begun: Collection[int], sitting_out: Collection[int]
) -> tuple[FreePlayer, ...]:
    """Return the free players of the running round: those left alone, then those who came, then the one with the bye.

    `begun` holds the first player of each match with a recorded game; leaving it does not free the opponent: "giving up
    is played". `sitting_out` are the players who asked to miss the round; they are not free.
    """
    if not is_running(record):
        return ()
    round_record, leavers = record.rounds[-1], record.left
    seated = round_record.seated
    alone, bye = [], []
    for pairing in round_record.pairings:
        present = [number for number in (pairing.first, pairing.second) if number is not None and number not in leavers]
        if len(present) != 1:
            continue
        if pairing.second is None:
            bye.append(FreePlayer(present[0], Waits.BYE, pairing))
        elif pairing.result.outcome is Outcome.PENDING and pairing.first not in begun:
            leaver = pairing.first if present[0] == pairing.second else pairing.second
            alone.append(FreePlayer(present[0], Waits.LEFT_ALONE, pairing, leaver))
    came = [
        FreePlayer(entry.number, Waits.CAME)
        for entry in record.entries
        if has_come(entry.joined_round, round_record.number)
        and entry.number not in seated
        and entry.number not in leavers
        and entry.number not in sitting_out
    ]
    return (*alone, *came, *bye)


def proposals(
    free: Sequence[FreePlayer], table: Crosstable, apart: Mapping[int, Collection[int]] = NOBODY_APART
) -> tuple[tuple[int, int], ...]:
    """Pair as many free players as possible with as few rematches as possible; rematches come last.

    Of an odd number one is left over: rather the player with the bye than one without a pairing. `table` is the
    crosstable before the round; pairs kept `apart` come after all rematches.
    """
    if len(free) < 2:
        return ()
    order = [player.number for player in free]
    met = {number: table.opponents[number] for number in order}
    try:
        drawn_pairings = pair_in_order(order, met, (), 0, 0, apart=apart)
    except Refused:
        drawn_pairings = pair_in_order(order, met, (), 0, 0, rematches_allowed=True, apart=apart)
    pairs = [(pairing.first, pairing.second) for pairing in drawn_pairings.pairings if pairing.second is not None]
    return tuple(sorted(pairs, key=lambda pair: (pair[1] in apart.get(pair[0], ()), pair[1] in met[pair[0]])))


def seat_for(
    record: TournamentRecord, players: Sequence[FreePlayer], ranking: Sequence[int], fixed: Mapping[int, int]
) -> Seat:
    """Return the seat for two players, or for one with the bye; `ranking` is the one by which the round was paired.

    "The new match takes the table that fell away, of two the lower number, without one the highest + 1 (a fixed table
    wins), and that place in the pairing order."
    """
    pairings = record.rounds[-1].pairings
    old_pairings = tuple(player.pairing for player in players if player.pairing)
    fallen = sorted((pairing.table, pairings.index(pairing)) for pairing in old_pairings if pairing.table is not None)
    better, *other = sorted((player.number for player in players), key=ranking.index)
    index = fallen[0][1] if fallen else len(pairings)
    leavers = tuple(player.leaver for player in players if player.leaver is not None)
    if not other:
        return Seat((better, None), None, index, old_pairings, leavers)
    staying = {pairing.table for pairing in pairings if pairing not in old_pairings}
    fixed_tables = [fixed[number] for number in (better, *other) if number in fixed and fixed[number] not in staying]
    highest = max((pairing.table or 0 for pairing in pairings), default=0)
    table = fixed_tables[0] if fixed_tables else fallen[0][0] if fallen else highest + 1
    return Seat((better, other[0]), table, index, old_pairings, leavers)

"""What the rules gave for a stored round."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tournament.engine.pairing import DrawnPairing, DrawnRound, redraw
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.machine.cache import Weighed, cached
from tournament.models import Entry, Round
from tournament.queries.evening import Evening, evening_of
from tournament.queries.states import state_of

# Of a pairing with whom it passed over, and of a place.
BYTES_OF_A_PAIRING = 700


@dataclass(frozen=True, slots=True)
class AsPaired:
    """A round as the rules give it: the `pairings` by their first player, with the players and the places of then.

    None stands for a pairing that the director set; one that the rules do not give is left out.
    """

    number: int
    by_hand: bool
    pairings: Mapping[int, DrawnPairing | None]
    entries: Mapping[int, Entry]
    ranks: Mapping[int, int]

    @property
    def kept_bytes(self) -> int:
        """The memory that the round takes in bytes, without the players, who are mostly kept with the facts anyway."""
        return 1_000 + BYTES_OF_A_PAIRING * len(self.pairings)


def as_paired(stored: Round, evening: Evening | None = None) -> AsPaired:
    """A stored round as the rules give it, worked out once for each version of the tournament."""
    key = ("as paired", state_of(stored.tournament), stored.number)
    return cached(key, partial(_worked_out, stored, evening))


def _worked_out(stored: Round, evening: Evening | None) -> AsPaired:
    evening = evening or evening_of(stored.tournament)
    record = evening.record
    pairings = record.rounds[stored.number - 1].pairings
    if stored.manual:
        return AsPaired(stored.number, True, {pairing.first: None for pairing in pairings}, {}, {})
    # A tournament from elsewhere may hold pairings that the rules do not give.
    pairs = {(pairing.first, pairing.second) for pairing in pairings}
    drawn = drawn_by_the_rules(stored, record)
    as_drawn = {
        pairing.first: pairing
        for pairing in (drawn.pairings if drawn else ())
        if (pairing.first, pairing.second) in pairs
    }
    return AsPaired(stored.number, False, as_drawn, evening.entries, evening.ranks_before(stored.number))


def drawn_by_the_rules(stored: Round, record: TournamentRecord) -> DrawnRound | None:
    """The round as the rules give it, or None where they give no such round."""
    round_ = record.rounds[stored.number - 1]
    pairs = tuple((pairing.first, pairing.second) for pairing in round_.pairings)
    # What a round stands on changes only where it is paired anew, so it is worked out once.
    key = ("drawn", stored.pk, stored.planned_rounds, pairs)
    return cached(key, partial(_drawn, record, stored.number)).value


def _drawn(record: TournamentRecord, number: int) -> Weighed[DrawnRound | None]:
    """The round as the rules give it; None where they give none. To be cached under a key that names its pairs."""
    size = 1_000 + 2 * BYTES_OF_A_PAIRING * len(record.rounds[number - 1].pairings)
    try:
        return Weighed(redraw(record, number), size)
    except Refused:
        return Weighed(None, size)

"""Stored rounds as the rules pair them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from tournament.engine.crosstable import meetings
from tournament.engine.pairing import DrawnPairing, DrawnRound, redraw
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.machine.cache import Weighed, cached
from tournament.models import Entry, Round
from tournament.queries.evening import Evening, evening_of
from tournament.queries.states import state_of

# Bytes of a pairing with the opponents it passed over, and of a rank.
BYTES_OF_A_PAIRING = 700


@dataclass(frozen=True, slots=True)
class AsPaired:
    """A round as the rules pair it: `pairings` by first player, with the players and the ranks of that time.

    In a round that the director changed, a pairing that the rules do not give is None; in other rounds it is missing.
    `set_by_hand` holds the first players of pairings known to be set by the director. `meetings` holds, for a rematch
    or a second bye, the earlier rounds. `nobody_unmet`: everybody present had met everybody else.
    """

    number: int
    pairings: Mapping[int, DrawnPairing | None]
    entries: Mapping[int, Entry]
    ranks: Mapping[int, int]
    set_by_hand: frozenset[int] = frozenset()
    rematches_allowed: bool = False
    rematches_evenly: bool = False
    nobody_unmet: bool = False
    meetings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def kept_bytes(self) -> int:
        """The memory of the round in bytes, without the players, who are usually kept with the facts anyway."""
        return 1_000 + BYTES_OF_A_PAIRING * len(self.pairings)


def as_paired(stored: Round, evening: Evening | None = None) -> AsPaired:
    """Return a stored round as the rules pair it, computed once for each version of the tournament."""
    key = ("as paired", state_of(stored.tournament), stored.number)
    return cached(key, partial(_compute, stored, evening))


def _compute(stored: Round, evening: Evening | None) -> AsPaired:
    evening = evening or evening_of(stored.tournament)
    record = evening.record
    pairings = record.rounds[stored.number - 1].pairings
    by_hand = frozenset(
        one.record.first for one in evening.pairings[stored.number] if stored.manual and one.changed_at is not None
    )
    standing = {pairing.first: pairing.second for pairing in pairings if pairing.first not in by_hand}
    drawn, explained = _explained(stored, record, standing, by_hand)
    unexplained: dict[int, DrawnPairing | None] = {pairing.first: None for pairing in pairings if stored.manual}
    return AsPaired(
        stored.number,
        unexplained | explained,
        evening.entries,
        evening.ranks_before(stored.number),
        by_hand,
        drawn is not None and drawn.rematches_allowed,
        drawn is not None and drawn.rematches_evenly,
        drawn is not None and drawn.nobody_unmet,
        {
            pairing.first: meetings(record, stored.number, pairing.first, pairing.second)
            for pairing in explained.values()
            if pairing.is_rematch
        },
    )


def _explained(
    stored: Round, record: TournamentRecord, standing: Mapping[int, int | None], by_hand: frozenset[int]
) -> tuple[DrawnRound | None, dict[int, DrawnPairing]]:
    """Return the round that the rules give, and its pairings that equal those not set by hand.

    A tournament from an archive may hold pairings that the rules do not give. A round that was changed while it ran is
    also drawn with the players who have left it since, as when it began; the drawing that explains more pairings is
    taken.
    """
    drawn = drawn_by_the_rules(stored, record)
    explained = _as_drawn(drawn, standing)
    if stored.manual and len(explained) < len(standing):
        before = _drawn_before(stored, record, by_hand)
        if len(_as_drawn(before, standing)) > len(explained):
            return before, _as_drawn(before, standing)
    return drawn, explained


def _as_drawn(drawn: DrawnRound | None, standing: Mapping[int, int | None]) -> dict[int, DrawnPairing]:
    """Return those pairings of the drawn round that are also stored."""
    return {
        pairing.first: pairing
        for pairing in (drawn.pairings if drawn else ())
        if pairing.first in standing and standing[pairing.first] == pairing.second
    }


def _drawn_before(stored: Round, record: TournamentRecord, by_hand: frozenset[int]) -> DrawnRound | None:
    """Draw the round with the players who left during it, and without those who joined during it."""
    number = stored.number
    came = {
        player
        for pairing in record.rounds[number - 1].pairings
        for player in (pairing.first, pairing.second)
        if pairing.first in by_hand
    }
    entries = tuple(
        replace(entry, withdrawn_after=None)
        if entry.withdrawn_after == number - 1
        else replace(entry, joined_round=number + 1)
        if entry.joined_round == number > 1 and entry.number in came
        else entry
        for entry in record.entries
    )
    return drawn_by_the_rules(stored, replace(record, entries=entries), "before")


def drawn_by_the_rules(stored: Round, record: TournamentRecord, when: str = "now") -> DrawnRound | None:
    """Return the round as the rules pair it, or None where they give none; `when` tells records of one round apart."""
    round_ = record.rounds[stored.number - 1]
    pairs = tuple((pairing.first, pairing.second) for pairing in round_.pairings)
    # The facts a round depends on change only when it is paired again, so it is computed once.
    present = hash(tuple(record.present(stored.number))) if stored.manual else 0
    apart = tuple(wish for wish in record.kept_apart if wish.holds_in(stored.number))
    key = ("drawn", stored.pk, stored.planned_rounds, pairs, when, present, apart)
    return cached(key, partial(_drawn, record, stored.number)).value


def _drawn(record: TournamentRecord, number: int) -> Weighed[DrawnRound | None]:
    """Compute the round as the rules pair it, or None where they give none. Its cache key must name its pairs.

    A round that was changed by hand does not store whether rematches were allowed: they are only where the rules find
    no pairing without.
    """
    round_ = record.rounds[number - 1]
    size = 1_000 + 2 * BYTES_OF_A_PAIRING * len(round_.pairings)
    for allowed in (False, True) if round_.manual else (round_.rematches_allowed,):
        evenly = allowed if round_.manual else round_.rematches_evenly
        asked = replace(round_, rematches_allowed=allowed, rematches_evenly=evenly)
        try:
            return Weighed(redraw(replace(record, rounds=(*record.rounds[: number - 1], asked)), number), size)
        except Refused:
            continue
    return Weighed(None, size)

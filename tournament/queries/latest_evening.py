"""Keeps the evening as last read: after a result only its match is read again, not all players."""

from copy import copy
from dataclasses import dataclass

from tournament.machine.cache import cached_value, store
from tournament.models import Tournament
from tournament.queries import recorded_since, states
from tournament.queries.evening import Evening, evening_of, with_matches

# Estimated bytes of an evening: in all, for a player, for a player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 1_600, 400


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening, and the state in which it was read."""

    state: states.State
    evening: Evening

    @property
    def kept_bytes(self) -> int:
        each = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(self.evening.rounds)
        return BYTES + each * len(self.evening.entries)


def latest_evening(tournament: Tournament) -> Evening:
    """Return the evening in the state the tournament was read in; not to be called during a change."""
    key, state = ("evening", tournament.pk), states.state_of(tournament)
    earlier = cached_value(key)
    if isinstance(earlier, Kept) and earlier.state == state:
        return earlier.evening
    # A copy, because the caller may refresh their own tournament.
    own = copy(tournament)
    evening = None
    if isinstance(earlier, Kept):
        # Backups are restored while no process runs, so the journal continues from what was read before.
        matches = recorded_since.matches_since(own, earlier.state.version)
        evening = None if matches is None else with_matches(earlier.evening, own, matches)
    evening = evening or evening_of(own)
    store(key, Kept(state, evening))
    return evening

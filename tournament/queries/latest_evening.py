"""The evening as it was last read, for all who ask: after a result its match is read, not again all the players."""

from copy import copy
from dataclasses import dataclass

from tournament.machine.cache import cached_value, store
from tournament.models import Tournament
from tournament.queries.evening import Evening, evening_of, with_matches
from tournament.queries.recorded_since import matches_since
from tournament.queries.states import State, state_of

# About what is read, of a player and of a player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 1_600, 400


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening and the state that it was read in."""

    state: State
    evening: Evening

    @property
    def kept_bytes(self) -> int:
        each = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(self.evening.rounds)
        return BYTES + each * len(self.evening.entries)


def latest_evening(tournament: Tournament) -> Evening:
    """The evening in the state that the tournament was read in; not to be asked for in the middle of a change."""
    key, state = ("evening", tournament.pk), state_of(tournament)
    earlier = cached_value(key)
    if isinstance(earlier, Kept) and earlier.state == state:
        return earlier.evening
    # Whoever asks may go on to read their own anew.
    own = copy(tournament)
    evening = (isinstance(earlier, Kept) and _with_matches_since(earlier, own)) or evening_of(own)
    store(key, Kept(state, evening))
    return evening


def _with_matches_since(earlier: Kept, tournament: Tournament) -> Evening | None:
    # A backup is put back while no process runs: the journal goes on from what was read here.
    matches = matches_since(tournament, earlier.state.version)
    return None if matches is None else with_matches(earlier.evening, tournament, matches)

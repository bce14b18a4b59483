"""The evening as it was last read, for all who ask: after results these alone are read, not again all the players."""

from tournament.machine.cache import Weighed, cached_value, store
from tournament.models import Tournament
from tournament.queries.evening import Evening, evening_of, with_results
from tournament.queries.recorded_since import results_since
from tournament.queries.states import state_of

# About what is read, of a player and of a player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 1_600, 400


def latest_evening(tournament: Tournament) -> Evening:
    """The evening in the state that the tournament was read in; not to be asked for in the middle of a change."""
    key = ("evening", tournament.pk)
    kept = cached_value(key)
    earlier: Evening | None = kept.value if isinstance(kept, Weighed) else None
    if earlier and state_of(earlier.tournament) == state_of(tournament):
        return earlier
    evening = (_with_results_since(earlier, tournament) if earlier else None) or evening_of(tournament)
    store(key, _weighed(evening))
    return evening


def _with_results_since(earlier: Evening, tournament: Tournament) -> Evening | None:
    # A backup is put back while no process runs: the journal goes on from what was read here.
    keys = results_since(tournament, earlier.tournament.version)
    return None if keys is None else with_results(earlier, tournament, keys)


def _weighed(evening: Evening) -> Weighed[Evening]:
    each = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(evening.rounds)
    return Weighed(evening, BYTES + each * len(evening.entries))

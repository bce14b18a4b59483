"""The one door from stored rows to the engine's frozen record."""

from collections import defaultdict

from tournament.engine.record import (
    EntryRecord,
    PairingRecord,
    PastResult,
    Result,
    RoundRecord,
    Rules,
    Score,
    TournamentRecord,
)
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, Pairing, Round, Tournament
from tournament.models import PastResult as StoredPastResult

RESULT_FIELDS = ("outcome", "first_points", "second_points", "winner_id")


def rules_of(tournament: Tournament) -> Rules:
    """The rules that a tournament is played by."""
    return Rules(
        match_length=tournament.match_length,
        gammons=tournament.gammons,
        backgammons=tournament.backgammons,
        rounds=tournament.planned_rounds,
        count_excess_points=tournament.count_excess_points,
        unplayed_win_points=tournament.unplayed_win_points,
    )


def record_of(tournament: Tournament) -> TournamentRecord:
    """All the facts of a tournament, in five queries whatever its size."""
    entries, numbers = _entries(tournament)
    return TournamentRecord(rules_of(tournament), tournament.draw_seed, entries, _rounds(tournament, numbers))


def _entries(tournament: Tournament) -> tuple[tuple[EntryRecord, ...], dict[int, int]]:
    absent: dict[int, list[int]] = defaultdict(list)
    absences = Absence.objects.filter(entry__tournament=tournament).order_by("round_number")
    for entry_id, round_number in absences.values_list("entry_id", "round_number"):
        absent[entry_id].append(round_number)
    stored = Entry.objects.filter(tournament=tournament).order_by("number")
    numbers: dict[int, int] = {}
    entries: list[EntryRecord] = []
    for entry_id, number, joined, withdrawn in stored.values_list("id", "number", "joined_round", "withdrawn_after"):
        numbers[entry_id] = number
        entries.append(EntryRecord(number, joined, withdrawn, tuple(absent.get(entry_id, ()))))
    return tuple(entries), numbers


class _Results:
    """Turns the stored columns into results, one shared value for each kind."""

    def __init__(self, numbers: dict[int, int]) -> None:
        self._numbers = numbers
        self._known: dict[tuple[str, int | None, int | None, int | None], Result] = {}

    def get(self, outcome: str, first: int | None, second: int | None, winner_id: int | None) -> Result:
        key = (outcome, first, second, winner_id)
        result = self._known.get(key)
        if result is None:
            score: Score | None = None if first is None or second is None else (first, second)
            winner = None if winner_id is None else self._numbers[winner_id]
            result = self._known[key] = Result(Outcome(outcome), score, winner)
        return result


def _rounds(tournament: Tournament, numbers: dict[int, int]) -> tuple[RoundRecord, ...]:
    results = _Results(numbers)
    was: dict[int, list[PastResult]] = defaultdict(list)
    past = StoredPastResult.objects.filter(pairing__round__tournament=tournament).order_by("pairing_id", "until")
    for pairing_id, until, *result in past.values_list("pairing_id", "until", *RESULT_FIELDS):
        was[pairing_id].append(PastResult(until, results.get(*result)))
    pairings: dict[int, list[PairingRecord]] = defaultdict(list)
    stored = Pairing.objects.filter(round__tournament=tournament).order_by("position")
    columns = stored.values_list("id", "round_id", "first_id", "second_id", "table", *RESULT_FIELDS)
    for pairing_id, round_id, first_id, second_id, table, *result in columns.iterator(chunk_size=10_000):
        second = None if second_id is None else numbers[second_id]
        past_results = tuple(was[pairing_id]) if pairing_id in was else ()
        pairings[round_id].append(PairingRecord(numbers[first_id], second, results.get(*result), table, past_results))
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    return tuple(
        RoundRecord(
            number=paired.number,
            pairings=tuple(pairings[paired.id]),
            planned_rounds=paired.planned_rounds,
            manual=paired.manual,
            rematches_allowed=paired.rematches_allowed,
            lookahead_bound=paired.lookahead_bound,
        )
        for paired in rounds
    )

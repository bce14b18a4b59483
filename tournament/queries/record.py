"""The one door from stored rows to the engine's frozen record."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from django.db.models import Max

from tournament.engine.criteria import ranking_of
from tournament.engine.record import (
    CorrectedResult,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    Score,
    TournamentRecord,
    has_come,
    has_left,
)
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat, MatchGame
from tournament.models import Absence, Entry, Pairing, PastResult, Round, Tournament

RESULT_FIELDS = ("outcome", "first_points", "second_points", "winner_id")


def rules_of(tournament: Tournament) -> Rules:
    """The rules that a tournament is played by."""
    return Rules(
        match_length=tournament.match_length,
        rounds=tournament.planned_rounds,
        count_excess_points=tournament.count_excess_points,
        unplayed_win_points=tournament.unplayed_win_points,
        ranking=ranking_of(tournament.ranking.split()),
    )


def format_of(tournament: Tournament) -> MatchFormat:
    """What a match of the tournament is."""
    columns = {field.name: getattr(tournament, field.name) for field in fields(MatchFormat)}
    return MatchFormat(**{**columns, "game": MatchGame(tournament.game)})


def format_columns(wanted: MatchFormat) -> dict[str, object]:
    """The columns of a tournament that store what a match is."""
    columns = {field.name: getattr(wanted, field.name) for field in fields(MatchFormat)}
    return {**columns, "game": wanted.game.value}


def paired_rounds(tournament: Tournament) -> int:
    """The number of the last round paired, 0 before the draw."""
    last: int = Round.objects.filter(tournament=tournament).aggregate(Max("number", default=0))["number__max"]
    return last


def result_of(row: Pairing | PastResult) -> Result:
    """The result of a stored row."""
    first, second = row.first_points, row.second_points
    score = None if first is None or second is None else (first, second)
    return Result(Outcome(row.outcome), score, row.winner.number if row.winner else None)


def record_of(tournament: Tournament, *, with_hidden: bool = True) -> TournamentRecord:
    """All the facts of a tournament, in five queries whatever its size, or only what everyone may know."""
    stored = _stored_rounds([tournament])
    return _record(tournament, stored, [row for row in stored if with_hidden or not row.is_hidden])


def record_before(tournament: Tournament, number: int) -> TournamentRecord:
    """The facts as if round `number` and those after it were not paired: present in it is who is here now."""
    stored = _stored_rounds([tournament])
    return _record(tournament, stored, [row for row in stored if row.number < number])


def records_of(tournaments: Sequence[Tournament]) -> dict[int, TournamentRecord]:
    """All the facts of each, by its key, in five queries however many they are."""
    stored = _stored_rounds(tournaments)
    return _records(tournaments, stored, stored)


def _stored_rounds(tournaments: Sequence[Tournament]) -> list[Round]:
    return list(Round.objects.filter(tournament__in=keys_of(tournaments)).order_by("number"))


def keys_of(tournaments: Iterable[Tournament]) -> list[int]:
    """As numbers, for a query that asks for rows of any of them."""
    return [tournament.pk for tournament in tournaments]


def _record(tournament: Tournament, stored: Sequence[Round], rows: Sequence[Round]) -> TournamentRecord:
    return _records([tournament], stored, rows)[tournament.pk]


def _records(
    tournaments: Sequence[Tournament], stored: Sequence[Round], rows: Sequence[Round]
) -> dict[int, TournamentRecord]:
    """The facts with those `rows` of the `stored` rounds, of each tournament from the first one on.

    What others stand on is read before them, so that a change made meanwhile is seen as a whole or not at all.
    """
    entries = _stored_entries(tournaments)
    numbers = {entry.key: entry.number for listed in entries.values() for entry in listed}
    rounds = _rounds(tournaments, rows, numbers)
    paired = Counter(row.tournament_id for row in stored)
    return {
        one.pk: TournamentRecord(
            rules_of(one), one.draw_seed, attending(entries[one.pk], rounds[one.pk], paired[one.pk]), rounds[one.pk]
        )
        for one in tournaments
    }


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """What is stored of a player's coming and going; `sits_out` are the rounds they asked to miss."""

    key: int
    number: int
    joined_round: int
    withdrawn_after: int | None
    sits_out: Collection[int]

    def after(self, known: int, played: Collection[int], paired_count: int) -> EntryRecord:
        """What it means with the `known` ones of all rounds paired, of which they are in those `played`.

        In the next round is who is here now: on the list, not gone, and not sitting it out. A paired round not
        played while on the list was missed, whatever the reason. Who has said that they come or go later still does.
        """
        joined, left = self.joined_round, self.withdrawn_after
        if has_come(joined, paired_count):
            joined = min(joined, known + 1)
        if left is not None and has_left(left, paired_count):
            left = min(left, known)
        until = known if left is None else min(left, known)
        missed = {number for number in range(joined, until + 1) if number not in played}
        return EntryRecord(self.number, joined, left, tuple(sorted(missed.union(self.sits_out))))


def _stored_entries(tournaments: Sequence[Tournament]) -> dict[int, tuple[StoredEntry, ...]]:
    """By tournament, in the order of their start numbers."""
    stored = Entry.objects.filter(tournament__in=keys_of(tournaments)).order_by("number")
    rows = tuple(stored.values_list("tournament_id", "id", "number", "joined_round", "withdrawn_after"))
    sits_out: dict[int, list[int]] = defaultdict(list)
    absences = Absence.objects.filter(entry__tournament__in=keys_of(tournaments))
    for entry_id, round_number in absences.values_list("entry_id", "round_number"):
        sits_out[entry_id].append(round_number)
    entries: dict[int, list[StoredEntry]] = {one.pk: [] for one in tournaments}
    for tournament_id, key, number, joined, left in rows:
        entries[tournament_id].append(StoredEntry(key, number, joined, left, sits_out.get(key, ())))
    return {key: tuple(listed) for key, listed in entries.items()}


def attending(
    entries: Iterable[StoredEntry], rounds: Sequence[RoundRecord], paired_count: int
) -> tuple[EntryRecord, ...]:
    """Who is in which of these rounds, the first ones of so many paired."""
    played: dict[int, set[int]] = defaultdict(set)
    for round_ in rounds:
        for number in round_.seated:
            played[number].add(round_.number)
    return tuple(entry.after(len(rounds), played[entry.number], paired_count) for entry in entries)


class Results:
    """Turns the stored columns into results, one shared value for each kind."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._known: dict[tuple[str, int | None, int | None, int | None], Result] = {}

    def get(self, outcome: str, first: int | None, second: int | None, winner_id: int | None) -> Result:
        """The result that these columns hold."""
        key = (outcome, first, second, winner_id)
        result = self._known.get(key)
        if result is None:
            score: Score | None = None if first is None or second is None else (first, second)
            winner = None if winner_id is None else self._numbers[winner_id]
            result = self._known[key] = Result(Outcome(outcome), score, winner)
        return result


def _rounds(
    tournaments: Sequence[Tournament], rounds: Sequence[Round], numbers: Mapping[int, int]
) -> dict[int, tuple[RoundRecord, ...]]:
    """By tournament; `numbers` are the start numbers by the keys of the entries."""
    results = Results(numbers)
    last = max((round_.number for round_ in rounds), default=0)
    pairings: dict[int, dict[int, PairingRecord]] = defaultdict(dict)
    keys = keys_of(tournaments)
    stored = Pairing.objects.filter(round__tournament__in=keys, round__number__lte=last).order_by("position")
    columns = stored.values_list("round_id", "first_id", "second_id", "table", *RESULT_FIELDS)
    for round_id, first_id, second_id, table, *result in columns.iterator(chunk_size=10_000):
        second = None if second_id is None else numbers[second_id]
        pairings[round_id][first_id] = PairingRecord(numbers[first_id], second, results.get(*result), table)
    past = PastResult.objects.filter(pairing__round__tournament__in=keys, pairing__round__number__lte=last).order_by(
        "pairing_id", "until"
    )
    for round_id, first_id, until, *result in past.values_list(
        "pairing__round_id", "pairing__first_id", "until", *RESULT_FIELDS
    ):
        pairing = pairings[round_id][first_id]
        kept = CorrectedResult(until, results.get(*result))
        pairings[round_id][first_id] = replace(pairing, was=(*pairing.was, kept))
    records: dict[int, list[RoundRecord]] = {key: [] for key in keys}
    for round_ in rounds:
        records[round_.tournament_id].append(round_record(round_, tuple(pairings[round_.pk].values())))
    return {key: tuple(of_one) for key, of_one in records.items()}


def round_record(round_: Round, pairings: tuple[PairingRecord, ...]) -> RoundRecord:
    """A stored round with its pairings as the engine knows it."""
    return RoundRecord(
        number=round_.number,
        pairings=pairings,
        planned_rounds=round_.planned_rounds,
        manual=round_.manual,
        rematches_allowed=round_.rematches_allowed,
        lookahead_bound=round_.lookahead_bound,
    )

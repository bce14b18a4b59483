"""All that is stored of the players and the rounds of a tournament, read once for a page that shows much of it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef

from tournament.engine.record import CorrectedResult, PairingRecord, TournamentRecord
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Report, Round, Tournament
from tournament.queries.record import RESULT_FIELDS, Results, StoredEntry, attending, round_record, rules_of

ROUND = tuple(field.attname for field in Round._meta.concrete_fields)
PAIRING = ("id", "first_id", "second_id", "table", "finished_at", "changed_at", *RESULT_FIELDS)
PAST = ("until", *RESULT_FIELDS)


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing and what is stored beside its record: its key, when its first result came in, when it came into a
    round that everyone saw already, whether a phone has reported a result, and whether games of it are kept.
    """

    key: int
    record: PairingRecord
    finished_at: datetime | None
    changed_at: datetime | None
    is_reported: bool
    has_games: bool

    @property
    def table(self) -> int | None:
        return self.record.table

    @property
    def outcome(self) -> Outcome:
        return self.record.result.outcome


@dataclass(frozen=True, slots=True)
class Evening:
    """Players by start number, the rounds they asked to miss, the rounds and their pairings in order, the record."""

    tournament: Tournament
    entries: Mapping[int, Entry]
    sits_out: Mapping[int, frozenset[int]]
    rounds: tuple[Round, ...]
    pairings: Mapping[int, tuple[StoredPairing, ...]]
    record: TournamentRecord

    @property
    def newest_round(self) -> Round | None:
        """The last one paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def released(self) -> tuple[Round, ...]:
        """The rounds that everyone sees."""
        return tuple(round_ for round_ in self.rounds if not round_.is_hidden)

    def absent_in(self, round_number: int) -> frozenset[int]:
        """Start numbers of those who sit a round out."""
        return frozenset(number for number, rounds in self.sits_out.items() if round_number in rounds)


def evening_of(tournament: Tournament) -> Evening:
    """The evening so far, in two queries whatever its size.

    Pairings are read with their rounds, so that a change made meanwhile is seen as a whole or not at all.
    """
    rows = _rows(tournament)
    entries, sits_out = _entries(tournament)
    numbers = {entry.pk: number for number, entry in entries.items()}
    results = Results(numbers)
    rounds: dict[int, Round] = {}
    found: dict[int, dict[int, StoredPairing]] = defaultdict(dict)
    for row in rows:
        key = row[0]
        if key not in rounds:
            rounds[key] = Round.from_db(None, ROUND, row[: len(ROUND)])
            rounds[key].tournament = tournament
        _take_in(found[key], row[len(ROUND) :], numbers, results)
    pairings = {round_.number: tuple(found[key].values()) for key, round_ in rounds.items()}
    records = tuple(
        round_record(round_, tuple(pairing.record for pairing in pairings[round_.number])) for round_ in rounds.values()
    )
    stored = (
        StoredEntry(entry.pk, number, entry.joined_round, entry.withdrawn_after, sorted(sits_out.get(number, ())))
        for number, entry in entries.items()
    )
    attended = attending(stored, records, len(records))
    record = TournamentRecord(rules_of(tournament), tournament.draw_seed, attended, records)
    return Evening(tournament, entries, sits_out, tuple(rounds.values()), pairings, record)


def _rows(tournament: Tournament) -> list[tuple[Any, ...]]:
    """A row for each pairing and each of its past results.

    It holds the round, the pairing, whether it is reported, whether it has games, the past.
    """
    stored = Round.objects.filter(tournament=tournament).order_by(
        "number", "pairings__position", "pairings__past_results__until"
    )
    reported = Exists(Report.objects.filter(pairing=OuterRef("pairings")))
    kept = Exists(Game.objects.filter(pairing=OuterRef("pairings")))
    pairing = (f"pairings__{name}" for name in PAIRING)
    past = (f"pairings__past_results__{name}" for name in PAST)
    return list(stored.values_list(*ROUND, *pairing, reported, kept, *past))


def _take_in(
    found: dict[int, StoredPairing], row: tuple[Any, ...], numbers: Mapping[int, int], results: Results
) -> None:
    """Add the pairing of a row, or one more past result to it."""
    key, first, second, table, finished_at, changed_at, *result = row[: len(PAIRING)]
    is_reported, has_games, until, *past = row[len(PAIRING) :]
    if key is None:
        return
    was = found[key].record.was if key in found else ()
    if until is not None:
        was = (*was, CorrectedResult(until, results.get(*past)))
    record = PairingRecord(numbers[first], numbers.get(second), results.get(*result), table, was)
    found[key] = StoredPairing(key, record, finished_at, changed_at, is_reported, has_games)


def _entries(tournament: Tournament) -> tuple[dict[int, Entry], dict[int, frozenset[int]]]:
    """Everyone by start number, and the rounds that those who do sit out; each of these makes a row of its own."""
    entries: dict[int, Entry] = {}
    sits_out: dict[int, frozenset[int]] = {}
    for entry in tournament.entries.annotate(absent_in=F("absences__round_number")).order_by("number"):
        entries[entry.number] = entry
        if entry.absent_in is not None:
            sits_out[entry.number] = sits_out.get(entry.number, frozenset()) | {entry.absent_in}
    return entries, sits_out

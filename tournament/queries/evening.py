"""Reads a tournament from its rows: its players, its rounds, and the engine's frozen record of them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db.models import Exists, F, OuterRef, Q

from tournament.engine import record as engine
from tournament.engine.record import EntryRecord, KeptApart, PairingRecord, RoundRecord, TournamentRecord, in_order
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.machine.cache import Weighed, cached, cached_value, store, weigh_again
from tournament.models import Entry, Game, Report, Round, Tournament
from tournament.names import names_apart
from tournament.queries.record import RESULT_FIELDS, Results, keys_of, round_record, rules_of
from tournament.queries.recorded_since import matches_since

ROUND = tuple(field.attname for field in Round._meta.concrete_fields)
stored_values = attrgetter(*ROUND)
OF_TOURNAMENT = ROUND.index("tournament_id")
PAIRING = ("id", "first_id", "second_id", "table", "in_second", "finished_at", "changed_at", *RESULT_FIELDS)
PAST = ("until", *RESULT_FIELDS)
# Estimated bytes of what was read, and of all that follows from it: the base, and more for each player and each
# player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 1_600, 400
BYTES_THAT_FOLLOW, FOLLOW_A_PLAYER, FOLLOW_A_ROUND = 5_000, 2_600, 500

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing: the engine's record of it, and what else is stored.

    `finished_at` is the time of its first result, `changed_at` the time when it was added to a round that was already
    public. `is_reported` tells that a phone has reported a result, `has_games` that games of the match are stored.
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
    def seats(self) -> tuple[int | None, ...]:
        return self.table, self.record.first, self.record.second

    @property
    def outcome(self) -> Outcome:
        return self.record.result.outcome


def once(
    compute: Callable[Concatenate["Evening", Arguments], Value],
) -> Callable[Concatenate["Evening", Arguments], Value]:
    """Compute what follows from an evening once: the evening keeps it for all pages that are made of it."""

    @wraps(compute)
    def computed(evening: "Evening", /, *args: Arguments.args, **keywords: Arguments.kwargs) -> Value:
        key = (compute, args, *keywords.items())
        if key not in evening._computed:
            evening._computed[key] = compute(evening, *args, **keywords)
        value: Value = evening._computed[key]
        return value

    return computed


@dataclass(frozen=True, slots=True)
class Evening:
    """All that was read of a tournament from the database at one moment.

    `entries` are the players by start number, `sits_out` the rounds that a player asks to miss, by start number.
    `record` holds the same facts as the engine reads them. A function with `once` computes what follows from them.
    """

    tournament: Tournament
    entries: Mapping[int, Entry]
    sits_out: Mapping[int, frozenset[int]]
    rounds: tuple[Round, ...]
    pairings: Mapping[int, tuple[StoredPairing, ...]]
    record: TournamentRecord
    _ranks_before: dict[int, Mapping[int, int]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _computed: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    _more_bytes: list[int] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def kept_bytes(self) -> int:
        """The bytes of what follows from the evening, which is kept with it."""
        player_bytes = FOLLOW_A_PLAYER + FOLLOW_A_ROUND * len(self.rounds)
        return BYTES_THAT_FOLLOW + player_bytes * len(self.entries) + sum(self._more_bytes)

    def weigh(self, more: int) -> None:
        """Count more bytes of what was computed for the public pages, of which `kept_bytes` cannot know."""
        self._more_bytes.append(more)
        weigh_again(_public_key(self.tournament))

    @property
    def names(self) -> dict[int, str]:
        """The name that each player has in public, by start number."""
        return {number: entry.display_name for number, entry in self.entries.items()}

    @property
    def newest_round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def released(self) -> tuple[Round, ...]:
        """The rounds that everyone sees."""
        return tuple(round_ for round_ in self.rounds if not round_.is_hidden)

    @property
    def newest_released(self) -> Round | None:
        return self.released[-1] if self.released else None

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    @property
    def ranked_round(self) -> int:
        """The round after which every page, paper and file ranks the players; 0 before the first result.

        A newly drawn round changes no place: it counts from its first result on.
        """
        last = self.record.rounds[-1] if self.record.rounds else None
        return len(self.record.rounds) - (last is not None and not last.has_begun)

    @property
    def in_public(self) -> "Evening":
        """The tournament without hidden rounds."""
        return self.until(len(self.released))

    def until(self, number: int) -> "Evening":
        """Return the tournament as if no later round were paired; players here now are present in the next one."""
        if number >= len(self.rounds):
            return self
        rounds = self.record.rounds[:number]
        present = _present(self.entries, self.sits_out, rounds, len(self.rounds))
        apart = in_order(later_wish for wish in self.record.kept_apart if (later_wish := wish.after(number)))
        record = replace(self.record, entries=present, rounds=rounds, kept_apart=apart)
        pairings = {round_.number: self.pairings[round_.number] for round_ in rounds}
        return replace(self, rounds=self.rounds[:number], pairings=pairings, record=record)

    def ranks_before(self, round_number: int) -> Mapping[int, int]:
        """Return the rank of each start number when the round was paired, computed once; latecomers have none."""
        if round_number not in self._ranks_before:
            entries = tuple(entry for entry in self.record.entries if entry.joined_round <= round_number)
            ranking = standings(replace(self.record, entries=entries), round_number - 1, as_of=round_number)
            self._ranks_before[round_number] = {row.number: row.rank for row in ranking}
        return self._ranks_before[round_number]

    def absent_in(self, round_number: int) -> frozenset[int]:
        """Return the start numbers of players who sit the round out."""
        return frozenset(number for number, rounds in self.sits_out.items() if round_number in rounds)


def record_of(tournament: Tournament) -> TournamentRecord:
    return evening_of(tournament).record


def evening_of(tournament: Tournament) -> Evening:
    return evenings_of([tournament])[tournament.pk]


def evenings_of(tournaments: Sequence[Tournament]) -> dict[int, Evening]:
    """Return what is stored of each tournament, by primary key, in two queries for any number of any size.

    Pairings are read with their rounds and before the players, so that a concurrent change is seen as a whole or not at
    all.
    """
    rows = _rows(tournaments)
    entries, sits_out, apart = _entries(tournaments)
    return {
        tournament.pk: _evening(
            tournament, rows[tournament.pk], entries[tournament.pk], sits_out[tournament.pk], apart[tournament.pk]
        )
        for tournament in tournaments
    }


def with_matches(evening: Evening, tournament: Tournament, matches: Collection[tuple[int, int]]) -> Evening | None:
    """Return a tournament read earlier, updated by reading only the matches at these tables (round, table) again.

    Return None if the players at one of the tables have changed.
    """
    numbers = {entry.pk: number for number, entry in evening.entries.items()}
    results = Results(numbers)
    was = {
        pairing.key: pairing
        for number, of_round in evening.pairings.items()
        for pairing in of_round
        if (number, pairing.table) in matches
    }
    pairing_by_key: dict[int, StoredPairing] = {}
    for row in _rows([tournament], was.keys())[tournament.pk]:
        _add_row(pairing_by_key, row[len(ROUND) :], numbers, results)
    if len(was) < len(matches) or {key: pairing.seats for key, pairing in was.items()} != {
        key: pairing.seats for key, pairing in pairing_by_key.items()
    }:
        return None
    pairings = {
        number: tuple([pairing_by_key.get(pairing.key, pairing) for pairing in of_round])
        for number, of_round in evening.pairings.items()
    }
    records = [
        replace(round_, pairings=tuple([pairing.record for pairing in pairings[round_.number]]))
        for round_ in evening.record.rounds
    ]
    rounds = tuple(_round(tournament, stored_values(round_)) for round_ in evening.rounds)
    record = replace(evening.record, rounds=tuple(records))
    first = min(number for number, _table in matches)
    now = replace(evening, tournament=tournament, rounds=rounds, pairings=pairings, record=record)
    now._ranks_before.update({number: ranks for number, ranks in evening._ranks_before.items() if number <= first})
    return now


def latest_evening(tournament: Tournament) -> Evening:
    """Return all that is stored of the tournament in the version it was read in; not to be called during a change.

    The last reading is cached: after a result only its match is read again, not all players.
    """
    key = ("evening", tournament.pk)
    cached_object = cached_value(key)
    earlier: Evening | None = cached_object.value if isinstance(cached_object, Weighed) else None
    if earlier and earlier.tournament.version_mark == tournament.version_mark:
        return earlier
    # A copy, because the caller may refresh the tournament that was passed.
    own_copy = copy(tournament)
    evening = None
    if earlier:
        # Backups are restored while no process runs, so the journal continues from what was read before.
        matches = matches_since(own_copy, earlier.tournament.version)
        evening = None if matches is None else with_matches(earlier, own_copy, matches)
    evening = evening or evening_of(own_copy)
    player_bytes = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(evening.rounds)
    store(key, Weighed(evening, BYTES + player_bytes * len(evening.entries)))
    return evening


def public_evening(tournament: Tournament) -> Evening:
    """Return the tournament without hidden rounds, in the version it was read in.

    All pages and files for everyone share it, and what follows from it. Words on score sheets do not change it.
    """
    return cached(_public_key(tournament), lambda: latest_evening(tournament).in_public)


def _public_key(tournament: Tournament) -> Hashable:
    return ("public evening", tournament.edition)


def _evening(
    tournament: Tournament,
    rows: Sequence[tuple[Any, ...]],
    entries: Mapping[int, Entry],
    sits_out: Mapping[int, frozenset[int]],
    apart: Collection[KeptApart],
) -> Evening:
    numbers = {entry.pk: number for number, entry in entries.items()}
    results = Results(numbers)
    rounds: dict[int, Round] = {}
    pairings_by_round: dict[int, dict[int, StoredPairing]] = defaultdict(dict)
    for row in rows:
        key = row[0]
        if key not in rounds:
            rounds[key] = _round(tournament, row[: len(ROUND)])
        _add_row(pairings_by_round[key], row[len(ROUND) :], numbers, results)
    pairings = {round_.number: tuple(pairings_by_round[key].values()) for key, round_ in rounds.items()}
    records = tuple(
        round_record(round_, tuple(pairing.record for pairing in pairings[round_.number])) for round_ in rounds.values()
    )
    present = _present(entries, sits_out, records, len(records))
    record = TournamentRecord(rules_of(tournament), tournament.draw_seed, present, records, in_order(apart))
    return Evening(tournament, entries, sits_out, tuple(rounds.values()), pairings, record)


def _round(tournament: Tournament, values: Sequence[Any]) -> Round:
    round_ = Round.from_db(None, ROUND, values)
    round_.tournament = tournament
    return round_


def _present(
    entries: Mapping[int, Entry],
    sits_out: Mapping[int, frozenset[int]],
    rounds: Sequence[RoundRecord],
    paired_count: int,
) -> tuple[EntryRecord, ...]:
    """Return the entries as they were after these rounds, the first of `paired_count` paired ones.

    A player is present in the next round if on the list, not gone, and not sitting out. A Swiss round not played while
    on the list was missed, whatever the reason. A player who is to join or leave later still does.
    """
    round_count, present = len(rounds), []
    finals = {round_.number for round_ in rounds if round_.finals}
    rounds_seated: dict[int, set[int]] = defaultdict(set)
    for round_ in rounds:
        for number in round_.seated:
            rounds_seated[number].add(round_.number)
    for number, entry in entries.items():
        joined, left_after = entry.joined_round, entry.withdrawn_after
        if engine.has_come(joined, paired_count):
            joined = min(joined, round_count + 1)
        if left_after is not None and engine.has_left(left_after, paired_count):
            left_after = min(left_after, round_count)
        on_list = range(joined, (round_count if left_after is None else min(left_after, round_count)) + 1)
        missed = (set(on_list) - rounds_seated[number] - finals) | sits_out.get(number, frozenset())
        present.append(EntryRecord(number, joined, left_after, tuple(sorted(missed))))
    return tuple(present)


def _rows(
    tournaments: Sequence[Tournament], keys: Collection[int] | None = None
) -> Mapping[int, Sequence[tuple[Any, ...]]]:
    """Return rows by tournament: one for each pairing (with `keys`, only these) and each of its past results.

    A row holds the round, the pairing, whether it is reported, whether it has games, and the past result.
    """
    condition = Q() if keys is None else Q(pairings__in=keys)
    rounds = Round.objects.filter(condition, tournament__in=keys_of(tournaments)).order_by(
        "number", "pairings__position", "pairings__past_results__until"
    )
    reported = Exists(Report.objects.filter(pairing=OuterRef("pairings")))
    has_games = Exists(Game.objects.filter(pairing=OuterRef("pairings")))
    pairing = (f"pairings__{name}" for name in PAIRING)
    past = (f"pairings__past_results__{name}" for name in PAST)
    rows: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rounds.values_list(*ROUND, *pairing, reported, has_games, *past):
        rows[row[OF_TOURNAMENT]].append(row)
    return rows


def _add_row(
    pairing_by_key: dict[int, StoredPairing], row: tuple[Any, ...], numbers: Mapping[int, int], results: Results
) -> None:
    """Add the pairing in this row of `_rows`; if it was added before, add the row's past result to it."""
    key, first, second, table, in_second, finished_at, changed_at, *result = row[: len(PAIRING)]
    is_reported, has_games, until, *past = row[len(PAIRING) :]
    if key is None:
        return
    was = pairing_by_key[key].record.was if key in pairing_by_key else ()
    if until is not None:
        was = (*was, engine.CorrectedResult(until, results.get(*past)))
    record = PairingRecord(numbers[first], numbers.get(second), results.get(*result), table, was, in_second)
    pairing_by_key[key] = StoredPairing(key, record, finished_at, changed_at, is_reported, has_games)


def _entries(
    tournaments: Sequence[Tournament],
) -> tuple[Mapping[int, dict[int, Entry]], Mapping[int, dict[int, frozenset[int]]], Mapping[int, set[KeptApart]]]:
    """Return, by tournament, the players by start number, the rounds that some of them sit out, and kept-apart pairs.

    The query returns a row of its own for each of those rounds and pairs.
    """
    tournament_by_key = {tournament.pk: tournament for tournament in tournaments}
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    sits_out: dict[int, dict[int, frozenset[int]]] = defaultdict(dict)
    apart: dict[int, set[KeptApart]] = defaultdict(set)
    entry_rows = Entry.objects.filter(tournament__in=keys_of(tournaments)).annotate(
        absent_in=F("absences__round_number"),
        apart_from=F("kept_apart__second__number"),
        apart_since=F("kept_apart__since"),
        apart_until=F("kept_apart__until"),
    )
    for entry in entry_rows.order_by("number"):
        key, number = entry.tournament_id, entry.number
        entry.tournament = tournament_by_key[key]
        entries[key][number] = entry
        if entry.absent_in is not None:
            sits_out[key][number] = sits_out[key].get(number, frozenset()) | {entry.absent_in}
        if entry.apart_from is not None:
            apart[key].add(KeptApart(number, entry.apart_from, entry.apart_since, entry.apart_until))
    for of_one in entries.values():
        names = {number: entry.wished_name for number, entry in of_one.items() if not entry.is_hidden}
        clubs = {number: of_one[number].club for number in names}
        for number, name in names_apart(names, clubs, by_key=True).items():
            if name != names[number]:
                of_one[number].apart = name
    return entries, sits_out, apart

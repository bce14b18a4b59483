"""What each tournament of a club has come to: the places, and the matches somebody has won.

Worked out once for each settled version of a tournament, and for all tournaments that are still missing together, so
that the number of queries does not grow with the evenings.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from tournament.engine.record import EntryRecord, PairingRecord, RoundRecord, TournamentRecord, has_left
from tournament.engine.standings import standings
from tournament.engine.terms import Criterion, Outcome
from tournament.machine.cache import cached, cached_value
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.queries.record import RESULT_FIELDS, Results, rules_of
from tournament.queries.states import settled_state_of

PARTICIPANT_BYTES, MATCH_BYTES = 150, 120


class Participant(NamedTuple):
    """The place of an entry (by its key) among all that are on the list; who has not come has none.

    `equal_from` is the best of the places of those whom nothing but the lot separates; `matches_left` how many
    matches can still be won.
    """

    entry: int
    rank: int
    equal_from: int
    match_wins: int
    matches_left: int


class WonMatch(NamedTuple):
    """A match that somebody has won at the board, by the keys of the entries."""

    winner: int
    loser: int
    length: int
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """A tournament of one version as everyone may know it; matches in the order of rounds and tables."""

    participants: tuple[Participant, ...] = ()
    matches: tuple[WonMatch, ...] = ()
    rounds: int = 0
    is_running: bool = False

    @property
    def has_results(self) -> bool:
        """Whether anything has been decided yet: before that, the places are those of the lot."""
        return bool(self.participants)

    @property
    def kept_bytes(self) -> int:
        return 500 + PARTICIPANT_BYTES * len(self.participants) + MATCH_BYTES * len(self.matches)


class _Row(NamedTuple):
    first: int
    second: int | None
    outcome: str
    first_points: int | None
    second_points: int | None
    winner: int | None


def played_evenings(tournaments: Sequence[Tournament]) -> dict[int, PlayedEvening]:
    """By the key of the tournament, in three queries at most."""
    found = {tournament.pk: cached_value(_key(tournament)) for tournament in tournaments}
    missing = [tournament for tournament in tournaments if found[tournament.pk] is None]
    read = dict(_read(missing)) if missing else {}
    return {key: evening if isinstance(evening, PlayedEvening) else read[key] for key, evening in found.items()}


def _key(tournament: Tournament) -> tuple[str, int, str]:
    return ("played evening", *settled_state_of(tournament))


def _read(tournaments: Sequence[Tournament]) -> Iterator[tuple[int, PlayedEvening]]:
    keys = [tournament.pk for tournament in tournaments]
    entries: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
    stored = Entry.objects.filter(tournament__in=keys).order_by("number")
    coming_and_going = stored.values_list("tournament_id", "pk", "number", "withdrawn_after")
    rounds: dict[int, dict[int, list[_Row]]] = defaultdict(dict)
    home: dict[int, int] = {}
    paired_count: dict[int, int] = {}
    paired = Round.objects.filter(tournament__in=keys).order_by("number")
    for of, key, number, is_hidden in paired.values_list("tournament_id", "pk", "number", "is_hidden"):
        paired_count[of] = number
        if not is_hidden:
            rounds[of][key] = []
            home[key] = of
    for of, key, number, after in coming_and_going:
        entries[of].append((key, number, has_left(after, paired_count.get(of, 0))))
    pairings = Pairing.objects.filter(round__tournament__in=keys).order_by("round__number", "position")
    columns = pairings.values_list("round_id", "first_id", "second_id", *RESULT_FIELDS)
    for round_key, *row in columns.iterator(chunk_size=10_000):
        if round_key in home:
            rounds[home[round_key]][round_key].append(_Row(*row))
    for tournament in tournaments:
        make = partial(_played, tournament, entries[tournament.pk], tuple(rounds[tournament.pk].values()))
        yield tournament.pk, cached(_key(tournament), make)


def _played(
    tournament: Tournament, entries: Sequence[tuple[int, int, bool]], rounds: Sequence[Sequence[_Row]]
) -> PlayedEvening:
    rows = [row for played in rounds for row in played]
    is_over = tournament.is_closed or (
        len(rounds) >= tournament.planned_rounds and all(row.outcome != Outcome.PENDING for row in rows)
    )
    if not any(row.first_points is not None or row.winner is not None for row in rows):
        return PlayedEvening(rounds=len(rounds), is_running=bool(rounds) and not is_over)
    numbers = {key: number for key, number, _has_left in entries}
    record = _record(tournament, numbers, rounds)
    participants = _participants(record, entries, _came(rows), {} if is_over else _left(tournament, entries, rounds))
    return PlayedEvening(tuple(participants), tuple(_won(rows, tournament.match_length)), len(rounds), not is_over)


def _record(tournament: Tournament, numbers: Mapping[int, int], rounds: Iterable[Sequence[_Row]]) -> TournamentRecord:
    results = Results(numbers)
    rounds_so_far = tuple(
        RoundRecord(
            number,
            tuple(
                PairingRecord(
                    numbers[row.first], None if row.second is None else numbers[row.second], results.get(*row[2:])
                )
                for row in played
            ),
            tournament.planned_rounds,
        )
        for number, played in enumerate(rounds, start=1)
    )
    everyone = tuple(EntryRecord(number) for number in numbers.values())
    return TournamentRecord(rules_of(tournament), tournament.draw_seed, everyone, rounds_so_far)


def _came(rows: Iterable[_Row]) -> set[int]:
    """Who was there: everybody in a pairing but those who have not appeared."""
    came: set[int] = set()
    for row in rows:
        if row.outcome == Outcome.FORFEIT and row.winner is not None:
            came.add(row.winner)
        elif row.outcome != Outcome.DOUBLE_FORFEIT:
            came.update(key for key in (row.first, row.second) if key is not None)
    return came


def _left(
    tournament: Tournament, entries: Iterable[tuple[int, int, bool]], rounds: Sequence[Sequence[_Row]]
) -> dict[int, int]:
    """How many matches each entry can still win, by its key."""
    to_come = max(tournament.planned_rounds - len(rounds), 0)
    left = {key: 0 if has_left else to_come for key, _number, has_left in entries}
    for row in rounds[-1]:
        if row.outcome == Outcome.PENDING:
            left[row.first] += 1
            if row.second is not None:
                left[row.second] += 1
    return left


def _participants(
    record: TournamentRecord, entries: Iterable[tuple[int, int, bool]], came: set[int], left: Mapping[int, int]
) -> Iterator[Participant]:
    keys = {number: key for key, number, _has_left in entries}
    equal_from = 1
    for row in standings(record, len(record.rounds)):
        if row.decided_by is not Criterion.LOT:
            equal_from = row.rank
        key = keys[row.number]
        if key in came:
            yield Participant(key, row.rank, equal_from, row.match_wins, left.get(key, 0))


def _won(rows: Iterable[_Row], length: int) -> Iterator[WonMatch]:
    for row in rows:
        if row.second is None or row.first_points is None or row.second_points is None:
            continue
        if row.first_points != row.second_points:
            first_won = row.first_points > row.second_points
            winner, loser = (row.first, row.second) if first_won else (row.second, row.first)
            yield WonMatch(winner, loser, length, row.outcome == Outcome.STOPPED)

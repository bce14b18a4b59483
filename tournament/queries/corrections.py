"""What the correction of a result would change, worked out before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament.engine.checking import check_rounds
from tournament.engine.criteria import OWN_MATCHES_ALONE, counted
from tournament.engine.record import PENDING, PairingRecord, Result, RoundRecord, TournamentRecord
from tournament.engine.standings import Standing, standings
from tournament.engine.terms import Criterion, Outcome, Ranking
from tournament.models import Entry, Pairing
from tournament.queries.evening import evening_of
from tournament.queries.record import result_of


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """A player's row of the standings as it stands and as it would stand."""

    entry: Entry
    before: Standing
    after: Standing

    def changes(self, criterion: Criterion) -> bool:
        """Whether this figure changes."""
        return self.before.figures[criterion] != self.after.figures[criterion]


@dataclass(frozen=True, slots=True)
class Correction:
    """The result that stands, the one that would stand, and what follows for the standings after the last round.

    `ranking` is what the tournament ranks by. `rank_changes` holds whose place changes, and `figure_changes` whose
    figure of each criterion that hangs on the opponents, the two at the table first and then by the place they would
    have; `overtaken` the later rounds that are what the rules give now and would not be any more.
    """

    pairing: Pairing
    before: Result
    after: Result
    after_round: int
    at_table: tuple[PlayerChange, ...]
    rank_changes: tuple[PlayerChange, ...]
    ranking: Ranking
    figure_changes: Mapping[Criterion, tuple[PlayerChange, ...]]
    overtaken: tuple[int, ...]
    can_be_paired_anew: bool


def is_correction(pairing: Pairing, result: Result) -> bool:
    """Whether the result would replace another one in a round in which every match has its outcome."""
    standing = result_of(pairing)
    if pairing.round.tournament.is_closed or standing == result or PENDING in (standing, result):
        return False
    return not Pairing.objects.filter(round=pairing.round, outcome=Outcome.PENDING).exists()


def correction_of(pairing: Pairing, result: Result) -> Correction:
    """What changes if this result takes the place of the one that stands."""
    evening = evening_of(pairing.round.tournament)
    # What a hidden round would count for is not on the standings that everyone sees.
    after_round = len(evening.released)
    record = results_of_today(evening.record)
    corrected = with_result(record, pairing.round.number, pairing.first.number, result)
    at_table = [entry.number for entry in (pairing.first, pairing.second) if entry]
    changes = _player_changes(evening.entries, record, corrected, after_round)
    changes.sort(key=lambda change: [change.entry.number != number for number in at_table])
    overtaken = overtaken_rounds(record, corrected)
    last = record.rounds[-1]
    return Correction(
        pairing,
        result_of(pairing),
        result,
        after_round,
        at_table=tuple(change for change in changes if change.entry.number in at_table),
        rank_changes=tuple(change for change in changes if change.before.rank != change.after.rank),
        ranking=record.rules.ranking,
        figure_changes={
            criterion: tuple(change for change in changes if change.changes(criterion))
            for criterion in counted(record.rules.ranking)
            if criterion not in OWN_MATCHES_ALONE
        },
        overtaken=overtaken,
        can_be_paired_anew=last.number in overtaken and not any(map(_has_result, last.pairings)),
    )


def results_of_today(record: TournamentRecord) -> TournamentRecord:
    """The record as if every result had always been the one that stands today."""
    return replace(record, rounds=tuple(map(_round_of_today, record.rounds)))


def _round_of_today(round_: RoundRecord) -> RoundRecord:
    return replace(round_, pairings=tuple(replace(pairing, was=()) for pairing in round_.pairings))


def with_result(record: TournamentRecord, number: int, first: int, result: Result) -> TournamentRecord:
    """The record with another result in the pairing of that round in which `first` is named first."""
    round_ = record.rounds[number - 1]
    pairings = tuple(
        replace(pairing, result=result) if pairing.first == first else pairing for pairing in round_.pairings
    )
    rounds = (*record.rounds[: number - 1], replace(round_, pairings=pairings), *record.rounds[number:])
    return replace(record, rounds=rounds)


def overtaken_rounds(record: TournamentRecord, corrected: TournamentRecord) -> tuple[int, ...]:
    """The rounds paired by the rules that are what these give from the record, but not from the corrected one."""
    differed = {disagreement.round_number for disagreement in check_rounds(record)}
    differ = (disagreement.round_number for disagreement in check_rounds(corrected))
    return tuple(number for number in differ if number not in differed)


def _player_changes(
    entries: Mapping[int, Entry], record: TournamentRecord, corrected: TournamentRecord, after_round: int
) -> list[PlayerChange]:
    before = {row.number: row for row in standings(record, after_round)}
    return [PlayerChange(entries[row.number], before[row.number], row) for row in standings(corrected, after_round)]


def _has_result(pairing: PairingRecord) -> bool:
    return pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE)

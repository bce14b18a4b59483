"""What a director needs to know who changes the pairings of a round by hand."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournament.engine.by_hand import Pair, objections
from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.record import RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.queries.evening import evening_of, record_of


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """A pair with its players and the places they have; without a second it is the bye, or, if free, nobody yet."""

    first: Entry
    first_rank: int
    second: Entry | None
    second_rank: int | None
    is_objected: bool


@dataclass(frozen=True, slots=True)
class RulesPairs:
    """What the rules would give today, in pairing order; `refused` says why there is nothing."""

    pairs: tuple[ChosenPair, ...]
    refused: Refused | None


def stored_pairs(round_: Round) -> tuple[Pair, ...]:
    """The pairs of a stored round as start numbers, in pairing order."""
    pairings = Pairing.objects.filter(round=round_).order_by("position")
    return tuple(pairings.values_list("first__number", "second__number"))


def seated(pairs: Iterable[Pair]) -> tuple[int, ...]:
    """The start numbers of all who stand in the pairs."""
    return tuple(number for pair in pairs for number in pair if number is not None)


def ranking_before(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Those who are to be paired in a round, were it paired now, the best first by the results of today."""
    record = evening_of(tournament).until(number - 1).record
    present = set(record.present(number))
    return tuple(row.number for row in standings(record, number - 1) if row.number in present)


def ranking_as_paired(tournament: Tournament, number: int, players: Collection[int]) -> tuple[int, ...]:
    """These players, the best first by the results in force when the round was paired."""
    ranking = standings(record_of(tournament), number - 1, as_of=number)
    return tuple(row.number for row in ranking if row.number in players)


def drawn_anew(round_: Round) -> DrawnRound:
    """What the rules give today for the last round, which may have rematches where it has them and needs them."""
    record = evening_of(round_.tournament).until(round_.number - 1).record
    try:
        return draw(record)
    except Refused as refused:
        if refused.code != "no_pairing_without_rematch" or not round_.rematches_allowed:
            raise
    return draw(record, rematches_allowed=True)


def rules_pairs(round_: Round) -> RulesPairs:
    """What the rules would give today, with names."""
    try:
        drawn = drawn_anew(round_)
    except Refused as refused:
        return RulesPairs((), refused)
    return RulesPairs(with_names(round_, [(pairing.first, pairing.second) for pairing in drawn.pairings]), None)


def with_names(round_: Round, pairs: list[Pair]) -> tuple[ChosenPair, ...]:
    """Pairs of start numbers with players, places, and whether the rules would avoid them."""
    evening = evening_of(round_.tournament).until(round_.number - 1)
    record, entries = evening.record, evening.entries
    ranks = {row.number: row.rank for row in standings(record, round_.number - 1)}
    objected = objections(pairs, crosstable(record, round_.number - 1))
    return tuple(
        ChosenPair(
            entries[first],
            ranks[first],
            None if second is None else entries[second],
            None if second is None else ranks[second],
            (first, second) in objected,
        )
        for first, second in pairs
    )


def is_overtaken(round_: Round, record: TournamentRecord | None = None) -> bool:
    """Whether the last round, still without a result, is no longer what the rules give since one was corrected."""
    record = record or record_of(round_.tournament)
    if round_.manual or not _is_corrected(record, round_.number) or _has_results(record.rounds[round_.number - 1]):
        return False
    try:
        drawn = drawn_anew(round_)
    except Refused:
        return True
    return stored_pairs(round_) != tuple((pairing.first, pairing.second) for pairing in drawn.pairings)


def _is_corrected(record: TournamentRecord, since: int) -> bool:
    """Whether a result has been corrected since round `since` was paired."""
    stored = (pairing for round_ in record.rounds for pairing in round_.pairings)
    return any(past.until == since for pairing in stored for past in pairing.was)


def _has_results(round_: RoundRecord) -> bool:
    return any(pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE) for pairing in round_.pairings)

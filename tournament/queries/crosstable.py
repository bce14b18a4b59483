"""The way of one player through the rounds."""

from dataclasses import dataclass

from tournament.engine.crosstable import crosstable, match_winner
from tournament.engine.record import PairingRecord, Result, TournamentRecord
from tournament.engine.scores import counted_score
from tournament.engine.standings import standings
from tournament.models import Entry
from tournament.queries.standings import entries_by_number


@dataclass(frozen=True, slots=True)
class PathRow:
    """What a player did in one round, seen from their side.

    Without a pairing the player was absent; without an opponent they had the bye. `score` is the raw score, own
    points first; `gained` what counted for the point difference; `opponent_wins` what the opponent brings to
    Buchholz as of now, None where they do not count; `rank_after` the place after the round.
    """

    round_number: int
    table: int | None
    result: Result | None
    opponent: Entry | None
    score: tuple[int, int] | None
    has_won: bool
    gained: int
    opponent_wins: int | None
    rank_after: int


def path_of(entry: Entry, record: TournamentRecord) -> tuple[PathRow, ...]:
    """The rounds of a player so far."""
    entries = entries_by_number(entry.tournament)
    lines = crosstable(record, len(record.rounds))
    rows = []
    for paired in record.rounds:
        own = next((pairing for pairing in paired.pairings if entry.number in (pairing.first, pairing.second)), None)
        rank = next(row.rank for row in standings(record, paired.number) if row.number == entry.number)
        if own is None:
            rows.append(PathRow(paired.number, None, None, None, None, False, 0, None, rank))
            continue
        opponent = own.second if own.first == entry.number else own.first
        score = _own_score(own, entry.number)
        rows.append(
            PathRow(
                round_number=paired.number,
                table=own.table,
                result=own.result,
                opponent=None if opponent is None else entries[opponent],
                score=score,
                has_won=own.second is None or match_winner(own.result, own.first, own.second) == entry.number,
                gained=_gained(record, own, entry.number, score),
                opponent_wins=lines[opponent].match_wins if opponent is not None and score is not None else None,
                rank_after=rank,
            )
        )
    return tuple(rows)


def _own_score(pairing: PairingRecord, number: int) -> tuple[int, int] | None:
    if pairing.result.score is None or pairing.first == number:
        return pairing.result.score
    return pairing.result.score[1], pairing.result.score[0]


def _gained(record: TournamentRecord, pairing: PairingRecord, number: int, score: tuple[int, int] | None) -> int:
    if score is not None:
        own, other = counted_score(record.rules, score)
        return own - other
    is_won_unplayed = pairing.second is None or pairing.result.winner == number
    return record.rules.unplayed_win_points if is_won_unplayed else 0

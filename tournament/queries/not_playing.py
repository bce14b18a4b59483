"""Who does not play in a round, and why."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.record import EntryRecord, TournamentRecord
from tournament.models import Entry, Round
from tournament.queries.evening import Evening


class WhyNotPlaying(StrEnum):
    """Why a player is in no pairing of a round."""

    SITS_OUT = "sits_out"
    LEFT = "left"
    FROM_ROUND = "from_round"
    WAS_AWAY = "was_away"


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """A player and why they do not play; `round_number`: the one they left after, or play from."""

    entry: Entry
    why: WhyNotPlaying
    round_number: int = 0


def not_playing(round_: Round, evening: Evening) -> tuple[NotPlaying, ...]:
    """Everybody on the list who is not in the round, by start number."""
    record = evening.record
    seated = record.rounds[round_.number - 1].seated
    sitting_out = evening.absent_in(round_.number)
    return tuple(
        NotPlaying(entry, *_reason(row, round_.number, record, sitting_out))
        for row in record.entries
        if row.number not in seated and (entry := evening.entries[row.number])
    )


def _reason(
    record: EntryRecord, round_number: int, tournament: TournamentRecord, sitting_out: frozenset[int]
) -> tuple[WhyNotPlaying, int]:
    left = record.withdrawn_after
    if left is not None and left < round_number:
        return WhyNotPlaying.LEFT, left
    if record.joined_round > round_number:
        return WhyNotPlaying.FROM_ROUND, record.joined_round
    if record.number in sitting_out:
        return WhyNotPlaying.SITS_OUT, 0
    if round_number == len(tournament.rounds):
        return WhyNotPlaying.FROM_ROUND, round_number + 1
    return WhyNotPlaying.WAS_AWAY, 0

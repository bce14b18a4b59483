"""Who does not play in a round, and why."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.record import EntryRecord
from tournament.engine.seating import is_running
from tournament.models import Entry, Round
from tournament.queries.evening import Evening
from tournament.queries.record import rounds_in_all


class WhyNotPlaying(StrEnum):
    """Why a player is in no pairing of a round."""

    SITS_OUT = "sits_out"
    LEFT = "left"
    FROM_ROUND = "from_round"
    AT_ONCE_OR_FROM_ROUND = "at_once_or_from_round"
    AT_ONCE = "at_once"
    CAME_LATE = "came_late"
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
    return tuple(
        NotPlaying(entry, *_reason(row, round_, evening))
        for row in record.entries
        if row.number not in seated and (entry := evening.entries[row.number])
    )


def _reason(record: EntryRecord, round_: Round, evening: Evening) -> tuple[WhyNotPlaying, int]:
    """Why, and the round that goes with it. Who has come, or is back, since the round was paired plays from the next
    one there is; while the round runs they can be set at a table of it."""
    number, paired_count, left = round_.number, len(evening.rounds), record.withdrawn_after
    if left is not None and left < number:
        return WhyNotPlaying.LEFT, left
    was_there = record.joined_round <= number
    if was_there and record.number in evening.absent_in(number):
        return WhyNotPlaying.SITS_OUT, 0
    if was_there and number < paired_count:
        return WhyNotPlaying.WAS_AWAY, 0
    first = max(record.joined_round, number + 1)
    may_sit = first == number + 1 > paired_count and is_running(evening.record) and not round_.is_hidden
    if first <= rounds_in_all(evening.tournament, paired_count):
        return (WhyNotPlaying.AT_ONCE_OR_FROM_ROUND if may_sit else WhyNotPlaying.FROM_ROUND), first
    if may_sit:
        return WhyNotPlaying.AT_ONCE, 0
    return (WhyNotPlaying.WAS_AWAY if was_there else WhyNotPlaying.CAME_LATE), 0

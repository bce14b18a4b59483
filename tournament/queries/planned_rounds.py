"""Whether the rounds planned can all be played by those who are here."""

from dataclasses import dataclass

from tournament.engine.prospects import playable_rounds
from tournament.engine.record import TournamentRecord
from tournament.models import Tournament
from tournament.queries.evening import record_of


@dataclass(frozen=True, slots=True)
class LostRounds:
    """How many rounds are planned, and how many there can be without a rematch, those already paired among them."""

    planned: int
    playable: int


def lost_rounds(tournament: Tournament, record: TournamentRecord | None = None) -> LostRounds | None:
    """None before the first round, of a closed tournament, and where all planned rounds can be played.

    Fewer than two players need no such word: they see that there is no further round.
    """
    record = record or record_of(tournament)
    paired_count, planned = len(record.rounds), record.rules.rounds
    if tournament.is_closed or not paired_count or len(record.present(paired_count + 1)) < 2:
        return None
    playable = playable_rounds(record)
    if playable is None or paired_count + playable >= planned:
        return None
    return LostRounds(planned, paired_count + playable)

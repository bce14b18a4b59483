"""What a screen across the room shows: who is expected, the round that is running, in the end the podium."""

from dataclasses import dataclass

from tournament.models import Entry, Tournament
from tournament.names import search_key
from tournament.queries.honours import Honour, honours
from tournament.queries.record import record_of
from tournament.queries.rounds import RoundPage, round_page
from tournament.queries.standings import StandingsPage, standings_page


@dataclass(frozen=True, slots=True)
class Wall:
    """Before round 1 the `expected`, then the last round and the ranking after the last one that is over.

    Once the tournament is closed there is the `podium`, the third first, and no round any more.
    """

    expected: tuple[Entry, ...]
    pairings: RoundPage | None
    ranking: StandingsPage | None
    podium: tuple[Honour, ...]


def wall_of(tournament: Tournament) -> Wall:
    """What everyone may know, as it stands now."""
    record = record_of(tournament, with_hidden=False)
    if not record.rounds:
        there = [entry for entry in tournament.entries.all() if entry.withdrawn_after is None]
        return Wall(tuple(sorted(there, key=lambda entry: search_key(entry.display_name))), None, None, ())
    over = record.completed_rounds
    ranking = standings_page(tournament, over, record) if over else None
    if tournament.is_closed and ranking:
        return Wall((), None, ranking, tuple(reversed(honours(tournament, ranking))))
    newest = tournament.rounds.get(number=len(record.rounds))
    return Wall((), round_page(newest, record), ranking, ())

"""What a screen across the room shows: who is expected, the round that is running, in the end the podium."""

from dataclasses import dataclass, replace

from tournament.models import Entry, Tournament
from tournament.names import search_key
from tournament.queries.evening import evening_of
from tournament.queries.persons import Honour, honours
from tournament.queries.rounds import PairingRow, PlayerPairing, RoundPage, round_page
from tournament.queries.standings import StandingsPage, standings_page

# So many find their table among the tables at a glance; more look for their own name.
MOST_AT_A_GLANCE = 40
# More do not fit a wall; everybody then looks on their own phone.
MOST_ON_A_WALL = 400


@dataclass(frozen=True, slots=True)
class Wall:
    """Before round 1 the `expected`, then the last round and the ranking after the last one that is over.

    Of the round stand its `tables`; with many players at first all of them `by_name` instead, later the open tables.
    Once the tournament is closed there is the `podium`, the third first, and no round any more. No list is longer than
    a wall holds; how many `players` there are is told all the same, and where there are too many to find themselves by
    name, it `leads_to_phones`.
    """

    players: int = 0
    leads_to_phones: bool = False
    expected: tuple[Entry, ...] = ()
    pairings: RoundPage | None = None
    ranking: StandingsPage | None = None
    by_name: tuple[PlayerPairing, ...] = ()
    tables: tuple[PairingRow, ...] = ()
    podium: tuple[Honour, ...] = ()

    @property
    def leaves_out_finished_tables(self) -> bool:
        return self.pairings is not None and len(self.tables) < len(self.pairings.tables)


def wall_of(tournament: Tournament) -> Wall:
    """What everyone may know, as it stands now."""
    evening = evening_of(tournament).in_public
    record = evening.record
    if not record.rounds:
        left = record.left
        there = [entry for number, entry in evening.entries.items() if number not in left]
        return Wall(len(there), leads_to_phones=True, expected=tuple(sorted(there, key=_by_name))[:MOST_ON_A_WALL])
    over = record.completed_rounds
    ranking = standings_page(tournament, over, evening) if over else None
    if ranking:
        ranking = replace(ranking, rows=ranking.rows[:MOST_ON_A_WALL])
    if tournament.is_closed and ranking:
        return Wall(ranking=ranking, podium=tuple(reversed(honours(tournament, ranking))))
    pairings = round_page(evening.rounds[-1], evening)
    players = _players(pairings)
    if len(players) <= MOST_AT_A_GLANCE:
        return Wall(pairings=pairings, ranking=ranking, tables=pairings.tables)
    if _is_at_its_start(pairings) and len(players) > MOST_ON_A_WALL:
        return Wall(len(players), leads_to_phones=True, pairings=pairings)
    if _is_at_its_start(pairings):
        return Wall(pairings=pairings, by_name=players)
    still_open = tuple(row for row in pairings.tables if row.is_open)
    return Wall(pairings=pairings, ranking=ranking, tables=still_open[:MOST_ON_A_WALL])


def _players(pairings: RoundPage) -> tuple[PlayerPairing, ...]:
    """Everybody who plays or has the bye, by name."""
    players = [PlayerPairing(entry, row) for row in pairings.rows for entry in (row.first, row.second) if entry]
    return tuple(sorted(players, key=lambda row: _by_name(row.entry)))


def _is_at_its_start(pairings: RoundPage) -> bool:
    """Whether somebody may still be looking for their table.

    The first results tell nothing, they are of those who did not appear. With a third of the tables done whoever has
    come is playing.
    """
    return 3 * pairings.finished_tables < len(pairings.tables)


def _by_name(entry: Entry) -> tuple[str, int]:
    return search_key(entry.display_name), entry.number

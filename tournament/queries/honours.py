"""Who stands on the podium, and what they have won."""

from dataclasses import dataclass

from tournament.models import Entry, Tournament
from tournament.models.cash import PLACES
from tournament.queries.costs import is_complete, prize_rows
from tournament.queries.standings import StandingsPage, standings_page


@dataclass(frozen=True, slots=True)
class Honour:
    """One of the best-placed, with the prizes for their place."""

    rank: int
    entry: Entry
    prizes: tuple[str, ...]


def honours(tournament: Tournament, ranking: StandingsPage | None = None) -> tuple[Honour, ...]:
    """The three best-placed; nobody yet as long as matches are to be played."""
    ranking = ranking or standings_page(tournament)
    if not is_complete(tournament, ranking):
        return ()
    prizes = prize_rows(tournament, ranking)
    return tuple(
        Honour(
            row.standing.rank,
            row.entry,
            tuple(prize.prize.description for prize in prizes if prize.prize.place == row.standing.rank),
        )
        for row in ranking.rows[:PLACES]
    )

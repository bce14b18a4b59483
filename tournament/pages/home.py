"""The first page: a line for each tournament, the one that is being played on top."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from tournament.models import Tournament
from tournament.phrases.seasons import ahead_of, round_reached, round_running, sign_ups_waiting
from tournament.queries.cash import is_complete
from tournament.queries.facts import facts_of
from tournament.queries.rounds import RoundPage
from tournament.queries.seasons import STILL_RUNNING
from tournament.queries.tournaments import Progress, with_progress

# So many of the last evenings say who has won.
LAST = 5
BEST = 3


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament on the first page: how far it is, and a smaller word on that.

    `pairings` is the round that is being played today, of a tournament that stands tall.
    """

    tournament: Tournament
    players: int
    state: str
    note: str = ""
    pairings: RoundPage | None = None


def tournament_lines(tournaments: QuerySet[Tournament], today: date) -> tuple[TournamentLine, ...]:
    """What is being played first, then in the order in which they come; the last ones say who has won."""
    found = with_progress(tournaments)
    told = [one.tournament.pk for one in found if one.tournament.is_closed and one.newest_round][:LAST]
    lines = [_line(one, today, tells_winner=one.tournament.pk in told) for one in found]
    return tuple(sorted(lines, key=lambda line: line.pairings is None))


def _line(progress: Progress, today: date, *, tells_winner: bool) -> TournamentLine:
    tournament, number = progress.tournament, progress.newest_round
    best = _best(tournament) if tells_winner else ()
    if best:
        return TournamentLine(tournament, progress.players, best[0], ahead_of(best[1:]))
    if number and not tournament.is_closed and tournament.date >= today - STILL_RUNNING:
        pairings = facts_of(tournament).pairings(number)
        return TournamentLine(
            tournament, progress.players, round_running(number, tournament.planned_rounds), pairings=pairings
        )
    state = round_reached(number, tournament.planned_rounds, is_closed=tournament.is_closed)
    return TournamentLine(tournament, progress.players, state, sign_ups_waiting(progress.sign_ups))


def _best(tournament: Tournament) -> tuple[str, ...]:
    """The names of the first three; nobody where it was not played to the end."""
    ranking = facts_of(tournament).ranking
    return tuple(row.entry.name for row in ranking.rows[:BEST]) if is_complete(tournament, ranking) else ()

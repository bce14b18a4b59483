"""Standings and the cross table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.crosstable import Crosstable, crosstable, match_winner
from tournament.engine.finals import are_over, is_knock_out, shown_standings, third_place
from tournament.engine.places import PossiblePlaces
from tournament.engine.record import PairingRecord, Result, RoundRecord, Rules, Score, TournamentRecord
from tournament.engine.scores import counted_score
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Outcome, Ranking
from tournament.matches.scores import possible_scores
from tournament.models import Entry, Tournament
from tournament.queries.evening import Evening, once
from tournament.queries.record import format_of
from tournament.queries.rounds.pairings import round_page

# Of the ranking around a player, and of the player.
ROWS_AROUND = 5

# Standings with names, and how each place was decided.


class Finals(StrEnum):
    """How finals affect a ranking: until they are over, it is the ranking of the Swiss rounds."""

    NONE = "none"
    TO_COME = "to_come"
    RUNNING = "running"
    PLAYED = "played"
    NOT_PLAYED_OUT = "not_played_out"


def finals_of(record: TournamentRecord, *, is_closed: bool) -> Finals:
    """Return the state of the finals of the tournament."""
    if record.rules.finals is None:
        return Finals.NONE
    if are_over(record):
        return Finals.PLAYED
    if is_closed:
        return Finals.NOT_PLAYED_OUT
    return Finals.RUNNING if record.swiss_rounds < len(record.rounds) else Finals.TO_COME


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """A row of the standings and its player."""

    standing: Standing
    entry: Entry


@dataclass(frozen=True, slots=True)
class StandingRow(RankedEntry):
    """A place with its neighbours; `climbed` is the number of places gained since the round before (0 at first).

    What a new lot alone has moved does not count as climbed.

    `finals_wins` are the matches won in finals that are over; the match wins of the standing are those of the Swiss.
    """

    above: RankedEntry | None
    below: RankedEntry | None
    climbed: int
    has_left: bool = False
    finals_wins: int = 0


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings after a round by the criteria of `ranking`; provisional while matches of that round are open.

    While the finals are played this is the ranking after the last round of the Swiss; `in_finals` is how many play. In
    a knock-out evening it says how far everybody had come after the last complete round.
    """

    after_round: int
    open_tables: int
    rows: tuple[StandingRow, ...]
    entries: Mapping[int, Entry]
    ranking: Ranking = KONSTANZ
    finals: Finals = Finals.NONE
    in_finals: int = 0
    is_knock_out: bool = False

    @property
    def is_provisional(self) -> bool:
        return self.open_tables > 0

    @property
    def placed_rows(self) -> tuple[StandingRow, ...]:
        """The rows with a place: none before the first result; without who never took part, who stand at the end."""
        return tuple(row for row in self.rows if row.standing.place)


def entries_by_number(tournament: Tournament) -> dict[int, Entry]:
    """Return all players who ever entered, by start number."""
    return {entry.number: entry for entry in tournament.entries.order_by("number")}


def shown_rows(record: TournamentRecord, after_round: int, lots_of: int | None = None) -> tuple[Standing, ...]:
    """Return the ranking with the figures that are shown: in a knock-out evening, the matches won are the only one."""
    rows = shown_standings(record, after_round, lots_of)
    if not is_knock_out(record):
        return rows
    wins = _finals_wins(record, after_round)
    return tuple(row._replace(figures={Criterion.MATCH_WINS: wins[row.number]}) for row in rows)


def shown_ranking(record: TournamentRecord) -> Ranking:
    """Return the criteria of the figures that are shown."""
    return () if is_knock_out(record) else record.rules.ranking


@once
def standings_page(evening: Evening, after_round: int | None = None) -> StandingsPage:
    """Return the standings after a round, by default those that are shown now: after the evening's ranked round."""
    record, entries = evening.record, evening.entries
    k = evening.ranked_round if after_round is None else after_round
    finals = finals_of(record, is_closed=evening.tournament.is_closed)
    if is_knock_out(record):
        k = min(k, record.completed_rounds)
    elif finals is not Finals.PLAYED:
        k = min(k, record.swiss_rounds)
    leavers = record.left
    ranks_before = {row.number: row.rank for row in shown_rows(record, k - 1, lots_of=k)} if k > 1 else {}
    ranked = [RankedEntry(standing, entries[standing.number]) for standing in shown_rows(record, k)]
    wins = _finals_wins(record, k) if finals is Finals.PLAYED and not is_knock_out(record) else Counter()
    standing_rows = []
    for rank, row in enumerate(ranked, start=1):
        above, below = (ranked[rank - 2] if rank > 1 else None), (ranked[rank] if rank < len(ranked) else None)
        climbed = ranks_before.get(row.entry.number, rank) - rank
        number = row.entry.number
        standing_rows.append(
            StandingRow(row.standing, row.entry, above, below, climbed, number in leavers, wins[number])
        )
    open_tables = record.rounds[k - 1].open_matches if k else 0
    in_finals = record.rules.finals.players if record.rules.finals else 0
    ranking, is_all = shown_ranking(record), is_knock_out(record)
    return StandingsPage(k, open_tables, tuple(standing_rows), entries, ranking, finals, in_finals, is_all)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a player among all, or before the first result their lot; provisional while matches are open."""

    place: int | None
    lot: int | None
    players: int
    is_provisional: bool = False


@once
def _places(evening: Evening) -> Mapping[int, Place]:
    page = standings_page(evening)
    standing_by_number = {row.entry.number: row.standing for row in page.rows if row.standing.has_place}
    return {
        number: Place(row.place, row.lot, len(standing_by_number), page.is_provisional)
        for number, row in standing_by_number.items()
    }


def place_of(evening: Evening, number: int) -> Place | None:
    """Return the place of a player, or None before the draw and for a player who has left and never took part."""
    return _places(evening).get(number)


@once
def _possible_places(evening: Evening) -> PossiblePlaces:
    return PossiblePlaces(evening.record, possible_scores(format_of(evening.tournament)))


@once
def possible_places(evening: Evening, number: int) -> tuple[int, int] | None:
    """Return the best and the worst place of a player once the running round of the Swiss system is over.

    None where no place of a running round is shown, and in the finals, where the bracket says what can come.
    """
    page, record = standings_page(evening), evening.record
    is_of_running_round = page.is_provisional and page.after_round == len(record.rounds)
    place = place_of(evening, number)
    if place is None or place.place is None or not is_of_running_round or record.rounds[-1].finals:
        return None
    return _possible_places(evening).of(number)


@once
def rows_around(evening: Evening, number: int) -> tuple[StandingRow, ...]:
    """Return the rows of the ranking around a player, five if there are so many; none before there are places."""
    standing_rows, index_by_number = _placed_rows(evening)
    if number not in index_by_number:
        return ()
    first = max(0, min(index_by_number[number] - ROWS_AROUND // 2, len(standing_rows) - ROWS_AROUND))
    return standing_rows[first : first + ROWS_AROUND]


@once
def _placed_rows(evening: Evening) -> tuple[tuple[StandingRow, ...], Mapping[int, int]]:
    """Return the rows of the ranking with a place, and the index of each start number in them."""
    standing_rows = standings_page(evening).placed_rows
    return standing_rows, {row.entry.number: index for index, row in enumerate(standing_rows)}


@once
def _newest_crosstable(evening: Evening) -> Crosstable:
    return crosstable(evening.record, len(evening.record.rounds))


@once
def _wins_in_next_round(evening: Evening) -> Mapping[int, int]:
    """Return the match wins of the players of the next round; empty where no round of the Swiss system follows."""
    record, last = evening.record, len(evening.record.rounds)
    if record.rounds[-1].finals or last >= record.rules.rounds:
        return {}
    table = _newest_crosstable(evening)
    wins = table.by_number(table.match_wins)
    return {number: wins[number] for number in record.present(last + 1)}


@once
def _players_at_open_tables(evening: Evening) -> Sequence[tuple[int, Mapping[int, int]]]:
    """Return the open tables of the newest round, each with the match wins of its players."""
    table = _newest_crosstable(evening)
    wins = table.by_number(table.match_wins)
    pairing_rows = round_page(evening, len(evening.record.rounds)).tables
    return [
        (row.table or 0, {one.number: wins[one.number] for one in row.players}) for row in pairing_rows if row.is_open
    ]


@once
def next_opponents_tables(evening: Evening, number: int) -> tuple[int, ...]:
    """Return the open tables at which somebody may get as many match wins as a player has, whom they have not met.

    Empty where no round of the Swiss system follows, or the player does not play in it.
    """
    own_wins = _wins_in_next_round(evening).get(number)
    if own_wins is None:
        return ()
    opponents = _newest_crosstable(evening).opponents[number]
    return tuple(
        table
        for table, players in _players_at_open_tables(evening)
        if any(own_wins - wins in (0, 1) and other not in opponents for other, wins in players.items())
    )


def _finals_wins(record: TournamentRecord, after_round: int) -> Counter[int]:
    """Count the matches that each player has won against somebody in the finals, up to a round."""
    rounds = [round_ for round_ in record.rounds[:after_round] if round_.finals]
    pairings = [pairing for round_ in rounds for pairing in round_.pairings if pairing.second]
    winners = (match_winner(pairing.result, pairing.first, pairing.second or 0) for pairing in pairings)
    return Counter(winner for winner in winners if winner)


# Paths: the rounds of one player, and of all players side by side.


@dataclass(frozen=True, slots=True)
class PathRow:
    """A player's round, from their own side.

    Without a pairing the player was absent; without an opponent they had the bye. `score` is the raw score, own points
    first; `gained` is what counted for the point difference, `points` for the points won, both 0 in the finals;
    `opponent_wins` is what the opponent adds to Buchholz as of now, None where they do not count; `rank_after` is the
    rank after the round, None for who left and never took part, and until a round has its first result;
    `is_for_third` tells the match for third place, `in_second` one of the second bracket.
    """

    round_number: int
    table: int | None
    result: Result | None
    opponent: Entry | None
    score: tuple[int, int] | None
    has_won: bool
    gained: int
    points: int
    opponent_wins: int | None
    rank_after: int | None
    is_for_third: bool = False
    in_second: bool = False


@once
def paths_of(evening: Evening) -> Mapping[int, tuple[PathRow, ...]]:
    """Return the rounds of every player so far, by start number."""
    record, entries = evening.record, evening.entries
    table = crosstable(record, evening.ranked_round)
    wins = table.by_number(table.match_wins)
    rounds = [
        _path_rows(record, round_, entries, wins, is_ranked=round_.number <= evening.ranked_round)
        for round_ in record.rounds
    ]
    return {number: tuple(path_rows[number] for path_rows in rounds) for number in entries}


def _path_rows(
    record: TournamentRecord,
    round_: RoundRecord,
    entries: Mapping[int, Entry],
    wins: Mapping[int, int],
    *,
    is_ranked: bool,
) -> dict[int, PathRow]:
    """Return each player's row for a round; `wins` is what each adds to their opponents' Buchholz as of now."""
    ranks = {row.number: row.place for row in shown_rows(record, round_.number)} if is_ranked else {}
    path_rows = {
        number: PathRow(round_.number, None, None, None, None, False, 0, 0, None, ranks.get(number))
        for number in entries
    }
    third = third_place(record) if round_.finals and round_ is record.rounds[-1] else None
    for pairing in round_.pairings:
        first, second = pairing.first, pairing.second
        winner = first if second is None else match_winner(pairing.result, first, second)
        for number, opponent in ((first, second), (second, first)):
            if number is None:
                continue
            score = _own_score(pairing, number)
            own_points, other_points = (0, 0) if round_.finals else _points(record.rules, pairing, number, score)
            path_rows[number] = PathRow(
                round_number=round_.number,
                table=pairing.table,
                result=pairing.result,
                opponent=None if opponent is None else entries[opponent],
                score=score,
                has_won=number == winner,
                gained=own_points - other_points,
                points=own_points,
                opponent_wins=None if opponent is None or score is None or round_.finals else wins[opponent],
                rank_after=ranks.get(number),
                is_for_third=pairing is third,
                in_second=pairing.in_second,
            )
    return path_rows


def _own_score(pairing: PairingRecord, number: int) -> Score | None:
    if pairing.result.score is None or pairing.first == number:
        return pairing.result.score
    return pairing.result.score[1], pairing.result.score[0]


def _points(rules: Rules, pairing: PairingRecord, number: int, score: Score | None) -> Score:
    """Return the counted points of the player and of the opponent."""
    if score is not None:
        return counted_score(rules, score)
    is_won_unplayed = pairing.second is None or pairing.result.winner == number
    return (rules.unplayed_win_points if is_won_unplayed else 0), 0


class Meeting(StrEnum):
    """How a round went for one player."""

    WON = "won"
    LOST = "lost"
    LEVEL = "level"
    OPEN = "open"
    BYE = "bye"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A player's round in the cross table; without an opponent it is the bye or an absence.

    The opponent has the rank of the same table; `result` is seen from the player's side, own points first.
    """

    meeting: Meeting
    opponent: RankedEntry | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class CrossRow(RankedEntry):
    """A player's row of the cross table: their standing, and one cell for each round."""

    cells: tuple[CrossCell, ...]
    has_left: bool = False


class CrosstablePage:
    """The cross table: all players by rank, round by round; provisional while matches are open."""

    def __init__(self, evening: Evening) -> None:
        record, page = evening.record, standings_page(evening)
        self.after_round, self.open_tables = len(record.rounds), page.open_tables
        self.ranking, self.is_knock_out = page.ranking, page.is_knock_out
        ranked = {row.entry.number: RankedEntry(row.standing, row.entry) for row in page.rows}
        columns = [_column(round_.pairings, ranked) for round_ in record.rounds]
        absent, left = CrossCell(Meeting.ABSENT), record.left
        self.rows = tuple(
            CrossRow(one.standing, one.entry, tuple(column.get(number, absent) for column in columns), number in left)
            for number, one in ranked.items()
        )

    @property
    def round_numbers(self) -> range:
        return range(1, self.after_round + 1)

    @property
    def is_provisional(self) -> bool:
        return self.open_tables > 0


@once
def crosstable_page(evening: Evening) -> CrosstablePage:
    """Return the cross table of all rounds paired."""
    return CrosstablePage(evening)


def _column(pairings: tuple[PairingRecord, ...], ranked: Mapping[int, RankedEntry]) -> dict[int, CrossCell]:
    """Return a round's cells by start number."""
    column = {}
    for pairing in pairings:
        if pairing.second is None:
            column[pairing.first] = CrossCell(Meeting.BYE)
            continue
        for number, opponent in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            result = Result(pairing.result.outcome, _own_score(pairing, number), pairing.result.winner)
            column[number] = CrossCell(_meeting(pairing, number, opponent), ranked[opponent], result)
    return column


def _meeting(pairing: PairingRecord, number: int, opponent: int) -> Meeting:
    """Return how the match went for `number`.

    A double forfeit is a loss for both; only a stopped match can be level.
    """
    if pairing.result.outcome is Outcome.PENDING:
        return Meeting.OPEN
    first, second = (number, opponent) if pairing.first == number else (opponent, number)
    winner = match_winner(pairing.result, first, second)
    if winner is None and pairing.result.outcome is Outcome.STOPPED:
        return Meeting.LEVEL
    return Meeting.WON if winner == number else Meeting.LOST

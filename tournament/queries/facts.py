"""Public facts of a tournament, and its lots."""

import shlex
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.lot import lot
from tournament.engine.record import TournamentRecord
from tournament.machine.cache import Weighed, cached, weigh_again
from tournament.models import Entry, Round, Tournament
from tournament.queries import results, standings, states
from tournament.queries.drawn import AsPaired, as_paired
from tournament.queries.evening import Evening, evening_of, latest_evening
from tournament.queries.rounds.pairings import PairingRow, RoundPage, round_page
from tournament.queries.rounds.progress import RoundClock, round_clock

# Facts: everything public of a tournament, computed once for each version and shared by all pages and files.

# Estimated bytes once all facts are computed, with the pages: the base, and more for each player and player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 2_600, 500
BYTES_OF_GAMES = 4_000


def facts_of(tournament: Tournament) -> "Facts":
    """Return the facts of the version the tournament was read in; entries on score sheets do not change them."""
    return cached(_key(tournament), lambda: Facts(tournament))


def _key(tournament: Tournament) -> Hashable:
    return ("facts", states.settled_state_of(tournament))


def games_of(tournament: Tournament) -> Mapping[int, results.KeptGames]:
    """Return the stored games of each match in the version the tournament was read in, by key of the pairing."""

    def read() -> Weighed[dict[int, results.KeptGames]]:
        games = results.kept_games_in([tournament])
        return Weighed(games, BYTES + BYTES_OF_GAMES * len(games))

    return cached(("games", states.state_of(tournament)), read).value


def pairings_of(round_: Round) -> RoundPage:
    """Return a round with names, ranks and results: from the cached facts, or if hidden from the database."""
    tournament, number = round_.tournament, round_.number
    return round_page(evening_of(tournament), number) if round_.is_hidden else facts_of(tournament).pairings(number)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a player among all, after the last round or an earlier one; provisional while matches are open."""

    rank: int
    players: int
    after_round: int
    is_of_last_round: bool
    is_provisional: bool


class Facts:
    """The public facts of a tournament, each computed when it is first asked for; hidden rounds are left out."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._pairings: dict[int, RoundPage] = {}
        self._by_number: dict[int, dict[int, PairingRow]] = {}
        self._as_paired: dict[int, AsPaired] = {}
        self.kept_bytes = BYTES

    @cached_property
    def evening(self) -> Evening:
        """The tournament without hidden rounds. The cache then counts the size of all facts, which follow from it."""
        evening = latest_evening(self.tournament).in_public
        each = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(evening.rounds)
        self.kept_bytes = BYTES + each * len(evening.entries)
        weigh_again(_key(self.tournament))
        return evening

    @property
    def record(self) -> TournamentRecord:
        return self.evening.record

    @cached_property
    def ranking(self) -> standings.StandingsPage:
        return standings.standings_page(self.evening)

    @property
    def entries(self) -> Mapping[int, Entry]:
        """All players who ever entered, by start number."""
        return self.evening.entries

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """The number of each player's row in the current ranking, by start number."""
        return {row.entry.number: row.standing.rank for row in self.ranking.rows}

    @cached_property
    def told_ranking(self) -> standings.StandingsPage | None:
        """The ranking that gives the places shown to players: the current one once half the tables are done.

        Before that, places would depend on who finished first, so it is the ranking after the round before, or None.
        """
        last = self.last_round
        if last is None:
            return None
        pairings = self.pairings(last.number)
        if 2 * pairings.finished_tables >= len(pairings.tables):
            return self.ranking
        before = last.number - 1
        return standings.standings_page(self.evening, before) if before else None

    @cached_property
    def _told_ranks(self) -> Mapping[int, int]:
        told = self.told_ranking
        return {row.entry.number: row.standing.rank for row in told.placed_rows} if told else {}

    def place_of(self, number: int) -> Place | None:
        """Return the place shown to a player, or None while the ranking says too little to show one."""
        told, rank = self.told_ranking, self._told_ranks.get(number)
        if told is None or rank is None:
            return None
        is_last = told.after_round == len(self.rounds)
        return Place(rank, len(self._told_ranks), told.after_round, is_last, told.is_provisional)

    @cached_property
    def left(self) -> frozenset[int]:
        """Start numbers of the players who have left."""
        return self.record.left

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.evening.rounds

    @property
    def last_round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def clock(self) -> RoundClock | None:
        return round_clock(self.evening)

    @cached_property
    def paths(self) -> Mapping[int, tuple[standings.PathRow, ...]]:
        """Each player's path through the rounds, by start number."""
        return standings.paths_of(self.record, self.entries)

    @cached_property
    def crosstable(self) -> standings.CrosstablePage:
        return standings.crosstable_page(self.evening)

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def pairings(self, number: int) -> RoundPage:
        """Return the pairings of a public round, with names, ranks and results."""
        if number not in self._pairings:
            self._pairings[number] = round_page(self.evening, number)
        return self._pairings[number]

    def pairings_by_number(self, number: int) -> Mapping[int, PairingRow]:
        """Return each start number's pairing in a public round."""
        if number not in self._by_number:
            rows = self.pairings(number).rows
            self._by_number[number] = {entry.number: row for row in rows for entry in (row.first, row.second) if entry}
        return self._by_number[number]

    def as_paired(self, number: int) -> AsPaired:
        """Return a public round as the rules pair it.

        Every player's page needs all rounds. In the largest tournaments, rounds and facts would push each other out of
        the cache, and every page would compute everything again; so the facts hold the rounds and count their weight.
        """
        if number not in self._as_paired:
            found = self._as_paired[number] = as_paired(self.evening, number)
            self.kept_bytes += found.kept_bytes
            weigh_again(_key(self.tournament))
        return self._as_paired[number]


# The lots of a tournament, by which anyone can check the draw.

BYTES_OF_A_LOT = 180


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A player's lot after a round: 64 hexadecimal digits."""

    entry: Entry
    lot: str


def drawn_lots(tournament: Tournament, after_round: int) -> tuple[DrawnLot, ...]:
    """Return the lots after a round of all players on the list by then, the best first; computed once for all pages."""

    def draw() -> Weighed[tuple[DrawnLot, ...]]:
        entries = _entries_by(tournament, after_round)
        lots = [DrawnLot(entry, lot(tournament.draw_seed, after_round, entry.number)) for entry in entries]
        return Weighed(tuple(sorted(lots, key=lambda drawn: drawn.lot)), BYTES_OF_A_LOT * len(lots))

    return cached(("lots", states.settled_state_of(tournament), after_round), draw).value


def check_command(tournament: Tournament, after_round: int) -> str:
    """Return a shell command that prints the lots on any computer with Python: lot and start number, best first."""
    numbers = ",".join(str(entry.number) for entry in _entries_by(tournament, after_round))
    program = (
        "import sys,hashlib;print(*sorted("
        f"(hashlib.sha256(f'{{sys.argv[1]}}|{after_round}|{{p}}'.encode()).hexdigest(),p)"
        f"for p in[{numbers}]),sep='\\n')"
    )
    return f"python3 -c {shlex.quote(program)} {shlex.quote(tournament.draw_seed)}"


def _entries_by(tournament: Tournament, after_round: int) -> list[Entry]:
    return [entry for entry in facts_of(tournament).entries.values() if entry.joined_round <= after_round + 1]

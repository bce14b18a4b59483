"""Facts that the engine ranks by, and the lots."""

import shlex
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from tournament.engine.lot import lot
from tournament.engine.record import TournamentRecord
from tournament.machine.cache import Weighed, cached, weigh_again
from tournament.models import Entry, Round, Tournament
from tournament.queries.drawn import AsPaired, as_paired
from tournament.queries.evening import Evening
from tournament.queries.latest_evening import latest_evening
from tournament.queries.results import KeptGames, kept_games_of
from tournament.queries.rounds import PairingRow, RoundClock, RoundPage, round_clock, round_page
from tournament.queries.standings import (
    CrosstablePage,
    PathRow,
    StandingsPage,
    crosstable_page,
    paths_of,
    standings_page,
)
from tournament.queries.states import settled_state_of, state_of

# What everyone may know of a tournament, worked out once for each version and handed to every page and file.

# About what is worked out in the end, with all the pages that show it: of a player, and of a player's round.
BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_ROUND = 5_000, 2_600, 500
BYTES_OF_GAMES = 4_000


def facts_of(tournament: Tournament) -> "Facts":
    """The facts of the version that the tournament was read in; no word on a score sheet makes others of them."""
    return cached(_key(tournament), lambda: Facts(tournament))


def _key(tournament: Tournament) -> Hashable:
    return ("facts", settled_state_of(tournament))


def games_of(tournament: Tournament) -> Mapping[int, KeptGames]:
    """What is kept of the games of each match in that version, by the key of its pairing."""
    return cached(("games", state_of(tournament)), lambda: _weighed(kept_games_of(tournament))).value


def _weighed(games: Mapping[int, KeptGames]) -> Weighed[Mapping[int, KeptGames]]:
    return Weighed(games, BYTES + BYTES_OF_GAMES * len(games))


def pairings_of(round_: Round) -> RoundPage:
    """A stored round with names, places and results; a hidden one is in no facts and read for itself."""
    return round_page(round_) if round_.is_hidden else facts_of(round_.tournament).pairings(round_.number)


class Facts:
    """Each is worked out when it is first asked for; hidden rounds are in none of them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._pairings: dict[int, RoundPage] = {}
        self._by_number: dict[int, dict[int, PairingRow]] = {}
        self._as_paired: dict[int, AsPaired] = {}
        self.kept_bytes = BYTES

    @cached_property
    def evening(self) -> Evening:
        """Whoever reads it goes on to work out the rest, so that all of it counts from now on."""
        evening = latest_evening(self.tournament).in_public
        each = BYTES_OF_A_PLAYER + BYTES_OF_A_ROUND * len(evening.rounds)
        self.kept_bytes = BYTES + each * len(evening.entries)
        weigh_again(_key(self.tournament))
        return evening

    @property
    def record(self) -> TournamentRecord:
        return self.evening.record

    @cached_property
    def ranking(self) -> StandingsPage:
        return standings_page(self.tournament, evening=self.evening)

    @property
    def entries(self) -> Mapping[int, Entry]:
        """Everyone who ever entered, by start number."""
        return self.evening.entries

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """The place of each start number as it is now."""
        return {row.entry.number: row.standing.rank for row in self.ranking.rows}

    @cached_property
    def left(self) -> frozenset[int]:
        """Start numbers of those who have left by now."""
        return self.record.left

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.evening.rounds

    @property
    def last_round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def clock(self) -> RoundClock | None:
        return round_clock(self.tournament, self.evening)

    @cached_property
    def paths(self) -> Mapping[int, tuple[PathRow, ...]]:
        """Each player's way through the rounds, by start number."""
        return paths_of(self.record, self.entries)

    @cached_property
    def crosstable(self) -> CrosstablePage:
        return crosstable_page(self.tournament, self.evening)

    def round(self, number: int) -> Round | None:
        """The stored round; None where there is none that everyone sees."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def pairings(self, number: int) -> RoundPage:
        """The pairings of one of these rounds, with names, places and results."""
        if number not in self._pairings:
            self._pairings[number] = round_page(self.rounds[number - 1], self.evening)
        return self._pairings[number]

    def pairings_by_number(self, number: int) -> Mapping[int, PairingRow]:
        """Where everybody sits in one of these rounds, by start number."""
        if number not in self._by_number:
            rows = self.pairings(number).rows
            self._by_number[number] = {entry.number: row for row in rows for entry in (row.first, row.second) if entry}
        return self._by_number[number]

    def as_paired(self, number: int) -> AsPaired:
        """One of these rounds as the rules give it.

        Every player's page needs all of them. In the largest tournaments these rounds and the facts would push each
        other out of the memory, and every page work everything out anew; so they are held here, and weigh with it.
        """
        if number not in self._as_paired:
            found = self._as_paired[number] = as_paired(self.rounds[number - 1], self.evening)
            self.kept_bytes += found.kept_bytes
            weigh_again(_key(self.tournament))
        return self._as_paired[number]


# The lots of a tournament, so that anyone can check the draw.

BYTES_OF_A_LOT = 180


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A player's lot after a round: 64 hexadecimal digits."""

    entry: Entry
    lot: str


def drawn_lots(tournament: Tournament, after_round: int) -> tuple[DrawnLot, ...]:
    """The lot after a round of everybody who had come by then, the best first; drawn once for all parts of the list."""
    key = ("lots", settled_state_of(tournament), after_round)
    return cached(key, partial(_drawn_lots, tournament, after_round)).value


def _drawn_lots(tournament: Tournament, after_round: int) -> Weighed[tuple[DrawnLot, ...]]:
    lots = [
        DrawnLot(entry, lot(tournament.draw_seed, after_round, entry.number))
        for entry in _entries_by(tournament, after_round)
    ]
    return Weighed(tuple(sorted(lots, key=lambda drawn: drawn.lot)), BYTES_OF_A_LOT * len(lots))


def check_command(tournament: Tournament, after_round: int) -> str:
    """One line for any computer with Python that prints the same list: lot and start number, the best first."""
    numbers = ",".join(str(entry.number) for entry in _entries_by(tournament, after_round))
    program = (
        "import sys,hashlib;print(*sorted("
        f"(hashlib.sha256(f'{{sys.argv[1]}}|{after_round}|{{p}}'.encode()).hexdigest(),p)"
        f"for p in[{numbers}]),sep='\\n')"
    )
    return f"python3 -c {shlex.quote(program)} {shlex.quote(tournament.draw_seed)}"


def _entries_by(tournament: Tournament, after_round: int) -> list[Entry]:
    return [entry for entry in facts_of(tournament).entries.values() if entry.joined_round <= after_round + 1]

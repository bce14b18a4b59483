"""The score sheets of the matches that are open, and the editions of the pages that show something of them.

A word that is said on a sheet steps the version of its tournament. What shows no sheet goes by `Tournament.settled`;
what shows one, by one of these, so that a word draws nothing anew on which it is not to be seen. A page takes its
edition before it reads a sheet: what it shows is then never older than what it says of itself.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from tournament.engine.record import PENDING
from tournament.machine.cache import cached
from tournament.models import Tournament
from tournament.queries.evening import Evening
from tournament.queries.games import KeptGames, kept_by_pairing, open_games_of
from tournament.queries.states import state_of, told_apart

BYTES, BYTES_OF_A_SHEET = 500, 4_000


@dataclass(frozen=True, slots=True)
class OpenSheets:
    """What is kept of each open match that has a sheet, by the key of its pairing; `tables` has the keys by player."""

    kept: Mapping[int, KeptGames] = field(default_factory=dict)
    tables: Mapping[int, Collection[int]] = field(default_factory=dict)

    @property
    def kept_bytes(self) -> int:
        return BYTES + BYTES_OF_A_SHEET * len(self.kept)


def open_sheets(tournament: Tournament, evening: Evening | None = None) -> OpenSheets:
    """The open sheets of the version that the tournament was read in; where its `evening` was read and knows of none,
    without asking.
    """
    make = partial(_read, tournament) if evening is None or _has_any(evening) else OpenSheets
    return cached(("open sheets", state_of(tournament)), make)


def _has_any(evening: Evening) -> bool:
    return any(
        pairing.has_games and pairing.record.result == PENDING
        for pairings in evening.pairings.values()
        for pairing in pairings
    )


def edition_with_scores(tournament: Tournament, settled: str = "") -> str:
    """Another one after every change but a word within a game; `settled` where it is not as the tournament has it."""
    kept = open_sheets(tournament).kept
    scores = [f"{key} {replace(games, words=()).mark}" for key, games in sorted(kept.items())]
    return f"{settled or tournament.settled}-{told_apart(','.join(scores))}"


def edition_with_sheet(tournament: Tournament, number: int) -> str:
    """Another one after every change but a word on a sheet that is not of the player with this start number."""
    sheets = open_sheets(tournament)
    marks = [f"{key} {sheets.kept[key].mark}" for key in sorted(sheets.tables.get(number, ()))]
    return f"{tournament.settled}-{told_apart(','.join(marks))}"


def _read(tournament: Tournament) -> OpenSheets:
    stored = tuple(open_games_of(tournament))
    tables: dict[int, set[int]] = defaultdict(set)
    for pairing in (game.pairing for game in stored):
        for player in (pairing.first, pairing.second):
            if player:
                tables[player.number].add(pairing.pk)
    return OpenSheets(kept_by_pairing(stored), tables)

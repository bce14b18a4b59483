"""The lots of a tournament, so that anyone can check the draw."""

import shlex
from dataclasses import dataclass
from functools import partial

from tournament.engine.lot import lot
from tournament.machine.cache import Weighed, cached
from tournament.models import Entry, Tournament
from tournament.queries.facts import facts_of
from tournament.queries.states import settled_state_of

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

"""The lots of a tournament, so that anyone can check the draw."""

import shlex
from dataclasses import dataclass

from tournament.engine.lot import lot
from tournament.models import Entry, Tournament
from tournament.queries.standings import entries_by_number


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A player's lot after a round: 64 hexadecimal digits."""

    entry: Entry
    lot: str


def drawn_lots(tournament: Tournament, after_round: int) -> tuple[DrawnLot, ...]:
    """Everybody's lot after a round, the best first."""
    entries = entries_by_number(tournament).values()
    lots = [DrawnLot(entry, lot(tournament.draw_seed, after_round, entry.number)) for entry in entries]
    return tuple(sorted(lots, key=lambda drawn: drawn.lot))


def check_command(tournament: Tournament, after_round: int) -> str:
    """One line for any computer with Python that prints the same list: lot and start number, the best first."""
    numbers = ",".join(str(number) for number in entries_by_number(tournament))
    program = (
        "import sys,hashlib;print(*sorted("
        f"(hashlib.sha256(f'{{sys.argv[1]}}|{after_round}|{{p}}'.encode()).hexdigest(),p)"
        f"for p in[{numbers}]),sep='\\n')"
    )
    return f"python3 -c {shlex.quote(program)} {shlex.quote(tournament.draw_seed)}"

"""What is to be known before a tournament is closed."""

from dataclasses import dataclass

from tournament.models import Pairing, Prize, Tournament
from tournament.queries.fees import fees_of


@dataclass(frozen=True, slots=True)
class Closing:
    """The tables without result, how many players still owe how much, and whether prizes are missing.

    With open tables nothing can be closed; the rest is asked about.
    """

    open_tables: tuple[int, ...]
    owing: int
    owed_cents: int
    lacks_prizes: bool

    @property
    def asks_first(self) -> bool:
        """Whether something is to be said before it is closed."""
        return not self.open_tables and bool(self.owing or self.lacks_prizes)


def closing_of(tournament: Tournament) -> Closing:
    """How the tournament stands to its closing; prizes are missing where there is money for them and none entered."""
    fees = fees_of(tournament)
    return Closing(
        open_tables=open_tables(tournament),
        owing=len(fees.owed),
        owed_cents=fees.owed_cents,
        lacks_prizes=fees.expected_cents > 0 and not Prize.objects.filter(tournament=tournament).exists(),
    )


def open_tables(tournament: Tournament) -> tuple[int, ...]:
    """The tables whose result is missing."""
    missing = Pairing.objects.filter(round__tournament=tournament, outcome="pending")
    return tuple(table for table in missing.order_by("table").values_list("table", flat=True) if table is not None)

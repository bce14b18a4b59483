"""The entry fee: how much it is now, and who has paid, owes, need not pay and gets something back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F

from tournament.models import Entry, FeeStep, Round, Tournament
from tournament.names import search_key
from tournament.queries.standings import entries_by_number

# Up to how many players (None: however many more), and the fee in cents.
Step = tuple[int | None, int]


class FeeState(StrEnum):
    """How a player stands to the fee; who left before playing and never paid has nothing to do with it."""

    PAID = "paid"
    OWED = "owed"
    WAIVED = "waived"
    REFUNDED = "refunded"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FeeRow:
    """A player, and the fee that they are to pay."""

    entry: Entry
    fee_cents: int

    @property
    def due_cents(self) -> int:
        """All that the player has to pay: nothing where it is waived, nothing was played, or it was given back."""
        entry = self.entry
        if entry.fee_waived or (entry.paid_cents is None and _never_played(entry)):
            return 0
        if entry.withdrawn_after is not None and entry.refunded_cents:
            return min(entry.kept_cents, self.fee_cents)
        return self.fee_cents

    @property
    def lacking_cents(self) -> int:
        """What is to be paid by who pays now, even where nothing is due."""
        return max(self.fee_cents - self.entry.kept_cents, 0)

    @property
    def owed_cents(self) -> int:
        return max(self.due_cents - self.entry.kept_cents, 0)

    @property
    def overpaid_cents(self) -> int:
        return max(self.entry.kept_cents - self.due_cents, 0)

    @property
    def refundable_cents(self) -> int:
        """What can be given back: what is too much, to who has left everything."""
        return self.overpaid_cents if self.entry.withdrawn_after is None else self.entry.kept_cents

    @property
    def state(self) -> FeeState:
        entry = self.entry
        if entry.fee_waived:
            return FeeState.WAIVED
        if self.owed_cents:
            return FeeState.OWED
        if entry.refunded_cents and not entry.kept_cents:
            return FeeState.REFUNDED
        return FeeState.NOTHING if entry.paid_cents is None else FeeState.PAID

    @property
    def is_settled_by_director(self) -> bool:
        """Whether no helper may say otherwise: the fee is waived, or something was given back."""
        return bool(self.entry.fee_waived or (self.entry.refunded_cents and not self.owed_cents))


@dataclass(frozen=True, slots=True)
class Fees:
    """The fee of a tournament and how every player stands to it, by start number.

    It `is_open` as long as it follows from the number of players.
    """

    fee_cents: int
    rows: tuple[FeeRow, ...]
    is_open: bool = False

    @property
    def paid(self) -> tuple[FeeRow, ...]:
        """Whose money is in the till, if only a part of the fee."""
        return tuple(row for row in self.rows if row.entry.kept_cents or row.state is FeeState.PAID)

    @property
    def owed(self) -> tuple[FeeRow, ...]:
        return self._in(FeeState.OWED)

    @property
    def waived(self) -> tuple[FeeRow, ...]:
        return self._in(FeeState.WAIVED)

    @property
    def overpaid(self) -> tuple[FeeRow, ...]:
        return tuple(row for row in self.rows if row.overpaid_cents)

    @property
    def received_cents(self) -> int:
        """All that was ever paid."""
        return sum(row.entry.paid_cents or 0 for row in self.rows)

    @property
    def refunded_cents(self) -> int:
        return sum(row.entry.refunded_cents for row in self.rows)

    @property
    def income_cents(self) -> int:
        return self.received_cents - self.refunded_cents

    @property
    def owed_cents(self) -> int:
        return sum(row.owed_cents for row in self.rows)

    @property
    def overpaid_cents(self) -> int:
        return sum(row.overpaid_cents for row in self.rows)

    @property
    def expected_cents(self) -> int:
        """What there will be once everybody has paid, and has got back what was too much."""
        return self.income_cents + self.owed_cents - self.overpaid_cents

    @property
    def is_asked(self) -> bool:
        """Whether there is a fee, or money of one to give back."""
        return bool(self.fee_cents or self.income_cents)

    def _in(self, state: FeeState) -> tuple[FeeRow, ...]:
        return tuple(row for row in self.rows if row.state is state)


def fees_of(tournament: Tournament, entries: Iterable[Entry] | None = None) -> Fees:
    """How everybody stands to the fee now; `entries` are all of them, where they have been read already."""
    if entries is None:
        entries = entries_by_number(tournament).values()
    entries = tuple(entries)
    steps = _open_steps(tournament)
    fee_cents = _fee_for(entries, steps) if steps else tournament.fee_cents
    return Fees(fee_cents, tuple(FeeRow(entry, fee_cents) for entry in entries), is_open=bool(steps))


def current_fee(tournament: Tournament) -> int:
    """The fee that holds now: until round 1 is drawn that of the number of players, where there is a table of them."""
    steps = _open_steps(tournament)
    return _fee_for(Entry.objects.filter(tournament=tournament), steps) if steps else tournament.fee_cents


def _open_steps(tournament: Tournament) -> tuple[Step, ...]:
    """The table as long as it counts: until round 1 is drawn."""
    steps = fee_steps(tournament)
    return () if steps and Round.objects.filter(tournament=tournament).exists() else steps


def _fee_for(entries: Iterable[Entry], steps: Sequence[Step]) -> int:
    players = sum(entry.withdrawn_after is None for entry in entries)
    return next((cents for up_to, cents in steps if up_to is None or players <= up_to), steps[-1][1])


def fee_steps(tournament: Tournament) -> tuple[Step, ...]:
    """The table by which the fee follows from the number of players; empty where there is none."""
    steps = FeeStep.objects.filter(tournament=tournament).order_by(F("up_to").asc(nulls_last=True))
    return tuple(steps.values_list("up_to", "fee_cents"))


def by_name(rows: Iterable[FeeRow]) -> tuple[FeeRow, ...]:
    """The rows as they are looked for at the door."""
    return tuple(sorted(rows, key=lambda row: (search_key(row.entry.name), row.entry.number)))


def _never_played(entry: Entry) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after < entry.joined_round

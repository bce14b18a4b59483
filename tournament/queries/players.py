"""The list of players at the desk: its order, who is still missed at the door, and what the till lacks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Entry
from tournament.money.fees import Fees
from tournament.money.payments import FeeState
from tournament.names import search_key
from tournament.queries.fees import FeeRow, by_name, owing_players


class Order(StrEnum):
    """What the list is in order of; `OPEN` are first those who are not here or owe the fee."""

    NAME = "name"
    NUMBER = "number"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class DoorCount:
    """How many of those who play are here, and how many of those who pay have paid."""

    here: int
    players: int
    paid: int
    payers: int


def attendance(fees: Fees[FeeRow]) -> DoorCount:
    """The two counts at the head of the list; who has left is missed no more."""
    playing = [row.entry for row in fees.rows if not row.has_left]
    paid = sum(row.state is FeeState.PAID for row in fees.rows)
    return DoorCount(sum(entry.is_here for entry in playing), len(playing), paid, paid + len(fees.owed))


@dataclass(frozen=True, slots=True)
class PaidTogether:
    """Several who still owe the fee, and all that they owe; `here_alone`: others are still missed at the door."""

    players: int
    cents: int
    here_alone: bool


def paid_together(fees: Fees[FeeRow], *, asks_who_is_here: bool) -> PaidTogether | None:
    """Who can be marked as paid with one press: those who are here, or all where that says nothing; None: not several.

    Where all who are here have paid, or nobody is ticked off at the door, it is everybody.
    """
    owing = owing_players(fees)
    here = owing_players(fees, here_alone=True) if asks_who_is_here else ()
    rows = here or owing
    if len(rows) < 2:
        return None
    return PaidTogether(len(rows), sum(row.lacking_cents for row in rows), here_alone=len(rows) < len(owing))


def in_order(rows: Sequence[FeeRow], order: Order, *, asks_who_is_here: bool) -> tuple[FeeRow, ...]:
    """The rows as they are looked through."""
    if order is Order.NUMBER:
        return tuple(sorted(rows, key=lambda row: row.entry.number))
    if order is Order.NAME:
        return by_name(rows)
    return tuple(sorted(by_name(rows), key=lambda row: not _is_open(row, asks_who_is_here)))


def _is_open(row: FeeRow, asks_who_is_here: bool) -> bool:
    entry = row.entry
    is_missed = asks_who_is_here and not entry.is_here and not row.has_left
    return is_missed or row.state is FeeState.OWED


def matching(rows: Collection[FeeRow], typed: str) -> tuple[FeeRow, ...]:
    """Those in whose name or club every word typed is found."""
    words = search_key(typed).split()
    return tuple(row for row in rows if all(word in found_by(row.entry) for word in words))


def found_by(entry: Entry) -> str:
    """The text in which a search looks for a player: name and club, folded."""
    return search_key(f"{entry.name} {entry.club}")

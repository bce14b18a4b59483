"""The list of players at the desk: its order, who is still missed at the door, and what the till lacks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Entry
from tournament.money.fees import Fees
from tournament.money.payments import FeeState
from tournament.names import search_key
from tournament.queries.fees import FeeRow, by_name


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
    """What a player is found by, as a search compares it."""
    return search_key(f"{entry.name} {entry.club}")

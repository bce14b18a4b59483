"""Reads the entry fee: how much it is now, and how every player stands to it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournament.engine.record import has_left
from tournament.models import Entry, FeeStep, Tournament
from tournament.money.fees import FeeBand, Fees, fee_for
from tournament.money.payments import Payer
from tournament.names import search_key
from tournament.queries.record import paired_rounds
from tournament.queries.standings import entries_by_number


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeRow(Payer):
    """How a player stands to the fee, and who that is."""

    entry: Entry


def fees_of(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    paired_count: int | None = None,
    steps: tuple[FeeBand, ...] | None = None,
) -> Fees[FeeRow]:
    """How everybody stands to the fee now.

    `entries` are all of them, so many rounds are paired, and `steps` the table of the fee, where that has been read
    already.
    """
    if entries is None:
        entries = entries_by_number(tournament).values()
    entries = tuple(entries)
    if paired_count is None:
        paired_count = paired_rounds(tournament)
    steps = _open_steps(tournament, paired_count, steps)
    fee_cents = fee_for(_playing(entries), steps) if steps else tournament.fee_cents
    rows = tuple(fee_row(entry, fee_cents, paired_count) for entry in entries)
    return Fees(fee_cents, rows, is_open=bool(steps))


def fee_row(entry: Entry, fee_cents: int, paired_count: int) -> FeeRow:
    """How the player stands to this fee, with so many rounds paired."""
    is_gone = has_left(entry.withdrawn_after, paired_count)
    return FeeRow(
        fee_cents=fee_cents,
        paid_cents=entry.paid_cents,
        refunded_cents=entry.refunded_cents,
        is_waived=bool(entry.fee_waived),
        has_left=is_gone,
        has_played=not is_gone or (entry.withdrawn_after or 0) >= entry.joined_round,
        entry=entry,
    )


def owing_players(fees: Fees[FeeRow], *, here_alone: bool = False) -> tuple[FeeRow, ...]:
    """Those who play and still owe the fee, or of them those who are here alone."""
    owing = (row for row in fees.owed if not row.has_left)
    return tuple(row for row in owing if row.entry.is_here or not here_alone)


def current_fee(tournament: Tournament) -> int:
    """The fee that holds now: until round 1 is drawn that of the number of players, where there is a table of them."""
    steps = _open_steps(tournament, paired_rounds(tournament))
    return fee_for(_playing(Entry.objects.filter(tournament=tournament)), steps) if steps else tournament.fee_cents


def _open_steps(
    tournament: Tournament, paired_count: int, steps: tuple[FeeBand, ...] | None = None
) -> tuple[FeeBand, ...]:
    """The table as long as it counts: until round 1 is drawn."""
    if paired_count:
        return ()
    return fee_steps(tournament) if steps is None else steps


def fee_bands(tournament: Tournament) -> tuple[FeeBand, ...]:
    """What is asked of each player: the table as long as it counts, else the one fee; empty where there is none."""
    steps = _open_steps(tournament, paired_rounds(tournament))
    return steps or (((None, tournament.fee_cents),) if tournament.fee_cents else ())


def _playing(entries: Iterable[Entry]) -> int:
    """How many play, before round 1 is drawn."""
    return sum(not has_left(entry.withdrawn_after, 0) for entry in entries)


def fee_steps(tournament: Tournament) -> tuple[FeeBand, ...]:
    """The table by which the fee follows from the number of players; empty where there is none."""
    return fee_steps_in([tournament])[tournament.pk]


def fee_steps_in(tournaments: Sequence[Tournament]) -> dict[int, tuple[FeeBand, ...]]:
    """The same of several by their keys, in one query."""
    steps: dict[int, list[FeeBand]] = {tournament.pk: [] for tournament in tournaments}
    stored = FeeStep.objects.filter(tournament__in=list(steps)).order_by(F("up_to").asc(nulls_last=True))
    for key, up_to, fee_cents in stored.values_list("tournament_id", "up_to", "fee_cents"):
        steps[key].append((up_to, fee_cents))
    return {key: tuple(bands) for key, bands in steps.items()}


def by_name(rows: Iterable[FeeRow]) -> tuple[FeeRow, ...]:
    """The rows as they are looked for at the door."""
    return tuple(sorted(rows, key=lambda row: (search_key(row.entry.name), row.entry.number)))

"""What pages show of the entries of a tournament."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.terms import Outcome
from tournament.models import Entry, Tournament
from tournament.money.fees import Fees
from tournament.names import search_key, surname_first
from tournament.pages.sheets import (
    Amount,
    Cell,
    Column,
    ColumnKind,
    ListColumn,
    Row,
    Sheet,
    initials,
    money_cells,
    occasion,
    total_row,
)
from tournament.pages.tables import NUMBER, TABLE_NUMBER, Attributes, ListTable, bidi_name, link
from tournament.phrases import cash, players as phrases, values
from tournament.phrases.results import outcome_label
from tournament.queries.cash import FeeRow, fees_of
from tournament.queries.record import paired_rounds, rounds_in_all
from tournament.queries.rounds.pairings import PlayerPairing

# Long lists in parts, one for each page.

Listed = TypeVar("Listed")
# The number of rows that a phone loads without delay: about 100 kB of a page even if names have a hundred letters.
ROWS = 200


@dataclass(frozen=True, slots=True)
class ListPart(Generic[Listed]):
    """One part of a list with its `rows`; parts and rows count from 1; `first` and `last` count in the whole list."""

    rows: tuple[Listed, ...]
    number: int
    total: int
    size: int

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    @property
    def parts(self) -> int:
        """The number of parts, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def ranges(self) -> tuple[tuple[int, int, int], ...]:
        """Every part: its number, its first row and its last."""
        return tuple(
            (number, (number - 1) * self.size + 1, min(number * self.size, self.total))
            for number in range(1, self.parts + 1)
        )


def list_part(rows: Sequence[Listed], number: int, size: int = ROWS) -> ListPart[Listed] | None:
    """Cut out a part of the rows; None if there is no such part. An empty list is one part."""
    begin = (number - 1) * size
    if number < 1 or (number > 1 and begin >= len(rows)):
        return None
    return ListPart(tuple(rows[begin : begin + size]), number, len(rows), size)


def part_or_first(rows: Sequence[Listed], number: int, size: int = ROWS) -> ListPart[Listed]:
    """Cut out a part of the rows, the first if there is no such part."""
    return list_part(rows, number, size) or ListPart(tuple(rows[:size]), 1, len(rows), size)


# Entries with their fees, and the check-in list for the door.

TICK = "✓"
START_NUMBER = ListColumn[FeeRow]("number", ColumnKind.NUMBER, lambda row: row.entry.number, gettext_lazy("No."))
ENTERED_NAME = ListColumn[FeeRow]("name", ColumnKind.NAME, lambda row: row.entry.name, gettext_lazy("Name"))
CLUB = ListColumn[FeeRow]("club", ColumnKind.REMARK, lambda row: row.entry.club, gettext_lazy("Club"))


def players_sheet(tournament: Tournament) -> Sheet:
    """List all entries by start number, with full names; with a fee, what each paid or owes, and the sums."""
    paired_count = paired_rounds(tournament)
    fees, all_rounds = fees_of(tournament, paired_count=paired_count), rounds_in_all(tournament, paired_count)
    columns = [
        *(START_NUMBER, ENTERED_NAME, CLUB),
        ListColumn[FeeRow](
            "joined_round",
            ColumnKind.NUMBER,
            lambda row: row.entry.joined_round if row.entry.joined_round <= all_rounds else None,
            gettext_lazy("From round"),
        ),
        ListColumn[FeeRow](
            "left_after",
            ColumnKind.NUMBER,
            lambda row: row.entry.withdrawn_after if row.has_left else None,
            gettext_lazy("Left after round"),
        ),
        *(_fee_columns(fees, tournament.currency) if fees.is_asked else ()),
    ]
    above = range(len(fees.rows))
    rows = [money_cells(columns, row, tournament.currency, above) for row in fees.rows]
    if fees.is_asked and rows:
        rows.append(total_row(columns, lambda column: sum(map(column.fact, fees.rows)), tournament.currency, above))
    return Sheet(
        title=tournament.name,
        subtitle=_("Players"),
        columns=tuple(column.listed for column in columns),
        rows=tuple(rows),
        notes=occasion(tournament),
    )


def door_sheet(tournament: Tournament, *, by_surname: bool = False) -> Sheet:
    """List the players to tick as present and, where there is a fee, as paid.

    A player who has left is listed only if a fee was paid and not refunded, so that the totals match the rows. The list
    `by_surname`, for everyone to see, shows displayed names; the other one, for the director, shows full names.
    """
    fees = fees_of(tournament)
    named_rows = [
        (surname_first(row.entry.display_name) if by_surname else row.entry.name, row)
        for row in fees.rows
        if not row.has_left or row.kept_cents
    ]
    named_rows.sort(key=lambda named_row: (search_key(named_row[0]), named_row[1].entry.number))
    columns = [
        *(column.listed for column in (ENTERED_NAME, START_NUMBER, CLUB)),
        Column(_("Checked in"), ColumnKind.POINTS),
        Column(_("To pay"), ColumnKind.MONEY),
        Column(_("Paid"), ColumnKind.POINTS),
    ]
    rows: list[Row] = [
        (
            name,
            row.entry.number,
            " · ".join(filter(None, (row.entry.club, str(phrases.HAS_LEFT) if row.has_left else ""))),
            "" if row.has_left else TICK if row.entry.is_here else None,
            *_due(row, tournament.currency),
        )
        for name, row in named_rows
    ]
    if not fees.is_asked:
        columns, rows = columns[:4], [cells[:4] for cells in rows]
    return Sheet(
        title=tournament.name,
        subtitle=_("Players by surname") if by_surname else _("Players by name"),
        columns=tuple(columns),
        rows=tuple(rows),
        notes=(*occasion(tournament), *_door_totals([row for _name, row in named_rows], tournament.currency)),
        span=initials,
    )


def _door_totals(rows: Sequence[FeeRow], currency: str) -> tuple[str, ...]:
    """The note with the fees still to be paid, by how many players, and the fees already paid."""
    owing = [row for row in rows if row.owed_cents]
    facts = {
        "count": len(owing),
        "amount": values.money(sum(row.owed_cents for row in owing), currency),
        "paid": values.money(sum(row.kept_cents for row in rows), currency),
    }
    sentence = ngettext(
        "Total: %(amount)s to pay by %(count)d player, %(paid)s paid",
        "Total: %(amount)s to pay by %(count)d players, %(paid)s paid",
        len(owing),
    )
    return (sentence % facts,) if owing or any(row.kept_cents for row in rows) else ()


def _due(row: FeeRow, currency: str) -> tuple[Cell, Cell]:
    """The cells for the amount to pay or refund and for the tick; why a fee is waived stays private."""
    if row.entry.fee_waived:
        return _("waived"), ""
    if row.overpaid_cents:
        return _("refund due: %(amount)s") % {"amount": values.money(row.overpaid_cents, currency)}, TICK
    if not row.owed_cents:
        return "", TICK
    return Amount(row.owed_cents, currency), None


def _fee_columns(fees: Fees[FeeRow], currency: str) -> Iterator[ListColumn[FeeRow]]:
    """The columns of the fees asked for (paid, waived or unpaid), and of overpaid amounts to refund."""

    def waived(row: FeeRow) -> int:
        return row.fee_cents if row.entry.fee_waived else 0

    yield ListColumn("due", ColumnKind.MONEY, lambda row: row.due_cents + waived(row), gettext_lazy("Entry fee"))
    yield ListColumn("kept", ColumnKind.MONEY, lambda row: row.kept_cents, gettext_lazy("Paid"))
    yield ListColumn("waived", ColumnKind.MONEY, waived, gettext_lazy("Waived"))
    yield ListColumn("owed", ColumnKind.MONEY, lambda row: row.owed_cents, gettext_lazy("Unpaid"))
    if fees.overpaid:
        yield ListColumn("overpaid", ColumnKind.MONEY, lambda row: row.overpaid_cents, gettext_lazy("To refund"))
    yield ListColumn("details", ColumnKind.REMARK, lambda row: _details(row, currency), gettext_lazy("Details"))


def _details(row: FeeRow, currency: str) -> str:
    return cash.fee_text(
        row.state,
        row.entry.fee_waived,
        kept=row.kept_cents,
        owed=row.owed_cents,
        overpaid=row.overpaid_cents,
        currency=currency,
    )


# Tables for pages: players, their tables by name, and their lots.


class EntryTable(ListTable):
    caption = gettext_lazy("Players")
    number = tables.Column(START_NUMBER.heading, attrs=NUMBER)
    name = tables.Column(ENTERED_NAME.heading, accessor="display_name")
    club = tables.Column(CLUB.heading, default="—")

    def attrs_of(self, record: Entry) -> Attributes:
        return {"id": f"player-{record.number}", "data-number": record.number}


# Who plays where, by name, on the page and on paper.
PAIRED_NAME = ListColumn[PlayerPairing](
    "name", ColumnKind.NAME, lambda row: row.entry.display_name, gettext_lazy("Name")
)
PAIRED_AT = ListColumn[PlayerPairing](
    "table", ColumnKind.TABLE, lambda row: row.pairing and row.pairing.table, gettext_lazy("Table")
)
PAIRED_WITH = ListColumn[PlayerPairing](
    "opponent",
    ColumnKind.BESIDE,
    lambda row: row.opponent and row.opponent.display_name,
    gettext_lazy("Opponent"),
    lambda row: row.opponent.display_name if row.opponent else outcome_label(Outcome.BYE),
)


class PlayerPairingTable(ListTable):
    """All players by name, each with their table in a round."""

    caption = gettext_lazy("Players by name and their tables")
    name = tables.Column(PAIRED_NAME.heading, accessor="entry")
    table_number = tables.Column(PAIRED_AT.heading, attrs=TABLE_NUMBER)
    opponent = tables.Column(PAIRED_WITH.heading, attrs={"cell": {"class": "tiny-hide"}})

    def __init__(self, tournament: Tournament, rows: Sequence[PlayerPairing]) -> None:
        super().__init__(rows)
        self.tournament = tournament

    def attrs_of(self, record: PlayerPairing) -> Attributes:
        return {"id": f"player-{record.entry.number}", "data-number": record.entry.number}

    def render_name(self, value: Entry) -> SafeString:
        return link("player", self.tournament.slug, value.number, text=bidi_name(value.display_name))

    def render_table_number(self, record: PlayerPairing) -> str:
        if record.pairing is None:
            return "–"
        return _("bye") if record.pairing.is_bye else str(record.pairing.table)

    def render_opponent(self, value: Entry) -> SafeString:
        return bidi_name(value.display_name)


class LotTable(ListTable):
    caption = gettext_lazy("Lots, best first")
    number = tables.Column(START_NUMBER.heading, accessor="1__number", attrs=NUMBER)
    name = tables.Column(ENTERED_NAME.heading, accessor="1__display_name")
    lot = tables.Column(gettext_lazy("Lot"), accessor="0")

    def render_name(self, value: str) -> SafeString:
        return bidi_name(value)

    def render_lot(self, value: str) -> SafeString:
        return format_html('<code class="lot">{}</code>', value)

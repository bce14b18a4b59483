"""What stands on each list, once for every format: a title, columns and rows.

All functions speak the language that is active; `in_language_of` makes it the tournament's.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.terms import Outcome
from tournament.models import Entry, Tournament
from tournament.models.tournament import Language
from tournament.names import search_key
from tournament.phrases.fees import (
    fee_text,
    overpaid_sentence,
    shortfall_sentence,
    surplus_sentence,
    treasurer_sentence,
    uncounted_sentence,
)
from tournament.phrases.results import meeting_sign, outcome_label, result_text
from tournament.phrases.standings import tie_words
from tournament.phrases.values import money
from tournament.queries.costs import CostStatement, LineKind, statement_lines
from tournament.queries.crosstable import CrossCell, CrosstablePage, Meeting
from tournament.queries.fees import FeeRow, Fees, fees_of
from tournament.queries.rounds import PairingRow, RoundPage
from tournament.queries.standings import StandingRow, StandingsPage

LOCALES = {Language.GERMAN.value: "de", Language.ENGLISH.value: "en-gb"}
SELF_EVIDENT = (Outcome.PLAYED, Outcome.PENDING, Outcome.BYE)


class Kind(StrEnum):
    """What a column holds, and with it how it is set.

    `TABLE` is the number people look for; a `NAME` matters more than a `REMARK`. `POINTS` holds a number, None
    where one is still to be written in, and a text where there will be none. `MONEY` holds an `Amount`.
    """

    TABLE = "table"
    NUMBER = "number"
    SIGNED = "signed"
    POINTS = "points"
    MONEY = "money"
    NAME = "name"
    REMARK = "remark"


class Strong(str):
    """A text in bold: weight says who won."""

    __slots__ = ()


NO_ROWS = range(0)


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in whole cents; a total says which rows of its column are added up for it and which are taken away."""

    cents: int
    currency: str
    added: range = NO_ROWS
    subtracted: range = NO_ROWS
    is_total: bool = False

    def __str__(self) -> str:
        return money(self.cents, self.currency)


Cell = str | int | Amount | None


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as it is handed out; `notes` stand under the title, lines to sign on under the list."""

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...]
    signatures: tuple[str, ...] = ()


def in_language_of(tournament: Tournament) -> AbstractContextManager[None]:
    """Speak the language of the tournament's printed matter."""
    return translation.override(LOCALES[tournament.language])


def pairings_sheet(page: RoundPage) -> Sheet:
    """A round by table, the bye last."""
    return Sheet(
        title=page.round.tournament.name,
        subtitle=_("Round %(number)s") % {"number": page.round.number},
        columns=(
            Column(_("Table"), Kind.TABLE),
            Column(_("Player 1"), Kind.NAME),
            Column(_("Player 2"), Kind.NAME),
            Column(_("Points 1"), Kind.POINTS),
            Column(_("Points 2"), Kind.POINTS),
            Column(_("Outcome"), Kind.REMARK),
        ),
        rows=tuple(_pairing_cells(row) for row in page.tables + page.byes),
        notes=occasion(page.round.tournament),
    )


def pairings_by_name_sheet(page: RoundPage) -> Sheet:
    """A round by name: where everyone sits and whom they play."""
    seats = [
        (seat[0].display_name, row.table, seat[1].display_name if seat[1] else outcome_label(Outcome.BYE))
        for row in page.rows
        for seat in _seats(row)
    ]
    return Sheet(
        title=page.round.tournament.name,
        subtitle=_("Round %(number)d by name") % {"number": page.round.number},
        columns=(
            Column(_("Name"), Kind.NAME),
            Column(_("Table"), Kind.TABLE),
            Column(_("Opponent"), Kind.NAME),
        ),
        rows=tuple(sorted(seats, key=lambda seat: (search_key(seat[0]), seat))),
        notes=occasion(page.round.tournament),
    )


def standings_sheet(tournament: Tournament, page: StandingsPage) -> Sheet:
    """The ranking after a round; the column of clubs only where somebody has one."""
    with_club = any(row.entry.club for row in page.rows)
    columns = [
        Column(_("Place"), Kind.NUMBER),
        Column(_("Name"), Kind.NAME),
        Column(_("Club"), Kind.REMARK),
        Column(_("Wins"), Kind.NUMBER),
        Column("±", Kind.SIGNED),
        Column(_("BH"), Kind.NUMBER),
        Column(_("Tie-break"), Kind.REMARK),
    ]
    rows = [_standing_cells(row) for row in page.rows]
    if not with_club:
        columns = columns[:2] + columns[3:]
        rows = [cells[:2] + cells[3:] for cells in rows]
    return Sheet(
        title=tournament.name,
        subtitle=standings_title(tournament, page),
        columns=tuple(columns),
        rows=tuple(rows),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            _(
                "± is the point difference. BH is Buchholz: the match wins of all opponents, so strong opponents"
                " count for more."
            ),
        ),
    )


def standings_title(tournament: Tournament, page: StandingsPage) -> str:
    """After which round the ranking stands so."""
    if tournament.is_closed:
        return _("Final standings")
    if page.after_round:
        return _("Standings after round %(number)s") % {"number": page.after_round}
    return _("Standings before round 1")


def provisional_notes(open_tables: int) -> tuple[Strong, ...]:
    """That matches are still open, where any are."""
    sentence = ngettext(
        "Provisional: %(count)d match is still open", "Provisional: %(count)d matches are still open", open_tables
    )
    return (Strong(sentence % {"count": open_tables}),) if open_tables else ()


def crosstable_sheet(tournament: Tournament, page: CrosstablePage, *, with_scores: bool = True) -> Sheet:
    """Everyone by place with one column for each round: the opponent's place, won or lost, and the score.

    Without the scores nine rounds and more fit on a page that is higher than wide.
    """
    legend = (
        _("+3 means a win against the player in 3rd place in this table, −3 a loss; the score follows.")
        if with_scores
        else _("+3 means a win against the player in 3rd place in this table, −3 a loss.")
    )
    rounds = tuple(Column(str(number), Kind.REMARK) for number in page.round_numbers)
    return Sheet(
        title=tournament.name,
        subtitle=_("Cross table"),
        columns=(
            Column(_("Place"), Kind.NUMBER),
            Column(_("Name"), Kind.NAME),
            *rounds,
            Column(_("Wins"), Kind.NUMBER),
            Column("±", Kind.SIGNED),
            Column(_("BH"), Kind.NUMBER),
        ),
        rows=tuple(
            (
                row.standing.rank,
                row.entry.display_name,
                *(_meeting_cell(cell, row.entry, with_scores=with_scores) for cell in row.cells),
                row.standing.match_wins,
                row.standing.point_difference,
                row.standing.buchholz,
            )
            for row in page.rows
        ),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            legend,
        ),
    )


def players_sheet(tournament: Tournament) -> Sheet:
    """Everyone who ever entered, by start number and whole name, with the fees and their sums where there is a fee."""
    fees = fees_of(tournament)
    fee_columns = _fee_columns(fees) if fees.is_asked else ()
    rows = [
        (
            row.entry.number,
            row.entry.name,
            row.entry.club,
            row.entry.joined_round,
            row.entry.withdrawn_after,
            *(_fee_cells(row, len(fee_columns) - 1, tournament.currency) if fee_columns else ()),
        )
        for row in fees.rows
    ]
    if fee_columns and rows:
        sums = _fee_sums(fees, len(fee_columns) - 1, tournament.currency)
        rows.append((None, Strong(_("Total")), "", None, None, *sums))
    return Sheet(
        title=tournament.name,
        subtitle=_("Players"),
        columns=(
            Column(_("No."), Kind.NUMBER),
            Column(_("Name"), Kind.NAME),
            Column(_("Club"), Kind.REMARK),
            Column(_("From round"), Kind.NUMBER),
            Column(_("Left after round"), Kind.NUMBER),
            *fee_columns,
        ),
        rows=tuple(rows),
        notes=occasion(tournament),
    )


def door_sheet(tournament: Tournament) -> Sheet:
    """The players by their whole names, to tick at the door who is here and, where there is a fee, who has paid it."""
    fees = fees_of(tournament)
    present = [row for row in fees.rows if row.entry.withdrawn_after is None]
    present.sort(key=lambda row: (search_key(row.entry.name), row.entry.number))
    columns = [
        Column(_("Name"), Kind.NAME),
        Column(_("No."), Kind.NUMBER),
        Column(_("Club"), Kind.REMARK),
        Column(_("Here"), Kind.POINTS),
        Column(_("Entry fee"), Kind.MONEY),
        Column(_("Paid"), Kind.POINTS),
    ]
    rows = [
        (
            row.entry.name,
            row.entry.number,
            row.entry.club,
            _tick(row.entry.is_here),
            *_due(row, tournament.currency),
        )
        for row in present
    ]
    if not fees.is_asked:
        columns, rows = columns[:4], [cells[:4] for cells in rows]
    return Sheet(
        title=tournament.name,
        subtitle=_("Players by name"),
        columns=tuple(columns),
        rows=tuple(rows),
        notes=occasion(tournament),
    )


def costs_sheet(tournament: Tournament, statement: CostStatement) -> Sheet:
    """The cost statement, to be signed; no line says who has paid."""
    lines = statement_lines(statement)
    kinds = [line.kind for line in lines]
    paid = _rows_of(LineKind.FEES, kinds)
    prizes = _rows_of(LineKind.PRIZE, kinds)
    sums = {LineKind.INCOME: (paid, NO_ROWS), LineKind.SPENDING: (prizes, NO_ROWS), LineKind.BALANCE: (paid, prizes)}
    rows = []
    for line in lines:
        added, subtracted = sums.get(line.kind, (NO_ROWS, NO_ROWS))
        amount = Amount(line.cents, statement.currency, added, subtracted, line.is_total)
        rows.append((Strong(line.text) if line.is_total else line.text, line.remark, amount))
    fees = statement.fees
    shortfall = shortfall_sentence(statement.shortfall_cents, fees.owed_cents, statement.currency)
    told = (
        Strong(shortfall),
        uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, statement.currency),
        overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, statement.currency),
        surplus_sentence(statement.surplus_cents, tournament.surplus_note, statement.currency),
        treasurer_sentence(tournament.treasurer),
    )
    return Sheet(
        title=tournament.name,
        subtitle=_("Cost statement"),
        columns=(Column(_("Item"), Kind.NAME), Column(_("Details"), Kind.REMARK), Column(_("Amount"), Kind.MONEY)),
        rows=tuple(rows),
        notes=(*occasion(tournament), *filter(None, told)),
        signatures=(_("Place and date"), _("Signature")),
    )


def receipt_sheet(entry: Entry) -> Sheet:
    """That a player has paid, when and to whom as far as that is known, to be signed; its number is the player's."""
    tournament = entry.tournament
    at = entry.paid_at and timezone.localtime(entry.paid_at)
    told = (
        (_("Received from"), Strong(entry.name)),
        (_("Entry fee"), Strong(money(entry.kept_cents, tournament.currency))),
        (_("Paid on"), at and f"{date_format(at, 'DATE_FORMAT')}, {date_format(at, 'H:i')}"),
        (_("Received by"), entry.paid_to),
    )
    return Sheet(
        title=tournament.name,
        subtitle=_("Receipt %(number)s") % {"number": entry.number},
        columns=(Column(_("Item"), Kind.REMARK), Column(_("Details"), Kind.NAME)),
        rows=tuple((label, text) for label, text in told if text),
        notes=occasion(tournament),
        signatures=(_("Place and date"), _("Signature")),
    )


def _rows_of(kind: LineKind, kinds: Sequence[LineKind]) -> range:
    """The rows of a kind, which stand together."""
    places = [place for place, found in enumerate(kinds) if found is kind]
    return range(places[0], places[-1] + 1) if places else NO_ROWS


def occasion(tournament: Tournament) -> tuple[str, ...]:
    """When and where, the first note of every sheet."""
    date = date_format(tournament.date, "DATE_FORMAT")
    practice = _("Practice tournament") if tournament.is_practice else ""
    return (" · ".join(filter(None, (date, tournament.venue, practice))),)


def _pairing_cells(row: PairingRow) -> tuple[Cell, ...]:
    outcome = row.result.outcome
    return (
        row.table,
        _player(row, row.first),
        _player(row, row.second) if row.second else outcome_label(Outcome.BYE),
        *_points(row),
        "" if outcome in SELF_EVIDENT else outcome_label(outcome),
    )


def _player(row: PairingRow, entry: Entry) -> str:
    return Strong(entry.display_name) if entry == row.winner and not row.is_bye else entry.display_name


def _points(row: PairingRow) -> tuple[Cell, Cell]:
    if row.is_bye:
        return "", ""
    if row.is_open:
        return None, None
    if row.result.score:
        return row.result.score
    first, second = result_text(row.result, row.first.number).split(":")
    return first, second


def _seats(row: PairingRow) -> tuple[tuple[Entry, Entry | None], ...]:
    if row.second is None:
        return ((row.first, None),)
    return (row.first, row.second), (row.second, row.first)


def _standing_cells(row: StandingRow) -> tuple[Cell, ...]:
    standing = row.standing
    return (
        standing.rank,
        row.entry.display_name,
        row.entry.club,
        standing.match_wins,
        standing.point_difference,
        standing.buchholz,
        tie_words(row.below.standing, row.below.entry.display_name) if row.below else "",
    )


def _meeting_cell(cell: CrossCell, entry: Entry, *, with_scores: bool) -> str:
    if cell.opponent is None or cell.result is None:
        return outcome_label(Outcome.BYE) if cell.meeting is Meeting.BYE else "–"
    text = meeting_sign(cell.meeting, cell.opponent.standing.rank)
    if with_scores:
        text += f" {result_text(cell.result, entry.number)}"
    return Strong(text) if cell.meeting is Meeting.WON else text


def _tick(is_done: bool) -> str | None:
    return "✓" if is_done else None


def _due(row: FeeRow, currency: str) -> tuple[Cell, Cell]:
    """What is to be paid or given back, and room to tick that it was paid; why it is waived is nobody's business."""
    if row.entry.fee_waived:
        return _("waived"), ""
    if row.overpaid_cents:
        return _("refund due: %(amount)s") % {"amount": money(row.overpaid_cents, currency)}, _tick(is_done=True)
    return Amount(row.owed_cents or row.due_cents, currency), _tick(is_done=not row.owed_cents)


def _fee_columns(fees: Fees) -> tuple[Column, ...]:
    """What is asked for is paid, waived or owed; what was paid beyond that is to be given back."""
    headings = [_("Entry fee"), _("Paid"), _("Waived"), _("Unpaid")]
    if fees.overpaid:
        headings.append(_("To refund"))
    return (*(Column(heading, Kind.MONEY) for heading in headings), Column(_("Details"), Kind.REMARK))


def _fee_amounts(row: FeeRow, count: int) -> tuple[int, ...]:
    """A player's cents in so many columns of amounts."""
    waived = row.fee_cents if row.entry.fee_waived else 0
    return (row.due_cents + waived, row.entry.kept_cents, waived, row.owed_cents, row.overpaid_cents)[:count]


def _fee_cells(row: FeeRow, count: int, currency: str) -> tuple[Cell, ...]:
    """A player's line of the columns of fees; an amount of nothing is left empty."""
    amounts = (Amount(cents, currency) if cents else None for cents in _fee_amounts(row, count))
    return (*amounts, _fee(row, currency))


def _fee_sums(fees: Fees, count: int, currency: str) -> tuple[Cell, ...]:
    """The amounts of each column of fees added up."""
    rows_above = range(len(fees.rows))
    sums = (sum(column) for column in zip(*(_fee_amounts(row, count) for row in fees.rows), strict=True))
    return (*(Amount(cents, currency, rows_above, is_total=True) for cents in sums), "")


def _fee(row: FeeRow, currency: str) -> str:
    return fee_text(
        row.state,
        row.entry.fee_waived,
        kept=row.entry.kept_cents,
        owed=row.owed_cents,
        overpaid=row.overpaid_cents,
        currency=currency,
    )

"""The cost statement and what is said beside it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.money.statement import CostStatement, Line, LineKind
from tournament.money.vouchers import CashBook, Movement
from tournament.pages.sheets import Amount, Cells, Column, ColumnKind, Sheet, Strong, occasion
from tournament.pages.vouchers import IN, OUT, cash_book_title
from tournament.phrases.cash import (
    overpaid_sentence,
    per_head_sentence,
    shortfall_sentence,
    statement_lines,
    surplus_sentence,
    treasurer_sentence,
    uncounted_sentence,
)
from tournament.queries.cash import PrizeRow, VoucherRow, cost_statement

# What makes up the lines that are no totals.
MOVEMENTS = {LineKind.FEES: Movement.FEE, LineKind.REFUNDS: Movement.REFUND, LineKind.PRIZE: Movement.PRIZE}


def statement_page(tournament: Tournament) -> dict[str, Any]:
    """The statement as it is shown at the desk and to everyone."""
    statement = cost_statement(tournament)
    currency = tournament.currency
    return {
        "statement": statement,
        "lines": statement_lines(statement),
        "shortfall": shortfall_sentence(statement.shortfall_cents, statement.fees.owed_cents, currency),
        "per_head": per_head_sentence(statement.per_head, currency),
        "uncounted": _uncounted(statement),
        "overpaid": _overpaid(statement),
        "surplus": surplus_sentence(statement.announced_surplus_cents, tournament.surplus_note, currency),
        "today": timezone.localdate(),
    }


def _uncounted(statement: CostStatement[Any, Any]) -> str:
    fees = statement.fees
    return uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, statement.currency)


def _overpaid(statement: CostStatement[Any, Any]) -> str:
    fees = statement.fees
    return overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, statement.currency)


def costs_sheet(
    tournament: Tournament, statement: CostStatement[Any, PrizeRow], book: CashBook[VoucherRow] | None = None
) -> Sheet:
    """The cost statement, to be signed; no line says who has paid.

    Beside the cash `book` in the same file its amounts follow from that; a gift stands in no book.
    """
    kinds = [line.kind for line in statement.lines]
    paid = _rows_of(kinds, LineKind.FEES, LineKind.REFUNDS)
    prizes = _rows_of(kinds, LineKind.PRIZE)
    sums = {LineKind.INCOME: (paid, ()), LineKind.SPENDING: (prizes, ()), LineKind.BALANCE: (paid, prizes)}
    rows = []
    for line, text_line in zip(statement.lines, statement_lines(statement), strict=True):
        added, subtracted = sums[line.kind] if text_line.is_total else _booked(line, book)
        amount = Amount(line.cents, statement.currency, added, subtracted, text_line.is_total)
        rows.append((Strong(text_line.text) if text_line.is_total else text_line.text, text_line.remark, amount))
    fees = statement.fees
    shortfall = shortfall_sentence(statement.shortfall_cents, fees.owed_cents, statement.currency)
    notes = (
        Strong(shortfall),
        per_head_sentence(statement.per_head, statement.currency),
        uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, statement.currency),
        overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, statement.currency),
        surplus_sentence(statement.announced_surplus_cents, tournament.surplus_note, statement.currency),
        treasurer_sentence(tournament.treasurer),
    )
    return Sheet(
        title=tournament.name,
        subtitle=_("Cost statement"),
        columns=(
            Column(_("Item"), ColumnKind.NAME),
            Column(_("Details"), ColumnKind.REMARK),
            Column(_("Amount"), ColumnKind.MONEY),
        ),
        rows=tuple(rows),
        notes=(*occasion(tournament), *filter(None, notes)),
        signatures=(_("Place and date"), _("Signature")),
    )


def _rows_of(kinds: Sequence[LineKind], *wanted: LineKind) -> tuple[Cells, ...]:
    """The rows of these kinds, which stand together."""
    indices = [index for index, found in enumerate(kinds) if found in wanted]
    return (Cells(range(indices[0], indices[-1] + 1)),) if indices else ()


def _booked(line: Line, book: CashBook[VoucherRow] | None) -> tuple[tuple[Cells, ...], tuple[Cells, ...]]:
    """The cells of the cash book that make up a line, those that are added and those that are taken away."""
    about = (MOVEMENTS[line.kind], line.prize.prize.pk if isinstance(line.prize, PrizeRow) else None)
    indices = [
        index
        for index, voucher in enumerate(book.vouchers if book else ())
        if (voucher.movement, voucher.prize_id) == about and not voucher.is_cancelled
    ]
    column = IN if line.kind is LineKind.FEES else OUT
    cells = tuple(Cells(rows, column, cash_book_title()) for rows in _runs(indices))
    return ((), cells) if line.kind is LineKind.REFUNDS else (cells, ())


def _runs(indices: Sequence[int]) -> Iterator[range]:
    """The places, ascending, in as few ranges as they have gaps."""
    begin = 0
    for end in range(1, len(indices) + 1):
        if end == len(indices) or indices[end] != indices[end - 1] + 1:
            yield range(indices[begin], indices[end - 1] + 1)
            begin = end

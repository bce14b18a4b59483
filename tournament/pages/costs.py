"""The cost statement and what is said beside it."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.money.statement import CostStatement, LineKind
from tournament.pages.sheets import Amount, Cells, Column, Kind, Sheet, Strong, occasion
from tournament.phrases.fees import (
    overpaid_sentence,
    shortfall_sentence,
    statement_lines,
    surplus_sentence,
    treasurer_sentence,
    uncounted_sentence,
)
from tournament.queries.costs import cost_statement


def statement_page(tournament: Tournament) -> dict[str, Any]:
    """The statement as it is shown at the desk and to everyone."""
    statement = cost_statement(tournament)
    currency = tournament.currency
    return {
        "statement": statement,
        "lines": statement_lines(statement),
        "shortfall": shortfall_sentence(statement.shortfall_cents, statement.fees.owed_cents, currency),
        "uncounted": _uncounted(statement),
        "overpaid": _overpaid(statement),
        "surplus": surplus_sentence(statement.surplus_cents, tournament.surplus_note, currency),
        "today": timezone.localdate(),
    }


def _uncounted(statement: CostStatement[Any, Any]) -> str:
    fees = statement.fees
    return uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, statement.currency)


def _overpaid(statement: CostStatement[Any, Any]) -> str:
    fees = statement.fees
    return overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, statement.currency)


def costs_sheet(tournament: Tournament, statement: CostStatement[Any, Any]) -> Sheet:
    """The cost statement, to be signed; no line says who has paid."""
    lines = statement_lines(statement)
    kinds = [line.kind for line in lines]
    paid = _rows_of(kinds, LineKind.FEES, LineKind.REFUNDS)
    prizes = _rows_of(kinds, LineKind.PRIZE)
    sums = {LineKind.INCOME: (paid, ()), LineKind.SPENDING: (prizes, ()), LineKind.BALANCE: (paid, prizes)}
    rows = []
    for line in lines:
        added, subtracted = sums.get(line.kind, ((), ()))
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


def _rows_of(kinds: Sequence[LineKind], *wanted: LineKind) -> tuple[Cells, ...]:
    """The rows of these kinds, which stand together."""
    places = [place for place, found in enumerate(kinds) if found in wanted]
    return (Cells(range(places[0], places[-1] + 1)),) if places else ()

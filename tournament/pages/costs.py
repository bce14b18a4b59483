"""The cost statement and what is said beside it."""

from typing import Any

from django.utils import timezone

from tournament.models import Tournament
from tournament.phrases.fees import overpaid_sentence, shortfall_sentence, surplus_sentence, uncounted_sentence
from tournament.queries.costs import CostStatement, cost_statement, statement_lines


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


def _uncounted(statement: CostStatement) -> str:
    fees = statement.fees
    return uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, statement.currency)


def _overpaid(statement: CostStatement) -> str:
    fees = statement.fees
    return overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, statement.currency)

"""What has come from the phones, as the desk decides on it."""

from dataclasses import dataclass

from django.utils import timezone

from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import Round
from tournament.pages.results import result_code
from tournament.phrases.values import moment
from tournament.queries.results import Reported, ReportedTable, reported_tables


@dataclass(frozen=True, slots=True)
class Version:
    """What one of the two says, and the code of the button that takes it over."""

    said: Reported
    code: str


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """A table of which something has been reported; `expected` is what the desk knows of its result."""

    table: ReportedTable
    versions: tuple[Version, ...]
    expected: str
    since: str


def reported_rows(round_: Round) -> tuple[ReportedRow, ...]:
    """What waits for the desk or for the second player, with the buttons to decide it."""
    today = timezone.localdate()
    return tuple(
        ReportedRow(
            table,
            tuple(Version(said, result_code(Result(Outcome.PLAYED, said.score))) for said in table.versions),
            result_code(PENDING),
            moment(table.versions[0].at, today),
        )
        for table in reported_tables(round_)
    )

"""Lists and the journal as CSV for spreadsheets, in the active language."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.languages import active_language
from tournament.models import Tournament
from tournament.pages.journal import Filter, JournalRow, journal_rows
from tournament.pages.sheets import Cell, Sheet

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def sheet_csv(sheet: Sheet) -> bytes:
    """Write the columns of a list, without its title and notes."""
    return table_csv([column.heading for column in sheet.columns], sheet.rows)


def table_csv(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Write headings and rows; numbers stay numbers, and spreadsheets take no text for a formula."""
    stream = StringIO()
    table = csv.writer(stream, delimiter=active_language().csv_separator)
    table.writerow(headings)
    table.writerows([as_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    # Excel recognises UTF-8 by the mark at its beginning.
    return stream.getvalue().encode("utf-8-sig")


def as_text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(BEGINS_A_FORMULA) else cell


def journal_csv(tournament: Tournament, journal_filter: Filter) -> bytes:
    """Write all lines that match the filter, newest first, in the active language."""
    headings = [_("Version"), _("Time"), _("Who"), _("What"), _("Before"), _("After")]
    return table_csv(headings, (_cells(row) for row in journal_rows(tournament, journal_filter)))


def _cells(row: JournalRow) -> tuple[int | str, ...]:
    what = _("%(what)s (undone)") % {"what": row.what} if row.is_taken_back else row.what
    time = timezone.localtime(row.at).isoformat(timespec="seconds")
    return row.version, time, row.who, what, row.before, row.after

"""The journal as a table for spreadsheets."""

import csv
from io import StringIO

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.queries.journal_rows import Filter, JournalRow, journal_rows

# Excel takes the separator of the country it is set to; with the mark at the beginning it reads UTF-8.
SEPARATORS = {"de": ";", "en": ","}
BYTE_ORDER_MARK = "\ufeff"
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def journal_csv(tournament: Tournament, wanted: Filter) -> bytes:
    """All lines that are wanted, newest first, in the language that is active."""
    written = StringIO(BYTE_ORDER_MARK)
    written.seek(0, 2)
    table = csv.writer(written, delimiter=SEPARATORS[(get_language() or "en")[:2]])
    table.writerow([_("Version"), _("Time"), _("Who"), _("What"), _("Before"), _("After")])
    table.writerows(_cells(row) for row in journal_rows(tournament, wanted))
    return written.getvalue().encode()


def _cells(row: JournalRow) -> list[str]:
    what = _("%(what)s (taken back)") % {"what": row.what} if row.is_taken_back else row.what
    time = timezone.localtime(row.at).isoformat(timespec="seconds")
    return [str(row.version), time, *(as_text(cell) for cell in (row.who, what, row.before, row.after))]


def as_text(cell: str) -> str:
    """The cell so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(BEGINS_A_FORMULA) else cell

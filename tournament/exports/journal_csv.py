"""The journal as a table for spreadsheets."""

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exports.csv_table import table_csv
from tournament.models import Tournament
from tournament.pages.journal import Filter, JournalRow, journal_rows


def journal_csv(tournament: Tournament, wanted: Filter) -> bytes:
    """Write all lines that match the filter, newest first, in the active language."""
    headings = [_("Version"), _("Time"), _("Who"), _("What"), _("Before"), _("After")]
    return table_csv(headings, (_cells(row) for row in journal_rows(tournament, wanted)))


def _cells(row: JournalRow) -> tuple[int | str, ...]:
    what = _("%(what)s (undone)") % {"what": row.what} if row.is_taken_back else row.what
    time = timezone.localtime(row.at).isoformat(timespec="seconds")
    return row.version, time, row.who, what, row.before, row.after

"""The register of a club as a list for a spreadsheet."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Club, Wish
from tournament.pages.sheets import Column, ColumnKind, DayCell, Sheet
from tournament.queries.persons import Registered


def register_sheet(club: Club, rows: Sequence[Registered]) -> Sheet:
    """Everybody with all their names, how they wish to appear, their evenings and the day of the last."""
    return Sheet(
        title=club.name,
        subtitle=_("Register"),
        columns=(
            Column(_("Name"), ColumnKind.NAME),
            Column(_("Other names"), ColumnKind.BESIDE),
            Column(_("Appears in public"), ColumnKind.REMARK),
            Column(_("Abbreviated as"), ColumnKind.REMARK),
            Column(_("Evenings"), ColumnKind.NUMBER),
            Column(_("Last seen"), ColumnKind.REMARK),
        ),
        rows=tuple(
            (
                row.person.name,
                ", ".join(row.other_names),
                str(Wish(row.person.wish).label),
                row.person.public_name if row.person.wish == Wish.ABBREVIATED else "",
                row.evenings,
                DayCell(row.last) if row.last else "",
            )
            for row in rows
        ),
        notes=(),
    )

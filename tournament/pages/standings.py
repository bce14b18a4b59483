"""The ranking."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Tournament
from tournament.pages.sheets import Cell, Column, Kind, Sheet, Strong, occasion
from tournament.phrases.standings import tie_words
from tournament.queries.standings import StandingRow, StandingsPage


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

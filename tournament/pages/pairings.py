"""A round, by table and by name."""

from functools import partial

from django.utils.translation import gettext as _

from tournament.engine.terms import Outcome
from tournament.models import Entry
from tournament.names import search_key, surname_first
from tournament.pages.sheets import Cell, Column, ColumnKind, Row, Sheet, Strong, initials, occasion
from tournament.phrases.results import outcome_label, result_text
from tournament.queries.rounds import PairingRow, RoundPage

SELF_EVIDENT = (Outcome.PLAYED, Outcome.PENDING, Outcome.BYE)


def pairings_sheet(page: RoundPage) -> Sheet:
    """A round by table, the bye last; as on the pages, tables that have to wait for a board say so."""
    return Sheet(
        title=page.round.tournament.name,
        subtitle=_("Round %(number)s") % {"number": page.round.number},
        columns=(
            Column(_("Table"), ColumnKind.TABLE),
            Column(_("Player 1"), ColumnKind.NAME),
            Column(_("Player 2"), ColumnKind.NAME),
            Column(_("Points 1"), ColumnKind.POINTS),
            Column(_("Points 2"), ColumnKind.POINTS),
            Column(_("Outcome"), ColumnKind.REMARK),
        ),
        rows=tuple(_pairing_cells(row) for row in page.tables + page.byes),
        notes=_notes(page),
        span=partial(_tables, len(page.tables)),
    )


def pairings_by_name_sheet(page: RoundPage, *, by_surname: bool = False) -> Sheet:
    """A round by name or by surname: where everyone sits and whom they play."""
    rows = [
        (
            surname_first(own.display_name) if by_surname else own.display_name,
            row.table,
            other.display_name if other else outcome_label(Outcome.BYE),
            later(row),
        )
        for row in page.rows
        for own, other in _sides(row)
    ]
    subtitle = _("Round %(number)d by surname") if by_surname else _("Round %(number)d by name")
    return Sheet(
        title=page.round.tournament.name,
        subtitle=subtitle % {"number": page.round.number},
        columns=(
            Column(_("Name"), ColumnKind.NAME),
            Column(_("Table"), ColumnKind.TABLE),
            Column(_("Opponent"), ColumnKind.BESIDE),
            Column(_("Note"), ColumnKind.REMARK),
        ),
        rows=tuple(sorted(rows, key=lambda row: (search_key(str(row[0])), row))),
        notes=_notes(page),
        span=initials,
    )


def _notes(page: RoundPage) -> tuple[str, ...]:
    waits = any(later(row) for row in page.rows)
    return (*occasion(page.round.tournament), *((later_in_full(),) if waits else ()))


def later(row: PairingRow) -> str:
    """That a table has to wait until a board is free, as the pages say it; else nothing."""
    return _("later") if row.waits_for_board and row.is_open else ""


def later_in_full() -> str:
    """The sentence that explains the word later beside a table."""
    return _("later: as soon as a board is free")


def _tables(count: int, first: Row, last: Row) -> str:
    """The tables from one row to another; the bye, which has none, comes after the last."""
    numbers = {"first": first[0] or count, "last": last[0] or count}
    return _("Tables %(first)s–%(last)s") % numbers


def _pairing_cells(row: PairingRow) -> Row:
    outcome = row.result.outcome
    return (
        row.table,
        _player(row, row.first),
        _player(row, row.second) if row.second else outcome_label(Outcome.BYE),
        *_points(row),
        later(row) if outcome in SELF_EVIDENT else outcome_label(outcome),
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


def _sides(row: PairingRow) -> tuple[tuple[Entry, Entry | None], ...]:
    if row.second is None:
        return ((row.first, None),)
    return (row.first, row.second), (row.second, row.first)

"""A round, by table and by name."""

from django.utils.translation import gettext as _

from tournament.engine.terms import Outcome
from tournament.models import Entry
from tournament.names import search_key
from tournament.pages.sheets import Cell, Column, Kind, Sheet, Strong, occasion
from tournament.phrases.results import outcome_label, result_text
from tournament.queries.rounds import PairingRow, RoundPage

SELF_EVIDENT = (Outcome.PLAYED, Outcome.PENDING, Outcome.BYE)


def pairings_sheet(page: RoundPage) -> Sheet:
    """A round by table, the bye last."""
    return Sheet(
        title=page.round.tournament.name,
        subtitle=_("Round %(number)s") % {"number": page.round.number},
        columns=(
            Column(_("Table"), Kind.TABLE),
            Column(_("Player 1"), Kind.NAME),
            Column(_("Player 2"), Kind.NAME),
            Column(_("Points 1"), Kind.POINTS),
            Column(_("Points 2"), Kind.POINTS),
            Column(_("Outcome"), Kind.REMARK),
        ),
        rows=tuple(_pairing_cells(row) for row in page.tables + page.byes),
        notes=occasion(page.round.tournament),
    )


def pairings_by_name_sheet(page: RoundPage) -> Sheet:
    """A round by name: where everyone sits and whom they play."""
    seats = [
        (seat[0].display_name, row.table, seat[1].display_name if seat[1] else outcome_label(Outcome.BYE))
        for row in page.rows
        for seat in _seats(row)
    ]
    return Sheet(
        title=page.round.tournament.name,
        subtitle=_("Round %(number)d by name") % {"number": page.round.number},
        columns=(
            Column(_("Name"), Kind.NAME),
            Column(_("Table"), Kind.TABLE),
            Column(_("Opponent"), Kind.NAME),
        ),
        rows=tuple(sorted(seats, key=lambda seat: (search_key(seat[0]), seat))),
        notes=occasion(page.round.tournament),
    )


def _pairing_cells(row: PairingRow) -> tuple[Cell, ...]:
    outcome = row.result.outcome
    return (
        row.table,
        _player(row, row.first),
        _player(row, row.second) if row.second else outcome_label(Outcome.BYE),
        *_points(row),
        "" if outcome in SELF_EVIDENT else outcome_label(outcome),
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


def _seats(row: PairingRow) -> tuple[tuple[Entry, Entry | None], ...]:
    if row.second is None:
        return ((row.first, None),)
    return (row.first, row.second), (row.second, row.first)

"""Who met whom."""

from django.utils.translation import gettext as _

from tournament.engine.terms import Outcome
from tournament.models import Entry, Tournament
from tournament.pages.sheets import Column, ColumnKind, Sheet, Strong, occasion
from tournament.pages.standings import NAME, PLACE, figures_of, left_notes, provisional_notes, ranking_notes
from tournament.phrases.results import meeting_sign, outcome_label, result_text
from tournament.queries.standings import CrossCell, CrosstablePage, Meeting


def crosstable_sheet(tournament: Tournament, page: CrosstablePage, *, with_scores: bool = True) -> Sheet:
    """Everyone by place with one column for each round: the opponent's place, won or lost, and the score.

    Without the scores nine rounds and more fit on a page that is higher than wide.
    """
    legend = (
        _("+3 means a win against the player in 3rd place in this table, −3 a loss; the score follows.")
        if with_scores
        else _("+3 means a win against the player in 3rd place in this table, −3 a loss.")
    )
    figures = figures_of(page.ranking)
    rounds = tuple(Column(str(number), ColumnKind.MEETING) for number in page.round_numbers)
    return Sheet(
        title=tournament.name,
        subtitle=_("Cross table"),
        columns=(
            PLACE.listed,
            NAME.listed,
            *rounds,
            *(figure.listed for figure in figures),
        ),
        rows=tuple(
            (
                PLACE.cell_of(row),
                NAME.cell_of(row),
                *(_meeting_cell(cell, row.entry, with_scores=with_scores) for cell in row.cells),
                *(figure.cell_of(row) for figure in figures),
            )
            for row in page.rows
        ),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            *left_notes(page.rows),
            legend,
            *ranking_notes(page.ranking),
        ),
    )


def _meeting_cell(cell: CrossCell, entry: Entry, *, with_scores: bool) -> str:
    if cell.opponent is None or cell.result is None:
        return outcome_label(Outcome.BYE) if cell.meeting is Meeting.BYE else "–"
    text = meeting_sign(cell.meeting, cell.opponent.standing.rank)
    if with_scores:
        text += f" {result_text(cell.result, entry.number)}"
    return Strong(text) if cell.meeting is Meeting.WON else text

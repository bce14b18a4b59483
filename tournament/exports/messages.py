"""Standings and pairings as plain text for messengers."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.names import isolated
from tournament.pages.rounds import BracketBox, BracketPage, part_of
from tournament.pages.standings import PLACE, RankingColumn, figures_of, provisional_notes, standings_title
from tournament.phrases import players, results, rounds
from tournament.queries.record import places_in
from tournament.queries.rounds.pairings import PairingRow, RoundPage
from tournament.queries.standings import StandingRow, StandingsPage


def standings_text(tournament: Tournament, page: StandingsPage) -> str:
    """Write the ranking, a line for each player."""
    head = (f"{isolated(tournament.name)} · {standings_title(tournament, page)}", *provisional_notes(page.open_tables))
    figures = figures_of(page.ranking)
    return "\n".join((*head, "", *(_standing_line(row, figures) for row in page.rows)))


def round_text(page: RoundPage) -> str:
    """Write a round by table, the bye last, with the results so far."""
    number = rounds.round_name(page.round.number, places_in(page.round))
    return "\n".join(
        (f"{isolated(page.round.tournament.name)} · {number}", "", *map(_pairing_line, page.tables + page.byes))
    )


def bracket_text(tournament: Tournament, page: BracketPage) -> str:
    """Write the bracket of the finals round by round, with the results so far and the next opponents."""
    lines = [f"{isolated(tournament.name)} · {_('Finals')}"]
    for title, boxes in page.in_order:
        lines += ["", title, *map(_box_line, boxes)]
    return "\n".join(lines)


def _box_line(box: BracketBox) -> str:
    first, second = box.sides
    pair = " – ".join(isolated(side.name) for side in box.sides)
    table = _("Table %(table)s") % {"table": box.table} + ": " if box.table else ""
    score = "" if first.points is None else f"  {first.points}:{second.points}"
    drops = " ".join(box.drops) if box.is_open else ""
    return f"{table}{pair}{score}" + "".join(f"  {told}" for told in (box.state, drops) if told)


def _standing_line(row: StandingRow, figures: Sequence[RankingColumn]) -> str:
    figure_texts = (figure.in_words(figure.fact(row)) for figure in figures)
    remarks = (str(players.HAS_LEFT),) if row.has_left else ()
    place = f"{row.standing.place}." if row.standing.place else PLACE.cell_of(row) or "–"
    return "  ".join((f"{place} {isolated(row.entry.display_name)}", *figure_texts, *remarks))


def _pairing_line(row: PairingRow) -> str:
    if row.second is None:
        return f"{isolated(row.first.display_name)}: {results.outcome_label(Outcome.BYE)}"
    table = _("Table %(table)s") % {"table": row.table}
    at = ", ".join(filter(None, (table, part_of(row))))
    pair = f"{at}: {isolated(row.first.display_name)} – {isolated(row.second.display_name)}"
    return pair if row.is_open else f"{pair}  {results.result_text(row.result, row.first.number)}"

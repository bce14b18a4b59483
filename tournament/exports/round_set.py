"""All papers of a round in one file."""

from datetime import datetime

from tournament.exports.pdf import PAIRINGS, STANDINGS, page_of, settings_by_name, sheet_part
from tournament.exports.slips import slips_part
from tournament.models import Round
from tournament.pages import rounds, sheets, standings
from tournament.paper.document import document
from tournament.phrases.rounds import round_name
from tournament.queries.evening import evening_of
from tournament.queries.record import places_in
from tournament.queries.rounds import round_page
from tournament.queries.standings import standings_page


def round_set_pdf(round_: Round, *, public_url: str, printed_at: datetime) -> bytes:
    """Print pairings by table and by name, slips, and standings after the last finished round."""
    tournament = round_.tournament
    with sheets.in_language_of(tournament):
        evening = evening_of(tournament)
        tables = round_page(round_, evening)
        by_name = rounds.pairings_by_name_sheet(tables)
        lists = [(rounds.pairings_sheet(tables), PAIRINGS), (by_name, settings_by_name(by_name))]
        over = min(evening.record.completed_rounds, round_.number)
        if over:
            lists.append((standings.standings_sheet(tournament, standings_page(tournament, over, evening)), STANDINGS))
        page = page_of(tournament)
        parts = [sheet_part(sheet, settings, public_url, printed_at, page) for sheet, settings in lists]
        parts.insert(2, slips_part(tables, page))
        return document(f"{tournament.name} · {round_name(round_.number, places_in(round_))}", page, parts)

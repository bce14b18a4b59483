"""All papers of a round, or of the end of a tournament, in one file."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournament.exports.certificates import certificate_parts
from tournament.exports.pdf import COSTS, NO_ADDRESS, PAIRINGS, STANDINGS, page_of, settings_by_name, sheet_part
from tournament.exports.slips import slips_part
from tournament.models import Round, Tournament
from tournament.pages import cash, rounds, sheets, standings
from tournament.paper.document import document
from tournament.phrases.rounds import round_name
from tournament.queries.cash import cost_statement
from tournament.queries.evening import evening_of
from tournament.queries.facts import facts_of
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


def closing_set_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print the final standings, the cost statement and the certificates."""
    with sheets.in_language_of(tournament):
        page = page_of(tournament)
        lists = [
            (standings.standings_sheet(tournament, facts_of(tournament).ranking), STANDINGS, public_url),
            (cash.costs_sheet(tournament, cost_statement(tournament)), COSTS, NO_ADDRESS),
        ]
        parts = [sheet_part(sheet, settings, address, printed_at, page) for sheet, settings, address in lists]
        return document(f"{tournament.name} · {_('At the end')}", page, [*parts, *certificate_parts(tournament)])

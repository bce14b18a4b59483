"""All papers: subject, readers, conditions for printing, and the function that prints each.

Menu, URLs and published folder use this list. Add a new paper to it, to its group, and to the URLs.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from django.utils.translation import gettext as _

from tournament.exports import bracket, cards, certificates, keepsakes, money, pdf, rules, slips
from tournament.models import Entry, Round, Tournament
from tournament.pages import cash, rounds, standings
from tournament.pages.sheets import in_language_of
from tournament.paper.document import document
from tournament.paper.letters import names_on_paper
from tournament.phrases.rounds import round_name
from tournament.queries.cash import cost_statement
from tournament.queries.evening import evening_of, public_evening
from tournament.queries.persons import honours
from tournament.queries.record import places_in
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import standings_page

Subject = Tournament | Round | Entry | money.PrintedVouchers


class Missing(StrEnum):
    """A reason why a paper cannot be printed yet."""

    ROUND = "round"
    PLAYERS = "players"
    END = "end"
    FINALS = "finals"


def _of_tournament(tournament: Tournament, number: int, *, for_director: bool) -> Tournament:
    return tournament


def _of_round(tournament: Tournament, number: int, *, for_director: bool) -> Round | None:
    rounds = tournament.rounds.all() if for_director else tournament.rounds.released()
    return rounds.filter(number=number).first()


def _of_costs(tournament: Tournament, number: int, *, for_director: bool) -> Tournament | None:
    return tournament if tournament.shows_costs or for_director else None


def _of_player(tournament: Tournament, number: int, *, for_director: bool) -> Entry | None:
    entry = public_evening(tournament).entries.get(number)
    return None if entry is None or entry.is_hidden else entry


def _of_finals(tournament: Tournament, number: int, *, for_director: bool) -> Tournament | None:
    return tournament if tournament.finals_players else None


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper; `name` is its URL name, `file` the name to save it as.

    `subject` finds the tournament, round or vouchers to print, by the number in the URL; None if the reader may not
    have them. `make` prints the subject, and takes the public address to print and the time; some papers ignore both.
    A paper is for everybody or for directors only.
    """

    name: str
    file: str
    make: Callable[..., bytes]
    subject: Callable[..., Subject | None] = _of_tournament
    for_everyone: bool = False
    waits_for: tuple[Missing, ...] = ()

    @property
    def is_of_a_round(self) -> bool:
        return self.subject is _of_round

    def pdf(self, tournament: Tournament, subject: Subject, *, public_url: str, printed_at: datetime) -> bytes:
        """Print the paper in the language of the tournament."""
        with in_language_of(tournament), names_on_paper(public_evening(tournament).names):
            return self.make(subject, public_url=public_url, printed_at=printed_at)

    def waits(self, absent: Collection[Missing]) -> Missing | None:
        """The first condition of this paper that is `absent`; None if the paper can be printed."""
        return next((condition for condition in self.waits_for if condition in absent), None)


def absent_yet(tournament: Tournament) -> frozenset[Missing]:
    conditions = {
        Missing.ROUND: tournament.rounds.exists(),
        Missing.PLAYERS: tournament.entries.exists(),
        Missing.END: bool(honours(tournament)),
        Missing.FINALS: tournament.finals_players is not None,
    }
    return frozenset(condition for condition, is_there in conditions.items() if not is_there)


def round_set_pdf(round_: Round, *, public_url: str, printed_at: datetime) -> bytes:
    """Print pairings by table and by name, slips, and standings after the last finished round."""
    tournament = round_.tournament
    evening = evening_of(tournament)
    tables = round_page(evening, round_.number)
    by_name = rounds.pairings_by_name_sheet(tables)
    lists = [(rounds.pairings_sheet(tables), pdf.PAIRINGS), (by_name, pdf.settings_by_name(by_name))]
    over = min(evening.record.completed_rounds, round_.number)
    if over:
        lists.append((standings.standings_sheet(tournament, standings_page(evening, over)), pdf.STANDINGS))
    page = pdf.page_of(tournament)
    parts = [pdf.sheet_part(sheet, settings, public_url, printed_at, page) for sheet, settings in lists]
    parts.insert(2, slips.slips_part(tables, page))
    return document(f"{tournament.name} · {round_name(round_.number, places_in(round_))}", page, parts)


def closing_set_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print the final standings, the cost statement and the certificates."""
    page = pdf.page_of(tournament)
    lists = [
        (standings.standings_sheet(tournament, standings_page(public_evening(tournament))), pdf.STANDINGS, public_url),
        (cash.costs_sheet(tournament, cost_statement(tournament)), pdf.COSTS, pdf.NO_ADDRESS),
    ]
    parts = [pdf.sheet_part(sheet, settings, address, printed_at, page) for sheet, settings, address in lists]
    parts += certificates.certificate_parts(tournament)
    return document(f"{tournament.name} · {_('At the end')}", page, parts)


def _without_address(make: Callable[..., bytes], **how: bool) -> Callable[..., bytes]:
    return lambda subject, **_address: make(subject, **how)


PAIRINGS = Paper("pairings_pdf", "pairings-{number}", pdf.pairings_pdf, _of_round, True, (Missing.ROUND,))
PAIRINGS_BY_NAME = Paper(
    "pairings_by_name_pdf", "pairings-by-name-{number}", pdf.pairings_by_name_pdf, _of_round, True, (Missing.ROUND,)
)
PAIRINGS_BY_SURNAME = Paper(
    "pairings_by_surname_pdf",
    "pairings-by-surname-{number}",
    partial(pdf.pairings_by_name_pdf, by_surname=True),
    _of_round,
    waits_for=(Missing.ROUND,),
)
SLIPS = Paper("slips_pdf", "slips-{number}", _without_address(slips.slips_pdf), _of_round, waits_for=(Missing.ROUND,))
CHANGED_SLIPS = Paper(
    "changed_slips_pdf", "changed-slips-{number}", _without_address(slips.slips_pdf, only_changed=True), _of_round
)
ROUND = Paper("round_pdf", "round-{number}", round_set_pdf, _of_round, waits_for=(Missing.ROUND,))
STANDINGS = Paper("standings_pdf", "standings", pdf.standings_pdf, for_everyone=True, waits_for=(Missing.PLAYERS,))
CROSSTABLE = Paper("crosstable_pdf", "crosstable", pdf.crosstable_pdf, waits_for=(Missing.PLAYERS, Missing.ROUND))
BRACKET = Paper("bracket_pdf", "finals", bracket.bracket_pdf, _of_finals, True, (Missing.PLAYERS, Missing.FINALS))
DOOR = Paper("door_pdf", "players", pdf.door_pdf, waits_for=(Missing.PLAYERS,))
DOOR_BY_SURNAME = Paper(
    "door_by_surname_pdf", "players-by-surname", partial(pdf.door_pdf, by_surname=True), waits_for=(Missing.PLAYERS,)
)
CARDS = Paper("cards_pdf", "cards", _without_address(cards.cards_pdf), waits_for=(Missing.PLAYERS,))
RULES = Paper("rules_pdf", "rules", rules.rules_pdf)
CERTIFICATES = Paper(
    "certificates_pdf", "certificates", _without_address(certificates.certificates_pdf), waits_for=(Missing.END,)
)
RANKING_TO_FRAME = Paper(
    "ranking_to_frame_pdf",
    "ranking",
    _without_address(certificates.ranking_to_frame_pdf),
    waits_for=(Missing.END,),
)
CLOSING = Paper("closing_pdf", "closing", closing_set_pdf, waits_for=(Missing.END,))
COSTS = Paper("costs_pdf", "costs", pdf.costs_pdf, _of_costs, for_everyone=True)
PLAYER_CARD = Paper(
    "player_card_pdf", "card-{number}", _without_address(keepsakes.keepsake_pdf), _of_player, for_everyone=True
)
CASH_BOOK = Paper("cash_book_pdf", "cash-book", money.cash_book_pdf)
RECEIPT = Paper("receipt", "receipt-{number}", money.vouchers_pdf, money.vouchers_of_player)
VOUCHER = Paper("voucher", "voucher-{number}", money.vouchers_pdf, money.voucher_called)

# The papers of the menu, grouped by the part of the evening.
GROUPS = {
    "round": (ROUND, PAIRINGS, PAIRINGS_BY_NAME, PAIRINGS_BY_SURNAME, SLIPS),
    "standings": (STANDINGS, CROSSTABLE, BRACKET),
    "before": (DOOR, DOOR_BY_SURNAME, CARDS, RULES),
    "end": (CLOSING, CERTIFICATES, RANKING_TO_FRAME, COSTS, CASH_BOOK),
}
# The papers needed first in each part of the evening, the most urgent first.
NEEDED_BEFORE = (DOOR, CARDS, RULES)
NEEDED_IN_A_ROUND = (PAIRINGS, STANDINGS, SLIPS)
NEEDED_AT_THE_END = (STANDINGS, CERTIFICATES, COSTS)
PAPERS = (*(paper for papers in GROUPS.values() for paper in papers), CHANGED_SLIPS, PLAYER_CARD, RECEIPT, VOUCHER)


def needed(absent: Collection[Missing]) -> tuple[Paper, ...]:
    """The three papers needed most in this part of the evening, judged by what is `absent` yet."""
    if Missing.ROUND in absent:
        return NEEDED_BEFORE
    return NEEDED_IN_A_ROUND if Missing.END in absent else NEEDED_AT_THE_END

"""The lists as PDF: one hand on every sheet."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.document import Part, document
from tournament.exports.drawing import Foot, Head, draw_foot, draw_head, draw_strip, foot_of, head_of
from tournament.exports.fonts import REPLACEMENT, missing_glyphs, printable
from tournament.exports.layout import Layout, Setting, lay_out
from tournament.exports.page import PAGES, USUAL_PAGE, Page
from tournament.models import Entry, Round, Tournament
from tournament.pages.costs import costs_sheet
from tournament.pages.crosstable import crosstable_sheet
from tournament.pages.pairings import pairings_by_name_sheet, pairings_sheet
from tournament.pages.players import door_sheet
from tournament.pages.receipts import receipt_sheet
from tournament.pages.sheets import Kind, Sheet, in_language_of
from tournament.pages.standings import standings_sheet
from tournament.phrases.values import enumeration
from tournament.queries.costs import cost_statement
from tournament.queries.crosstable import crosstable_page
from tournament.queries.record import record_of
from tournament.queries.rounds import round_page
from tournament.queries.standings import standings_page

MOST_IN_FOOTNOTE, LONGEST_FOOTNOTE = 20, 800

# The most readable first; in the last one there is still room for a pen, and everything can be read at arm's length.
PAIRINGS = (Setting(18, 48), Setting(16, 44), Setting(14, 40), Setting(14, 32), Setting(12, 28))
BY_NAME = (
    Setting(18, 32),
    Setting(16, 28),
    Setting(14, 23),
    Setting(12, 18),
    Setting(12, 20, strips=2),
    Setting(11, 18, strips=2),
    Setting(10, 18, strips=2),
    Setting(10, 16, strips=2),
)
STANDINGS = (Setting(16, 30), Setting(14, 25), Setting(12, 20), Setting(11, 18), Setting(10, 16))
COSTS = (Setting(12, 24), Setting(11, 20), Setting(10, 16))
RECEIPT = (Setting(14, 24), Setting(12, 20), Setting(10, 16))
# More columns would leave the names no room.
MOST_ROUNDS_UPRIGHT = 6


def pairings_pdf(paired: Round, *, public_url: str, printed_at: datetime) -> bytes:
    """A round by table, with the results that are in and boxes for those to come."""
    with in_language_of(paired.tournament):
        sheet = pairings_sheet(round_page(paired))
        return sheet_pdf(sheet, PAIRINGS, public_url, printed_at, page_of(paired.tournament))


def pairings_by_name_pdf(paired: Round, *, public_url: str, printed_at: datetime) -> bytes:
    """A round by name, for the wall."""
    with in_language_of(paired.tournament):
        sheet = pairings_by_name_sheet(round_page(paired))
        return sheet_pdf(sheet, BY_NAME, public_url, printed_at, page_of(paired.tournament))


def standings_pdf(
    tournament: Tournament, after_round: int | None = None, *, public_url: str, printed_at: datetime
) -> bytes:
    """The ranking after a round, by default the last one paired."""
    with in_language_of(tournament):
        sheet = standings_sheet(
            tournament, standings_page(tournament, after_round, record_of(tournament, with_hidden=False))
        )
        return sheet_pdf(sheet, STANDINGS, public_url, printed_at, page_of(tournament))


def costs_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """The cost statement, with room to sign."""
    with in_language_of(tournament):
        sheet = costs_sheet(tournament, cost_statement(tournament))
        return sheet_pdf(sheet, COSTS, public_url, printed_at, page_of(tournament))


def receipt_pdf(entry: Entry, *, public_url: str, printed_at: datetime) -> bytes:
    """The receipt of one player, on half a page, with room to sign."""
    with in_language_of(entry.tournament):
        page = page_of(entry.tournament).upper_half
        return sheet_pdf(receipt_sheet(entry), RECEIPT, public_url, printed_at, page)


def crosstable_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Who met whom; many rounds are set on a page laid on its side."""
    with in_language_of(tournament):
        table = crosstable_page(tournament, record_of(tournament, with_hidden=False))
        page = page_of(tournament)
        if len(table.round_numbers) > MOST_ROUNDS_UPRIGHT:
            page = page.on_its_side
        return sheet_pdf(crosstable_sheet(tournament, table), STANDINGS, public_url, printed_at, page)


def door_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """The players by name, to tick who is here and who has paid."""
    with in_language_of(tournament):
        return sheet_pdf(door_sheet(tournament), BY_NAME[:4], public_url, printed_at, page_of(tournament))


def page_of(tournament: Tournament) -> Page:
    """What the tournament's printer is loaded with."""
    return PAGES[tournament.paper]


def sheet_pdf(
    sheet: Sheet, settings: Sequence[Setting], public_url: str, printed_at: datetime, page: Page = USUAL_PAGE
) -> bytes:
    """Any list as PDF in the language that is active; the same content printed at the same time is the same bytes."""
    part = sheet_part(sheet, settings, public_url, printed_at, page)
    return document(f"{sheet.title} · {sheet.subtitle}", page, (part,))


def sheet_part(sheet: Sheet, settings: Sequence[Setting], public_url: str, printed_at: datetime, page: Page) -> Part:
    """A list on its pages, to be drawn."""
    frame = page.frame
    head = head_of(sheet, public_url, frame)
    foot = foot_of(sheet, _footnotes(sheet), public_url, printed(printed_at), frame)
    layout = lay_out(sheet, settings, frame.width, frame.height - head.height - foot.height)
    return partial(_draw_pages, head=head, foot=foot, layout=layout)


def _draw_pages(canvas: Canvas, head: Head, foot: Foot, layout: Layout) -> None:
    name = f"head{canvas.getPageNumber()}"
    canvas.beginForm(name)
    draw_head(canvas, head)
    canvas.endForm()
    for number, page in enumerate(layout.pages, start=1):
        canvas.doForm(name)
        left = head.frame.left
        for strip in page:
            draw_strip(canvas, layout, strip, left, head.frame.top - head.height)
            left += layout.strip_width + layout.strip_gap
        draw_foot(canvas, foot, number, len(layout.pages))
        canvas.showPage()


def printed(at: datetime) -> str:
    """When a sheet was printed, as its foot says it."""
    moment = timezone.localtime(at)
    return _("Printed on %(date)s at %(time)s") % {
        "date": date_format(moment, "DATE_FORMAT"),
        "time": date_format(moment, "H:i"),
    }


def _footnotes(sheet: Sheet) -> tuple[str, ...]:
    """Says whose letters could not be set and which they were; remarks only where they add to the names."""
    lacking = {text: missing_glyphs(text) for text in (sheet.title, *sheet.notes, *_cells(sheet, Kind.NAME))}
    named = set().union(*lacking.values())
    lacking |= {text: missing for text in _cells(sheet, Kind.REMARK) if (missing := missing_glyphs(text)) - named}
    affected = [f"{printable(text)} ({_code_points(missing)})" for text, missing in lacking.items() if missing]
    if not affected:
        return ()
    return (_footnote(affected, MOST_IN_FOOTNOTE),)


def _footnote(affected: Sequence[str], most: int) -> str:
    sentence = _("%(box)s stands for a character that cannot be printed: %(names)s.")
    text = sentence % {"box": REPLACEMENT, "names": enumeration(affected, most)}
    return _footnote(affected, most // 2) if most > 1 and len(text) > LONGEST_FOOTNOTE else text


def _cells(sheet: Sheet, kind: Kind) -> Iterator[str]:
    places = [place for place, column in enumerate(sheet.columns) if column.kind is kind]
    return (str(row[place]) for row in sheet.rows for place in places)


def _code_points(characters: set[str]) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in sorted(characters))

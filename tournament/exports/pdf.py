"""Lists as PDF, all in the same style."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.models import Round, Tournament
from tournament.pages.cash import costs_sheet
from tournament.pages.players import door_sheet
from tournament.pages.rounds import pairings_by_name_sheet, pairings_sheet
from tournament.pages.sheets import ColumnKind, Sheet
from tournament.pages.standings import crosstable_sheet, standings_sheet
from tournament.paper.document import Part, document
from tournament.paper.drawing import Foot, Head, draw_foot, draw_head, draw_span, draw_strip, foot_of, head_of
from tournament.paper.layout import Layout, Setting, lay_out
from tournament.paper.lettering import SMALL
from tournament.paper.page import PAGES, USUAL_PAGE, PaperPage
from tournament.queries.cash import cost_statement
from tournament.queries.evening import public_evening
from tournament.queries.rounds.pairings import pairings_of
from tournament.queries.standings import crosstable_page, standings_page

# The most readable setting comes first; the last still has room for a pen, and is readable at arm's length.
PAIRINGS = (
    *(Setting(size, 2.6 * size, in_halves=True) for size in (48, 44, 40, 36, 32, 28, 24, 22, 20, 18, 16)),
    *(Setting(14, 40), Setting(14, 36), Setting(14, 32), Setting(14, 28), Setting(12, 28)),
)
# Up to this many rows, names and tables can be read from two steps away; with two strips opponents are small.
MOST_IN_LARGE_TYPE = 64
BY_NAME_LARGE = (
    *(Setting(40, 68, beside=24), Setting(34, 58, beside=22), Setting(28, 48, beside=20), Setting(24, 40, beside=20)),
    *(Setting(20, 34), Setting(18, 30), Setting(18, 28, 2, SMALL), Setting(16, 28), Setting(16, 28, 2, SMALL)),
    *(Setting(15, 25), Setting(15, 26, 2, SMALL), Setting(14, 23), Setting(14, 25, 2, SMALL)),
)
BY_NAME = (
    *BY_NAME_LARGE,
    *(Setting(12, 25, 2, SMALL), Setting(12, 19, 2, 8.5), Setting(11, 18, 2, 8.5), Setting(10, 16.5, 2, 8.5)),
)
DOOR_LARGE = (
    *(Setting(22, 40, remark=13), Setting(20, 36, remark=13), Setting(18, 32, remark=12)),
    *(Setting(16, 28), Setting(15, 25), Setting(14, 22)),
)
DOOR = (*DOOR_LARGE, Setting(12, 20, remark=8.5), Setting(12, 18, remark=7.5))
STANDINGS = (
    *(Setting(22, 42, remark=13), Setting(20, 38, remark=13), Setting(18, 34, remark=12), Setting(16, 30, remark=11)),
    *(Setting(14, 25), Setting(13, 22), Setting(12, 20), Setting(11, 18)),
    *(Setting(11, 20.5, remark=7.5), Setting(10, 16.5, remark=7.5)),
)
CROSSTABLE = (
    *(Setting(20, 38, gap=8), Setting(18, 34, gap=8), Setting(16, 30, gap=8), Setting(14, 25, gap=8)),
    *(Setting(12, 20, gap=8), Setting(11, 18, gap=7)),
    *(Setting(10, 16.5, gap=7), Setting(9.5, 15.5, gap=6), Setting(8.5, 15.5, gap=5)),
)
COSTS = (Setting(16, 32, remark=13), Setting(14, 28, remark=12), Setting(12, 24), Setting(11, 20), Setting(10, 16))
# The most rounds of a cross table in portrait format; with more, names have more room in landscape format.
MOST_ROUNDS_UPRIGHT = 6
# Papers to keep or to write on have no address or QR code: nobody scans them, and in years it will not work.
NO_ADDRESS = ""
# The most pages of a cross table; a longer one is printed without scores.
MOST_PAGES = 6


@dataclass(frozen=True, slots=True)
class SetList:
    """A list laid out on its pages; `spans` names the range of rows on each page, such as A–H."""

    sheet: Sheet
    page: PaperPage
    head: Head
    foot: Foot
    layout: Layout
    spans: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        """Draw all pages of the list; the head is drawn once and reused."""
        name = f"head{canvas.getPageNumber()}"
        canvas.beginForm(name)
        draw_head(canvas, self.head)
        canvas.endForm()
        top = self.head.frame.top - self.head.height
        for number, (page, span) in enumerate(zip(self.layout.pages, self.spans, strict=True), start=1):
            canvas.doForm(name)
            draw_span(canvas, self.head, span)
            left = self.head.frame.left
            for strip in page:
                draw_strip(canvas, self.layout, strip, left, top)
                left += self.layout.strip_width + self.layout.strip_gap
            draw_foot(canvas, self.foot, number, len(self.layout.pages))
            canvas.showPage()


def pairings_pdf(round_: Round, *, public_url: str, printed_at: datetime) -> bytes:
    """Print a round by table, with the results so far, and boxes to write in the others."""
    sheet = pairings_sheet(pairings_of(round_))
    return sheet_pdf(sheet, PAIRINGS, public_url, printed_at, page_of(round_.tournament))


def pairings_by_name_pdf(round_: Round, *, public_url: str, printed_at: datetime, by_surname: bool = False) -> bytes:
    """Print a round by name or by surname, for the wall."""
    sheet = pairings_by_name_sheet(pairings_of(round_), by_surname=by_surname)
    return sheet_pdf(sheet, settings_by_name(sheet), public_url, printed_at, page_of(round_.tournament))


def standings_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    sheet = standings_sheet(tournament, standings_page(public_evening(tournament)))
    return sheet_pdf(sheet, STANDINGS, public_url, printed_at, page_of(tournament))


def costs_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print the cost statement, with lines to sign, but without an address, as nobody scans a filed paper."""
    sheet = costs_sheet(tournament, cost_statement(tournament))
    return sheet_pdf(sheet, COSTS, NO_ADDRESS, printed_at, page_of(tournament))


def crosstable_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    table = crosstable_page(public_evening(tournament))
    with_scores, without = (crosstable_sheet(tournament, table, with_scores=has_scores) for has_scores in (True, False))
    return list_pdf(set_crosstable(with_scores, without, public_url, printed_at, page_of(tournament)))


def set_crosstable(
    with_scores: Sheet, without_scores: Sheet, public_url: str, printed_at: datetime, page: PaperPage
) -> SetList:
    """Lay out the cross table, in landscape format if it has many rounds; without scores if it takes too many pages."""
    ways = [(with_scores, page.on_its_side), (with_scores, page), (without_scores, page)]
    if sum(column.kind is ColumnKind.MEETING for column in with_scores.columns) <= MOST_ROUNDS_UPRIGHT:
        del ways[0]
    for sheet, sheet_page in ways:
        printed_list = set_list(sheet, CROSSTABLE, public_url, printed_at, sheet_page)
        if len(printed_list.layout.pages) <= MOST_PAGES:
            break
    return printed_list


def door_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime, by_surname: bool = False) -> bytes:
    """Print the players by name or by surname, to tick presence and payment; without an address, as nobody scans it."""
    sheet = door_sheet(tournament, by_surname=by_surname)
    settings = DOOR_LARGE if len(sheet.rows) <= MOST_IN_LARGE_TYPE else DOOR
    return sheet_pdf(sheet, settings, NO_ADDRESS, printed_at, page_of(tournament))


def settings_by_name(sheet: Sheet) -> Sequence[Setting]:
    """The settings for a list in which people look for their own name."""
    return BY_NAME_LARGE if len(sheet.rows) <= MOST_IN_LARGE_TYPE else BY_NAME


def page_of(tournament: Tournament) -> PaperPage:
    return PAGES[tournament.paper]


def sheet_pdf(
    sheet: Sheet, settings: Sequence[Setting], public_url: str, printed_at: datetime, page: PaperPage = USUAL_PAGE
) -> bytes:
    """Print a list in the active language; the same content at the same time gives the same bytes."""
    return list_pdf(set_list(sheet, settings, public_url, printed_at, page))


def list_pdf(printed_list: SetList) -> bytes:
    return document(
        f"{printed_list.sheet.title} · {printed_list.sheet.subtitle}", printed_list.page, (printed_list.draw,)
    )


def sheet_part(
    sheet: Sheet, settings: Sequence[Setting], public_url: str, printed_at: datetime, page: PaperPage
) -> Part:
    """Lay out a list; return the function that draws it in a document."""
    return set_list(sheet, settings, public_url, printed_at, page).draw


def set_list(
    sheet: Sheet, settings: Sequence[Setting], public_url: str, printed_at: datetime, page: PaperPage
) -> SetList:
    """Lay out a list; if it takes several pages, each names its range of rows."""
    frame = page.frame
    head = head_of(sheet, public_url, frame)
    foot = foot_of(sheet, (), public_url, printed(printed_at), frame)
    layout = lay_out(sheet, settings, frame.width, frame.height - head.height - foot.height)
    spans = [""] * len(layout.pages)
    if sheet.span and len(layout.pages) > 1:
        spans = [sheet.span(sheet.rows[rows[0]], sheet.rows[rows[-1]]) for rows in layout.rows_by_page]
    return SetList(sheet, page, head, foot, layout, tuple(spans))


def printed(at: datetime) -> str:
    """Say when a sheet was printed, for its foot."""
    moment = timezone.localtime(at)
    return _("Printed on %(date)s at %(time)s") % {
        "date": date_format(moment, "DATE_FORMAT"),
        "time": date_format(moment, "H:i"),
    }

"""The whole tournament as an Excel workbook: players with fees, rounds, standings, cross table, costs."""

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from io import BytesIO
from math import ceil
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import formats
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as ExcelCell, WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.styles.fonts import DEFAULT_FONT
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from tournament.machine.progress import track_progress
from tournament.models import Tournament
from tournament.models.tournament import PaperSize
from tournament.pages import cash, matches, players, rounds, sheets, standings
from tournament.phrases.values import currency_pattern, currency_sign
from tournament.queries.cash import cash_book, cost_statement
from tournament.queries.evening import evening_of
from tournament.queries.results import kept_games_in
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import crosstable_page, standings_page

BOLD = copy(DEFAULT_FONT)
BOLD.bold = True
STRUCK = copy(DEFAULT_FONT)
STRUCK.strike = True
# A number at the right border of its cell needs a gap before the next text, hence the indent.
TEXT, NUMBER = Alignment(horizontal="left", indent=1), Alignment(horizontal="right")
LONG_TEXT = Alignment(horizontal="left", indent=1, wrap_text=True)
NOTE = Alignment(horizontal="left", vertical="top", indent=1, wrap_text=True)
LINE_BELOW = Border(bottom=Side(style="thin", color="0F5C4D"))
# Built-in formats, which each program shows in its own language.
DAY, MOMENT = "mm-dd-yy", "m/d/yy h:mm"
SIGNED = "+0;−0;0"
WIDEST = 60
# Added to the length of a column's longest value, in characters.
GAP = 3
# Excel does not open workbooks with longer sheet names.
LONGEST_SHEET_NAME = 31
UNNAMEABLE = re.compile(r"[\[\]:*?/\\]")
# The height of a line in points.
LINE_HEIGHT = 15.0
# The share of a column's width that each line of a wrapped text fills at least.
SURELY_FILLED = 5 / 6
# The widths in characters that fit on a page in portrait and in landscape format without becoming small. In a wider
# list, the widest columns of texts are made narrower, down to a width at which most names need one line.
WIDEST_UPRIGHT, WIDEST_ACROSS, NARROWEST = 95, 145, 30
BLANK = 30 * "_"
MOST_ADDED = 250
# The date letters of Excel by those of Django.
DATE_LETTERS = {"d": "dd", "j": "d", "m": "mm", "n": "m", "M": "mmm", "N": "mmm", "F": "mmmm", "Y": "yyyy", "y": "yy"}
TEXTS = (sheets.ColumnKind.NAME, sheets.ColumnKind.BESIDE, sheets.ColumnKind.MEETING, sheets.ColumnKind.REMARK)
# Characters that XML cannot contain.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
REPLACEMENT = "\ufffd"
# Excel takes a text with these first characters for a formula as soon as somebody edits it.
FORMULA_SIGNS = ("=", "+", "-", "@")
PAPER_SIZES = {PaperSize.A4.value: Worksheet.PAPERSIZE_A4, PaperSize.LETTER.value: Worksheet.PAPERSIZE_LETTER}
# openpyxl writes formulas without their results.
UNSOLVED = re.compile(rb"</f><v ?/>")
WORKSHEETS = "xl/worksheets/sheet"


def workbook(tournament: Tournament) -> bytes:
    """Write a tournament's lists as worksheets, in its language; the same content gives the same bytes."""
    with sheets.in_language_of(tournament):
        lists = (draw() for draw in track_progress(tournament, "excel", _sheets(tournament)))
        return workbook_of(lists, tournament.name, tournament.date, tournament.paper)


def workbook_of(lists: Iterable[sheets.Sheet], title: str, day: date, paper: str) -> bytes:
    """Write worksheets in the active language; the same content of the same day gives the same bytes."""
    book = Workbook(write_only=True)
    totals = [total for sheet in lists for total in _add(book, sheet, PAPER_SIZES[paper])]
    return _saved(book, title, day, totals)


def _sheets(tournament: Tournament) -> Sequence[Callable[[], sheets.Sheet]]:
    """Return functions that make one list each, since all lists of a large tournament at once would fill the memory."""
    evening = evening_of(tournament)
    pages = [round_page(evening, round_.number) for round_ in evening.rounds]
    games_by_pairing, book = kept_games_in([tournament]), cash_book(tournament)
    bracket = rounds.bracket_page(evening)
    has_games = any(match.games for match in games_by_pairing.values())
    return (
        partial(players.players_sheet, tournament),
        *(partial(rounds.pairings_sheet, page) for page in pages),
        lambda: standings.standings_sheet(tournament, standings_page(evening)),
        *((lambda: standings.crosstable_sheet(tournament, crosstable_page(evening)),) if evening.rounds else ()),
        *((lambda: rounds.bracket_sheet(tournament, bracket),) if bracket else ()),
        *((lambda: matches.games_sheet(tournament, pages, games_by_pairing),) if has_games else ()),
        *((lambda: cash.cash_book_sheet(tournament, book),) if book.vouchers else ()),
        lambda: cash.costs_sheet(tournament, cost_statement(tournament), book),
    )


def _add(book: Workbook, sheet: sheets.Sheet, paper_size: str) -> list[Decimal | float]:
    """Add a worksheet; return the results of its formulas in the order in which they are written."""
    worksheet = book.create_sheet(_sheet_name(sheet.subtitle))
    widths = _set_up(worksheet, sheet, paper_size)
    pen = _Pen(worksheet, widths)
    worksheet.append(pen.heading(column) for column in sheet.columns)
    kinds = [column.kind for column in sheet.columns]
    for number, row in enumerate(sheet.rows, start=2):
        texts = [(value, width) for value, width in zip(row, widths, strict=True) if isinstance(value, str)]
        line_count = max((_lines(value, width) for value, width in texts), default=1)
        if line_count > 1:
            worksheet.row_dimensions[number].height = LINE_HEIGHT * line_count
        worksheet.append(
            pen.cell(value, kind, column, number) for column, (value, kind) in enumerate(zip(row, kinds, strict=True))
        )
    worksheet.append([])
    notes = (*sheet.notes, *(f"{text}: {BLANK}" for text in sheet.signatures))
    for number, note in enumerate(notes, start=len(sheet.rows) + 3):
        # A note wider than the columns would make the printed page wider, and so everything on it smaller.
        worksheet.merged_cells.add(f"A{number}:{get_column_letter(len(sheet.columns))}{number}")
        worksheet.row_dimensions[number].height = LINE_HEIGHT * ceil(len(note) / sum(widths) / SURELY_FILLED)
        worksheet.append(pen.text(text, NOTE) for text in [note])
    return [total for row in sheet.rows for cell in row if (total := _total(cell)) is not None]


def _set_up(worksheet: Worksheet, sheet: sheets.Sheet, paper_size: str) -> list[int]:
    """Set column widths, the frozen row and print options, which must precede the first row; return the widths."""
    widths = [
        min(max(len(str(value)) for value in (column.heading, *cells) if value is not None) + GAP, WIDEST)
        for column, *cells in zip(sheet.columns, *sheet.rows, strict=True)
    ]
    _narrow(widths, [column.kind for column in sheet.columns])
    for column, width in enumerate(widths, start=1):
        worksheet.column_dimensions[get_column_letter(column)].width = width
    worksheet.freeze_panes = "A2"
    worksheet.print_title_rows = "1:1"
    worksheet.page_setup.orientation = "landscape" if sum(widths) > WIDEST_UPRIGHT else "portrait"
    worksheet.page_setup.paperSize = paper_size
    worksheet.page_setup.fitToWidth, worksheet.page_setup.fitToHeight = 1, 0
    worksheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    # Ampersands begin commands. Header and footer always exist, although the stub allows None.
    title = UNWRITABLE.sub(REPLACEMENT, f"{sheet.title} · {sheet.subtitle}").replace("&", "&&")
    worksheet.oddHeader.left.text = title  # type: ignore[union-attr]
    pages = _("Page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}
    worksheet.oddFooter.right.text = pages  # type: ignore[union-attr]
    return widths


def _narrow(widths: list[int], kinds: Sequence[sheets.ColumnKind]) -> None:
    """Make the widest texts narrower until all columns fit on a page in landscape format."""
    texts = [column for column, kind in enumerate(kinds) if kind in TEXTS]
    while sum(widths) > WIDEST_ACROSS and any(widths[column] > NARROWEST for column in texts):
        widths[max(texts, key=widths.__getitem__)] -= 1


def _lines(text: str, width: int) -> int:
    """How many lines a text needs in a column of this width."""
    return ceil(len(text) / width / SURELY_FILLED) if len(text) + GAP > width else 1


class _Pen:
    """Writes the cells of a worksheet. Cells of one look share an object, so each is written before the next one."""

    def __init__(self, worksheet: Worksheet, widths: Sequence[int]) -> None:
        self._worksheet, self._widths = worksheet, widths
        self._looks: dict[tuple[object, ...], ExcelCell] = {}

    def heading(self, column: sheets.Column) -> ExcelCell:
        """The heading of a column, aligned like its values."""
        letters = formats.get_format("SHORT_DATE_FORMAT") if column.day else ""
        date_format = "".join(DATE_LETTERS.get(letter, letter) for letter in letters) or "General"
        cell = self._look(alignment=_side(column.kind), font=BOLD, border=LINE_BELOW, number_format=date_format)
        cell.value = column.day or column.heading
        return cell

    def cell(self, value: sheets.Cell, kind: sheets.ColumnKind, column: int, row: int) -> ExcelCell | int | None:
        """The cell of a value; `column` counts from 0, `row` from 1."""
        if isinstance(value, str):
            is_wrapped = _lines(value, self._widths[column]) > 1
            return self.text(value, LONG_TEXT if is_wrapped else _side(kind)) if value else None
        if isinstance(value, sheets.Amount):
            return self._amount(value, get_column_letter(column + 1))
        if isinstance(value, sheets.Figure):
            return self._figure(value, row)
        if isinstance(value, sheets.DayCell):
            cell = self._look(number_format=MOMENT if isinstance(value.at, datetime) else DAY, alignment=TEXT)
            cell.value = value.at.replace(tzinfo=None) if isinstance(value.at, datetime) else value.at
            return cell
        if kind is not sheets.ColumnKind.SIGNED or value is None:
            return value
        cell = self._look(number_format=SIGNED)
        cell.value = value
        return cell

    def text(self, text: str, alignment: Alignment) -> ExcelCell:
        """A text cell, even if the text looks like a formula or a number."""
        is_quoted = text.startswith(FORMULA_SIGNS)
        font = BOLD if isinstance(text, sheets.Strong) else STRUCK if isinstance(text, sheets.Struck) else None
        cell = self._look(alignment=alignment, font=font, is_quoted=is_quoted)
        cell.value = UNWRITABLE.sub(REPLACEMENT, text)
        cell.data_type = "s"
        return cell

    def _amount(self, amount: sheets.Amount, column: str) -> ExcelCell:
        """An amount in units of the currency; a computed one is a formula, rounded to the cent."""
        unit = f'"{currency_sign(amount.currency)}"'
        positive = currency_pattern(amount.currency) % {"amount": "#,##0.00", "sign": unit}
        number_format = f"{positive};−{positive}"
        cell = self._look(number_format=number_format, alignment=NUMBER, font=BOLD if amount.is_total else None)
        cell.value = _formula(amount, column) if amount.is_worked_out else _units(amount)
        return cell

    def _figure(self, figure: sheets.Figure, row: int) -> ExcelCell:
        """A number; a sum is a formula."""
        font = BOLD if figure.is_strong else STRUCK if figure.is_struck else None
        cell = self._look(alignment=NUMBER, font=font, number_format="General")
        cell.value = figure.rounded if figure.added is None else _row_sum(figure.added, row)
        return cell

    def _look(
        self,
        *,
        alignment: Alignment | None = None,
        border: Border | None = None,
        number_format: str = "General",
        font: Font | None = None,
        is_quoted: bool = False,
    ) -> ExcelCell:
        look = (id(alignment), id(border), number_format, id(font), is_quoted)
        if look not in self._looks:
            cell = self._looks[look] = WriteOnlyCell(self._worksheet)
            cell.number_format, cell.quotePrefix = number_format, is_quoted
            if alignment:
                cell.alignment = alignment
            if border:
                cell.border = border
            if font:
                cell.font = font
        return self._looks[look]


def _side(kind: sheets.ColumnKind) -> Alignment:
    return TEXT if kind in TEXTS else NUMBER


def _total(cell: sheets.Cell) -> Decimal | float | None:
    """The result of the cell's formula; None if it has none."""
    if isinstance(cell, sheets.Amount):
        return _units(cell) if cell.is_worked_out else None
    return cell.rounded if isinstance(cell, sheets.Figure) and cell.added is not None else None


def _row_sum(columns: Sequence[int], row: int) -> str:
    """A formula that adds these cells of a row, in groups of at most 250, as Excel allows 255 in one sum."""
    names = [f"{get_column_letter(column + 1)}{row}" for column in columns]
    parts = [f"SUM({','.join(names[start : start + MOST_ADDED])})" for start in range(0, len(names), MOST_ADDED)]
    return f"={'+'.join(parts) or '0'}"


def _units(amount: sheets.Amount) -> Decimal:
    return Decimal(amount.cents).scaleb(-2)


def _formula(amount: sheets.Amount, column: str) -> str:
    added = "+".join(_sum(cells, column) for cells in amount.added)
    subtracted = "".join(f"-{_sum(cells, column)}" for cells in amount.subtracted)
    return f"=ROUND({added or 0}{subtracted},2)"


def _sum(cells: sheets.Cells, own_column: str) -> str:
    """The part of a formula that sums these cells, whose rows count from 0 below the heading."""
    column = own_column if cells.column is None else get_column_letter(cells.column + 1)
    name = _sheet_name(cells.subtitle).replace("'", "''")
    where = f"'{name}'!" if name else ""
    return f"SUM({where}{column}{cells.rows[0] + 2}:{column}{cells.rows[-1] + 2})"


def _sheet_name(subtitle: str) -> str:
    """Turn the subtitle of a list into a worksheet name that Excel accepts."""
    return UNNAMEABLE.sub("-", subtitle)[:LONGEST_SHEET_NAME].strip("'")


def _saved(book: Workbook, title: str, day: date, totals: Sequence[Decimal | float]) -> bytes:
    """Write the file with the results of its formulas, but without the time of writing, the place or an author."""
    properties = book.properties
    properties.creator = None
    properties.title = UNWRITABLE.sub(REPLACEMENT, title)
    properties.created = properties.modified = datetime.combine(day, time())
    stream, dateless = BytesIO(), BytesIO()
    with ZipFile(stream, "w") as archive:
        ExcelWriter(book, archive).write_data()
    solutions = iter(totals)
    with ZipFile(stream) as source, ZipFile(dateless, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            data = source.read(name)
            if name.startswith(WORKSHEETS):
                # Some viewers do not compute formulas.
                data = UNSOLVED.sub(lambda _formula: f"</f><v>{next(solutions)}</v>".encode(), data)
            target.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return dateless.getvalue()

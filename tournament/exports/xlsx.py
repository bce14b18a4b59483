"""The whole tournament as an Excel workbook: players, every round, standings, costs."""

import re
from copy import copy
from datetime import datetime, time
from decimal import Decimal
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as ExcelCell
from openpyxl.styles import Alignment
from openpyxl.styles.fonts import DEFAULT_FONT
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from tournament.exports.content import (
    Amount,
    Cell,
    Column,
    Kind,
    Sheet,
    Strong,
    costs_sheet,
    in_language_of,
    pairings_sheet,
    players_sheet,
    standings_sheet,
)
from tournament.models import Round, Tournament
from tournament.queries.costs import cost_statement
from tournament.queries.record import record_of
from tournament.queries.rounds import round_page
from tournament.queries.standings import standings_page

BOLD = copy(DEFAULT_FONT)
BOLD.bold = True
# A number that ends at the border of its cell needs some room before the next text.
TEXT, NUMBER = Alignment(horizontal="left", indent=1), Alignment(horizontal="right")
SIGNED = "+0;−0;0"
WIDEST = 60
BLANK = 30 * "_"
TEXTS = (Kind.NAME, Kind.REMARK)
# What an XML file cannot hold.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
REPLACEMENT = "\ufffd"
# Excel takes a text that begins so for a formula as soon as somebody edits it.
FORMULA_SIGNS = ("=", "+", "-", "@")


def workbook(tournament: Tournament) -> bytes:
    """The lists as worksheets in the language of the tournament; the same content gives the same bytes."""
    record = record_of(tournament)
    rounds = Round.objects.filter(tournament=tournament).select_related("tournament").order_by("number")
    with in_language_of(tournament):
        sheets = (
            players_sheet(tournament),
            *(pairings_sheet(round_page(paired, record)) for paired in rounds),
            standings_sheet(tournament, standings_page(tournament, record=record)),
            costs_sheet(tournament, cost_statement(tournament)),
        )
        book = Workbook()
        book.remove(book.active)
        for sheet in sheets:
            _add(book, sheet)
    return _saved(book, tournament)


def _add(book: Workbook, sheet: Sheet) -> None:
    worksheet = book.create_sheet(sheet.subtitle)
    for place, column in enumerate(sheet.columns, start=1):
        _add_column(worksheet, place, column, [row[place - 1] for row in sheet.rows])
    to_sign = (f"{text}: {BLANK}" for text in sheet.signatures)
    for row, note in enumerate((*sheet.notes, *to_sign), start=len(sheet.rows) + 3):
        _write(worksheet.cell(row, 1), note, Kind.REMARK)
    worksheet.freeze_panes = "A2"
    worksheet.print_title_rows = "1:1"
    worksheet.page_setup.orientation = "landscape"
    worksheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    worksheet.page_setup.fitToHeight = 0
    worksheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    worksheet.oddHeader.left.text = _print_text(f"{sheet.title} · {sheet.subtitle}")
    worksheet.oddFooter.right.text = _("Page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}


def _add_column(worksheet: Worksheet, place: int, column: Column, cells: list[Cell]) -> None:
    heading = worksheet.cell(1, place, column.heading)
    heading.font = BOLD
    heading.alignment = TEXT if column.kind in TEXTS else NUMBER
    for number, value in enumerate(cells, start=2):
        if value not in (None, ""):
            _write(worksheet.cell(number, place), value, column.kind)
    longest = max(len(str(value)) for value in (column.heading, *cells) if value is not None)
    worksheet.column_dimensions[get_column_letter(place)].width = min(longest + 3, WIDEST)


def _write(cell: ExcelCell, value: Cell, kind: Kind) -> None:
    if isinstance(value, str):
        cell.value = UNWRITABLE.sub(REPLACEMENT, value)
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(FORMULA_SIGNS)
        if isinstance(value, Strong):
            cell.font = BOLD
        cell.alignment = TEXT if kind in TEXTS else NUMBER
        return
    if isinstance(value, Amount):
        _write_amount(cell, value)
        return
    cell.value = value
    if kind is Kind.SIGNED:
        cell.number_format = SIGNED


def _write_amount(cell: ExcelCell, amount: Amount) -> None:
    """An amount in the currency's units, a total as the formula that gives it, kept to the cent."""
    unit = "€" if amount.currency == "EUR" else amount.currency
    cell.number_format = f'#,##0.00 "{unit}";−#,##0.00 "{unit}"'
    cell.alignment = NUMBER
    if not amount.is_total:
        cell.value = Decimal(amount.cents).scaleb(-2)
        return
    cell.font = BOLD
    added, subtracted = (
        f"SUM({cell.column_letter}{rows[0] + 2}:{cell.column_letter}{rows[-1] + 2})" if rows else "0"
        for rows in (amount.added, amount.subtracted)
    )
    cell.value = f"=ROUND({added}-{subtracted},2)"


def _print_text(text: str) -> str:
    """A text for the printed header, where an ampersand begins a command."""
    return UNWRITABLE.sub(REPLACEMENT, text).replace("&", "&&")


def _saved(book: Workbook, tournament: Tournament) -> bytes:
    """The file, which tells neither when nor where nor by whom it was made."""
    properties = book.properties
    properties.creator = None
    properties.title = UNWRITABLE.sub(REPLACEMENT, tournament.name)
    properties.created = properties.modified = datetime.combine(tournament.date, time())
    written, dateless = BytesIO(), BytesIO()
    with ZipFile(written, "w") as archive:
        ExcelWriter(book, archive).write_data()
    with ZipFile(written) as source, ZipFile(dateless, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(ZipInfo(name), source.read(name), ZIP_DEFLATED)
    return dateless.getvalue()

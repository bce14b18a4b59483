"""Lists and slips as PDF and the tournament as workbook, beside the bare libraries writing the same: `make bench`.

Before them archives are restored, each of twice as many players as the one before.
"""

import os
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from html import escape
from io import BytesIO

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

import openpyxl  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402
from openpyxl.cell import WriteOnlyCell  # noqa: E402
from reportlab.lib.styles import ParagraphStyle  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tournament.archive.format import write_archive  # noqa: E402
from tournament.archive.storing import restore  # noqa: E402
from tournament.exports.pdf import DOOR, STANDINGS, sheet_pdf, standings_pdf  # noqa: E402
from tournament.exports.slips import SLIPS_ON_A_PAGE, slips_pdf  # noqa: E402
from tournament.exports.xlsx import workbook  # noqa: E402
from tournament.models import Tournament  # noqa: E402
from tournament.pages.players import door_sheet  # noqa: E402
from tournament.pages.sheets import Sheet, in_language_of  # noqa: E402
from tournament.pages.standings import standings_sheet  # noqa: E402
from tournament.paper.drawing import draw_strip  # noqa: E402
from tournament.paper.layout import SetRow, Setting, lay_out  # noqa: E402
from tournament.paper.lettering import SetText, draw_text, paragraph  # noqa: E402
from tournament.paper.page import USUAL_PAGE  # noqa: E402
from tournament.queries.evening import evening_of  # noqa: E402
from tournament.queries.rounds.pairings import PairingRow, round_page  # noqa: E402
from tournament.queries.standings import standings_page  # noqa: E402
from tournament.simulation.tournaments import simulate  # noqa: E402

ROUNDS = 7
FRAME = USUAL_PAGE.frame
HEIGHT = 0.8 * FRAME.height
SIZES = {200: 7, 2_000: 3}
Contenders = Mapping[str, Callable[[], object]]


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    compare_archives()
    for players, repeats in SIZES.items():
        tournament = restore(write_archive(simulate("bench", "plain", players, ROUNDS), ()), by=None).tournament
        compare(f"{players:,} players: standings as PDF", paper(tournament), repeats)
        with in_language_of(tournament):
            ranking = standings_sheet(tournament, standings_page(evening_of(tournament)))
            door = door_sheet(tournament)
            compare(f"{players:,} players: the rows of the ranking", set_rows(ranking, STANDINGS), repeats)
            compare(f"{players:,} players: the rows of the player list", set_rows(door, DOOR), repeats)
        compare(f"{players:,} players: match slips", slips(tournament), repeats)
        compare(f"{players:,} players, {ROUNDS} rounds: workbook", spreadsheets(tournament), repeats)


def compare_archives() -> None:
    """An archive of twice as many players is to take twice as long."""
    archives = {
        count: write_archive(simulate("bench", "plain", count, 3), ()) for count in (1_250, 2_500, 5_000, 10_000)
    }

    def restored(data: bytes) -> Callable[[], None]:
        def run() -> None:
            with transaction.atomic():
                restore(data, by=None)
                transaction.set_rollback(True)

        return run

    compare("An archive restored", {f"{count:,} players": restored(data) for count, data in archives.items()}, 1)


def compare(title: str, contenders: Contenders, repeats: int) -> None:
    """The processor's time side by side, then the most memory that each takes beyond what was there before."""
    report(title, measure(contenders, repeats, time.process_time), next(iter(contenders)))
    for name, run in contenders.items():
        tracemalloc.start()
        run()
        print(f"  {name:<44} {tracemalloc.get_traced_memory()[1] / 2**20:>10.1f} MiB at most")
        tracemalloc.stop()


def paper(tournament: Tournament) -> Contenders:
    with in_language_of(tournament):
        sheet = standings_sheet(tournament, standings_page(evening_of(tournament)))
        pages = strings_of(sheet)
    at = {"public_url": "http://club.example/t/bench/", "printed_at": timezone.now()}
    return {
        "reportlab drawing the same strings": lambda: draw_strings(pages),
        "the list set and drawn": lambda: sheet_pdf(sheet, STANDINGS, *at.values()),
        "standings_pdf, from the database": lambda: standings_pdf(tournament, **at),
    }


def strings_of(sheet) -> list[list[tuple[str, float, float, float, str]]]:
    """Font, size, place and text of everything in the rows of each page."""
    layout = lay_out(sheet, STANDINGS, FRAME.width, HEIGHT)
    pages = []
    for (strip,) in layout.pages:
        y, strings = FRAME.top, []
        for row in strip:
            for text, (start, _end) in zip(row.cells, layout.edges, strict=True):
                strings += [(text.font, text.size, start, y, line) for line in text.lines if line]
            y -= row.height
        pages.append(strings)
    return pages


def set_rows(sheet: Sheet, settings: Sequence[Setting]) -> Contenders:
    """Rows without head and foot. Platypus is given the widths of the columns, which it cannot find by itself."""
    layout = lay_out(sheet, settings, FRAME.width, HEIGHT)
    widths = [end - start for start, end in layout.edges]
    rows = [row for page in layout.pages for strip in page for row in strip]
    return {
        "the rows laid out and drawn": lambda: draw_rows(sheet, settings),
        "platypus, a Table of strings, nothing wraps": lambda: built(tables(rows, widths, as_string)),
        "platypus, a Table of Paragraphs": lambda: built(tables(rows, widths, as_paragraph)),
    }


def draw_rows(sheet: Sheet, settings: Sequence[Setting]) -> bytes:
    layout = lay_out(sheet, settings, FRAME.width, HEIGHT)
    file = BytesIO()
    canvas = Canvas(file)
    for page in layout.pages:
        for number, strip in enumerate(page):
            draw_strip(canvas, layout, strip, FRAME.left + number * layout.strip_width, FRAME.top)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def tables(rows: Sequence[SetRow], widths: Sequence[float], as_cell: Callable[[SetText], object]) -> list[Table]:
    return [Table([[as_cell(text) if text else "" for text in row.cells] for row in rows], widths)]


def as_string(text: SetText) -> str:
    return " ".join(text.lines)


def as_paragraph(text: SetText) -> Paragraph:
    return Paragraph(escape(" ".join(text.lines)), style_of(text.font, text.size))


@cache
def style_of(font: str, size: float) -> ParagraphStyle:
    return ParagraphStyle("", fontName=font, fontSize=size, leading=1.2 * size)


def built(story: list) -> bytes:
    file = BytesIO()
    SimpleDocTemplate(file).build(story)
    return file.getvalue()


def slips(tournament: Tournament) -> Contenders:
    """The texts of the slips alone, four on a page, by ours and by platypus; then the slips with codes and boxes."""
    round_ = tournament.rounds.get(number=1)
    with in_language_of(tournament):
        matches = [row for row in round_page(evening_of(round_.tournament), round_.number).rows if row.second]
    pages = [matches[start : start + SLIPS_ON_A_PAGE] for start in range(0, len(matches), SLIPS_ON_A_PAGE)]
    texts = [[text for row in page for text in texts_of(row, tournament.name)] for page in pages]
    return {
        "the texts wrapped and drawn": lambda: draw_texts(texts),
        "platypus, the same as Paragraphs": lambda: built(
            [part for page in texts for part in (*map(as_paragraph, map(set_text, page)), PageBreak())]
        ),
        "slips_pdf, from the database": lambda: slips_pdf(round_),
    }


def texts_of(row: PairingRow, name: str) -> Sequence[str]:
    names = 2 * [row.first.display_name, row.second.display_name]
    return f"Table {row.table}", *names, *"12345", "Result", "Score", "Signature", "Signature", f"Round 1 · {name}"


def set_text(text: str) -> SetText:
    return paragraph(text, FRAME.width)


def draw_texts(pages: Sequence[Sequence[str]]) -> bytes:
    file = BytesIO()
    canvas = Canvas(file)
    for page in pages:
        top = FRAME.top
        for text in map(set_text, page):
            draw_text(canvas, text, FRAME.left, FRAME.right, top)
            top -= text.height
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def draw_strings(pages: list[list[tuple[str, float, float, float, str]]]) -> bytes:
    file = BytesIO()
    canvas = Canvas(file)
    for strings in pages:
        for font, size, x, y, text in strings:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def spreadsheets(tournament: Tournament) -> Contenders:
    book = openpyxl.load_workbook(BytesIO(workbook(tournament)))
    values = {sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in book}
    cells = {sheet.title: [list(row) for row in sheet.iter_rows()] for sheet in book}
    return {
        "openpyxl, write-only, the same cells": lambda: write_cells(cells),
        "the same without their looks": lambda: write_values(values),
        "workbook, from the database": lambda: workbook(tournament),
    }


def write_values(sheets: Mapping[str, list[list]]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    for title, rows in sheets.items():
        worksheet = book.create_sheet(title)
        for row in rows:
            worksheet.append(row)
    return saved(book)


def write_cells(sheets: Mapping[str, list[list]]) -> bytes:
    """Each look is made once, and each cell is given its own."""
    book = openpyxl.Workbook(write_only=True)
    for title, rows in sheets.items():
        worksheet = book.create_sheet(title)
        looks: dict = {}
        for row in rows:
            worksheet.append([written(worksheet, cell, looks) for cell in row])
    return saved(book)


def written(worksheet, cell, looks: dict) -> object:
    if not cell.has_style:
        return cell.value
    if cell.style_id not in looks:
        look = looks[cell.style_id] = WriteOnlyCell(worksheet)
        for part in ("font", "alignment", "border", "number_format", "quotePrefix"):
            setattr(look, part, copy(getattr(cell, part)))
    look = copy(looks[cell.style_id])
    look.value = cell.value
    look.data_type = cell.data_type
    return look


def saved(book: openpyxl.Workbook) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


if __name__ == "__main__":
    main()

"""The books of a year as PDF and workbook; for a closed year the files stored at the closing."""

from base64 import b64decode, b64encode
from dataclasses import dataclass

from django.utils import timezone

from tournament.exports import money, open_files, pdf, xlsx
from tournament.models import ClubYear, YearPaper
from tournament.models.tournament import PaperSize
from tournament.pages.cash import book_sheets, report_title
from tournament.paper.document import document
from tournament.paper.page import PAGES
from tournament.queries.cash import Books


@dataclass(frozen=True, slots=True)
class BookFile:
    """A file of the year's books; `kind` is the name under which it is stored."""

    kind: str
    ending: str
    content_type: str
    paper: str

    def make(self, books: Books) -> bytes:
        """Write the file in the active language."""
        sheets = book_sheets(books)
        if self.content_type == open_files.XLSX:
            return xlsx.workbook_of(sheets, report_title(books), books.last_day, self.paper)
        page = PAGES[self.paper]
        printed_at = (books.stored.closed_at if books.stored else None) or timezone.now()
        parts = [pdf.sheet_part(sheet, money.CASH_BOOK, pdf.NO_ADDRESS, printed_at, page) for sheet in sheets]
        return document(f"{books.club.name} · {report_title(books)}", page, parts)


FILES = {
    file.kind: file
    for file in (
        BookFile("a4", "pdf", open_files.PDF, PaperSize.A4.value),
        BookFile("letter", "letter.pdf", open_files.PDF, PaperSize.LETTER.value),
        BookFile("workbook", "xlsx", open_files.XLSX, PaperSize.A4.value),
    )
}


def book_file(books: Books, kind: str) -> bytes:
    """Find the stored file if the year is closed, else write it."""
    stored_paper = YearPaper.objects.filter(year=books.stored, file=kind).first() if books.is_closed else None
    return b64decode(stored_paper.content) if stored_paper else FILES[kind].make(books)


def keep_papers(year: ClubYear, books: Books) -> None:
    YearPaper.objects.bulk_create(
        YearPaper(year=year, file=kind, content=b64encode(file.make(books)).decode()) for kind, file in FILES.items()
    )

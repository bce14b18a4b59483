"""The handbook in the program: its contents with a search, and each of its books."""

from functools import cache
from pathlib import PurePosixPath
from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tournament.exports.quick_guide import quick_guide_pdf
from tournament.handbook.books import BOOKS, Book, read_book, search
from tournament.languages import Language, active_language
from tournament.paper.page import PAGES
from tournament.public.packed import pack, pack_compressed
from tournament.public.parts import in_languages
from tournament.views.shared import sent

MOST_LETTERS = 100


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Show all books with their chapters, or the chapters with the words of `q`."""
    words = request.GET.get("q", "")[:MOST_LETTERS]
    books = [_book(name, active_language()) for name in BOOKS]
    context = {
        "books": books,
        "words": words,
        "found": search(books, words),
        "in_languages": in_languages("handbook", {}, q=words),
    }
    return sent(request, pack(render_to_string("help/contents.html", context)))


@require_safe
def one_book(request: HttpRequest, book: str) -> HttpResponse:
    """Show one book; its chapters are link targets."""
    if book not in BOOKS:
        raise Http404
    shown_book = _book(book, active_language())
    context = {"book": shown_book, "in_languages": in_languages("handbook_book", {"book": book})}
    return sent(request, pack(render_to_string("help/book.html", context)))


@require_safe
def quick_guide(request: HttpRequest) -> HttpResponse:
    """Send the quick guide, an evening on two pages, for printing."""
    url = urljoin(settings.PUBLIC_URL, reverse("handbook"))
    pdf = quick_guide_pdf(_book("director", active_language()), PAGES[settings.PAPER], url)
    return sent(request, pack_compressed(pdf), "application/pdf")


@cache
def _book(name: str, language: Language) -> Book:
    """A book in a language, cached because its files do not change while the program runs."""
    with override(language.code):
        return read_book(settings.HANDBOOK_DIR, name, language, _address)


def _address(target: str) -> str | None:
    """The address of a link's or picture's target: a book, a picture of the program or an external page, else None."""
    path = PurePosixPath(target.partition("#")[0])
    if target.startswith(("http://", "https://")):
        return target
    if path.suffix == ".md" and path.name.partition(".")[0] in BOOKS and len(path.parts) == 1:
        return reverse("handbook_book", kwargs={"book": path.name.partition(".")[0]})
    if path.parts[:2] == ("..", "static"):
        return static(str(PurePosixPath(*path.parts[2:])))
    return None

"""What the handbook and the two READMEs say of the program is so."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.urls import Resolver404, resolve

from tournament.handbook.books import BOOKS, read_book
from tournament.handbook.chapters import CHAPTERS
from tournament.languages import LANGUAGES, language_called
from tournament.urls import in_every_language, urlpatterns

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "README.de.md"])
# What a system says, not the program.
OF_SYSTEMS = {
    *("Backgammon Swiss", "Extract all", "More info", "Run anyway", "Open", "Releases"),
    *("Alle extrahieren", "Weitere Informationen", "Trotzdem ausführen", "Öffnen"),
}
LABEL = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")
ADDRESS = re.compile(r"`(/(?:[tc]|clock|healthz|readyz)[\w/?=&.-]*)`")
STANDS_FOR = {"SLUG": "evening", "KEY": "2026", "N": "1"}


def text_of(file):
    """Without blocks of code."""
    return re.sub(r"(?s)```.*?```", "", file.read_text("utf-8"))


def language_of(file):
    return "de" if file.name.endswith(".de.md") else "en"


@pytest.fixture(scope="module")
def labels():
    """What the program says, in each language."""
    catalogue = polib.pofile(str(ROOT / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    german = {text for entry in catalogue for text in (entry.msgstr, *entry.msgstr_plural.values())}
    return {"de": german, "en": {text for entry in catalogue for text in (entry.msgid, entry.msgid_plural)}}


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_every_label_that_is_quoted_stands_on_a_page(file, labels):
    assert set(LABEL.findall(text_of(file))) - labels[language_of(file)] - OF_SYSTEMS == set()


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_every_file_that_is_linked_or_shown_is_there(file):
    text = text_of(file)
    targets = {*re.findall(r"\]\(([^)#\s]+)", text), *re.findall(r'src="([^"]+)"', text)}

    assert {target for target in targets if not (file.parent / target).exists()} == set()


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_every_address_that_is_named_is_one_of_the_program(file):
    named = [
        re.sub(r"\b(SLUG|KEY|N)\b", lambda found: STANDS_FOR[found[0]], each) for each in ADDRESS.findall(text_of(file))
    ]

    assert [address for address in named if not leads_somewhere(address)] == []


def leads_somewhere(address):
    try:
        found = resolve(address.partition("?")[0])
    except Resolver404:
        return False
    return found.url_name not in ("without_language", "page_of_club_without_language")


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_the_same_chapters_in_every_language(name):
    books = [read_book(settings.HANDBOOK_DIR, name, language, lambda target: target) for language in LANGUAGES]

    assert len({tuple(section.anchor for section in book.sections) for book in books}) == 1
    assert all(book.title and book.sections for book in books)


def test_every_page_of_a_chapter_is_there_and_so_is_the_chapter():
    english = language_called("en")
    books = {name: read_book(settings.HANDBOOK_DIR, name, english, lambda target: target) for name in BOOKS}
    names = {pattern.name for pattern in (*urlpatterns, *in_every_language) if hasattr(pattern, "name")}

    assert set(CHAPTERS) - names == set()
    assert {
        page
        for page, (book, anchor) in CHAPTERS.items()
        if anchor not in {section.anchor for section in books[book].sections}
    } == set()


def test_the_readmes_are_a_page_each():
    assert max(len((ROOT / name).read_text("utf-8").splitlines()) for name in ("README.md", "README.de.md")) <= 80

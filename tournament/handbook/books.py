"""The handbook: the Markdown files in `docs`, shown as pages of the program and searchable.

Each book is `NAME.md` in English and `NAME.de.md` in German; a book without translation is shown in English.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from re import sub

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from tournament.languages import Language, language_called

# The books in the order of the contents.
BOOKS = ("director", "players", "club", "files", "arbiter", "operating", "security")
# Maps the target of a link or picture to its address in the program; None if it has none.
Address = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Section:
    """The text under a heading; `anchor` is the same in every language, `paragraphs` are without markup."""

    anchor: str
    title: str
    html: str
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole text, without markup."""
        return " ".join(self.paragraphs)


@dataclass(frozen=True, slots=True)
class Book:
    """A book of the handbook; `language` is the short name of the language it is written in."""

    name: str
    language: str
    title: str
    lead: str
    sections: tuple[Section, ...]


def read_book(folder: Path, name: str, language: Language, address: Address) -> Book:
    """Read the book in this language, with links and pictures mapped to addresses of the program."""
    translated = folder / f"{name}.{language.short}.md"
    file = translated if translated.exists() else folder / f"{name}.md"
    written_in = language if translated.exists() else language_called("en")
    title, lead, sections = _parts(file, address)
    in_english = [heading for heading, _tokens in _parts(folder / f"{name}.md", address)[2]]
    book_sections = []
    for english, (heading, tokens) in zip(in_english, sections, strict=True):
        anchor = sub(r"[^a-z0-9]+", "-", english.lower()).strip("-")
        paragraphs = [words for token in tokens if token.content and (words := _words(token, written_in))]
        book_sections.append(Section(anchor, heading, _html(tokens), tuple(paragraphs)))
    return Book(name, written_in.short, title, _html(lead), tuple(book_sections))


def search(books: Sequence[Book], words: str) -> tuple[tuple[Book, Section, str], ...]:
    """Find the sections with all of the words, in the order of the handbook, each with its first sentence of them."""
    search_words = words.casefold().split()
    return tuple(
        (book, section, _sentence(section.text, search_words))
        for book in books
        for section in book.sections
        if search_words and all(word in f"{section.title} {section.text}".casefold() for word in search_words)
    )


def _parts(file: Path, address: Address) -> tuple[str, list[Token], list[tuple[str, list[Token]]]]:
    """Split a file into its title, the text before the first section, and heading and content of each section."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(file.read_text("utf-8"))
    title, lead, sections = "", list[Token](), list[tuple[str, list[Token]]]()
    for earlier_token, token in zip([None, *tokens], tokens, strict=False):
        opened = earlier_token.tag if earlier_token is not None and earlier_token.type == "heading_open" else ""
        if opened == "h1":
            title = token.content
        elif opened == "h2":
            sections.append((token.content, []))
        elif token.tag not in ("h1", "h2"):
            (sections[-1][1] if sections else lead).append(_with_addresses(token, address))
    return title, lead, sections


def _with_addresses(token: Token, address: Address) -> Token:
    """Map links and pictures in the token to addresses of the program; replace a link without one by its text."""
    kept_tokens = []
    follows = True
    for child in token.children or []:
        if child.type == "link_open":
            target = address(str(child.attrs["href"]))
            follows = target is not None
            child.attrs["href"] = target or ""
        elif child.type == "image":
            child.attrs["src"] = address(str(child.attrs["src"])) or ""
            child.attrs["loading"] = "lazy"
        if follows or child.type not in ("link_open", "link_close"):
            kept_tokens.append(child)
    token.children = kept_tokens if token.children is not None else None
    return token


def _html(tokens: Sequence[Token]) -> str:
    return str(RendererHTML().render(tokens, MarkdownIt("commonmark").options, {}))


def _words(token: Token, language: Language) -> str:
    """The words of a paragraph or code block, without pictures; labels of the program are quoted, not in italics."""
    if token.children is None:
        return token.content
    opening, closing = language.quotation_marks
    instead = {"softbreak": " ", "image": "", "em_open": opening, "em_close": closing}
    return "".join(instead.get(child.type, child.content) for child in token.children).strip()


def _sentence(text: str, search_words: Sequence[str]) -> str:
    sentences = sub(r"(?<=[.:?])\s+(?=\w)", "\n", text).splitlines() or [""]
    return next(
        (sentence for sentence in sentences if any(word in sentence.casefold() for word in search_words)), sentences[0]
    )

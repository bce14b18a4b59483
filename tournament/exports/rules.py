"""The printed rules of a tournament, for the wall: the starting positions, and what its settings mean."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from urllib.parse import urljoin

from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf import page_of, printed
from tournament.models import Tournament
from tournament.pages.sheets import Sheet, occasion
from tournament.pages.tournaments import RulesSection, StartingBoard, rules_of_tournament
from tournament.paper import drawing, fonts, lettering
from tournament.paper.board import draw_board
from tournament.paper.document import document
from tournament.paper.page import Box

GUTTER = 8 * mm
ABOVE_A_RULE = lettering.SMALL * lettering.LEADING * 0.5
# Height divided by width of a single board, and of each of several side by side.
PROPORTION_ALONE, PROPORTION_OF_SEVERAL = 0.26, 0.75
CAPTION_HEIGHT = lettering.SMALL * lettering.LEADING
# The indent of a text's lines after the first.
HANG = 3.5 * mm
# The largest type that leaves room for the boards is used; type below SMALL cannot be read on a wall.
SIZES = (11.0, 10.5, 10.0, lettering.SMALL, 9.0, 8.5, 8.0, 7.5)


# A text of the rules, laid out, with the heading of its section if it is the first text there.
SetRule = tuple[lettering.SetText, lettering.SetText | None]


def rules_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print the rules, on one page if that can be read on a wall, else on two."""
    page = page_of(tournament)
    sheet = Sheet(tournament.name, _("Rules"), (), (), occasion(tournament))
    footnotes = _rule_question_footnote(public_url)
    around = drawing.surroundings_of(sheet, footnotes, public_url, printed(printed_at), page.frame)
    pages = _pages(rules_of_tournament(tournament), around.room)
    part = partial(around.draw_pages, contents=pages, draw=partial(_draw_page, room=around.room))
    return document(f"{tournament.name} · {sheet.subtitle}", page, (part,))


def _rule_question_footnote(public_url: str) -> tuple[str, ...]:
    """The footnote with the address of rule questions, if the sheet has an address."""
    if not public_url:
        return ()
    address = urljoin(public_url, reverse("rule_question_without_language"))
    return (_("Is this play legal? %(address)s") % {"address": address},)


def _pages(sections: Sequence[RulesSection], room: Box) -> Sequence[Sequence[RulesSection]]:
    """Put the sections on one page if the type is large enough for a wall, else on two pages with the largest type."""
    games = sum(1 for section in sections if section.board)
    rounds = next(index for index, section in enumerate(sections) if section.key in ("rounds", "finals"))
    ways = [(sections,), *((sections[:index], sections[index:]) for index in range(rounds, games - 1, -1))]
    return max(ways, key=lambda way: min(lettering.SMALL, *(_size(page, room) for page in way)))


def _size(sections: Sequence[RulesSection], room: Box) -> float:
    """The largest type in which the sections fit on a page below their boards; 0 if none is small enough."""
    height_left = room.height - _boards_height(sections, room.width)
    return next((size for size in SIZES if _height(_set_rules(sections, room.width, size)) <= height_left), 0)


def _boards_of(sections: Sequence[RulesSection]) -> list[StartingBoard]:
    return [section.board for section in sections if section.board]


def _boards_height(sections: Sequence[RulesSection], width: float) -> float:
    """The height of the boards on a page, with their names if there are several."""
    count = len(_boards_of(sections))
    if count <= 1:
        return count * width * PROPORTION_ALONE
    return CAPTION_HEIGHT + (width - (count - 1) * GUTTER) / count * PROPORTION_OF_SEVERAL


def _draw_page(canvas: Canvas, sections: Sequence[RulesSection], room: Box) -> None:
    boards_height = _boards_height(sections, room.width)
    _draw_boards(canvas, _boards_of(sections), replace(room, foot=room.top - boards_height))
    _draw_rules(canvas, sections, replace(room, top=room.top - boards_height), _size(sections, room) or SIZES[-1])


def _draw_boards(canvas: Canvas, boards: Sequence[StartingBoard], room: Box) -> None:
    """Draw the starting positions side by side, with their names if there are several."""
    if len(boards) == 1:
        draw_board(canvas, room, boards[0].position)
        return
    width = (room.width + GUTTER) / max(len(boards), 1) - GUTTER
    for index, board in enumerate(boards):
        left = room.left + index * (width + GUTTER)
        canvas.setFillColor(black)
        name = lettering.paragraph(board.name, width, lettering.SMALL, fonts.BOLD)
        lettering.draw_in(canvas, name, Box(left, room.top - CAPTION_HEIGHT, left + width, room.top))
        draw_board(canvas, Box(left, room.foot, left + width, room.top - CAPTION_HEIGHT), board.position)


def _draw_rules(canvas: Canvas, sections: Sequence[RulesSection], room: Box, size: float) -> None:
    rules = _set_rules(sections, room.width, size)
    gap = min((room.height - _height(rules)) / _parts(rules), 2 * ABOVE_A_RULE)
    canvas.setFillColor(black)
    _draw_column(canvas, rules, room.left, room.top, gap)


def _parts(rules: Sequence[SetRule]) -> int:
    """Count the sections."""
    return sum(1 for _text, heading in rules if heading)


def _height(rules: Sequence[SetRule]) -> float:
    heights = (text.height + (heading.height if heading else 0) for text, heading in rules)
    return sum(heights) + _parts(rules) * ABOVE_A_RULE


def _set_rules(sections: Sequence[RulesSection], width: float, size: float) -> list[SetRule]:
    """Set the rules in one column, in their order."""
    return [rule for section in sections for rule in _set(section, width, size)]


def _set(section: RulesSection, width: float, size: float) -> Iterator[SetRule]:
    yield from _rules(section.heading, section.texts, width, size)
    if section.moving:
        moving = [f"{rule.label}: {rule.text}" for rule in section.moving]
        yield from _rules(_("How checkers move"), moving, width, size)


def _rules(heading: str, texts: Sequence[str], width: float, size: float) -> Iterator[SetRule]:
    first, *further_texts = (lettering.paragraph(text, width - HANG, size) for text in texts)
    yield first, lettering.paragraph(heading, width, size, fonts.BOLD)
    yield from ((text, None) for text in further_texts)


def _draw_column(canvas: Canvas, rules: Sequence[SetRule], left: float, top: float, gap: float) -> None:
    for text, heading in rules:
        if heading:
            top -= ABOVE_A_RULE + gap
            lettering.draw_text(canvas, heading, left, left, top)
            top -= heading.height
        first, other_lines = (replace(text, lines=lines) for lines in (text.lines[:1], text.lines[1:]))
        lettering.draw_text(canvas, first, left, left, top)
        lettering.draw_text(canvas, other_lines, left + HANG, left + HANG, top - first.height)
        top -= text.height

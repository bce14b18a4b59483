"""The rules of a tournament on one page, for the wall: the board as it is set up, and what its settings mean.

Lengths are points, 72 to the inch; y counts from the foot of the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.engine.record import Rules
from tournament.exports.board import draw_board
from tournament.exports.document import document
from tournament.exports.drawing import Foot, Head, draw_foot, draw_head, foot_of, head_of
from tournament.exports.fonts import BOLD
from tournament.exports.lettering import LEADING, SMALL, SetText, draw_text, paragraph
from tournament.exports.page import Box
from tournament.exports.pdf import page_of, printed
from tournament.matches.formats import MatchFormat
from tournament.models import Tournament
from tournament.pages.sheets import Sheet, in_language_of, occasion
from tournament.queries.record import format_of, rules_of

GUTTER = 8 * mm
ABOVE_A_RULE = SMALL * LEADING * 0.75
BOARD_PROPORTION = 0.4
# How far the lines after the first of a text stand in.
HANG = 3.5 * mm
# The largest type that leaves the board its room.
SIZES = (11.0, 10.5, 10.0, SMALL, 9.0, 8.5, 8.0, 7.5)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule is about, and what it says; each text is a paragraph."""

    heading: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetRule:
    """A rule as it is drawn."""

    heading: SetText
    texts: tuple[SetText, ...]

    @property
    def height(self) -> float:
        return ABOVE_A_RULE + self.heading.height + sum(text.height for text in self.texts)


def rules_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """The rules, one page."""
    with in_language_of(tournament):
        page = page_of(tournament)
        sheet = Sheet(tournament.name, _("Rules"), (), (), occasion(tournament))
        head = head_of(sheet, public_url, page.frame)
        foot = foot_of(sheet, (), public_url, printed(printed_at), page.frame)
        rules = tuple(rules_in_words(format_of(tournament), rules_of(tournament)))
        part = partial(_draw_page, head=head, foot=foot, rules=rules)
        return document(f"{tournament.name} · {sheet.subtitle}", page, (part,))


def rules_in_words(wanted: MatchFormat, rules: Rules) -> Iterator[Rule]:
    """The rules in the order in which they are met during an evening."""
    yield Rule(
        _("The game"),
        (
            _(
                "Each player has 15 checkers, set up as shown. The players move in opposite directions around "
                "the board into their own home boards and then bear off. The first to bear off all 15 checkers "
                "wins the game."
            ),
            _(
                "To start, each player rolls one die; the higher number goes first and plays both dice. A double"
                " is played four times. In doubt, see “Is this play legal?” on the public page."
            ),
        ),
    )
    yield Rule(_("The match"), tuple(_match(wanted)))
    yield Rule(_("Points"), tuple(_points(wanted, rules)))
    yield Rule(_("Rounds and pairings"), tuple(_rounds(rules)))
    yield Rule(
        _("The ranking"),
        (
            _("Players are ranked by the following, in this order:"),
            _("1. match wins"),
            _("2. point difference: points won minus points lost, over all matches"),
            _("3. Buchholz: the match wins of all opponents played"),
            _("4. head-to-head: the matches between the players who are still level"),
            _("5. lot"),
        ),
    )
    yield Rule(_("Byes, absences, giving up"), tuple(_unplayed(rules)))
    yield Rule(
        _("Drawing lots"),
        (
            _(
                "Lots are worked out from a text that is fixed when round 1 is drawn, such as dice rolled in "
                "front of everyone. With it, anyone can check every draw on the public page."
            ),
        ),
    )


def _match(wanted: MatchFormat) -> Iterator[str]:
    yield ngettext(
        "A match is a single game, played to %(count)d point.",
        "A match is played to %(count)d points.",
        wanted.match_length,
    ) % {"count": wanted.match_length}
    if wanted.match_length > 1:
        yield _("The winner of each game starts the next.")
    yield _("The doubling cube is not used.")


def _points(wanted: MatchFormat, rules: Rules) -> Iterator[str]:
    if not wanted.gammons:
        yield _("Every game is worth 1 point, even a gammon.")
        return
    yield _("A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.")
    if wanted.backgammons:
        yield _(
            "A backgammon (the loser also still has a checker in the winner's home board or on the bar) is worth 3."
        )
    else:
        yield _("A backgammon counts as a gammon.")
    facts = {"length": wanted.match_length, "most": wanted.match_length + 1}
    if rules.count_excess_points:
        yield _("Points beyond %(length)d count too: %(most)d:0 stays %(most)d:0.") % facts
    else:
        yield _("Points beyond %(length)d do not count: %(most)d:0 counts as %(length)d:0.") % facts


def _rounds(rules: Rules) -> Iterator[str]:
    yield ngettext(
        "%(count)d round is played, and nobody is knocked out.",
        "%(count)d rounds are played, and nobody is knocked out.",
        rules.rounds,
    ) % {"count": rules.rounds}
    yield _(
        "Round 1 is drawn by lot. After that, the leader plays the best-placed opponent they have not "
        "yet met, and so on down the standings."
    )
    yield _("Nobody plays the same opponent or has the bye twice as long as this can be avoided for everyone.")


def _unplayed(rules: Rules) -> Iterator[str]:
    yield _("With an odd number of players, one has the bye, which counts as a match win.")
    yield _(
        "A player who does not appear loses, and the opponent gets a match win. If neither appears, neither gets one."
    )
    points = rules.unplayed_win_points
    if points:
        yield ngettext(
            "A win without a match adds %(count)d point to the point difference and no opponent for Buchholz.",
            "A win without a match adds %(count)d points to the point difference and no opponent for Buchholz.",
            points,
        ) % {"count": points}
    else:
        yield _("A win without a match does not change the point difference and adds no opponent for Buchholz.")
    yield _("A player who gives up loses the match; the points won so far count.")
    yield _("If a match is stopped, the player who is ahead wins it; if the score is level, nobody does.")


def _draw_page(canvas: Canvas, head: Head, foot: Foot, rules: Sequence[Rule]) -> None:
    draw_head(canvas, head)
    room = Box(head.frame.left, head.frame.foot + foot.height, head.frame.right, head.frame.top - head.height)
    board_height = room.width * BOARD_PROPORTION
    columns = _columns(rules, (room.width - GUTTER) / 2, room.height - board_height)
    tallest = max(sum(rule.height for rule in column) for column in columns)
    draw_board(canvas, Box(room.left, room.top - board_height, room.right, room.top))
    top = room.top - board_height
    gap = min((room.height - board_height - tallest) / max(len(column) for column in columns), 2 * ABOVE_A_RULE)
    canvas.setFillColor(black)
    for left, column in zip((room.left, (room.left + room.right + GUTTER) / 2), columns, strict=True):
        _draw_column(canvas, column, left, top, gap)
    draw_foot(canvas, foot, 1, 1)
    canvas.showPage()


def _columns(rules: Sequence[Rule], width: float, height: float) -> tuple[tuple[SetRule, ...], tuple[SetRule, ...]]:
    """Two columns as equal as can be, in the largest type that leaves them room."""
    for size in SIZES:
        columns = _balanced([_set(rule, width, size) for rule in rules])
        if max(sum(rule.height for rule in column) for column in columns) <= height:
            break
    return columns


def _balanced(rules: Sequence[SetRule]) -> tuple[tuple[SetRule, ...], tuple[SetRule, ...]]:
    splits = [(tuple(rules[:place]), tuple(rules[place:])) for place in range(1, len(rules))]
    return min(splits, key=lambda split: max(sum(rule.height for rule in column) for column in split))


def _set(rule: Rule, width: float, size: float) -> SetRule:
    return SetRule(
        paragraph(rule.heading, width, size, BOLD), tuple(paragraph(text, width - HANG, size) for text in rule.texts)
    )


def _draw_column(canvas: Canvas, rules: Sequence[SetRule], left: float, top: float, gap: float) -> None:
    for rule in rules:
        top -= ABOVE_A_RULE + gap
        draw_text(canvas, rule.heading, left, left, top)
        top -= rule.heading.height
        for text in rule.texts:
            first, rest = (replace(text, lines=lines) for lines in (text.lines[:1], text.lines[1:]))
            draw_text(canvas, first, left, left, top)
            draw_text(canvas, rest, left + HANG, left + HANG, top - first.height)
            top -= text.height

"""What pages and papers show of the standings: ranking, cross table, course, podium and wall."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import log
from typing import Any, Protocol, Self

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.engine.criteria import COUNTS, OWN_MATCHES_ALONE, counted
from tournament.engine.standings import Standing, standings
from tournament.engine.terms import Criterion, Outcome, Ranking
from tournament.models import Entry, Tournament
from tournament.names import isolated, search_key, short_name
from tournament.pages.sheets import Cell, Column, ColumnKind, Sheet, Strong, occasion
from tournament.pages.tables import (
    NARROW_HIDE,
    NUMBER,
    SMALLEST_HIDE,
    TINY_HIDE,
    Attributes,
    ListTable,
    bidi_name,
    lazy_html,
    link,
    player_link,
    small_note,
)
from tournament.phrases.cash import cash_sentence
from tournament.phrases.players import HAS_LEFT, left_note
from tournament.phrases.results import meeting_sign, outcome_label, result_text
from tournament.phrases.standings import CRITERIA, figure_in_words, figure_text, ranking_note, ranking_terms, tie_words
from tournament.phrases.values import ordinal, signed
from tournament.queries.cash import cost_statement
from tournament.queries.evening import Evening, evening_of
from tournament.queries.persons import Honour, honours
from tournament.queries.rounds import PairingRow, PlayerPairing, RoundPage, round_page
from tournament.queries.standings import (
    CrossCell,
    CrossRow,
    CrosstablePage,
    Meeting,
    PathRow,
    StandingRow,
    StandingsPage,
    standings_page,
)
from tournament.templatetags.tournament_format import climbed, meeting, met_result

# How the places changed from round to round, as lines to be drawn.

MOST_LINES = 32
# A column and a row of the drawing, in units of its own.
STEP = 10
MIDDLE = STEP // 2
# Of a line that is kept; whose it is, is kept with the facts.
BYTES_OF_A_LINE = 400
# In a crowded drawing; what stands closer to the one before than this share of the height is not marked.
MARKED, CLOSEST = (1, 2, 3, 5), 0.06


@dataclass(frozen=True, slots=True)
class Scale:
    """How far down a place stands, from the `first` to the `last` of the drawing, in units of its own.

    In rows as high as their names; where they are too many, the first ones far apart and all others ever closer.
    """

    first: int = 1
    last: int = 1

    @property
    def places(self) -> int:
        return self.last - self.first + 1

    @property
    def is_crowded(self) -> bool:
        """Whether there are too many lines to tell them apart."""
        return self.places > MOST_LINES

    @property
    def height(self) -> int:
        return self.places * STEP

    def at(self, place: int) -> int:
        """The y coordinate of a place, also of one above or below the drawing."""
        if not self.is_crowded:
            return (place - self.first) * STEP + MIDDLE
        share = log(place / self.first) / log(self.last / self.first)
        return MIDDLE + round(share * (self.height - STEP))

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The places to be named at the side of a crowded drawing, and how far down, as CSS says it."""
        tens = [mark * 10**power for power in range(len(str(self.last))) for mark in MARKED]
        marked: list[tuple[int, str]] = []
        free = 0.0
        for place in (self.first, *(mark for mark in sorted(tens) if self.first < mark <= self.last)):
            share = self.at(place) / self.height
            if share >= free:
                marked.append((place, f"{share:.1%}"))
                free = share + CLOSEST
        return tuple(marked)


class Runner(Protocol):
    """A player or person to whom a line of the drawing belongs."""

    @property
    def number(self) -> int: ...

    @property
    def display_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A player's places after the draw and after each round, None before they had come.

    The first three in the drawing lead. `row` is where the name stands; of those who share a place, not all at it.
    """

    entry: Runner
    ranks: tuple[int | None, ...]
    row: int = 0
    scale: Scale = field(default_factory=Scale)

    @property
    def rank(self) -> int:
        return self.ranks[-1] or 0

    @property
    def leads(self) -> bool:
        return self.rank < self.scale.first + 3

    @property
    def name(self) -> str:
        return short_name(self.entry.display_name, 26)

    @property
    def short(self) -> str:
        return short_name(self.entry.display_name)

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [
            (column * STEP + MIDDLE, self.scale.at(rank)) for column, rank in enumerate(self.ranks) if rank is not None
        ]

    @property
    def path(self) -> str:
        """The line of an SVG path, out to the name at its right."""
        points = self._points
        (x, y), end = points[-1], self.scale.at(self.row or self.rank)
        return f"{curve(points)}h{MIDDLE}" if end == y else f"{curve(points)}L{x + MIDDLE} {end}"

    @property
    def dots(self) -> str:
        """The SVG path of one dot for each round."""
        return dots(self._points)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """Everybody's line, in order of their places now; `days` stand above the columns where those are evenings."""

    lines: tuple[CourseLine, ...]
    rounds: int
    days: tuple[str, ...] = ()

    @property
    def kept_bytes(self) -> int:
        return 1_000 + BYTES_OF_A_LINE * len(self.lines)

    def between(self, first: int, last: int) -> Self:
        """The lines of those who are now at these places and between them, drawn as far as they run there."""
        lines = self.lines[first - 1 : last]
        return replace(self, lines=tuple(replace(line, scale=Scale(first, last)) for line in lines))

    @property
    def scale(self) -> Scale:
        """The scale that all its lines share."""
        return self.lines[0].scale if self.lines else Scale()

    @property
    def drawn(self) -> tuple[CourseLine, ...]:
        """In the order in which they are drawn: the first three last, so that nothing covers them."""
        return self.lines[::-1]

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands above the columns: the lot, then the rounds, or the days."""
        return self.days or (_("Lot"), *(str(number) for number in self.columns[1:]))

    @property
    def columns(self) -> range:
        return range(self.rounds + 1)

    @property
    def width(self) -> int:
        return (self.rounds + 1) * STEP


def course_page(evening: Evening) -> CoursePage:
    """How the places of all came about."""
    record, entries = evening.record, evening.entries
    joined = {entry.number: entry.joined_round for entry in record.entries}
    tables = [standings(record, after) for after in range(len(record.rounds) + 1)]
    ranks = [
        _ranks([row.number for row in table if joined[row.number] <= after + 1]) for after, table in enumerate(tables)
    ]
    lines = [CourseLine(entries[row.number], tuple(rank.get(row.number) for rank in ranks)) for row in tables[-1]]
    return CoursePage(tuple(lines), len(record.rounds)).between(1, len(lines))


def _ranks(numbers: Sequence[int]) -> dict[int, int]:
    """The place of each, the best first: among those who had come by then."""
    return {number: rank for rank, number in enumerate(numbers, start=1)}


@dataclass(frozen=True, slots=True)
class Way:
    """The line of one player alone, from the top of the field to its end."""

    ranks: tuple[int, ...]
    players: int

    @property
    def _points(self) -> list[tuple[int, int]]:
        span = max(self.players - 1, 1)
        return [(column * STEP + MIDDLE, 12 + 76 * (rank - 1) // span) for column, rank in enumerate(self.ranks)]

    @property
    def width(self) -> int:
        return len(self.ranks) * STEP

    @property
    def path(self) -> str:
        return curve(self._points)

    @property
    def dots(self) -> str:
        return dots(self._points)


def dots(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path that stroked round is a dot at each of the points, however the drawing is stretched."""
    # Lines without any length are stretched to ellipses by WebKit.
    return "".join(f"M{x} {y}h.01" for x, y in points)


def curve(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path through the points that leaves and enters each of them level."""
    (x, y), *others = points
    path = f"M{x} {y}"
    for next_x, next_y in others:
        middle = (x + next_x) // 2
        path += f"C{middle} {y} {middle} {next_y} {next_x} {next_y}"
        x, y = next_x, next_y
    return path


# The ranking: its columns, once for the page, the paper, the files and the messages.


@dataclass(frozen=True, slots=True)
class RankingColumn:
    """A column of the ranking; `fact` is what other programs are given under its `key`.

    In a list the `cell` stands under the heading, by default the fact itself; without a heading there is no such
    column. A figure has a `meaning` to be read out in full, and messages give it `in_words`.
    """

    key: str
    kind: ColumnKind
    fact: Callable[[StandingRow | CrossRow], Any]
    heading: str | Promise = ""
    cell: Callable[[StandingRow | CrossRow], Cell] | None = None
    meaning: str | Promise = ""
    in_words: Callable[[int], str] = str

    def cell_of(self, row: StandingRow | CrossRow) -> Any:
        """The value in a cell of a list: on paper, in a workbook or a file."""
        return self.cell(row) if self.cell else self.fact(row)

    def text_of(self, row: StandingRow | CrossRow) -> str:
        """The text in a cell of a page, a difference with its sign."""
        cell = self.cell_of(row)
        return signed(cell) if self.kind is ColumnKind.SIGNED else str(cell)

    @property
    def listed(self) -> Column:
        """The column of a list, with its heading in the active language."""
        return Column(str(self.heading), self.kind)


def note_of(row: StandingRow) -> str:
    """What stands under a name: who has left, and what put a player ahead of the next where the criteria are level."""
    tie = tie_words(row.below.standing, row.below.entry.display_name) if row.below else ""
    return " · ".join(filter(None, (str(HAS_LEFT) if row.has_left else "", tie)))


def _tie_break_by_place(row: StandingRow | CrossRow) -> str:
    """The same by place: who that is stands in the next row, and the rows stay alike."""
    return tie_words(row.below.standing) if isinstance(row, StandingRow) and row.below else ""


PLACE = RankingColumn("place", ColumnKind.NUMBER, lambda row: row.standing.rank, gettext_lazy("Place"))
NAME = RankingColumn("name", ColumnKind.NAME, lambda row: row.entry.display_name, gettext_lazy("Name"))
CLUB = RankingColumn("club", ColumnKind.REMARK, lambda row: row.entry.club, gettext_lazy("Club"))
DECIDED_BY = RankingColumn(
    "decided_by",
    ColumnKind.REMARK,
    lambda row: row.standing.decided_by,
    gettext_lazy("Tie-break"),
    cell=_tie_break_by_place,
)


def _figure(criterion: Criterion) -> RankingColumn:
    words = CRITERIA[criterion]
    return RankingColumn(
        criterion.value,
        ColumnKind.SIGNED if criterion is Criterion.POINT_DIFFERENCE else ColumnKind.NUMBER,
        lambda row: row.standing.figures[criterion],
        words.heading,
        meaning=capfirst(str(words.rule)) if words.term else "",
        in_words=partial(figure_in_words, criterion),
    )


def figures_of(ranking: Ranking) -> tuple[RankingColumn, ...]:
    """What a ranking counts, in its order."""
    return tuple(map(_figure, counted(ranking)))


def columns_of(ranking: Ranking) -> tuple[RankingColumn, ...]:
    """All that a ranking says of a player, for people and for other programs."""
    number = RankingColumn("number", ColumnKind.NUMBER, lambda row: row.entry.number)
    return (PLACE, number, NAME, CLUB, *figures_of(ranking), DECIDED_BY)


def standings_sheet(tournament: Tournament, page: StandingsPage) -> Sheet:
    """The ranking after a round; the column of clubs only where somebody has one."""
    with_club = any(row.entry.club for row in page.rows)
    columns = [column for column in columns_of(page.ranking) if column.heading and (with_club or column is not CLUB)]
    return Sheet(
        title=tournament.name,
        subtitle=standings_title(tournament, page),
        columns=tuple(column.listed for column in columns),
        rows=tuple(tuple(column.cell_of(row) for column in columns) for row in page.rows),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            *left_notes(page.rows),
            *ranking_notes(page.ranking),
        ),
    )


def left_notes(rows: Sequence[StandingRow | CrossRow]) -> tuple[str, ...]:
    """Who of those in the ranking has left."""
    return tuple(filter(None, [left_note([row.entry.display_name for row in rows if row.has_left])]))


def ranking_notes(ranking: Ranking) -> tuple[str, ...]:
    """What the headings mean, and what a ranking goes by that is another one than that of Konstanz."""
    return tuple(filter(None, (ranking_terms(counted(ranking)), ranking_note(ranking))))


def standings_title(tournament: Tournament, page: StandingsPage) -> str:
    """After which round the ranking stands so."""
    if tournament.is_closed:
        return _("Final standings")
    if page.after_round:
        return _("Standings after round %(number)s") % {"number": page.after_round}
    return _("Standings before round 1")


def provisional_notes(open_tables: int) -> tuple[Strong, ...]:
    """That matches are still open, where any are."""
    sentence = ngettext(
        "Provisional: %(count)d match is still open", "Provisional: %(count)d matches are still open", open_tables
    )
    return (Strong(sentence % {"count": open_tables}),) if open_tables else ()


# Who met whom.


def crosstable_sheet(tournament: Tournament, page: CrosstablePage, *, with_scores: bool = True) -> Sheet:
    """Everyone by place with one column for each round: the opponent's place, won or lost, and the score.

    Without the scores nine rounds and more fit on a page that is higher than wide.
    """
    legend = (
        _("+3 means a win against the player in 3rd place in this table, −3 a loss; the score follows.")
        if with_scores
        else _("+3 means a win against the player in 3rd place in this table, −3 a loss.")
    )
    figures = figures_of(page.ranking)
    rounds = tuple(Column(str(number), ColumnKind.MEETING) for number in page.round_numbers)
    return Sheet(
        title=tournament.name,
        subtitle=_("Cross table"),
        columns=(
            PLACE.listed,
            NAME.listed,
            *rounds,
            *(figure.listed for figure in figures),
        ),
        rows=tuple(
            (
                PLACE.cell_of(row),
                NAME.cell_of(row),
                *(_meeting_cell(cell, row.entry, with_scores=with_scores) for cell in row.cells),
                *(figure.cell_of(row) for figure in figures),
            )
            for row in page.rows
        ),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            *left_notes(page.rows),
            legend,
            *ranking_notes(page.ranking),
        ),
    )


def _meeting_cell(cell: CrossCell, entry: Entry, *, with_scores: bool) -> str:
    if cell.opponent is None or cell.result is None:
        return outcome_label(Outcome.BYE) if cell.meeting is Meeting.BYE else "–"
    text = meeting_sign(cell.meeting, cell.opponent.standing.rank)
    if with_scores:
        text += f" {result_text(cell.result, entry.number)}"
    return Strong(text) if cell.meeting is Meeting.WON else text


# The end of a tournament as its director sees it: the first three, the cash, what the closing asks.

# So much is said of each below the name; the standings beneath tell the rest.
FIGURES = 2


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One of the first three: what the ranking counts first, and the prizes for the place."""

    rank: int
    entry: Entry
    figures: str
    prizes: tuple[str, ...]


def podium(tournament: Tournament) -> tuple[PodiumPlace, ...]:
    """The first three by place; nobody where not every match that will be played is over."""
    ranking = standings_page(tournament)
    return tuple(
        PodiumPlace(
            honour.rank,
            honour.entry,
            " · ".join(figure_in_words(*figure) for figure in list(row.standing.figures.items())[:FIGURES]),
            honour.prizes,
        )
        for honour, row in zip(honours(tournament, ranking), ranking.rows, strict=False)
    )


def closed_page(tournament: Tournament) -> dict[str, Any]:
    """What stands above the final standings of a closed tournament."""
    places = podium(tournament)
    return {
        "podium": places,
        "winner": places[0].entry if places else None,
        "cash": cash_sentence(cost_statement(tournament)),
    }


# What a screen across the room shows: who is expected, the round that is running, in the end the podium.

# So many find their table among the tables at a glance; more look for their own name.
MOST_AT_A_GLANCE = 40
# More do not fit a wall; everybody then looks on their own phone.
MOST_ON_A_WALL = 400


@dataclass(frozen=True, slots=True)
class Wall:
    """Before round 1 the `expected`, then the last round and the ranking after the last one that is over.

    Of the round stand its `tables`; with many players at first all of them `by_name` instead, later the open tables.
    Once the tournament is closed there is the `podium`, the third first, and no round any more. No list is longer than
    a wall holds; how many `players` there are is told all the same, and where there are too many to find themselves by
    name, it `leads_to_phones`.
    """

    players: int = 0
    leads_to_phones: bool = False
    expected: tuple[Entry, ...] = ()
    pairings: RoundPage | None = None
    ranking: StandingsPage | None = None
    by_name: tuple[PlayerPairing, ...] = ()
    tables: tuple[PairingRow, ...] = ()
    podium: tuple[Honour, ...] = ()

    @property
    def leaves_out_finished_tables(self) -> bool:
        return self.pairings is not None and len(self.tables) < len(self.pairings.tables)


def wall_of(tournament: Tournament) -> Wall:
    """What everyone may know, as it stands now."""
    evening = evening_of(tournament).in_public
    record = evening.record
    if not record.rounds:
        left = record.left
        there = [entry for number, entry in evening.entries.items() if number not in left]
        return Wall(len(there), leads_to_phones=True, expected=tuple(sorted(there, key=_by_name))[:MOST_ON_A_WALL])
    over = record.completed_rounds
    ranking = standings_page(tournament, over, evening) if over else None
    if ranking:
        ranking = replace(ranking, rows=ranking.rows[:MOST_ON_A_WALL])
    if tournament.is_closed and ranking:
        return Wall(ranking=ranking, podium=tuple(reversed(honours(tournament, ranking))))
    pairings = round_page(evening.rounds[-1], evening)
    players = _players(pairings)
    if len(players) <= MOST_AT_A_GLANCE:
        return Wall(pairings=pairings, ranking=ranking, tables=pairings.tables)
    if _is_at_its_start(pairings) and len(players) > MOST_ON_A_WALL:
        return Wall(len(players), leads_to_phones=True, pairings=pairings)
    if _is_at_its_start(pairings):
        return Wall(pairings=pairings, by_name=players)
    still_open = tuple(row for row in pairings.tables if row.is_open)
    return Wall(pairings=pairings, ranking=ranking, tables=still_open[:MOST_ON_A_WALL])


def _players(pairings: RoundPage) -> tuple[PlayerPairing, ...]:
    """Everybody who plays or has the bye, by name."""
    players = [PlayerPairing(entry, row) for row in pairings.rows for entry in (row.first, row.second) if entry]
    return tuple(sorted(players, key=lambda row: _by_name(row.entry)))


def _is_at_its_start(pairings: RoundPage) -> bool:
    """Whether somebody may still be looking for their table.

    The first results tell nothing, they are of those who did not appear. With a third of the tables done whoever has
    come is playing.
    """
    return 3 * pairings.finished_tables < len(pairings.tables)


def _by_name(entry: Entry) -> tuple[str, int]:
    return search_key(entry.display_name), entry.number


# How the places changed, in numbers: from round to round, or from evening to evening.


class RankColumn(tables.Column):
    """The place of everybody after a round or an evening; None: they had not come yet."""

    def __init__(self, index: int, heading: object) -> None:
        super().__init__(verbose_name=heading, attrs=NUMBER)
        self.index = index

    def render(self, record: CourseLine) -> Any:
        rank = record.ranks[self.index]
        return "" if rank is None else rank


class CourseTable(ListTable):
    """Everybody in the order of their places now; a heading for each of the places."""

    name = tables.Column(accessor="entry", verbose_name=gettext_lazy("Name"), attrs={"td": {"scope": "row"}})

    def __init__(self, caption: str, course: CoursePage, headings: Sequence[object]) -> None:
        self.caption = caption
        columns = [(f"rank_{index}", RankColumn(index, heading)) for index, heading in enumerate(headings)]
        super().__init__(course.lines, extra_columns=columns)

    def attrs_of(self, record: CourseLine) -> Attributes:
        return {"id": f"places-{record.entry.number}", "data-number": record.entry.number}

    def render_name(self, value: Any) -> SafeString:
        return bidi_name(value.display_name)


def rounds_table(course: CoursePage) -> CourseTable:
    """From the lot to the last round."""
    rounds = [
        format_html('<span class="visually-hidden">{} </span>{}', _("Round"), heading) if nth else heading
        for nth, heading in enumerate(course.headings)
    ]
    return CourseTable(_("Places round by round"), course, rounds)


def evenings_table(course: CoursePage) -> CourseTable:
    """From evening to evening of a season."""
    return CourseTable(_("Places evening by evening"), course, course.headings)


# The ranking.

# Phones have room for three figures, small ones for two, and the smallest for the first, for names stand whole there.
HIDDEN = ("", " smallest-hide", " tiny-hide")


def figure_heading(figure: RankingColumn) -> str | Promise:
    """The short heading, which leads to what it means."""
    if not figure.meaning:
        return figure.heading
    return lazy_html('<a href="#terms" title="{}">{}</a>', figure.meaning, figure.heading)


class FigureColumn(tables.Column):
    """What the ranking goes by; its short heading leads to what it means."""

    def __init__(self, figure: RankingColumn, nth: int) -> None:
        hidden = HIDDEN[nth] if nth < len(HIDDEN) else " narrow-hide"
        classes = {"th": {"class": f"num{hidden}"}, "td": {"class": f"num {figure.key}{hidden}"}}
        super().__init__(verbose_name=figure_heading(figure), attrs=classes)
        self.figure = figure

    def render(self, record: StandingRow) -> str:
        return self.figure.text_of(record)


class StandingTable(ListTable):
    """The ranking; its order is the ranking's and cannot be changed."""

    caption = gettext_lazy("Standings")
    place = tables.Column(accessor="standing__rank", verbose_name=PLACE.heading, attrs=NUMBER)
    name = tables.Column(accessor="entry", verbose_name=NAME.heading)
    climbed = tables.Column(
        verbose_name="", attrs={"th": {"class": "tiny-hide"}, "td": {"class": "moved num tiny-hide"}}
    )

    def __init__(self, rows: Sequence[StandingRow], ranking: Ranking) -> None:
        columns = [(figure.key, FigureColumn(figure, nth)) for nth, figure in enumerate(figures_of(ranking))]
        super().__init__(rows, extra_columns=columns)

    def attrs_of(self, record: StandingRow) -> Attributes:
        gone = {"class": "gone"} if record.has_left else {}
        return {"id": f"player-{record.entry.number}", "data-number": record.entry.number, **gone}

    def render_name(self, value: Entry, record: StandingRow) -> str:
        return player_link(value, note_of(record))

    def render_climbed(self, value: int) -> str:
        return climbed(value)


# Who met whom, in the order of their places.

# With more rounds the cells move closer together.
MANY_ROUNDS = 5


class MeetingColumn(tables.Column):
    """Whom everybody met in a round, by the place in the same table, and how it ended."""

    def __init__(self, number: int) -> None:
        self.index = number - 1
        heading = lazy_html('<span class="visually-hidden">{} </span>{}', gettext_lazy("Round"), number)
        how = {"class": lambda record: f"meeting {record.cells[self.index].meeting}"}
        super().__init__(verbose_name=heading, attrs={"th": {"class": "meeting"}, "td": how})

    def render(self, record: CrossRow) -> SafeString:
        cell = record.cells[self.index]
        if cell.meeting is Meeting.ABSENT:
            return _met(meeting(cell), format_html('<span class="visually-hidden">{}</span>', _("absent")))
        result = _("bye") if cell.meeting is Meeting.BYE else met_result(cell, record.entry.number)
        return _met(meeting(cell), format_html("<small>{}</small>", result))


def _met(sign: str, how: SafeString) -> SafeString:
    return format_html('<span class="sign">{}</span> {}', sign, how)


class CriterionColumn(tables.Column):
    """A figure of the ranking, at the end of the row."""

    def __init__(self, figure: RankingColumn) -> None:
        classes = {"class": f"num criterion {figure.key}"}
        super().__init__(verbose_name=_heard(figure_heading(figure)), attrs={"cell": classes})
        self.figure = figure

    def render(self, record: CrossRow) -> str:
        return self.figure.text_of(record)


def _heard(heading: object) -> SafeString:
    return lazy_html('<span class="heard">{}</span>', heading)


class CrossTable(ListTable):
    """Everybody with a column for each round."""

    caption = gettext_lazy("Who played whom, by place")
    rank = tables.Column(accessor="standing__rank", verbose_name=_heard(PLACE.heading), attrs=NUMBER)
    name = tables.Column(accessor="entry", verbose_name=NAME.heading)

    def __init__(self, tournament: Tournament, rounds: int, rows: Sequence[CrossRow], ranking: Ranking) -> None:
        self.look = "table crosstable many" if rounds > MANY_ROUNDS else "table crosstable"
        meetings = [(f"round_{number}", MeetingColumn(number)) for number in range(1, rounds + 1)]
        figures = [(figure.key, CriterionColumn(figure)) for figure in figures_of(ranking)]
        super().__init__(rows, extra_columns=[*meetings, *figures])
        self.tournament = tournament

    def attrs_of(self, record: CrossRow) -> Attributes:
        gone = {"class": "gone"} if record.has_left else {}
        return {"id": f"cross-{record.entry.number}", "data-number": record.entry.number, **gone}

    def render_name(self, value: Entry, record: CrossRow) -> SafeString:
        name = value.display_name
        both = '<span class="narrow-hide">{}</span><span class="narrow-only">{}</span>'
        linked = link("player", self.tournament.slug, value.number, text=format_html(both, name, short_name(name)))
        return linked + small_note(HAS_LEFT if record.has_left else "")


# The matches of one player, round by round.

RESULT = {"th": NUMBER["cell"], "td": {"class": lambda record: "num winner" if record.has_won else "num"}}


# The criteria for which a column says what each match brought.
SHOWN_FOR = {
    "gained": {Criterion.POINT_DIFFERENCE},
    "points": {Criterion.POINTS_WON},
    "opponent_wins": COUNTS.keys() - {*OWN_MATCHES_ALONE},
}


class PathTable(ListTable):
    """Whom a player met, how it ended, and where that led, for the player."""

    caption: str | Promise = gettext_lazy("My matches")
    round_number = tables.Column(verbose_name=gettext_lazy("Round"), attrs=NUMBER)
    opponent = tables.Column(verbose_name=gettext_lazy("Opponent"))
    result = tables.Column(verbose_name=gettext_lazy("Result"), attrs=RESULT)
    rank_after = tables.Column(verbose_name=gettext_lazy("Place"), attrs=NUMBER)

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        """The name of whom they met in a round."""
        return bidi_name(opponent.display_name)

    def render_opponent(self, record: PathRow) -> str:
        if record.opponent:
            return self.opponent_cell(record.opponent, record.round_number)
        return _("bye") if record.result else format_html('<span class="quiet">{}</span>', _("absent"))

    def render_result(self, record: PathRow) -> str:
        if record.score:
            return "{}:{}".format(*record.score)
        if record.opponent and record.result:
            return format_html('<span class="small-note">{}</span>', outcome_label(record.result.outcome))
        return ""

    def render_rank_after(self, value: int) -> str:
        return ordinal(value)


class PlayerPathTable(PathTable):
    """The same for everyone, with what each match brought for the ranking, as far as that goes by it; `games` are told
    in words, by round.
    """

    opponent = tables.Column(
        verbose_name=gettext_lazy("Opponent"), footer=lambda table: _strong(_wins(table.standing.match_wins))
    )
    gained = tables.Column(
        verbose_name="±", attrs=SMALLEST_HIDE, footer=lambda table: _total(table, Criterion.POINT_DIFFERENCE)
    )
    points = tables.Column(
        verbose_name=CRITERIA[Criterion.POINTS_WON].heading,
        attrs=NUMBER,
        footer=lambda table: _total(table, Criterion.POINTS_WON),
    )
    opponent_wins = tables.Column(
        verbose_name=gettext_lazy("Opponent's wins"),
        attrs=NARROW_HIDE,
        footer=lambda table: _total(table, Criterion.BUCHHOLZ),
    )
    rank_after = tables.Column(verbose_name=gettext_lazy("Place"), attrs=TINY_HIDE)

    class Meta:
        sequence = ("round_number", "opponent", "result", "gained", "points", "opponent_wins", "rank_after")

    def __init__(self, entry: Entry, standing: Standing, path: Sequence[PathRow], games: Mapping[int, str]) -> None:
        without = [name for name, shown_for in SHOWN_FOR.items() if not shown_for & standing.figures.keys()]
        super().__init__(path, without=without)
        self.caption = _("Matches played by %(name)s") % {"name": isolated(entry.display_name)}
        self.standing, self.games = standing, games

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        return player_link(opponent, self.games.get(round_number, ""))

    def render_gained(self, value: int, record: PathRow) -> str:
        return signed(value) if record.result else ""

    def render_points(self, value: int, record: PathRow) -> str:
        return str(value) if record.result else ""


def _total(table: PlayerPathTable, criterion: Criterion) -> str:
    """The figure of the ranking that the column adds up to, where it has it."""
    figure = table.standing.figures.get(criterion)
    return "" if figure is None else _strong(figure_text(criterion, figure))


def _strong(text: object) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _wins(wins: int) -> str:
    return ngettext("%(counter)s match win", "%(counter)s match wins", wins) % {"counter": wins}

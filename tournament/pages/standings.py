"""What pages and papers show of the standings: ranking, cross table, course, podium and wall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, log
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.criteria import COUNTS, OWN_MATCHES_ALONE, counted
from tournament.engine.finals import shown_standings
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome, Ranking
from tournament.models import Entry, Tournament
from tournament.names import isolated, search_key, short_name
from tournament.pages import tables
from tournament.pages.sheets import Column, ColumnKind, ListColumn, Sheet, Strong, cells_of, occasion
from tournament.phrases import standings as phrases
from tournament.phrases.cash import cash_sentence
from tournament.phrases.players import HAS_LEFT, left_note
from tournament.phrases.results import outcome_label, result_text, score_text
from tournament.phrases.rounds import finals_third, round_mark, round_name
from tournament.phrases.values import enumeration, ordinal, signed
from tournament.queries import cash, persons, standings as queries
from tournament.queries.evening import Evening, evening_of
from tournament.queries.record import finals_places
from tournament.queries.rounds.pairings import PairingRow, PlayerPairing, RoundPage, round_page
from tournament.templatetags.tournament_format import climbed, meeting, met_result

# The course: how places changed from round to round, drawn as lines.

MOST_LINES = 32
# The size of a column and of a row, in units of the drawing.
STEP = 10
MIDDLE = STEP // 2
# The memory of a cached line in bytes, without its entry, which is counted with the cached facts.
BYTES_OF_A_LINE = 400
# A crowded drawing marks these places times powers of ten, but none closer than this share of the height.
MARKED, CLOSEST = (1, 2, 3, 5), 0.06


@dataclass(frozen=True, slots=True)
class Scale:
    """The y coordinates of the places from `first` to `last`, in units of the drawing.

    A row is as high as a name; a crowded drawing is logarithmic: the first places are far apart, later ones closer.
    """

    first: int = 1
    last: int = 1

    @property
    def places(self) -> int:
        return self.last - self.first + 1

    @property
    def is_crowded(self) -> bool:
        """Whether the drawing has too many lines to follow each by eye."""
        return self.places > MOST_LINES

    @property
    def height(self) -> int:
        return self.places * STEP

    def at(self, place: int) -> int:
        """The y coordinate of a place, which may also be above or below the drawing."""
        if not self.is_crowded:
            return (place - self.first) * STEP + MIDDLE
        share = log(place / self.first) / log(self.last / self.first)
        return MIDDLE + round(share * (self.height - STEP))

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The places marked beside a crowded drawing, each with its height as a CSS percentage."""
        tens = [mark * 10**power for power in range(len(str(self.last))) for mark in MARKED]
        marked: list[tuple[int, str]] = []
        free = 0.0
        for place in (self.first, *(mark for mark in sorted(tens) if self.first < mark <= self.last)):
            share = self.at(place) / self.height
            if share >= free:
                marked.append((place, f"{share:.1%}"))
                free = share + CLOSEST
        return tuple(marked)


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A player's place after the draw and after each round, or after each evening of a season; None before they joined.

    `number` is that in the address of the player's page. The first three lines of a drawing lead: they are emphasised.
    `row` is the row of the name, where places are shared.
    """

    number: int
    display_name: str
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
        return short_name(self.display_name, 26)

    @property
    def short(self) -> str:
        return short_name(self.display_name)

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [
            (column * STEP + MIDDLE, self.scale.at(rank)) for column, rank in enumerate(self.ranks) if rank is not None
        ]

    @property
    def path(self) -> str:
        """The SVG path of the line, which ends at the name on the right."""
        points = self._points
        (x, y), end = points[-1], self.scale.at(self.row or self.rank)
        return f"{curve(points)}h{MIDDLE}" if end == y else f"{curve(points)}L{x + MIDDLE} {end}"

    @property
    def dots(self) -> str:
        return dots(self._points)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """The lines of all players by current place; the columns are evenings (`days`) or rounds of the `tournament`."""

    lines: tuple[CourseLine, ...]
    rounds: int
    days: tuple[str, ...] = ()
    tournament: Tournament | None = None

    @property
    def kept_bytes(self) -> int:
        return 1_000 + BYTES_OF_A_LINE * len(self.lines)

    def between(self, first: int, last: int) -> Self:
        """Restrict the drawing to the players currently at these places; their lines may leave it in earlier rounds."""
        course_lines = self.lines[first - 1 : last]
        return replace(self, lines=tuple(replace(line, scale=Scale(first, last)) for line in course_lines))

    @property
    def scale(self) -> Scale:
        return self.lines[0].scale if self.lines else Scale()

    @property
    def drawn(self) -> tuple[CourseLine, ...]:
        """The lines in drawing order, the first three last, so that nothing covers them."""
        return self.lines[::-1]

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of the columns: the lot and the rounds, or the days."""
        if self.days or self.tournament is None:
            return self.days
        return (_("Lot"), *(_mark(self.tournament, number) for number in self.columns[1:]))

    @property
    def columns(self) -> range:
        return range(self.rounds + 1)

    @property
    def width(self) -> int:
        return (self.rounds + 1) * STEP


def _mark(tournament: Tournament, number: int) -> str:
    return round_mark(number, finals_places(tournament, number))


def marked_round(tournament: Tournament, number: int) -> SafeString:
    """The short heading of a round's column; screen readers read the round's full name instead."""
    return _marked(_mark(tournament, number), round_name(number, finals_places(tournament, number)))


def _marked(mark: str, name: str) -> SafeString:
    hidden = '<span aria-hidden="true" title="{}">{}</span><span class="visually-hidden">{}</span>'
    return format_html(hidden, name, mark, name)


def course_page(evening: Evening) -> CoursePage:
    """Compute every player's place after the draw and after each round."""
    record, entries = evening.record, evening.entries
    joined = {entry.number: entry.joined_round for entry in record.entries}
    rankings = [shown_standings(record, after_round) for after_round in range(evening.ranked_round + 1)]
    ranks = []
    for after_round, ranking in enumerate(rankings):
        # The places among those who had joined by then.
        numbers = [row.number for row in ranking if joined[row.number] <= after_round + 1]
        ranks.append({number: rank for rank, number in enumerate(numbers, start=1)})
    course_lines = [
        CourseLine(row.number, entries[row.number].display_name, tuple(rank.get(row.number) for rank in ranks))
        for row in rankings[-1]
        if row.has_place
    ]
    return CoursePage(tuple(course_lines), evening.ranked_round, tournament=evening.tournament).between(
        1, len(course_lines)
    )


@dataclass(frozen=True, slots=True)
class Way:
    """A single player's place after each round, drawn as a line; first place is at the top, the last at the bottom."""

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


def way_of(path: Sequence[queries.PathRow], player_count: int) -> Way:
    return Way(tuple(match.rank_after for match in path if match.rank_after is not None), player_count)


def dots(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path that draws a round dot at each point (with a round stroke), even in a stretched drawing."""
    # WebKit stretches a line without any length to an ellipse.
    return "".join(f"M{x} {y}h.01" for x, y in points)


def curve(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path through the points, horizontal at each of them."""
    (x, y), *other_points = points
    path = f"M{x} {y}"
    for next_x, next_y in other_points:
        middle = (x + next_x) // 2
        path += f"C{middle} {y} {middle} {next_y} {next_x} {next_y}"
        x, y = next_x, next_y
    return path


# The columns of the ranking, shared by pages, paper, files and messages.


# A column of the ranking.
RankingColumn = ListColumn[queries.StandingRow | queries.CrossRow]


def _tie_break_by_place(row: queries.StandingRow | queries.CrossRow) -> str:
    """Say which tie-break put the player ahead of the next one, whose name the next row shows; else empty."""
    return phrases.tie_words(row.below.standing) if isinstance(row, queries.StandingRow) and row.below else ""


PLACE = RankingColumn(
    "place",
    ColumnKind.NUMBER,
    lambda row: row.standing.place,
    gettext_lazy("Place"),
    cell=lambda row: row.standing.place or (phrases.lot_words(row.standing.lot) if row.standing.lot else None),
)
LOT = RankingColumn("lot", ColumnKind.NUMBER, lambda row: row.standing.lot)
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
    words = phrases.CRITERIA[criterion]
    return RankingColumn(
        criterion.value,
        ColumnKind.SIGNED if criterion is Criterion.POINT_DIFFERENCE else ColumnKind.NUMBER,
        lambda row: row.standing.figures[criterion],
        words.heading,
        meaning=capfirst(str(words.rule)) if words.term else "",
        in_words=partial(phrases.figure_in_words, criterion),
    )


def figures_of(ranking: Ranking) -> tuple[RankingColumn, ...]:
    return tuple(map(_figure, counted(ranking)))


def columns_of(ranking: Ranking) -> tuple[RankingColumn, ...]:
    number = RankingColumn("number", ColumnKind.NUMBER, lambda row: row.entry.number)
    return (PLACE, LOT, number, NAME, CLUB, *figures_of(ranking), DECIDED_BY)


def standings_sheet(tournament: Tournament, page: queries.StandingsPage) -> Sheet:
    """List the ranking after a round; the column of clubs appears only if somebody has one."""
    with_club = any(row.entry.club for row in page.rows)
    columns = [column for column in columns_of(page.ranking) if column.heading and (with_club or column is not CLUB)]
    is_over = is_final(tournament, page)
    if is_over and (prize_column := _prizes_column(tournament, page)):
        columns.append(prize_column)
    return Sheet(
        title=tournament.name,
        subtitle=standings_title(tournament, page),
        columns=tuple(column.listed for column in columns),
        rows=cells_of(columns, page.rows),
        notes=(
            *occasion(tournament),
            *provisional_notes(page.open_tables),
            *(() if is_over else left_notes(page.rows)),
            *ranking_notes(page.ranking, is_knock_out=page.is_knock_out),
            *filter(None, [finals_note(page)]),
        ),
    )


def finals_note(page: queries.StandingsPage) -> str:
    """Say how the finals affect the ranking; empty without finals, and in a knock-out evening."""
    if page.finals is queries.Finals.NONE or page.is_knock_out:
        return ""
    return phrases.finals_sentence(page.finals, page.in_finals)


def is_final(tournament: Tournament, page: queries.StandingsPage) -> bool:
    """Tell whether no match can change this ranking any more."""
    return tournament.is_closed or cash.is_complete(tournament, page)


def _prizes_column(tournament: Tournament, page: queries.StandingsPage) -> RankingColumn | None:
    """The column with the prizes of each place; None if no place has a prize."""
    prizes_by_place = defaultdict(list)
    for prize in cash.prize_rows(tournament, page):
        if prize.place and prize.description:
            prizes_by_place[prize.place].append(prize.description)
    if not prizes_by_place:
        return None
    return RankingColumn(
        "prizes",
        ColumnKind.REMARK,
        lambda row: enumeration(prizes_by_place.get(row.standing.place or 0, ())),
        gettext_lazy("Prize"),
    )


def left_notes(rows: Sequence[queries.StandingRow | queries.CrossRow]) -> tuple[str, ...]:
    return tuple(filter(None, [left_note([row.entry.display_name for row in rows if row.has_left])]))


def ranking_notes(ranking: Ranking, *, is_knock_out: bool = False) -> tuple[str, ...]:
    """Explain the headings, and the criteria if they differ from those of the tournament rules of Konstanz."""
    note = phrases.ranking_note(ranking, is_knock_out=is_knock_out)
    return tuple(filter(None, (phrases.ranking_terms(counted(ranking)), note)))


def standings_title(tournament: Tournament, page: queries.StandingsPage) -> str:
    """The title of the ranking; until all matches are over, it names the last round that counts."""
    if is_final(tournament, page):
        return _("Final standings")
    if page.is_knock_out and page.after_round:
        return phrases.standings_after(finals_places(tournament, page.after_round))
    if page.after_round:
        return _("Standings after round %(number)s") % {"number": page.after_round}
    return _("Standings before round 1")


def provisional_notes(open_tables: int) -> tuple[Strong, ...]:
    sentence = ngettext(
        "Provisional: %(count)d match is still open", "Provisional: %(count)d matches are still open", open_tables
    )
    return (Strong(sentence % {"count": open_tables}),) if open_tables else ()


# The cross table as a list.


def crosstable_sheet(tournament: Tournament, page: queries.CrosstablePage, *, with_scores: bool = True) -> Sheet:
    """List everyone by place with opponent and outcome of each round; without scores, nine rounds fit on a page."""
    legend = (
        _("3 ✓ means a win against the player in 3rd place in this table, 3 ✗ a loss; the score follows.")
        if with_scores
        else _("3 ✓ means a win against the player in 3rd place in this table, 3 ✗ a loss.")
    )
    figures = figures_of(page.ranking)
    rounds = tuple(Column(_mark(tournament, number), ColumnKind.MEETING) for number in page.round_numbers)
    return Sheet(
        title=tournament.name,
        subtitle=_("Cross table"),
        columns=(PLACE.listed, NAME.listed, *rounds, *(figure.listed for figure in figures)),
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
            *ranking_notes(page.ranking, is_knock_out=page.is_knock_out),
        ),
    )


def _meeting_cell(cell: queries.CrossCell, entry: Entry, *, with_scores: bool) -> str:
    if cell.opponent is None or cell.result is None:
        return Strong(outcome_label(Outcome.BYE)) if cell.meeting is queries.Meeting.BYE else "–"
    text = meeting(cell)
    if with_scores:
        text += f" {result_text(cell.result, entry.number)}"
    return Strong(text) if cell.meeting is queries.Meeting.WON else text


# The podium: the first three of a finished tournament, for its director.

# The number of criteria shown below each name; the standings below show all.
FIGURES = 2


def closed_page(tournament: Tournament) -> dict[str, Any]:
    """Build the context above the final standings of a closed tournament: the first three, each with their figures."""
    podium = podium_of(tournament, queries.standings_page(evening_of(tournament)))
    return {
        "podium": podium,
        "winner": podium[0][0].entry if podium else None,
        "cash": cash_sentence(cash.cost_statement(tournament)),
    }


def podium_of(tournament: Tournament, ranking: queries.StandingsPage) -> tuple[tuple[persons.Honour, str], ...]:
    """The first three of a ranking that no match changes any more, each with their figures; else nobody."""
    first = persons.honours(tournament, ranking)
    figures = [" · ".join(_best_figures(row)) for row in ranking.rows[: len(first)]]
    return tuple(zip(first, figures, strict=True))


def _best_figures(row: queries.StandingRow) -> tuple[str, ...]:
    _wins, *other_figures = list(row.standing.figures.items())[:FIGURES]
    words = (phrases.figure_in_words(*figure) for figure in other_figures)
    return (phrases.wins_words(row.standing.match_wins, row.finals_wins), *words)


# The wall display: expected players, the running round, in the end the podium.

# Up to this many players find their table in a list by table; for more, the display lists players by name.
MOST_AT_A_GLANCE = 40
# The most players that fit on a wall display; more are sent to their phones.
MOST_ON_A_WALL = 400


@dataclass(frozen=True, slots=True)
class Wall:
    """The contents of a wall display: before round 1 `expected` players, then the last round and the latest ranking.

    The round is a list of `tables`. If there are many players, it starts as a list `by_name`, and later shows open
    tables only. A closed tournament has no round but a `podium`, third place first. Lists are cut to the size of a
    wall. If `leads_to_phones`, before round 1 or with too many players to list by name, the display asks everybody to
    use their phone; `players` is then the number of players.
    """

    players: int = 0
    leads_to_phones: bool = False
    expected: tuple[Entry, ...] = ()
    pairings: RoundPage | None = None
    ranking: queries.StandingsPage | None = None
    by_name: tuple[PlayerPairing, ...] = ()
    tables: tuple[PairingRow, ...] = ()
    podium: tuple[persons.Honour, ...] = ()

    @property
    def leaves_out_finished_tables(self) -> bool:
        return self.pairings is not None and len(self.tables) < len(self.pairings.tables)


def wall_of(tournament: Tournament) -> Wall:
    evening = evening_of(tournament).in_public
    record = evening.record
    if not record.rounds:
        leavers = record.left
        entries = [entry for number, entry in evening.entries.items() if number not in leavers]
        return Wall(len(entries), leads_to_phones=True, expected=tuple(sorted(entries, key=_by_name))[:MOST_ON_A_WALL])
    whole_ranking = queries.standings_page(evening)
    ranking = replace(whole_ranking, rows=whole_ranking.rows[:MOST_ON_A_WALL]) if whole_ranking.after_round else None
    if tournament.is_closed and ranking:
        return Wall(ranking=ranking, podium=tuple(reversed(persons.honours(tournament, ranking))))
    pairings = round_page(evening, len(evening.rounds))
    sides = (PlayerPairing(entry, row) for row in pairings.rows for entry in (row.first, row.second) if entry)
    player_pairings = tuple(sorted(sides, key=lambda row: _by_name(row.entry)))
    if len(player_pairings) <= MOST_AT_A_GLANCE:
        return Wall(pairings=pairings, ranking=ranking, tables=pairings.tables)
    # The first results say nothing, as they are forfeits of absent players. Once a third of the tables is finished,
    # everybody present is playing, and nobody looks for their table any more.
    is_at_its_start = 3 * pairings.finished_tables < len(pairings.tables)
    if is_at_its_start and len(player_pairings) > MOST_ON_A_WALL:
        return Wall(len(player_pairings), leads_to_phones=True, pairings=pairings)
    if is_at_its_start:
        return Wall(pairings=pairings, by_name=player_pairings)
    still_open = tuple(row for row in pairings.tables if row.is_open)
    return Wall(pairings=pairings, ranking=ranking, tables=still_open[:MOST_ON_A_WALL])


def _by_name(entry: Entry) -> tuple[str, int]:
    return search_key(entry.display_name), entry.number


# The course as a table: places in numbers, by round or by evening.


class CourseTable(tables.ListTable):
    """Everybody by current place, with a column for each round or evening."""

    name = tables.Column(gettext_lazy("Name"), accessor="display_name", attrs={"td": {"scope": "row"}})

    def __init__(self, caption: str, course: CoursePage, headings: Sequence[object]) -> None:
        self.caption = caption
        columns = [
            (f"rank_{nth}", tables.Column(accessor=f"ranks__{nth}", verbose_name=heading, attrs=tables.NUMBER))
            for nth, heading in enumerate(headings)
        ]
        super().__init__(course.lines, extra_columns=columns)

    def attrs_of(self, record: CourseLine) -> tables.Attributes:
        return {"id": f"places-{record.number}", "data-number": record.number}

    def render_name(self, value: str) -> SafeString:
        return tables.bidi_name(value)


# The ranking as a table.

NO_PATHS: Mapping[int, Sequence[queries.PathRow]] = {}

# CSS classes that hide criteria: phones show three, small phones two, the smallest one, as names are never cut off.
HIDDEN = ("", " smallest-hide", " tiny-hide")


def figure_heading(figure: RankingColumn) -> str | Promise:
    """The short heading of a criterion, which links to its explanation, if any."""
    if not figure.meaning:
        return figure.heading
    return tables.lazy_html('<a href="#terms" title="{}">{}</a>', figure.meaning, figure.heading)


class FigureColumn(tables.Column):
    """The column of a criterion; a point difference is shown with its sign."""

    def __init__(self, figure: RankingColumn, heading: object, attrs: tables.Attributes) -> None:
        super().__init__(verbose_name=heading, attrs=attrs)
        self.figure = figure

    def render(self, record: queries.StandingRow | queries.CrossRow) -> str:
        cell = self.figure.cell_of(record)
        return signed(cell) if self.figure.kind is ColumnKind.SIGNED else str(cell)


class RoundResultColumn(tables.Column):
    """The column of a round with each player's result, their own points first, a win in bold."""

    def __init__(self, tournament: Tournament, number: int, paths: Mapping[int, Sequence[queries.PathRow]]) -> None:
        self.index, self.paths = number - 1, paths
        name = round_name(number, finals_places(tournament, number))
        heading = format_html('<abbr title="{}">{}</abbr>', name, _mark(tournament, number))
        super().__init__(verbose_name=heading, accessor="entry", attrs={"cell": {"class": "num of-round"}})

    def render(self, record: queries.StandingRow) -> str:
        match = self.paths[record.entry.number][self.index]
        if match.result is None:
            return "–"
        if match.result.outcome is Outcome.PENDING:
            return ""
        sign = "✓" if match.has_won else "✗"
        cell_text = score_text(match.score) if match.score else sign
        return format_html("<strong>{}</strong>" if match.has_won else "{}", cell_text)


class StandingTable(tables.ListTable):
    """The ranking, not sortable; with `paths`, as at the desk, there is a column of results for each round."""

    caption = gettext_lazy("Standings")
    place = tables.Column(PLACE.heading, accessor="standing__place", attrs=tables.NUMBER)
    name = tables.Column(NAME.heading, accessor="entry")
    climbed = tables.Column("", attrs={"th": {"class": "tiny-hide"}, "td": {"class": "moved num tiny-hide"}})

    def __init__(
        self,
        tournament: Tournament,
        standing_rows: Sequence[queries.StandingRow],
        ranking: Ranking,
        paths: Mapping[int, Sequence[queries.PathRow]] = NO_PATHS,
        at: str = "",
    ) -> None:
        columns = []
        for nth, figure in enumerate(figures_of(ranking)):
            hidden = HIDDEN[nth] if nth < len(HIDDEN) else " narrow-hide"
            classes = {"th": {"class": f"num{hidden}"}, "td": {"class": f"num {figure.key}{hidden}"}}
            columns.append((figure.key, FigureColumn(figure, figure_heading(figure), classes)))
        rounds = max((len(path) for path in paths.values()), default=0)
        results = [(f"round_{number}", RoundResultColumn(tournament, number, paths)) for number in range(1, rounds + 1)]
        super().__init__(standing_rows, extra_columns=[*results, *columns])
        self.at = at

    def attrs_of(self, record: queries.StandingRow) -> tables.Attributes:
        number, look = record.entry.number, "gone" if record.has_left else None
        return {"id": f"player-{number}", "data-number": number, "class": look}

    def render_name(self, value: Entry, record: queries.StandingRow) -> str:
        below = record.below
        tie = phrases.tie_words(below.standing, below.entry.display_name) if below else ""
        left_words = str(HAS_LEFT) if record.has_left else ""
        return tables.player_link(value, " · ".join(filter(None, (left_words, tie))), self.at)

    def render_climbed(self, value: int) -> str:
        return climbed(value)


# The cross table on a page, by place.

# With more rounds, cells are narrower.
MANY_ROUNDS = 5


class MeetingColumn(tables.Column):
    def __init__(self, tournament: Tournament, number: int) -> None:
        self.index = number - 1
        heading = marked_round(tournament, number)
        how = {"class": lambda record: f"meeting {record.cells[self.index].meeting}"}
        super().__init__(verbose_name=heading, attrs={"th": {"class": "meeting"}, "td": how})

    def render(self, record: queries.CrossRow) -> SafeString:
        cell = record.cells[self.index]
        if cell.meeting is queries.Meeting.ABSENT:
            how = format_html('<span class="visually-hidden">{}</span>', _("absent"))
        else:
            is_bye = cell.meeting is queries.Meeting.BYE
            how = format_html("<small>{}</small>", _("bye") if is_bye else met_result(cell, record.entry.number))
        return format_html('<span class="sign">{}</span> {}', meeting(cell), how)


def _heard(heading: object) -> SafeString:
    return tables.lazy_html('<span class="heard">{}</span>', heading)


class CrossTable(tables.ListTable):
    caption = gettext_lazy("Who played whom, by place")
    rank = tables.Column(_heard(PLACE.heading), accessor="standing", attrs=tables.NUMBER)
    name = tables.Column(NAME.heading, accessor="entry")

    def __init__(
        self,
        tournament: Tournament,
        rounds: int,
        cross_rows: Sequence[queries.CrossRow],
        ranking: Ranking,
        at: str = "",
    ) -> None:
        self.look = "table crosstable many" if rounds > MANY_ROUNDS else "table crosstable"
        meetings = [(f"round_{number}", MeetingColumn(tournament, number)) for number in range(1, rounds + 1)]
        figures = []
        for figure in figures_of(ranking):
            classes = {"cell": {"class": f"num criterion {figure.key}"}}
            figures.append((figure.key, FigureColumn(figure, _heard(figure_heading(figure)), classes)))
        super().__init__(cross_rows, extra_columns=[*meetings, *figures])
        self.tournament, self.at = tournament, at

    def attrs_of(self, record: queries.CrossRow) -> tables.Attributes:
        number, look = record.entry.number, "gone" if record.has_left else None
        return {"id": f"cross-{number}", "data-number": number, "class": look}

    def render_rank(self, record: queries.CrossRow) -> Any:
        return PLACE.cell_of(record) or ""

    def render_name(self, value: Entry, record: queries.CrossRow) -> SafeString:
        name = value.display_name
        names_html = '<span class="narrow-hide">{}</span><span class="narrow-only">{}</span>'
        linked = tables.link(
            f"{self.at}player", self.tournament.slug, value.number, text=format_html(names_html, name, short_name(name))
        )
        return linked + tables.small_note(HAS_LEFT if record.has_left else "")


# The path: the matches of one player, round by round.

RESULT = {"th": tables.NUMBER["cell"], "td": {"class": lambda record: "num winner" if record.has_won else "num"}}


# The columns that show what a match adds to a criterion; each is shown if the ranking uses one of these criteria.
SHOWN_FOR = {
    "gained": {Criterion.POINT_DIFFERENCE},
    "points": {Criterion.POINTS_WON},
    "opponent_wins": COUNTS.keys() - {*OWN_MATCHES_ALONE},
}


# A player's matches as points of a board: each point is 56 wide, 62 from the next one, and holds five checkers.
POINT, CHECKERS, POINTS_IN_A_ROW = 62, 5, 7


def way_on_the_board(path: Sequence[queries.PathRow]) -> tuple[tuple[int, list[tuple[Any, ...]]], ...]:
    """Draw the matches of a path as points of a board, in rows of the same length, each with its width.

    A point has its middle, its triangle, the heights of its checkers, as many as points were won, how many they stand
    for if they are more than fit, its score in words, and whether the match was won.
    """
    matches = [row for row in path if row.result]
    row_length = ceil(len(matches) / max(1, ceil(len(matches) / POINTS_IN_A_ROW)))
    rows = [matches[start : start + row_length] for start in range(0, len(matches), row_length)] if matches else []
    return tuple(
        (POINT * row_length + 8, [_point(row, POINT * nth + 35) for nth, row in enumerate(row)]) for row in rows
    )


def _point(row: queries.PathRow, x: int) -> tuple[Any, ...]:
    own_points = row.score[0] if row.score else 0
    checkers = [17 + 25 * nth for nth in range(min(own_points, CHECKERS))]
    words = score_text(row.score) if row.score else "–" if row.opponent else _("bye")
    return x, f"M{x - 28} 0h56L{x} 118z", checkers, own_points if own_points > CHECKERS else "", words, row.has_won


def best_win(path: Iterable[queries.PathRow], ranking: queries.StandingsPage) -> str:
    """Name the best-placed opponent beaten at the board; empty without one."""
    ranks = {row.entry.number: row.standing.rank for row in ranking.placed_rows}
    beaten = [row for row in path if row.has_won and row.opponent and row.score and row.opponent.number in ranks]
    best = min(beaten, key=lambda row: ranks[row.opponent.number] if row.opponent else 0, default=None)
    if best is None or best.opponent is None or best.score is None:
        return ""
    facts = {
        "score": score_text(best.score),
        "name": isolated(best.opponent.display_name),
        "place": ordinal(ranks[best.opponent.number]),
    }
    return _("Best win: %(score)s against %(name)s (came %(place)s)") % facts


class PathTable(tables.ListTable):
    """A player's opponents and results, and the place after each round, for the player's own page."""

    caption: str | Promise = gettext_lazy("My matches")
    round_number = tables.Column(gettext_lazy("Round"), attrs=tables.NUMBER)
    opponent = tables.Column(gettext_lazy("Opponent"))
    result = tables.Column(gettext_lazy("Result"), attrs=RESULT)
    rank_after = tables.Column(gettext_lazy("Place"), attrs=tables.NUMBER)

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        return tables.bidi_name(opponent.display_name)

    def __init__(self, tournament: Tournament, path: Sequence[queries.PathRow], **settings: Any) -> None:
        super().__init__(path, **settings)
        self.tournament = tournament

    def render_round_number(self, record: queries.PathRow) -> str:
        if record.is_for_third:
            return _marked(ordinal(3), finals_third())
        if record.in_second:
            return _marked(round_mark(record.round_number), _("Consolation"))
        return marked_round(self.tournament, record.round_number)

    def render_opponent(self, record: queries.PathRow) -> str:
        if record.opponent:
            return self.opponent_cell(record.opponent, record.round_number)
        return _("bye") if record.result else format_html('<span class="quiet">{}</span>', _("absent"))

    def render_result(self, record: queries.PathRow) -> str:
        if record.score:
            return score_text(record.score)
        if record.opponent and record.result:
            return format_html('<span class="small-note">{}</span>', outcome_label(record.result.outcome))
        return ""

    def render_rank_after(self, value: int) -> str:
        return ordinal(value)


class PlayerPathTable(PathTable):
    """A player's public table of matches, with what each adds to the criteria in use; `games` are texts by round."""

    opponent = tables.Column(gettext_lazy("Opponent"), footer=lambda table: _strong(_wins(table.standing.match_wins)))
    gained = tables.Column(
        "±", attrs=tables.SMALLEST_HIDE, footer=lambda table: _total(table, Criterion.POINT_DIFFERENCE)
    )
    points = tables.Column(
        phrases.CRITERIA[Criterion.POINTS_WON].heading,
        attrs=tables.NUMBER,
        footer=lambda table: _total(table, Criterion.POINTS_WON),
    )
    opponent_wins = tables.Column(
        gettext_lazy("Opponent's wins"),
        attrs=tables.NARROW_HIDE,
        footer=lambda table: _total(table, Criterion.BUCHHOLZ),
    )
    rank_after = tables.Column(gettext_lazy("Place"), attrs=tables.TINY_HIDE)

    class Meta:
        sequence = ("round_number", "opponent", "result", "gained", "points", "opponent_wins", "rank_after")

    def __init__(
        self,
        entry: Entry,
        standing: Standing,
        path: Sequence[queries.PathRow],
        games: Mapping[int, str],
        at: str = "",
    ) -> None:
        without = [name for name, shown_for in SHOWN_FOR.items() if not shown_for & standing.figures.keys()]
        super().__init__(entry.tournament, path, without=without)
        self.caption = _("Matches played by %(name)s") % {"name": isolated(entry.display_name)}
        self.standing, self.games, self.at = standing, games, at

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        return tables.player_link(opponent, self.games.get(round_number, ""), self.at)

    def render_gained(self, value: int, record: queries.PathRow) -> str:
        return signed(value) if record.result else ""

    def render_points(self, value: int, record: queries.PathRow) -> str:
        return str(value) if record.result else ""


def _total(table: PlayerPathTable, criterion: Criterion) -> str:
    """The total of a column if it is a criterion of the ranking; else empty."""
    figure = table.standing.figures.get(criterion)
    return "" if figure is None else _strong(phrases.figure_text(criterion, figure))


def _strong(text: object) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _wins(wins: int) -> str:
    return ngettext("%(counter)s match win", "%(counter)s match wins", wins) % {"counter": wins}

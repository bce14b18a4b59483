"""The ranking: its columns, once for the page, the paper, the files and the messages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.engine.criteria import counted
from tournament.engine.terms import Criterion, Ranking
from tournament.models import Tournament
from tournament.pages.sheets import Cell, Column, ColumnKind, Sheet, Strong, occasion
from tournament.phrases.players import HAS_LEFT, left_note
from tournament.phrases.standings import CRITERIA, figure_in_words, ranking_note, ranking_terms, tie_words
from tournament.phrases.values import signed
from tournament.queries.standings import CrossRow, StandingRow, StandingsPage


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

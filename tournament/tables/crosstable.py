"""Who met whom, in the order of their places."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.engine.terms import Ranking
from tournament.models import Entry, Tournament
from tournament.names import short_name
from tournament.pages.standings import NAME, PLACE, RankingColumn, figures_of
from tournament.phrases.players import HAS_LEFT
from tournament.queries.standings import CrossRow, Meeting
from tournament.tables.base import NUMBER, Attributes, ListTable, lazy_html, link, small_note
from tournament.tables.standings import figure_heading
from tournament.templatetags.tournament_format import meeting, met_result

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

"""The ranking."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.engine.terms import Ranking
from tournament.models import Entry
from tournament.pages.standings import NAME, PLACE, RankingColumn, figures_of, note_of
from tournament.queries.standings import StandingRow
from tournament.tables.base import NUMBER, Attributes, ListTable, lazy_html, player_link
from tournament.templatetags.tournament_format import climbed

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

    caption = _("Standings")
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

"""What a correction changes."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.engine.criteria import OWN_MATCHES_ALONE, counted
from tournament.engine.terms import Criterion, Ranking
from tournament.phrases.standings import criterion_label, figure_text
from tournament.phrases.values import changed
from tournament.queries.results import PlayerChange
from tournament.tables.base import NUMBER, ListTable


class ChangedFigure(tables.Column):
    """A figure of the ranking before and after."""

    def __init__(self, criterion: Criterion) -> None:
        heading = _("Wins") if criterion is Criterion.MATCH_WINS else capfirst(criterion_label(criterion))
        super().__init__(verbose_name=heading, attrs=NUMBER, empty_values=())
        self.criterion = criterion

    def render(self, record: PlayerChange) -> str:
        before, after = (
            figure_text(self.criterion, row.figures[self.criterion]) for row in (record.before, record.after)
        )
        return changed(before, after)


class EffectTable(ListTable):
    """What it changes for the two players at the table of what their own matches count for."""

    caption = _("Effect on the two players")
    name = tables.Column(accessor="entry__display_name", verbose_name=_("Name"))

    def __init__(self, rows: Sequence[PlayerChange], ranking: Ranking) -> None:
        shown = [criterion for criterion in counted(ranking) if criterion in OWN_MATCHES_ALONE]
        super().__init__(rows, extra_columns=[(criterion.value, ChangedFigure(criterion)) for criterion in shown])

"""What a correction changes."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournament.phrases.values import changed, signed
from tournament.queries.corrections import PlayerChange
from tournament.tables.base import NUMBER, ListTable


class EffectTable(ListTable):
    """What it changes for the two players at the table."""

    caption = _("Effect on the two players")
    name = tables.Column(accessor="entry__display_name", verbose_name=_("Name"))
    match_wins = tables.Column(verbose_name=_("Wins"), attrs=NUMBER)
    point_difference = tables.Column(verbose_name=_("Point difference"), attrs=NUMBER)

    def render_match_wins(self, record: PlayerChange) -> str:
        return changed(record.before.match_wins, record.after.match_wins)

    def render_point_difference(self, record: PlayerChange) -> str:
        return changed(signed(record.before.point_difference), signed(record.after.point_difference))

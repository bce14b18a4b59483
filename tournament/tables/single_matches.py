"""The matches of a club outside its evenings, as those see them who enter them."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournament.models import Club, ImportedMatch
from tournament.tables.base import NUMBER, Attributes, ListTable, bidi_name, link


class SingleMatchTable(ListTable):
    """The matches entered last, the newest first; the day leads to where a match is corrected."""

    caption = gettext_lazy("Matches entered")
    day = tables.Column(accessor="date", verbose_name=gettext_lazy("Date"))
    pair = tables.Column(accessor="pk", verbose_name=gettext_lazy("Match"))
    score = tables.Column(accessor="pk", verbose_name=gettext_lazy("Score"), attrs=NUMBER)
    length = tables.Column(accessor="match_length", verbose_name=gettext_lazy("to"), attrs=NUMBER)

    def __init__(self, club: Club, rows: Sequence[ImportedMatch]) -> None:
        super().__init__(rows)
        self.club = club

    def attrs_of(self, record: ImportedMatch) -> Attributes:
        return {"id": f"match-{record.pk}"}

    def render_day(self, record: ImportedMatch) -> SafeString:
        return link("single_match", self.club.slug, record.pk, text=date_format(record.date, "SHORT_DATE_FORMAT"))

    def render_pair(self, record: ImportedMatch) -> SafeString:
        winner, loser = (bidi_name(each.real.name) for each in (record.winner, record.loser))
        return format_html("<strong>{}</strong> – {}", winner, loser)

    def render_score(self, record: ImportedMatch) -> str:
        return "" if record.winner_points is None else f"{record.winner_points}:{record.loser_points}"

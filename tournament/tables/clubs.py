"""The clubs of an installation."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models import Club
from tournament.pages.directory import ClubRow
from tournament.tables.base import ListTable, bidi_name, link, strong_link


class ClubTable(ListTable):
    """The clubs, in the order of their names."""

    caption = _("Clubs")
    club = tables.Column(verbose_name=_("Club"))
    evening = tables.Column(verbose_name=_("Next evening"), attrs={"th": {"class": "state"}})

    def render_club(self, value: Club) -> SafeString:
        return strong_link(reverse("club", args=[value.slug]), bidi_name(value.name), value.place)

    def render_evening(self, record: ClubRow) -> SafeString | str:
        if record.evening is None:
            return ""
        tournament = record.evening.tournament
        date = date_format(tournament.date, "SHORT_DATE_FORMAT")
        when = ("chip", _("running now")) if record.evening.is_running else ("small-note", date)
        evening = link("standings", tournament.slug, text=bidi_name(tournament.name))
        return format_html('{} <span class="{}">{}</span>', evening, *when)

"""Tournaments by date."""

import datetime
from typing import Any

import django_tables2 as tables
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.tables.base import TINY_HIDE, ListTable, link, small_note, strong_link


class TournamentTable(ListTable):
    """The tournaments of this installation, newest first."""

    caption = _("Tournaments")
    name = tables.Column(verbose_name=_("Tournament"))
    state = tables.Column(verbose_name=_("Status"), attrs={"th": {"class": "state"}, "td": {"class": "whole-words"}})

    def render_name(self, value: str, record: Any) -> str:
        where = f"{record.venue} · " if record.venue else ""
        return strong_link(record.url, value, f"{where}{formats.date_format(record.date, 'SHORT_DATE_FORMAT')}")


class EveningTable(ListTable):
    """The past evenings of a club, the newest first."""

    caption = _("Past evenings")
    date = tables.Column(verbose_name=_("Date"), attrs={"td": {"class": "whole-words"}})
    name = tables.Column(verbose_name=_("Tournament"))
    players = tables.Column(verbose_name=_("Players"), attrs=TINY_HIDE)

    def render_date(self, value: datetime.date) -> str:
        return formats.date_format(value, "SHORT_DATE_FORMAT")

    def render_name(self, value: str, record: Tournament) -> SafeString:
        return link("standings", record.slug, text=value) + small_note(record.venue)

"""Tournaments by date."""

from typing import Any

import django_tables2 as tables
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from tournament.tables.base import ListTable, strong_link


class TournamentTable(ListTable):
    """The tournaments of this installation, newest first."""

    caption = _("Tournaments")
    name = tables.Column(verbose_name=_("Tournament"))
    state = tables.Column(verbose_name=_("Status"), attrs={"th": {"class": "state"}, "td": {"class": "whole-words"}})

    def render_name(self, value: str, record: Any) -> str:
        where = f"{record.venue} · " if record.venue else ""
        return strong_link(record.url, value, f"{where}{formats.date_format(record.date, 'SHORT_DATE_FORMAT')}")

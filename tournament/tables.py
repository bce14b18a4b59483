"""The columns of the lists that people read."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import formats
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tournament.models import Club, Entry
from tournament.pages.directory import ClubRow
from tournament.pages.standings import FIGURES, NAME, PLACE, RankingColumn, tie_break
from tournament.phrases.backups import snapshot_reason, snapshot_whereabouts
from tournament.queries.standings import StandingRow
from tournament.templatetags.tournament_format import climbed

lazy_html = lazy(format_html, SafeString)
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


def player_link(entry: Entry, note: str = "") -> str:
    """The name, leading to the player's page, with a small note under it."""
    url = reverse("player", args=[entry.tournament.slug, entry.number])
    small = format_html('<span class="small-note">{}</span>', note) if note else ""
    return format_html('<a href="{}"><bdi>{}</bdi></a>{}', url, entry.display_name, small)


class FigureColumn(tables.Column):
    """What the ranking goes by; its short heading leads to what it means."""

    def __init__(self, figure: RankingColumn) -> None:
        heading = figure.heading
        if figure.meaning:
            heading = lazy_html('<a href="#terms" title="{}">{}</a>', figure.meaning, heading)
        attrs = {**NUMBER, "td": {"class": f"num {figure.key}"}}
        super().__init__(accessor="standing", verbose_name=heading, attrs=attrs)
        self.figure = figure

    def render(self, record: StandingRow) -> str:
        return self.figure.text_of(record)


class StandingTable(tables.Table):
    """The ranking; its order is the ranking's and cannot be changed."""

    caption = _("Standings")
    place = tables.Column(accessor="standing__rank", verbose_name=PLACE.heading, attrs=NUMBER)
    name = tables.Column(accessor="entry", verbose_name=NAME.heading)
    climbed = tables.Column(
        verbose_name="", attrs={"th": {"class": "tiny-hide"}, "td": {"class": "moved num tiny-hide"}}
    )

    class Meta:
        orderable = False
        attrs = {"class": "table"}
        row_attrs = {
            "data-number": lambda record: record.entry.number,
            "id": lambda record: f"player-{record.entry.number}",
            "class": lambda record: "gone" if record.entry.withdrawn_after is not None else "",
        }

    def __init__(self, rows: Sequence[StandingRow]) -> None:
        super().__init__(rows, extra_columns=[(figure.key, FigureColumn(figure)) for figure in FIGURES])

    def render_name(self, value: Entry, record: StandingRow) -> str:
        return player_link(value, tie_break(record))

    def render_climbed(self, value: int) -> str:
        return climbed(value)


class EntryTable(tables.Table):
    """The players before the first round."""

    caption = _("Players")
    number = tables.Column(verbose_name=_("No."), attrs=NUMBER)
    name = tables.Column(accessor="display_name", verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"))

    class Meta:
        orderable = False
        attrs = {"class": "table"}
        row_attrs = {"data-number": lambda record: record.number}


class SnapshotTable(tables.Table):
    """The backups, newest first."""

    caption = _("Backups")
    name = tables.Column(verbose_name=_("Created"))
    where = tables.Column(empty_values=(), verbose_name=_("Location"), attrs={"td": {"class": "whole-words"}})
    size = tables.Column(
        verbose_name=_("Size"), attrs={"th": {"class": "num narrow-hide"}, "td": {"class": "num narrow-hide"}}
    )

    class Meta:
        orderable = False
        attrs = {"class": "table"}

    def render_name(self, value: Any) -> str:
        taken_at = localtime(value.taken_at)
        made = f"{formats.date_format(taken_at, 'SHORT_DATE_FORMAT')} {taken_at:%H:%M}"
        reason = snapshot_reason(value.reason, value.round_number, value.slug)
        link = '<a class="fw-bold" href="{}">{}</a><span class="small-note">{}</span>'
        return format_html(link, reverse("copy", args=[value]), made, reason)

    def render_where(self, record: Any) -> str:
        return snapshot_whereabouts(is_here=record.is_here, is_in_second_folder=record.is_in_second_folder)

    def render_size(self, value: int) -> str:
        return filesizeformat(value)


class TournamentTable(tables.Table):
    """The tournaments of this installation, newest first."""

    caption = _("Tournaments")
    name = tables.Column(verbose_name=_("Tournament"))
    state = tables.Column(verbose_name=_("Status"), attrs={"th": {"class": "state"}, "td": {"class": "whole-words"}})

    class Meta:
        orderable = False
        attrs = {"class": "table"}

    def render_name(self, value: str, record: Any) -> str:
        where = f"{record.venue} · " if record.venue else ""
        date = formats.date_format(record.date, "SHORT_DATE_FORMAT")
        link = '<a class="fw-bold" href="{}">{}</a><span class="small-note">{}{}</span>'
        return format_html(link, record.url, value, where, date)


class ClubTable(tables.Table):
    """The clubs, in the order of their names."""

    caption = _("Clubs")
    club = tables.Column(verbose_name=_("Club"))
    evening = tables.Column(empty_values=(), verbose_name=_("Next evening"), attrs={"th": {"class": "state"}})

    class Meta:
        orderable = False
        attrs = {"class": "table"}

    def render_club(self, value: Club) -> str:
        link = '<a class="fw-bold" href="{}"><bdi>{}</bdi></a><span class="small-note">{}</span>'
        return format_html(link, reverse("club", args=[value.slug]), value.name, value.place)

    def render_evening(self, record: ClubRow) -> str:
        if record.evening is None:
            return ""
        tournament = record.evening.tournament
        date = formats.date_format(tournament.date, "SHORT_DATE_FORMAT")
        when = ("chip", _("running now")) if record.evening.is_running else ("small-note", date)
        link = '<a href="{}"><bdi>{}</bdi></a> <span class="{}">{}</span>'
        return format_html(link, reverse("standings", args=[tournament.slug]), tournament.name, *when)

"""The pairings and results of a round, as everyone sees them."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament.models import Entry, Tournament
from tournament.pages.live_scores import LiveScore
from tournament.phrases.results import result_text
from tournament.queries.rounds import PairingRow
from tournament.tables.base import MOST_KEPT, NUMBER, Attributes, ListTable
from tournament.templatetags.tournament_format import query_of_clock

PAIRED = SafeString('<a href="{}" data-number="{}"{}><bdi>{}</bdi></a>')
LIVE = SafeString('<span class="live-score"><b>{}</b> <small>{}</small></span>')
WINNER = SafeString(' class="winner"')


class RoundTable(ListTable):
    """A round in pairing order; the tables in `replays` can be replayed, those in `live` are shown as they stand."""

    table_number = tables.Column(
        accessor="table",
        verbose_name=gettext_lazy("Table"),
        attrs={**NUMBER, "td": {"class": "num table-number"}},
        default="–",
    )
    players = tables.Column(verbose_name=gettext_lazy("Players"))
    result = tables.Column(verbose_name=gettext_lazy("Result"), attrs=NUMBER)

    def __init__(
        self,
        tournament: Tournament,
        number: int,
        rows: Sequence[PairingRow],
        replays: Collection[int] = (),
        live: Mapping[int, LiveScore] | None = None,
    ) -> None:
        super().__init__(rows)
        self.caption = _("Pairings of round %(number)s") % {"number": number}
        self.tournament, self.number, self.replays = tournament, number, replays
        self.live = live or {}

    def attrs_of(self, record: PairingRow) -> Attributes:
        return {"id": f"pairing-{record.key}"}

    def render_players(self, record: PairingRow) -> SafeString:
        winner = record.winner
        sides = (record.first, record.second) if record.second else (record.first,)
        return mark_safe("".join([self._side(entry, has_won=entry == winner) for entry in sides]))

    def _side(self, entry: Entry, *, has_won: bool) -> SafeString:
        return _side(self.tournament.slug, entry.number, entry.display_name, get_language(), has_won=has_won)

    def render_result(self, record: PairingRow) -> SafeString:
        replay = clock = ""
        if record.table in self.replays:
            address = reverse("replay", args=[self.tournament.slug, self.number, record.table])
            replay = format_html('<p class="live-only"><a class="tap" href="{}">{}</a></p>', address, _("Replay"))
        if record.second and record.is_open:
            names, tournament = (record.first.display_name, record.second.display_name), self.tournament
            clock = _clock_link(names, tournament.match_length, tournament.clock, get_language())
        stands = self.live.get(record.key)
        state = format_html(LIVE, stands.score, stands.beside) if stands else _state(record)
        return format_html("{}{}{}", state, replay, clock)


@lru_cache(maxsize=MOST_KEPT)
def _side(slug: str, number: int, name: str, _language: str | None, *, has_won: bool) -> SafeString:
    return format_html(PAIRED, reverse("player", args=[slug, number]), number, WINNER if has_won else "", name)


@lru_cache(maxsize=MOST_KEPT)
def _clock_link(names: tuple[str, str], length: int, clock: str, _language: str | None) -> SafeString:
    return render_to_string("public/clock_link.html", {"query": query_of_clock(names, length, clock)})


def _state(row: PairingRow) -> str:
    if row.is_bye:
        return format_html('<span class="chip">{}</span>', _("bye"))
    if row.waits_for_board and row.is_open:
        return format_html('<span class="chip warn">{}</span>', _("later"))
    if row.is_changed and not row.is_bye:
        return format_html('<span class="chip warn">{}</span>', _("new"))
    return result_text(row.result, row.first.number)

"""The pairings and results of a round, as everyone sees them."""

from collections.abc import Collection, Mapping, Sequence

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entry, Tournament
from tournament.pages.live_scores import LiveScore
from tournament.phrases.results import result_text
from tournament.queries.rounds import PairingRow
from tournament.tables.base import NUMBER, Attributes, ListTable

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
        return format_html("{}" * len(sides), *[self._side(entry, has_won=entry == winner) for entry in sides])

    def _side(self, entry: Entry, *, has_won: bool) -> SafeString:
        address = reverse("player", args=[self.tournament.slug, entry.number])
        return format_html(PAIRED, address, entry.number, WINNER if has_won else "", entry.display_name)

    def render_result(self, record: PairingRow) -> SafeString:
        replay = clock = ""
        if record.table in self.replays:
            address = reverse("replay", args=[self.tournament.slug, self.number, record.table])
            replay = format_html('<p class="live-only"><a class="tap" href="{}">{}</a></p>', address, _("Replay"))
        if record.second and record.is_open:
            clock = render_to_string("public/clock_link.html", {"row": record, "tournament": self.tournament})
        stands = self.live.get(record.key)
        state = format_html(LIVE, stands.score, stands.beside) if stands else _state(record)
        return format_html("{}{}{}", state, replay, clock)


def _state(row: PairingRow) -> str:
    if row.is_bye:
        return format_html('<span class="chip">{}</span>', _("bye"))
    if row.waits_for_board and row.is_open:
        return format_html('<span class="chip warn">{}</span>', _("later"))
    if row.is_changed and not row.is_bye:
        return format_html('<span class="chip warn">{}</span>', _("new"))
    return result_text(row.result, row.first.number)

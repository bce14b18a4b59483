"""Players by name or number: who is there, who sits where, whose lot is which."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entry, Tournament
from tournament.queries.rounds import PlayerPairing
from tournament.tables.base import NUMBER, TABLE_NUMBER, Attributes, ListTable, bidi_name, link


class EntryTable(ListTable):
    """The players before the first round."""

    caption = gettext_lazy("Players")
    number = tables.Column(verbose_name=gettext_lazy("No."), attrs=NUMBER)
    name = tables.Column(accessor="display_name", verbose_name=gettext_lazy("Name"))
    club = tables.Column(verbose_name=gettext_lazy("Club"), default="—")

    def attrs_of(self, record: Entry) -> Attributes:
        return {"data-number": record.number}


class PlayerPairingTable(ListTable):
    """Everybody by name, with their table of the round."""

    caption = gettext_lazy("Players by name and their tables")
    name = tables.Column(accessor="entry", verbose_name=gettext_lazy("Name"))
    table_number = tables.Column(verbose_name=gettext_lazy("Table"), attrs=TABLE_NUMBER)
    opponent = tables.Column(verbose_name=gettext_lazy("Opponent"), attrs={"cell": {"class": "tiny-hide"}})

    def __init__(self, tournament: Tournament, rows: Sequence[PlayerPairing]) -> None:
        super().__init__(rows)
        self.tournament = tournament

    def attrs_of(self, record: PlayerPairing) -> Attributes:
        return {"id": f"player-{record.entry.number}", "data-number": record.entry.number}

    def render_name(self, value: Entry) -> SafeString:
        return link("player", self.tournament.slug, value.number, text=bidi_name(value.display_name))

    def render_table_number(self, record: PlayerPairing) -> str:
        if record.pairing is None:
            return "–"
        return _("bye") if record.pairing.is_bye else str(record.pairing.table)

    def render_opponent(self, value: Entry) -> SafeString:
        return bidi_name(value.display_name)


class LotTable(ListTable):
    """The lots after a round, the best first."""

    caption = gettext_lazy("Lots, best first")
    number = tables.Column(accessor="entry__number", verbose_name=gettext_lazy("No."), attrs=NUMBER)
    name = tables.Column(accessor="entry", verbose_name=gettext_lazy("Name"))
    lot = tables.Column(verbose_name=gettext_lazy("Lot"))

    def render_name(self, value: Entry) -> SafeString:
        return bidi_name(value.display_name)

    def render_lot(self, value: str) -> SafeString:
        return format_html('<code class="lot">{}</code>', value)

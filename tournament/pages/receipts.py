"""What is handed out for a payment."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Entry
from tournament.pages.sheets import Column, Kind, Sheet, Strong, occasion
from tournament.phrases.values import money


def receipt_sheet(entry: Entry) -> Sheet:
    """That a player has paid, when and to whom as far as that is known, to be signed; its number is the player's."""
    tournament = entry.tournament
    at = entry.paid_at and timezone.localtime(entry.paid_at)
    told = (
        (_("Received from"), Strong(entry.name)),
        (_("Entry fee"), Strong(money(entry.kept_cents, tournament.currency))),
        (_("Paid on"), at and f"{date_format(at, 'DATE_FORMAT')}, {date_format(at, 'H:i')}"),
        (_("Received by"), entry.paid_to),
    )
    return Sheet(
        title=tournament.name,
        subtitle=_("Receipt %(number)s") % {"number": entry.number},
        columns=(Column(_("Item"), Kind.REMARK), Column(_("Details"), Kind.NAME)),
        rows=tuple((label, text) for label, text in told if text),
        notes=occasion(tournament),
        signatures=(_("Place and date"), _("Signature")),
    )

"""What stands on a voucher."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.money.vouchers import Movement, Voucher
from tournament.pages.sheets import Column, Kind, Sheet, Strong, occasion
from tournament.phrases.values import money
from tournament.phrases.vouchers import voucher_subject, voucher_title


def voucher_sheet(tournament: Tournament, voucher: Voucher) -> Sheet:
    """Who paid or got back what, when and by whose hand as far as that is known; who has got money signs."""
    cancelled = (Strong(_("Cancelled")),) if voucher.is_cancelled else ()
    whose = _("Signature of %(name)s") % {"name": voucher.party}
    return Sheet(
        title=tournament.name,
        subtitle=voucher_title(voucher),
        columns=(Column(_("Item"), Kind.REMARK), Column(_("Details"), Kind.NAME)),
        rows=tuple((label, text) for label, text in _told(tournament, voucher) if text),
        notes=(*occasion(tournament), *cancelled),
        signatures=(_("Place and date"), whose if voucher.movement is Movement.REFUND else _("Signature")),
    )


def _told(tournament: Tournament, voucher: Voucher) -> Iterator[tuple[str, str]]:
    currency, movement = tournament.currency, voucher.movement
    party, when, hand = {
        Movement.FEE: (_("Received from"), _("Paid on"), _("Received by")),
        Movement.REFUND: (_("Refunded to"), _("Refunded on"), _("Refunded by")),
        Movement.PRIZE: ("", _("Entered on"), _("Entered by")),
    }[movement]
    yield _("Issued by"), tournament.organiser
    yield party, Strong(voucher.party) if voucher.party else ""
    yield _("For"), voucher_subject(voucher)
    yield _("Amount"), Strong(money(voucher.cents, currency))
    if voucher.is_part:
        yield _("Paid so far"), money(voucher.kept_cents, currency)
        yield _("Still open"), money(voucher.open_cents, currency)
    yield when, _moment(voucher.at)
    yield hand, voucher.hand


def _moment(at: datetime | None) -> str:
    if at is None:
        return ""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATE_FORMAT')}, {date_format(local, 'H:i')}"

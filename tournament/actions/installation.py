"""The marks that the installation itself stores, apart from its tournaments."""

from datetime import datetime

from tournament.models import PrintedAddress


def note_printed_address(*, url: str, at: datetime) -> None:
    """Remember that paper with this public address is handed out.

    That is so once a round is drawn. Printing itself stores nothing, so that it goes on where the disk is full.
    """
    PrintedAddress.objects.update_or_create(url=url, defaults={"printed_at": at})

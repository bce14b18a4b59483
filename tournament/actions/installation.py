"""What the installation remembers beside its tournaments."""

from datetime import datetime

from tournament.models import PrintedAddress


def note_printed_address(*, url: str, at: datetime) -> None:
    """Remember that paper with this public address has been handed out."""
    PrintedAddress.objects.update_or_create(url=url, defaults={"printed_at": at})

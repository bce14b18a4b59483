"""The settings and marks that the installation itself stores, apart from its tournaments."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from tournament.actions.permissions import Visitor, runs_installation
from tournament.engine.refusals import Refused
from tournament.models import NoticeText, PrintedAddress


def note_printed_address(*, url: str, at: datetime) -> None:
    """Remember that paper with this public address is handed out.

    That is so once a round is drawn. Printing itself stores nothing, so that it goes on where the disk is full.
    """
    PrintedAddress.objects.update_or_create(url=url, defaults={"printed_at": at})


def write_notices(texts: Mapping[tuple[str, str], str], *, by: Visitor) -> None:
    """Let everybody read these, by name and language; an empty one is none."""
    if not runs_installation(by):
        raise Refused("not_allowed")
    with transaction.atomic():
        for (name, language), text in texts.items():
            if text:
                NoticeText.objects.update_or_create(name=name, language=language, defaults={"text": text})
            else:
                NoticeText.objects.filter(name=name, language=language).delete()

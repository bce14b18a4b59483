"""The private link of each player: worked out anew each time, stored nowhere."""

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.models import Entry, Tournament
from tournament.queries.link_secrets import link_secret


def player_link(entry: Entry) -> str:
    """The address that only this player has."""
    return settings.PUBLIC_URL + reverse("private_link", args=[entry.tournament.slug, entry.number, _token(entry)])


def linked_entry(tournament: Tournament, number: int, token: str) -> Entry | None:
    """The entry that a private link belongs to; None where it opens nothing, or nothing any more."""
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None or not constant_time_compare(token, _token(entry)):
        return None
    return entry


def _token(entry: Entry) -> str:
    return link_secret("player-link", f"{entry.pk}/{entry.link_count}")

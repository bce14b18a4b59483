"""Evenings for calendars (RFC 5545): one of a tournament, and those to come of a club. No player is named.

An evening whose time is known begins at that moment, any other takes the whole day. Its `SEQUENCE` is the version, so
that a calendar that has it already takes what has changed; nothing follows from the clock, so equal evenings give equal
bytes.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, time
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from icalendar import Calendar, Event

from tournament.models import Tournament
from tournament.queries.tournaments import begins

ICS = "text/calendar; charset=utf-8"


def calendar_of(tournaments: Iterable[Tournament]) -> bytes:
    """Write the evenings of these tournaments, in their order."""
    calendar = Calendar()
    calendar.add("prodid", "-//Backgammon Swiss//Evenings//EN")
    calendar.add("version", "2.0")
    for tournament in tournaments:
        calendar.add_component(_event(tournament))
    content: bytes = calendar.to_ical()
    return content


def _event(tournament: Tournament) -> Event:
    begins_at, host = begins(tournament), urlsplit(settings.PUBLIC_URL).hostname or "backgammon-swiss"
    event = Event()
    event.add("uid", f"{tournament.slug}@{host}")
    event.add("sequence", tournament.version)
    event.add("dtstamp", datetime.combine(tournament.date, time.min, UTC))
    event.add("dtstart", begins_at.astimezone(UTC) if begins_at else tournament.date)
    event.add("summary", tournament.name)
    if tournament.venue:
        event.add("location", tournament.venue)
    if settings.PUBLIC_URL:
        event.add("url", settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug]))
    return event

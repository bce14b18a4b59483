"""What other programs read: standings, pairings and the bracket of the finals as JSON, and evenings for calendars.

The keys are stable, as clubs' web sites read them: keys may be added, but none is removed or changes its meaning.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from icalendar import Calendar, Event

from tournament.engine.criteria import whole
from tournament.models import Tournament
from tournament.pages.rounds import PAIRING_FACTS, BracketBox, BracketPage, player_fact
from tournament.pages.sheets import facts_of
from tournament.pages.standings import columns_of
from tournament.queries.rounds.pairings import RoundPage
from tournament.queries.standings import StandingsPage
from tournament.queries.tournaments import begins


def standings_json(tournament: Tournament, page: StandingsPage) -> bytes:
    """Write the ranking with its criteria, marked as provisional while matches of the round are open."""
    columns = columns_of(page.ranking)
    return _written(
        tournament,
        after_round=page.after_round,
        is_provisional=page.is_provisional,
        ranking=whole(page.ranking),
        standings=facts_of(columns, page.rows),
    )


def pairings_json(page: RoundPage) -> bytes:
    """Write the tables of a round in order, the bye last."""
    pairings = facts_of(PAIRING_FACTS, page.tables + page.byes)
    return _written(page.round.tournament, round=page.round.number, pairings=pairings)


def bracket_json(tournament: Tournament, page: BracketPage | None) -> bytes:
    """Write the rounds of the finals in bracket order and the match for third place; a player not yet known is null.

    With a consolation, its stages follow.
    """
    rounds = [
        {"round": round_.number, "name": round_.title, "matches": [_match(box) for box in round_.boxes]}
        for round_ in (page.rounds if page else ())
    ]
    stages = [
        {"name": stage.title, "matches": [_match(box) for box in stage.boxes]}
        for stage in (page.second if page else ())
    ]
    consolation = {"consolation": stages} if stages else {}
    third = _match(page.third) if page and page.third else None
    return _written(tournament, finals=rounds, third_place=third, **consolation)


def _match(box: BracketBox) -> dict[str, Any]:
    places = [
        {
            "player": player_fact(side.entry) if side.entry else None,
            "seed": side.seed,
            "points": side.points,
            "has_won": side.has_won,
        }
        for side in box.sides
    ]
    return {"table": box.table, "is_open": box.is_open, "places": places}


def _written(tournament: Tournament, **content: Any) -> bytes:
    content = {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
        "begins_at": tournament.begins_at,
        "venue": tournament.venue,
        "is_closed": tournament.is_closed,
        "version": tournament.version,
        **content,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


# Evenings for calendars, by RFC 5545; no player is named.


def calendar_of(tournaments: Iterable[Tournament]) -> bytes:
    """Write the evenings of these tournaments, in their order; one whose time is not known takes the whole day.

    The version is their `SEQUENCE`, so that a calendar that has an evening already takes what has changed. Nothing
    follows from the clock, so equal evenings give equal bytes.
    """
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

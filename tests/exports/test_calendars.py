"""Evenings in calendars: with the time or for the whole day, in the zone of the installation, without any player."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.factories import draw_next_round, make_tournament, play_round
from tournament.actions.players import NewPlayer
from tournament.actions.tournaments import close_tournament
from tournament.models import Club, Tournament

pytestmark = pytest.mark.django_db


def events(content):
    return list(Calendar.from_ical(content).walk("VEVENT"))


def test_an_evening_begins_at_its_time_in_the_zone_of_the_installation(client, settings):
    settings.PUBLIC_URL = "https://club.example"
    summer = make_tournament(0, name="Sommer", date=date(2026, 7, 3), begins_at="19:30", venue="Café, Ulm")

    (event,) = events(client.get(reverse("calendar", args=[summer.slug])).content)

    assert (event["uid"], event["summary"], event["location"], event["url"], event["sequence"]) == (
        f"{summer.slug}@club.example",
        "Sommer",
        "Café, Ulm",
        f"https://club.example/t/{summer.slug}/",
        summer.version,
    )
    assert (event["dtstart"].dt, event["dtstart"].to_ical()) == (
        datetime(2026, 7, 3, 17, 30, tzinfo=UTC),
        b"20260703T173000Z",
    )


def test_an_evening_without_a_time_takes_the_whole_day(client):
    tournament = make_tournament(0, venue="", date=date(2026, 11, 20))

    (event,) = events(client.get(reverse("calendar", args=[tournament.slug])).content)

    assert event["dtstart"].to_ical() == b"20261120"
    assert "location" not in event


def test_the_calendar_of_a_club_has_the_evenings_to_come_and_names_no_player(client):
    Club.objects.update(name="BC Ulm", slug="ulm")
    today = timezone.localdate()
    for name, days, details in (
        ("past", -30, {}),
        ("next", 7, {}),
        ("after", 14, {"begins_at": "20:00"}),
        ("practice", 7, {"is_practice": True}),
    ):
        day = today + timedelta(days=days)
        made = make_tournament(name=name, players=[NewPlayer("Zoë"), NewPlayer("Bo")], date=day, **details)
        if name == "past":
            play_round(draw_next_round(made))
            close_tournament(Tournament.objects.get(pk=made.pk), by=made.director)

    answer = client.get(reverse("club_calendar", args=["ulm"]))

    assert [str(event["summary"]) for event in events(answer.content)] == ["next", "after"]
    assert "Zoë" not in answer.content.decode()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"

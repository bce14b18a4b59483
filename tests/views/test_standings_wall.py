"""The screen across the room, and the clock of the round."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tests.views.conftest import on_one_line
from tournament.actions.players import withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db


def wall(client, tournament):
    return client.get(reverse("wall", args=[tournament.slug]))


def headings(answer):
    return [" ".join(heading.split()) for heading in re.findall("(?s)<h2>(.*?)</h2>", answer.content.decode())]


def test_the_wall_goes_through_the_evening(client):
    tournament = make_tournament(entries=4, planned_rounds=2)
    assert headings(wall(client, tournament)) == ["4 players"]
    round_ = draw_next_round(tournament)
    assert headings(wall(client, tournament)) == ["Tables"]
    play_round(round_)
    draw_next_round(tournament)
    assert headings(wall(client, tournament)) == ["Tables", "Standings after round 1"]
    play_round(tournament.rounds.get(number=2))
    close_tournament(tournament, by=make_director())
    assert headings(wall(client, tournament)) == ["Final standings"]


def test_the_wall_of_many_players_goes_from_their_names_to_the_open_tables_to_the_standings(client):
    tournament = make_tournament(entries=42, boards=20)
    round_ = draw_next_round(tournament)
    page = on_one_line(wall(client, tournament))
    rows = re.findall('<li><bdi class="who">(.*?)</bdi><span class="number">(.*?)</span>', page)
    seats = {name: " ".join(re.sub("<.*?>", " ", table).split()) for name, table in rows}
    sat_down = round_.pairings.exclude(table=21).order_by("table")
    waiting = round_.pairings.get(table=21)
    assert headings(wall(client, tournament)) == ["Tables by name"]
    assert seats == {
        **{entry.name: str(one.table) for one in sat_down for entry in (one.first, one.second)},
        **{entry.name: "later 21" for entry in (waiting.first, waiting.second)},
    }

    for table in range(1, 8):
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
    assert headings(wall(client, tournament)) == ["Open tables", "Standings after round 1 <small>provisional</small>"]
    for table in range(8, 22):
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
    assert headings(wall(client, tournament)) == ["Standings after round 1"]


def test_the_wall_has_no_header_not_even_for_the_director(client, director, tournament):
    assert [b"<nav" in wall(browser, tournament).content for browser in (client, director)] == [False, False]


def test_the_wall_renews_itself_when_something_is_new_or_its_forecast_is_old(client, director, tournament, monkeypatch):
    def news(browser, version):
        answer = browser.get(reverse("wall_live", args=[tournament.slug]), {"v": version})
        return re.findall('<input type="hidden" id="version" name="v" value="(.*?)">', answer.content.decode())

    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 19, 4, tzinfo=UTC))
    (first,) = news(client, "")
    assert news(client, first) == []
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    (second,) = news(director, first)
    assert (second != first, news(director, second)) == (True, [])
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 19, 5, tzinfo=UTC))
    assert len(news(client, second)) == 1


def test_the_wall_foretells_the_next_round(client, monkeypatch):
    tournament = make_tournament(entries=4, planned_rounds=2)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 19, 0, tzinfo=UTC))
    round_ = draw_next_round(tournament)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 19, 20, tzinfo=UTC))
    play_round(round_)

    page = wall(client, tournament).content.decode()
    assert re.findall("<p>(next round.*?)</p>", page) == ["next round at about 20:25, end at about 20:45"]


@pytest.mark.parametrize("address", ["wall", "standings", "round", "player", "desk_round"])
def test_the_clock_of_the_round_stands_wherever_the_round_is_looked_at(director, address):
    tournament = make_tournament(entries=4, round_minutes=45)
    draw_next_round(tournament)
    Round.objects.update(started_at=datetime(2026, 11, 20, 19, 0, tzinfo=UTC))
    values = [tournament.slug] if address in ("wall", "standings") else [tournament.slug, 1]

    page = on_one_line(director.get(reverse(address, args=values)))

    clocks = re.findall('<p class="clock".*? data-ends="([0-9]+)".*?<strong class="left">(.*?)<', page)
    assert clocks == [("1795203900", "until 20:45")]


def test_without_minutes_there_is_no_clock(director):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)

    assert b'id="clock"' not in wall(director, tournament).content


def test_between_two_rounds_the_wall_says_large_when_it_goes_on_and_after_the_last_it_does_not(client):
    tournament = make_tournament(6, planned_rounds=2)
    shown = []
    for _round in range(2):
        round_ = draw_next_round(tournament)
        before = wall(client, tournament).content.decode()
        play_round(round_)
        Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=40))
        Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
        after = wall(client, tournament).content.decode()
        shown.append([re.findall('<p class="when">[0-9:]{5}</p>', page) != [] for page in (before, after)])

    assert shown == [[False, True], [False, False]]


def test_the_foot_of_the_wall_leaves_to_the_bracket_who_has_a_bye_and_explains_no_ranking_that_is_not_shown(client):
    tournament = make_tournament(5, planned_rounds=0, finals_players=8, language="en")
    draw_next_round(tournament)
    foot = on_one_line(wall(client, tournament)).partition('<div class="wall-foot">')[2]

    assert re.findall("<p[^>]*> *([^<]*?) *</p>", foot) == ["0 of 1 tables done", "", ""]

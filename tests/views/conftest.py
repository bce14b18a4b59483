"""An evening under way, and who looks at it."""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    log_in,
    make_director,
    make_helper,
    make_stranger,
    make_tournament,
    pairing_of,
    player_token,
)
from tournament.actions.cash import add_prize, change_costs
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry
from tournament.phrases.refusals import refusal_sentence


@pytest.fixture(autouse=True)
def clock_that_stands_still(monkeypatch):
    """The moment in which the test began, by a microsecond later each time: no minute ends between two requests."""
    moment, ticks = timezone.now().replace(second=0, microsecond=0), count()
    monkeypatch.setattr(timezone, "now", lambda: moment + timedelta(microseconds=next(ticks)))


@pytest.fixture
def noon(monkeypatch, clock_that_stands_still):
    """It is twelve o'clock, and stays so."""
    now = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


@pytest.fixture
def tournament():
    """An evening for this test alone."""
    return set_up_evening()


def set_up_evening():
    """Seven players, one prize, and Mia, who helps; round 1 is played, round 2 has a result at table 1.

    Everyone sees the costs.
    """
    made = restore(evening(), by=make_director()).tournament
    # Nobody knows when they began: no page says how long they take.
    made.rounds.update(started_at=None)
    change_costs(made, by=make_director(), treasurer="", surplus_note="", shows_costs=True)
    enter_result(pairing_of(made, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    make_helper(made, "Mia")
    made.refresh_from_db()
    return made


@cache
def evening():
    """The archive of that evening, played once and restored for every test."""
    with transaction.atomic():
        made = make_tournament(entries=7, played=1)
        draw_next_round(made)
        add_prize(made, by=make_director(), place=1, description="Board", price_cents=5900)
        data = dump(made)
        transaction.set_rollback(True)
    return data


@pytest.fixture
def director():
    """A browser in which the director of the tournament is logged in."""
    return logged_in(make_director())


@pytest.fixture
def stranger():
    """A browser in which somebody is logged in who directs other tournaments."""
    return logged_in(make_stranger())


@pytest.fixture
def helper(tournament):
    """A browser in which Mia helps at the tournament."""
    return logged_in(User.objects.get(first_name="Mia"))


def logged_in(user):
    browser = Client()
    log_in(browser, user)
    return browser


def sentence(code, names=None, **values):
    """What a refusal says."""
    return refusal_sentence(Refused(code, **values), names)


def with_private_link(entry: Entry) -> Client:
    """A browser that has opened the private link of a player."""
    browser = Client()
    browser.get(f"/t/{entry.tournament.slug}/p/{entry.number}/{player_token(entry)}/")
    return browser


def on_one_line(answer):
    """The page without the line breaks and the white space beside tags that its templates are laid out with."""
    page = re.sub(r"\s+", " ", answer.content.decode())
    return re.sub(r"(?<=>) | (?=[<>])", "", page).strip()

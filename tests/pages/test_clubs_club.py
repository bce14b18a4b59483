"""What the page of a club shows of its evenings."""

from datetime import date

import pytest

from tests.factories import make_director, make_tournament, only_club
from tournament.actions.tournaments import close_tournament
from tournament.pages.clubs import evenings_of

pytestmark = pytest.mark.django_db


def test_a_past_evening_says_who_has_won_where_it_was_played_to_the_end():
    make_tournament(entries=2, played=1, planned_rounds=1, date=date(2026, 11, 1))
    make_tournament(entries=2, played=1, planned_rounds=2, date=date(2026, 11, 2))
    early = make_tournament(entries=2, played=1, planned_rounds=2, date=date(2026, 11, 3))
    close_tournament(early, by=make_director())

    past = evenings_of(only_club(), date(2026, 11, 22))["past"]

    assert [bool(evening["winner"]) for evening in past] == [True, False, True]

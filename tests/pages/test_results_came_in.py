"""What came in since a page was opened, and how it is said."""

import pytest
from django.utils import timezone

from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of
from tournament.actions.results import report_score
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.pages.results import came_in
from tournament.phrases.results import came_in_sentence
from tournament.phrases.values import moment
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page

pytestmark = pytest.mark.django_db


def test_what_came_from_the_phones_is_told_apart_from_what_the_desk_entered():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    reported, entered = (pairing_of(tournament, 1, table) for table in (1, 2))
    for side, score in (("first", (3, 1)), ("second", (3, 1))):
        report_score(getattr(reported, side), key=reported.pk, expected=None, score=score, phone=side)
    enter_result(entered, Result(Outcome.PLAYED, (3, 0)))
    evening = evening_of(tournament)

    found = came_in(evening, 1, round_page(evening, 1).tables, since=0)

    expected = {}
    for match, by_phone in ((reported, True), (entered, False)):
        match.refresh_from_db()
        at = moment(match.finished_at, timezone.localdate())
        expected[match.pk] = came_in_sentence(at, is_by_phone=by_phone), by_phone
    assert found == expected

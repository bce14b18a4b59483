"""Players report the score of their own match: they agree, disagree, tap twice, and come too late."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    stored_rows as rows,
)
from tournament.actions.journal import history, undo
from tournament.actions.results import record_result, renew_player_link, report_score, take_back_confirmation
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Report, Tournament
from tournament.queries.players import linked_entry, player_link
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
WON, LOST = (3, 1), (1, 3)


@pytest.fixture
def match():
    """Table 1 of a running first round."""
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


def report(match, side, score, seen=None):
    report_score(getattr(match, side), key=match.pk, expected=seen, score=score)


def standing(match):
    """The result that stands, and what is reported beside it and waits."""
    match.refresh_from_db()
    reported = Report.objects.filter(pairing=match, is_settled=False).order_by("pk")
    told = [(report.entry.number, (report.first_points, report.second_points)) for report in reported]
    return result_of(match).score, told


def refusal_of(act, *arguments, **options):
    before = rows()
    with pytest.raises(Refused) as refusal:
        act(*arguments, **options)
    assert rows() == before
    return refusal.value.code


def test_one_report_waits_for_the_other_player(match):
    report(match, "first", WON)

    assert standing(match) == (None, [(match.first.number, WON)])


@pytest.mark.parametrize("sides", [("first", "second"), ("second", "first")])
def test_what_both_report_is_the_result_and_settles_what_was_said(match, sides):
    for side in sides:
        report(match, side, WON)

    last = JournalLine.objects.latest("version")
    assert standing(match) == (WON, [])
    assert (last.action, last.by, last.by_name, last.by_guest) == (
        "result_recorded",
        None,
        getattr(match, sides[1]).name,
        True,
    )


def test_two_different_reports_stand_beside_each_other_until_one_gives_way(match):
    report(match, "first", WON)
    report(match, "second", LOST)
    assert standing(match) == (None, [(match.first.number, WON), (match.second.number, LOST)])

    report(match, "first", LOST, seen=WON)

    assert standing(match) == (LOST, [])


def test_one_report_is_enough_where_the_tournament_says_so(match):
    Tournament.objects.update(reporting="one")

    report(match, "second", LOST)

    assert standing(match) == (LOST, [])


def test_a_double_tap_changes_nothing(match):
    report(match, "first", WON)
    before = rows()

    report(match, "first", WON)
    report(match, "first", WON, seen=LOST)

    assert rows() == before


def test_a_page_that_does_not_know_the_own_newer_report_overwrites_nothing(match):
    report(match, "first", WON)

    assert refusal_of(report, match, "first", LOST) == "reported_meanwhile"


def test_a_player_who_reports_on_and_on_is_told_to_wait_and_the_opponent_is_not(match, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 20, 0, tzinfo=UTC))
    said = None
    for score in [(3, 1), (3, 2)] * 5:
        report(match, "first", score, seen=said)
        said = score

    assert refusal_of(report, match, "first", (3, 1), seen=said) == "reported_too_often"
    report(match, "second", said)
    assert standing(match) == (said, [])


def test_the_desk_decides_at_any_time_and_is_right(match):
    report(match, "first", WON)
    report(match, "second", LOST)

    enter_result(match, DOUBLE_FORFEIT)

    assert standing(match) == (None, [])
    assert refusal_of(report, match, "first", WON) == "result_stands"


def test_a_result_that_says_the_same_already_is_no_news(match):
    enter_result(match, Result(Outcome.PLAYED, WON))
    before = rows()

    report(match, "second", WON)

    assert rows() == before


def test_a_result_taken_away_by_the_desk_can_be_reported_again(match):
    report(match, "first", WON)
    report(match, "second", WON)
    record_result(match, by=make_director(), expected=Result(Outcome.PLAYED, WON), result=PENDING)

    report(match, "first", LOST)

    assert standing(match) == (None, [(match.first.number, LOST)])


def test_undo_takes_back_the_agreed_result_and_no_report(match):
    report(match, "first", WON)
    report(match, "second", WON)

    undo(history(match.round.tournament).undoable, by=make_director())

    assert standing(match) == (None, [])


def test_a_report_takes_the_place_of_what_was_said_of_a_result_since_taken_back(match):
    report(match, "first", WON)
    report(match, "second", WON)
    undo(history(match.round.tournament).undoable, by=make_director())

    report(match, "second", LOST)

    assert [(row.entry, row.is_settled) for row in Report.objects.all()] == [(match.second, False)]


def test_a_report_is_no_step_to_undo_and_forgets_no_undo(match):
    tournament = match.round.tournament
    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, WON))
    undo(history(tournament).undoable, by=make_director())
    before = history(tournament)

    report(match, "first", WON)

    assert history(tournament) == before


@pytest.mark.parametrize(
    ("score", "code"), [((3, 3), "score_two_winners"), ((2, 1), "score_without_winner"), ((5, 0), "score_too_high")]
)
def test_no_score_is_taken_that_no_match_can_end_with(match, score, code):
    assert refusal_of(report, match, "first", score) == code


def test_nobody_reports_a_match_of_others(match):
    other = pairing_of(match.round.tournament, 1, 2)

    assert refusal_of(report_score, other.first, key=match.pk, expected=None, score=WON) == "pairings_changed_meanwhile"


def test_a_round_that_is_not_shown_yet_takes_no_report(match):
    match.round.is_hidden = True
    match.round.save()

    assert refusal_of(report, match, "first", WON) == "pairings_changed_meanwhile"


def test_reporting_can_be_switched_off(match):
    Tournament.objects.update(reporting="off")

    assert refusal_of(report, match, "first", WON) == "reporting_is_off"


def test_a_closed_tournament_takes_no_report(match):
    Tournament.objects.update(is_closed=True)

    assert refusal_of(report, match, "first", WON) == "tournament_is_closed"


def test_a_new_link_ends_the_one_before(match):
    entry, other = match.first, match.second
    before, of_another = link_of(entry), link_of(other)

    renew_player_link(entry, by=make_director())

    after = link_of(entry)
    assert [opened_by(link) for link in (before, after, of_another)] == [None, entry, other]


def test_a_link_opens_the_page_of_its_player_in_a_closed_tournament_too():
    tournament = make_tournament(entries=2)
    link = link_of(entry_of(tournament, 1))

    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    assert (opened_by(link), link_of(entry_of(tournament, 1))) == (entry_of(tournament, 1), link)


def test_the_token_of_one_player_does_not_open_the_page_of_another(match):
    token = link_of(match.first).rstrip("/").rpartition("/")[2]

    assert linked_entry(match.round.tournament, match.second.number, token) is None


def link_of(entry):
    return player_link(entry_of(entry.tournament, entry.number))


def opened_by(link):
    number, token = link.rstrip("/").split("/")[-2:]
    return linked_entry(Tournament.objects.get(), int(number), token)


def confirmed(match):
    """The first has reported, and the second has confirmed."""
    report(match, "first", WON)
    report(match, "second", WON)


def a_minute_passes(match):
    JournalLine.objects.update(at=F("at") - timedelta(minutes=1))


def is_changed_at_the_desk(match):
    results = [Result(Outcome.PLAYED, score) for score in (WON, (3, 2), WON)]
    for seen, result in pairwise(results):
        record_result(match, by=make_director(), expected=seen, result=result)


def another_round_is_drawn(match):
    enter_result(pairing_of(match.round.tournament, 1, 2), Result(Outcome.PLAYED, WON))
    draw_next_round(match.round.tournament)


def reports_are_off(match):
    Tournament.objects.update(reporting="off")


def test_whoever_confirmed_by_mistake_takes_it_back_and_the_match_is_open_with_the_other_report(match):
    confirmed(match)
    for _tap in range(2):
        take_back_confirmation(match.second, key=match.pk)

    assert standing(match) == (None, [(match.first.number, WON)])
    assert JournalLine.objects.filter(action="confirmation_taken_back").count() == 1
    report(match, "second", LOST)
    assert standing(match) == (None, [(match.first.number, WON), (match.second.number, LOST)])


def test_who_accepted_the_other_report_by_mistake_has_their_own_again(match):
    report(match, "first", WON)
    report(match, "second", LOST)
    report(match, "second", WON, seen=LOST)
    take_back_confirmation(match.second, key=match.pk)

    assert standing(match) == (None, [(match.first.number, WON), (match.second.number, LOST)])


def test_where_one_report_is_enough_it_can_be_taken_back_too(match):
    Tournament.objects.update(reporting="one")
    report(match, "first", WON)
    take_back_confirmation(match.first, key=match.pk)

    assert standing(match) == (None, [])


def test_the_desk_undoes_what_was_taken_back(match):
    confirmed(match)
    take_back_confirmation(match.second, key=match.pk)
    undo(history(match.round.tournament).undoable, by=make_director())

    assert standing(match)[0] == WON


@pytest.mark.parametrize("happens", [a_minute_passes, is_changed_at_the_desk, another_round_is_drawn])
def test_a_confirmation_stands_after_a_minute_a_change_and_the_next_round(match, happens):
    confirmed(match)
    happens(match)

    assert refusal_of(take_back_confirmation, match.second, key=match.pk) == "confirmation_stands"


def test_only_who_confirmed_takes_back_and_only_where_phones_report(match):
    confirmed(match)

    assert refusal_of(take_back_confirmation, match.first, key=match.pk) == "confirmation_stands"
    reports_are_off(match)
    assert refusal_of(take_back_confirmation, match.second, key=match.pk) == "reporting_is_off"


def test_a_result_of_the_desk_cannot_be_taken_back_on_a_phone(match):
    report(match, "second", WON)
    enter_result(match, Result(Outcome.PLAYED, WON))

    assert refusal_of(take_back_confirmation, match.second, key=match.pk) == "confirmation_stands"

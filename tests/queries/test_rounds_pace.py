"""How fast a round goes, who holds it up, and what that says of the evening."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Round, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.rounds.progress import RoundClock, pace_of, pace_shown, past_minutes, round_clock

pytestmark = pytest.mark.django_db


def pace(round_, now):
    return pace_of(evening_of(round_.tournament), round_.number, now)


PLAYED = Result(Outcome.PLAYED, (3, 1))


def at(hour, minute):
    return datetime(2026, 11, 20, hour, minute, tzinfo=UTC)


def minutes(number):
    return timedelta(minutes=number)


def start(tournament, hour, minute):
    """Pair the next round, which begins at this time."""
    round_ = draw_next_round(tournament)
    Round.objects.filter(pk=round_.pk).update(started_at=at(hour, minute))
    round_.refresh_from_db()
    return round_


def finish(tournament, table, hour, minute, result=PLAYED):
    """The result of a table of the last round comes in at this time."""
    pairing = pairing_of(tournament, tournament.rounds.count(), table)
    enter_result(pairing, result)
    Pairing.objects.filter(pk=pairing.pk).update(finished_at=at(hour, minute))


def test_the_pace_of_an_evening():
    tournament = make_tournament(entries=8, planned_rounds=3)
    first = start(tournament, 19, 0)
    for table, minute in ((1, 20), (2, 18), (3, 26), (4, 31)):
        finish(tournament, table, 19, minute)
    second = start(tournament, 19, 40)
    finish(tournament, 2, 19, 58)

    shown = pace(second, at(20, 4))

    assert (shown.number, shown.started_at, shown.over_at, shown.took) == (2, at(19, 40), None, minutes(24))
    assert shown.usual == minutes(20)
    assert shown.slow_tables == (1, 3, 4)
    # Round 1 took 31 minutes, the break after it 9: round 2 is over at 20:11, round 3 begins at 20:20.
    assert (shown.next_round_at, shown.end_at) == (at(20, 20), at(20, 55))

    past = pace(first, at(20, 4))
    assert (past.over_at, past.took, past.usual) == (at(19, 31), minutes(31), minutes(23))
    assert (past.slow_tables, past.next_round_at, past.end_at) == ((), None, None)


def test_phones_that_ask_within_ten_seconds_share_a_pace_that_holds_until_their_end():
    tournament = make_tournament(entries=8, planned_rounds=2)
    round_ = start(tournament, 19, 0)
    for table in (1, 2, 3):
        finish(tournament, table, 19, 20)
    evening = evening_of(tournament)

    paces = [pace_shown(evening, 1, at(19, 54) + timedelta(seconds=seconds)) for seconds in (50, 52, 59.9, 60)]

    # The next round begins five minutes after the last match at the earliest.
    assert [shown.next_round_at for shown in paces] == [at(20, 0), at(20, 0), at(20, 0), at(20, 5)]
    assert [shown is paces[0] for shown in paces] == [True, True, True, False]
    assert paces[0] == pace(round_, at(19, 55))


def test_the_first_round_tells_of_the_evening_once_half_of_it_is_in():
    tournament = make_tournament(entries=8, planned_rounds=2)
    first = start(tournament, 19, 0)
    finish(tournament, 1, 19, 15)
    early = pace(first, at(19, 16))
    assert (early.usual, early.slow_tables, early.next_round_at, early.end_at) == (None, (), None, None)

    finish(tournament, 2, 19, 25)
    later = pace(first, at(19, 26))
    assert (later.usual, later.slow_tables) == (minutes(20), (3, 4))
    # Over now at the earliest, and after a break of five minutes another 25 of them.
    assert (later.next_round_at, later.end_at) == (at(19, 35), at(20, 0))


def test_two_matches_of_six_are_less_than_half_of_the_first_round():
    first = start(make_tournament(entries=12, planned_rounds=2), 19, 0)
    finish(first.tournament, 1, 19, 15)
    finish(first.tournament, 2, 19, 25)
    early = pace(first, at(19, 26))
    finish(first.tournament, 3, 19, 30)

    assert early.next_round_at is None
    assert pace(first, at(19, 31)).next_round_at == at(19, 40)


def test_the_last_round_says_only_when_the_evening_ends_until_it_is_over():
    tournament = make_tournament(entries=4, planned_rounds=2)
    start(tournament, 19, 0)
    finish(tournament, 1, 19, 20)
    finish(tournament, 2, 19, 30)
    last = start(tournament, 19, 40)
    assert (pace(last, at(19, 45)).next_round_at, pace(last, at(19, 45)).end_at) == (None, at(20, 10))

    finish(tournament, 1, 20, 0)
    finish(tournament, 2, 20, 2)
    over = pace(last, at(20, 30))
    assert (over.over_at, over.took, over.next_round_at, over.end_at) == (at(20, 2), minutes(22), None, None)


def test_between_two_rounds_the_next_one_begins_now_at_the_earliest():
    tournament = make_tournament(entries=4, planned_rounds=2)
    only = start(tournament, 19, 0)
    finish(tournament, 1, 19, 20)
    finish(tournament, 2, 19, 30)

    assert pace(only, at(19, 30)).next_round_at == at(19, 35)
    assert pace(only, at(19, 51)).next_round_at == at(19, 55)


def test_the_next_round_is_foretold_until_it_is_released():
    tournament = make_tournament(entries=4, planned_rounds=2, hides_new_rounds=True)
    only = draw_next_round(tournament)
    tournament.rounds.update(is_hidden=False, started_at=at(19, 0))
    only.refresh_from_db()
    finish(tournament, 1, 19, 20)
    finish(tournament, 2, 19, 30)

    draw_next_round(tournament)

    assert pace(only, at(19, 31)).next_round_at == at(19, 35)


def test_a_match_that_was_not_played_tells_nothing_of_how_long_one_takes():
    tournament = make_tournament(entries=6)
    round_ = start(tournament, 19, 0)
    finish(tournament, 1, 19, 1, DOUBLE_FORFEIT)
    finish(tournament, 2, 19, 20)
    assert pace(round_, at(19, 30)).usual is None

    finish(tournament, 3, 19, 30)
    assert pace(round_, at(19, 30)).usual == minutes(25)


def test_who_waits_for_a_board_is_not_slow():
    tournament = make_tournament(entries=8, boards=3)
    round_ = start(tournament, 19, 0)
    finish(tournament, 1, 19, 10)
    finish(tournament, 2, 19, 20)

    assert pace(round_, at(19, 24)).slow_tables == (3,)
    assert pace(round_, at(19, 30)).slow_tables == (3, 4)


def test_who_forgets_a_round_over_night_makes_no_match_longer():
    tournament = make_tournament(entries=6)
    round_ = start(tournament, 10, 0)
    finish(tournament, 1, 10, 20)
    finish(tournament, 2, 10, 30)
    finish(tournament, 3, 22, 0)

    shown = pace(round_, at(22, 0))
    assert (shown.usual, shown.next_round_at) == (minutes(25), at(22, 5))


@pytest.mark.parametrize(("length", "usual"), [(3, None), (25, minutes(315))])
def test_what_takes_five_hours_is_a_night_for_a_short_match_and_a_pace_for_the_longest(length, usual):
    tournament = make_tournament(entries=4, match_length=length)
    round_ = start(tournament, 10, 0)
    finish(tournament, 1, 15, 0, Result(Outcome.PLAYED, (length, 1)))
    finish(tournament, 2, 15, 30, Result(Outcome.PLAYED, (length, 0)))

    assert pace(round_, at(15, 30)).usual == usual


def test_of_a_restored_round_nothing_is_known():
    tournament = make_tournament(entries=4, played=1)
    Round.objects.update(started_at=None)
    Pairing.objects.update(finished_at=None)
    assert pace(Round.objects.get(), at(19, 0)) is None

    round_ = start(tournament, 19, 0)
    assert pace(round_, at(19, 5)).end_at is None


def test_the_clock_runs_as_long_as_a_match_of_the_round_is_open():
    tournament = make_tournament(entries=4, round_minutes=45)
    assert round_clock(evening_of(tournament)) is None
    round_ = start(tournament, 19, 30)
    assert round_clock(evening_of(tournament)) == RoundClock(1, at(19, 30), at(20, 15))

    play_round(round_)
    assert round_clock(evening_of(tournament)) is None


@pytest.mark.parametrize(("first_result", "ends_at"), [(None, at(20, 15)), (at(19, 25), at(19, 55))])
def test_round_1_drawn_before_the_evening_begins_with_it_unless_a_match_was_over_by_then(first_result, ends_at):
    """The installation is an hour ahead of UTC: the evening begins at 19:30 UTC, and the round is drawn at 19:10."""
    tournament = make_tournament(entries=4, round_minutes=45, date=date(2026, 11, 20), begins_at="20:30")
    round_ = start(tournament, 19, 10)
    if first_result:
        finish(tournament, 2, first_result.hour, first_result.minute)

    clock = round_clock(evening_of(tournament))
    assert (clock, pace(round_, at(19, 15)).took) == (
        RoundClock(1, ends_at - minutes(45), ends_at),
        minutes(5 if first_result else 0),
    )


def test_there_is_no_clock_where_none_was_asked_for_or_nobody_saw_the_round_begin():
    without = make_tournament(entries=4)
    start(without, 19, 30)
    hidden = make_tournament(entries=4, round_minutes=45, hides_new_rounds=True)
    draw_next_round(hidden)
    restored = make_tournament(entries=4, round_minutes=45)
    draw_next_round(restored)
    restored.rounds.update(started_at=None)

    assert [round_clock(evening_of(tournament)) for tournament in (without, hidden, restored)] == [None, None, None]


def test_minutes_of_a_round_are_those_of_the_latest_rounds_of_the_club_alone():
    evening = make_tournament(entries=4, planned_rounds=3)
    club, before = evening.club, past_minutes(evening.club)
    for hour, took in ((19, 20), (20, 30), (21, 50)):
        start(evening, hour, 0)
        for table in (1, 2):
            finish(evening, table, hour, took)

    Tournament.objects.filter(pk=evening.pk).update(is_practice=True)
    practice = past_minutes(club)
    Tournament.objects.filter(pk=evening.pk).update(is_practice=False)

    # With the usual break of five minutes.
    assert (before, practice, past_minutes(club)) == (None, None, 35)

"""Results are entered, corrected and taken back."""

from datetime import UTC, datetime
from functools import partial

import pytest
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tournament.actions.results import record_result
from tournament.actions.tournaments import change_tournament
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.record import BYE, DOUBLE_FORFEIT, PENDING, CorrectedResult, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Pairing
from tournament.queries.evening import record_of
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


def stopped(first, second):
    return Result(Outcome.STOPPED, (first, second))


def forfeit(winner):
    return Result(Outcome.FORFEIT, winner=winner)


def record(pairing, result, seen=None):
    """Enter a result, by default from a page that shows what stands."""
    pairing.refresh_from_db()
    seen = result_of(pairing) if seen is None else seen
    record_result(pairing, by=make_director(), expected=seen, result=result)


def refused(action, *arguments, **options):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        action(*arguments, **options)
    assert stored_rows() == before
    return refusal.value.code, refusal.value.values


def last_line():
    return JournalLine.objects.latest("version")


@pytest.fixture
def tournament():
    """Four players; round 1 is 2-4 at table 1 and 3-1 at table 2."""
    made = make_tournament(entries=4)
    draw_next_round(made)
    return made


@pytest.fixture
def table_1(tournament):
    return pairing_of(tournament, 1, 1)


@pytest.mark.parametrize(
    "result",
    [
        played(3, 0),
        played(2, 4),
        stopped(0, 0),
        stopped(1, 2),
        forfeit(2),
        forfeit(4),
        DOUBLE_FORFEIT,
    ],
)
def test_a_result_is_stored_as_it_is(tournament, table_1, result):
    record(table_1, result)

    assert record_of(tournament).rounds[0].pairings[0].result == result


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (played(2, 1), "score_without_winner"),
        (played(3, 3), "score_two_winners"),
        (played(5, 0), "score_too_high"),
        (played(-1, 3), "score_negative"),
        (played(10**30, 0), "score_too_high"),
        (stopped(3, 1), "stopped_score_is_final"),
        (stopped(-1, 1), "score_negative"),
        (forfeit(1), "result_incomplete"),
        (forfeit(None), "result_incomplete"),
        (Result(Outcome.FORFEIT, (3, 0), winner=2), "result_incomplete"),
        (Result(Outcome.PLAYED), "result_incomplete"),
        (Result(Outcome.PLAYED, (3, 1), winner=2), "result_incomplete"),
        (Result(Outcome.STOPPED), "result_incomplete"),
        (Result(Outcome.DOUBLE_FORFEIT, winner=99), "result_incomplete"),
        (Result(Outcome.DOUBLE_FORFEIT, (1, 1)), "result_incomplete"),
        (Result(Outcome.PENDING, winner=99), "result_incomplete"),
        (Result(Outcome.PENDING, (1, 1)), "result_incomplete"),
        (BYE, "bye_has_no_result"),
    ],
)
def test_what_no_match_can_end_with_is_refused(table_1, result, code):
    assert refused(record, table_1, result)[0] == code


def test_the_rules_of_the_tournament_say_what_a_score_can_be():
    tournament = make_tournament(entries=2)
    change_tournament(tournament, by=make_director(), match_length=5, gammons=False)
    draw_next_round(tournament)
    pairing = pairing_of(tournament, 1, 1)

    assert refused(record, pairing, played(6, 0))[0] == "score_too_high"
    record(pairing, played(5, 4))


def test_the_bye_takes_no_result():
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)

    assert refused(record, pairing_of(tournament, 1, None), played(3, 1)) == ("bye_has_no_result", {})


def test_what_somebody_else_has_entered_meanwhile_is_told_and_kept(table_1):
    record(table_1, played(3, 1))

    assert refused(record, table_1, played(3, 2), seen=PENDING) == (
        "result_entered_meanwhile",
        {
            "round": 1,
            "table": 1,
            "first": "Player 2",
            "second": "Player 4",
            "result": {"outcome": "played", "score": (3, 1), "winner": None},
        },
    )


def test_the_same_result_from_two_laptops_is_entered_once(table_1):
    record(table_1, played(3, 1))
    before = stored_rows()

    record(table_1, played(3, 1), seen=PENDING)

    assert stored_rows() == before


def test_a_result_of_the_running_round_is_corrected_and_taken_away(tournament, table_1):
    for result in (played(3, 1), forfeit(4), stopped(1, 1), PENDING):
        record(table_1, result)

        pairing = record_of(tournament).rounds[0].pairings[0]
        assert (pairing.result, pairing.was) == (result, ())


def test_a_match_is_finished_when_its_first_result_comes_in(tournament, table_1, monkeypatch):
    finished = []
    for minute, result in enumerate([played(3, 1), played(1, 3), PENDING, forfeit(2)]):
        monkeypatch.setattr(timezone, "now", partial(datetime, 2026, 11, 20, 20, minute, 7, 123456, tzinfo=UTC))
        record(table_1, result)
        table_1.refresh_from_db()
        finished.append(table_1.finished_at and table_1.finished_at.minute)

    assert finished == [0, 0, None, 3]
    assert table_1.finished_at == datetime(2026, 11, 20, 20, 3, 7, tzinfo=UTC)


def test_when_a_match_of_a_restored_round_was_finished_stays_unknown(table_1):
    record(table_1, played(3, 1))
    Pairing.objects.update(finished_at=None)
    record(table_1, played(1, 3))

    table_1.refresh_from_db()
    assert table_1.finished_at is None


def test_the_journal_keeps_names_and_both_results(table_1):
    record(table_1, played(3, 1))
    record(table_1, forfeit(4))

    assert last_line().facts == {
        "round": 1,
        "table": 1,
        "first": "Player 2",
        "second": "Player 4",
        "result": {"outcome": "forfeit", "score": None, "winner": 4},
        "before": {"outcome": "played", "score": [3, 1], "winner": None},
        "is_past": False,
        "earlier": None,
    }


@pytest.fixture
def two_rounds():
    """Two rounds are paired; the result of table 1 in round 1 was 3:1."""
    made = make_tournament(entries=4, played=1)
    draw_next_round(made)
    return made


@pytest.fixture
def corrected(two_rounds):
    return pairing_of(two_rounds, 1, 1)


def test_a_correction_keeps_what_stood_when_the_later_round_was_paired(two_rounds, corrected):
    record(corrected, played(1, 3))

    pairing = record_of(two_rounds).rounds[0].pairings[0]
    assert (pairing.result, pairing.was) == (played(1, 3), (CorrectedResult(2, played(3, 1)),))
    assert (pairing.result_as_of(2), pairing.result_as_of(3), pairing.result_as_of(None)) == (
        played(3, 1),
        played(1, 3),
        played(1, 3),
    )


def test_a_second_correction_keeps_the_same(two_rounds, corrected):
    record(corrected, played(1, 3))
    record(corrected, forfeit(4))

    pairing = record_of(two_rounds).rounds[0].pairings[0]
    assert (pairing.result, pairing.was) == (forfeit(4), (CorrectedResult(2, played(3, 1)),))


def test_a_correction_back_leaves_no_trace_in_the_archive(two_rounds, corrected):
    before = dump(two_rounds)

    for result in (played(1, 3), forfeit(4), played(3, 1)):
        record(corrected, result)

    assert dump(two_rounds) == before


def test_corrections_between_the_rounds_stand_one_after_the_other(two_rounds, corrected):
    record(corrected, forfeit(4))
    play_round(two_rounds.rounds.get(number=2))
    play_round(draw_next_round(two_rounds))
    record(corrected, played(0, 3))

    pairing = record_of(two_rounds).rounds[0].pairings[0]
    assert (pairing.result, pairing.was) == (
        played(0, 3),
        (CorrectedResult(2, played(3, 1)), CorrectedResult(3, forfeit(4))),
    )
    assert read_archive(dump(two_rounds)).record == record_of(two_rounds)


def test_a_correction_back_to_what_stood_longer_ago_keeps_both(two_rounds, corrected):
    record(corrected, forfeit(4))
    play_round(two_rounds.rounds.get(number=2))
    draw_next_round(two_rounds)
    record(corrected, played(3, 1))

    pairing = record_of(two_rounds).rounds[0].pairings[0]
    assert (pairing.result, pairing.was) == (
        played(3, 1),
        (CorrectedResult(2, played(3, 1)), CorrectedResult(3, forfeit(4))),
    )


def test_a_result_of_an_earlier_round_is_not_taken_away(corrected):
    assert refused(record, corrected, PENDING) == ("past_result_is_needed", {"round": 1})


def test_the_pairing_of_the_later_round_stays(two_rounds, corrected):
    before = two_rounds.rounds.get(number=2).pairings.order_by("position").values_list("first", "second")
    pairs_before = list(before)

    record(corrected, played(1, 3))

    assert list(before.all()) == pairs_before


def test_a_hidden_round_takes_no_result():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)

    assert refused(record, pairing_of(tournament, 1, 1), played(3, 1)) == ("round_is_hidden", {"round": 1})

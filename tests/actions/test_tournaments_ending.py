"""The evening ends before it was meant to."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    say_words,
    stored_rows,
)
from tournament.actions.journal import history, redo, undo
from tournament.actions.players import NewPlayer, add_entries, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.tournaments import close_tournament, end_evening
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Round, Tournament
from tournament.queries.evening import record_of

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


@pytest.fixture
def tournament():
    """Five players in round 2 of five."""
    made = make_tournament(entries=5, played=1, language="en")
    draw_next_round(made)
    return made


def end(tournament, *scores, number=None):
    """End it with these scores, table by table; None where nothing was played."""
    last = Round.objects.filter(tournament=tournament).latest("number")
    still_open = Pairing.objects.filter(round=last, outcome="pending").order_by("table")
    said = dict(zip(still_open.values_list("pk", flat=True), scores, strict=True))
    end_evening(tournament, by=make_director(), number=number or last.number, scores=said)


def refused(*arguments, **named):
    before = stored_rows()
    with pytest.raises(Refused) as caught:
        end(*arguments, **named)
    assert stored_rows() == before
    return caught.value.code


def last_round(tournament):
    return record_of(Tournament.objects.get(pk=tournament.pk)).rounds[-1]


def is_sound(tournament):
    stored = Tournament.objects.get(pk=tournament.pk)
    assert read_archive(dump(stored)).record == record_of(stored)


def test_a_match_is_stopped_at_the_score_said(tournament):
    end(tournament, (2, 1), (0, 0))

    stored = Tournament.objects.get()
    results = {pairing.table: pairing.result for pairing in last_round(tournament).pairings}
    assert (results[1], results[2]) == (Result(Outcome.STOPPED, (2, 1)), Result(Outcome.STOPPED, (0, 0)))
    assert (stored.planned_rounds, Round.objects.get(number=2).manual) == (2, False)
    is_sound(tournament)


def test_a_match_that_was_not_played_falls_away_and_both_have_missed_the_round(tournament):
    gone = pairing_of(tournament, 2, 2)
    enter_result(pairing_of(tournament, 2, 1), WIN)

    end(tournament, None)

    round_, missed = last_round(tournament), {gone.first.number, gone.second.number}
    entries = record_of(Tournament.objects.get()).entries
    assert {entry.number for entry in entries if 2 in entry.absent_rounds} == missed == {1, 2, 3, 4, 5} - round_.seated
    assert (round_.manual, round_.rematches_allowed, round_.lookahead_bound) == (True, False, False)
    assert Round.objects.get(number=2).reason == "The evening ended before every match was played."
    is_sound(tournament)


def test_a_last_round_without_any_result_is_removed_the_bye_being_none(tournament):
    (late,) = add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    withdraw_entry(entry_of(tournament, 5), by=make_director())

    end(tournament, None, None)

    stored = Tournament.objects.get()
    assert (stored.planned_rounds, [round_.number for round_ in record_of(stored).rounds]) == (1, [1])
    assert (entry_of(tournament, late.number).joined_round, entry_of(tournament, 5).withdrawn_after) == (2, 1)
    is_sound(tournament)


def test_where_all_is_played_no_more_rounds_are_planned(tournament):
    for table in (1, 2):
        enter_result(pairing_of(tournament, 2, table), WIN)

    end(tournament)

    assert Tournament.objects.get().planned_rounds == 2
    is_sound(tournament)


def test_ending_is_undone_and_done_again_in_one_step_and_then_closed(tournament):
    say_words(pairing_of(tournament, 2, 2), "0-won-single")
    before = dump(Tournament.objects.get())
    end(tournament, (1, 1), None)
    after = dump(Tournament.objects.get())

    undo(history(Tournament.objects.get()).undoable, by=make_director())
    taken_back = dump(Tournament.objects.get())
    redo(history(Tournament.objects.get()).redoable, by=make_director())
    done_again = dump(Tournament.objects.get())
    close_tournament(Tournament.objects.get(), by=make_director())

    assert (taken_back == before, done_again == after, Tournament.objects.get().is_closed) == (True, True, True)


def test_ending_leaves_other_results_and_corrections(tournament):
    first = pairing_of(tournament, 1, 1)
    standing = Result(Outcome.PLAYED, (first.first_points, first.second_points))
    record_result(
        first, by=make_director(), expected=standing, result=Result(Outcome.FORFEIT, None, first.first.number)
    )
    before = record_of(tournament).rounds[0]
    enter_result(pairing_of(tournament, 2, 1), WIN)

    end(tournament, None)

    assert (record_of(Tournament.objects.get()).rounds[0], last_round(tournament).pairings[0].result) == (before, WIN)


def test_ending_from_an_outdated_page_is_refused(tournament):
    open_then = list(Pairing.objects.filter(round__number=2, outcome="pending").values_list("pk", flat=True))
    enter_result(pairing_of(tournament, 2, 1), WIN)
    before = stored_rows()

    with pytest.raises(Refused) as caught:
        end_evening(tournament, by=make_director(), number=2, scores=dict.fromkeys(open_then))

    assert (caught.value.code, stored_rows() == before) == ("round_changed_meanwhile", True)


@pytest.mark.parametrize("score", [(3, 1), (2, 7)])
def test_a_stopped_score_that_decides_the_match_is_refused(tournament, score):
    assert refused(tournament, score, None) == "stopped_score_is_final"


def test_an_earlier_round_cannot_be_the_last(tournament):
    assert refused(tournament, None, None, number=1) == "round_is_not_last"


def test_an_evening_without_any_result_is_none():
    made = make_tournament(entries=4)
    draw_next_round(made)

    assert refused(made, None, None) == "evening_without_result"


def test_a_hidden_round_was_not_played():
    made = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(made)
    Round.objects.update(is_hidden=False)
    for table in (1, 2):
        enter_result(pairing_of(made, 1, table), WIN)
    draw_next_round(made)

    assert refused(made, (1, 0), None) == "round_is_hidden"
    end(made, None, None)

    assert (Round.objects.count(), Tournament.objects.get().planned_rounds) == (1, 1)


def test_ending_twice_changes_nothing(tournament):
    end(tournament, (1, 0), None)
    before = stored_rows()

    end(tournament)

    assert stored_rows() == before
    assert PENDING not in {pairing.result for pairing in last_round(tournament).pairings}

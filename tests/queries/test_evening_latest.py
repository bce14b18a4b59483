"""What was read of an evening is brought up to date by the matches since, and read anew after anything else."""

import pytest
from django.db import transaction

from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    say_words,
)
from tournament.actions.matches import accept_transcript, attach_transcript, take_back_word
from tournament.actions.players import change_entry, withdraw_entry
from tournament.actions.results import record_result, report_score
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.queries.evening import evening_of, latest_evening
from tournament.queries.record import result_of
from tournament.queries.results import score_sheet_of

pytestmark = pytest.mark.django_db
WON = Result(Outcome.PLAYED, (3, 1))


@pytest.fixture
def tournament():
    """Six players, one round played; the second is drawn and has been looked at."""
    made = make_tournament(entries=6, played=1)
    draw_next_round(made)
    read(made)
    return made


def read(tournament):
    return latest_evening(Tournament.objects.get(pk=tournament.pk))


def record(pairing, result):
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=result)


def test_who_asks_in_the_same_state_gets_what_was_read(tournament):
    assert read(tournament) is read(tournament)


def test_after_results_the_players_are_not_read_again_and_all_else_is_as_if_it_were(tournament):
    before = read(tournament)
    enter_result(pairing_of(tournament, 2, 1), WON)
    enter_result(pairing_of(tournament, 2, 3), DOUBLE_FORFEIT)
    record(pairing_of(tournament, 1, 2), DOUBLE_FORFEIT)
    record(pairing_of(tournament, 2, 3), PENDING)

    after, fresh = read(tournament), evening_of(Tournament.objects.get())

    assert after.entries is before.entries
    assert (after.record, after.pairings) == (fresh.record, fresh.pairings)
    assert [round_.tournament.version for round_ in after.rounds] == [after.tournament.version] * 2


def test_after_a_word_on_a_score_sheet_the_players_are_not_read_again_and_its_match_is(tournament):
    before = read(tournament)
    say_words(pairing_of(tournament, 2, 1), "0-won-single")
    begun = read(tournament)
    pairing = pairing_of(tournament, 2, 1)
    kept = score_sheet_of(pairing)
    empty = kept.before_last_word.look
    take_back_word(tournament, by=make_director(), key=pairing.pk, expected=kept.mark, leaves=empty)

    after = read(tournament)

    assert (begun.entries is before.entries, begun.pairings[2][0].has_games) == (True, True)
    assert (after.entries is before.entries, after.pairings) == (True, evening_of(tournament).pairings)


def test_games_that_an_accepted_transcript_brings_to_a_result_are_seen():
    made = make_tournament(entries=2, cube=True, crawford=True, backgammons=True)
    draw_next_round(made)
    match = pairing_of(made, 1, 1)
    attach_transcript(match, by=make_director(), data=THREE_POINTS.read_bytes())
    enter_result(match, Result(Outcome.PLAYED, (4, 0)))
    before = read(made).pairings[1][0].has_games

    accept_transcript(pairing_of(made, 1, 1), by=make_director(), score=(4, 0))

    assert (before, read(made).pairings[1][0].has_games) == (False, True)


def test_another_history_that_has_come_to_the_same_version_is_read(tournament):
    with transaction.atomic():
        enter_result(pairing_of(tournament, 2, 1), WON)
        read(tournament)
        transaction.set_rollback(True)
    enter_result(pairing_of(tournament, 2, 2), WON)

    assert read(tournament).pairings == evening_of(tournament).pairings


def test_after_anything_else_everything_is_read(tournament):
    before = read(tournament)
    enter_result(pairing_of(tournament, 2, 1), WON)
    withdraw_entry(entry_of(tournament, 6), by=make_director())

    after = read(tournament)

    assert after.entries is not before.entries
    assert after.record == evening_of(tournament).record


def test_a_report_that_came_with_the_result_is_seen(tournament):
    pairing = pairing_of(tournament, 2, 1)
    report_score(pairing.first, key=pairing.pk, expected=None, score=(3, 1))
    read(tournament)
    enter_result(pairing, WON)

    assert read(tournament).pairings == evening_of(tournament).pairings


def test_who_reads_their_tournament_anew_gets_what_has_come_since_and_nobody_else_does():
    made = make_tournament(entries=4, played=1)
    held, other = Tournament.objects.get(), Tournament.objects.get()
    latest_evening(held)
    change_entry(entry_of(made, 1), by=make_director(), name="Anna")

    held.refresh_from_db()
    seen = latest_evening(other)

    assert (seen.tournament.version, seen.entries[1].name) == (other.version, "Player 1")
    assert latest_evening(held).entries[1].name == "Anna"

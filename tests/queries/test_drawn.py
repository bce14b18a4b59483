"""Whether the rounds planned can be played after a stored round, in sentences."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, pairing_of
from tournament.actions.entries import NewPlayer, add_entries
from tournament.actions.pairings import pair_anew
from tournament.actions.results import record_result
from tournament.actions.tournaments import change_tournament, close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament
from tournament.queries.drawn import lookahead_sentence, too_many_rounds_sentence
from tournament.queries.reasons import pairing_reasons
from tournament.queries.record import record_of, result_of

pytestmark = pytest.mark.django_db


def told(tournament):
    current = Tournament.objects.get(pk=tournament.pk)
    return too_many_rounds_sentence(current, record_of(current), last_round(tournament))


def told_of_the_bound(tournament):
    return lookahead_sentence(last_round(tournament), record_of(tournament))


def last_round(tournament):
    return Round.objects.filter(tournament=tournament).order_by("-number").first()


def plan(tournament, rounds):
    change_tournament(tournament, by=make_director(), planned_rounds=rounds)


AT_MOST = "7 rounds are planned, but 6 players can play at most 5 without a rematch."


def test_before_round_1_it_is_told_how_many_rounds_so_many_players_can_play():
    assert told(make_tournament(entries=6, planned_rounds=7)) == AT_MOST
    assert told(make_tournament(entries=6, planned_rounds=5)) == ""
    assert told(make_tournament(entries=1, planned_rounds=5)) == ""


def test_a_round_tells_how_many_more_can_be_played_until_the_plan_is_made_to_fit():
    tournament = make_tournament(entries=6, planned_rounds=7, played=2)
    draw_next_round(tournament)

    before = told(tournament)
    plan(tournament, 5)

    assert (
        before == "After this round those present can play only 2 more without a rematch; 7 rounds are planned in all."
    )
    assert told(tournament) == ""


def test_the_last_round_that_can_be_played_says_so():
    tournament = make_tournament(entries=6, planned_rounds=7, played=4)
    draw_next_round(tournament)

    assert told(tournament) == (
        "This is the last round that those present can play without a rematch; 7 rounds are planned."
    )


def test_rounds_planned_after_a_round_was_paired_are_told_at_once():
    tournament = make_tournament(entries=6, planned_rounds=5)
    draw_next_round(tournament)
    before = told(tournament)

    plan(tournament, 7)

    assert (before, told(tournament)) == ("", AT_MOST)


def test_a_round_by_hand_tells_only_what_is_sure():
    tournament = make_tournament(entries=6, planned_rounds=7)
    draw_next_round(tournament)
    Round.objects.update(manual=True)

    assert told(tournament) == AT_MOST


@pytest.mark.parametrize("over", ["rematches", "closed"])
def test_with_rematches_allowed_or_closed_there_is_nothing_to_tell(over):
    tournament = make_tournament(entries=6, planned_rounds=7, played=1)
    if over == "closed":
        close_tournament(tournament, by=make_director())
    else:
        Round.objects.update(rematches_allowed=True)

    assert told(tournament) == ""


def test_a_round_whose_look_ahead_met_the_bound_says_how_many_rounds_it_keeps_nevertheless():
    tournament = make_tournament(entries=6, planned_rounds=7)
    draw_next_round(tournament)
    before = told_of_the_bound(tournament)

    Round.objects.update(lookahead_bound=True)

    assert (before, told_of_the_bound(tournament)) == (
        "",
        "The program could not check whether all remaining rounds can still be paired; at least 4 more can be.",
    )


def test_a_round_paired_anew_has_all_its_reasons():
    tournament = make_tournament(entries=8, played=1)
    draw_next_round(tournament)
    before = pairing_reasons(Tournament.objects.get(pk=tournament.pk))
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), seen=result_of(pairing), result=Result(Outcome.PLAYED, (0, 3)))

    pair_anew(tournament, by=make_director(), number=2)

    after = pairing_reasons(Tournament.objects.get(pk=tournament.pk))
    assert (len(before), len(after), before == after) == (4, 4, False)

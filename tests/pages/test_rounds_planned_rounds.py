"""Whether the rounds planned can be played after a stored round, in sentences."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.players import NewPlayer, add_entries, keep_apart
from tournament.actions.results import record_result
from tournament.actions.rounds import pair_anew
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament
from tournament.pages.rounds import lookahead_sentence, pairing_reasons, too_many_rounds_sentence
from tournament.phrases.rounds import lost_rounds_sentence
from tournament.queries.evening import evening_of, record_of
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db


def told(tournament):
    return too_many_rounds_sentence(record_of(tournament))


def told_of_the_bound(tournament):
    return lookahead_sentence(last_round(tournament), record_of(tournament))


def last_round(tournament):
    return Round.objects.filter(tournament=tournament).order_by("-number").first()


AT_MOST = "6 players have 5 rounds; in 7 each meets each other once or twice."


def test_before_round_1_it_is_told_how_many_rounds_so_many_players_can_play():
    assert told(make_tournament(entries=6, planned_rounds=7)) == AT_MOST
    assert told(make_tournament(entries=6, planned_rounds=5)) == ""
    assert told(make_tournament(entries=1, planned_rounds=5)) == ""
    assert told(make_tournament(entries=6, planned_rounds=7, played=1)) == ""


def test_before_round_1_wishes_that_alone_make_rounds_impossible_are_named_without_a_word_of_rematches():
    tournament = make_tournament(entries=4, planned_rounds=4)
    keep_apart(entry_of(tournament, 1), entry_of(tournament, 2), by=make_director())

    def told_with(planned_rounds):
        Tournament.objects.update(planned_rounds=planned_rounds)
        return told(Tournament.objects.get())

    assert [told_with(planned) for planned in (4, 3, 2)] == [
        lost_rounds_sentence(4, 2),
        lost_rounds_sentence(3, 2, are_wishes_alone=True),
        "",
    ]


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
    before = pairing_reasons(evening_of(Tournament.objects.get(pk=tournament.pk)), 2)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=Result(Outcome.PLAYED, (0, 3)))

    pair_anew(tournament, by=make_director(), number=2)

    after = pairing_reasons(evening_of(Tournament.objects.get(pk=tournament.pk)), 2)
    assert (len(before), len(after), before == after) == (4, 5, False)

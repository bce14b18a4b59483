"""What the journal says last."""

import pytest

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tournament.actions.results import undo_result
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.queries.journal import last_result_line

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def last_table(tournament):
    line = last_result_line(tournament)
    return line and line.facts["table"]


def test_the_last_result_is_offered_to_be_undone_then_the_one_before():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    offered = [last_table(tournament)]
    for table in (2, 1):
        enter_result(pairing_of(tournament, 1, table), WIN)
        offered.append(last_table(tournament))
    for _undo in range(2):
        undo_result(last_result_line(tournament), by=make_director())
        offered.append(last_table(tournament))

    assert offered == [None, 2, 1, 2, None]


def test_a_result_that_a_round_is_paired_on_is_not_offered():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)

    assert last_result_line(tournament) is None


def test_the_journal_of_another_tournament_says_nothing_here():
    other = make_tournament(entries=2, played=1)
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)

    assert (last_table(tournament), last_table(other)) == (None, 1)

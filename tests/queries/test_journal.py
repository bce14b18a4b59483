"""What can be taken back, told from the journal."""

import pytest

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of
from tournament.actions.history import redo, undo
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.queries.journal import drawn_round, history, what_is_told

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def offered(tournament):
    """The tables of the results that undo and redo are about."""
    now = history(tournament)
    return [line and what_is_told(line)[1].get("table") for line in (now.undoable, now.redoable)]


def test_undo_goes_back_and_redo_forward_through_the_results():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    for table in (2, 1):
        enter_result(pairing_of(tournament, 1, table), WIN)
    way = [offered(tournament)]
    for turn, side in (
        (undo, "undoable"),
        (undo, "undoable"),
        (redo, "redoable"),
        (undo, "undoable"),
        (redo, "redoable"),
    ):
        turn(getattr(history(tournament), side), by=make_director())
        way.append(offered(tournament))

    assert way == [[1, None], [2, 1], [None, 2], [2, 1], [None, 2], [2, 1]]


def test_a_draw_is_known_as_such_when_it_is_done_again():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    lines = [history(tournament).undoable]
    undo(lines[0], by=make_director())
    redo(history(tournament).redoable, by=make_director())
    lines.append(history(tournament).undoable)

    assert [drawn_round(line) for line in lines] == [2, 2]


def test_the_journal_of_another_tournament_says_nothing_here():
    make_tournament(entries=2, played=1)
    tournament = make_tournament(entries=0)

    assert offered(tournament) == [None, None]

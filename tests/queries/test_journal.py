"""What a line of the journal tells."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament
from tournament.actions.journal import history, redo, undo
from tournament.queries.journal import drawn_round

pytestmark = pytest.mark.django_db


def test_a_draw_is_known_as_such_when_it_is_done_again():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    lines = [history(tournament).undoable]
    undo(lines[0], by=make_director())
    redo(history(tournament).redoable, by=make_director())
    lines.append(history(tournament).undoable)

    assert [drawn_round(line) for line in lines] == [2, 2]

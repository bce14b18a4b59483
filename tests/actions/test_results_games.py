"""The games of a match are kept, and let go where a result says otherwise."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, pairing_of
from tournament.actions.catalogue import ACTIONS
from tournament.actions.change import change
from tournament.actions.journal import history, undo
from tournament.actions.results import keep_games, record_result
from tournament.actions.rounds import remove_round
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.games import GameEnding, PlayedGame
from tournament.queries.record import result_of
from tournament.queries.results import kept_games, kept_games_in

pytestmark = pytest.mark.django_db

THREE_ONE = (PlayedGame(0, GameEnding.GAMMON), PlayedGame(1, conceded=True), PlayedGame(0))


@pytest.fixture
def match():
    tournament = make_tournament(4)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, table=1)


def keep(match, games):
    with change(match.round.tournament, by=make_director(), action=ACTIONS["result_recorded"]) as step:
        keep_games(step, match, games)


def record(match, result, **options):
    match.refresh_from_db()
    record_result(match, by=make_director(), expected=result_of(match), result=result, **options)


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


def test_games_are_read_as_they_were_kept(match):
    keep(match, THREE_ONE)

    assert kept_games(match).games == THREE_ONE
    assert {key: kept.games for key, kept in kept_games_in([match.round.tournament]).items()} == {match.pk: THREE_ONE}


def test_games_that_do_not_add_up_to_the_result_are_refused(match):
    record(match, played(3, 2))
    match.refresh_from_db()

    with pytest.raises(Refused) as refused:
        keep(match, THREE_ONE)

    assert (refused.value.code, kept_games(match).games) == ("score_is_not_of_the_games", ())


@pytest.mark.parametrize("result", [played(3, 1), PENDING])
def test_a_result_that_the_games_add_up_to_keeps_them(match, result):
    keep(match, THREE_ONE)
    record(match, played(3, 1))
    record(match, result)

    assert kept_games(match).games == THREE_ONE


@pytest.mark.parametrize("result", [played(3, 2), played(1, 3), DOUBLE_FORFEIT])
def test_a_result_that_says_otherwise_lets_the_games_go_until_it_is_undone(match, result):
    keep(match, THREE_ONE)
    record(match, result)

    assert kept_games(match).games == ()

    undo(history(match.round.tournament).undoable, by=make_director())

    assert kept_games(match).games == THREE_ONE


def test_who_gives_up_the_match_keeps_its_games(match):
    keep(match, THREE_ONE[:2])
    record(match, played(2, 3), gave_up=True)

    match.refresh_from_db()
    assert (kept_games(match).games, match.gave_up) == (THREE_ONE[:2], True)


def test_a_round_that_is_removed_and_brought_back_has_its_games_again(match):
    keep(match, THREE_ONE)
    remove_round(match.round.tournament, by=make_director(), number=1, confirmed="1")
    undo(history(match.round.tournament).undoable, by=make_director())

    assert kept_games(match).games == THREE_ONE

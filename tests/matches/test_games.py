"""What games are worth and what they add up to."""

from dataclasses import replace

import pytest

from tournament.engine.refusals import Refused
from tournament.matches.formats import MatchFormat, MatchGame
from tournament.matches.games import (
    GameEnding,
    MatchStanding,
    PlayedGame,
    after_games,
    points_of,
    refuse_score_of_games,
)
from tournament.matches.scores import final_scores

CUBE = MatchFormat(match_length=5, cube=True, backgammons=True, crawford=True, winner_opens=False)
JACOBY = MatchFormat(match_length=1, cube=True, backgammons=True, jacoby=True, automatic_doubles=2)


@pytest.mark.parametrize(
    ("wanted", "game", "points"),
    [
        (MatchFormat(), PlayedGame(0, GameEnding.SINGLE), 1),
        (MatchFormat(), PlayedGame(0, GameEnding.GAMMON), 2),
        (MatchFormat(), PlayedGame(0, GameEnding.BACKGAMMON), 2),
        (MatchFormat(gammons=False), PlayedGame(0, GameEnding.BACKGAMMON), 1),
        (CUBE, PlayedGame(1, GameEnding.BACKGAMMON, cube=4), 12),
        (CUBE, PlayedGame(1, GameEnding.PASS, cube=2), 2),
        (JACOBY, PlayedGame(0, GameEnding.GAMMON), 1),
        (JACOBY, PlayedGame(0, GameEnding.GAMMON, cube=2, automatic=1), 2),
        (JACOBY, PlayedGame(0, GameEnding.GAMMON, cube=2), 4),
        (JACOBY, PlayedGame(0, GameEnding.BACKGAMMON, cube=1, conceded=True), 1),
        (MatchFormat(MatchGame.PLAKOTO), PlayedGame(None, GameEnding.DRAWN), 0),
    ],
)
def test_a_game_is_worth_its_kind_times_the_cube(wanted, game, points):
    assert points_of(wanted, game) == points


def test_the_winner_of_a_game_opens_the_next_one():
    standing = after_games(MatchFormat(), [PlayedGame(1), PlayedGame(0)])

    assert standing == MatchStanding((1, 1), decided_games=2, opener=0)


def test_with_an_opening_roll_nobody_is_named():
    assert after_games(replace(CUBE, crawford=False), [PlayedGame(1)]).opener is None


def test_only_the_first_game_one_point_from_winning_is_played_without_the_cube():
    before = after_games(CUBE, [PlayedGame(0, cube=4)])
    after = after_games(CUBE, [PlayedGame(0, cube=4), PlayedGame(1)])

    assert (before.is_crawford, after.is_crawford) == (True, False)


def test_a_drawn_game_is_played_over_as_the_same_game_by_whoever_opened_it():
    tavli = MatchFormat(MatchGame.TAVLI, match_length=5)
    standing = after_games(tavli, [PlayedGame(1), PlayedGame(None, GameEnding.DRAWN)])

    assert (standing, tavli.game_at(standing.decided_games)) == (
        MatchStanding((0, 1), decided_games=1, opener=1),
        MatchGame.PLAKOTO,
    )


def test_the_games_of_a_tavli_take_turns():
    tavli = MatchFormat(MatchGame.TAVLI, match_length=5)

    assert [tavli.game_at(decided).value for decided in range(4)] == ["portes", "plakoto", "fevga", "portes"]


@pytest.mark.parametrize(
    ("wanted", "games", "refused"),
    [
        (MatchFormat(match_length=1), [PlayedGame(0), PlayedGame(0)], "game_after_the_end(game=2)"),
        (MatchFormat(), [PlayedGame(None)], "game_without_winner(game=1)"),
        (MatchFormat(), [PlayedGame(0, GameEnding.DRAWN)], "game_without_winner(game=1)"),
        (MatchFormat(), [PlayedGame(None, GameEnding.DRAWN)], "game_drawn(game=1)"),
        (CUBE, [PlayedGame(0, GameEnding.PASS, conceded=True)], "game_conceded(game=1)"),
        (CUBE, [PlayedGame(0, cube=4), PlayedGame(0, cube=2)], "game_cube_in_crawford(game=2)"),
        (CUBE, [PlayedGame(0, cube=4), PlayedGame(0, GameEnding.PASS)], "game_pass(game=2)"),
        (MatchFormat(), [PlayedGame(0, cube=2)], "game_without_cube(game=1)"),
        (MatchFormat(), [PlayedGame(0, GameEnding.PASS)], "game_without_cube(game=1)"),
        (CUBE, [PlayedGame(0, cube=3)], "game_cube(game=1)"),
        (replace(CUBE, cube_limit=2), [PlayedGame(0, cube=4)], "game_cube(game=1)"),
        (replace(CUBE, cube_limit=2), [PlayedGame(0, GameEnding.PASS, cube=2)], "game_pass(game=1)"),
        (CUBE, [PlayedGame(0, cube=2, automatic=1)], "game_automatic(game=1)"),
        (JACOBY, [PlayedGame(0, cube=2, automatic=2)], "game_automatic(game=1)"),
    ],
)
def test_a_game_that_the_format_does_not_know_is_refused_by_its_number(wanted, games, refused):
    with pytest.raises(Refused) as refusal:
        after_games(wanted, games)

    assert str(refusal.value) == refused


def test_every_series_of_games_ends_in_a_legal_score():
    wanted = replace(CUBE, match_length=3, cube_limit=4)
    choices = [PlayedGame(side, kind, cube) for side in (0, 1) for kind in GameEnding for cube in (1, 2, 4)]
    ends = set()

    def play(games):
        for game in choices:
            try:
                standing = after_games(wanted, [*games, game])
            except Refused:
                continue
            if standing.is_decided(wanted):
                ends.add((max(standing.score), min(standing.score)))
            elif standing not in seen:
                seen.add(standing)
                play([*games, game])

    seen = set()
    play([])
    assert ends == final_scores(wanted)


TWO_GAMES = [PlayedGame(0, GameEnding.GAMMON, cube=2), PlayedGame(1)]


@pytest.mark.parametrize(("score", "gave_up"), [((4, 1), False), ((5, 1), True), ((4, 5), True)])
def test_a_score_agrees_with_the_games_that_led_to_it(score, gave_up):
    refuse_score_of_games(CUBE, TWO_GAMES, score, gave_up=gave_up)


@pytest.mark.parametrize(
    ("games", "score", "gave_up", "code"),
    [
        (TWO_GAMES, (5, 1), False, "score_is_not_of_the_games"),
        (TWO_GAMES, (1, 4), False, "score_is_not_of_the_games"),
        (TWO_GAMES, (4, 1), True, "score_is_not_of_the_games"),
        ([PlayedGame(0, cube=8)], (8, 0), True, "gave_up_a_decided_match"),
    ],
)
def test_a_score_that_the_games_do_not_add_up_to_is_refused(games, score, gave_up, code):
    with pytest.raises(Refused) as refused:
        refuse_score_of_games(CUBE, games, score, gave_up=gave_up)

    assert refused.value.code == code

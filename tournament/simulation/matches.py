"""Plays invented matches: strength decides the games, and some of them are gammons."""

from random import Random

from tournament.matches.formats import MatchFormat, MatchGame
from tournament.matches.games import GameEnding, MatchStanding, PlayedGame, after_games
from tournament.matches.scores import Score

GAMMONS = 0.22
"""The share of games that end in a gammon unless the cube ends them before."""

BACKGAMMONS = 0.01
DOUBLED = 0.4
PASSED = 0.35
AUTOMATIC = 1 / 6
CONCEDED = 0.1
DRAWN = 0.03
GIVEN_UP = 0.02


# A match with its games, its score, and whether the loser gave it up before it was decided.
PlayedMatch = tuple[tuple[PlayedGame, ...], Score, bool]


def play_match(match_format: MatchFormat, chance: Random, first_strength: float, second_strength: float) -> Score:
    """Play games until one side has the match; strengths are Elo-like, 100 apart wins some 57 in 100 games."""
    first_wins = _share_of_games(first_strength, second_strength)
    points = [0, 0]
    while max(points) < match_format.match_length:
        points[chance.random() >= first_wins] += _value_of_game(match_format, chance)
    return points[0], points[1]


def play_in_part(match_format: MatchFormat, chance: Random) -> Score:
    """Return the score of a match that is stopped before anybody has won it."""
    return chance.randrange(match_format.match_length), chance.randrange(match_format.match_length)


def _value_of_game(match_format: MatchFormat, chance: Random) -> int:
    rolled = chance.random()
    if match_format.backgammons and rolled < BACKGAMMONS:
        return 3
    return 2 if match_format.gammons and rolled < GAMMONS else 1


def play_games(
    match_format: MatchFormat, chance: Random, first_strength: float = 0, second_strength: float = 0
) -> PlayedMatch:
    """Play a match of any format game by game; now and then somebody gives it up."""
    first_wins = _share_of_games(first_strength, second_strength)
    games: list[PlayedGame] = []
    standing = after_games(match_format, games)
    while not standing.is_decided(match_format):
        if chance.random() < GIVEN_UP:
            first, second = standing.score
            score = (match_format.match_length, second) if chance.random() < 0.5 else (first, match_format.match_length)
            return tuple(games), score, True
        games.append(_game(match_format, standing, chance, first_wins))
        standing = after_games(match_format, games)
    return tuple(games), standing.score, False


def play_games_in_part(match_format: MatchFormat, chance: Random) -> PlayedMatch:
    """Play a match of any format that is stopped before its last game."""
    whole, _score, _gave_up = play_games(match_format, chance)
    games = whole[: chance.randint(0, len(whole[:-1]))]
    return games, after_games(match_format, games).score, False


def _game(match_format: MatchFormat, standing: MatchStanding, chance: Random, first_wins: float) -> PlayedGame:
    if match_format.game_at(standing.decided_games) is MatchGame.PLAKOTO and chance.random() < DRAWN:
        return PlayedGame(None, GameEnding.DRAWN)
    winner = int(chance.random() >= first_wins)
    automatic = 0
    while automatic < match_format.automatic_doubles and chance.random() < AUTOMATIC:
        automatic += 1
    cube = 2**automatic
    may_double = match_format.cube and not standing.is_crawford
    while may_double and cube < match_format.cube_limit and chance.random() < DOUBLED:
        if chance.random() < PASSED:
            return PlayedGame(winner, GameEnding.PASS, cube, automatic)
        cube *= 2
    value = _value_of_game(match_format, chance)
    kind = {1: GameEnding.SINGLE, 2: GameEnding.GAMMON, 3: GameEnding.BACKGAMMON}[value]
    return PlayedGame(winner, kind, cube, automatic, conceded=chance.random() < CONCEDED)


def _share_of_games(first_strength: float, second_strength: float) -> float:
    return 1 / (1 + 10 ** ((second_strength - first_strength) / 800))

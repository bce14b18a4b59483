"""How an invented match ends: strength decides the games, and some of them are gammons."""

from random import Random

from tournament.matches.formats import MatchFormat
from tournament.matches.scores import Score

GAMMONS = 0.22
"""The share of games that end in a gammon where the cube does not cut them short."""

BACKGAMMONS = 0.01


def play_match(wanted: MatchFormat, chance: Random, first_strength: float, second_strength: float) -> Score:
    """Play games until one side has the match; strengths are Elo-like, 100 apart wins some 57 in 100 games."""
    first_wins = 1 / (1 + 10 ** ((second_strength - first_strength) / 800))
    points = [0, 0]
    while max(points) < wanted.match_length:
        points[chance.random() >= first_wins] += _value_of_game(wanted, chance)
    return points[0], points[1]


def play_in_part(wanted: MatchFormat, chance: Random) -> Score:
    """The score at closing time of a match that nobody has won yet."""
    return chance.randrange(wanted.match_length), chance.randrange(wanted.match_length)


def _value_of_game(wanted: MatchFormat, chance: Random) -> int:
    rolled = chance.random()
    if wanted.backgammons and rolled < BACKGAMMONS:
        return 3
    return 2 if wanted.gammons and rolled < GAMMONS else 1

"""The program and the brute force find the same positions after every roll, in each of the four games.

In the suite some hundred positions of each; `make prove` compares as many as PROVE_POSITIONS says. Half come from games
played at random, half are made for the hard cases; how many of which were met is printed.
"""

import os
import random
from collections import Counter

import pytest

from tests.reference.board import ends_of
from tests.reference.board_positions import game_from_start, made_positions, played_positions
from tournament.board.games import BAR, CHECKERS, HOME, OFF, Variant
from tournament.board.plays import Obstacle, legal_plays, obstacle, points_before
from tournament.board.position_text import read_position, write_position

IN_THE_SUITE = 300
TO_PROVE = int(os.environ.get("PROVE_POSITIONS", "5000"))
CHUNK = 500
GAMES = 5


def positions(game, seed, count):
    chance = random.Random(seed)
    yield from played_positions(game, chance, count // 2)
    yield from made_positions(game, chance, count - count // 2)


def cases(position, roll, plays):
    """The hard cases that a position and its roll show."""
    most = len(plays[0].steps)
    own_points = [point for point in range(1, BAR + 1) if position.own[point]]
    obstacles = {obstacle(position, point, number) for point in own_points for number in roll}
    yield "from the bar", position.own[BAR] > 0
    yield "something pinned", bool(position.pinned or position.pinned_of_other()) and position.game == "plakoto"
    yield "bearing off", any(step.target == OFF for play in plays for step in play.steps)
    yield "pinned at home while bearing off", bool(position.pinned) and max(own_points) <= HOME
    yield "nothing to play", most == 0
    yield "part of a double", roll[0] == roll[1] and 0 < most < 4
    yield "one number of two", roll[0] != roll[1] and most == 1
    yield "the higher number alone", roll[0] != roll[1] and most == 1 and only_the_higher_counts(position, roll)
    yield "Fevga: only the first checker", Obstacle.FIRST_CHECKER in obstacles
    yield "Fevga: no six at the start", Obstacle.SIX_BLOCK in obstacles
    yield "Fevga: six before the other", bool(points_before(position))
    yield "Fevga: six before the other opened", bool(points_before(position)) and opens_a_way(position, plays)


def only_the_higher_counts(position, roll):
    return all(any(not obstacle(position, point, number) for point in range(1, BAR + 1)) for number in roll)


def opens_a_way(position, plays):
    return all(any(not play.after.own[point] for point in points_before(position)) for play in plays)


def compare(game, seed, count, record_property):
    tally = Counter()
    differences = []
    for position, roll in positions(game, seed, count):
        text = write_position(position)
        plays = legal_plays(read_position(game, text), roll)
        found = sorted(write_position(play.after) for play in plays)
        if found != sorted(ends_of(game.value, text, roll)):
            differences.append((text, roll))
        tally["positions"] += 1
        tally["plays"] += len(plays)
        tally.update(name for name, is_met in cases(position, roll, plays) if is_met)
    for name, number in tally.items():
        record_property(f"{game}: {name}", number)
    print(f"{game}: {dict(tally)}")
    assert differences == []
    return tally


ALWAYS = {"bearing off", "part of a double", "the higher number alone", "nothing to play"}
MUST_BE_MET = {
    Variant.BACKGAMMON: {"from the bar", *ALWAYS},
    Variant.PORTES: {"from the bar", *ALWAYS},
    Variant.PLAKOTO: {"something pinned", "pinned at home while bearing off", *ALWAYS},
    Variant.FEVGA: {
        "Fevga: only the first checker",
        "Fevga: no six at the start",
        "Fevga: six before the other opened",
        *ALWAYS,
    },
}


@pytest.mark.costly
@pytest.mark.parametrize("game", Variant)
def test_program_and_brute_force_find_the_same_positions(game, record_property):
    tally = compare(game, f"suite/{game}", IN_THE_SUITE, record_property)

    assert MUST_BE_MET[game] - set(tally) == set()


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(max(TO_PROVE // CHUNK, 1)))
@pytest.mark.parametrize("game", Variant)
def test_program_and_brute_force_find_the_same_positions_by_the_thousand(game, chunk, record_property):
    compare(game, f"proof/{game}/{chunk}", min(CHUNK, TO_PROVE), record_property)


@pytest.mark.parametrize("game", Variant)
def test_games_played_at_random_come_to_an_end_with_all_their_checkers(game):
    for seed in range(GAMES):
        for position, _roll in game_from_start(game, random.Random(seed)):
            assert (sum(position.own), sum(position.other)) == (CHECKERS, CHECKERS)
            assert min(position.own + position.other) >= 0

"""Lists made at random, alike to those of people and programs: everybody comes in, and nobody else."""

import random
from io import BytesIO

import pytest

from tests.imports.invented_lists import invented_list, invented_matches
from tests.imports.test_match_lists import TODAY
from tournament.imports.match_lists import read_match_list
from tournament.imports.player_lists import read_file, read_pasted, read_players

CHUNKS, TO_PROVE = 12, 132


def read_as_expected(chance):
    invented = invented_list(chance)
    is_text = isinstance(invented.content, str)
    found = read_pasted(invented.content) if is_text else read_file(BytesIO(invented.content))
    came_in = [
        (candidate.player.name, candidate.player.club, line.is_paid)
        for line in read_players(found, ())
        for candidate in line.candidates
        if candidate.doubt is None
    ]

    assert came_in == list(invented.expected), invented.content


def matches_as_expected(chance):
    data, expected = invented_matches(chance)
    found = read_match_list(BytesIO(data), TODAY)

    assert found.mistakes == (), data.decode()
    assert [(each.date, each.winner, each.loser, each.match_length, each.points) for each in found.lines] == expected


@pytest.mark.parametrize("seed", range(8))
def test_everybody_on_a_list_comes_in_and_nobody_else(seed):
    read_as_expected(random.Random(f"list/{seed}"))


@pytest.mark.parametrize("seed", range(8))
def test_every_match_of_a_list_is_read(seed):
    matches_as_expected(random.Random(f"matches/{seed}"))


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_everybody_on_any_list_comes_in_and_nobody_else(chunk):
    chance = random.Random(f"lists/{chunk}")
    for _list in range(TO_PROVE):
        read_as_expected(chance)
        matches_as_expected(chance)

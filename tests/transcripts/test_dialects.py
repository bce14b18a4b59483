"""What other programs write: sound matches have no mistake in any dialect, and of a planted fault its name is found."""

import os
import random
from dataclasses import replace

import pytest

from tests.transcripts.invented_matches import DIALECTS, invented_match, written
from tests.transcripts.planted_faults import AND_MORE, END, FAULTS, HEAD, TITLE
from tournament.matches.games import after_games
from tournament.transcripts.checking import checked_games
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.results import formats_of

LENGTHS = (0, 1, 3, 5, 7)
TO_PROVE = int(os.environ.get("PROVE_TRANSCRIPTS", "300"))
CHUNKS = 10


def sound(chance, length):
    return invented_match(chance, length, most_rolls=chance.choice((14, 14, 14, 200)))


def checked(data):
    return list(checked_games(read_transcript(data)))


def found_in(data):
    return [(found.line, found.mistake) for game in checked(data) for found in game.findings]


def refuse_a_sound_match(chance, length, dialect):
    match = sound(chance, length)
    data, _places = written(match, dialect)
    games = checked(data)

    assert [found for game in games for found in game.findings] == []
    assert [game.result.winner for game in games] == [game.winner for game in match.games]
    assert read_transcript(data).players == dialect.players


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_nothing_is_wrong_with_a_sound_match(dialect):
    for length in LENGTHS:
        refuse_a_sound_match(random.Random(f"sound/{dialect}/{length}"), length, dialect)


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_nothing_is_wrong_with_the_rest_of_a_match_or_with_one_game_of_it(dialect):
    match = invented_match(random.Random("rest"), 7)
    games = match.games

    for part in (*(games[at:] for at in range(1, len(games))), games[-1:]):
        data, _places = written(replace(match, games=part), dialect)
        assert found_in(data) == []
        assert read_transcript(data).games[0].score == part[0].score


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_is_wrong_with_any_sound_match(chunk):
    chance = random.Random(f"sound/{chunk}")
    for _match in range(TO_PROVE // CHUNKS):
        for dialect in DIALECTS:
            refuse_a_sound_match(chance, chance.choice(LENGTHS), dialect)


def test_the_games_of_a_sound_match_add_up_to_its_score():
    for seed in range(10):
        match = invented_match(random.Random(f"score/{seed}"), 5)
        data, _places = written(match, DIALECTS[1])
        transcript = read_transcript(data)
        results = [game.result for game in checked_games(transcript)]
        wanted = formats_of(5, transcript.customs)[0]

        assert after_games(wanted, results).score == transcript.score


def plant(fault, chance):
    """Matches until one has room for the fault."""
    while True:
        planted = list(fault(chance, invented_match(chance, chance.choice(LENGTHS))))
        if planted:
            return planted


def refuse_what_is_named_otherwise(fault, chance, dialect):
    for planted in plant(fault, chance):
        data, places = written(planted.match, dialect)
        title, deeds, end = places[planted.game]
        line = {TITLE: title, HEAD: title + 1, END: end}.get(planted.place) or deeds[planted.place]
        found = found_in(data)

        assert (found[:1] if fault in AND_MORE else found) == [(line, planted.mistake)]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_named_on_its_line_and_nothing_else(fault):
    chance = random.Random(fault.__name__)
    for dialect in chance.sample(DIALECTS, 2):
        refuse_what_is_named_otherwise(fault, chance, dialect)


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_planted_fault_is_named_on_its_line_and_nothing_else(chunk):
    chance = random.Random(f"faults/{chunk}")
    for _time in range(TO_PROVE // CHUNKS):
        for fault in FAULTS:
            refuse_what_is_named_otherwise(fault, chance, chance.choice(DIALECTS))

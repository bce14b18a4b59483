"""What other programs write: sound matches have no mistake in any dialect, and of a planted fault its name is found."""

import os
import random
from dataclasses import replace

import pytest

from tests.transcripts.invented_matches import DIALECTS, invented_match, short, written
from tests.transcripts.planted_faults import AND_MORE, END, FAULTS, HEAD, TITLE
from tournament.board.plays import CheckerMove
from tournament.matches.games import after_games
from tournament.transcripts.checking import checked_games
from tournament.transcripts.following import Mistake
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


def forgotten(chance, game, most):
    """The game with up to `most` rolls that nobody wrote down, some with their play, and the places of all."""
    rolls = [index for index, deed in enumerate(game.deeds) if deed.roll]
    places = sorted(chance.sample(rolls, min(chance.randint(1, most), len(rolls))))
    deeds = list(game.deeds)
    for index in places:
        play = chance.choice(("????", "????", short(deeds[index].steps)))
        deeds[index] = replace(deeds[index], word=f"00: {play}", roll=(), steps=())
    return game.with_deeds(deeds), places


def refuse_what_follows_a_forgotten_roll(chance, length, dialect, *, most=3):
    match = sound(chance, length)
    at = chance.randrange(len(match.games))
    game, _places = forgotten(chance, match.games[at], most)
    data, _lines = written(match.with_game(at, game), dialect)

    assert {mistake for _line, mistake in found_in(data)} == {Mistake.UNKNOWN_ROLL}


def test_nothing_is_wrong_with_a_sound_match_some_of_whose_rolls_nobody_wrote_down():
    chance = random.Random("forgotten")
    for length, dialect in zip((0, 1, 3), chance.sample(DIALECTS, 3), strict=True):
        refuse_what_follows_a_forgotten_roll(chance, length, dialect, most=1)


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_is_wrong_with_any_sound_match_some_of_whose_rolls_nobody_wrote_down(chunk):
    chance = random.Random(f"forgotten/{chunk}")
    for _match in range(TO_PROVE // CHUNKS):
        refuse_what_follows_a_forgotten_roll(chance, chance.choice(LENGTHS), chance.choice(DIALECTS))


def spoilt(deed):
    """The deed with a checker that went farther than its roll allows in any position."""
    step = CheckerMove(24, 23 - 4 * max(deed.roll), 0, is_hit=False)
    return replace(deed, steps=(step._replace(target=max(step.target, 0)),))


def refuse_what_hides_a_spoilt_play(chance, dialect):
    match = invented_match(chance, chance.choice(LENGTHS))
    at = max(range(len(match.games)), key=lambda at: len(match.games[at].deeds))
    deeds = list(match.games[at].deeds)
    rolls = [index for index, deed in enumerate(deeds) if deed.roll and deed.has_moved]
    unknown, spoiled = sorted(chance.sample(rolls, 2))
    deeds[unknown] = replace(deeds[unknown], word="00: ????", roll=(), steps=())
    deeds[spoiled] = spoilt(deeds[spoiled])
    data, places = written(match.with_game(at, match.games[at].with_deeds(deeds)), dialect)
    lines = places[at][1]

    assert found_in(data) == [(lines[unknown], Mistake.UNKNOWN_ROLL), (lines[spoiled], Mistake.ILLEGAL_ANYHOW)]


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_a_play_that_no_board_allows_is_named_after_a_roll_that_nobody_wrote_down(dialect):
    refuse_what_hides_a_spoilt_play(random.Random(f"spoilt/{dialect}"), dialect)

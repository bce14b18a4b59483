"""Legal scores against the vectors of the rule books and a plain walk through all series of games."""

import random
from dataclasses import replace

import pytest

from tournament.engine.refusals import Refused
from tournament.matches.formats import PRESETS, MatchFormat, MatchGame, refuse_format
from tournament.matches.scores import final_scores, refuse_score, refuse_stopped_score

PLAIN = MatchFormat()
CUBE = MatchFormat(cube=True, backgammons=True)


@pytest.mark.parametrize(
    ("wanted", "legal", "not_legal"),
    [
        (PLAIN, "3:0 4:0 3:2 4:2", "5:0 3:3 4:3"),
        (replace(PLAIN, backgammons=True), "5:0 5:2", "6:0"),
        (replace(CUBE, match_length=1), "1:0 3:0 192:0 96:0", "5:0 1:1"),
        (replace(CUBE, match_length=1, jacoby=True), "1:0 2:0 4:0 6:0", "3:0"),
        (replace(CUBE, match_length=5, crawford=True), "5:4 7:0 192:0 195:0 196:1", "196:0 20:0"),
        (replace(CUBE, match_length=2, crawford=True), "4:0 4:1 192:0 193:1", "7:0 193:0 194:1"),
    ],
    ids=["Konstanz", "with backgammons", "single game with cube", "Jacoby", "to 5 with cube", "to 2 with cube"],
)
def test_a_score_is_legal_exactly_when_a_series_of_games_ends_in_it(wanted, legal, not_legal):
    def is_legal(text):
        first, second = map(int, text.split(":"))
        answers = []
        for score in ((first, second), (second, first)):
            try:
                refuse_score(wanted, score)
            except Refused:
                answers.append(False)
            else:
                answers.append(True)
        assert answers[0] == answers[1]
        return answers[0]

    assert [text for text in f"{legal} {not_legal}".split() if is_legal(text)] == legal.split()


def random_format(chance):
    """Some format that is not refused."""
    while True:
        wanted = MatchFormat(
            game=chance.choice([MatchGame.BACKGAMMON, MatchGame.BACKGAMMON, *MatchGame]),
            match_length=chance.randint(1, 7),
            gammons=chance.random() < 0.8,
            backgammons=chance.random() < 0.5,
            cube=chance.random() < 0.7,
            cube_limit=chance.choice([2, 4, 8, 64]),
            crawford=chance.random() < 0.5,
            jacoby=chance.random() < 0.4,
            automatic_doubles=chance.choice([0, 0, 1, 2, 3]),
        )
        try:
            refuse_format(wanted)
        except Refused:
            continue
        return wanted


def walked(wanted):
    """All series of games, one cube turn and one game at a time, the sides told apart: final and unfinished scores."""

    def games(is_crawford):
        kinds = {"single": 1, "gammon": 2 if wanted.gammons else 1}
        kinds["backgammon"] = 3 if wanted.backgammons else kinds["gammon"]
        if not wanted.cube or is_crawford:
            return set(kinds.values())
        worths = set()
        for automatic in range(wanted.automatic_doubles + 1):
            value, accepted = 2**automatic, False
            while value <= wanted.cube_limit:
                for worth in kinds.values():
                    worths.add(value * (1 if wanted.jacoby and not accepted else worth))
                value, accepted = value * 2, True
        return worths

    finals, unfinished = set(), set()

    def play(first, second, crawford_over):
        if (first, second, crawford_over) in been:
            return
        been.add((first, second, crawford_over))
        unfinished.add((first, second))
        is_crawford = wanted.crawford and not crawford_over and wanted.match_length - 1 in (first, second)
        for worth in games(is_crawford):
            for now in ((first + worth, second), (first, second + worth)):
                if max(now) >= wanted.match_length:
                    finals.add(now)
                else:
                    play(*now, crawford_over or is_crawford)

    been = set()
    play(0, 0, False)
    return finals, unfinished


CHANCE = random.Random(20261122)
FORMATS = [preset.at(length) for preset in PRESETS for length in preset.lengths]
FORMATS += [random_format(CHANCE) for _ in range(300)]


def test_every_preset_and_300_random_formats_have_the_scores_of_a_walk_through_all_series_of_games():
    for wanted in FORMATS:
        finals, unfinished = walked(wanted)
        assert final_scores(wanted) == {score for score in finals if score[0] > score[1]}, wanted
        for score in ((a, b) for a in range(wanted.match_length) for b in range(wanted.match_length)):
            if score in unfinished:
                refuse_stopped_score(wanted, score)
            else:
                with pytest.raises(Refused, match="stopped_score_out_of_reach"):
                    refuse_stopped_score(wanted, score)


@pytest.mark.parametrize(
    ("score", "refused"),
    [
        ((-1, 3), "score_negative(first=-1, second=3, length=3)"),
        ((3, 3), "score_two_winners(first=3, second=3, length=3)"),
        ((2, 1), "score_without_winner(first=2, second=1, length=3)"),
        ((0, 5), "score_too_high(first=0, second=5, length=3, highest=4)"),
    ],
)
def test_a_score_is_refused_with_the_reason(score, refused):
    with pytest.raises(Refused) as refusal:
        refuse_score(PLAIN, score)

    assert str(refusal.value) == refused


def test_a_score_between_legal_ones_is_out_of_reach():
    with pytest.raises(Refused) as refusal:
        refuse_score(replace(CUBE, match_length=1), (5, 0))

    assert str(refusal.value) == "score_out_of_reach(first=5, second=0, length=1)"


@pytest.mark.parametrize(
    ("score", "refused"),
    [
        ((0, -2), "score_negative(first=0, second=-2, length=3)"),
        ((3, 1), "stopped_score_is_final(first=3, second=1, length=3)"),
    ],
)
def test_a_stopped_score_is_refused_with_the_reason(score, refused):
    with pytest.raises(Refused) as refusal:
        refuse_stopped_score(PLAIN, score)

    assert str(refusal.value) == refused

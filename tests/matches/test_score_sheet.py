"""The score sheet: what may be said, and how the match stands then."""

import random
from dataclasses import replace

import pytest

from tests.matches.test_scores import FORMATS
from tournament.engine.refusals import Refused
from tournament.matches.formats import MatchFormat, MatchGame
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import Said, Word, possible_words, read_words, sheet_of, write_words
from tournament.matches.scores import final_scores

CUBE = MatchFormat(match_length=5, cube=True, backgammons=True, crawford=True)
MONEY = MatchFormat(match_length=1, cube=True, backgammons=True, beavers=True, jacoby=True, automatic_doubles=1)


def words(text):
    """ "0 double, 1 take, 0 won gammon" """
    said = []
    for part in text.split(", "):
        side, word, *kind = part.split()
        said.append(Said(Word(word), int(side), GameEnding(kind[0]) if kind else GameEnding.SINGLE))
    return said


def can_say(wanted, text):
    return [
        f"{said.side} {said.word}" for said in possible_words(wanted, sheet_of(wanted, words(text) if text else []))
    ]


@pytest.mark.parametrize(
    ("wanted", "text", "game"),
    [
        (CUBE, "1 won gammon", PlayedGame(1, GameEnding.GAMMON)),
        (CUBE, "0 double, 1 take, 1 won", PlayedGame(1, GameEnding.SINGLE, cube=2)),
        (CUBE, "0 double, 1 take, 1 double, 0 pass", PlayedGame(1, GameEnding.PASS, cube=2)),
        (CUBE, "0 double, 1 pass", PlayedGame(0, GameEnding.PASS)),
        (MONEY, "0 double, 1 beaver, 0 take, 1 won gammon", PlayedGame(1, GameEnding.GAMMON, cube=4)),
        (MONEY, "0 double, 1 beaver, 0 pass", PlayedGame(1, GameEnding.PASS, cube=2)),
        (MONEY, "0 automatic, 1 won", PlayedGame(1, GameEnding.SINGLE, cube=2, automatic=1)),
        (CUBE, "0 concede gammon, 1 decline, 0 concede backgammon, 1 accept",
         PlayedGame(1, GameEnding.BACKGAMMON, conceded=True)),
        (MatchFormat(MatchGame.PLAKOTO), "0 drawn", PlayedGame(None, GameEnding.DRAWN)),
    ],
)  # fmt: skip
def test_what_is_said_at_the_table_becomes_a_game(wanted, text, game):
    assert sheet_of(wanted, words(text)).games == (game,)


def test_after_a_take_only_who_took_may_double_again():
    assert [word for word in can_say(CUBE, "0 double, 1 take") if "double" in word] == ["1 double"]


def test_a_double_waits_for_its_answer():
    assert can_say(CUBE, "0 double") == ["1 take", "1 pass"]
    assert can_say(MONEY, "0 double") == ["1 take", "1 pass", "1 beaver"]


def test_nobody_doubles_in_the_crawford_game_and_both_may_in_the_next():
    crawford = "0 double, 1 take, 0 double, 1 pass"
    to_crawford = "0 double, 1 take, 0 won gammon"

    assert [word for word in can_say(CUBE, to_crawford) if "double" in word] == []
    assert [word for word in can_say(CUBE, f"{to_crawford}, 1 won") if "double" in word] == ["0 double", "1 double"]
    with pytest.raises(Refused, match=r"word_not_possible\(number=3\)"):
        sheet_of(CUBE, words(crawford))


def test_nobody_doubles_beyond_the_limit():
    wanted = replace(CUBE, cube_limit=2)

    assert [word for word in can_say(wanted, "0 double, 1 take") if "double" in word] == []


def test_a_win_that_is_worth_no_more_is_not_offered():
    def kinds(wanted, text=""):
        sheet = sheet_of(wanted, words(text) if text else [])
        return [said.kind for said in possible_words(wanted, sheet) if said.word is Word.WON and said.side == 0]

    assert kinds(MatchFormat()) == [GameEnding.SINGLE, GameEnding.GAMMON]
    assert kinds(MONEY) == [GameEnding.SINGLE]
    assert kinds(MONEY, "0 double, 1 take") == [GameEnding.SINGLE, GameEnding.GAMMON, GameEnding.BACKGAMMON]


def test_a_decided_match_says_nothing_more():
    assert can_say(MatchFormat(match_length=1), "0 won") == []


@pytest.mark.costly
def test_whatever_is_said_the_match_ends_in_a_legal_score():
    chance = random.Random(19)
    for wanted in FORMATS:
        said, sheet = [], sheet_of(wanted, [])
        while possible := possible_words(wanted, sheet):
            said.append(chance.choice(possible))
            sheet = sheet_of(wanted, said)
        assert (max(sheet.standing.score), min(sheet.standing.score)) in final_scores(wanted), (wanted, said)


def test_words_are_read_as_they_were_written():
    said = tuple(words("0 automatic, 0 double, 1 beaver, 0 take, 1 concede gammon, 0 decline, 1 won backgammon"))

    assert write_words(said) == "0-automatic 0-double 1-beaver 0-take 1-concede-gammon 0-decline 1-won-backgammon"
    assert read_words(write_words(said)) == said


@pytest.mark.parametrize("text", ["2-double", "0-doubled", "0-won", "0-double-gammon", "x-take", "0-won-triple"])
def test_a_line_that_nobody_wrote_is_refused(text):
    with pytest.raises(Refused) as refused:
        read_words(text)

    assert refused.value.code == "word_not_understood"


def test_a_sheet_goes_on_after_games_that_are_kept():
    sheet = sheet_of(CUBE, words("0 won gammon"), [PlayedGame(0, GameEnding.GAMMON)])

    assert (sheet.standing.score, sheet.standing.is_crawford) == ((4, 0), True)

"""Transcripts read and checked: one as GNU Backgammon writes it, and the same with one mistake each."""

import random
from pathlib import Path

import pytest

from tournament.board.ending import ending
from tournament.board.games import Variant
from tournament.board.notation import write_play
from tournament.board.plays import Obstacle, legal_plays
from tournament.board.position_text import write_position
from tournament.board.positions import start
from tournament.matches.games import WORTH, GameEnding, PlayedGame as GameResult
from tournament.transcripts.checking import check_transcript, checked_games
from tournament.transcripts.following import Mistake, beyond_unknown, turns
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.written import WrittenAction, WrittenActionKind

FILE = Path(__file__).parent / "three_points.mat"
SHORT = """ 5 point match

 Game 1
 Zoë : 0                       Bo Öz : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 66: 24/18(2) 13/7(2)
  3) Doubles => 2                Takes
"""


def played_out():
    """A game played at random to its end, every roll on a line of its own."""
    chance, position, player = random.Random(4), start(Variant.BACKGAMMON), 0
    lines = [" 1 point match", " Game 1", " A : 0                         B : 0"]
    while not ending(position):
        high, low = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
        play = chance.choice(legal_plays(position, (high, low)))
        lines.append(f"  1) {' ' * 31 * player}{high}{low}: {write_play(play.steps)}")
        position, player = play.after.turned(), 1 - player
    worth = WORTH[GameEnding(ending(position).kind)]
    return "\n".join([*lines, f"{' ' * (6 if player else 34)}Wins {worth} point{'s' * (worth > 1)}", ""])


def after_the_end():
    *lines, last = played_out().splitlines()
    return "\n".join([*lines, f"  1) {' ' * 31 * (last.index('W') < 20)}31: 8/5 6/5", last])


END = len(played_out().splitlines())


def findings(text):
    found = check_transcript(read_transcript(text.encode()))
    return [(finding.line, finding.mistake) for finding in found]


def results(text):
    return [game.result for game in checked_games(read_transcript(text.encode()))]


def changed(old, new):
    text = FILE.read_text()
    assert text.count(old) == 1
    return text.replace(old, new)


def test_a_transcript_of_gnu_backgammon_is_read_and_nothing_is_wrong_with_it():
    transcript = read_transcript(FILE.read_bytes())

    assert (transcript.match_length, transcript.players, transcript.score) == (3, ("gnubg", "root"), (4, 0))
    assert [(game.score, game.winner, game.points) for game in transcript.games] == [
        ((0, 0), 0, 1),
        ((1, 0), 0, 1),
        ((2, 0), 0, 2),
    ]
    assert list(check_transcript(transcript)) == []


def test_a_game_played_to_its_end_is_worth_what_the_board_says():
    assert findings(played_out()) == []


def test_a_backgammon_may_count_as_a_gammon_but_not_as_a_single_game():
    to_five = played_out().replace(" 1 point match", " 5 point match")

    assert findings(to_five.replace("Wins 3", "Wins 2")) == []
    assert findings(to_five.replace("Wins 3", "Wins 1")) == [(END, Mistake.OTHER_WORTH)]


def test_no_more_may_be_written_than_is_missing_to_the_length():
    assert findings(played_out().replace("Wins 3", "Wins 1")) == []


def beginning_at(first, second, length, *lines):
    head = f" {length} point match\n Game 1\n A : {first}                         B : {second}\n"
    return head + "\n".join(["  1) 31: 8/5 6/5                42: 8/4 6/4", *lines, ""])


@pytest.mark.parametrize("points", [2, 3, 4])
def test_the_worth_of_the_last_game_may_be_cut_at_what_was_missing_or_at_the_length(points):
    doubled = "  2) 31: 8/5 6/5                Doubles => 2\n  3)  Takes                      42: 8/4 6/4\n"
    text = beginning_at(1, 1, 3, f"{doubled}  4)  Resigns\n{' ' * 34}Wins {points} points and the match")

    assert findings(text) == []
    assert findings(text.replace(f"Wins {points}", "Wins 1")) == [(8, Mistake.OTHER_WORTH)]
    assert findings(text.replace(" " * 34, f"      Losses 4 points{' ' * 13}")) == []


@pytest.mark.parametrize(("length", "at"), [(5, (2, 4)), (5, (3, 0)), (0, (7, 9))])
def test_a_file_may_begin_at_any_score_and_goes_on_from_it(length, at):
    text = beginning_at(*at, length, "      Wins 1 point", " Game 2", f" A : {at[0] + 1}     B : {at[1]}")

    assert findings(text) == []
    assert read_transcript(text.encode()).score == (at[0] + 1, at[1])


def test_a_game_that_does_not_follow_from_the_score_that_the_file_begins_with_is_named():
    text = beginning_at(2, 1, 7, "      Wins 1 point", " Game 2", " A : 1                         B : 0")

    assert findings(text) == [(7, Mistake.OTHER_SCORE)]


def test_a_file_that_begins_after_its_match_is_named():
    assert findings(beginning_at(5, 3, 5, "      Wins 1 point")) == [(2, Mistake.AFTER_THE_MATCH)]


@pytest.mark.parametrize(("at", "found"), [((2, 4), []), ((2, 3), [(9, Mistake.DOUBLE_IN_CRAWFORD)])])
def test_the_crawford_game_is_played_once_though_a_file_may_begin_after_it(at, found):
    doubled = "  2)  Doubles => 2                Drops\n      Wins 1 point"
    wins = doubled if at == (2, 4) else " " * 34 + "Wins 1 point"
    second = beginning_at(*((3, 4) if at == (2, 4) else (2, 4)), 5, doubled).replace(
        " 5 point match\n Game 1", " Game 2"
    )

    assert findings(beginning_at(*at, 5, wins, second)) == found


@pytest.mark.parametrize("cell", ["00: ????", "????"])
def test_behind_a_roll_that_nobody_wrote_down_the_end_and_its_worth_are_checked(cell):
    text = SHORT.replace("42: 8/4 6/4 ", f"{cell:<12}") + "  4) 66:\n      Wins 2 points\n"

    assert findings(text) == [(6, Mistake.UNKNOWN_ROLL)]
    assert findings(text.replace("31: 8/5 6/5", "31: 8/5    ")) == [(5, Mistake.NOT_ALLOWED), (6, Mistake.UNKNOWN_ROLL)]
    assert findings(text.replace("Wins 2", "Wins 3")) == [(6, Mistake.UNKNOWN_ROLL), (9, Mistake.OTHER_WORTH)]
    assert results(text) == [GameResult(0, GameEnding.SINGLE, 2, conceded=True)]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("24/18(2) 13/7(2)", "24/18 13/7", [(6, Mistake.ILLEGAL_ANYHOW)]),
        ("24/18(2) 13/7(2)", "", [(6, Mistake.ILLEGAL_ANYHOW)]),
        ("24/18(2) 13/7(2)", "24/18(3) 13/7", [(6, Mistake.ILLEGAL_ANYHOW)]),
        ("24/18(2) 13/7(2)", "18/24", [(6, Mistake.NOT_UNDERSTOOD)]),
        ("66: 24/18(2) 13/7(2)\n  3) Doubles => 2                Takes", "", [(7, Mistake.OUT_OF_TURN)]),
        ("65: 13/2", "65: 8/2 8/3", []),
        ("65: 13/2", "65: 4/off", [(8, Mistake.ILLEGAL_ANYHOW)]),
    ],
)
def test_after_a_roll_that_nobody_wrote_down_what_it_cannot_have_led_to_is_named(old, new, found):
    text = SHORT.replace("42: 8/4 6/4 ", "00: ????    ") + "  4) 65: 13/2                    66:\n"

    assert findings(text) == [(6, Mistake.UNKNOWN_ROLL)]
    assert findings(text.replace(old, new)) == [(6, Mistake.UNKNOWN_ROLL), *found]


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("66: 24/18(2) 13/7(2)", []),
        ("66: 24/18(2) 13/7", [(6, Mistake.NOT_ALLOWED)]),
        ("41: 24/20 6/5", []),
        ("51: 13/8 24/23", []),
    ],
)
def test_a_play_whose_roll_nobody_wrote_down_is_not_checked_but_followed(play, found):
    text = SHORT.replace("42: 8/4 6/4", "00: 8/4 6/3").replace("66: 24/18(2) 13/7(2)", play)

    assert findings(text) == [(6, Mistake.UNKNOWN_ROLL), *found]


def test_where_a_play_without_its_roll_may_have_hit_on_its_way_both_are_allowed_for():
    text = """ 5 point match
 Game 1
 A : 0                         B : 0
  1) 21: 13/11 6/5               00: 24/18
  2) 21: 8/7 8/6
"""
    came_in = text.replace("8/7 8/6", "bar/23 11/10")

    assert findings(text) == findings(came_in) == [(4, Mistake.UNKNOWN_ROLL)]
    assert findings(text.replace("8/7 8/6", "bar/22 8/7")) == [(4, Mistake.UNKNOWN_ROLL), (5, Mistake.ILLEGAL_ANYHOW)]


def test_a_play_with_two_meanings_after_a_roll_that_nobody_wrote_down_is_no_mistake_whichever_was_meant():
    text = """ 5 point match
 Game 1
 A : 0                         B : 0
  1) 21: 24/21                   00: ????
  2) 21: 24/21                   55: bar/20 8/3(3)
"""

    assert findings(text) == [(4, Mistake.UNKNOWN_ROLL)]


def test_a_file_full_of_rolls_that_nobody_wrote_down_is_given_up_in_time():
    rows = "".join(f"  {number}) 00: ????                       00: ????\n" for number in range(4, 100))
    (game,) = read_transcript((SHORT + rows + "100) 65: 24/1\n").encode()).games

    assert beyond_unknown(game, 1_000) == ([], 21)
    assert beyond_unknown(game, 20) == ([], 0)


def test_who_doubles_after_a_roll_that_nobody_wrote_down_has_not_begun_with_it():
    text = SHORT.replace("31: 8/5 6/5", "00: ????").replace(
        "  2) 42: 8/4 6/4                 66: 24/18(2) 13/7(2)\n", ""
    )

    assert findings(text) == [(5, Mistake.UNKNOWN_ROLL)]


def test_a_roll_without_a_play_is_no_unknown_one():
    assert findings(SHORT.replace("42: 8/4 6/4 ", "42: ????    ")) == [(6, Mistake.NOT_PLAYED)]


def test_a_game_that_is_conceded_is_worth_what_the_winner_gets():
    text = SHORT + "  4) 11: 24/23(2) 6/5(2)           Concedes\n  5)  Wins 4 points\n"

    assert findings(text) == []
    assert results(text) == [GameResult(0, GameEnding.GAMMON, 2, conceded=True)]


def test_who_wins_is_told_by_the_line_that_says_so_whatever_the_column_of_the_resignation():
    text = SHORT + "  4) 11: 24/23(2) 6/5(2)           Resigned Game\n" + " " * 34 + "Wins 4 points\n"

    assert findings(text) == []
    assert results(text) == [GameResult(1, GameEnding.GAMMON, 2, conceded=True)]


@pytest.mark.parametrize(("score", "winner"), [("2          Bo Öz : 0", 0), ("0          Bo Öz : 2", 1)])
def test_who_wins_is_told_by_the_score_of_the_next_game_where_only_a_resignation_is_written(score, winner):
    text = SHORT + f"  4) 11: 24/23(2) 6/5(2)           Resigned Game\n\n Game 2\n Zoë : {score}\n"

    assert findings(text) == []
    assert results(text)[0] == GameResult(winner, GameEnding.SINGLE, 2, conceded=True)


def test_the_two_columns_on_two_lines_have_to_agree():
    text = SHORT + "  4) 11: 24/23(2) 6/5(2)           Losses 2 points\n      Wins 2 points\n"

    assert findings(text) == []
    assert findings(text.replace("Wins 2", "Wins 4")) == [(9, Mistake.TWO_ENDS)]


def test_the_results_of_the_games_are_told_with_kind_and_cube():
    passed, also_passed, conceded = results(FILE.read_text())
    (played,) = results(played_out())

    assert passed == also_passed == GameResult(0, GameEnding.PASS)
    assert conceded == GameResult(0, GameEnding.GAMMON, conceded=True)
    assert (played.kind, played.cube, played.conceded) == (GameEnding.BACKGAMMON, 1, False)


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("      Wins 4 points", GameResult(0, GameEnding.GAMMON, 2, conceded=True)),
        (" " * 34 + "Wins 2 points", GameResult(1, GameEnding.SINGLE, 2, conceded=True)),
        ("      Wins 3 points", None),
        ("", None),
    ],
)
def test_a_result_counts_with_the_cube_that_was_taken(line, result):
    assert results(SHORT + line) == [result]


def test_every_action_is_read_with_its_player_and_line():
    (game,) = read_transcript(SHORT.encode()).games

    assert game.actions == (
        WrittenAction(5, 1, WrittenActionKind.ROLL, (3, 1), "8/5 6/5"),
        WrittenAction(6, 0, WrittenActionKind.ROLL, (4, 2), "8/4 6/4"),
        WrittenAction(6, 1, WrittenActionKind.ROLL, (6, 6), "24/18(2) 13/7(2)"),
        WrittenAction(7, 0, WrittenActionKind.DOUBLE, value=2),
        WrittenAction(7, 1, WrittenActionKind.TAKE),
    )
    assert (game.winner, game.points) == (None, 0)


def test_names_of_every_kind_are_read_in_two_encodings():
    for encoding in ("utf-8", "latin-1"):
        assert read_transcript(SHORT.encode(encoding)).players == ("Zoë", "Bo Öz")


def test_windows_line_ends_and_remarks_change_nothing():
    text = "; a remark\r\n" + FILE.read_text().replace("\n", "\r\n")

    assert read_transcript(text.encode()).games[2].points == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (changed(" 2) 52: 13/8 24/22 ", " 2) 52: 13/8 13/11 "), [(11, Mistake.IMPOSSIBLE)]),
        (changed(" 2) 52: 13/8 24/22 ", " 2) 52: 13/8       "), [(8, Mistake.NOT_ALLOWED)]),
        (changed(" 2) 52: 13/8 24/22 ", " 2) 52:            "), [(8, Mistake.NOT_PLAYED)]),
        (changed(" 2) 52: 13/8 24/22 ", " 2) 52: 10/5 24/22 "), [(8, Mistake.IMPOSSIBLE)]),
        (changed(" 2) 52: 13/8 24/22 ", " 2) 52: what ever? "), [(8, Mistake.NOT_UNDERSTOOD)]),
        (changed(" gnubg : 2  ", " gnubg : 1  "), [(42, Mistake.OTHER_SCORE)]),
        (FILE.read_text().replace("Wins 1 point\n", "Wins 2 points\n", 1), [(26, Mistake.OTHER_WORTH)]),
        (played_out().replace("Wins ", "Wins 1"), [(END, Mistake.OTHER_WORTH)]),
        (SHORT.replace("42: 8/4 6/4   ", " " * 14), [(6, Mistake.OUT_OF_TURN)]),
        (after_the_end(), [(END, Mistake.GOES_ON)]),
        (SHORT + "      Wins 2 points\n  5) 31: 8/5 6/5\n", [(9, Mistake.GOES_ON)]),
        (SHORT + "      Wins 2 points     Losses 4 points\n", [(8, Mistake.TWO_ENDS)]),
        (SHORT + "      Wins 2 points     Wins 2 points\n", [(8, Mistake.TWO_ENDS)]),
        (changed("Wins 1 point\n\n Game 2", "Wins 1 point and the match\n\n Game 2"), [(26, Mistake.MATCH_GOES_ON)]),
        (SHORT.replace("=> 2 ", "=> 2 ", 1).replace("Takes", "Raccoons"), [(7, Mistake.RACCOON)]),
    ],
    ids=[
        "other checkers",
        "a number not played",
        "a roll not played",
        "no checker",
        "no play",
        "score",
        "refused double",
        "worth",
        "turn",
        "after the end of the board",
        "after the end as it is written",
        "points of two columns",
        "two winners",
        "end of the match",
        "raccoon",
    ],
)
def test_a_mistake_is_found_on_its_line(text, found):
    assert findings(text)[: len(found)] == found


def test_a_play_that_is_not_allowed_is_reported_with_the_reason_and_stands():
    text = SHORT.replace("8/4 6/4 ", "8/4 6/3 ")
    transcript = read_transcript(text.encode())
    (finding,) = check_transcript(transcript)
    boards = [write_position(turn.after) for turn in turns(transcript.games[0])]

    assert (finding.line, finding.mistake, finding.verdict.code) == (6, Mistake.NOT_ALLOWED, "not_the_numbers")
    assert boards[1].startswith("24:2 13:5 8:2 6:4 4:1 3:1 /")


def test_the_reason_names_what_stands_in_the_way():
    text = SHORT.replace("24/18(2) 13/7(2)", "24/18 13/7")
    (finding,) = check_transcript(read_transcript(text.encode()))

    assert finding.mistake is Mistake.NOT_ALLOWED
    assert finding.verdict.code not in Obstacle

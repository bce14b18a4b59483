"""Transcripts read and checked: one as GNU Backgammon writes it, and the same with one mistake each."""

import random
from pathlib import Path

import pytest

from tournament.board.ending import BoardEnding as EndingKind
from tournament.board.ending import ending
from tournament.board.games import Variant
from tournament.board.notation import write_play
from tournament.board.plays import Obstacle, legal_plays
from tournament.board.position_text import write_position
from tournament.board.positions import start
from tournament.engine.refusals import Refused
from tournament.transcripts.checking import check_transcript
from tournament.transcripts.following import Mistake, moments
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.results import GameResult, cube_of, result_of
from tournament.transcripts.written import Action, Kind

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
    worth = ending(position).worth
    return "\n".join([*lines, f"{' ' * (6 if player else 34)}Wins {worth} point{'s' * (worth > 1)}", ""])


def after_the_end():
    *lines, last = played_out().splitlines()
    return "\n".join([*lines, f"  1) {' ' * 31 * (last.index('W') < 20)}31: 8/5 6/5", last])


END = len(played_out().splitlines())


def findings(text):
    found = check_transcript(read_transcript(text.encode()))
    return [(finding.line, finding.mistake) for finding in found]


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
    assert findings(played_out().replace("Wins 3", "Wins 2")) == []
    assert findings(played_out().replace("Wins 3", "Wins 1")) == [(END, Mistake.OTHER_WORTH)]


def test_the_results_of_the_games_are_told_with_kind_and_cube():
    passed, also_passed, conceded = map(result_of, read_transcript(FILE.read_bytes()).games)
    (played,) = map(result_of, read_transcript(played_out().encode()).games)

    assert passed == also_passed == GameResult(0, None, 1, is_conceded=False)
    assert conceded == GameResult(0, EndingKind.GAMMON, 1, is_conceded=True)
    assert (played.kind, played.cube, played.is_conceded) == (EndingKind.BACKGAMMON, 1, False)


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("      Wins 4 points", GameResult(0, EndingKind.GAMMON, 2, is_conceded=True)),
        (" " * 34 + "Wins 2 points", GameResult(1, EndingKind.SINGLE, 2, is_conceded=True)),
        ("      Wins 5 points", None),
        ("", None),
    ],
)
def test_a_result_counts_with_the_cube_that_was_taken(line, result):
    (game,) = read_transcript((SHORT + line).encode()).games

    assert (cube_of(game), result_of(game)) == (2, result)


def test_every_action_is_read_with_its_player_and_line():
    (game,) = read_transcript(SHORT.encode()).games

    assert game.actions == (
        Action(5, 1, Kind.ROLL, (3, 1), "8/5 6/5"),
        Action(6, 0, Kind.ROLL, (4, 2), "8/4 6/4"),
        Action(6, 1, Kind.ROLL, (6, 6), "24/18(2) 13/7(2)"),
        Action(7, 0, Kind.DOUBLE, value=2),
        Action(7, 1, Kind.TAKE),
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
        "after the end",
    ],
)
def test_a_mistake_is_found_on_its_line(text, found):
    assert findings(text)[: len(found)] == found


def test_a_play_that_is_not_allowed_is_reported_with_the_reason_and_stands():
    text = SHORT.replace("8/4 6/4 ", "8/4 6/3 ")
    transcript = read_transcript(text.encode())
    (finding,) = check_transcript(transcript)
    boards = [write_position(moment.position) for moment in moments(transcript.games[0])]

    assert (finding.line, finding.mistake, finding.verdict.code) == (6, Mistake.NOT_ALLOWED, "not_the_numbers")
    assert boards[1].startswith("24:2 13:5 8:2 6:4 4:1 3:1 /")


def test_the_reason_names_what_stands_in_the_way():
    text = SHORT.replace("24/18(2) 13/7(2)", "24/18 13/7")
    (finding,) = check_transcript(read_transcript(text.encode()))

    assert finding.mistake is Mistake.NOT_ALLOWED
    assert finding.verdict.code not in Obstacle


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "transcript_no_match", None),
        ("hello", "transcript_no_match", None),
        (" 3 point match\n", "transcript_no_game", None),
        (" 3 point match\n what\n Game 1\n A : 0   B : 0\n", "transcript_line", 2),
        (" 3 point match\n" + " Game 1\n A : 0   B : 0\n" * 201, "transcript_too_long", None),
        (" 3 point match\n Game 1\n", "transcript_line", 2),
        (" 3 point match\n Game 1\n A against B\n", "transcript_line", 3),
        (SHORT.replace("42:", "72:"), "transcript_line", 6),
        (SHORT + "  4) nothing at all\n", "transcript_line", 8),
        (SHORT + "      Wins 2 points\n  5) 31: 8/5 6/5\n", "transcript_line", 9),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text, code, line):
    with pytest.raises(Refused) as refused:
        read_transcript(text.encode())

    assert (refused.value.code, refused.value.values.get("line")) == (code, line)


@pytest.mark.parametrize("names", ["", "A", "A : 0  " * 12])
def test_many_blanks_where_the_names_should_be_are_refused_without_trying_every_way_to_read_them(names):
    with pytest.raises(Refused, match="transcript_line"):
        read_transcript(f" 3 point match\n Game 1\n {names}{' ' * 250_000}B\n".encode())


def test_a_file_that_is_too_large_is_not_read():
    with pytest.raises(Refused, match="transcript_too_large"):
        read_transcript(b" " * 1_000_001)

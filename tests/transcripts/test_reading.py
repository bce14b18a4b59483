"""Transcripts read: what other programs write, and what nobody should."""

import sys

import pytest

from tournament.engine.refusals import Refused
from tournament.transcripts.checking import check_transcript, checked_games
from tournament.transcripts.following import Mistake
from tournament.transcripts.reading import LONGEST_LINE, MOST_BYTES, read_transcript
from tournament.transcripts.written import Customs, End, WrittenActionKind

TWO_GAMES = """ 5 point match

 Game 1
 Anna : 0                        Ben : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 66: 24/18(2) 13/7(2)
  3) Doubles => 2                Drops
      Wins 1 point

 Game 2
 Anna : 1                        Ben : 0
  1) 31: 8/5 6/5
      Wins 2 points
"""


def read(text):
    return read_transcript(text.encode())


def findings(text):
    return [(found.line, found.mistake, found.play) for found in check_transcript(read(text))]


def in_game(*lines):
    return "\n".join([" 5 point match", " Game 1", " A : 0     B : 0", *lines, ""])


@pytest.mark.parametrize(
    ("line", "head"),
    [
        (" Anna : 0                        Ben : 4", (("Anna", "Ben"), (0, 4))),
        (" lasse : 0    : 0", (("lasse", ""), (0, 0))),
        (" : 2     : 1", (("", ""), (2, 1))),
        ("Dr. A: 3 : 1       B (1500) : 0", (("Dr. A: 3", "B (1500)"), (1, 0))),
        (f" {'A' * 100} : 10  {'B' * 100} : 11   ", (("A" * 100, "B" * 100), (10, 11))),
    ],
)
def test_the_players_of_a_game_are_read_with_their_points(line, head):
    transcript = read(TWO_GAMES.replace(" Anna : 0                        Ben : 0", line))

    assert (transcript.games[0].has_head, transcript.games[0].score) == (True, head[1])
    assert read(f" Game 1\n{line}\n").players == head[0]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("5 point match", 5),
        ("A match: 11 Point Match (Crawford)", 11),
        ("; 7 point match\n", 0),
        ("", 0),
        (" 0 point match", 0),
    ],
)
def test_the_length_is_found_wherever_it_is_written(text, length):
    assert read(TWO_GAMES.replace(" 5 point match", text)).match_length == length


def test_what_the_head_says_of_the_cube_is_read():
    said = '; [Crawford "Off"]\n; [Jacoby "On"]\n; [Beaver "On"]\n; [Site "x"]\n'

    assert read(said + TWO_GAMES).customs == Customs(crawford=False, jacoby=True, beavers=True)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("      Wins 2 points", [(0, 2)]),
        ("                                  Wins 1 point", [(1, 1)]),
        ("  9) Losses 3 point      Wins 3 point and the match", [(1, 3), (1, 3)]),
        ("  9) Wins 3 points      Loses 3 points", [(0, 3), (0, 3)]),
        ("      Losses 2 points", [(1, 2)]),
        ("                                  Losses 2 points", [(0, 2)]),
    ],
)
def test_the_end_of_a_game_is_read_in_either_column(line, ends):
    (game,) = read(in_game("  1) 31: 8/5 6/5", line)).games

    assert [(end.winner, end.points) for end in game.ends] == ends
    assert all(isinstance(end, End) for end in game.ends)


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        (["  1) 31: 8/5 6/5              Losses 2 points", "      Wins 2 points"], 0),
        (["  1) Losses 2 points", " " * 34 + "Wins 2 points and the match"], 1),
        (["      Wins 2 points", " " * 34 + "Losses 2 points"], 0),
    ],
)
def test_what_is_said_of_the_loser_on_one_line_and_of_the_winner_on_another_is_one_end(lines, winner):
    (game,) = read(in_game(*lines)).games

    assert (game.winner, game.points, len(game.ends), game.goes_on_at) == (winner, 2, 2, 0)


@pytest.mark.parametrize(
    ("word", "wins"),
    [
        ("Concedes", "Wins 2 points"),
        ("Conceded", "Won 2 points"),
        ("Resigned", "Wins 2 pts"),
        ("Gives up", "Won 2 pts"),
    ],
)
def test_who_concedes_loses_what_the_winner_gets(word, wins):
    (game,) = read(in_game(f"  1) 31: 8/5 6/5              {word}", f"  2)  {wins}")).games

    assert [(action.player, action.kind) for action in game.actions] == [
        (0, WrittenActionKind.ROLL),
        (1, WrittenActionKind.RESIGN),
    ]
    assert (game.winner, game.points, game.unread) == (0, 2, None)


@pytest.mark.parametrize(("line", "player"), [("  2) 62: Resigns", 0), (f"  2){' ' * 31}62:  Concedes", 1)])
def test_who_resigns_in_the_cell_of_a_roll_has_thrown_it(line, player):
    (game,) = read(in_game("  1) 31: 8/5 6/5               42: 8/4 6/4", line)).games

    assert [(action.player, action.kind) for action in game.actions[2:]] == [
        (player, WrittenActionKind.ROLL),
        (player, WrittenActionKind.RESIGN),
    ]


@pytest.mark.parametrize("cell", ["00: ????", "????", "00:", "00:    ????", "00: Cannot Move"])
def test_a_roll_that_nobody_wrote_down_is_read_as_one(cell):
    (game,) = read(in_game(f"  1) 31: 8/5 6/5              {cell}", f"  2) {cell:<20}      42: 8/4 6/4")).games

    assert [(action.player, action.kind) for action in game.actions] == [
        (0, WrittenActionKind.ROLL),
        (1, WrittenActionKind.UNKNOWN_ROLL),
        (0, WrittenActionKind.UNKNOWN_ROLL),
        (1, WrittenActionKind.ROLL),
    ]


def test_losses_are_never_part_of_a_play():
    (game,) = read(in_game("  1) 31: 8/5 6/5             Losses 2 points")).games

    assert ([action.play for action in game.actions], game.winner) == (["8/5 6/5"], 0)


@pytest.mark.parametrize(
    ("line", "play"),
    [
        ("  1) 31: Cannot Move", ""),
        ("  1) 31: ????", ""),
        ("  1) 31: (no play)", ""),
        ("  1) 31: Illegal play (8/4)", "8/4"),
        ("  1) 31:    8/5   6/5   ", "8/5   6/5"),
        ("  1)\t31: BAR/22 6/OFF", "BAR/22 6/OFF"),
    ],
)
def test_a_play_is_read_in_every_spelling(line, play):
    (game,) = read(in_game(line)).games

    assert [action.play for action in game.actions] == [play]


def test_a_turn_may_stand_alone():
    (game,) = read(in_game("  1) 31: 8/5 6/5", "  2)", " 34)  ")).games

    assert (len(game.actions), game.unread) == (1, None)


@pytest.mark.parametrize(
    "line",
    ["  2) 72: 8/4 6/4", "  2) nothing at all", "  2) 42: 8/4 6/4       77: 8/1", "hello", "  2) 42: " + "8/4 " * 200],
)
def test_a_line_that_cannot_be_read_is_named_and_the_next_game_read_again(line):
    text = TWO_GAMES.replace("  2) 42: 8/4 6/4                 66: 24/18(2) 13/7(2)", line)
    checked = list(checked_games(read(text)))

    assert findings(text) == [(6, Mistake.NOT_READ, line.strip()[:80])]
    assert (len(checked[0].game.actions), checked[0].game.winner, len(checked[1].game.actions)) == (1, 0, 1)


def test_a_game_without_its_players_is_named_and_the_next_one_read_again():
    text = TWO_GAMES.replace(" Anna : 0                        Ben : 0", " Anna against Ben")

    assert findings(text) == [(4, Mistake.NOT_READ, "Anna against Ben")]


@pytest.mark.parametrize("text", ["", "hello", " 3 point match\n", "Game on!\n Anna : 0    Ben : 0\n"])
def test_only_what_has_no_game_is_refused(text):
    with pytest.raises(Refused, match="transcript_no_game"):
        read(text)


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]MI[length:5]PW[Anna]PB[Ben])", "", "transcript_is_sgf"),
        (b"\xef\xbb\xbf\r\n ( ;GM[6])", "match.txt", "transcript_is_sgf"),
        (b"(;GM[6])" + b" " * MOST_BYTES, "", "transcript_is_sgf"),
        (b"", "Match.SGF", "transcript_is_sgf"),
        (b"RGMH\x01\x00\x00\x00\nGame 1\n", "match.mat", "transcript_is_xg"),
        (b"\x00\x01", "match.xg", "transcript_is_xg"),
        (b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10", "", "transcript_is_position"),
        (b" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cAkAAAAAAAAA\n", "", "transcript_is_position"),
        (b"\x00\x01", "a/board.pos", "transcript_is_position"),
        (b"\x00\x01", "board.xgp", "transcript_is_position"),
        (b"hello", "match.mat", "transcript_no_game"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_name(data, name, code):
    with pytest.raises(Refused) as refused:
        read_transcript(data, name)

    assert refused.value.code == code


def test_a_file_that_is_too_large_is_not_read():
    with pytest.raises(Refused, match="transcript_too_large"):
        read_transcript(b" " * (MOST_BYTES + 1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_names_are_read_in_every_encoding(encoding, line_end):
    text = TWO_GAMES.replace("Anna", "Zoë").replace("\n", line_end)

    assert read_transcript(text.encode(encoding)).players == ("Zoë", "Ben")


HOSTILE = (
    "A : 0  ",
    ": 0 ",
    " " * 40,
    "Doubles   ",
    "Doubles => ",
    "Wins 1 ",
    "Losses 9 points ",
    "31: ",
    "31:",
    "1) ",
    "illegal play (",
    "((((((((((",
    "\t",
    "00: ",
    "????   ",
    "Concedes ",
    "(;",
    "XGID =",
    "5 point match ",
    "Game 1 ",
    "; [Jacoby ",
    "\x0b\x85\x00",
)


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_a_long_line_is_not_looked_at(piece):
    line = piece * (1_000_000 // len(piece))
    transcript = read(in_game("  1) 31: 8/5 6/5", line, "  2) 42: 8/4 6/4"))

    (game,) = transcript.games
    assert len(game.actions) == (1 if game.unread else 2)
    assert game.unread is None or (game.unread[0], len(game.unread[1]) <= 80) == (5, True)


def steps_to_read(text):
    """How many functions are called while a file is read, those of the interpreter among them."""
    data, counted = text.encode(), 0

    def count(_frame, event, _argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_transcript(data)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_a_file_twice_as_large_takes_twice_the_steps(piece):
    line = (piece * LONGEST_LINE)[:LONGEST_LINE]
    small, large = (in_game(*([line] * count)) for count in (50, 100))

    assert steps_to_read(large) <= 2 * steps_to_read(small)

"""What single programs and sites write otherwise than the rest: read, and no mistake of the file."""

from pathlib import Path

import pytest

from tournament.board.games import Variant
from tournament.board.position_text import write_position
from tournament.board.positions import start
from tournament.matches.games import GameEnding, PlayedGame as GameResult
from tournament.transcripts import stated
from tournament.transcripts.checking import check_transcript, checked_games
from tournament.transcripts.following import Mistake, turns
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.renaming import nameless
from tournament.transcripts.replays import scenes
from tournament.transcripts.writing import write_transcript
from tournament.transcripts.written import WrittenActionKind

ILLEGAL = (Path(__file__).parent / "called_illegal.mat").read_text()
DUMP = ILLEGAL[ILLEGAL.index("(15;") + 1 : ILLEGAL.index(";)") + 1]
OPENING = "-b----E-C---eE---c-e----B-"
ELSEWHERE = "---BBBE-------------bbbe--"
RIGHT = " " * 34


def game(*lines, score=(0, 0)):
    return "\n".join([" 5 point match", " Game 1", f" Ada : {score[0]}     Ben : {score[1]}", *lines, ""])


def findings(text):
    return [(found.line, found.mistake) for found in check_transcript(read_transcript(text.encode()))]


def results(text):
    return [checked.result for checked in checked_games(read_transcript(text.encode()))]


def actions(text):
    return [(action.player, action.kind) for action in read_transcript(text.encode()).games[0].actions]


def plays(text):
    return [action.play for action in read_transcript(text.encode()).games[0].actions]


def doubled(double="Doubles => 2", answer="Drops", end="      Wins 1 point"):
    return game("  1) 31: 8/5 6/5                 42: 8/4 6/4", f"  2)  {double:<30}{answer}", end)


PASSED, TAKEN = GameResult(0, GameEnding.PASS), GameResult(0, GameEnding.SINGLE, 2, conceded=True)


@pytest.mark.parametrize(
    "double", ["Doubles ==> 2", "Doubles -> 2", "doubles to 2", "Doubled => 2", "Doubles: 2", "Double"]
)
@pytest.mark.parametrize("answer", ["Drops", "Dropped", "Pass", "Passes", "Rejects", "Refuses", "Declines"])
def test_a_double_that_is_passed_is_read_in_every_wording(double, answer):
    text = doubled(double, answer)

    assert findings(text) == []
    assert results(text) == [PASSED]


@pytest.mark.parametrize("answer", ["Takes", "Take", "Accepts", "accepted", "Ben accepts", "Ben: Takes"])
def test_a_double_that_is_taken_is_read_in_every_wording(answer):
    text = doubled(answer=answer, end="      Wins 2 points")

    assert findings(text) == []
    assert results(text) == [TAKEN]


@pytest.mark.parametrize(
    "remark",
    [" ; good", "  # forced", " // 42 was better", " {best}", " [0:12]", " (forced)", " (-0.112)", "!", " ?", " !?",
     " good", " 0/0", " 0/0 0/0", " off/off", " ; Doubles => 2 was right", " {Takes}", " ; 63: would be better"],
)  # fmt: skip
def test_a_remark_behind_a_play_is_no_part_of_it(remark):
    for play, text in (
        ("8/4 6/4", doubled().replace("42: 8/4 6/4", f"42: 8/4 6/4{remark}")),
        ("8/5 6/5", doubled().replace("31: 8/5 6/5          ", f"31: 8/5 6/5{remark}          ")),
    ):
        assert findings(text) == []
        assert play in plays(text)
        assert results(text) == [PASSED]


@pytest.mark.parametrize(
    "nothing",
    [
        "Pass",
        "passes",
        "(no move)",
        "No legal moves",
        "Dances",
        "fans",
        "can't move",
        "Cannot be moved",
        "-",
        "0/0",
        "????",
    ],
)
def test_a_roll_that_cannot_be_played_is_read_in_every_wording(nothing):
    text = game("; Set Pos=-------------------cccccA-/0", f"  1) 31: {nothing}", f"{RIGHT}Wins 1 point")

    assert [mistake for _line, mistake in findings(text)] == [Mistake.POSITION_SET]


def test_who_passes_without_a_double_had_a_roll_that_nobody_wrote_down():
    text = game("  1) 31: 8/5 6/5                 Pass", "  2) 31: 8/5 6/5")

    assert findings(text) == [(4, Mistake.UNKNOWN_ROLL)]


@pytest.mark.parametrize(
    "line",
    ["Ada Wins 1 point", "  Ada wins 1 point.", f"{RIGHT}Ada Wins 1 point", "  3) Ada: Wins 1 point and the match"],
)
def test_the_winner_may_be_named(line):
    text = doubled(end=line)

    assert findings(text) == []
    assert results(text) == [PASSED]
    assert read_transcript(nameless(text.encode()).encode()).games[0].winner == 0


def test_the_winner_who_is_named_may_be_the_second_player():
    text = game("  1) 31: 8/5 6/5                 42: 8/4 6/4", "  2)  Resigns", "Ben wins 2 points (gammon)")
    without_names = nameless(text.encode())

    for each in (text, without_names):
        assert findings(each) == []
        assert results(each) == [GameResult(1, GameEnding.GAMMON, conceded=True)]
    assert "Ben" not in without_names


@pytest.mark.parametrize("word", ["Resigned Game", "Resigned Match", "Resigns gammon", "Concedes", "Gave up"])
@pytest.mark.parametrize("column", [6, 44])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_end_outranks_the_column_of_a_resignation(word, column, winner):
    opening = "  1) 31: 8/5 6/5                              42: 8/4 6/4"
    end = f"{' ' * (6, 44)[winner]}Wins 2 points"
    text = game(opening, f"  2){' ' * (column - 4)}{word}", end)

    assert findings(text) == []
    assert results(text) == [GameResult(winner, GameEnding.GAMMON, conceded=True)]


@pytest.mark.parametrize(("answer", "left"), [("Accepts", ["roll", "roll", "resign"]), ("Rejects", ["roll", "roll"])])
def test_a_resignation_may_be_answered(answer, left):
    text = game("  1) 31: 8/5 6/5                 42: 8/4 6/4", f"  2)  Resigns                      {answer}")

    assert [kind for _player, kind in actions(text)] == left
    assert findings(text) == []


def test_after_a_play_that_a_program_calls_illegal_the_game_goes_on_from_the_position_that_it_gives():
    transcript = read_transcript(ILLEGAL.encode())
    (checked,) = checked_games(transcript)

    assert [(found.line, found.mistake, found.is_remark) for found in checked.findings] == [
        (14, Mistake.CALLED_ILLEGAL, True)
    ]
    assert checked.result == GameResult(1, GameEnding.SINGLE, 4)
    assert len(turns(transcript.games[0])) == sum(action.is_roll for action in transcript.games[0].actions)


@pytest.mark.parametrize(
    "given",
    [
        DUMP,
        f"{DUMP}   ",
        DUMP.removesuffix(";"),
        DUMP.replace("Ben;Ada", "x;y"),
        "-Bb-AbC-D-C--B-a-b-bbbb---",
        "XGID=-Bb-AbC-D-C--B-a-b-bbbb---:0:0:-1:16:9:9:0:15:10",
        "XGID=---BBBB-B-A-b--c-d-cBa-Bb-:0:0:1:16:9:9:0:15:10",
    ],
)
def test_the_position_after_an_illegal_play_is_read_in_every_notation(given):
    assert findings(ILLEGAL.replace(DUMP, given)) == [(14, Mistake.CALLED_ILLEGAL)]


def test_the_position_after_an_illegal_play_is_that_of_the_player_named_first():
    seen_by_ada = stated.in_semicolons(stated.stated_position(DUMP, ("Ada", "Ben"), 1), ("Ada", "Ben"), 15, 0)

    assert seen_by_ada.startswith("15;0;0;0;0;Ada;Ben;")
    assert findings(ILLEGAL.replace(DUMP, seen_by_ada)) == [(14, Mistake.CALLED_ILLEGAL)]


@pytest.mark.parametrize("given", [" ()", "", " (?)", f" ({DUMP.replace('-3', '-9', 1)})", " (1;2;3)"])
def test_behind_an_illegal_play_without_a_position_the_game_is_unchecked(given):
    text = ILLEGAL.replace(f" ({DUMP})", given).replace("24: 8/4 4/2", "24: 1/2 9/9")

    assert findings(text) == [(14, Mistake.CALLED_ILLEGAL)]


def test_a_play_that_is_written_though_called_illegal_is_judged_as_any_other():
    opening = "  1) 31: Illegal play (8/5 6/4)  42: 8/4 6/4"

    assert findings(game(opening)) == [(4, Mistake.NOT_ALLOWED)]
    assert findings(game(opening.replace("6/4)", "6/5)"))) == []


@pytest.mark.parametrize("cube", ["", "/0", "/1", "/-1"])
def test_the_game_goes_on_from_a_position_that_is_set_up(cube):
    play = "  1) 21: 3/2 3/1                  21: 3/2 3/1"
    text = game(f"; Set Pos={ELSEWHERE}{cube}", play)

    assert findings(game(f"; Set Pos={OPENING}{cube}", "  1) 31: 8/5 6/5                 42: 8/4 6/4")) == []
    assert findings(text) == [(4, Mistake.POSITION_SET)]
    assert findings(text.replace("21: 3/2 3/1\n", "21: 8/7 6/4\n"))[1:] == [(5, Mistake.IMPOSSIBLE)]
    assert scenes(read_transcript(text.encode()))[0].position == stated.stated_position(ELSEWHERE, ("", ""), 0)


def test_the_letters_of_a_position_are_those_of_the_player_on_the_left():
    (only, *_rest) = turns(
        read_transcript(game("; Set Pos=-b----E-C---eE---c-d---aB-", "  1) 31: 8/5 6/5").encode()).games[0]
    )

    assert write_position(only.before) == "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:4 2:1"
    assert only.before.own == start(Variant.BACKGAMMON).own


def test_where_a_position_is_set_up_after_a_lost_one_the_plays_are_checked_again():
    lost = "  1) 31: Illegal play             63: what ever"
    text = game(lost, f"; Set Pos={OPENING}", "  2) 31: 8/5 6/5                 42: 8/4 6/3")

    assert findings(text) == [(4, Mistake.CALLED_ILLEGAL), (5, Mistake.POSITION_SET), (6, Mistake.NOT_ALLOWED)]


def test_a_position_that_cannot_be_is_not_read_and_nobody_is_blamed():
    text = game("; Set Pos=-b----E-C---eE---c-e----BZ/0", "; Set Pos=-b----E-C---eO---c-e----B-/0", "  1) 31: 1/2")

    assert findings(text) == [(5, Mistake.NOT_READ)]


def test_after_a_position_is_set_up_anybody_may_double_with_the_cube_that_it_gives():
    doubles = "  1)  Doubles => 4                 Takes"
    text = game(f"; Set Pos={ELSEWHERE}/1", doubles, "  2) 21: 3/2 3/1")

    assert findings(text) == [(4, Mistake.POSITION_SET)]
    assert findings(text.replace("=> 4", "=> 8")) == [(4, Mistake.POSITION_SET), (5, Mistake.DOUBLE_TO_OTHER_VALUE)]


def test_what_was_not_read_is_no_mistake_of_the_file():
    text = doubled().replace("42: 8/4 6/4", "42: zurück")
    unread = doubled().replace("  1) 31: 8/5 6/5    ", "  1) und dann 8/5 6/5")

    for each in (text, unread):
        assert [found.is_remark for found in check_transcript(read_transcript(each.encode()))] == [True]


@pytest.mark.parametrize("text", [ILLEGAL, game(f"; Set Pos={ELSEWHERE}/1", "  1) 21: 3/2 3/1   31: ????", "  2) 31:")])
def test_positions_stay_when_names_are_hidden_and_when_the_file_is_handed_out(text):
    match = read_transcript(text.encode())
    without_names = nameless(text.encode())
    handed_out = write_transcript(match, ("Cleo", "Dan"))

    assert ("Ada" in without_names, "Ben" in without_names) == (False, False)
    for again in (without_names, handed_out):
        done = [(action.player, action.kind, action.roll, action.position) for action in match.games[0].actions]
        assert [
            (action.player, action.kind, action.roll, action.position)
            for action in read_transcript(again.encode()).games[0].actions
        ] == done
    assert WrittenActionKind.RESIGN not in [kind for _player, kind in actions(text)]

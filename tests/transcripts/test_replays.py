"""A transcript move by move."""

from pathlib import Path

from tournament.board.games import Variant
from tournament.board.plays import CheckerMove
from tournament.board.position_text import write_position
from tournament.board.positions import start
from tournament.transcripts.following import Mistake
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.renaming import nameless, with_names
from tournament.transcripts.replays import scenes
from tournament.transcripts.writing import write_transcript

FILE = Path(__file__).parent / "three_points.mat"
SHORT = b""" 5 point match

 Game 1
 Zo\xc3\xab : 0                       Bo \xc3\x96z : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 66: 24/18(2) 13/7(2)
  3) Doubles => 2                Takes
  4) 65: 13/8 13/8
"""


def test_a_match_has_a_scene_for_every_action_and_for_the_begin_and_the_end_of_each_game():
    transcript = read_transcript(FILE.read_bytes())

    shown = scenes(transcript)

    actions = [action for game in transcript.games for action in game.actions]
    assert [scene.action for scene in shown if scene.action] == actions
    assert [(scene.game, scene.winner) for scene in shown if not scene.action] == [
        (1, None), (1, 0), (2, None), (2, 0), (3, None), (3, 0),
    ]  # fmt: skip
    assert shown[-1].score == transcript.score


def test_every_scene_is_seen_by_the_first_player():
    begin, second_rolls, first_rolls, *_rest = scenes(read_transcript(SHORT))

    assert begin.position == start(Variant.BACKGAMMON)
    assert (second_rolls.before, second_rolls.steps) == (
        begin.position,
        (CheckerMove(8, 5, 3, False), CheckerMove(6, 5, 1, False)),
    )
    assert write_position(second_rolls.position) == "24:2 13:5 8:3 6:5 / 24:2 13:5 8:2 6:4 5:2"
    assert write_position(first_rolls.position) == "24:2 13:5 8:2 6:4 4:2 / 24:2 13:5 8:2 6:4 5:2"


def test_the_cube_lies_with_who_has_taken():
    *_before, doubled, taken, _played = scenes(read_transcript(SHORT))

    assert [(scene.cube, scene.owner) for scene in (doubled, taken)] == [(1, None), (2, 1)]


def test_a_play_that_is_not_legal_is_shown_as_found():
    last = scenes(read_transcript(SHORT))[-1]

    assert (last.finding.mistake, last.steps) == (Mistake.NOT_ALLOWED, ())


def test_a_transcript_is_kept_without_names_and_handed_out_with_those_of_today():
    kept = nameless(FILE.read_bytes())

    assert ("gnubg" in kept, "root" in kept, "Event" in kept) == (False, False, False)
    named = read_transcript(with_names(kept, ("Anna", "Zoë von und zu " + "o" * 90)).encode())
    assert named.players == ("Anna", ("Zoë von und zu " + "o" * 90)[:80])
    assert [game.actions for game in named.games] == [game.actions for game in read_transcript(kept.encode()).games]


def test_a_roll_that_nobody_wrote_down_moves_nothing_and_stays_one_in_the_file():
    transcript = read_transcript(SHORT.replace(b"42: 8/4 6/4", b"00: ????   "))
    _begin, before, unknown, *_rest = scenes(transcript)

    assert (unknown.position, unknown.turn, unknown.finding.mistake) == (before.position, 1, Mistake.UNKNOWN_ROLL)
    again = read_transcript(write_transcript(transcript, ("A", "B")).encode())
    assert [(action.kind, action.play) for action in again.games[0].actions] == [
        (action.kind, action.play) for action in transcript.games[0].actions
    ]


def test_a_play_whose_roll_nobody_wrote_down_moves_its_checkers():
    written_down = scenes(read_transcript(SHORT))
    unknown = scenes(read_transcript(SHORT.replace(b"42: 8/4 6/4", b"00: 8/4 6/4")))

    assert [scene.position for scene in unknown] == [scene.position for scene in written_down]


def test_a_file_that_begins_later_than_its_match_is_written_with_its_score_and_its_cube():
    begins_late = read_transcript(SHORT.replace(b" : 0 ", b" : 4 "))

    again = read_transcript(write_transcript(begins_late, ("A", "B")).encode())

    assert (again.games[0].score, again.score) == ((4, 0), (4, 0))
    assert [scene.is_crawford for scene in scenes(begins_late)] == [False] * 7
    assert [scene.is_crawford for scene in scenes(read_transcript(SHORT.replace(b" : 0 ", b" : 3 ")))] == [False] * 7

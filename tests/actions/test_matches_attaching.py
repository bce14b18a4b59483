"""Transcripts are attached, turned round and taken away; their games become those of the match where they agree."""

from dataclasses import replace

import pytest

from tests.factories import THREE_POINTS, draw_next_round, make_director, make_tournament, pairing_of, stored_rows
from tournament.actions.journal import history, undo
from tournament.actions.matches import accept_transcript, attach_transcript, remove_transcript, turn_transcript
from tournament.actions.players import NewPlayer
from tournament.actions.results import record_result
from tournament.actions.rounds import remove_round
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.games import GameEnding, PlayedGame
from tournament.models import Transcript
from tournament.pages.matches import AttachedTranscript
from tournament.queries.matches import games_of, read
from tournament.queries.results import kept_games
from tournament.transcripts.checking import checked_games
from tournament.transcripts.reading import read_transcript

pytestmark = pytest.mark.django_db
WITH_CUBE = {"cube": True, "crawford": True, "backgammons": True}
GAMES = (PlayedGame(0, GameEnding.PASS), PlayedGame(0, GameEnding.PASS), PlayedGame(0, GameEnding.GAMMON))


def make_match(names=("Anna", "Ben"), **fields):
    tournament = make_tournament(players=[NewPlayer(name) for name in names], **fields)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


def attach(match, data=None):
    attach_transcript(match, by=make_director(), data=data or THREE_POINTS.read_bytes())


def accept(match, score=(4, 0)):
    accept_transcript(match, by=make_director(), score=score)


def written_by(first, second):
    return THREE_POINTS.read_bytes().replace(b"gnubg", first.encode()).replace(b"root", second.encode())


def turned(games):
    return tuple(PlayedGame(1 - game.winner, game.kind, game.cube, conceded=game.conceded) for game in games)


def test_an_accepted_transcript_gives_its_games_and_its_result_in_one_step_of_undo():
    match = make_match(**WITH_CUBE)
    attach(match)
    before = stored_rows()
    assert kept_games(match).games == ()

    accept(match)
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (4, 0)
    assert [game.winner for game in kept_games(match).games] == [0, 0, 0]

    undo(history(match.round.tournament).undoable, by=make_director())
    match.refresh_from_db()
    assert (match.first_points, kept_games(match).games, Transcript.objects.count()) == (None, (), 1)
    assert before


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("      Wins 2 points", " " * 34 + "Losses 2 points\n      Wins 2 points"),
        (" 20) 62: 3/0 2/0                 \n", " 20) 62: 3/0 2/0                  Concedes\n"),
        (" 20) 62: 3/0 2/0                 \n", " 20) 00: ????\n"),
    ],
)
def test_a_whole_match_proposes_its_result_however_its_end_is_written(text, again):
    match = make_match(**WITH_CUBE)
    written = THREE_POINTS.read_text()
    assert written.count(text) == 1
    attach(match, written.replace(text, again).encode())

    assert AttachedTranscript(match.round.tournament, match, Transcript.objects.get()).proposed == "4:0"


def test_a_file_that_begins_later_than_its_match_proposes_nothing():
    match = make_match(**WITH_CUBE, match_length=2)
    before, _first, _second, third = THREE_POINTS.read_text().split(" Game ")
    attach(match, f"{before} Game {third}".encode())

    page = AttachedTranscript(match.round.tournament, match, Transcript.objects.get())

    assert (page.proposed, page.score, page.findings) == ("", "4:0", [])


def test_a_transcript_accepted_twice_counts_once():
    match = make_match(**WITH_CUBE)
    attach(match)

    accept(match)
    before = stored_rows()
    accept(match)

    assert stored_rows() == before


@pytest.mark.parametrize(
    ("score", "entered", "code"),
    [((3, 0), None, "transcript_says_otherwise"), ((4, 0), (0, 3), "result_entered_meanwhile")],
)
def test_what_the_page_did_not_show_is_not_accepted(score, entered, code):
    match = make_match(**WITH_CUBE)
    attach(match)
    if entered:
        record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, entered))
    before = stored_rows()

    with pytest.raises(Refused) as refused:
        accept(match, score)

    assert (refused.value.code, stored_rows()) == (code, before)


def test_the_games_of_a_transcript_become_those_of_the_match():
    match = make_match(**WITH_CUBE)
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, (4, 0)))
    attach(match)

    games = kept_games(match).games
    assert [(game.winner, game.kind) for game in games[:2]] == [(0, GameEnding.PASS), (0, GameEnding.PASS)]
    assert games == read(Transcript.objects.get()).games


def test_games_that_do_not_add_up_to_the_result_are_not_taken():
    match = make_match(**WITH_CUBE)
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, (0, 3)))

    attach(match)

    assert (kept_games(match).games, Transcript.objects.count()) == ((), 1)


def test_games_that_the_format_does_not_know_are_not_taken():
    match = make_match()
    attach(match)

    assert (kept_games(match).games, Transcript.objects.count()) == ((), 1)


def test_names_tell_whose_side_is_whose():
    match = make_match(**WITH_CUBE)
    first, second = match.first.name, match.second.name

    attach(match, written_by(second.upper(), first))
    as_turned = read(Transcript.objects.get()).games
    attach(match, written_by(first, "someone"))

    assert read(Transcript.objects.get()).games == turned(as_turned)
    assert Transcript.objects.get().is_turned is False


def test_a_transcript_turned_round_turns_its_games():
    match = make_match(**WITH_CUBE)
    attach(match)
    before = read(Transcript.objects.get()).games

    turn_transcript(match, by=make_director(), turned=True)
    accept(match, (0, 4))

    assert kept_games(match).games == turned(before)


def test_turned_round_each_game_is_won_by_the_other_player():
    checked = list(checked_games(read_transcript(THREE_POINTS.read_bytes())))
    checked[0] = replace(checked[0], result=replace(checked[0].result, winner=1))

    assert [game.winner for game in games_of(checked, is_turned=True)] == [0, 1, 1]


def test_a_transcript_taken_away_leaves_the_games():
    match = make_match(**WITH_CUBE)
    attach(match)
    accept(match)
    before = kept_games(match).games

    remove_transcript(match, by=make_director())

    assert (kept_games(match).games, Transcript.objects.count()) == (before, 0)


@pytest.mark.parametrize(
    ("fields", "data", "code"),
    [
        ({"game": "portes"}, None, "transcript_of_another_game"),
        ({}, b"a letter", "transcript_no_game"),
        ({}, b"(;FF[4]GM[6])", "transcript_is_sgf"),
        ({}, b"x" * 5_000_001, "transcript_too_large"),
        ({}, b" Game 1\n A : 0   B : 0\n" * 201, "transcript_too_long"),
    ],
)
def test_what_is_no_transcript_of_the_match_is_refused(fields, data, code):
    match = make_match(**fields)
    before = stored_rows()

    with pytest.raises(Refused) as refused:
        attach(match, data)

    assert (refused.value.code, stored_rows()) == (code, before)


def test_a_match_that_is_not_played_any_more_has_no_transcript():
    match = make_match()
    remove_round(match.round.tournament, by=make_director(), number=1, confirmed="1")

    with pytest.raises(Refused) as refused:
        attach(match)

    assert refused.value.code == "pairing_is_gone"


def test_a_round_that_is_removed_and_brought_back_has_its_transcript_again():
    match = make_match(**WITH_CUBE)
    attach(match)
    accept(match)
    before = (Transcript.objects.get().text, kept_games(match))
    remove_round(match.round.tournament, by=make_director(), number=1, confirmed="1")

    undo(history(match.round.tournament).undoable, by=make_director())

    assert (Transcript.objects.get().text, kept_games(match)) == before

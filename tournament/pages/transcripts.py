"""What the pages about a transcript show: what was found in it, and the match on the board, move by move."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tournament.arbiter.answer import position_in_words
from tournament.arbiter.board_picture import Board, Picture
from tournament.arbiter.question import Question
from tournament.board.replays import Scene
from tournament.board.transcripts import Kind
from tournament.models import Pairing, Tournament, Transcript
from tournament.names import isolated
from tournament.phrases.board import finding_sentence
from tournament.phrases.transcripts import cube_sentence, scene_sentence
from tournament.queries.games import kept_games
from tournament.queries.transcripts import ReadTranscript, read


def attached_page(tournament: Tournament, pairing: Pairing, stored: Transcript | None) -> dict[str, Any]:
    """The transcript of a match as the director sees it; `other_score` is its own where it is not that of the match."""
    first, second = _names(pairing)
    shown = {"pairing": pairing, "first": first, "second": second, "is_there": stored is not None}
    if stored is None:
        return shown
    transcript = read(stored)
    stands = pairing.first_points is not None
    score = (pairing.first_points, pairing.second_points)
    length = transcript.written.match_length
    return {
        **shown,
        "columns": _in_columns(transcript, (first, second)),
        "is_turned": stored.is_turned,
        "games": len(transcript.written.games),
        "findings": [finding_sentence(finding) for finding in transcript.findings],
        "score": "{}:{}".format(*transcript.score),
        "other_score": "{}:{}".format(*score) if stands and score != transcript.score else "",
        "has_its_games": bool(transcript.games) and kept_games(pairing).games == transcript.games,
        "other_length": length if length != tournament.match_length else None,
        "replay": _address(tournament, pairing) if pairing.table and not pairing.round.is_hidden else "",
    }


@dataclass(frozen=True, slots=True)
class GameLink:
    """Where a game begins."""

    number: int
    at: int
    is_here: bool


def replay_page(tournament: Tournament, pairing: Pairing, stored: Transcript, at: int) -> dict[str, Any]:
    """The match after `at` of its scenes, counted from 0; the last where it has fewer."""
    transcript = read(stored)
    scenes = transcript.scenes
    at = min(at, len(scenes) - 1)
    scene = scenes[at]
    names = _in_columns(transcript, _names(pairing))
    return {
        "tournament": tournament,
        "pairing": pairing,
        "names": names,
        "score": "{}:{}".format(*scene.score),
        "length": transcript.written.match_length,
        "sentence": scene_sentence(scene, [isolated(name) for name in names]),
        "cube": cube_sentence(scene, [isolated(name) for name in names]),
        "finding": finding_sentence(scene.finding) if scene.finding else "",
        "picture": _picture(scene),
        "description": position_in_words(scene.position, is_dark=False),
        "question": _question(scene),
        "at": at,
        "last": len(scenes) - 1,
        "back": at - 1 if at else None,
        "on": at + 1 if at + 1 < len(scenes) else None,
        "games": [
            GameLink(begin.game, index, begin.game == scene.game)
            for index, begin in enumerate(scenes)
            if begin.action is None and begin.winner is None
        ],
    }


def _names(pairing: Pairing) -> tuple[str, str]:
    return pairing.first.display_name, pairing.second.display_name if pairing.second else ""


def _in_columns(transcript: ReadTranscript, names: tuple[str, str]) -> tuple[str, str]:
    """The players in the order of the transcript."""
    return (names[1], names[0]) if transcript.is_turned else names


def _address(tournament: Tournament, pairing: Pairing) -> str:
    return reverse("replay", args=[tournament.slug, pairing.round.number, pairing.table])


def _picture(scene: Scene) -> Picture:
    """The board before a roll with its play as arrows; otherwise as it stands."""
    if scene.action is None or scene.action.kind is not Kind.ROLL:
        return Board(scene.position).picture()
    if not scene.steps:
        return Board(scene.position).picture(scene.action.roll, are_of_other=scene.action.player == 1)
    board = Board(scene.before)
    return board.picture(scene.action.roll, (), scene.steps, are_of_other=scene.action.player == 1)


def _question(scene: Scene) -> str:
    """The roll as a rule question, in its address."""
    if scene.action is None or scene.action.kind is not Kind.ROLL:
        return ""
    is_second = scene.action.player == 1
    position = scene.before.turned() if is_second else scene.before
    query = Question(position, scene.action.roll, scene.action.play, is_dark=is_second).query()
    return f"{reverse('rule_question')}{query}"

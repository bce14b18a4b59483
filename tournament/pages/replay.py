"""A match on the board, move by move."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tournament.arbiter.answer import position_in_words
from tournament.arbiter.board_picture import Board, Picture
from tournament.arbiter.question import Question
from tournament.models import Pairing, Tournament, Transcript
from tournament.names import isolated
from tournament.pages.attached_transcript import in_columns, names_of
from tournament.phrases.findings import finding_sentence
from tournament.phrases.matches import cube_sentence, scene_sentence
from tournament.queries.matches import read
from tournament.transcripts.replays import Scene, xgid_of
from tournament.transcripts.written import WrittenActionKind


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
    names = in_columns(transcript, names_of(pairing))
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
        "xgid": xgid_of(scene, transcript.written.match_length),
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


def _picture(scene: Scene) -> Picture:
    """The board before a roll with its play as arrows; otherwise as it stands."""
    if scene.action is None or scene.action.kind is not WrittenActionKind.ROLL:
        return Board(scene.position).picture()
    if not scene.steps:
        return Board(scene.position).picture(scene.action.roll, are_of_other=scene.action.player == 1)
    board = Board(scene.before)
    return board.picture(scene.action.roll, (), scene.steps, are_of_other=scene.action.player == 1)


def _question(scene: Scene) -> str:
    """The roll as a rule question, in its address."""
    if scene.action is None or scene.action.kind is not WrittenActionKind.ROLL:
        return ""
    is_second = scene.action.player == 1
    position = scene.before.turned() if is_second else scene.before
    query = Question(position, scene.action.roll, scene.action.play, is_dark=is_second).query()
    return f"{reverse('rule_question')}{query}"

"""Transcripts are attached to matches, turned round, accepted as their result, and taken away."""

from django.contrib.auth.models import User

from tournament.actions.change import Change, change
from tournament.actions.games import keep_games
from tournament.actions.results import enter_result, plain_result, refuse_result, result_facts
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchGame
from tournament.matches.games import PlayedGame
from tournament.models import Pairing, Transcript
from tournament.names import fold, tidy
from tournament.queries.matches import games_of, proposed_score
from tournament.queries.record import format_of, result_of
from tournament.queries.results import kept_games
from tournament.queries.rounds import pairings_to_enter
from tournament.transcripts.checking import checked_games
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.renaming import nameless
from tournament.transcripts.written import WrittenActionKind, WrittenMatch

# The longest match has at most 49 games, and hardly one of them a hundred rolls.
MOST_GAMES = 200
MOST_ROLLS = 10_000


def attach_transcript(pairing: Pairing, *, by: User, data: bytes) -> None:
    """Attach a transcript in place of the one there was; its games become those of the match where its result agrees.

    A match without a result gets both by `accept_transcript`.

    Which side is whose is told by the names in it; otherwise by the order of the pairing.
    """
    written = read_transcript(data)
    _refuse_what_no_match_is(written)
    if pairing.second is None:
        raise Refused("bye_has_no_transcript")
    with change(pairing.round.tournament, by=by, action="transcript_attached") as step:
        if step.tournament.game != MatchGame.BACKGAMMON:
            raise Refused("transcript_of_another_game")
        _read_again(pairing)
        values = {"text": nameless(data), "is_turned": _is_turned(pairing, written.players)}
        stored = Transcript.objects.filter(pairing=pairing).first()
        if stored is None:
            stored = step.add(Transcript(pairing=pairing, **values))
        else:
            step.update(stored, **values)
        step.facts = _facts(pairing)
        _take_its_games(step, pairing, stored)


def turn_transcript(pairing: Pairing, *, by: User, turned: bool) -> None:
    """Swap the two players of the transcript, or swap them back."""
    with change(pairing.round.tournament, by=by, action="transcript_turned") as step:
        stored = Transcript.objects.filter(pairing=pairing).first()
        if stored is None:
            raise Refused("transcript_is_gone")
        _read_again(pairing)
        step.facts = _facts(pairing)
        step.update(stored, is_turned=turned)
        if step.rows:
            _take_its_games(step, pairing, stored)


def accept_transcript(pairing: Pairing, *, by: User, score: Score) -> None:
    """Make the games of the transcript those of the match, and what they add up to its result: one step, one undo.

    `score` is the one that stood on the page of whoever accepts it. Raises Refused where a result has come in meanwhile
    or the transcript says another score by now.
    """
    with change(pairing.round.tournament, by=by, action="result_recorded") as step:
        current = pairings_to_enter().filter(round__tournament=step.tournament, pk=pairing.pk).first()
        stored = Transcript.objects.filter(pairing=pairing).first()
        if current is None:
            raise Refused("pairing_is_gone")
        if stored is None:
            raise Refused("transcript_is_gone")
        games = _games_of(stored)
        result = Result(Outcome.PLAYED, score)
        if proposed_score(format_of(step.tournament), games) != score:
            raise Refused("transcript_says_otherwise")
        is_known = result_of(current) == result
        if is_known and kept_games(current).games == games:
            return
        if not is_known:
            refuse_result(step.tournament, current, by=by, expected=PENDING, result=result)
        keep_games(step, current, games)
        if is_known:
            step.facts = {**result_facts(current, result), "before": plain_result(result)}
        else:
            enter_result(step, current, result)


def remove_transcript(pairing: Pairing, *, by: User) -> None:
    """Take the transcript away; the games of the match stay. Twice means once."""
    with change(pairing.round.tournament, by=by, action="transcript_removed") as step:
        stored = Transcript.objects.filter(pairing=pairing).first()
        if stored is not None:
            step.facts = _facts(pairing)
            step.remove(stored)


def _refuse_what_no_match_is(written: WrittenMatch) -> None:
    """Refuse a transcript so long that checking it on the board would take minutes."""
    rolls = sum(action.kind is WrittenActionKind.ROLL for game in written.games for action in game.actions)
    if rolls > MOST_ROLLS or len(written.games) > MOST_GAMES:
        raise Refused("transcript_too_long", games=len(written.games), rolls=rolls)


def _read_again(pairing: Pairing) -> None:
    """The pairing as it stands behind the lock. Raises Refused where it is not there any more."""
    try:
        pairing.refresh_from_db()
    except Pairing.DoesNotExist as gone:
        raise Refused("pairing_is_gone") from gone


def _facts(pairing: Pairing) -> dict[str, object]:
    return {"round": pairing.round.number, "table": pairing.table}


def _take_its_games(step: Change, pairing: Pairing, stored: Transcript) -> None:
    """Keep the games of the transcript, unless they are not those of this match; the page then shows the difference.

    As long as there is no result, nothing that is kept at the table is written over.
    """
    games = _games_of(stored)
    if games and pairing.first_points is not None:
        try:
            keep_games(step, pairing, games)
        except Refused:
            return


def _games_of(stored: Transcript) -> tuple[PlayedGame, ...]:
    return games_of(checked_games(read_transcript(stored.text.encode())), is_turned=stored.is_turned)


def _is_turned(pairing: Pairing, players: tuple[str, str]) -> bool:
    assert pairing.second
    first, second = (
        {fold(tidy(name)) for name in (entry.name, entry.display_name)} for entry in (pairing.first, pairing.second)
    )
    written_first, written_second = (fold(tidy(name)) for name in players)
    if written_first in first or written_second in second:
        return False
    return written_first in second or written_second in first

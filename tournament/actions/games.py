"""The games of a match are kept, and let go where a result says otherwise."""

from collections.abc import Sequence

from tournament.actions.change import Change
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.games import PlayedGame, after_games, refuse_score_of_games
from tournament.models import Game, JournalLine, Pairing, Transcript
from tournament.queries.record import format_of, result_of
from tournament.queries.results import kept_games


def keep_games(step: Change, pairing: Pairing, games: Sequence[PlayedGame]) -> None:
    """Keep these games of a match instead of those it had. Raises Refused for what no match here can have.

    Where a result stands, they must add up to it.
    """
    wanted = format_of(step.tournament)
    after_games(wanted, games)
    score = None if pairing.first_points is None else (pairing.first_points, pairing.second_points or 0)
    if games and score is not None:
        refuse_score_of_games(wanted, games, score, gave_up=pairing.gave_up)
    let_games_go(step, [pairing])
    step.add_all([game_row(pairing, number, game) for number, game in enumerate(games, start=1)])


def game_row(pairing: Pairing, number: int, game: PlayedGame, words: str = "") -> Game:
    """A game that is over as it is stored."""
    winner_id = None if game.winner is None else (pairing.first_id, pairing.second_id)[game.winner]
    return Game(
        pairing=pairing,
        number=number,
        kind=game.kind.value,
        winner_id=winner_id,
        cube=game.cube,
        automatic=game.automatic,
        conceded=game.conceded,
        words=words,
    )


def let_games_go(step: Change, pairings: Sequence[Pairing]) -> None:
    """Forget the games of these matches; undo brings them back."""
    for row in Game.objects.filter(pairing__in=pairings).order_by("pairing", "-number"):
        step.remove(row)


def forget_how_played(step: Change, pairings: Sequence[Pairing]) -> None:
    """Remove the games and transcripts of matches that are about to be removed; undo brings them back."""
    let_games_go(step, pairings)
    for transcript in Transcript.objects.filter(pairing__in=pairings).order_by("pk"):
        step.remove(transcript)


def agree_with_games(step: Change, pairing: Pairing, result: Result, *, gave_up: bool) -> None:
    """Let the games go that do not add up to the result about to stand; without a result they are those so far."""
    if result.outcome is Outcome.PENDING:
        return
    games = kept_games(pairing).games
    try:
        refuse_score_of_games(format_of(step.tournament), games, result.score or (0, 0), gave_up=gave_up)
    except Refused:
        let_games_go(step, [pairing])


def make_way(step: Change, line: JournalLine) -> None:
    """Before a line is turned back: let the games go that stand where its own come back, or whose match goes.

    What is said on a score sheet is no step of undo, so more may have been said since.
    """
    gone = {entry["id"] for entry in line.changes if entry["model"] == "pairing" and entry["before"] is None}
    games = [entry for entry in line.changes if entry["model"] == "game"]
    back = {entry["before"]["pairing_id"] for entry in games if entry["after"] is None}
    its_own = {entry["id"] for entry in games if entry["before"] is None}
    in_the_way = Game.objects.filter(pairing__in=gone | back).exclude(pk__in=its_own)
    for row in in_the_way.order_by("pairing", "-number"):
        step.remove(row)


def agree_again(step: Change, line: JournalLine) -> None:
    """After a line has been turned back: let the games go that do not add up to the result that stands again."""
    touched = [entry["id"] for entry in line.changes if entry["model"] == "pairing"]
    for pairing in Pairing.objects.filter(pk__in=touched, games__isnull=False).select_related("winner").distinct():
        agree_with_games(step, pairing, result_of(pairing), gave_up=pairing.gave_up)

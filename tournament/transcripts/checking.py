"""Everything that is wrong in a transcript, in the order of its lines."""

from collections.abc import Iterator

from tournament.board.ending import WORTH
from tournament.board.ending import BoardEnding as EndingKind
from tournament.transcripts.following import Finding, Mistake, turns
from tournament.transcripts.results import cube_of, ending_of
from tournament.transcripts.written import PlayedGame, Transcript


def check_transcript(transcript: Transcript) -> Iterator[Finding]:
    """Everything that is wrong with the plays, the worth of the games and the score, in the order of the lines."""
    score = (0, 0)
    for game in transcript.games:
        if game.score != score:
            yield Finding(game.line + 1, Mistake.OTHER_SCORE, stated=game.score, counted=score)
        yield from _check_game(game)
        if game.winner is not None:
            won = _points(game.winner, game.points)
            score = (game.score[0] + won[0], game.score[1] + won[1])


def _check_game(game: PlayedGame) -> Iterator[Finding]:
    for turn in turns(game):
        if turn.finding:
            yield turn.finding
    yield from _check_worth(game)


def _check_worth(game: PlayedGame) -> Iterator[Finding]:
    """A game played to its end is worth what the board says, a double refused what the cube said before.

    A backgammon may count as a gammon, for many rules know no triple games.
    """
    if game.winner is None:
        return
    cube, end = cube_of(game), ending_of(game)
    if game.is_passed:
        counted = [_points(1 - game.actions[-1].player, cube)]
    elif end:
        worths = {end[1].worth, min(end[1].worth, WORTH[EndingKind.GAMMON])}
        counted = [_points(end[0], worth * cube) for worth in sorted(worths, reverse=True)]
    else:
        return
    stated = _points(game.winner, game.points)
    if stated not in counted:
        yield Finding(game.ends_on_line, Mistake.OTHER_WORTH, stated=stated, counted=counted[0])


def _points(player: int, points: int) -> tuple[int, int]:
    return (points, 0) if player == 0 else (0, points)

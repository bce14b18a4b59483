"""Finds how games of a transcript may have ended by board and cube, and which ending fits the points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournament.board.games import OFF
from tournament.matches.formats import CUBE_LIMITS, MatchFormat, has_crawford_game
from tournament.matches.games import GameEnding, PlayedGame as GameResult, points_of, standing_at
from tournament.transcripts.following import ending_of, is_followed, turns
from tournament.transcripts.written import Customs, End, Score, WrittenActionKind, WrittenGame, WrittenMatch

WON = (GameEnding.SINGLE, GameEnding.GAMMON, GameEnding.BACKGAMMON)


def formats_of(match_length: int, customs: Customs) -> tuple[MatchFormat, ...]:
    """Return the formats that a transcript may follow, first the one in which most counts.

    A transcript never says whether triple games count, and not always whether the Jacoby rule holds. Money play is
    read as a series of single games.
    """
    match_format = MatchFormat(
        match_length=match_length or 1,
        cube=True,
        cube_limit=CUBE_LIMITS[-1],
        crawford=customs.crawford and has_crawford_game(match_length, cube=True),
        beavers=customs.beavers and not match_length,
    )
    jacoby = (False,) if match_length else (False, True) if customs.jacoby is None else (customs.jacoby,)
    return tuple(
        replace(match_format, jacoby=is_jacoby, backgammons=counts_three)
        for is_jacoby in jacoby
        for counts_three in (True, False)
    )


def is_after_crawford(transcript: WrittenMatch) -> bool:
    """Whether the Crawford game was before the first game, which by its score would be it, but has a double."""
    first = transcript.games[0]
    match_format = formats_of(transcript.match_length, transcript.customs)[0]
    has_double = any(action.kind is WrittenActionKind.DOUBLE for action in first.actions)
    return has_double and standing_at(match_format, first.score, crawford_played=False).is_crawford


def possible_results(game: WrittenGame, cubes: Sequence[int]) -> Iterator[GameResult]:
    """Yield each possible result of the game: a pass, its end on the board, or a win conceded by the other player."""
    if game.actions and game.actions[-1].kind is WrittenActionKind.DROP:
        doubling = (WrittenActionKind.DOUBLE, WrittenActionKind.BEAVER)
        turned = (action.player for action in reversed(game.actions) if action.kind in doubling)
        doubler = next(turned, 1 - game.actions[-1].player)
        yield from (GameResult(doubler, GameEnding.PASS, cube) for cube in cubes)
        return
    if end := ending_of(game):
        winner, ending = end
        yield from (GameResult(winner, GameEnding(ending.kind), cube) for cube in cubes)
        return
    for winner in _winners_of_conceded(game):
        for kind in WON[:1] if _has_borne_off(game, 1 - winner) else WON:
            yield from (GameResult(winner, kind, cube, conceded=True) for cube in cubes)


def _winners_of_conceded(game: WrittenGame) -> Sequence[int]:
    """Return who may have won a game that was given up.

    What is said of the end outranks the column of the resignation: with some programs, it stands with the winner.
    """
    resigned = [action.player for action in game.actions if action.kind is WrittenActionKind.RESIGN]
    if not resigned:
        return (0, 1)
    return (1 - resigned[-1],) if game.winner is None else (game.winner,)


def _has_borne_off(game: WrittenGame, player: int) -> bool:
    followed = turns(game)
    if not (followed and is_followed(game)):
        return False
    last = followed[-1]
    position = last.after or last.before
    return bool((position.own if last.action.player == player else position.other)[OFF])


def fits(end: End, result: GameResult, match_format: MatchFormat, score_before: Score) -> bool:
    """Whether the stated points fit the result; more than the missing points may be cut to those or to the length."""
    points = points_of(match_format, result)
    if end.winner != result.winner:
        return False
    length, missing = match_format.match_length, match_format.match_length - score_before[end.winner]
    return end.points == points or (missing > 0 and end.points in (missing, length) and end.points < points)


def told_result(game: WrittenGame, match_formats: Sequence[MatchFormat], cubes: Sequence[int]) -> GameResult | None:
    """Return the result that fits the stated points of the game; None if it breaks off or no result fits."""
    if not game.ends:
        return None
    for result in possible_results(game, cubes):
        if any(fits(game.ends[-1], result, match_format, game.score) for match_format in match_formats):
            return result
    return None

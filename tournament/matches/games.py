"""Games of a match, in order: what each was worth, and the score they add up to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.engine.refusals import Refused
from tournament.matches.formats import CUBE_LIMITS, MatchFormat, MatchGame
from tournament.matches.scores import Score


class GameEnding(StrEnum):
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    PASS = "pass"
    DRAWN = "drawn"


WORTH = {GameEnding.SINGLE: 1, GameEnding.GAMMON: 2, GameEnding.BACKGAMMON: 3, GameEnding.PASS: 1, GameEnding.DRAWN: 0}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: `winner` is 0 or 1, the side of the match; None if drawn.

    `cube` is the value at which it was decided (in a pass: before the refused double), `automatic` how often equal
    opening dice had doubled it.
    """

    winner: int | None
    kind: GameEnding = GameEnding.SINGLE
    cube: int = 1
    automatic: int = 0
    conceded: bool = False

    @property
    def is_drawn(self) -> bool:
        return self.kind is GameEnding.DRAWN

    @property
    def is_pass(self) -> bool:
        return self.kind is GameEnding.PASS


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """A match between two games: the points, the number of decided games, and the kind of the next game.

    `opener` is the side that opens the next game with both dice, 0 or 1; None where an opening roll decides.
    `is_crawford`: the next game is played without the cube.
    """

    score: Score = (0, 0)
    decided_games: int = 0
    crawford_played: bool = False
    is_crawford: bool = False
    opener: int | None = None

    def is_decided(self, match_format: MatchFormat) -> bool:
        return max(self.score) >= match_format.match_length


def points_of(match_format: MatchFormat, game: PlayedGame) -> int:
    kind = WORTH[game.kind]
    if kind == 3 and not match_format.backgammons:
        kind = 2
    if kind == 2 and not match_format.gammons:
        kind = 1
    if match_format.jacoby and game.cube == 2**game.automatic:
        kind = min(kind, 1)
    return kind * game.cube


def after_games(match_format: MatchFormat, games: Sequence[PlayedGame]) -> MatchStanding:
    """Return the standing after these games; raise Refused with the number of the first game the format forbids."""
    standing = _next_game(match_format, MatchStanding())
    for number, game in enumerate(games, start=1):
        if standing.is_decided(match_format):
            raise Refused("game_after_the_end", game=number)
        for code, is_impossible in IMPOSSIBLE.items():
            if is_impossible(match_format, standing, game):
                raise Refused(code, game=number)
        standing = _after(match_format, standing, game)
    return standing


def refuse_score_of_games(
    match_format: MatchFormat, games: Sequence[PlayedGame], score: Score, *, gave_up: bool = False
) -> None:
    """Refuse a score that is not the sum of the games.

    A side that gives up the match keeps its points, and the other side gets the match length.
    """
    standing = after_games(match_format, games)
    facts = {"first": score[0], "second": score[1]}
    if gave_up and standing.is_decided(match_format):
        raise Refused("gave_up_a_decided_match", **facts)
    sums = standing.score
    given_up = ((match_format.match_length, sums[1]), (sums[0], match_format.match_length))
    if score not in (given_up if gave_up else (sums,)):
        raise Refused("score_is_not_of_the_games", **facts, games_first=sums[0], games_second=sums[1])


# For each refusal code the test that finds an impossible game; the standing is that before the game.
IMPOSSIBLE: dict[str, Callable[[MatchFormat, MatchStanding, PlayedGame], bool]] = {
    "game_without_winner": lambda match_format, standing, game: game.is_drawn != (game.winner is None),
    "game_drawn": lambda match_format, standing, game: (
        game.is_drawn and match_format.game_at(standing.decided_games) is not MatchGame.PLAKOTO
    ),
    "game_conceded": lambda match_format, standing, game: game.conceded and (game.is_drawn or game.is_pass),
    "game_cube_in_crawford": lambda match_format, standing, game: game.cube != 1 and standing.is_crawford,
    "game_without_cube": lambda match_format, standing, game: (
        not match_format.cube and (game.cube != 1 or game.is_pass)
    ),
    "game_cube": lambda match_format, standing, game: (
        game.cube not in (1, *CUBE_LIMITS) or game.cube > match_format.cube_limit
    ),
    "game_automatic": lambda match_format, standing, game: (
        not 0 <= game.automatic <= match_format.automatic_doubles or 2**game.automatic > game.cube
    ),
    "game_pass": lambda match_format, standing, game: (
        game.is_pass and (standing.is_crawford or game.cube == match_format.cube_limit)
    ),
}


def standing_at(match_format: MatchFormat, score: Score, *, crawford_played: bool) -> MatchStanding:
    """Return the standing at a score, as far as the score and `crawford_played` tell."""
    return _next_game(match_format, MatchStanding(score, crawford_played=crawford_played))


def _next_game(match_format: MatchFormat, standing: MatchStanding) -> MatchStanding:
    """Return the standing with `is_crawford` set for the next game."""
    is_crawford = (
        match_format.crawford and not standing.crawford_played and max(standing.score) == match_format.match_length - 1
    )
    return replace(standing, crawford_played=standing.crawford_played or is_crawford, is_crawford=is_crawford)


def _after(match_format: MatchFormat, standing: MatchStanding, game: PlayedGame) -> MatchStanding:
    if game.winner is None:
        # A drawn game is replayed and opened by the same side.
        return standing
    points = list(standing.score)
    points[game.winner] += points_of(match_format, game)
    score, opener = (points[0], points[1]), game.winner if match_format.winner_opens else None
    next_standing = MatchStanding(score, standing.decided_games + 1, standing.crawford_played, opener=opener)
    return _next_game(match_format, next_standing)

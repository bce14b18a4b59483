"""The games of a match, in order: what each was worth, and the score they add up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.refusals import Refused
from tournament.matches.formats import Game, MatchFormat
from tournament.matches.scores import Score


class Kind(StrEnum):
    """How a game ended."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    PASS = "pass"
    DRAWN = "drawn"


WORTH = {Kind.SINGLE: 1, Kind.GAMMON: 2, Kind.BACKGAMMON: 3, Kind.PASS: 1, Kind.DRAWN: 0}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over: `winner` is 0 or 1, the side of the match; None in a drawn one.

    `cube` is the value it was decided at (of a pass: before the turn that was refused), `automatic` how often
    equal opening dice had turned it.
    """

    winner: int | None
    kind: Kind = Kind.SINGLE
    cube: int = 1
    automatic: int = 0
    conceded: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A match between two games: the points, how many games were decided, and what the next one is.

    `opener` is who opens the next game with both dice, 0 or 1; None where an opening roll decides.
    `is_crawford`: the next game is played without the cube.
    """

    score: Score = (0, 0)
    decided_games: int = 0
    crawford_played: bool = False
    is_crawford: bool = False
    opener: int | None = None

    def is_decided(self, wanted: MatchFormat) -> bool:
        """Whether one side has reached the length of the match."""
        return max(self.score) >= wanted.match_length


def points_of(wanted: MatchFormat, game: PlayedGame) -> int:
    """What a game is worth."""
    kind = WORTH[game.kind]
    if kind == 3 and not wanted.backgammons:
        kind = 2
    if kind == 2 and not wanted.gammons:
        kind = 1
    if wanted.jacoby and game.cube == 2**game.automatic:
        kind = min(kind, 1)
    return kind * game.cube


def after_games(wanted: MatchFormat, games: Sequence[PlayedGame]) -> Standing:
    """How the match stands after these games; refuses, with its number, a game that the format does not know."""
    standing = next_game(wanted, Standing())
    for number, game in enumerate(games, start=1):
        if standing.is_decided(wanted):
            raise Refused("game_after_the_end", game=number)
        refuse_game(wanted, standing, game, number)
        standing = _after(wanted, standing, game)
    return standing


def refuse_game(wanted: MatchFormat, standing: Standing, game: PlayedGame, number: int) -> None:
    """Refuse a game that cannot be the next one."""
    cube_is_used = wanted.cube and not standing.is_crawford
    is_drawn, is_pass = game.kind is Kind.DRAWN, game.kind is Kind.PASS
    for is_broken, code in (
        (is_drawn != (game.winner is None), "game_without_winner"),
        (is_drawn and wanted.game_at(standing.decided_games) is not Game.PLAKOTO, "game_drawn"),
        (game.conceded and (is_drawn or is_pass), "game_conceded"),
        (game.cube != 1 and standing.is_crawford, "game_cube_in_crawford"),
        (game.cube != 1 and not wanted.cube, "game_without_cube"),
        (game.cube not in (1, 2, 4, 8, 16, 32, 64) or game.cube > wanted.cube_limit, "game_cube"),
        (not 0 <= game.automatic <= wanted.automatic_doubles or 2**game.automatic > game.cube, "game_automatic"),
        (is_pass and not (cube_is_used and game.cube < wanted.cube_limit), "game_pass"),
    ):
        if is_broken:
            raise Refused(code, game=number)


def next_game(wanted: MatchFormat, standing: Standing) -> Standing:
    """The same, with whether the next game is the Crawford game."""
    is_crawford = wanted.crawford and not standing.crawford_played and max(standing.score) == wanted.match_length - 1
    return Standing(
        standing.score, standing.decided_games, standing.crawford_played or is_crawford, is_crawford, standing.opener
    )


def _after(wanted: MatchFormat, standing: Standing, game: PlayedGame) -> Standing:
    if game.winner is None:
        # Played over by whoever opened it.
        return standing
    points = list(standing.score)
    points[game.winner] += points_of(wanted, game)
    opener = game.winner if wanted.winner_opens else None
    return next_game(
        wanted,
        Standing((points[0], points[1]), standing.decided_games + 1, standing.crawford_played, opener=opener),
    )

"""Formats of a match: the game, its length, what a game may be worth, and the use of the cube."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from tournament.engine.refusals import Refused

LONGEST_MATCH = 25
CUBE_LIMITS = (2, 4, 8, 16, 32, 64)
MOST_AUTOMATIC_DOUBLES = 3


class MatchGame(StrEnum):
    """Games on a backgammon board; Tavli is Portes, Plakoto and Fevga in turn."""

    BACKGAMMON = "backgammon"
    PORTES = "portes"
    PLAKOTO = "plakoto"
    FEVGA = "fevga"
    TAVLI = "tavli"


TAVLI_GAMES = (MatchGame.PORTES, MatchGame.PLAKOTO, MatchGame.FEVGA)


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The format of a match; `refuse_format` refuses impossible combinations.

    `cube_limit` is the highest value of the cube. `crawford`: no cube in the first game that starts with a side one
    point from winning. `jacoby`: gammons and backgammons count one until a double has been accepted.
    `automatic_doubles`: how often equal opening dice double the cube.
    """

    game: MatchGame = MatchGame.BACKGAMMON
    match_length: int = 3
    gammons: bool = True
    backgammons: bool = False
    cube: bool = False
    cube_limit: int = 64
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    winner_opens: bool = True

    @property
    def is_single_game(self) -> bool:
        return self.match_length == 1

    @property
    def is_single_game_with_cube(self) -> bool:
        """Tell whether the rules of money play apply: Jacoby, beavers, automatic doubles."""
        return self.cube and self.is_single_game

    def game_at(self, decided_games: int) -> MatchGame:
        """Return the game to be played after this number of decided games."""
        return TAVLI_GAMES[decided_games % 3] if self.game is MatchGame.TAVLI else self.game


FORMAT_FIELDS = tuple(field.name for field in fields(MatchFormat))


def has_crawford_game(match_length: int, *, cube: bool) -> bool:
    """Tell whether the Crawford rule is possible, and thus the default: with the cube, beyond a single game."""
    return cube and match_length > 1


def at_length(match_format: MatchFormat, match_length: int) -> MatchFormat:
    """Return the format at another match length; rules of single games or of longer matches only are set to fit."""
    if match_length == match_format.match_length:
        return match_format
    is_single = match_length == 1
    return replace(
        match_format,
        match_length=match_length,
        crawford=has_crawford_game(match_length, cube=match_format.cube)
        and (match_format.crawford or match_format.is_single_game),
        jacoby=match_format.jacoby and is_single,
        beavers=match_format.beavers and is_single,
        automatic_doubles=match_format.automatic_doubles if is_single else 0,
        winner_opens=match_format.winner_opens or is_single,
    )


# For each refusal code the test that finds an impossible format.
IMPOSSIBLE: dict[str, Callable[[MatchFormat], bool]] = {
    "format_length": lambda match_format: not 1 <= match_format.match_length <= LONGEST_MATCH,
    "format_cube_limit": lambda match_format: match_format.cube_limit not in CUBE_LIMITS,
    "format_automatic_doubles": lambda match_format: not 0 <= match_format.automatic_doubles <= MOST_AUTOMATIC_DOUBLES,
    "format_tavli_single": lambda match_format: match_format.game is MatchGame.TAVLI and match_format.is_single_game,
    "format_gammons_count": lambda match_format: (
        not match_format.gammons and match_format.game is not MatchGame.BACKGAMMON
    ),
    "format_backgammons": lambda match_format: (
        match_format.backgammons and not (match_format.game is MatchGame.BACKGAMMON and match_format.gammons)
    ),
    "format_cube": lambda match_format: match_format.cube and match_format.game is not MatchGame.BACKGAMMON,
    "format_limit_without_cube": lambda match_format: (
        match_format.cube_limit != CUBE_LIMITS[-1] and not match_format.cube
    ),
    "format_crawford": lambda match_format: (
        match_format.crawford and not has_crawford_game(match_format.match_length, cube=match_format.cube)
    ),
    "format_jacoby": lambda match_format: match_format.jacoby and not match_format.is_single_game_with_cube,
    "format_beavers": lambda match_format: match_format.beavers and not match_format.is_single_game_with_cube,
    "format_automatic_doubles_in_match": lambda match_format: (
        match_format.automatic_doubles > 0 and not match_format.is_single_game_with_cube
    ),
    "format_automatic_doubles_beyond_limit": lambda match_format: (
        2**match_format.automatic_doubles > match_format.cube_limit
    ),
    "format_opens_single": lambda match_format: not match_format.winner_opens and match_format.is_single_game,
}


def refuse_format(match_format: MatchFormat) -> None:
    """Raise Refused, with the first reason in `IMPOSSIBLE`, for a format that no rule book has."""
    for code, is_impossible in IMPOSSIBLE.items():
        if is_impossible(match_format):
            raise Refused(code)


def refuse_excess_points(match_format: MatchFormat) -> None:
    """Refuse to count points beyond the match length in matches with the cube: one could outweigh all the others."""
    if match_format.cube and not match_format.is_single_game:
        raise Refused("format_excess_with_cube")


@dataclass(frozen=True, slots=True)
class Preset:
    """A format to choose; `key` names it, `lengths` are the match lengths it is offered for."""

    key: str
    format: MatchFormat
    lengths: tuple[int, ...]
    counts_excess_points: bool = False

    def at(self, match_length: int) -> MatchFormat:
        crawford = has_crawford_game(match_length, cube=self.format.cube)
        return replace(self.format, match_length=match_length, crawford=crawford)


_WITH_CUBE = MatchFormat(cube=True, backgammons=True)

PRESETS = (
    Preset("konstanz", MatchFormat(), (3,)),
    Preset("cube", replace(_WITH_CUBE, winner_opens=False), (3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25)),
    Preset("cube_single", _WITH_CUBE, (1,), counts_excess_points=True),
    Preset("single", MatchFormat(), (1,)),
    Preset("tavli", MatchFormat(MatchGame.TAVLI), (3, 5, 7, 9)),
    Preset("portes", MatchFormat(MatchGame.PORTES), (1, 3, 5, 9)),
    Preset("plakoto", MatchFormat(MatchGame.PLAKOTO), (1, 3, 5, 9)),
    Preset("fevga", MatchFormat(MatchGame.FEVGA), (1, 3, 5, 9)),
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A preset at one of its lengths; forms and commands ask for it by `name`."""

    name: str
    preset: Preset
    format: MatchFormat


def _offers() -> Iterator[Offer]:
    for preset in PRESETS:
        for length in preset.lengths:
            name = preset.key if len(preset.lengths) == 1 else f"{preset.key}-{length}"
            yield Offer(name, preset, preset.at(length))


OFFERS: Mapping[str, Offer] = {offer.name: offer for offer in _offers()}


def offer_of(match_format: MatchFormat) -> Offer | None:
    """Return the offer of this format; None for a custom one."""
    return next((offer for offer in OFFERS.values() if offer.format == match_format), None)

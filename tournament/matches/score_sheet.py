"""Score sheet of a match: what the two sides do, step by step, and the standing that follows.

A `Word` is a step that a side announces at the table, such as a double or a game won; `Said` adds which side. Only
these are stored; the games, the cube and the next possible words are computed from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.engine.refusals import Refused
from tournament.matches.formats import MatchFormat, MatchGame
from tournament.matches.games import GameEnding, MatchStanding, PlayedGame, after_games, points_of


class Word(StrEnum):
    """A step of a match, announced by one of the sides; for `DRAWN` and `AUTOMATIC` the side means nothing."""

    AUTOMATIC = "automatic"
    """The opening dice were equal: the cube is doubled and stays in the middle."""
    DOUBLE = "double"
    TAKE = "take"
    BEAVER = "beaver"
    """Accept a double, double the cube once more and keep it."""
    PASS = "pass"
    CONCEDE = "concede"
    """Offer to give up the game as a single game, a gammon or a backgammon."""
    ACCEPT = "accept"
    DECLINE = "decline"
    WON = "won"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Said:
    """A word and the side, 0 or 1, that said it; only `CONCEDE` and `WON` have a `kind`."""

    word: Word
    side: int = 0
    kind: GameEnding = GameEnding.SINGLE


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The state of a match in the middle of a game.

    `owner` is the side that owns the cube, None while it is in the middle; `offer` is a `DOUBLE`, `BEAVER` or
    `CONCEDE` that the other side has still to answer, else None. `automatic` counts automatic doubles.
    """

    standing: MatchStanding
    games: tuple[PlayedGame, ...] = ()
    cube: int = 1
    owner: int | None = None
    automatic: int = 0
    offer: Said | None = None


def sheet_of(match_format: MatchFormat, words: Sequence[Said], games: Sequence[PlayedGame] = ()) -> ScoreSheet:
    """Return the sheet after these games and words; raise Refused with the number of the first word not possible."""
    sheet = ScoreSheet(after_games(match_format, games), tuple(games))
    for number, spoken_word in enumerate(words, start=1):
        if spoken_word not in possible_words(match_format, sheet):
            raise Refused("word_not_possible", number=number)
        sheet = _after(match_format, sheet, spoken_word)
    return sheet


def possible_words(match_format: MatchFormat, sheet: ScoreSheet) -> tuple[Said, ...]:
    """Return all words that may be said next, in the order of the buttons; none once the match is decided."""
    if sheet.standing.is_decided(match_format):
        return ()
    if sheet.offer:
        return tuple(_answers(match_format, sheet, sheet.offer))
    kinds = _kinds(match_format, sheet)
    words = [Said(Word.WON, side, kind) for side in (0, 1) for kind in kinds]
    if match_format.game_at(sheet.standing.decided_games) is MatchGame.PLAKOTO:
        words.append(Said(Word.DRAWN))
    if match_format.cube and not sheet.standing.is_crawford and 2 * sheet.cube <= match_format.cube_limit:
        words += [Said(Word.DOUBLE, side) for side in (0, 1) if sheet.owner in (None, side)]
    words += [Said(Word.CONCEDE, side, kind) for side in (0, 1) for kind in kinds]
    # An automatic double, for equal opening dice, is possible only before any other double.
    if sheet.owner is None and sheet.automatic < match_format.automatic_doubles:
        words.append(Said(Word.AUTOMATIC))
    return tuple(words)


def _answers(match_format: MatchFormat, sheet: ScoreSheet, offer: Said) -> list[Said]:
    other_side = 1 - offer.side
    if offer.word is Word.CONCEDE:
        return [Said(Word.ACCEPT, other_side), Said(Word.DECLINE, other_side)]
    answers = [Said(Word.TAKE, other_side), Said(Word.PASS, other_side)]
    if offer.word is Word.DOUBLE and match_format.beavers and 4 * sheet.cube <= match_format.cube_limit:
        answers.append(Said(Word.BEAVER, other_side))
    return answers


def _kinds(match_format: MatchFormat, sheet: ScoreSheet) -> list[GameEnding]:
    """Return the ways to win that differ in points at this moment."""
    kinds: dict[int, GameEnding] = {}
    for kind in (GameEnding.SINGLE, GameEnding.GAMMON, GameEnding.BACKGAMMON):
        kinds.setdefault(points_of(match_format, _won(sheet, 0, kind)), kind)
    return list(kinds.values())


def _after(match_format: MatchFormat, sheet: ScoreSheet, spoken_word: Said) -> ScoreSheet:
    doubled = 2 * sheet.cube
    match spoken_word.word:
        case Word.AUTOMATIC:
            return replace(sheet, cube=doubled, automatic=sheet.automatic + 1)
        case Word.DOUBLE | Word.CONCEDE:
            return replace(sheet, offer=spoken_word)
        case Word.BEAVER:
            # Now the cube is doubled for the double; for the beaver only once that is taken.
            return replace(sheet, cube=doubled, owner=spoken_word.side, offer=spoken_word)
        case Word.TAKE:
            assert sheet.offer
            owner = spoken_word.side if sheet.offer.word is Word.DOUBLE else sheet.offer.side
            return replace(sheet, cube=doubled, owner=owner, offer=None)
        case Word.DECLINE:
            return replace(sheet, offer=None)
        case Word.PASS:
            game = _won(sheet, 1 - spoken_word.side, GameEnding.PASS)
        case Word.ACCEPT:
            assert sheet.offer
            game = replace(_won(sheet, spoken_word.side, sheet.offer.kind), conceded=True)
        case Word.WON:
            game = _won(sheet, spoken_word.side, spoken_word.kind)
        case Word.DRAWN:
            game = PlayedGame(None, GameEnding.DRAWN)
    games = (*sheet.games, game)
    return ScoreSheet(after_games(match_format, games), games)


def _won(sheet: ScoreSheet, side: int, kind: GameEnding) -> PlayedGame:
    return PlayedGame(side, kind, sheet.cube, sheet.automatic)


def write_words(words: Sequence[Said]) -> str:
    """Return the words as one line like "0-double 1-take 0-won-gammon"."""
    return " ".join(_written(spoken_word) for spoken_word in words)


def _written(spoken_word: Said) -> str:
    kind = [spoken_word.kind.value] if spoken_word.word in (Word.WON, Word.CONCEDE) else []
    return "-".join([str(spoken_word.side), spoken_word.word.value, *kind])


def read_words(text: str) -> tuple[Said, ...]:
    """Return the words of a line like "0-double 1-take 0-won-gammon"; raise Refused for any other text."""
    return tuple(_read(word) for word in text.split())


def _read(text: str) -> Said:
    side, _, rest = text.partition("-")
    word, _, kind = rest.partition("-")
    try:
        spoken_word = Said(Word(word), int(side), GameEnding(kind or GameEnding.SINGLE))
    except ValueError:
        raise Refused("word_not_understood") from None
    if _written(spoken_word) != text or spoken_word.side not in (0, 1):
        raise Refused("word_not_understood")
    return spoken_word

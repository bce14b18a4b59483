"""Transcripts of matches at Backgammon, read and checked: the plain text (`.mat`) that programs exchange.

A transcript is checked game by game. A play that is not allowed is reported and stands, as it stood on the board.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tournament.board.ending import WORTH, Ending, ending
from tournament.board.ending import Kind as EndingKind
from tournament.board.games import BAR, MANNERS, OFF, Game
from tournament.board.judging import Verdict, judge
from tournament.board.notation import Move, read_moves
from tournament.board.plays import Roll, Step, stepped
from tournament.board.positions import Position, start
from tournament.engine.refusals import Refused

MOST_BYTES = 300_000
# The longest match has at most 49 games; more are written of play without end.
MOST_GAMES = 200
# Left of it an action is the first player's; a wide play pushes the second player's further to the right.
FIRST_COLUMN_ENDS = 20
_LENGTH = re.compile(r"\s*(\d{1,4}) point match\s*", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s*Game (\d{1,4})\s*", re.IGNORECASE | re.ASCII)
# A name begins with no blank and takes those behind it along, so that blanks can be read in one way only.
_PLAYERS = re.compile(r"\s*(\S.{0,119}?): (\d{1,4})\s{2,}(\S.{0,119}?): (\d{1,4})", re.ASCII)
_TURN = re.compile(r"\s*\d{1,4}\)", re.ASCII)
_ACTION = re.compile(
    r"(?P<roll>[1-6][1-6]):|Doubles\s*=>\s*(?P<cube>\d{1,4})|(?P<take>Takes)|(?P<drop>Drops)|(?P<resign>Resigns)"
    r"|Wins (?P<points>\d{1,4}) points?(?: and the match)?",
    re.IGNORECASE | re.ASCII,
)
_NO_PLAY = re.compile(r"(?:cannot move\??)?", re.IGNORECASE)


class Kind(StrEnum):
    """What a player did."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Action:
    """What a player (0 or 1) did on a line: a roll with the play as it is written, a double to `value`, an answer."""

    line: int
    player: int
    kind: Kind
    roll: Roll = (0, 0)
    play: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: the score before it, what was done, and who won how many points (None: it breaks off)."""

    line: int
    score: tuple[int, int]
    actions: tuple[Action, ...]
    winner: int | None = None
    points: int = 0
    ends_on_line: int = 0

    @property
    def is_passed(self) -> bool:
        """It ended with a double that was refused."""
        return bool(self.actions) and self.actions[-1].kind is Kind.DROP


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match as it was written down; a length of 0 is play without end."""

    match_length: int
    players: tuple[str, str]
    games: tuple[PlayedGame, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The points of both after the last game."""
        won = [game for game in self.games if game.winner is not None]
        return (
            sum(game.points for game in won if game.winner == 0),
            sum(game.points for game in won if game.winner == 1),
        )


class Mistake(StrEnum):
    """What is wrong on a line of a transcript."""

    NOT_ALLOWED = "not_allowed"
    NOT_PLAYED = "not_played"
    NOT_UNDERSTOOD = "not_understood"
    IMPOSSIBLE = "impossible"
    OUT_OF_TURN = "out_of_turn"
    OTHER_SCORE = "other_score"
    OTHER_WORTH = "other_worth"
    GOES_ON = "goes_on"


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake on a line.

    `verdict` is that of a play that is not allowed or not possible, `refused` why one is not understood; `stated` and
    `counted` are the points of both where they differ: the score before a game, or what the game gives.
    """

    line: int
    mistake: Mistake
    play: str = ""
    roll: Roll = (0, 0)
    verdict: Verdict | None = None
    refused: Refused | None = None
    stated: tuple[int, int] | None = None
    counted: tuple[int, int] | None = None


def read_transcript(data: bytes) -> Transcript:
    """The match. Raises Refused: transcript_too_large, _too_long, _no_match, _no_game, _line."""
    if len(data) > MOST_BYTES:
        raise Refused("transcript_too_large", most=MOST_BYTES // 1000)
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(_text(data).splitlines(), 1)
        if line.strip() and not line.lstrip().startswith(";")
    ]
    found = _LENGTH.fullmatch(lines[0][1]) if lines else None
    if not found:
        raise Refused("transcript_no_match")
    starts = [index for index, (_number, line) in enumerate(lines) if _GAME.fullmatch(line)]
    if not starts:
        raise Refused("transcript_no_game")
    if len(starts) > MOST_GAMES:
        raise Refused("transcript_too_long", most=MOST_GAMES)
    if starts[0] != 1:
        raise _not_understood(*lines[1])
    games = []
    players = ("", "")
    for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
        players, game = _read_game(lines[first:last])
        games.append(game)
    return Transcript(int(found[1]), players, tuple(games))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def nameless(data: bytes) -> str:
    """The transcript without comments and with a dash for each name, so that it can be kept; refused as when read."""
    read_transcript(data)
    lines = [line.rstrip() for line in _text(data).splitlines() if not line.lstrip().startswith(";")]
    return with_names("\n".join(lines).strip("\n") + "\n", ("-", "-"))


def with_names(text: str, names: tuple[str, str]) -> str:
    """The transcript with these names above the columns of its games."""
    return "".join(f"{_renamed(line, names)}\n" for line in text.splitlines())


def _renamed(line: str, names: tuple[str, str]) -> str:
    found = _PLAYERS.fullmatch(line)
    if not found:
        return line
    first, second = (f"{name[:80]} : {points}" for name, points in zip(names, (found[2], found[4]), strict=True))
    return f" {first:<30}  {second}"


def _not_understood(number: int, line: str) -> Refused:
    return Refused("transcript_line", line=number, text=line.strip()[:80])


def _read_game(lines: Sequence[tuple[int, str]]) -> tuple[tuple[str, str], PlayedGame]:
    number = lines[0][0]
    if len(lines) < 2:
        raise _not_understood(*lines[0])
    found = _PLAYERS.fullmatch(lines[1][1])
    if not found:
        raise _not_understood(*lines[1])
    actions: list[Action] = []
    winner, points, ends = None, 0, 0
    for at, line in lines[2:]:
        if winner is not None:
            raise _not_understood(at, line)
        for player, action, play in _actions(at, line):
            if action["points"]:
                winner, points, ends = player, int(action["points"]), at
            else:
                actions.append(_action(at, player, action, play))
    score = (int(found[2]), int(found[4]))
    return (found[1].rstrip(), found[3].rstrip()), PlayedGame(number, score, tuple(actions), winner, points, ends)


def _actions(number: int, line: str) -> Iterator[tuple[int, re.Match[str], str]]:
    """Player, action and what follows it, of one or both players."""
    begun = _TURN.match(line)
    found = list(_ACTION.finditer(line, begun.end() if begun else 0))
    before = line[begun.end() if begun else 0 : found[0].start()] if found else line
    if not found or before.strip() or len(found) > 2:
        raise _not_understood(number, line)
    for index, action in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(line)
        # The second of a line is the second player's, however short the first is.
        player = 1 if index or action.start() >= FIRST_COLUMN_ENDS else 0
        yield player, action, line[action.end() : end].strip()


def _action(line: int, player: int, action: re.Match[str], play: str) -> Action:
    if roll := action["roll"]:
        low, high = sorted(int(digit) for digit in roll)
        return Action(line, player, Kind.ROLL, (high, low), "" if _NO_PLAY.fullmatch(play) else play)
    kinds = {"cube": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP, "resign": Kind.RESIGN}
    kind = next(kind for name, kind in kinds.items() if action[name])
    return Action(line, player, kind, value=int(action["cube"] or 0))


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


@dataclass(frozen=True, slots=True)
class Moment:
    """The board after an action, seen by who has acted."""

    action: Action
    position: Position


def moments(game: PlayedGame) -> Iterator[Moment]:
    """The board after each roll, as far as the plays can be made on it."""
    for turn in turns(game):
        if turn.after is None:
            return
        yield Moment(turn.action, turn.after)


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
    cube, end = cube_of(game), _ending(game)
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


def cube_of(game: PlayedGame) -> int:
    """What the cube shows in the end; a double that was not taken does not count."""
    taken = [
        double.value
        for double, answer in pairwise(game.actions)
        if (double.kind, answer.kind) == (Kind.DOUBLE, Kind.TAKE)
    ]
    return taken[-1] if taken else 1


def _ending(game: PlayedGame) -> tuple[int, Ending] | None:
    """Who has borne off all checkers and what that is worth, if the game was played so far."""
    last = deque(moments(game), maxlen=1)
    end = ending(last[0].position) if last else None
    return (last[0].action.player, end) if end else None


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: `kind` is None for a pass, a refused double, whose `cube` is the value before it."""

    winner: int
    kind: EndingKind | None
    cube: int
    is_conceded: bool


def result_of(game: PlayedGame) -> GameResult | None:
    """The result that its points tell; None where the game breaks off or no kind of game gives these points."""
    cube = cube_of(game)
    if game.winner is None:
        return None
    if game.is_passed:
        return GameResult(game.winner, None, cube, is_conceded=False)
    kinds = {worth * cube: kind for kind, worth in WORTH.items() if worth}
    kind = kinds.get(game.points)
    return GameResult(game.winner, kind, cube, is_conceded=_ending(game) is None) if kind else None


def _points(player: int, points: int) -> tuple[int, int]:
    return (points, 0) if player == 0 else (0, points)


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll with the board before it and after it, both seen by who rolls.

    `after` is None where the play cannot be made on the board; `steps` are those of a legal play.
    """

    action: Action
    before: Position
    after: Position | None = None
    steps: tuple[Step, ...] = ()
    finding: Finding | None = None


def turns(game: PlayedGame) -> Iterator[Turn]:
    """The rolls of a game in order, up to the first that cannot be followed on the board."""
    before, player = start(Game.BACKGAMMON), None
    for action in game.actions:
        if action.kind is not Kind.ROLL:
            continue
        turn = _turn(before, action, player)
        yield turn
        if turn.after is None:
            return
        before, player = turn.after.turned(), 1 - action.player


def _turn(before: Position, action: Action, player: int | None) -> Turn:
    """The turn of `player`; None: whose it is, is not known yet."""
    if player is not None and action.player != player:
        return _fault(before, action, Mistake.OUT_OF_TURN)
    if ending(before):
        return _fault(before, action, Mistake.GOES_ON)
    try:
        moves = read_moves(action.play)
        verdict = judge(before, action.roll, moves)
    except Refused as refused:
        return _fault(before, action, Mistake.NOT_UNDERSTOOD, refused=refused)
    if not verdict.code:
        after = before
        for step in verdict.steps:
            after = stepped(after, step.start, step.number)[1]
        return Turn(action, before, after, tuple(verdict.steps))
    stands = _as_it_stands(before, moves)
    if stands is None:
        return _fault(before, action, Mistake.IMPOSSIBLE, verdict)
    return _fault(before, action, Mistake.NOT_ALLOWED if moves else Mistake.NOT_PLAYED, verdict, stands)


def _fault(
    before: Position,
    action: Action,
    mistake: Mistake,
    verdict: Verdict | None = None,
    after: Position | None = None,
    refused: Refused | None = None,
) -> Turn:
    finding = Finding(action.line, mistake, action.play, action.roll, verdict, refused)
    return Turn(action, before, after, finding=finding)


def _as_it_stands(position: Position, moves: Sequence[Move]) -> Position | None:
    """The checkers moved from point to point, allowed or not; None where one is not there or would share a point."""
    facing = MANNERS[position.game].facing
    own, other = list(position.own), list(position.other)
    for move in sorted(moves, key=lambda move: -move.start):
        for begin, end in pairwise(move.points):
            if not own[begin] or (end != OFF and other[facing(end)] > 1):
                return None
            own[begin] -= 1
            own[end] += 1
            if end != OFF and other[facing(end)]:
                other[facing(end)] -= 1
                other[BAR] += 1
    return Position(position.game, tuple(own), tuple(other))

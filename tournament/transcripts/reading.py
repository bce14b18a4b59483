"""Transcripts read: the plain text (`.mat`) that programs exchange."""

import re
from collections.abc import Iterator, Sequence

from tournament.engine.refusals import Refused
from tournament.transcripts.written import Action, Kind, PlayedGame, Transcript

MOST_BYTES = 300_000
# The longest match has at most 49 games; more are written of play without end.
MOST_GAMES = 200
# Left of it an action is the first player's; a wide play pushes the second player's further to the right.
FIRST_COLUMN_ENDS = 20
_LENGTH = re.compile(r"\s*(\d{1,4}) point match\s*", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s*Game (\d{1,4})\s*", re.IGNORECASE | re.ASCII)
# A name begins with no blank and takes those behind it along, so that blanks can be read in one way only.
PLAYERS = re.compile(r"\s*(\S.{0,119}?): (\d{1,4})\s{2,}(\S.{0,119}?): (\d{1,4})", re.ASCII)
_TURN = re.compile(r"\s*\d{1,4}\)", re.ASCII)
_ACTION = re.compile(
    r"(?P<roll>[1-6][1-6]):|Doubles\s*=>\s*(?P<cube>\d{1,4})|(?P<take>Takes)|(?P<drop>Drops)|(?P<resign>Resigns)"
    r"|Wins (?P<points>\d{1,4}) points?(?: and the match)?",
    re.IGNORECASE | re.ASCII,
)
_NO_PLAY = re.compile(r"(?:cannot move\??)?", re.IGNORECASE)


def read_transcript(data: bytes) -> Transcript:
    """The match. Raises Refused: transcript_too_large, _too_long, _no_match, _no_game, _line."""
    if len(data) > MOST_BYTES:
        raise Refused("transcript_too_large", most=MOST_BYTES // 1000)
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(text_of(data).splitlines(), 1)
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


def text_of(data: bytes) -> str:
    """The letters of a file, in UTF-8 or else in Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _not_understood(number: int, line: str) -> Refused:
    return Refused("transcript_line", line=number, text=line.strip()[:80])


def _read_game(lines: Sequence[tuple[int, str]]) -> tuple[tuple[str, str], PlayedGame]:
    number = lines[0][0]
    if len(lines) < 2:
        raise _not_understood(*lines[0])
    found = PLAYERS.fullmatch(lines[1][1])
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

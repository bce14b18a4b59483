"""Writes transcripts in the plain form of `.mat` that every program reads."""

from collections.abc import Iterator, Mapping

from tournament.board.plays import CheckerMove
from tournament.transcripts import stated
from tournament.transcripts.following import turns
from tournament.transcripts.written import WrittenAction, WrittenActionKind, WrittenGame, WrittenMatch

LONGEST_NAME = 30
WIDTH = 30
_WORDS = {
    WrittenActionKind.DOUBLE: "Doubles",
    WrittenActionKind.TAKE: "Takes",
    WrittenActionKind.DROP: "Drops",
    WrittenActionKind.BEAVER: "Beavers",
    WrittenActionKind.RACCOON: "Raccoons",
}


def write_transcript(transcript: WrittenMatch, names: tuple[str, str]) -> str:
    """Write the match with these names above its columns; every legal play is written step by step."""
    lines = [f" {transcript.match_length} point match", ""]
    for number, game in enumerate(transcript.games, 1):
        lines += ["", f" Game {number}", _head(game, names), *_rows(game, names, transcript.match_length)]
    return "\n".join(lines) + "\n"


def _head(game: WrittenGame, names: tuple[str, str]) -> str:
    # Other programs take a colon for the end of the name.
    first, second = (
        f"{name.replace(':', '.')[:LONGEST_NAME].strip() or '-'} : {points}"
        for name, points in zip(names, game.score, strict=True)
    )
    return f" {first:<{WIDTH}}  {second}"


def _rows(game: WrittenGame, names: tuple[str, str], match_length: int) -> Iterator[str]:
    # Step by step, as other programs write: not all of them read the joined moves of a double.
    play_by_action = {turn.action: " ".join(map(_step, turn.steps)) for turn in turns(game) if turn.steps}
    left, number = "", 1
    for action in game.actions:
        # Left out: the line with the winner implies it, and GNU Backgammon cannot read the word.
        if action.kind is WrittenActionKind.RESIGN:
            continue
        if action.kind is WrittenActionKind.SET_POSITION and action.position:
            if left:
                yield _row(number, left, "")
                left, number = "", number + 1
            cube = f"/{action.value.bit_length() - 1}" if action.value else "/0"
            yield f"; Set Pos={stated.in_letters(action.position)}{cube}"
            continue
        text = _text(action, play_by_action)
        if action.position:
            dump = stated.in_semicolons(action.position, names, match_length, 1 - action.player)
            text = f"{text} Illegal play ({dump})"
        if action.player == 0 and not left:
            left = text
            continue
        yield _row(number, left, "" if action.player == 0 else text)
        number += 1
        left = text if action.player == 0 else ""
    # GNU Backgammon takes a drop for the other player's unless the win is on the same line.
    if left:
        yield _row(number, left, _win(game) if game.winner == 1 else "")
    if game.winner == 0:
        yield f"      {_win(game)}"
    elif game.winner == 1 and not left:
        yield _row(None, "", _win(game))


def _row(number: int | None, left: str, right: str) -> str:
    label = "    " if number is None else f"{number:3})"
    return f"{label} {left:<{WIDTH - 2}}  {right}".rstrip()


def _step(step: CheckerMove) -> str:
    return f"{step.start}/{step.target}{'*' if step.is_hit else ''}"


def _text(action: WrittenAction, play_by_action: Mapping[WrittenAction, str]) -> str:
    if action.kind is WrittenActionKind.UNKNOWN_ROLL:
        return f"00: {action.play or '????'}"
    if action.kind is WrittenActionKind.ROLL:
        play = play_by_action.get(action, action.play)
        return f"{action.roll[0]}{action.roll[1]}: {play}".rstrip()
    if action.kind is WrittenActionKind.CALLED_ILLEGAL:
        return f"{action.roll[0]}{action.roll[1]}:{'' if action.position else ' Illegal play'}"
    value = f" => {action.value}" if action.value else ""
    return f"{_WORDS[action.kind]}{value}"


def _win(game: WrittenGame) -> str:
    return f"Wins {game.points} point{'' if game.points == 1 else 's'}"

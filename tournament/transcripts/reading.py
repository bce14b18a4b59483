"""Reads transcripts: the plain text (`.mat`) that programs and playing sites exchange, in all their dialects.

The first line of a game that cannot be read is kept with the game, of which then only the end is read. No line is read
beyond `LONGEST_LINE` characters, so that the time is at most proportional to the size of the file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import PurePath
from typing import NoReturn

from tournament.engine.refusals import Refused
from tournament.transcripts import written

MOST_BYTES = 2_000_000
MOST_LINES = 100_000
LONGEST_LINE = 500
LONGEST_TEXT = 80
# Left of this column an action is the first player's; a wide play pushes the second player's further to the right.
FIRST_COLUMN_ENDS = 14
_TAB = 8
_LENGTH = re.compile(r"(?<!\d)(\d{1,4})[ -]points? match\b", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s*Game\s+\d{1,5}\s*[:.]?\s*", re.IGNORECASE | re.ASCII)
_CUSTOM = re.compile(r'\s*[;#]\s*\[(Crawford|Jacoby|Beavers?)\s+"(\w{1,8})"\]', re.IGNORECASE | re.ASCII)
_POINTS = re.compile(r":[ \t]{0,3}(\d{1,4})(?=\s|$)", re.ASCII)
_TURN = re.compile(r"\s*\d{1,5}\)", re.ASCII)
_ACTION = re.compile(
    r"(?<![\d/*(])(?P<roll>[1-6][1-6]):(?: {0,6}\?+)?"
    r"|(?<![\d/*(?:])(?P<unknown>00:(?: {0,6}\?+)?|\?{3,})"
    r"|\b(?P<word>(?:Re)?Doubles?|Takes?|Drops?|Beavers?|Raccoons?|Resign(?:s|ed)?|Concede[sd]?|Gives up)\b"
    r"(?:\s*=>\s*(?P<value>\d{1,5}))?"
    r"|\b(?P<end>Wins?|Won|Los(?:s|es|ses|t))\s+(?P<points>\d{1,5})\s+(?:points?|pts?)\b(?P<match>\s+and\s+the\s+match\b)?",
    re.IGNORECASE | re.ASCII,
)
_NO_PLAY = re.compile(r"\(?(?:cannot move|can't move|no play|no move|\?+)?\)?\??", re.IGNORECASE)
_CALLED_ILLEGAL = re.compile(r"illegal play\s*\((.*)\)", re.IGNORECASE)
_KINDS = {
    "double": written.WrittenActionKind.DOUBLE,
    "redouble": written.WrittenActionKind.DOUBLE,
    "take": written.WrittenActionKind.TAKE,
    "drop": written.WrittenActionKind.DROP,
    "beaver": written.WrittenActionKind.BEAVER,
    "raccoon": written.WrittenActionKind.RACCOON,
    "resign": written.WrittenActionKind.RESIGN,
    "resigned": written.WrittenActionKind.RESIGN,
    "concede": written.WrittenActionKind.RESIGN,
    "conceded": written.WrittenActionKind.RESIGN,
    "gives up": written.WrittenActionKind.RESIGN,
}
_XG_BEGINS = b"RGMH"
_SGF = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")
_POSITION = re.compile(r"\bXGID\s*=|\b(?:Position|Match|GNUBG) ?ID\s*[:=]", re.IGNORECASE)
_POSITION_KINDS = frozenset({".xgp", ".pos"})
_YES = frozenset({"on", "true", "yes", "1"})
MOST_ITEMS = 4

Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class GameHead:
    """The players of a game and their points before it."""

    players: tuple[str, str]
    score: written.Score


def read_transcript(data: bytes, name: str = "") -> written.WrittenMatch:
    """Read a match; `name` is the name of the file.

    Raises Refused: transcript_too_large, transcript_too_many_lines, transcript_no_game, or for files of other programs
    transcript_is_sgf and the like.
    """
    if data.startswith(_XG_BEGINS):
        raise Refused("transcript_is_xg")
    if _SGF.match(data):
        raise Refused("transcript_is_sgf")
    if len(data) > MOST_BYTES:
        raise Refused("transcript_too_large", most=MOST_BYTES // 1_000_000)
    numbered = list(islice(lines_of(data), MOST_LINES + 1))
    if len(numbered) > MOST_LINES:
        raise Refused("transcript_too_many_lines", most=MOST_LINES)
    lines = [(number, line) for number, line in numbered if line.strip()]
    starts = [index for index, (_number, line) in enumerate(lines) if begins_game(line)]
    if not starts:
        _refuse_without_game(lines, name)
    games: list[written.WrittenGame] = []
    players = ("", "")
    score = (0, 0)
    for first, last in pairwise([*starts, len(lines)]):
        number, *rest = (line for line in lines[first:last] if not is_remark(line[1]))
        head = read_head(rest[0][1]) if rest else None
        if head:
            players, score = head.players, head.score
        game = _read_game(number[0], score, rest[1:] if head else rest, has_head=head is not None)
        games.append(game)
        score = (score[0] + game.won[0], score[1] + game.won[1])
    before = [line for _number, line in lines[: starts[0]]]
    length = next((length for line in before if (length := length_in(line)) is not None), 0)
    return written.WrittenMatch(length, players, tuple(games), _customs(before))


def _refuse_without_game(lines: Sequence[Line], name: str) -> NoReturn:
    """Refuse a file without a game, perhaps because it holds a position or, by its name, has another format."""
    kind = PurePath(name).suffix.lower()
    if kind == ".sgf":
        raise Refused("transcript_is_sgf")
    if kind == ".xg":
        raise Refused("transcript_is_xg")
    if kind in _POSITION_KINDS or any(_POSITION.search(line[:LONGEST_LINE]) for _number, line in lines):
        raise Refused("transcript_is_position")
    raise Refused("transcript_no_game")


def lines_of(data: bytes) -> Iterator[Line]:
    """Return each line with its number from 1, decoded from UTF-8, UTF-16 with a byte order mark, or Latin-1."""
    text = _decoded(data).replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    return enumerate(text.split("\n"), 1)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def begins_game(line: str) -> bool:
    return len(line) <= LONGEST_LINE and _GAME.fullmatch(line) is not None


def is_remark(line: str) -> bool:
    """Whether a line is a comment, which begins with a semicolon or a hash."""
    return line.lstrip()[:1] in (";", "#")


def says_custom(line: str) -> bool:
    """Whether a comment states a rule of the cube, such as `; [Crawford "On"]`."""
    return _CUSTOM.match(line[:LONGEST_LINE]) is not None


def read_head(line: str) -> GameHead | None:
    """Read the line above a game with its players and their points; None for any other line. A name may be empty."""
    line = line.rstrip()
    if len(line) > LONGEST_LINE:
        return None
    found = list(_POINTS.finditer(line))
    if len(found) < 2 or found[-1].end() != len(line):
        return None
    second = found[-1]
    first = next((points for points in found[:-1] if line[points.end() : points.end() + 2].isspace()), found[0])
    names = (line[: first.start()].strip(), line[first.end() : second.start()].strip())
    return GameHead(names, (int(first[1]), int(second[1])))


def length_in(line: str) -> int | None:
    """Return the length of the match if the line states it, else None."""
    found = None if is_remark(line) else _LENGTH.search(line[:LONGEST_LINE])
    return int(found[1]) if found else None


def _customs(lines: Iterable[str]) -> written.Customs:
    customs = written.Customs()
    for said in filter(None, (_CUSTOM.match(line[:LONGEST_LINE]) for line in lines)):
        key = said[1].lower().rstrip("s")
        customs = replace(customs, **{"beavers" if key == "beaver" else key: said[2].lower() in _YES})
    return customs


def _read_game(number: int, score: written.Score, lines: Sequence[Line], *, has_head: bool) -> written.WrittenGame:
    actions: list[written.WrittenAction] = []
    ends: list[written.End] = []
    unread = None if has_head else _unread(*(lines[0] if lines else (number, "")))
    goes_on_at = 0
    for at, line in lines:
        items = _read_line(at, line)
        if items is None:
            unread = unread or _unread(at, line)
            continue
        for item in items:
            if isinstance(item, written.End):
                # The winner's column and the loser's may each tell the end, on a line of their own.
                is_of_other = len(ends) == 1 and ends[0].is_told_by_loser is not item.is_told_by_loser
                if not ends or ends[-1].line == at or is_of_other:
                    ends.append(item)
                else:
                    goes_on_at = goes_on_at or at
            elif ends and ends[-1].line != at:
                goes_on_at = goes_on_at or at
            elif unread is None:
                actions.append(item)
    ends.sort(key=lambda end: not end.is_told_by_loser)
    return written.WrittenGame(number, score, tuple(actions), tuple(ends), unread, has_head, goes_on_at)


def _unread(number: int, line: str) -> written.Unread:
    return written.Unread(number, line.strip()[:LONGEST_TEXT])


def _read_line(number: int, line: str) -> list[written.WrittenAction | written.End] | None:
    """Read what both players did on a line, in order; None if it cannot be read."""
    if len(line) > LONGEST_LINE:
        return None
    line = line.expandtabs(_TAB).rstrip()
    turn = _TURN.match(line)
    begin = turn.end() if turn else 0
    found = list(islice(_ACTION.finditer(line, begin), MOST_ITEMS + 1))
    if not found:
        return [] if turn and not line[begin:].strip() else None
    if len(found) > MOST_ITEMS or line[begin : found[0].start()].strip():
        return None
    ends = [*(item.start() for item in found[1:]), len(line)]
    texts = [line[item.end() : end] for item, end in zip(found, ends, strict=True)]
    cells = zip(_columns(found, texts), found, texts, strict=True)
    items = [_item(number, player, item, text.strip()) for player, item, text in cells]
    return None if None in items else [item for item in items if item is not None]


def _columns(found: Sequence[re.Match[str]], texts: Sequence[str]) -> Iterator[int]:
    """Yield the player of each item in a line: of several items, those after the widest gap are the second player's."""
    if len(found) == 1:
        yield int(found[0].start() >= FIRST_COLUMN_ENDS)
        return
    gaps = [len(text) - len(text.rstrip()) for text in texts[:-1]]
    # A roll without a play leaves the rest of its cell blank, unless somebody resigns in it: "62: Resigns".
    if found[0]["roll"] and texts[:-1] in ([" "], ["  "]):
        yield from [int(found[0].start() >= FIRST_COLUMN_ENDS)] * 2
        return
    left = gaps.index(max(gaps)) + 1
    for index in range(len(found)):
        yield int(index >= left)


def _item(number: int, player: int, found: re.Match[str], text: str) -> written.WrittenAction | written.End | None:
    if roll := found["roll"]:
        play = _play(text)
        low, high = sorted(int(digit) for digit in roll)
        rolled = written.WrittenAction(number, player, written.WrittenActionKind.ROLL, (high, low), play)
        return None if ":" in play else rolled
    if found["unknown"]:
        return written.WrittenAction(number, player, written.WrittenActionKind.UNKNOWN_ROLL, play=_play(text))
    if found["end"]:
        is_won = found["end"].lower().startswith("w")
        points, wins_match = int(found["points"]), bool(found["match"])
        winner = player if is_won else 1 - player
        return None if text.strip(".!") else written.End(number, winner, points, wins_match and is_won, not is_won)
    kind = _KINDS[found["word"].lower().rstrip("s")]
    if text and kind is not written.WrittenActionKind.RESIGN:
        return None
    return written.WrittenAction(number, player, kind, value=int(found["value"] or 0))


def _play(text: str) -> str:
    """Return the play as it is written; empty if the text says that nothing was played."""
    if called := _CALLED_ILLEGAL.fullmatch(text):
        text = called[1].strip()
    return "" if _NO_PLAY.fullmatch(text) else text

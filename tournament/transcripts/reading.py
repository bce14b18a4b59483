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
from tournament.transcripts import stated, written

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
    r"|\b(?P<word>(?:Re)?Double[sd]?|Take[sn]?|Accept(?:s|ed)?|Drop(?:s|ped)?|Pass(?:es|ed)?|Reject(?:s|ed)?|Refuse[sd]?"
    r"|Decline[sd]?|Beaver(?:s|ed)?|Raccoon(?:s|ed)?|Resign(?:s|ed)?|Concede[sd]?|Gives up|Gave up)\b"
    r"(?:\s*(?:[=-]{1,3}>|:|to\b)\s*(?P<value>\d{1,5})\b)?"
    r"|\b(?P<end>Wins?|Won|Los(?:s|es|ses|t))\s+(?P<points>\d{1,5})\s+(?:points?|pts?)\b(?P<match>\s+and\s+the\s+match\b)?",
    re.IGNORECASE | re.ASCII,
)
_NO_PLAY = re.compile(
    r"\(?(?:can(?:no|')t (?:be )?move[d]?|no (?:legal )?(?:plays?|moves?)|dance[sd]?|fan(?:s|ned)?"
    r"|(?:forced )?pass(?:es|ed)?|\?+|[-–—])?\)?[.!?]?",
    re.IGNORECASE,
)
_CALLED_ILLEGAL = re.compile(r"illegal (?:play|move)(?:\s*[(:]?(?P<play>.*?)\)?)?", re.IGNORECASE)
_STARTS = {
    "double": written.WrittenActionKind.DOUBLE,
    "redouble": written.WrittenActionKind.DOUBLE,
    "take": written.WrittenActionKind.TAKE,
    "accept": written.WrittenActionKind.TAKE,
    "beaver": written.WrittenActionKind.BEAVER,
    "raccoon": written.WrittenActionKind.RACCOON,
    "resign": written.WrittenActionKind.RESIGN,
    "concede": written.WrittenActionKind.RESIGN,
    "g": written.WrittenActionKind.RESIGN,
}
_OFFERS = (written.WrittenActionKind.DOUBLE, written.WrittenActionKind.BEAVER, written.WrittenActionKind.RACCOON)
# Remarks: whatever stands in braces or brackets, and what follows a semicolon, a hash or two strokes after a blank.
_IN_BRACKETS = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")
_REMARK = re.compile(r"(?:^|\s)(?:[;#]|//).*", re.DOTALL)
_STATED = re.compile(r"illegal (?:play|move)\s*\([^()]*\)?", re.IGNORECASE)
_COUNT = re.compile(r"\s+\(([1-4])\)")
_IN_PARENTHESES = re.compile(r"\s\((?![1-4]\))[^()]*\)")
_MARKS = re.compile(r"\s*[!?]+$")
# A die that had nothing left to move, as some programs write it.
_NOTHING_LEFT = re.compile(r"(?:^|\s)(?:0|off)/(?:0|off)(?:\([1-4]\))?(?=\s|$)", re.IGNORECASE)
_PLACES = frozenset({"bar", "off"})
_XG_BEGINS = b"RGMH"
_SGF = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")
_POSITION = re.compile(r"\bXGID\s*=|\b(?:Position|Match|GNUBG) ?ID\s*[:=]", re.IGNORECASE)
_POSITION_KINDS = frozenset({".xgp", ".pos"})
_YES = frozenset({"on", "true", "yes", "1"})
MOST_ITEMS = 4

Line = tuple[int, str]


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
    numbered_lines = [(number, line) for number, line in numbered if line.strip()]
    starts = [index for index, (_number, line) in enumerate(numbered_lines) if begins_game(line)]
    if not starts:
        _refuse_without_game(numbered_lines, name)
    games: list[written.WrittenGame] = []
    players = ("", "")
    score = (0, 0)
    for first, last in pairwise([*starts, len(numbered_lines)]):
        number, *game_lines = numbered_lines[first:last]
        at = next((index for index, (_number, line) in enumerate(game_lines) if not is_remark(line)), len(game_lines))
        head = read_head(game_lines[at][1]) if game_lines[at:] else None
        if head:
            del game_lines[at]
            players, score = head
            games[-1:] = [_with_end_from_score(game, score) for game in games[-1:]]
        game = _read_game(number[0], score, game_lines, players, has_head=head is not None)
        games.append(game)
        score = (score[0] + game.won[0], score[1] + game.won[1])
    lines_before = [line for _number, line in numbered_lines[: starts[0]]]
    length = next((length for line in lines_before if (length := length_in(line)) is not None), 0)
    return written.WrittenMatch(length, players, tuple(games), _customs(lines_before))


def _refuse_without_game(numbered_lines: Sequence[Line], name: str) -> NoReturn:
    """Refuse a file without a game, perhaps because it holds a position or, by its name, has another format."""
    kind = PurePath(name).suffix.lower()
    if kind == ".sgf":
        raise Refused("transcript_is_sgf")
    if kind == ".xg":
        raise Refused("transcript_is_xg")
    if kind in _POSITION_KINDS or any(_POSITION.search(line[:LONGEST_LINE]) for _number, line in numbered_lines):
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


def read_head(line: str) -> tuple[tuple[str, str], written.Score] | None:
    """Read the line above a game with its players and their points; None for any other line. A name may be empty."""
    line = line.rstrip()
    if len(line) > LONGEST_LINE:
        return None
    pattern_matches = list(_POINTS.finditer(line))
    if len(pattern_matches) < 2 or pattern_matches[-1].end() != len(line):
        return None
    second = pattern_matches[-1]
    first = next(
        (points for points in pattern_matches[:-1] if line[points.end() : points.end() + 2].isspace()),
        pattern_matches[0],
    )
    names = (line[: first.start()].strip(), line[first.end() : second.start()].strip())
    return names, (int(first[1]), int(second[1]))


def length_in(line: str) -> int | None:
    """Return the length of the match if the line states it, else None."""
    pattern_match = None if is_remark(line) else _LENGTH.search(line[:LONGEST_LINE])
    return int(pattern_match[1]) if pattern_match else None


def _customs(lines: Iterable[str]) -> written.Customs:
    customs = written.Customs()
    for pattern_match in filter(None, (_CUSTOM.match(line[:LONGEST_LINE]) for line in lines)):
        key = pattern_match[1].lower().rstrip("s")
        customs = replace(customs, **{"beavers" if key == "beaver" else key: pattern_match[2].lower() in _YES})
    return customs


def _with_end_from_score(game: written.WrittenGame, score: written.Score) -> written.WrittenGame:
    """Give a game whose last line is a resignation the end that follows from the score before the next game."""
    last = game.actions[-1] if game.actions else None
    if game.ends or not last or last.kind is not written.WrittenActionKind.RESIGN:
        return game
    points_won = (score[0] - game.score[0], score[1] - game.score[1])
    if min(points_won) != 0 or max(points_won) <= 0:
        return game
    return replace(game, ends=(written.End(last.line, points_won.index(max(points_won)), max(points_won)),))


def _read_game(
    number: int, score: written.Score, numbered_lines: Sequence[Line], players: tuple[str, str], *, has_head: bool
) -> written.WrittenGame:
    actions: list[written.WrittenAction] = []
    ends: list[written.End] = []
    unread = (
        None if has_head else _unread(*next((line for line in numbered_lines if not is_remark(line[1])), (number, "")))
    )
    goes_on_at = 0
    for at, line in numbered_lines:
        items = _read_remark(at, line) if is_remark(line) else _read_line(at, line, players)
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
                if not is_remark(line):
                    goes_on_at = goes_on_at or at
            elif unread is None:
                _add(actions, item)
    ends.sort(key=lambda end: not end.is_told_by_loser)
    return written.WrittenGame(number, score, tuple(actions), tuple(ends), unread, has_head, goes_on_at)


def _add(actions: list[written.WrittenAction], action: written.WrittenAction) -> None:
    """Add an action; the answer to a resignation only matters if it is declined, and then the game goes on."""
    last = actions[-1].kind if actions else None
    if last is written.WrittenActionKind.RESIGN and action.kind is written.WrittenActionKind.DROP:
        actions.pop()
    elif last is written.WrittenActionKind.RESIGN and action.kind is written.WrittenActionKind.TAKE:
        return
    elif action.kind is written.WrittenActionKind.DROP and action.play and last not in _OFFERS:
        # Without a double, who passes had a roll that could not be played.
        actions.append(replace(action, kind=written.WrittenActionKind.UNKNOWN_ROLL, play=""))
    else:
        actions.append(replace(action, play="") if action.kind is written.WrittenActionKind.DROP else action)


def _unread(number: int, line: str) -> tuple[int, str]:
    return number, line.strip()[:LONGEST_TEXT]


def _read_remark(number: int, line: str) -> list[written.WrittenAction] | None:
    """Read a comment: nothing, unless it sets up a position; None if that one cannot be read."""
    setting = stated.set_position(line[:LONGEST_LINE])
    if setting is None:
        return []
    position, cube = setting
    if position is None:
        return None
    kind = written.WrittenActionKind.SET_POSITION
    return [written.WrittenAction(number, 0, kind, value=cube, position=position)]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did, as a line has it: the word or roll with which it begins, and the text behind it.

    `is_named`: the player is named before it.
    """

    player: int
    begin: re.Match[str]
    text: str
    is_named: bool = False


def _read_line(number: int, line: str, players: tuple[str, str]) -> list[written.WrittenAction | written.End] | None:
    """Read what both players did on a line, in order; None if it cannot be read."""
    transcript_cells = cells_of(line, players)
    if transcript_cells is None:
        return None
    items = [_item(number, cell, players) for cell in transcript_cells]
    return None if None in items else [item for item in items if item is not None]


def cells_of(line: str, players: tuple[str, str]) -> list[Cell] | None:
    """Split a line into what each player did, in order; None if it cannot be read.

    A player who is named before it did it, whatever the column.
    """
    if len(line) > LONGEST_LINE:
        return None
    line = _IN_BRACKETS.sub(lambda remark: " " * len(remark[0]), line.expandtabs(_TAB)).rstrip()
    turn = _TURN.match(line)
    begin = turn.end() if turn else 0
    # What is stated beside an illegal play holds names, semicolons and numbers of its own.
    masked = _STATED.sub(lambda stated: "~" * len(stated[0]), line)
    begins = _without_remarks(masked, list(islice(_ACTION.finditer(masked, begin), MOST_ITEMS + 1)))
    if not begins:
        return [] if turn and not _REMARK.sub("", line[begin:]).strip() else None
    if len(begins) > MOST_ITEMS:
        return None
    ends = [*(item.start() for item in begins[1:]), len(line)]
    texts = [line[begin : begins[0].start()], *(line[item.end() : end] for item, end in zip(begins, ends, strict=True))]
    named_players = [_named_at_the_end(text, players) for text in texts[:-1]]
    texts = [
        text if name is None else text[: len(text.rstrip(": ")) - len(players[name])]
        for text, name in zip(texts, [*named_players, None], strict=True)
    ]
    text_before, *texts = texts
    if text_before.strip():
        return None
    columns = _columns(begins, texts)
    return [
        Cell(column if name is None else name, item, text.strip(), name is not None)
        for column, name, item, text in zip(columns, named_players, begins, texts, strict=True)
    ]


def _without_remarks(line: str, begins: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Leave out what only a remark says, and a pass that belongs to the roll before it."""
    items: list[re.Match[str]] = []
    for item in begins:
        between = line[items[-1].end() : item.start()] if items else ""
        is_in_remark = _REMARK.search(between) is not None and len(between) - len(between.rstrip()) < 2
        is_of_roll = bool(items) and items[-1]["word"] is None and between in (" ", "  ") and _passes(item)
        if not is_in_remark and not is_of_roll:
            items.append(item)
    return items


def _passes(item: re.Match[str]) -> bool:
    return (item["word"] or "").lower().startswith("pass")


def _named_at_the_end(text: str, players: tuple[str, str]) -> int | None:
    """Return the player whose name a text ends with; None if it ends otherwise."""
    words = text.rstrip(": ").casefold()
    ending = [player for player in (0, 1) if players[player] and f" {words}".endswith(f" {players[player].casefold()}")]
    return max(ending, key=lambda player: len(players[player])) if ending and players[0] != players[1] else None


def _columns(begins: Sequence[re.Match[str]], texts: Sequence[str]) -> Iterator[int]:
    """Yield the player of each item in a line: of several items, those after the widest gap are the second player's."""
    if len(begins) == 1:
        yield int(begins[0].start() >= FIRST_COLUMN_ENDS)
        return
    gaps = [len(text) - len(text.rstrip()) for text in texts[:-1]]
    # A roll without a play leaves the rest of its cell blank, unless somebody resigns in it: "62: Resigns".
    if begins[0]["roll"] and texts[:-1] in ([" "], ["  "]):
        yield from [int(begins[0].start() >= FIRST_COLUMN_ENDS)] * 2
        return
    second_at = gaps.index(max(gaps)) + 1
    for index in range(len(begins)):
        yield int(index >= second_at)


def _item(number: int, cell: Cell, players: tuple[str, str]) -> written.WrittenAction | written.End | None:
    begin, player = cell.begin, cell.player
    if roll := begin["roll"]:
        low, high = sorted(int(digit) for digit in roll)
        return _rolled(
            written.WrittenAction(number, player, written.WrittenActionKind.ROLL, (high, low)), cell, players
        )
    if begin["unknown"]:
        return written.WrittenAction(number, player, written.WrittenActionKind.UNKNOWN_ROLL, play=_play(cell.text))
    if begin["end"]:
        is_won = begin["end"].lower().startswith("w")
        points, wins_match = int(begin["points"]), bool(begin["match"])
        return written.End(number, player if is_won else 1 - player, points, wins_match and is_won, not is_won)
    word = begin["word"].lower()
    kind = next((kind for start, kind in _STARTS.items() if word.startswith(start)), written.WrittenActionKind.DROP)
    if kind is not written.WrittenActionKind.RESIGN and re.search(r"\d", _REMARK.sub("", cell.text)):
        return None
    passed = word if _passes(begin) else ""
    return written.WrittenAction(number, player, kind, value=int(begin["value"] or 0), play=passed)


def _rolled(action: written.WrittenAction, cell: Cell, players: tuple[str, str]) -> written.WrittenAction | None:
    """Add to a roll its play, which may be called illegal; None if it cannot be read."""
    # Only where a semicolon does not belong to a stated position does it begin a remark.
    called = _CALLED_ILLEGAL.fullmatch(cell.text) or _CALLED_ILLEGAL.fullmatch(_REMARK.sub("", cell.text).strip())
    text = cell.text
    if called:
        text = (called["play"] or "").strip()
        if position := stated.stated_position(text, players, 1 - action.player):
            return replace(action, kind=written.WrittenActionKind.CALLED_ILLEGAL, position=position)
        if ";" in text or not text.strip("?"):
            return replace(action, kind=written.WrittenActionKind.CALLED_ILLEGAL)
    play = _play(text)
    return None if ":" in play else replace(action, play=play)


def _play(text: str) -> str:
    """Return the play as it is written, without remarks; empty if the text says that nothing was played."""
    text = _COUNT.sub(r"(\1)", _REMARK.sub("", text)).strip()
    if _NO_PLAY.fullmatch(text):
        return ""
    text = _IN_PARENTHESES.sub("", f" {text}").strip()
    moves = _NOTHING_LEFT.sub("", _MARKS.sub("", text)).strip()
    if _NO_PLAY.fullmatch(moves):
        return ""
    words = moves.split()
    while words and not re.search(r"[\d/]", words[-1]) and words[-1].lower() not in _PLACES:
        words.pop()
    return (
        moves[: moves.rindex(words[-1]) + len(words[-1])] if any("/" in word or "-" in word for word in words) else text
    )

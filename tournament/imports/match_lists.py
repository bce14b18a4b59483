"""A list of single matches of earlier years, from an Excel workbook or a text file (CSV)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

from tournament.actions.clubs import clean_name
from tournament.engine.refusals import Refused
from tournament.imports.cells import Limits, NumberedRow, text_of
from tournament.imports.files import read_list
from tournament.imports.match_cells import is_bye, is_day_first, read_date, read_score, whole_number
from tournament.names import fold, search_key

# Several times what a club plays in twenty years.
LIMITS = Limits(rows=60_000, megabytes=8, megabytes_unpacked=60)
ROWS_ABOVE_A_HEADER = 10
LONGEST_MATCH = 99

HEADINGS = {
    "date": ("date", "datum", "tag", "day", "spieltag", "played", "played on", "gespielt am"),
    "winner": ("winner", "sieger", "siegerin", "gewinner", "gewinnerin", "won by"),
    "loser": ("loser", "verlierer", "verliererin", "lost by"),
    "length": (
        "match length", "length", "matchlange", "matchlaenge", "lange", "laenge", "points per match",
        "punkte je match", "match to", "match bis",
    ),
    "winner_points": (
        "winner points", "points winner", "points of winner", "points of the winner", "winner s points",
        "punkte sieger", "punkte gewinner", "siegerpunkte", "gewinnerpunkte", "punkte des siegers",
        "punkte des gewinners",
    ),
    "loser_points": (
        "loser points", "points loser", "points of loser", "points of the loser", "loser s points",
        "punkte verlierer", "verliererpunkte", "punkte des verlierers",
    ),
    "first": (
        "player 1", "player1", "player a", "first player", "name 1", "spieler 1", "spieler1", "spieler a",
        "spielerin 1", "spieler in 1", "erster spieler",
    ),
    "second": (
        "player 2", "player2", "player b", "second player", "name 2", "spieler 2", "spieler2", "spieler b",
        "spielerin 2", "spieler in 2", "zweiter spieler",
    ),
    "first_points": ("points 1", "points1", "score 1", "score1", "punkte 1", "ergebnis 1"),
    "second_points": ("points 2", "points2", "score 2", "score2", "punkte 2", "ergebnis 2"),
    "score": ("score", "result", "ergebnis", "punktestand", "resultat"),
}  # fmt: skip
# A list names the winner first, or two players of whom the score tells who has won.
BY_RESULT, BY_SEAT = ("winner", "loser"), ("first", "second")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as read from a line; `points` are those of winner and loser, if known."""

    line_number: int
    date: date
    winner: str
    loser: str
    match_length: int
    points: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LineMistake:
    """A line that could not be read, and why."""

    line_number: int
    refused: Refused


@dataclass(frozen=True, slots=True)
class MatchList:
    """The matches read, in the order of the file; with any mistake none of them is to be imported.

    `byes` are the lines that are no match, since one of the two is nobody.
    """

    lines: tuple[MatchLine, ...]
    mistakes: tuple[LineMistake, ...]
    byes: tuple[LineMistake, ...] = ()


def read_match_list(file: BinaryIO, today: date) -> MatchList:
    """Read the matches of a file. Raises Refused where it lacks a header, a column or any match."""
    return understand(read_list(file, LIMITS, lambda cells: len(_columns(cells))).rows, today)


def understand(rows: Sequence[NumberedRow], today: date) -> MatchList:
    """Read the matches in these rows, and the mistakes. Raises Refused without a header, needed columns or a match."""
    header = next((nth for nth, row in enumerate(rows[:ROWS_ABOVE_A_HEADER]) if len(_columns(row.cells)) > 1), None)
    if header is None:
        raise Refused("match_list_without_header")
    columns = _columns(rows[header].cells)
    if missing := _missing(columns):
        raise Refused("match_list_lacks_columns", columns=missing)
    filled = [row for row in rows[header + 1 :] if any(text_of(cell) for cell in row.cells)]
    if not filled:
        raise Refused("match_list_without_match")
    day_first = is_day_first(text_of(_cell(row, columns, "date")) for row in filled)
    lines: list[MatchLine] = []
    mistakes: list[LineMistake] = []
    byes: list[LineMistake] = []
    for row in filled:
        try:
            lines.append(_line(row, columns, day_first, today))
        except Refused as refused:
            (byes if refused.code == "match_against_bye" else mistakes).append(LineMistake(row.number, refused))
    if byes and not (lines or mistakes):
        raise Refused("match_list_without_match")
    return MatchList(tuple(lines), tuple(mistakes), tuple(byes))


def _is_by_seat(columns: Mapping[str, int]) -> bool:
    return not columns.keys() >= set(BY_RESULT) and not columns.keys().isdisjoint(BY_SEAT)


def _missing(columns: Mapping[str, int]) -> tuple[str, ...]:
    """The columns that such a list needs and lacks."""
    needed = ["date", *(BY_SEAT if _is_by_seat(columns) else BY_RESULT), "length"]
    if _is_by_seat(columns) and not columns.keys() >= {"first_points", "second_points"}:
        needed.append("score")
    return tuple(kind for kind in needed if kind not in columns)


def _columns(cells: Sequence[object]) -> dict[str, int]:
    """The column of each known heading in the row."""
    columns: dict[str, int] = {}
    for column, cell in enumerate(cells):
        heading = " ".join(re.findall(r"\w+", search_key(text_of(cell)).replace("_", " ")))
        for kind, words in HEADINGS.items():
            if heading in words:
                columns.setdefault(kind, column)
    return columns


def _cell(row: NumberedRow, columns: Mapping[str, int], kind: str) -> object:
    column = columns.get(kind)
    return row.cells[column] if column is not None and column < len(row.cells) else None


def _line(row: NumberedRow, columns: Mapping[str, int], day_first: bool | None, today: date) -> MatchLine:
    def cell(kind: str) -> object:
        return _cell(row, columns, kind)

    is_by_seat = _is_by_seat(columns)
    kinds = BY_SEAT if is_by_seat else BY_RESULT
    first, second = (text_of(cell(kind)) for kind in kinds)
    if is_bye(first) or is_bye(second):
        raise Refused("match_against_bye")
    first, second = _name(first, kinds[0]), _name(second, kinds[1])
    if fold(first) == fold(second):
        raise Refused("match_against_oneself", name=first)
    length = _length(text_of(cell("length")))
    points = _points([cell(f"{kind}_points") for kind in kinds], cell("score"), is_by_seat=is_by_seat)
    if is_by_seat and (points is None or points[0] == points[1]):
        raise Refused("match_without_winner")
    if is_by_seat and points and points[0] < points[1]:
        first, second, points = second, first, (points[1], points[0])
    if points and not points[1] < length <= points[0]:
        raise Refused("match_points_impossible", winner_points=points[0], loser_points=points[1], length=length)
    played = read_date(cell("date"), day_first=day_first, today=today)
    return MatchLine(row.number, played, first, second, length, points)


def _name(text: str, kind: str) -> str:
    if not text:
        raise Refused("match_without_name", which=kind)
    return clean_name(text)


def _length(text: str) -> int:
    length = whole_number(text)
    if length is None or not 1 <= length <= LONGEST_MATCH:
        raise Refused("match_length_unknown", text=text[:30], longest=LONGEST_MATCH)
    return length


def _points(of_each: Sequence[object], score: object, *, is_by_seat: bool) -> tuple[int, int] | None:
    """Return the points in the order of the names."""
    first, second = map(text_of, of_each)
    if first or second:
        points = whole_number(first), whole_number(second)
        if points[0] is None or points[1] is None:
            raise Refused("match_points_unknown", text=f"{first} : {second}"[:30])
        return points[0], points[1]
    if not text_of(score):
        return None
    points = read_score(score, order_counts=is_by_seat)
    # Beside the winner's name a score may stand as the list has the players, or as they sat.
    return points if is_by_seat else (max(points), min(points))

"""A list of single matches of earlier years, from an Excel workbook or a text file (CSV)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import BinaryIO

from tournament.actions.clubs import clean_name
from tournament.engine.refusals import Refused
from tournament.imports.cells import Limits, NumberedRow, rows_of, text_of
from tournament.names import fold, search_key

# What a club has played in twenty years, several times over.
LIMITS = Limits(rows=60_000, megabytes=8, megabytes_unpacked=60)
ROWS_ABOVE_A_HEADER = 10
EARLIEST_YEAR = 1900
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
    "score": ("score", "result", "ergebnis", "punktestand", "resultat"),
}  # fmt: skip
NEEDED = ("date", "winner", "loser", "length")

ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ].*)?")
DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4}|\d{2})")
SLASHED = re.compile(r"(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4}|\d{2})")
SCORE = re.compile(r"(\d{1,2})\s*[:\-–]\s*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as it was understood, and the line it stands in; `points` are those of winner and loser, if known."""

    line_number: int
    date: date
    winner: str
    loser: str
    match_length: int
    points: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LineMistake:
    """A line that was not understood, and why."""

    line_number: int
    refused: Refused


@dataclass(frozen=True, slots=True)
class MatchList:
    """What was understood, in the order of the file; with a mistake nothing of it is to be imported."""

    lines: tuple[MatchLine, ...]
    mistakes: tuple[LineMistake, ...]


def read_match_list(file: BinaryIO, today: date) -> MatchList:
    """The matches of the file; refused as a whole where there is no header, or no match in it."""
    return understand(rows_of(file, LIMITS, lambda cells: len(_columns(cells))), today)


def understand(rows: Sequence[NumberedRow], today: date) -> MatchList:
    """Read the matches in these rows, and what is wrong in which line; refused as a whole where columns are missing."""
    header = next((nth for nth, row in enumerate(rows[:ROWS_ABOVE_A_HEADER]) if len(_columns(row.cells)) > 1), None)
    if header is None:
        raise Refused("match_list_without_header")
    columns = _columns(rows[header].cells)
    if missing := [kind for kind in NEEDED if kind not in columns]:
        raise Refused("match_list_lacks_columns", columns=tuple(missing))
    filled = [row for row in rows[header + 1 :] if any(text_of(cell) for cell in row.cells)]
    if not filled:
        raise Refused("match_list_without_match")
    day_first = _is_day_first(text_of(_cell(row, columns, "date")) for row in filled)
    lines: list[MatchLine] = []
    mistakes: list[LineMistake] = []
    for row in filled:
        try:
            lines.append(_line(row, columns, day_first, today))
        except Refused as refused:
            mistakes.append(LineMistake(row.number, refused))
    return MatchList(tuple(lines), tuple(mistakes))


def _columns(cells: Sequence[object]) -> dict[str, int]:
    """Which known headings stand in the row, and where."""
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

    winner, loser = (_name(text_of(cell(kind)), kind) for kind in ("winner", "loser"))
    if fold(winner) == fold(loser):
        raise Refused("match_against_oneself", name=winner)
    length = _length(text_of(cell("length")))
    points = _points(text_of(cell("winner_points")), text_of(cell("loser_points")), text_of(cell("score")))
    if points and not points[1] < length <= points[0]:
        raise Refused("match_points_impossible", winner_points=points[0], loser_points=points[1], length=length)
    return MatchLine(row.number, _date(cell("date"), day_first, today), winner, loser, length, points)


def _name(text: str, kind: str) -> str:
    if not text:
        raise Refused("match_without_name", which=kind)
    return clean_name(text)


def _length(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:4]) <= LONGEST_MATCH:
        raise Refused("match_length_unknown", text=text[:30], longest=LONGEST_MATCH)
    return int(text)


def _points(winner: str, loser: str, score: str) -> tuple[int, int] | None:
    if not (winner or loser):
        if not score:
            return None
        found = SCORE.fullmatch(score)
        if not found:
            raise Refused("match_points_unknown", text=score[:30])
        # A score may stand as the list has the players, or as they sat.
        more, less = sorted(map(int, found.groups()), reverse=True)
        return more, less
    if not all(text.isdecimal() and len(text) < 4 for text in (winner, loser)):
        raise Refused("match_points_unknown", text=f"{winner} : {loser}"[:30])
    return int(winner), int(loser)


def _date(cell: object, day_first: bool | None, today: date) -> date:
    if isinstance(cell, datetime):
        played = cell.date()
    elif isinstance(cell, date):
        played = cell
    else:
        played = _date_of_text(text_of(cell), day_first, today)
    if played > today or played.year < EARLIEST_YEAR:
        raise Refused("match_date_impossible", date=played)
    return played


def _date_of_text(text: str, day_first: bool | None, today: date) -> date:
    for pattern, read in (
        (ISO, lambda found: (found["year"], found["month"], found["day"])),
        (DOTTED, lambda found: (found["year"], found["month"], found["day"])),
        (SLASHED, _slashed(day_first)),
    ):
        if found := pattern.fullmatch(text):
            year, month, day = map(int, read(found))
            try:
                return date(_full_year(year, today), month, day)
            except ValueError:
                break
    raise Refused("match_date_unknown", text=text[:30])


def _slashed(day_first: bool | None) -> Callable[[re.Match[str]], tuple[str, str, str]]:
    def read(found: re.Match[str]) -> tuple[str, str, str]:
        if day_first is None:
            raise Refused("match_date_ambiguous", text=found[0])
        day, month = (found["first"], found["second"]) if day_first else (found["second"], found["first"])
        return found["year"], month, day

    return read


def _full_year(year: int, today: date) -> int:
    """A year of two digits is the last one that ends so."""
    if year >= 100:
        return year
    century = today.year - today.year % 100
    return century + year if century + year <= today.year else century - 100 + year


def _is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether 3/4/2019 is in April, by the other dates of the list; None: they do not say, or contradict themselves."""
    found = [match for text in texts if (match := SLASHED.fullmatch(text))]
    day_first = any(int(match["first"]) > 12 for match in found)
    month_first = any(int(match["second"]) > 12 for match in found)
    return None if day_first == month_first else day_first

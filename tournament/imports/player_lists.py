"""Reads a list of players, pasted or from a file: recognises its columns and finds the players to enter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import BinaryIO

from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.players import NewPlayer
from tournament.engine.refusals import Refused
from tournament.imports import files, name_cells
from tournament.imports.cells import Limits, NumberedRow, SourceList, search_keys, text_of
from tournament.imports.headings import (
    FEE,
    PLAYER,
    Holds,
    asks_who_comes,
    consists_of_headings,
    count_headings,
    heading_of_cell,
    headings,
    is_further,
    names_of_several,
    says_no,
    says_surname_first,
)
from tournament.names import fold, is_contact, search_key

# Several times the members of a large club.
LIMITS = Limits(rows=5_000, megabytes=2, megabytes_unpacked=5)
ROWS_ABOVE_A_HEADER = 10
# A longer cell is no name; so many rows are read to tell what the columns hold.
LONGEST_CELL = 200
ROWS_THAT_TELL = 100
NUMBER = re.compile(r"(\d{1,4})\s+(?=\D)")
# The key of a further player in a line is the number of the line plus a multiple of this.
LINES = 1_000_000

# Words of a row with a total below the list, and of what it counts.
SUMS = search_keys(
    "total totals totale totaal totalt summe gesamt gesamtsumme insgesamt zusammen anzahl sum somme suma razem celkem"
    " toplam yhteensa osszesen osszeg итого всего συνολο summa ialt count zwischensumme subtotal gesamtbetrag"
    " kasse einnahmen"
)
COUNTED = PLAYER | FEE | search_keys("anmeldungen inscriptions iscritti all alle der of de des di e kr pln dkk sek czk")
COUNT_OF_PLAYERS = re.compile(r"\d+ \w+|\w+ ?: ?\d+")
# How many rows at the top may be a title of the list.
ROWS_FOR_A_TITLE = 3
# Rows with a single cell that is no player: the heading of a part of the list, a page number.
PARTS = re.compile(
    r":$|^(?:seite|page|side|sida|pagina|strona|strana|σελιδα|страница) \d+"
    r"|^\W*(?:warteliste|nachrucker|ersatz(?:spieler)?|waiting ?list|reserves?|liste d.attente|lista d.attesa)\W*$"
    r"|^(?:gruppe|group|groupe|gruppo|grupo|grupa|pool|poule|team|runde|round) (?:\w|\d+)\W*$"
    r"|^(?:kategorie|category|klasse|class|division|liga) (?:\w|\d+)\W*$"
    r"|^(?:tisch|table|tavolo|mesa|board|brett|match) \d+\b"
    r"|^(?:stand|datum|date|druckdatum|beginn|start|ort|modus|kontakt|contact)\s?:"
    r"|^(?:erstellt|gedruckt|exportiert|created|generated|printed|exported)\b"
    r"|^[*=#_~\-]{3,}.*[*=#_~\-]{3,}$"
)
CANCELLED = re.compile(
    r"[❌✖✗✘]|(?<!\S)~.*~$|(?<!\w)(?:abgesagt|abgemeldet|storniert|absage|kommt nicht|not attending|cancell?ed|"
    r"declined|annule|annulla\w+|cancelad\w+|afgemeld|afmeldt|avmald|odwolan\w+|iptal|отмен\w+)(?!\w)"
)
TITLES = re.compile(
    r"(?<!\w)(?:\w*liste|list of \w+|\w*anmeldungen|registrations?|\w*turnier|tournament|tournoi|torneo|\w*abend|"
    r"evening|participants|attendees|waiting ?list)(?!\w)|[:?]$|\d{1,2}\.\s?\d{1,2}\.|\b(?:19|20)\d\d\b"
)
PAID_ANSWERS = search_keys(
    "ja yes oui si sim da x j y 1 ok true wahr tak ano evet igen kylla да так ναι bezahlt paid bar cash betalt כן"
)

NAMES = frozenset({Holds.NAME, Holds.FIRST_NAME, Holds.SURNAME})
Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list, with its number in the file."""

    number: int
    cells: tuple[str, ...]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list, what each of its columns holds, and the number of lines above the first player.

    `coming` are the columns, counted from 0, that tell who comes.
    """

    source: SourceList
    lines: tuple[Line, ...]
    columns: tuple[Holds, ...]
    above: int = 0
    surname_first: bool = False
    is_numbered: bool = False
    coming: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may be entered; `key` is unique in the list, `doubt` is the reason for not ticking them at first."""

    key: int
    player: NewPlayer
    doubt: Refused | None = None

    @property
    def is_namesake(self) -> bool:
        """Whether the name is already on the list of the tournament, or earlier in the list that is read."""
        return self.doubt is not None and self.doubt.code == "name_taken"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A row with its candidates and what was removed from their names; `refused` says why it has no candidates."""

    line: Line
    candidates: tuple[Candidate, ...] = ()
    taken_off: tuple[str, ...] = ()
    is_paid: bool = False
    refused: Refused | None = None


def read_file(file: BinaryIO, *, sheet: str = "", encoding: str = "") -> ReadList:
    """Read a file and recognise its columns. Raises Refused if it is no list, or its only sheet has no name."""
    found = recognise(files.read_list(file, LIMITS, count_headings, sheet=sheet, encoding=encoding))
    if len(found.source.sheets) < 2 and not any(line.candidates for line in read_players(found, ())):
        raise Refused("list_file_without_name")
    return found


def read_pasted(text: str) -> ReadList:
    """Read a pasted text and recognise its columns. Raises Refused if it is no list."""
    return recognise(files.read_text(text.replace("\r\n", "\n").replace("\r", "\n"), LIMITS, count_headings))


def recognise(source: SourceList) -> ReadList:
    """Recognise what the columns hold, by their headings, else by what is in them."""
    lines = _as_lines(source.rows)
    filled = [line.cells for line in lines if any(map(_has_letter, line.cells))]
    header = _header(filled)
    is_said = False
    if header is None:
        above = _rows_above(filled)
        columns = _by_content(filled[above:], filled[above - 1] if above else ())
    else:
        above, columns = header + 1, _by_headings(filled, header)
        of_names = (cell for cell, kind in zip(filled[header], columns, strict=False) if kind is Holds.NAME)
        is_said = any(map(says_surname_first, of_names))
    first = _place(lines, above)
    said = [enumerate(line.cells) for line in lines[:first]]
    coming = {column for cells in said for column, cell in cells if cell and asks_who_comes(cell)}
    width = len(lines[0].cells) if lines else 0
    found = ReadList(source, lines, (Holds.LEFT_OUT,) * width, first, is_said, coming=tuple(sorted(coming)))
    return with_columns(found, columns)


def with_columns(found: ReadList, chosen: Sequence[Holds]) -> ReadList:
    """Return the list with these kinds of columns, recognised or chosen."""
    columns = (*chosen, *[Holds.LEFT_OUT] * len(found.columns))[: len(found.columns)]
    names = [cell for line in found.lines[found.above :] for cell in _texts(line, columns, Holds.NAME)]
    return replace(
        found,
        columns=columns,
        surname_first=found.surname_first or _are_surnames_first(names),
        is_numbered=_are_numbered(names),
    )


def read_players(found: ReadList, known_names: Sequence[str]) -> tuple[ReadLine, ...]:
    """Read the candidates of each row; those already in `known_names`, or earlier in the list, get a doubt."""
    names, keys = Counter(map(fold, known_names)), Counter[int]()
    return tuple(_read_line(found, place, names, keys) for place in range(len(found.lines)))


def _read_line(found: ReadList, place: int, names: Counter[str], keys: Counter[int]) -> ReadLine:
    line = found.lines[place]
    if place < found.above:
        return ReadLine(line, refused=Refused("list_line_above"))
    cell, taken_off, is_paid, club_cell = _name_of(found, line)
    if not any(map(_has_letter, cell.names)):
        return ReadLine(line, taken_off=taken_off, refused=Refused("list_line_without_name"))
    if _is_heading(line, found.columns):
        return ReadLine(line, refused=Refused("list_line_heading"))
    doubt = _doubt(found, place, cell)
    candidates: list[Candidate] = []
    refused = None
    for name in cell.names:
        try:
            cleaned, club = clean_name(name), clean_club(club_cell or cell.club)
        except Refused as not_clean:
            refused = refused or not_clean
            continue
        namesakes = names[fold(cleaned)]
        taken = Refused("name_taken", name=cleaned, count=namesakes) if namesakes else None
        key = line.number + keys[line.number] * LINES
        keys[line.number] += 1
        candidates.append(Candidate(key, NewPlayer(cleaned, club, namesakes), taken or doubt))
    if doubt is None:
        names.update(fold(candidate.player.name) for candidate in candidates)
    is_paid = is_paid and not _is_total(line)
    return ReadLine(line, tuple(candidates), taken_off, is_paid, None if candidates else refused)


def _name_of(found: ReadList, line: Line) -> tuple[name_cells.NameCell, tuple[str, ...], bool, str]:
    """Return the name in a row, what was removed, whether the fee is paid, and the club from a column for clubs."""
    surnames = sorted(
        _texts(line, found.columns, Holds.SURNAME), key=lambda text: not search_keys(text) <= name_cells.PARTICLES
    )
    names = _texts(line, found.columns, Holds.NAME)
    # Two columns may hold the parts of one name, or a whole name each.
    name = (" / " if all(" " in name for name in names) else " ").join(names)
    whole = " ".join(filter(None, (name, *_texts(line, found.columns, Holds.FIRST_NAME), *surnames)))
    if found.is_numbered:
        whole = NUMBER.sub("", whole, count=1)
    cell = name_cells.read_name(whole, surname_first=found.surname_first)
    club, off_the_club, _is_paid = name_cells.take_off(" ".join(_texts(line, found.columns, Holds.CLUB)))
    paid = any(_says_paid(text) for text in _texts(line, found.columns, Holds.PAID))
    if any(column is Holds.PAID for column in found.columns):
        return cell, (*cell.taken_off, *off_the_club), paid, club
    return cell, (*cell.taken_off, *off_the_club), cell.is_paid, club


def _doubt(found: ReadList, place: int, cell: name_cells.NameCell) -> Refused | None:
    """Return the doubt that leaves this row unticked, or None."""
    line = found.lines[place]
    written = _texts(line, found.columns, Holds.NAME)
    if line.is_hidden:
        return Refused("list_line_hidden")
    if _is_total(line):
        return Refused("list_line_total")
    is_at_the_top = place < found.above + ROWS_FOR_A_TITLE
    if _is_title(line, PARTS) or (is_at_the_top and (_is_title(line, TITLES) or name_cells.is_club(cell.names[0]))):
        return Refused("list_line_title")
    answers = [line.cells[column] for column in found.coming if line.cells[column]]
    if CANCELLED.search(search_key(" ".join(line.cells))) or any(map(says_no, cell.taken_off)):
        return Refused("list_line_cancelled")
    if answers and all(map(says_no, answers)):
        return Refused("list_line_cancelled")
    if len(cell.names) > 1:
        return Refused("list_line_names", count=len(cell.names) - 1)
    if name_cells.is_no_name(cell.names[0]) or (not cell.taken_off and any(map(name_cells.is_no_name, written))):
        return Refused("list_line_no_name")
    return None


def _is_title(line: Line, titles: re.Pattern[str]) -> bool:
    """Whether a row is a title of the list or of a part: its only cell matches `titles` and is no contact."""
    cells = [cell for cell in line.cells if cell]
    return len(cells) == 1 and bool(titles.search(search_key(cells[0]))) and not is_contact(cells[0])


def _says_paid(text: str) -> bool:
    key = search_key(text).strip(" .!")
    amount = re.search(r"\d+(?:[.,]\d+)?", key)
    is_some = bool(amount and float(amount[0].replace(",", ".")) and name_cells.is_no_name(text))
    return (
        key in PAID_ANSWERS
        or is_some
        or name_cells.take_off(f"a {text}")[2]
        or text.strip(" \ufe0f") in ("✓", "✔", "✅", "☑", "☒")
    )


def _is_total(line: Line) -> bool:
    text = " ".join(filter(None, map(search_key, line.cells)))
    words = re.findall(r"[^\W\d_]+", text)
    if not words or not (SUMS | COUNTED).issuperset(words):
        return False
    return not SUMS.isdisjoint(words) or bool(COUNT_OF_PLAYERS.fullmatch(text))


def _is_heading(line: Line, columns: Sequence[Holds]) -> bool:
    """Whether the row repeats the headings, as at the top of each printed page."""
    said = [cell for cell in line.cells if _has_letter(cell)]
    if any(map(consists_of_headings, said)):
        return True
    names = [cell for cell, kind in zip(line.cells, columns, strict=True) if cell and kind in NAMES]
    return (
        bool(said)
        and bool(names)
        and all(heading_of_cell(cell) for cell in names)
        and count_headings(said) * 2 >= len(said)
    )


def _as_lines(rows: Sequence[NumberedRow]) -> tuple[Line, ...]:
    """Turn the rows into texts, without empty ones; a single row with several names is split into one for each."""
    lines = [Line(row.number, tuple(map(_in_one_line, row.cells)), row.is_hidden) for row in rows]
    lines = list(_without_empty_columns([line for line in lines if any(line.cells)]))
    if len(lines) == 1:
        cells = [part for cell in lines[0].cells for part in re.split(r"[,;]\s*", cell) if part.strip()]
        if len(cells) > 2 and not any(map(name_cells.holds_no_name, cells)):
            return tuple(replace(lines[0], cells=(cell,)) for cell in cells)
    return tuple(lines)


def _in_one_line(cell: object) -> str:
    """Return a cell as text in one line; lines with a whole name each are joined by a slash."""
    parts = [part.strip() for part in cell.splitlines()] if isinstance(cell, str) else []
    are_names = len(parts) > 1 and all(" " in part for part in parts)
    return text_of(" / ".join(parts) if are_names else cell)


def _without_empty_columns(lines: Sequence[Line]) -> Iterator[Line]:
    """Remove empty columns, and fill up the lines so that all have the same number of cells."""
    filled = [column for column in zip_longest(*(line.cells for line in lines), fillvalue="") if any(column)]
    for line, cells in zip(lines, zip(*filled, strict=True), strict=True):
        yield replace(line, cells=cells)


def _place(lines: Sequence[Line], count: int) -> int:
    """Return the index of the line after the first `count` lines with letters; 0 if there are fewer."""
    if not count:
        return 0
    seen = 0
    for place, line in enumerate(lines):
        seen += any(map(_has_letter, line.cells))
        if seen == count:
            return place + 1
    return 0


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _texts(line: Line, columns: Sequence[Holds], kind: Holds) -> list[str]:
    """The filled cells of a row in the columns of this kind."""
    return [cell for cell, holds in zip(line.cells, columns, strict=True) if cell and holds is kind]


def _are_surnames_first(names: Sequence[str]) -> bool:
    """Whether most names begin with the surname, followed by a comma or in capitals."""
    told = [name[:LONGEST_CELL] for name in names[:ROWS_THAT_TELL]]
    around = [between for name in told if (between := name_cells.has_comma_between(name))]
    count = len(told)
    if (
        told
        and sum(name_cells.in_capitals_first(name_cells.take_off(name)[0]) is not None for name in told) * 2 > count
    ):
        return True
    return (
        bool(around)
        and len(around) * 2 >= count
        and sum(name_cells.is_surname(first) for first, _ in around) * 2 >= len(around)
    )


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether each name follows a number and a blank, without a sign between, and the numbers ascend."""
    numbers = [int(found[1]) for name in names if (found := NUMBER.match(name))]
    return len(numbers) > 1 and len(numbers) == len(list(filter(None, names))) and numbers == sorted(set(numbers))


def _header(rows: Sequence[Row]) -> int | None:
    """Return the index of the row, among the first ones, with most headings, at least one for names; else None."""
    counts = {number: sum(map(bool, _by_headings(rows, number))) for number in range(len(rows[:ROWS_ABOVE_A_HEADER]))}
    named = [number for number in counts if not NAMES.isdisjoint(_by_headings(rows, number))]
    return max(named, key=lambda number: (counts[number], -number), default=None)


def _by_headings(rows: Sequence[Row], number: int) -> tuple[Holds, ...]:
    """Return what the columns hold by the headings of this row, except over contacts and cells that are no names."""
    if not count_headings(rows[number]):
        return ()
    below = _columns_of(rows[number + 1 :])
    row = [
        ""
        if column < len(below) and _holds_no_name(below[column]) and heading_of_cell(cell) is not Holds.PAID
        else cell
        for column, cell in enumerate(rows[number])
    ]
    columns = headings(row)
    is_of_several = names_of_several(row)
    has_parts = Holds.FIRST_NAME in columns or Holds.SURNAME in columns
    seen: set[Holds] = set()
    for column, kind in enumerate(columns):
        may_come_again = is_further(row[column]) or (kind is Holds.NAME and is_of_several)
        if (kind in seen and not may_come_again) or (kind is Holds.NAME and has_parts):
            columns[column] = Holds.LEFT_OUT
        if not may_come_again:
            seen.add(kind)
    return tuple(columns)


def _holds_no_name(cells: Sequence[str]) -> bool:
    return (_are_mostly(is_contact, cells) and _are_mostly(name_cells.holds_no_name, cells)) or (
        len(cells) > 1 and all(map(name_cells.holds_no_name, cells))
    )


def _by_content(rows: Sequence[Row], header: Row) -> tuple[Holds, ...]:
    """Return what the columns of a list without a heading for names hold: names in the first possible one, clubs.

    Clubs are below their heading or where club words are; without headings, in the next column with names.
    """
    columns, said = _columns_of(rows), headings(header)
    club = said.index(Holds.CLUB) if Holds.CLUB in said else None
    possible = [nth for nth, cells in enumerate(columns) if cells and not _are_mostly(name_cells.holds_no_name, cells)]
    if club is None and len(possible) > 1:
        club = next((nth for nth in possible if _are_mostly(name_cells.is_club, columns[nth])), None)
    if not possible:
        possible = [nth for nth, cells in enumerate(columns) if not all(map(name_cells.holds_no_name, cells))]
    names = [nth for nth in possible if nth != club]
    name = next((nth for nth in names if not _is_doubtful(columns[nth])), names[0] if names else None)
    if name is None:
        return ()
    if club not in possible:
        club = None if header else next((nth for nth in names if nth > name), None)
    kinds = [kind if kind is Holds.PAID else Holds.LEFT_OUT for kind in said[: len(columns)]]
    kinds += [Holds.LEFT_OUT] * (len(columns) - len(kinds))
    kinds[name] = Holds.NAME
    if club is not None:
        kinds[club] = Holds.CLUB
    return tuple(kinds)


def _rows_above(rows: Sequence[Row]) -> int:
    """How many rows stand above a list that has no known heading for names."""
    first = rows[:ROWS_ABOVE_A_HEADER]
    return next(
        (
            number + 1
            for number, row in enumerate(first)
            if _is_header(rows, number) or consists_of_headings(" ".join(row))
        ),
        0,
    )


def _is_header(rows: Sequence[Row], number: int) -> bool:
    """Whether the row has a heading: below it are only numbers, contacts, answers or the like, and above it none.

    The row has another cell, too. Most rows below have a cell in that column, so that a single remark does not make a
    heading of the cell above it.
    """
    if sum(map(bool, rows[number])) < 2:
        return False
    above, below = _columns_of(rows[:number]), _columns_of(rows[number + 1 :])
    fewest = min(len(rows) - number - 1, ROWS_THAT_TELL) / 2
    return any(
        heading
        and not any(map(name_cells.holds_no_name, (heading, *over)))
        and len(under) >= max(fewest, 1)
        and all(map(name_cells.holds_no_name, under))
        for heading, over, under in zip_longest(rows[number], above, below, fillvalue="")
    )


def _columns_of(rows: Sequence[Row]) -> list[list[str]]:
    """The filled cells of each column, from as many rows as it takes to tell what the column holds."""
    told = zip_longest(*rows[:ROWS_THAT_TELL], fillvalue="")
    return [[cell[:LONGEST_CELL] for cell in column if cell] for column in told]


def _are_mostly(kind: Callable[[str], bool], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(kind, cells)) * 2 >= len(cells)


def _is_doubtful(cells: Sequence[str]) -> bool:
    """Whether a column is unlikely to hold the names: it has numbered words, or a few words again and again."""
    below = cells[1:]
    is_repeated = bool(below) and len(set(below)) * 2 <= len(below)
    return is_repeated or _are_mostly(
        lambda cell: " " not in cell and any(map(str.isdigit, name_cells.LEADING_NUMBER.sub("", cell))), cells
    )

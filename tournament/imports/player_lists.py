"""Reads a list of players, pasted or from a file: recognises its columns and finds the players to enter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import BinaryIO

from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.following import NewPlayer
from tournament.engine.refusals import Refused
from tournament.imports import answers, files, name_cells
from tournament.imports.answers import Answer
from tournament.imports.cells import Limits, NumberedRow, SourceList, search_keys, text_of
from tournament.imports.columns import LONGEST_CELL, ROWS_THAT_TELL, Recognised, recognise_columns, seats_of
from tournament.imports.headings import (
    FEE,
    NAMES,
    PAID,
    PLAYER,
    Holds,
    asks_who_is_away,
    consists_of_headings,
    count_headings,
    read_heading,
)
from tournament.names import fold, is_contact, search_key

# Several times the members of a large club.
LIMITS = Limits(rows=5_000, megabytes=2, megabytes_unpacked=5)
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
# The doubts of rows whose text is not searched for several names.
NO_SPLIT = frozenset({"list_line_heading", "list_line_above", "list_line_title"})
# Of more different answers, such as the messages of a chat, only those are listed that say no.
MOST_ANSWERS = 200
# So many different answers are read; whoever has given another one comes.
MOST_READ = 3_000
# What the columns of a chat hold.
CHAT = (Holds.LEFT_OUT, Holds.NAME, Holds.STATUS)
# How many rows at the top may be a title of the list.
ROWS_FOR_A_TITLE = 3
# Rows with a single cell that is no player: the heading of a part of the list, a page number.
PARTS = re.compile(
    r":$|^(?:seite|page|side|sida|pagina|strona|strana|σελιδα|страница) \d+"
    r"|^(?:gruppe|group|groupe|gruppo|grupo|grupa|pool|poule|team|runde|round) (?:\w|\d+)\W*$"
    r"|^(?:kategorie|category|klasse|class|division|liga) (?:\w|\d+)\W*$"
    r"|^(?:tisch|table|tavolo|mesa|board|brett|match) \d+\b"
    r"|^(?:stand|datum|date|druckdatum|beginn|start|ort|modus|kontakt|contact)\s?:"
    r"|^(?:erstellt|gedruckt|exportiert|created|generated|printed|exported)\b"
    r"|^[*=#_~\-]{3,}.*[*=#_~\-]{3,}$"
)
# A page number interrupts no part of a list.
PAGES = re.compile(r"^(?:seite|page|side|sida|pagina|strona|strana|σελιδα|страница) \d+")
CROSSED_OUT = re.compile(r"[❌✖✗✘]|(?<!\S)~.*~$")
TITLES = re.compile(
    r"(?<!\w)(?:\w*liste|list of \w+|\w*anmeldungen|registrations?|\w*turnier|tournament|tournoi|torneo|\w*abend|"
    r"evening|participants|attendees|waiting ?list|poll|umfrage|sondage|sondaggio|encuesta|afstemning"
    r")(?!\w)|[:?]$|\d{1,2}\.\s?\d{1,2}\.|\b(?:19|20)\d\d\b"
)
PAID_ANSWERS = search_keys(
    "ja yes oui si sim da x j y 1 ok true wahr tak ano evet igen kylla да так ναι bezahlt paid bar cash betalt כן"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list, with its number in the file."""

    number: int
    cells: tuple[str, ...]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """An answer to who comes, once for all rows that have it; `key` is unique in the list."""

    key: str
    text: str
    count: int
    comes: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Columns that ask the same, such as who comes on each of several days: whoever comes to one comes."""

    columns: tuple[int, ...]
    answers: tuple[ListAnswer, ...]


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list, what each of its columns holds, and the number of lines above the first player.

    `seats` are the columns of each player of a row, `header` the headings, if any.
    """

    source: SourceList
    lines: tuple[Line, ...]
    columns: tuple[Holds, ...]
    above: int = 0
    header: tuple[str, ...] = ()
    surname_first: bool = False
    is_numbered: bool = False
    seats: tuple[tuple[int, ...], ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def answers(self) -> tuple[ListAnswer, ...]:
        return tuple(answer for question in self.questions for answer in question.answers)


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
    """A row with its candidates and what was removed from their names; `refused` says why it has no candidates.

    With `is_half`, one half of the name is missing in this row.
    """

    line: Line
    candidates: tuple[Candidate, ...] = ()
    taken_off: tuple[str, ...] = ()
    is_paid: bool = False
    is_half: bool = False
    refused: Refused | None = None


def read_file(file: BinaryIO, *, sheet: str = "", encoding: str = "") -> ReadList:
    """Read a file and recognise its columns. Raises Refused if it is no list, or nothing is written in it."""
    player_list = recognise(files.read_list(file, LIMITS, count_headings, sheet=sheet, encoding=encoding))
    if not player_list.lines:
        raise Refused("list_file_empty")
    return player_list


def read_pasted(text: str) -> ReadList:
    """Read a pasted text and recognise its columns. Raises Refused if it is no list."""
    return recognise(files.read_text(text.replace("\r\n", "\n").replace("\r", "\n"), LIMITS, count_headings))


def recognise(source: SourceList) -> ReadList:
    """Recognise what the columns hold, by their headings, else by what is in them."""
    list_lines = _as_lines(source.rows)
    filled = [line.cells for line in list_lines if any(map(_has_letter, line.cells))]
    layout = Recognised(CHAT) if source.is_chat else recognise_columns(filled)
    width = len(list_lines[0].cells) if list_lines else 0
    player_list = ReadList(
        source,
        list_lines,
        (Holds.LEFT_OUT,) * width,
        _place(list_lines, layout.above),
        layout.header,
        layout.surname_first,
    )
    return with_columns(player_list, layout.columns)


def with_columns(player_list: ReadList, kinds: Sequence[Holds]) -> ReadList:
    """Return the list with these kinds of columns, recognised or chosen."""
    column_kinds = (*kinds, *[Holds.LEFT_OUT] * len(player_list.columns))[: len(player_list.columns)]
    names = [cell for line in player_list.lines[player_list.above :] for cell in _texts(line, column_kinds, Holds.NAME)]
    return replace(
        player_list,
        columns=column_kinds,
        surname_first=player_list.surname_first or _are_surnames_first(names),
        is_numbered=_are_numbered(names),
        seats=seats_of(column_kinds),
        questions=_questions(player_list, column_kinds),
    )


def with_answers(player_list: ReadList, coming: Collection[str]) -> ReadList:
    """Return the list where those come whose answers have one of these keys."""
    questions = (
        replace(question, answers=tuple(replace(answer, comes=answer.key in coming) for answer in question.answers))
        for question in player_list.questions
    )
    return replace(player_list, questions=tuple(questions))


def _questions(player_list: ReadList, column_kinds: Sequence[Holds]) -> tuple[Question, ...]:
    """Collect the answers of the columns that tell who comes, those of columns with the same ones together."""
    of_names = [nth for nth, kind in enumerate(column_kinds) if kind in NAMES]
    below = player_list.lines[player_list.above :]
    players = [line for line in below if any(line.cells[nth] for nth in of_names) and not _is_total(line)]
    count_by_column = {
        nth: Counter(line.cells[nth] for line in players)
        for nth, kind in enumerate(column_kinds)
        if kind is Holds.STATUS
    }
    are_plain = {nth: all(map(answers.is_plain, filter(None, count))) for nth, count in count_by_column.items()}
    groups: list[list[int]] = []
    for nth, count in count_by_column.items():
        # Columns for several days: they share an answer, or both have yes, no and marks alone.
        same = (
            group
            for group in groups
            if any(
                count.keys() & count_by_column[other].keys() - {""} or (are_plain[nth] and are_plain[other])
                for other in group
            )
        )
        if (group := next(same, None)) is None:
            groups.append([nth])
        else:
            group.append(nth)
    questions, most = [], MOST_READ
    for number, group in enumerate(groups):
        total = sum((count_by_column[nth] for nth in group), Counter[str]())
        headings = [player_list.header[nth] for nth in group if nth < len(player_list.header)]
        is_of_away = any(map(asks_who_is_away, headings))
        is_of_payments = any(read_heading(cell).holds is Holds.PAID for cell in headings)
        has_marks = all(map(answers.is_mark, filter(None, total))) and not is_of_away
        texts = [text for text in total if text or has_marks][:most]
        most -= len(texts)
        comes = {text: _comes(text, is_of_away=is_of_away, is_of_payments=is_of_payments) for text in texts}
        if len(texts) > MOST_ANSWERS:
            texts = [text for text in texts if not comes[text]][:MOST_ANSWERS]
        of_all = (ListAnswer(f"{number}-{nth}", text, total[text], comes[text]) for nth, text in enumerate(texts))
        questions.append(Question(tuple(group), tuple(of_all)))
    return tuple(questions)


def _comes(answer: str, *, is_of_away: bool, is_of_payments: bool) -> bool:
    """Whether somebody with this answer comes; where nothing else is known, they do. Without a mark, nobody comes."""
    meaning = answers.meaning_of(answer) if answer else Answer.NO
    if is_of_away:
        return meaning is Answer.NO
    if is_of_payments and answers.is_pending(answer):
        return True
    return meaning not in (Answer.NO, Answer.OFF)


def read_players(player_list: ReadList, known_names: Sequence[str]) -> tuple[ReadLine, ...]:
    """Read the candidates of each row; those already in `known_names`, or earlier in the list, get a doubt."""
    names, keys = Counter(map(fold, known_names)), Counter[int]()
    asked_of = [
        (question.columns, {answer.text: answer.comes for answer in question.answers})
        for question in player_list.questions
    ]
    return tuple(
        _read_line(player_list, place, section or _answer_of_who_is_away(asked_of, line), names, keys)
        for place, (section, line) in enumerate(zip(_sections(player_list), player_list.lines, strict=True))
    )


def _sections(player_list: ReadList) -> list[str]:
    """For each line the text above it that says that those below it do not come, such as "Waiting list"; else empty."""
    sections: list[str] = []
    section = ""
    for line in player_list.lines:
        cells = [cell for cell in line.cells if cell]
        if len(cells) == 1 and not PAGES.search(search_key(cells[0])):
            meaning = answers.section_meaning(cells[0])
            if meaning in (Answer.NO, Answer.OFF):
                section = cells[0]
            elif meaning is not None or PARTS.search(search_key(cells[0])):
                section = ""
        sections.append(section)
    return sections


def _read_line(player_list: ReadList, place: int, away: str, names: Counter[str], keys: Counter[int]) -> ReadLine:
    line = player_list.lines[place]
    seat_cells = [_name_of(player_list, line, seat) for seat in player_list.seats]
    clubs = _clubs(player_list, line)
    taken_off: list[str] = []
    candidates: list[Candidate] = []
    refused = None
    is_paid = is_half = False
    for seat, (cell, has_half) in enumerate(seat_cells):
        if not any(map(_has_letter, cell.names)):
            taken_off += cell.taken_off
            continue
        club_cell, off_the_club, _says_so = name_cells.take_off(clubs[seat])
        doubt = _doubt(player_list, place, away, cell, player_list.seats[seat])
        taken_off += (*cell.taken_off, *off_the_club)
        is_paid, is_half = is_paid or cell.is_paid, is_half or has_half
        cleared: list[str] = []
        for name in cell.names[:1] if doubt and doubt.code in NO_SPLIT else cell.names:
            try:
                cleaned, club = clean_name(name), clean_club(club_cell or cell.club)
            except Refused as not_clean:
                refused = refused or not_clean
                continue
            namesakes = names[fold(cleaned)]
            name_doubt = Refused("name_taken", name=cleaned, count=namesakes) if namesakes else None
            key = line.number + keys[line.number] * LINES
            keys[line.number] += 1
            candidates.append(Candidate(key, NewPlayer(cleaned, club, namesakes), name_doubt or doubt))
            cleared.append(fold(cleaned))
        if doubt is None:
            names.update(cleared)
    if not candidates and refused is None:
        is_above = place < player_list.above
        refused = Refused("list_line_above") if is_above else Refused("list_line_without_name")
    is_paid = _is_paid(player_list, line, is_paid=is_paid) and not _is_total(line)
    return ReadLine(line, tuple(candidates), tuple(taken_off), is_paid, is_half, None if candidates else refused)


def _name_of(player_list: ReadList, line: Line, seat: Sequence[int]) -> tuple[name_cells.NameCell, bool]:
    """Return the name of a player in a row, and whether a half of it is missing."""
    filled = [nth for nth in seat if line.cells[nth]]
    parts = {kind: [line.cells[nth] for nth in filled if player_list.columns[nth] is kind] for kind in NAMES}
    firsts, names = parts[Holds.FIRST_NAME], parts[Holds.NAME]
    surnames = sorted(parts[Holds.SURNAME], key=lambda text: not search_keys(text) <= name_cells.PARTICLES)
    if firsts and surnames:
        names = []
    # Beside one half, a column of names has the other.
    whole = " ".join((*firsts, *names, *surnames))
    kinds = {player_list.columns[nth] for nth in seat}
    is_half = len(kinds) > 1 and sum(map(bool, (firsts, names, surnames))) == 1 and not (names and len(kinds) > 2)
    if player_list.is_numbered:
        whole = NUMBER.sub("", whole, count=1)
    return name_cells.read_name(whole, surname_first=player_list.surname_first), is_half


def _clubs(player_list: ReadList, line: Line) -> list[str]:
    """Return the club of each player of a row."""
    columns = [nth for nth, kind in enumerate(player_list.columns) if kind is Holds.CLUB]
    if len(columns) == len(player_list.seats):
        return [line.cells[nth] for nth in columns]
    return [" ".join(line.cells[nth] for nth in columns if line.cells[nth])] * len(player_list.seats)


def _is_paid(player_list: ReadList, line: Line, *, is_paid: bool) -> bool:
    """Whether the fee of a row is paid, by a column for that, by a status, or by what is beside the name."""
    if any(column is Holds.PAID for column in player_list.columns):
        return any(_says_paid(text) for text in _texts(line, player_list.columns, Holds.PAID))
    states = (
        text for text in _texts(line, player_list.columns, Holds.STATUS) if not PAID.isdisjoint(search_keys(text))
    )
    return is_paid or any(name_cells.take_off(f"a {text}")[2] for text in states)


def _doubt(
    player_list: ReadList, place: int, away: str, cell: name_cells.NameCell, seat: Sequence[int]
) -> Refused | None:
    """Return the doubt that leaves a player unticked, or None; `away` is the answer by which they do not come."""
    line = player_list.lines[place]
    name_texts = [line.cells[nth] for nth in seat if player_list.columns[nth] is Holds.NAME and line.cells[nth]]
    if place < player_list.above:
        is_heading = place == player_list.above - 1 and bool(player_list.header)
        return Refused("list_line_heading") if is_heading else Refused("list_line_above")
    if _is_heading(player_list, line):
        return Refused("list_line_heading")
    if line.is_hidden:
        return Refused("list_line_hidden")
    if _is_total(line):
        return Refused("list_line_total")
    is_at_the_top = place < player_list.above + ROWS_FOR_A_TITLE
    if (
        _is_title(line, PARTS)
        or _is_section(line)
        or (is_at_the_top and (_is_title(line, TITLES) or name_cells.is_club(cell.names[0])))
    ):
        return Refused("list_line_title")
    if away:
        return Refused("list_line_answer", answer=away)
    says_no = (answers.meaning_of(text) in (Answer.NO, Answer.OFF) for text in cell.taken_off)
    if any(says_no) or any(map(_is_cancelled, name_texts)):
        return Refused("list_line_cancelled")
    if len(cell.names) > 1:
        return Refused("list_line_names", count=len(cell.names) - 1)
    if name_cells.is_no_name(cell.names[0]) or (not cell.taken_off and any(map(name_cells.is_no_name, name_texts))):
        return Refused("list_line_no_name")
    return None


def _answer_of_who_is_away(asked_of: Sequence[tuple[Sequence[int], Mapping[str, bool]]], line: Line) -> str:
    """Return the answer by which somebody does not come; empty for who comes."""
    for columns, comes in asked_of:
        texts = [line.cells[nth] for nth in columns]
        texts = [text for text in texts if text or text in comes]
        if texts and not any(comes.get(text, True) for text in texts):
            return next(filter(None, texts), "–")
    return ""


def _is_cancelled(text: str) -> bool:
    """Whether what is written at a name says that this player does not come: "Una (abgesagt)", "❌ Kai", "~Ida~"."""
    section, colon, _behind = text.partition(":")
    if colon and answers.section_meaning(section) in (Answer.NO, Answer.OFF):
        return True
    remarks = re.findall(r"\(([^()]*)\)|\[([^\[\]]*)\]|\s[-–—:]\s*([^-–—:]+)$", text)
    asides = [part for parts in remarks for part in parts if part]
    is_answer = any(answers.meaning_of(aside) in (Answer.NO, Answer.OFF) for aside in asides)
    return is_answer or bool(CROSSED_OUT.search(text))


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


def _is_section(line: Line) -> bool:
    """Whether the only cell of a row says of those below it whether they come."""
    cells = [cell for cell in line.cells if cell]
    return len(cells) == 1 and answers.section_meaning(cells[0]) is not None


def _is_heading(player_list: ReadList, line: Line) -> bool:
    """Whether the row as a whole is made of headings, or repeats them, as at the top of each printed page."""
    return line.cells == player_list.header or consists_of_headings(line.cells)


def _as_lines(numbered_rows: Sequence[NumberedRow]) -> tuple[Line, ...]:
    """Turn the rows into texts, without empty ones; a single row with several names is split into one for each."""
    list_lines = [Line(row.number, tuple(map(_in_one_line, row.cells)), row.is_hidden) for row in numbered_rows]
    list_lines = list(_without_empty_columns([line for line in list_lines if any(line.cells)]))
    if len(list_lines) == 1:
        cells = [part for cell in list_lines[0].cells for part in re.split(r"[,;]\s*", cell) if part.strip()]
        if len(cells) > 2 and not any(map(name_cells.holds_no_name, cells)):
            return tuple(replace(list_lines[0], cells=(cell,)) for cell in cells)
    return tuple(list_lines)


def _in_one_line(cell: object) -> str:
    """Return a cell as text in one line; lines with a whole name each are joined by a slash."""
    parts = [part.strip() for part in cell.splitlines()] if isinstance(cell, str) else []
    are_names = len(parts) > 1 and all(" " in part for part in parts)
    return text_of(" / ".join(parts) if are_names else cell)


def _without_empty_columns(list_lines: Sequence[Line]) -> Iterator[Line]:
    """Remove empty columns, and fill up the lines so that all have the same number of cells."""
    filled = [column for column in zip_longest(*(line.cells for line in list_lines), fillvalue="") if any(column)]
    for line, cells in zip(list_lines, zip(*filled, strict=True), strict=True):
        yield replace(line, cells=cells)


def _place(list_lines: Sequence[Line], count: int) -> int:
    """Return the index of the line after the first `count` lines with letters; 0 if there are fewer."""
    if not count:
        return 0
    seen = 0
    for place, line in enumerate(list_lines):
        seen += any(map(_has_letter, line.cells))
        if seen == count:
            return place + 1
    return 0


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _texts(line: Line, column_kinds: Sequence[Holds], kind: Holds) -> list[str]:
    """The filled cells of a row in the columns of this kind."""
    return [cell for cell, holds in zip(line.cells, column_kinds, strict=True) if cell and holds is kind]


def _are_surnames_first(names: Sequence[str]) -> bool:
    """Whether most names begin with the surname, followed by a comma or in capitals."""
    sample_names = [name[:LONGEST_CELL] for name in names[:ROWS_THAT_TELL]]
    around = [between for name in sample_names if (between := name_cells.has_comma_between(name))]
    count = len(sample_names)
    if (
        sample_names
        and sum(name_cells.in_capitals_first(name_cells.take_off(name)[0]) is not None for name in sample_names) * 2
        > count
    ):
        return True
    return (
        bool(around)
        and len(around) * 2 >= count
        and sum(name_cells.is_surname(first) for first, _ in around) * 2 >= len(around)
    )


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether each name follows a number and a blank, without a sign between, and the numbers ascend."""
    numbers = [int(pattern_match[1]) for name in names if (pattern_match := NUMBER.match(name))]
    return len(numbers) > 1 and len(numbers) == len(list(filter(None, names))) and numbers == sorted(set(numbers))

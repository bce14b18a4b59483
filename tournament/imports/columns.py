"""Tells what the columns of a list of players hold: by their headings, else by what is in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournament.imports import answers, name_cells
from tournament.imports.answers import Answer
from tournament.imports.headings import (
    NAMES,
    Heading,
    Holds,
    Sureness,
    asks_who_is_away,
    consists_of_headings,
    count_headings,
    is_known_otherwise,
    read_heading,
    says_surname_first,
    share_of_headings,
)
from tournament.names import is_contact, search_key

ROWS_ABOVE_A_HEADER = 10
# A longer cell is no name; so many rows are read to tell what the columns hold.
LONGEST_CELL = 200
ROWS_THAT_TELL = 100
# A column of remarks is one of answers if it has a cancellation, and no more different texts than these.
MOST_ANSWERS = 12
# A first row of more words with a word for names in it is a question for them.
WORDS_OF_A_NAME = 4
OTHER_HALF = {Holds.FIRST_NAME: Holds.SURNAME, Holds.SURNAME: Holds.FIRST_NAME}

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Recognised:
    """What the columns hold, and how many rows stand above the first player; `header` are the headings, if any."""

    columns: tuple[Holds, ...]
    above: int = 0
    header: tuple[str, ...] = ()
    surname_first: bool = False


def recognise_columns(rows: Sequence[Row]) -> Recognised:
    """Recognise the columns of these rows, each of which has a letter."""
    number = _header(rows)
    if number is None:
        above = _rows_above(rows)
        header = tuple(rows[above - 1]) if above else ()
        return Recognised(_by_content(rows[above:], header), above, header)
    column_kinds = _by_headings(rows, number)
    of_names = (cell for cell, kind in zip(rows[number], column_kinds, strict=False) if kind is Holds.NAME)
    return Recognised(column_kinds, number + 1, tuple(rows[number]), any(map(says_surname_first, of_names)))


def seats_of(column_kinds: Sequence[Holds]) -> tuple[tuple[int, ...], ...]:
    """Return the columns of each player of a row.

    Each column of whole names is a player. Halves of names belong to one player, unless they come again: first name,
    surname, first name, surname. A single column of names beside only one half is the other half.
    """
    whole = [nth for nth, kind in enumerate(column_kinds) if kind is Holds.NAME]
    halves = [nth for nth, kind in enumerate(column_kinds) if kind in OTHER_HALF]
    if len(whole) == 1:
        return ((*whole, *halves),)
    runs: list[list[int]] = []
    for nth in halves:
        if runs and column_kinds[runs[-1][-1]] is column_kinds[nth]:
            runs[-1].append(nth)
        else:
            runs.append([nth])
    if len(runs) > 2 and len(runs) % 2 == 0:
        parts = [(*first, *second) for first, second in zip(runs[::2], runs[1::2], strict=True)]
    else:
        parts = [tuple(halves)] if halves else []
    return (*((nth,) for nth in whole), *parts)


def missing_half(
    column_kinds: Sequence[Holds], rows: Sequence[Row], header: Row
) -> tuple[int, tuple[Holds, ...]] | None:
    """Find the column that looks like the half of the names that is missing; return it and what the columns then hold.

    None where no half is missing, or no column looks like it.
    """
    kinds = {kind for kind in column_kinds if kind in NAMES}
    if len(kinds) != 1 or sum(kind in NAMES for kind in column_kinds) != 1:
        return None
    (kind,) = kinds
    of_names = column_kinds.index(kind)
    below = _columns_of(rows)
    if not _are_mostly(name_cells.is_surname, below[of_names]) or not all(map(_is_one_word, below[of_names])):
        return None
    for nth, cells in enumerate(below):
        is_free = column_kinds[nth] is Holds.LEFT_OUT or (
            column_kinds[nth] is Holds.CLUB and not _says(header, nth, Holds.CLUB)
        )
        if is_free and not _is_known_otherwise(header, nth) and _looks_like_half(cells, len(below[of_names])):
            half = OTHER_HALF.get(kind, Holds.SURNAME if nth > of_names else Holds.FIRST_NAME)
            halves = {of_names: OTHER_HALF[half], nth: half}
            return nth, tuple(halves.get(column, holds) for column, holds in enumerate(column_kinds))
    return None


def _says(header: Row, nth: int, holds: Holds) -> bool:
    return nth < len(header) and read_heading(header[nth]).holds is holds


def _is_known_otherwise(header: Row, nth: int) -> bool:
    return nth < len(header) and is_known_otherwise(header[nth])


def _is_one_word(cell: str) -> bool:
    return len(cell.split()) == 1 or name_cells.is_surname(cell)


def _looks_like_half(cells: Sequence[str], count: int) -> bool:
    """Whether these cells may be first names or surnames: single words with a capital, mostly different ones."""
    return (
        len(cells) * 2 > count
        and len({search_key(cell) for cell in cells}) * 2 > len(cells)
        and all(
            _is_one_word(cell)
            and cell.replace("-", "").replace("'", "").replace("’", "").replace(" ", "").isalpha()
            and cell.split()[-1][:1] != cell.split()[-1][:1].lower()
            and not name_cells.is_no_name(cell)
            and not name_cells.is_club(cell)
            and answers.meaning_of(cell) is Answer.UNKNOWN
            for cell in cells
        )
    )


def _header(rows: Sequence[Row]) -> int | None:
    """Return the index of the row of headings, of which at least one is over names; None without one.

    It is the first such row; a later one only if it has more headings, and more cells or a greater share of headings:
    a title and what is known of the list stand above it, players made of the same words below it.
    """
    best: int | None = None
    for number, row in enumerate(rows[:ROWS_ABOVE_A_HEADER]):
        column_kinds = _by_headings(rows, number)
        count = count_headings(row)
        is_name_known = any(
            kind in NAMES and _is_known_for_sure(read_heading(cell), column_kinds)
            for cell, kind in zip(row, column_kinds, strict=False)
        )
        is_composed = OTHER_HALF.keys() <= set(column_kinds) or (share_of_headings(row) * 2 > 1 and _width(row) > 1)
        is_question = number == 0 and any(
            kind in NAMES and len(cell.split()) > WORDS_OF_A_NAME for cell, kind in zip(row, column_kinds, strict=False)
        )
        if NAMES.isdisjoint(column_kinds) or not (is_name_known or is_composed or is_question):
            continue
        if best is None or (
            count > count_headings(rows[best])
            and (_width(row) > _width(rows[best]) or share_of_headings(rows[best]) * 2 <= 1)
        ):
            best = number
    return best


def _is_known_for_sure(heading: Heading, column_kinds: Sequence[Holds]) -> bool:
    """Whether a heading is known; "Player 1" alone may as well be a player."""
    return heading.is_known and (not heading.number or sum(map(bool, column_kinds)) > 1)


def _width(row: Row) -> int:
    return sum(map(bool, row))


def _by_headings(rows: Sequence[Row], number: int) -> tuple[Holds, ...]:
    """Return what the columns hold by the headings of this row, except over contacts and cells that are no names."""
    row = rows[number]
    readings = [read_heading(cell) for cell in row]
    if not any(reading.holds is not Holds.LEFT_OUT for reading in readings):
        return ()
    below = _columns_of(rows[number + 1 :])
    below += [[]] * (len(row) - len(below))
    kinds = [Holds.LEFT_OUT] * len(row)
    may_be_names = {
        nth: reading
        for nth, reading in enumerate(readings)
        if reading.holds in NAMES and not _holds_no_name(below[nth]) and (below[nth] or not any(below))
    }
    for nth, kind in _name_columns(may_be_names, below).items():
        kinds[nth] = kind
    is_of_several = len(seats_of(kinds)) > 1
    seen: set[tuple[Holds, int]] = set()
    for nth, reading in enumerate(readings):
        sort = (reading.holds, reading.number if is_of_several else 0)
        is_of_orders = reading.holds is Holds.PAID and any(map(answers.says_off, below[nth]))
        if is_of_orders or (reading.holds is Holds.STATUS and _may_be_answers(row[nth], below[nth])):
            kinds[nth] = Holds.STATUS
        elif reading.holds in (Holds.CLUB, Holds.PAID) and sort not in seen:
            if reading.holds is Holds.PAID or not _holds_no_name(below[nth]):
                kinds[nth] = reading.holds
                seen.add(sort)
        elif kinds[nth] is Holds.LEFT_OUT and (_are_of_poll(row[nth], below[nth]) or _has_cancellation(below[nth])):
            kinds[nth] = Holds.STATUS
    return tuple(kinds)


def _name_columns(readings: Mapping[int, Heading], below: Sequence[Sequence[str]]) -> dict[int, Holds]:
    """Choose the columns with the names of the players, and which part each holds.

    Those about one person belong together: about the player if there are such, else about whoever is named first.
    """
    if not readings:
        return {}
    surest = min(readings.values(), key=lambda reading: (max(reading.sureness, Sureness.PLAYER), reading.sureness))
    if surest.is_known:
        of_one = {nth: reading for nth, reading in readings.items() if reading.is_known}
    else:
        of_one = {nth: heading for nth, heading in readings.items() if heading.who == surest.who}
    numbers = sorted({reading.number for reading in of_one.values()})
    seats = [{nth: heading for nth, heading in of_one.items() if heading.number == number} for number in numbers]
    whole_seats = [seat for seat in (_one_name(seat, below) for seat in seats) if _is_whole(seat)]
    if len(whole_seats) > 1:
        return {nth: kind for seat in whole_seats for nth, kind in seat.items()}
    kind_by_column = _one_name(of_one, below)
    if len(set(kind_by_column.values())) == 1 and Holds.NAME not in kind_by_column.values():
        # One half alone: the other may be under a heading with words that are not known.
        (half,) = set(kind_by_column.values())
        other_columns = [
            nth
            for nth, heading in readings.items()
            if heading.holds in (OTHER_HALF[half], Holds.NAME) and heading.sureness is Sureness.UNKNOWN_WORDS
        ]
        if other_columns and not _repeats(below[other_columns[0]], below[min(kind_by_column)]):
            kind_by_column[other_columns[0]] = OTHER_HALF[half]
    return kind_by_column


def _is_whole(seat: Mapping[int, Holds]) -> bool:
    return Holds.NAME in seat.values() or {Holds.FIRST_NAME, Holds.SURNAME} <= set(seat.values())


def _one_name(readings: Mapping[int, Heading], below: Sequence[Sequence[str]]) -> dict[int, Holds]:
    """Choose the columns of one name among those with these headings."""
    halves: dict[int, Holds] = {}
    for nth, reading in readings.items():
        if reading.holds in OTHER_HALF and (reading.is_further or reading.holds not in halves.values()):
            halves[nth] = reading.holds
    whole = [nth for nth, reading in readings.items() if reading.holds is Holds.NAME]
    best = min(whole, key=lambda nth: (readings[nth].sureness, nth), default=None)
    if best is None or not halves:
        return halves if best is None else {best: Holds.NAME}
    if set(halves.values()) == {Holds.FIRST_NAME, Holds.SURNAME}:
        is_fuller = len(below[best]) > max(len(below[nth]) for nth in halves)
        return {best: Holds.NAME} if is_fuller else halves
    half = next(iter(halves.values()))
    beside = next((nth for nth in whole if not _repeats(below[nth], below[next(iter(halves))])), None)
    return {best: Holds.NAME} if beside is None else {**halves, beside: OTHER_HALF[half]}


def _repeats(whole: Sequence[str], half: Sequence[str]) -> bool:
    """Whether a column has whole names, which repeat the halves that stand in another column."""
    words = {word for name in whole if len(name.split()) > 1 for word in search_key(name).split()}
    return _are_mostly(lambda part: words.issuperset(search_key(part).split()), half)


def _holds_no_name(cells: Sequence[str]) -> bool:
    return (_are_mostly(is_contact, cells) and _are_mostly(name_cells.holds_no_name, cells)) or (
        len(cells) > 1 and all(map(name_cells.holds_no_name, cells))
    )


def _may_be_answers(heading: str, cells: Sequence[str]) -> bool:
    """Whether a column may tell who comes: not one of days and numbers, nor a list where nobody is checked in yet.

    Under "Cancelled", the day says that somebody does not come.
    """
    if asks_who_is_away(heading):
        return not any(name_cells.AMOUNT.fullmatch(search_key(cell)) for cell in cells)
    has_digits = _are_mostly(lambda cell: any(map(str.isdigit, cell)) and cell not in ("0", "1"), cells)
    meanings = {answers.meaning_of(cell) for cell in cells}
    return bool(cells) and not has_digits and not (meanings == {Answer.NO} and all(map(answers.is_plain, cells)))


def _are_of_poll(heading: str, cells: Sequence[str]) -> bool:
    """Whether a column has the answers of a poll, below the day or the time that was offered."""
    texts = [cell for cell in cells if not cell.isdecimal()]
    is_day = any(map(str.isdigit, heading)) and "?" not in heading
    return is_day and bool(texts) and all(map(answers.is_plain, texts))


def _has_cancellation(cells: Sequence[str]) -> bool:
    """Whether a column has the word that somebody does not come, and no more different texts than there are answers."""
    different = {search_key(cell) for cell in cells}
    return len(different) <= MOST_ANSWERS and any(
        answers.section_meaning(cell) is Answer.OFF and not name_cells.is_club(cell) for cell in cells
    )


def _by_content(rows: Sequence[Row], header: Row) -> tuple[Holds, ...]:
    """Return what the columns of a list without a heading for names hold: names in the first possible one, clubs.

    Clubs are below their heading or where club words are; without headings, in the next column with names.
    """
    columns, header_kinds = _columns_of(rows), [read_heading(cell).holds for cell in header]
    club = header_kinds.index(Holds.CLUB) if Holds.CLUB in header_kinds else None
    kinds = [kind if kind in (Holds.PAID, Holds.STATUS) else Holds.LEFT_OUT for kind in header_kinds[: len(columns)]]
    kinds += [Holds.LEFT_OUT] * (len(columns) - len(kinds))
    of_words = [nth for nth, cells in enumerate(columns) if any(any(map(str.isalpha, cell)) for cell in cells)]
    for nth, cells in enumerate(columns):
        heading = header[nth] if nth < len(header) else ""
        # The only words are names.
        if of_words == [nth] or (kinds[nth] is Holds.STATUS and not _may_be_answers(heading, cells)):
            kinds[nth] = Holds.LEFT_OUT
        elif kinds[nth] is Holds.LEFT_OUT and nth != club and _tells_who_comes(cells, heading, has_header=bool(header)):
            kinds[nth] = Holds.STATUS
    free = [nth for nth, kind in enumerate(kinds) if kind is not Holds.STATUS]
    possible = [nth for nth in free if columns[nth] and not _are_mostly(name_cells.holds_no_name, columns[nth])]
    if club is None and len(possible) > 1:
        club = next((nth for nth in possible if _are_mostly(name_cells.is_club, columns[nth])), None)
    if not possible:
        possible = [nth for nth in free if not all(map(name_cells.holds_no_name, columns[nth]))]
    names = [nth for nth in possible if nth != club]
    name = next((nth for nth in names if not _is_doubtful(columns[nth])), names[0] if names else None)
    if name is None:
        return tuple(kinds)
    if club not in possible:
        club = None if header else next((nth for nth in names if nth > name), None)
    kinds[name] = Holds.NAME
    if club is not None:
        are_people = not header and _are_people(columns[name]) and _are_people(columns[club])
        kinds[club] = Holds.NAME if are_people else Holds.CLUB
    return tuple(kinds)


def _are_people(cells: Sequence[str]) -> bool:
    """Whether each cell has a first name and a surname, none of them twice, as no column of clubs has."""
    return 1 < len(cells) == len(set(cells)) and all(
        len(words := cell.split()) == 2
        and all(word.isalpha() and word[0].isupper() and not word.isupper() for word in words)
        and not name_cells.is_club(cell)
        for cell in cells
    )


def _tells_who_comes(cells: Sequence[str], heading: str, *, has_header: bool) -> bool:
    """Whether a column without a known heading tells who comes."""
    if not cells or not any(answers.meaning_of(cell) is not Answer.UNKNOWN for cell in cells):
        return False
    if has_header:
        return _are_of_poll(heading, cells) or (_has_cancellation(cells) and len(cells) > 1)
    is_plain = all(map(answers.is_plain, cells)) and any(
        answers.is_mark(cell) or answers.meaning_of(cell) is Answer.NO for cell in cells
    )
    return is_plain or (_has_cancellation(cells) and not all(map(answers.says_off, cells)))


def _rows_above(rows: Sequence[Row]) -> int:
    """How many rows stand above a list that has no known heading for names."""
    first = rows[:ROWS_ABOVE_A_HEADER]
    header = next(
        (
            number
            for number, row in enumerate(first)
            if _is_header(rows, number) or consists_of_headings(row) or any(cell.endswith("?") for cell in row)
        ),
        None,
    )
    if header is None:
        return 0
    # A poll has months, days and hours in rows of their own, all without anything above the names.
    while header + 1 < len(first) and not first[header][0] and not first[header + 1][0]:
        header += 1
    return header + 1


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
        and not any(answers.meaning_of(cell) is not Answer.UNKNOWN for cell in (heading, *over))
        and len(under) >= max(fewest, 1)
        and all(map(name_cells.holds_no_name, under))
        for heading, over, under in zip_longest(rows[number], above, below, fillvalue="")
    )


def _columns_of(rows: Sequence[Row]) -> list[list[str]]:
    """The filled cells of each column, from as many rows as it takes to tell what the column holds."""
    columns = zip_longest(*rows[:ROWS_THAT_TELL], fillvalue="")
    return [[cell[:LONGEST_CELL] for cell in column if cell] for column in columns]


def _are_mostly(kind: Callable[[str], bool], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(kind, cells)) * 2 >= len(cells)


def _is_doubtful(cells: Sequence[str]) -> bool:
    """Whether a column is unlikely to hold the names: numbered words, codes, or a few words again and again."""
    below = cells[1:]
    is_repeated = bool(below) and len(set(below)) * 2 <= len(below)
    are_codes = len(cells) > 1 and all(len(cell) <= 3 and cell.isascii() and cell.isupper() for cell in cells)
    return is_repeated or are_codes or _are_mostly(_is_numbered_word, cells)


def _is_numbered_word(cell: str) -> bool:
    return " " not in cell and any(map(str.isdigit, name_cells.LEADING_NUMBER.sub("", cell)))

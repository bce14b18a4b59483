"""A list of single matches of earlier years, from an Excel workbook or a text file (CSV)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import BinaryIO

from tournament.actions.clubs import clean_name
from tournament.engine.refusals import Refused
from tournament.imports.cells import Limits, NumberedRow, search_keys, text_of
from tournament.imports.files import read_list
from tournament.imports.headings import CAMEL, GENDERED
from tournament.imports.match_cells import NO, STOPPED, is_bye, is_day_first, read_date, read_score, whole_number
from tournament.names import fold, search_key

# Several times what a club plays in twenty years.
LIMITS = Limits(rows=60_000, megabytes=8, megabytes_unpacked=60)
ROWS_ABOVE_A_HEADER = 10
LONGEST_MATCH = 99

# The words of each kind of heading, in the usual languages; a heading has only words that are known here or below.
WORDS = {
    "date": search_keys(
        "date datum tag day spieltag played gespielt data fecha dato tarih дата ημερομηνια pvm paivays dag dia"
        " jour giorno when wann"
    ),
    "winner": search_keys(
        "winner sieger siegerin gewinner gewinnerin won gagnant gagnante vainqueur vincitore vincitrice ganador"
        " ganadora vencedor vencedora vinder vinner vinnare winnaar zwyciezca vitez gyoztes kazanan voittaja"
        " победитель νικητης"
    ),
    "loser": search_keys(
        "loser verlierer verliererin lost perdant perdante perdente perdedor perdedora taber taper forlorare verliezer"
        " przegrany porazeny vesztes kaybeden haviaja проигравший ηττημενος"
    ),
    "length": search_keys(
        "length matchlange matchlaenge lange laenge spiellange longueur lunghezza longitud largo comprimento laengde"
        " langd lengde kampleangde kamplaengde matchlangd lengte dlugosc delka hossz uzunluk pituus длина μηκος"
    ),
    "player": search_keys(
        "player spieler spielerin name joueur joueuse giocatore giocatrice jugador jugadora jogador jogadora spiller"
        " spelare speler gracz hrac jatekos oyuncu pelaaja игрок παικτης"
    ),
    "opponent": search_keys(
        "opponent gegner gegnerin adversaire avversario avversaria oponente rival adversario modstander motstander"
        " motstandare tegenstander przeciwnik souper ellenfel rakip vastustaja соперник αντιπαλος"
    ),
    "home": search_keys("home heim heimspieler"),
    "away": search_keys("away gast gastspieler visitor auswarts"),
    "points": search_keys(
        "points point punkte pkt pts erg punti puntos pontos poang poeng punten punkty body pontok puan pisteet очки"
        " ποντοι"
    ),
    "match": search_keys("match matches partie"),
    "score": search_keys(
        "score result ergebnis punktestand resultat risultato punteggio resultado marcador resultaat uitslag wynik"
        " vysledek eredmeny sonuc skor tulos счет результат σκορ αποτελεσμα stand"
    ),
    "outcome": search_keys("outcome ausgang"),
    "rated": search_keys("rated gewertet"),
}
ORDERED = {
    **dict.fromkeys(("1", "a", "first", "erster", "erste", "one"), "first"),
    **dict.fromkeys(("2", "b", "second", "zweiter", "zweite", "two"), "second"),
}
# Which of the two players a column belongs to if no number in the heading tells.
SEATS = {"opponent": "second", "away": "second", "home": "first", "player": "first"}
BESIDE = search_keys("of the per je by on am des der die das to bis in s and du di do da le la il el point each")
KNOWN_WORDS = frozenset().union(*WORDS.values(), BESIDE, ORDERED)
LONGEST_HEADING = 60
# A list of the pairings of a round, as this program saves it, has these columns and one of the table.
OF_A_ROUND = frozenset(("first", "second", "first_points", "second_points", "outcome"))
TABLE = search_keys("table tisch")

# A list has columns for winner and loser, or for two players, and then tells the winner otherwise.
BY_RESULT, BY_SEAT = ("winner", "loser"), ("first", "second")


# The number of a line, and why it could not be read.
Mistake = tuple[int, Refused]


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
class MatchList:
    """The matches read, in the order of the file, and the lines that could not be read.

    `byes` are the lines in which a player has no opponent, `unrated` is the number of lines that the list itself calls
    not rated. `encoding` is that of a text, guessed or chosen, and empty if the file leaves no doubt.
    """

    lines: tuple[MatchLine, ...]
    mistakes: tuple[Mistake, ...]
    byes: tuple[Mistake, ...] = ()
    encoding: str = ""
    unrated: int = 0


def read_match_list(file: BinaryIO, today: date, encoding: str = "", *, early_years: bool = False) -> MatchList:
    """Read the matches of a file; `encoding` is the one that the user has chosen, if any.

    With `early_years` the user says that matches of a lifetime ago are meant. Raises Refused if the file lacks a
    header, a column or any match.
    """
    source_list = read_list(file, LIMITS, lambda cells: len(_columns(cells)), encoding=encoding)
    return replace(understand(source_list.rows, today, early_years=early_years), encoding=source_list.encoding)


def understand(numbered_rows: Sequence[NumberedRow], today: date, *, early_years: bool = False) -> MatchList:
    """Read the matches in these rows, and the mistakes. Raises Refused without a header, needed columns or a match."""
    header = next(
        (nth for nth, row in enumerate(numbered_rows[:ROWS_ABOVE_A_HEADER]) if len(_columns(row.cells)) > 1), None
    )
    if header is None:
        raise Refused("match_list_without_header")
    columns = _columns(numbered_rows[header].cells)
    if missing := _missing(columns):
        if columns.keys() >= OF_A_ROUND and any(
            search_key(text_of(cell)) in TABLE for cell in numbered_rows[header].cells
        ):
            raise Refused("match_list_is_of_a_round")
        raise Refused("match_list_lacks_columns", columns=missing)
    filled = [row for row in numbered_rows[header + 1 :] if any(text_of(cell) for cell in row.cells)]
    if not filled:
        raise Refused("match_list_without_match")
    day_first = is_day_first(text_of(_cell(row, columns, "date")) for row in filled)
    read_day = partial(read_date, day_first=day_first, today=today, early_years=early_years)
    lines: list[MatchLine] = []
    mistakes: list[Mistake] = []
    byes: list[Mistake] = []
    rated = [row for row in filled if search_key(text_of(_cell(row, columns, "rated"))) not in NO]
    for row in rated:
        try:
            lines.append(_line(row, columns, read_day))
        except Refused as refused:
            (byes if refused.code == "match_against_bye" else mistakes).append((row.number, refused))
    if not (lines or mistakes):
        raise Refused("match_list_without_match")
    return MatchList(tuple(lines), tuple(mistakes), tuple(byes), unrated=len(filled) - len(rated))


def _is_by_seat(columns: Mapping[str, int]) -> bool:
    return not columns.keys() >= set(BY_RESULT) and not columns.keys().isdisjoint(BY_SEAT)


def _missing(columns: Mapping[str, int]) -> tuple[str, ...]:
    needed = ["date", *(BY_SEAT if _is_by_seat(columns) else BY_RESULT), "length"]
    tells_winner = "winner" in columns or columns.keys() >= {"first_points", "second_points"}
    if _is_by_seat(columns) and not tells_winner:
        needed.append("score")
    return tuple(kind for kind in needed if kind not in columns)


def _columns(cells: Sequence[object]) -> dict[str, int]:
    """Return the number of the column, from 0, of each known kind of heading in the row."""
    columns: dict[str, int] = {}
    for column, cell in enumerate(cells):
        if kind := _heading(text_of(cell)):
            columns.setdefault(kind, column)
    return columns


def _heading(cell: str) -> str:
    """Return what the column below a heading holds; empty for a text that is no known heading."""
    text = GENDERED.sub("", search_key(CAMEL.sub(" ", cell)).replace("_", " ")) if len(cell) <= LONGEST_HEADING else ""
    words = re.findall(r"[^\W\d]+|\d+", text)
    kinds = {kind for word in words for kind, kind_words in WORDS.items() if word in kind_words}
    orders = {ORDERED[word] for word in words if word in ORDERED}
    if not kinds or len(orders) > 1 or not all(word in KNOWN_WORDS for word in words):
        return ""
    is_of_points = not kinds.isdisjoint(("points", "score"))
    who = next((who for who in BY_RESULT if who in kinds), "")
    if not who and (orders or not kinds.isdisjoint(SEATS)):
        who = next((SEATS[kind] for kind in SEATS if kind in kinds), "first") if not orders else orders.pop()
        is_of_nobody = kinds.isdisjoint((*SEATS, "points", "score"))
        return "" if is_of_nobody else f"{who}_points" if is_of_points else who
    if who:
        return f"{who}_points" if is_of_points else who
    if "length" in kinds or (kinds <= {"match", "points"} and "match" in kinds and len(words) > 1):
        return "length"
    return next((kind for kind in ("date", "score", "outcome", "rated") if kind in kinds), "")


def _cell(row: NumberedRow, columns: Mapping[str, int], kind: str) -> object:
    column = columns.get(kind)
    return row.cells[column] if column is not None and column < len(row.cells) else None


def _line(row: NumberedRow, columns: Mapping[str, int], read_day: Callable[[object], date]) -> MatchLine:
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
    if is_by_seat:
        is_first = _is_won_by_first(text_of(cell("winner")), (first, second), points)
        if points:
            points = max(points), min(points)
        if not is_first:
            first, second = second, first
    if points and search_key(text_of(cell("outcome"))) in STOPPED:
        # The points of a match that was stopped are not those of its end, and only those are stored.
        points = None
    if points and points[0] < points[1]:
        raise Refused("match_winner_has_fewer", winner_points=points[0], loser_points=points[1])
    if points and not points[1] < length <= points[0]:
        raise Refused("match_points_impossible", winner_points=points[0], loser_points=points[1], length=length)
    return MatchLine(row.number, read_day(cell("date")), first, second, length, points)


def _is_won_by_first(winner: str, names: tuple[str, str], points: tuple[int, int] | None) -> bool:
    """Whether the first player won, by points and winner column. Raises Refused if these tell no winner or disagree."""
    by_winner = {"1": 0, "2": 1, fold(names[0]): 0, fold(names[1]): 1}.get(fold(clean_name(winner))) if winner else None
    by_points = int(points[0] < points[1]) if points and points[0] != points[1] else None
    if (points and by_points is None) or (winner and by_winner is None) or (by_winner is None and by_points is None):
        raise Refused("match_without_winner")
    if by_winner is not None and by_points is not None and by_winner != by_points:
        raise Refused("match_without_winner")
    return (by_points if by_winner is None else by_winner) == 0


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
    """Return the points in the order of the names; None if the list has none for the match."""
    first, second = map(text_of, of_each)
    if first or second:
        points = whole_number(first), whole_number(second)
        if points[0] is None or points[1] is None:
            raise Refused("match_points_unknown", text=f"{first} : {second}"[:30])
        return points[0], points[1]
    if not text_of(score):
        return None
    return read_score(score, order_counts=is_by_seat)

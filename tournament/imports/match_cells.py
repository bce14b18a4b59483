"""Reads the cells of a list of matches: dates, numbers and scores as people and spreadsheets write them."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta

from tournament.engine.refusals import Refused
from tournament.imports.cells import text_of
from tournament.names import search_key

EARLIEST_YEAR = 1900
# Older matches are asked about: a year of two digits, or a slip, may mean another century.
YEARS_IN_A_LIFETIME = 60
# Numbers that are read as days as Excel counts them; a smaller number may be a year.
SPREADSHEET_BEGINS = date(1899, 12, 30)
FIRST_SPREADSHEET_DAY, LAST_SPREADSHEET_DAY = 20_000, 99_999

DAY_NUMBER = re.compile(r"(\d{5})(?:[.,]\d+)?")
# The months by the first letters of their names, in the usual languages.
MONTHS = (
    ("jan", "gen", "ene", "sty", "led", "oca", "янв", "ιαν"), ("feb", "fev", "lut", "uno", "sub", "фев", "φεβ"),
    ("mar", "mrz", "maa", "brez", "мар", "μαρ"), ("apr", "avr", "abr", "kwi", "dub", "nis", "апр", "απρ"),
    ("may", "mai", "maj", "mag", "mei", "kve", "май", "мая", "μαι"), ("jun", "juin", "giu", "cze", "июн", "ιουν"),
    ("jul", "juil", "lug", "lip", "tem", "июл", "ιουλ"), ("aug", "aou", "ago", "sie", "srp", "авг", "αυγ"),
    ("sep", "set", "wrz", "zar", "eyl", "сен", "σεπ"), ("oct", "okt", "ott", "out", "paz", "rij", "eki", "окт", "οκτ"),
    ("nov", "lis", "kas", "ноя", "νοε"), ("dec", "dez", "dic", "des", "gru", "pro", "ara", "дек", "δεκ"),
)  # fmt: skip
_HOUR = r"(?:[T ,]+(?:um |at )?\d{1,2}[:.]\d{2}.*)?"
WEEKDAY = re.compile(
    r"(?:[^\W\d_]{2,12}\.?,|(?:mo|tu|di|we|mi|th|do|fr|sa|su|so)[^\W\d_]{0,8}\.?,?)\s+(?=.*\d)", re.IGNORECASE
)
ISO = re.compile(r"(?P<year>\d{4})(?P<mark>[-/.]?)(?P<month>\d\d|(?<!\d\d\d\d)\d)(?P=mark)(?P<day>\d\d?)(?:[T ].*)?")
DOTTED = re.compile(
    rf"(?P<day>\d{{1,2}})(?P<mark>\.\s?|-)(?P<month>\d{{1,2}})(?P=mark)(?P<year>\d{{4}}|\d{{2}}){_HOUR}"
)
NAMED = re.compile(
    rf"(?P<day>\d{{1,2}})\.?[ -](?:de )?(?P<month>[^\W\d_]{{3,12}})\.?[ ,-]+(?:de )?(?P<year>\d{{4}}|\d{{2}}){_HOUR}"
)
NAMED_FIRST = re.compile(
    rf"(?P<month>[^\W\d_]{{3,12}})\.?[ -](?P<day>\d{{1,2}})(?:st|nd|rd|th)?[ ,-]+(?P<year>\d{{4}}){_HOUR}"
)
# A day without a year, which may be a score that a spreadsheet took for a date.
DAY = re.compile(r"(?P<day>\d{1,2})\.?[ -]?(?P<month>[^\W\d_]{3,12})\.?|(?P<first>\d{1,2})\.(?P<second>\d{1,2})\.")
SLASHED = re.compile(rf"(?P<first>\d{{1,2}})/(?P<second>\d{{1,2}})/(?P<year>\d{{4}}|\d{{2}}){_HOUR}")
NUMBER = re.compile(
    r"(?:(?:to|bis|auf|à|a|op|til|do) )?(\d{1,3})(?:[.,]0+)?(?:er)?"
    r"(?:[ -]?(?:pts?|p|points?|pkte?|pkt|punkte?|punti|puntos|pontos|poäng|poeng|punten)\.?)?(?:[ -]?match)?\.?",
    re.IGNORECASE,
)
# A score that a spreadsheet took for a time has zero seconds, too.
SCORE = re.compile(
    r"[(\[]?(?:(?P<days>\d) days?, )?(?P<first>\d{1,2})(?:[.,]0)?\s*(?:[:\-–/]|\b(?:zu|to|a|à)\b)\s*"
    r"(?P<second>\d{1,2})(?:[.,]0|:00)?(?:\s?(?P<half>[ap])\.?m\.?)?[)\]*]?(?:\s(?:points?|punkte|pts?|pkt)\.?)?",
    re.IGNORECASE,
)
# A time as a spreadsheet stores it, as a fraction of a day.
PART_OF_A_DAY = re.compile(r"\d[.,]\d{4,}")
BYES = frozenset(
    ("bye", "freilos", "spielfrei", "exempt", "riposo", "descansa", "oversidder", "frirunde", "n n", "no opponent",
     "kein gegner")
)  # fmt: skip


NO = frozenset(("no", "nein", "n", "false", "falsch", "0", "non", "nee", "nej", "nei", "нет", "οχι", "unrated"))
STOPPED = frozenset(("stopped", "abgebrochen"))


def is_bye(name: str) -> bool:
    """Whether a name stands for nobody: "BYE", "- Freilos -", "---"."""
    return " ".join(re.findall(r"[^\W\d_]+", search_key(name))) in BYES or bool(re.fullmatch(r"[\s\-–—./]+", name))


def whole_number(text: str) -> int | None:
    """Return the number in "5", "5.0" or "5 pt"; None for any other text."""
    pattern_match = NUMBER.fullmatch(text)
    return int(pattern_match[1]) if pattern_match else None


def read_score(cell: object, *, order_counts: bool) -> tuple[int, int]:
    """Return both players' points in the order of the cell, even if a spreadsheet took them for a time.

    Points taken for a date, like 5 March, have lost their order, and the more come first. Raises Refused:
    match_points_unknown, and match_score_is_date if `order_counts`.
    """
    minutes = _minutes(cell)
    if minutes is not None:
        return divmod(minutes, 60)
    text = text_of(cell)
    if pattern_match := SCORE.fullmatch(text):
        first, half = (
            int(pattern_match["first"]) + 24 * int(pattern_match["days"] or 0),
            (pattern_match["half"] or "").lower(),
        )
        return first % 12 + 12 * (half == "p") if half else first, int(pattern_match["second"])
    if day := (cell.day, cell.month) if isinstance(cell, date) else _day_of_text(text):
        if order_counts:
            raise Refused("match_score_is_date", text=text[:30])
        return max(day), min(day)
    raise Refused("match_points_unknown", text=text[:30])


def _minutes(cell: object) -> int | None:
    """Return the minutes of a time, which may be longer than a day or a fraction of one; None for anything else."""
    if isinstance(cell, str) and PART_OF_A_DAY.fullmatch(cell):
        cell = float(cell.replace(",", "."))
    if isinstance(cell, float) and not cell.is_integer():
        cell = timedelta(seconds=round(cell * 24 * 60 * 60))
    if isinstance(cell, datetime) and (cell.year, cell.month) in ((1899, 12), (1900, 1)):
        # Excel counts its days from 1 January 1900, LibreOffice from the day before.
        begins = datetime(1899, 12, 30 if cell.year == 1899 else 31, tzinfo=cell.tzinfo)
        cell = cell - begins
    if isinstance(cell, time):
        cell = timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second)
    return cell // timedelta(minutes=1) if isinstance(cell, timedelta) and cell.seconds % 60 == 0 else None


def _day_of_text(text: str) -> tuple[int, int] | None:
    """Return the day and the month of a date written as text; None for any other text."""
    for pattern in (ISO, DOTTED, NAMED, NAMED_FIRST, DAY):
        if pattern_match := pattern.fullmatch(text):
            date_parts = pattern_match.groupdict()
            number = _month(date_parts["month"] or date_parts["second"] or "")
            return (int(date_parts["day"] or date_parts["first"] or 0), number) if number else None
    return None


def _month(text: str) -> int:
    """Return the number of a month by its number or its name; 0 for any other text."""
    if text.isdigit():
        return int(text)
    key = search_key(text)
    return next((number for number, begins in enumerate(MONTHS, start=1) if key.startswith(begins)), 0)


def read_date(cell: object, *, day_first: bool | None, today: date, early_years: bool = False) -> date:
    """Read the day of a match; with `early_years` it may be a lifetime ago.

    Raises Refused: match_date_unknown, match_date_ambiguous, match_date_impossible, match_year_doubtful.
    """
    if isinstance(cell, datetime):
        day = cell.date()
    elif isinstance(cell, date):
        day = cell
    elif isinstance(cell, int | float) and FIRST_SPREADSHEET_DAY <= cell <= LAST_SPREADSHEET_DAY:
        day = SPREADSHEET_BEGINS + timedelta(days=int(cell))
    else:
        day = _date_of_text(WEEKDAY.sub("", text_of(cell)), day_first, today)
    if day > today or day.year < EARLIEST_YEAR:
        raise Refused("match_date_impossible", date=day)
    if day.year < today.year - YEARS_IN_A_LIFETIME and not early_years:
        raise Refused("match_year_doubtful", date=day)
    return day


def _date_of_text(text: str, day_first: bool | None, today: date) -> date:
    tried = (pattern.fullmatch(text) for pattern in (ISO, DOTTED, SLASHED, NAMED, NAMED_FIRST))
    if pattern_match := next(filter(None, tried), None):
        date_parts = pattern_match.groupdict()
        if "first" in date_parts and day_first is None:
            raise Refused("match_date_ambiguous", text=text)
        day, month = date_parts.get("day") or date_parts["first"], date_parts.get("month") or date_parts["second"]
        if "first" in date_parts and not day_first:
            day, month = month, day
        with suppress(ValueError):
            return date(_full_year(int(date_parts["year"]), today), _month(month), int(day))
    if pattern_match := DAY_NUMBER.fullmatch(text):
        return SPREADSHEET_BEGINS + timedelta(days=int(pattern_match[1]))
    raise Refused("match_date_unknown", text=text[:30])


def _full_year(year: int, today: date) -> int:
    """Expand a year of two digits to the last one, this year included, with these digits."""
    if year >= 100:
        return year
    century = today.year - today.year % 100
    return century + year if century + year <= today.year else century - 100 + year


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether 3/4/2019 is in April, by the other dates of the list; None if they do not tell, or disagree.

    If no other date with slashes tells, one with dots does: people who write dots put the day first.
    """
    date_texts = [WEEKDAY.sub("", text) for text in texts]
    pattern_matches = [match for text in date_texts if (match := SLASHED.fullmatch(text))]
    day_first = any(int(match["first"]) > 12 for match in pattern_matches)
    month_first = any(int(match["second"]) > 12 for match in pattern_matches)
    if not (day_first or month_first) and any(map(DOTTED.fullmatch, date_texts)):
        return True
    return None if day_first == month_first else day_first

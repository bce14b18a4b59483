"""The cells of a list of matches: a day, a whole number, a score, as people and spreadsheets write them."""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta

from tournament.engine.refusals import Refused
from tournament.imports.cells import text_of
from tournament.names import search_key

EARLIEST_YEAR = 1900
# Days as Excel counts them; what is smaller may be a year.
SPREADSHEET_BEGINS = date(1899, 12, 30)
FIRST_SPREADSHEET_DAY, LAST_SPREADSHEET_DAY = 20_000, 99_999

_HOUR = r"(?:[T ,]+(?:um )?\d{1,2}[:.]\d{2}.*)?"
ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ].*)?")
DOTTED = re.compile(rf"(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?(?P<year>\d{{4}}|\d{{2}}){_HOUR}")
SLASHED = re.compile(rf"(?P<first>\d{{1,2}})/(?P<second>\d{{1,2}})/(?P<year>\d{{4}}|\d{{2}}){_HOUR}")
NUMBER = re.compile(
    r"(?:(?:to|bis|auf) )?(\d{1,3})(?:[.,]0+)?(?:[ -]?(?:pts?|p|points?|pkte?|punkte?))?\.?", re.IGNORECASE
)
# As a time it has zero seconds, too.
SCORE = re.compile(
    r"(?P<first>\d{1,2})(?:[.,]0)?\s*[:\-–]\s*(?P<second>\d{1,2})(?:[.,]0|:00)?(?:\s?(?P<half>[ap])\.?m\.?)?",
    re.IGNORECASE,
)
BYES = frozenset({"bye", "freilos", "spielfrei"})


def is_bye(name: str) -> bool:
    """Whether a name is the word for nobody: "BYE", "- Freilos -"."""
    return " ".join(re.findall(r"[^\W\d_]+", search_key(name))) in BYES


def whole_number(text: str) -> int | None:
    """The number in "5", "5.0", "5 pt"; None where there is none."""
    found = NUMBER.fullmatch(text)
    return int(found[1]) if found else None


def read_score(cell: object, *, order_counts: bool) -> tuple[int, int]:
    """The points of both as they stand, also where a spreadsheet has turned them into a time.

    Of one that it has turned into a day, the 5th of March, the order is lost. Raises Refused: match_points_unknown,
    match_score_is_date.
    """
    if isinstance(cell, time):
        cell = timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second)
    if isinstance(cell, timedelta) and cell.seconds % 60 == 0:
        return divmod(cell // timedelta(minutes=1), 60)
    if isinstance(cell, date) and not order_counts:
        return cell.day, cell.month
    text = text_of(cell)
    if found := SCORE.fullmatch(text):
        first, half = int(found["first"]), (found["half"] or "").lower()
        return first % 12 + 12 * (half == "p") if half else first, int(found["second"])
    if isinstance(cell, date) or ISO.fullmatch(text) or DOTTED.fullmatch(text):
        raise Refused("match_score_is_date", text=text[:30])
    raise Refused("match_points_unknown", text=text[:30])


def read_date(cell: object, *, day_first: bool | None, today: date) -> date:
    """The day of a match. Raises Refused: match_date_unknown, match_date_ambiguous, match_date_impossible."""
    if isinstance(cell, datetime):
        played = cell.date()
    elif isinstance(cell, date):
        played = cell
    elif isinstance(cell, int | float) and FIRST_SPREADSHEET_DAY <= cell <= LAST_SPREADSHEET_DAY:
        played = SPREADSHEET_BEGINS + timedelta(days=int(cell))
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


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether 3/4/2019 is in April, by the other dates of the list; None where they do not tell, or disagree.

    Where no other date with slashes tells, one with dots does: people who write dots put the day first.
    """
    written = list(texts)
    found = [match for text in written if (match := SLASHED.fullmatch(text))]
    day_first = any(int(match["first"]) > 12 for match in found)
    month_first = any(int(match["second"]) > 12 for match in found)
    if not (day_first or month_first) and any(map(DOTTED.fullmatch, written)):
        return True
    return None if day_first == month_first else day_first

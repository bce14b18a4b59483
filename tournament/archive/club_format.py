"""The club file: its parts, and the checks across all of its tournaments."""

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from tournament.archive import format as file_format
from tournament.archive.checks import CLUB_FORMAT, archive_with, values_in
from tournament.archive.strict_json import Part, broken, composed, number, quote, verbatim
from tournament.engine.refusals import Refused
from tournament.models import Wish, Wished
from tournament.money.years import RunNumber, read_year_number, year_number
from tournament.names import is_printable, tidy

# A club as one file, `backgammon-swiss-club/1`: its settings and persons, and its tournaments as archives.

MOST_OF_A_NAME = 100
MOST_VALUES = 1_000_000
"""Three times what 300 evenings with 20,000 results and 500 persons need."""
MOST_OF_A_NOTICE = 25_000
MOST_PERSONS = 100_000
Name = Annotated[str, verbatim(MOST_OF_A_NAME)]
Moment = Annotated[datetime, file_format.time_like(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00")]


class ClubSettingsPart(Part):
    rates: bool
    rating_start: Annotated[int, number(0, 9999)]
    rating_ramp: Literal["fibs", "slow", "none"]
    rates_stopped: bool
    currency: Annotated[str, AfterValidator(file_format.currency_code)] = "EUR"
    fee_limit_cents: Annotated[int, number(0, 999_999)] | None = None
    rating_months: Annotated[int, number(0, 1200)] = 12
    rating_experience: Annotated[int, number(0, 9999)] = 50
    fiscal_month: Annotated[int, number(1, 12)] = 1
    treasurer: Name = ""
    books_years: Annotated[int, number(0, 30)] = 10
    voucher_years: Annotated[int, number(0, 30)] = 8


class PersonPart(Part):
    """A person with their other names, `also`, and how they wish to appear; an erased person has an empty name."""

    name: Name
    also: list[Annotated[Name, composed()]] = []
    wish: Literal["full", "abbreviated", "hidden"] = "full"
    shown_as: Name = ""

    @property
    def wished(self) -> Wished:
        return Wished(Wish(self.wish), self.shown_as)


Year = Annotated[int, number(1900, 9000)]
Day = file_format.Day


class OtherYearPart(Part):
    """Vouchers of a tournament, by their numbers in it, that are entered in another year than that of their day.

    They are entered there under the day of their import, `booked_on`.
    """

    year: Year
    booked_on: Day | None = None
    vouchers: list[Annotated[int, number(1)]]


class KeptNamePart(Part):
    """A payer's name that vouchers keep, but the entry no longer has; vouchers by their numbers in the tournament.

    Books keep a name as printed, even of an erased person, until their retention period is over.
    """

    name: Name
    vouchers: list[Annotated[int, number(1)]]


class ClubTournamentPart(Part):
    """A tournament with its archive; `persons` are its players, in the order of their start numbers.

    Each is a position in the file's list of persons, counted from 1; practice has none. `not_in_run` lists vouchers, by
    their numbers in the tournament, whose `year_number` is from another club's numbering. `other_years` has the
    vouchers not entered in the year of their day, `kept_names` the names that only vouchers keep.
    """

    is_rated: bool
    persons: list[Annotated[int, number(1)]]
    not_in_run: list[Annotated[int, number(1)]] = []
    other_years: list[OtherYearPart] = []
    kept_names: list[KeptNamePart] = []
    archive: dict[str, Any]


NumberInFile = Annotated[int, number(1)]


class SeasonPart(Part):
    """A season between two days, or of `evenings`: positions in the list of tournaments, counted from 1."""

    key: str
    name: Name
    begins: Day | None = None
    ends: Day | None = None
    points_by: str
    table: str
    ties_share: bool
    best: NumberInFile | None = None
    is_own: bool = False
    finals_count: bool = True
    evenings: list[NumberInFile] = []


class MatchPart(Part):
    """A single match of earlier years; winner and loser by their positions in the list of persons."""

    date: Day
    winner: NumberInFile
    loser: NumberInFile
    match_length: Annotated[int, number(1, 999)]
    winner_points: Annotated[int, number(0, 9999)] | None = None
    loser_points: Annotated[int, number(0, 9999)] | None = None


class MatchListPart(Part):
    """Matches of earlier years imported together, with the name of their file and the time.

    Matches that were entered one by one are `single`.
    """

    name: Name
    at: Moment
    single: bool = False
    matches: list[MatchPart]


Cents = Annotated[int, number(0, 99_999_999)]


def _paper(text: str) -> str:
    """Raise the error archive_not_a_paper unless the text is a PDF or a ZIP-based file in base64."""
    try:
        content = b64decode(text, validate=True)
    except ValueError:
        content = b""
    if not content.startswith((b"%PDF-", b"PK")):
        raise broken("archive_not_a_paper")
    return text


class PapersPart(Part):
    """The papers of a year as made when it was closed, in base64: two PDFs, by paper size, and a workbook."""

    a4: Annotated[str, file_format.or_nothing(_paper)] = ""
    letter: Annotated[str, file_format.or_nothing(_paper)] = ""
    workbook: Annotated[str, file_format.or_nothing(_paper)] = ""


class YearPart(Part):
    """A fiscal year, named by the calendar year in which it begins: the counted cash, and when it was closed."""

    year: Year
    currency: Annotated[str, AfterValidator(file_format.currency_code)]
    opening_cents: Cents | None = None
    closing_cents: Cents | None = None
    closed_at: Moment | None = None
    closed_by: Annotated[str, verbatim(150)] = ""
    reason: Annotated[str, verbatim(200)] = ""
    papers: PapersPart = PapersPart()


class ClubVoucherPart(Part):
    """A voucher without a tournament: money put in or taken out, or of a deleted tournament, the `evening`.

    `number` is the printed one; `not_in_run`: it is from another club's numbering. `counters` is the position in this
    list, counted from 1, of the voucher that this one reverses.
    """

    year: Year
    number: Annotated[str, AfterValidator(file_format.year_number_text)]
    not_in_run: bool = False
    movement: Literal["fee", "refund", "prize", "put_in", "taken_out"]
    cents: Annotated[int, number(1, 99_999_999)]
    currency: Annotated[str, AfterValidator(file_format.currency_code)]
    purchase: Annotated[str, verbatim(200)] = ""
    party: Name = ""
    hand: Annotated[str, verbatim(150)] = ""
    at: Moment | None = None
    evening: Name = ""
    evening_date: Day | None = None
    kept_cents: Cents = 0
    open_cents: Cents = 0
    cancelled_at: Moment | None = None
    cancelled_by: Annotated[str, verbatim(150)] = ""
    counters: NumberInFile | None = None


class BooksPart(Part):
    years: list[YearPart] = []
    vouchers: list[ClubVoucherPart] = []


class ErasedPart(Part):
    """Somebody erased on an evening that was deleted since; the tournaments' archives have all others."""

    date: Day
    evening: Annotated[Name, composed()]
    draw_seed: Annotated[str, verbatim(file_format.LONGEST_SEED)] = ""
    number: NumberInFile


class NoticePart(Part):
    name: Literal["imprint", "privacy"]
    language: Annotated[str, verbatim(10), composed()]
    text: Annotated[str, verbatim(MOST_OF_A_NOTICE, of_lines=True), composed()]


class ClubPart(Part):
    format: Literal["backgammon-swiss-club/1"]
    name: Name
    place: Name
    settings: ClubSettingsPart
    persons: list[PersonPart]
    tournaments: list[ClubTournamentPart]
    seasons: list[SeasonPart] = []
    earlier_matches: list[MatchListPart] = []
    books: BooksPart = BooksPart()
    notices: list[NoticePart] = []
    erased: list[ErasedPart] = []


def read_club(data: bytes) -> ClubPart:
    """Read a club file, but not yet the archives in it. Raises Refused if it breaks a rule of the format."""
    values = values_in(data, MOST_VALUES)
    if values.get("format") == file_format.FORMAT:
        raise Refused("file_of_a_tournament")
    if values.get("format") != CLUB_FORMAT:
        raise Refused("archive_wrong_format", found=quote(values.get("format")), expected=CLUB_FORMAT)
    persons = values.get("persons")
    if isinstance(persons, list) and len(persons) > MOST_PERSONS:
        raise Refused("archive_too_much", most=MOST_PERSONS)
    part = ClubPart.of(values)
    names = [name for person in part.persons for name in (person.name, *person.also, person.shown_as)]
    names += [kept_name.name for tournament in part.tournaments for kept_name in tournament.kept_names]
    for name in (part.name, part.place, *(season.name for season in part.seasons), *names):
        if name != tidy(name) or not is_printable(name):
            raise Refused("club_file_name", name=name)
    for nth, tournament in enumerate(part.tournaments, start=1):
        if any(person > len(part.persons) for person in tournament.persons):
            raise Refused("club_file_persons", number=nth)
        if len(set(tournament.persons)) != len(tournament.persons):
            raise Refused("club_file_persons", number=nth)
    if sum(season.is_own for season in part.seasons) > 1:
        raise Refused("club_file_season", name=part.seasons[-1].name)
    for season in part.seasons:
        if not _is_possible_season(season, len(part.tournaments)):
            raise Refused("club_file_season", name=season.name)
    for match_list in part.earlier_matches:
        if not all(_is_possible(match, len(part.persons)) for match in match_list.matches):
            raise Refused("club_file_matches", name=match_list.name)
    if not _are_possible_books(part.books):
        raise Refused("club_file_books")
    if len({(notice.name, notice.language) for notice in part.notices}) != len(part.notices):
        raise Refused("club_file_notices")
    return part


def _is_possible_season(season: SeasonPart, tournaments: int) -> bool:
    """Whether a season's key, table and span are valid, and its evenings are in the file."""
    is_table = re.fullmatch(r"[0-9]{1,4}( [0-9]{1,4})*", season.table) and len(season.table) <= 500
    is_key = re.fullmatch("[-a-z0-9_]{1,40}", season.key)
    days = [day for day in (season.begins, season.ends) if day]
    is_span = len(days) != 1 and days == sorted(days)
    return bool(is_key and is_table and is_span) and all(number <= tournaments for number in season.evenings)


def _is_possible(match: MatchPart, persons: int) -> bool:
    """Whether a match is between two persons of the file, with points that decide it or none at all."""
    won, lost = match.winner_points, match.loser_points
    are_none = won is None and lost is None
    are_points = won is not None and lost is not None and lost < match.match_length <= won
    return match.winner != match.loser and max(match.winner, match.loser) <= persons and (are_none or are_points)


def _are_possible_books(books: BooksPart) -> bool:
    """Whether no year and no number occurs twice, numbers are of their years, closed years have their cash counted, and
    each counter-entry reverses an earlier voucher, once unless it is cancelled.
    """
    years = [year_part.year for year_part in books.years]
    in_run = [(voucher.year, read_year_number(voucher.number)) for voucher in books.vouchers if not voucher.not_in_run]
    countered = [(place, voucher.counters) for place, voucher in enumerate(books.vouchers, start=1) if voucher.counters]
    in_force = [voucher.counters for voucher in books.vouchers if voucher.counters and not voucher.cancelled_at]
    are_counted = all(year_part.closing_cents is not None for year_part in books.years if year_part.closed_at)
    are_before = all(first < place and not books.vouchers[first - 1].counters for place, first in countered)
    told_once = all(len(set(numbers)) == len(numbers) for numbers in (years, in_run, in_force))
    are_of_their_year = all(number and number[0] == year for year, number in in_run)
    return are_counted and are_before and told_once and are_of_their_year


# Checks that the tournaments in the file agree with the rest of it.


def tournament_in_file(number: int, tournament_part: ClubTournamentPart) -> file_format.Archive:
    """Read the archive of the tournament at this position. Raises Refused if invalid or a player has no person."""
    try:
        archive = archive_with(tournament_part.archive)
    except Refused as refused:
        raise Refused("club_file_tournament", number=number, because=refused) from refused
    if len(tournament_part.persons) != (0 if archive.settings.get("practice") else len(archive.players)):
        raise Refused("club_file_players", name=archive.name)
    return archive


def run_numbers(tournament_part: ClubTournamentPart, archive: file_format.Archive) -> dict[int, RunNumber]:
    """Return the vouchers' numbers in their year of the club, by their numbers in the tournament."""
    return {
        payment.voucher: number
        for payment in archive.payments
        if payment.voucher not in tournament_part.not_in_run and (number := read_year_number(payment.year_number))
    }


def refuse_repeated_numbers(
    tournaments: Sequence[ClubTournamentPart], archives: Sequence[file_format.Archive], books: BooksPart
) -> None:
    """Raise Refused if two vouchers of the file have the same number in a year of the club."""
    year_numbers = [voucher.number for voucher in books.vouchers if not voucher.not_in_run]
    for tournament_part, archive in zip(tournaments, archives, strict=True):
        year_numbers += [year_number(*number) for number in run_numbers(tournament_part, archive).values()]
    if twice := next((number for number, count in Counter(year_numbers).items() if count > 1), None):
        raise Refused("club_file_number_twice", number=twice)

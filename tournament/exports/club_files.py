"""All public files of a club: seasons as PDF, for spreadsheets and as JSON, ratings, and the evenings to come.

Add a new file to this list and to the URLs.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from tournament.exports.club_data import all_matches_json, ratings_json, season_json
from tournament.exports.csv_table import sheet_csv
from tournament.exports.money import CASH_BOOK
from tournament.exports.open_data import calendar_of
from tournament.exports.open_files import CSV, ICS, JSON, PDF, XLSX
from tournament.exports.pdf import MOST_ROUNDS_UPRIGHT, NO_ADDRESS, STANDINGS, sheet_part, sheet_pdf
from tournament.exports.xlsx import workbook_of
from tournament.models import Club, Season, Tournament
from tournament.models.tournament import PaperSize
from tournament.money.years import YearCash
from tournament.pages.cash import year_cash_sheet
from tournament.pages.seasons import all_matches_sheet, names_in_season, ratings_sheet, season_sheet
from tournament.pages.sheets import Sheet, in_language_of
from tournament.paper.document import document
from tournament.paper.letters import names_on_paper
from tournament.paper.page import PAGES
from tournament.queries.seasons import ClubYears, SeasonFacts, evenings, years_of


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A public file; `name` is its URL name, `file` the name to save it as.

    `write` takes the club's years; for a file about a season also its facts and the public address to print.
    """

    name: str
    content_type: str
    write: Callable[..., bytes]
    file: str = ""
    is_of_a_season: bool = True
    needs_ratings: bool = False

    def content(self, club: Club, key: str = "", public_url: str = "") -> bytes | None:
        """Write the file in the language of the club's newest tournament; None if there is no such file."""
        years = years_of(club)
        with in_language_of_club(years):
            if not self.is_of_a_season:
                return self.write(years) if club.rates or not self.needs_ratings else None
            season = years.season_by_key(key)
            return None if season is None else self.write(years, years.season(season), public_url)


def in_language_of_club(years: ClubYears) -> AbstractContextManager[None]:
    """Activate the language of the club's newest tournament, which is that of its printouts."""
    return in_language_of(years.tournaments[-1]) if years.tournaments else nullcontext()


def _paper_of(years: ClubYears) -> str:
    return years.tournaments[-1].paper if years.tournaments else PaperSize.A4.value


def _season_pdf(years: ClubYears, facts: SeasonFacts, public_url: str) -> bytes:
    """Print the season, in landscape format if the evenings do not fit in portrait format."""
    sheet = season_sheet(years, facts)
    page = PAGES[_paper_of(years)]
    wide = page.on_its_side if len(sheet.columns) > MOST_ROUNDS_UPRIGHT + 3 else page
    # A name with letters that cannot be printed carries the number that is in the address of the person's page.
    with names_on_paper(names_in_season(years, facts)):
        return sheet_pdf(sheet, STANDINGS, public_url, timezone.now(), wide)


def _season_xlsx(years: ClubYears, facts: SeasonFacts, public_url: str) -> bytes:
    day = facts.evenings[-1].tournament.date if facts.evenings else timezone.localdate()
    return workbook_of([season_sheet(years, facts, as_numbers=True)], facts.season.name, day, _paper_of(years))


SEASON_PDF = ClubFile("season_pdf", PDF, _season_pdf)
SEASON_XLSX = ClubFile("season_xlsx", XLSX, _season_xlsx, "season-{key}.xlsx")
SEASON_CSV = ClubFile(
    "season_csv",
    CSV,
    lambda years, facts, _url: sheet_csv(season_sheet(years, facts, as_numbers=True)),
    "season-{key}.csv",
)
SEASON_JSON = ClubFile("season_json", JSON, lambda years, facts, _url: season_json(years, facts))
RATINGS_CSV = ClubFile(
    "ratings_csv",
    CSV,
    lambda years: sheet_csv(ratings_sheet(years, timezone.localdate())),
    is_of_a_season=False,
    needs_ratings=True,
)
RATINGS_JSON = ClubFile(
    "ratings_json",
    JSON,
    lambda years: ratings_json(years, timezone.localdate()),
    is_of_a_season=False,
    needs_ratings=True,
)


def _all_matches_csv(years: ClubYears, *, is_public: bool = True) -> bytes:
    return sheet_csv(all_matches_sheet(years, is_public=is_public))


def _all_matches_xlsx(years: ClubYears, *, is_public: bool = True) -> bytes:
    sheet = all_matches_sheet(years, is_public=is_public)
    day = years.tournaments[-1].date if years.tournaments else timezone.localdate()
    return workbook_of([sheet], sheet.title, day, _paper_of(years))


def _club_calendar(years: ClubYears) -> bytes:
    club_evenings = evenings(years.club, timezone.localdate())
    return calendar_of((*club_evenings.running, *club_evenings.coming))


ALL_MATCHES_CSV = ClubFile("all_matches_csv", CSV, _all_matches_csv, "matches.csv", is_of_a_season=False)
ALL_MATCHES_XLSX = ClubFile("all_matches_xlsx", XLSX, _all_matches_xlsx, "matches.xlsx", is_of_a_season=False)
ALL_MATCHES_JSON = ClubFile("all_matches_json", JSON, all_matches_json, is_of_a_season=False)
# The same for directors of the club, with full names, by file extension.
ALL_MATCHES = {"csv": ALL_MATCHES_CSV, "xlsx": ALL_MATCHES_XLSX, "json": ALL_MATCHES_JSON}
CLUB_CALENDAR = ClubFile("club_calendar", ICS, _club_calendar, is_of_a_season=False)
CLUB_FILES = (
    SEASON_PDF,
    SEASON_XLSX,
    SEASON_CSV,
    SEASON_JSON,
    RATINGS_CSV,
    RATINGS_JSON,
    *ALL_MATCHES.values(),
    CLUB_CALENDAR,
)


# Content type and writer of the register by file extension; with full names, it is for directors of the club only.
REGISTER_FILES: dict[str, tuple[str, Callable[[Sheet, date], bytes]]] = {
    "csv": (CSV, lambda sheet, _day: sheet_csv(sheet)),
    "xlsx": (XLSX, lambda sheet, day: workbook_of([sheet], sheet.title, day, PaperSize.A4.value)),
}


def year_cash_pdf(
    years: ClubYears, season: Season, cash_years: Sequence[YearCash[Tournament]], printed_at: datetime
) -> bytes:
    """Print the cash of a season, evening by evening, each currency on separate pages, with lines to sign."""
    page = PAGES[_paper_of(years)]
    parts = [sheet_part(year_cash_sheet(season, year), CASH_BOOK, NO_ADDRESS, printed_at, page) for year in cash_years]
    return document(f"{season.club.name} · {season.name}", page, parts)


def year_cash_xlsx(years: ClubYears, season: Season, cash_years: Sequence[YearCash[Tournament]]) -> bytes:
    day = cash_years[-1].evenings[-1].evening.date
    return workbook_of([year_cash_sheet(season, year) for year in cash_years], season.name, day, _paper_of(years))

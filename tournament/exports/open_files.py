"""Files that every web site may read: standings, rounds, finals and the evening, for sheets, calendars, programs."""

from collections.abc import Callable
from dataclasses import dataclass

from tournament.exports.csv_table import sheet_csv
from tournament.exports.open_data import bracket_json, calendar_of, pairings_json, standings_json
from tournament.models import Tournament
from tournament.pages import rounds, sheets, standings
from tournament.queries.evening import Evening, public_evening
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import standings_page

CSV, JSON, PDF = "text/csv; charset=utf-8", "application/json", "application/pdf"
ICS = "text/calendar; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A public file; `name` is its URL name; `write` takes the evening and the number of the round, 0 without one."""

    name: str
    content_type: str
    write: Callable[[Evening, int], bytes]
    is_of_a_round: bool = False

    def content(self, tournament: Tournament, number: int = 0) -> bytes | None:
        """Return the file in the tournament's language; None if its round is not public."""
        evening = public_evening(tournament)
        if self.is_of_a_round and evening.round(number) is None:
            return None
        with sheets.in_language_of(tournament):
            return self.write(evening, number)


STANDINGS_CSV = OpenFile(
    "standings_csv",
    CSV,
    lambda evening, _number: sheet_csv(standings.standings_sheet(evening.tournament, standings_page(evening))),
)
STANDINGS_JSON = OpenFile(
    "standings_json", JSON, lambda evening, _number: standings_json(evening.tournament, standings_page(evening))
)
PAIRINGS_CSV = OpenFile(
    "pairings_csv", CSV, lambda evening, number: sheet_csv(rounds.pairings_sheet(round_page(evening, number))), True
)
PAIRINGS_JSON = OpenFile(
    "pairings_json", JSON, lambda evening, number: pairings_json(round_page(evening, number)), True
)
BRACKET_JSON = OpenFile(
    "bracket_json", JSON, lambda evening, _number: bracket_json(evening.tournament, rounds.bracket_page(evening))
)
CALENDAR = OpenFile("calendar", ICS, lambda evening, _number: calendar_of([evening.tournament]))
OPEN_FILES = (STANDINGS_CSV, STANDINGS_JSON, PAIRINGS_CSV, PAIRINGS_JSON, BRACKET_JSON, CALENDAR)

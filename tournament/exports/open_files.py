"""Files that every web site may read: standings, rounds, finals and the evening, for sheets, calendars, programs."""

from collections.abc import Callable
from dataclasses import dataclass

from tournament.exports.csv_table import sheet_csv
from tournament.exports.open_data import bracket_json, calendar_of, pairings_json, standings_json
from tournament.models import Tournament
from tournament.pages import rounds, sheets, standings
from tournament.queries.facts import Facts, facts_of

CSV, JSON, PDF = "text/csv; charset=utf-8", "application/json", "application/pdf"
ICS = "text/calendar; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A public file; `name` is its URL name; `write` takes the facts and the number of the round, 0 without one."""

    name: str
    content_type: str
    write: Callable[[Facts, int], bytes]
    is_of_a_round: bool = False

    def content(self, tournament: Tournament, number: int = 0) -> bytes | None:
        """Return the file in the tournament's language; None if its round is not public."""
        facts = facts_of(tournament)
        if self.is_of_a_round and facts.round(number) is None:
            return None
        with sheets.in_language_of(tournament):
            return self.write(facts, number)


STANDINGS_CSV = OpenFile(
    "standings_csv", CSV, lambda facts, _number: sheet_csv(standings.standings_sheet(facts.tournament, facts.ranking))
)
STANDINGS_JSON = OpenFile(
    "standings_json", JSON, lambda facts, _number: standings_json(facts.tournament, facts.ranking)
)
PAIRINGS_CSV = OpenFile(
    "pairings_csv", CSV, lambda facts, number: sheet_csv(rounds.pairings_sheet(facts.pairings(number))), True
)
PAIRINGS_JSON = OpenFile("pairings_json", JSON, lambda facts, number: pairings_json(facts.pairings(number)), True)
BRACKET_JSON = OpenFile(
    "bracket_json", JSON, lambda facts, _number: bracket_json(facts.tournament, rounds.bracket_page(facts.evening))
)
CALENDAR = OpenFile("calendar", ICS, lambda facts, _number: calendar_of([facts.tournament]))
OPEN_FILES = (STANDINGS_CSV, STANDINGS_JSON, PAIRINGS_CSV, PAIRINGS_JSON, BRACKET_JSON, CALENDAR)

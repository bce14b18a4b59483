"""What pages and papers show of seasons, ratings and lists of matches."""

import csv
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from io import StringIO
from itertools import count, islice, starmap
from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from tournament.imports.match_lists import MatchLine
from tournament.models import Club, ImportedMatch, Tournament
from tournament.names import has_words, person_key, search_key
from tournament.pages import sheets, standings
from tournament.pages.tables import NUMBER, Attributes, ListTable, bidi_name, link
from tournament.phrases import seasons as phrases
from tournament.phrases.results import outcome_label, score_text
from tournament.phrases.values import short_day, signed
from tournament.queries import clubs, seasons as queries
from tournament.queries.all_matches import ClubMatch, all_matches
from tournament.queries.persons import KnownPerson, MatchName, match_names
from tournament.queries.record import finals_places
from tournament.season import prospects, ranking
from tournament.season.points import Points
from tournament.season.ratings import Ramp, RatingRules

# Lists of matches: how the program has understood a list, shown before its matches count.

# The most names listed that need no decision; further ones are only counted.
MOST_SHOWN = 200
MOST_RATINGS = 30


# A name in the list and the persons it can mean: each with its value, empty for a new person, and whether it is chosen.
NameChoice = tuple[MatchName, tuple[tuple[str, str, bool], ...]]


class MatchListPage:
    """A list of matches as understood, and as answered so far; without a club no person is known yet.

    `chosen` holds the person meant by each name, as answered; `rules` and `rates` say how the club rates from then on,
    by default as before.
    """

    def __init__(
        self,
        club: Club,
        match_lines: Sequence[MatchLine],
        rules: RatingRules | None = None,
        file_name: str = "",
        *,
        rates: bool = True,
        chosen: Mapping[str, int | None] | None = None,
    ) -> None:
        self.club, self.lines, self.file_name, self.rates = club, match_lines, file_name, rates
        self.rules = rules or RatingRules(club.rating_start, Ramp(club.rating_ramp))
        self.chosen = chosen or {}
        self.first_day = min(line.date for line in match_lines)
        self.last_day = max(line.date for line in match_lines)
        self.names = match_names(club, (name for line in match_lines for name in (line.winner, line.loser)))
        self.known = tuple(name for name in self.names if not name.is_new and not name.is_doubtful)
        self.new = tuple(name for name in self.names if name.is_new and not name.similar)

    @property
    def matches(self) -> int:
        return len(self.lines)

    @cached_property
    def doubtful(self) -> tuple[NameChoice, ...]:
        """The names of several persons, of whom the director has to choose one."""
        return tuple(_choice(name, name.persons, self.chosen) for name in self.names if name.is_doubtful)

    @cached_property
    def similar(self) -> tuple[NameChoice, ...]:
        """The new names that may be known ones, misspelt."""
        alike = (name for name in self.names if name.is_new and name.similar)
        return tuple(_choice(name, name.similar_persons, self.chosen) for name in alike)

    @property
    def open_names(self) -> tuple[NameChoice, ...]:
        """The names not chosen yet for which several persons, a similar one, or none are known."""
        new = (_choice(name, (), self.chosen) for name in self.new)
        return tuple(choice for choice in (*self.doubtful, *self.similar, *new) if choice[0].name not in self.chosen)

    @property
    def persons(self) -> dict[str, int | None]:
        """Map each name's key to the person meant: as answered, else the first candidate; None is a new person."""
        clear = {person_key(name.name): name.persons[0].key if name.persons else None for name in self.names}
        return clear | {person_key(name): person for name, person in self.chosen.items()}

    @property
    def text(self) -> str:
        """The list as it is sent again with the answers."""
        text = StringIO()
        table = csv.writer(text, delimiter="\t")
        table.writerow(["date", "winner", "loser", "length", "winner points", "loser points"])
        for line in self.lines:
            points = line.points or ("", "")
            table.writerow([line.date.isoformat(), line.winner, line.loser, line.match_length, *points])
        return text.getvalue()

    @cached_property
    def following(self) -> "Following":
        return Following(self.club, self.lines, self.persons, self.rules)


def _choice(name: MatchName, persons: Sequence[KnownPerson], person_by_name: Mapping[str, int | None]) -> NameChoice:
    chosen_key = person_by_name.get(name.name, persons[0].key if name.is_doubtful else None)
    options = [
        (str(person.key), f"{person.name} ({nth})", person.key == chosen_key)
        for nth, person in enumerate(persons, start=1)
    ]
    newly = ("", "", chosen_key is None)
    return name, ((*options, newly) if name.is_doubtful else (newly, *options))


class Following:
    """The effect of a list: how many matches are `here` already or `new`, some `ratings`, the number of `others`.

    A rating has the player's name, the ratings `before`, empty if there is none, and `after`, and the experience then.
    `persons` maps each name's `person_key` to the person meant.
    """

    def __init__(
        self, club: Club, match_lines: Sequence[MatchLine], persons: Mapping[str, int | None], rules: RatingRules
    ) -> None:
        years = queries.years_of(clubs.with_edition(club))
        written = {person_key(name): name for line in match_lines for name in (line.winner, line.loser)}
        # New persons get negative keys, which nobody has.
        numbers = {key: persons.get(key) or -nth for nth, key in enumerate(written, start=1)}
        names = {number: written[key] for key, number in numbers.items()} | dict(years.names)
        keys = [
            (line.date, numbers[person_key(line.winner)], numbers[person_key(line.loser)], line.match_length)
            for line in match_lines
        ]
        new = [keys[position] for position in queries.positions_of_new(keys, queries.counted_matches(club))]
        rated = years.ratings_with(new, rules)
        in_order = sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))
        self.here, self.new = len(match_lines) - len(new), len(new)
        self.ratings: tuple[dict[str, str | int], ...] = tuple(
            {
                "name": names[person],
                "before": phrases.rating_text(years.ratings[person].rating) if person in years.ratings else "",
                "after": phrases.rating_text(rated[person].rating),
                "experience": rated[person].experience,
            }
            for person in islice((person for person in in_order if names.get(person)), MOST_RATINGS)
        )
        self.others = len(rated) - len(self.ratings)

    @property
    def here_sentence(self) -> str:
        return phrases.here_sentence(self.here, self.new) if self.here else ""


# A season on pages, papers and in files: columns, rows, and a sentence for each row.

# The number of evenings with a column each; points of earlier evenings share one column.
MOST_COLUMNS = 10
# The number of rows on the club's own page.
IN_THE_HEAD = 5
# The number of rows of a season on the wall display.
ON_THE_WALL = 16
# The number of evenings in the drawing.
MOST_DRAWN = 16
# Rows for each part of a long season: a row has a cell for every evening, a reason names all evenings of a player.
ROWS, REASONS = 100, 40


class ShownCell:
    """A player's points of an evening, None if absent; `is_won` marks the winner, `is_struck` points not counted."""

    def __init__(self, cell: ranking.SeasonCell | None, *, is_running: bool) -> None:
        self.points = phrases.points_text(cell.points) if cell else None
        self.is_won = bool(cell and cell.is_won)
        self.is_struck = bool(cell and not cell.counts)
        self.is_running = is_running

    @property
    def classes(self) -> str:
        """The CSS classes of the cell, each with a leading blank."""
        looks = {"none": self.points is None, "won": self.is_won, "running": self.is_running}
        return "".join(f" {name}" for name, holds in looks.items() if holds)


class ShownRow:
    """A player's row in the ranking of a season."""

    def __init__(self, page: "SeasonPage", placed: "SeasonPlace") -> None:
        self.page, self.placed = page, placed
        self.rank, self.person = placed.row.rank, placed.row.person

    @property
    def part(self) -> int:
        """The part of the page of reasons with this row."""
        return self.placed.part(REASONS)

    @property
    def name(self) -> str:
        return name_of(self.page.years, self.person)

    @property
    def is_known(self) -> bool:
        """Whether the player has a page."""
        return self.page.years.is_known(self.person)

    @property
    def earlier(self) -> str:
        """The points of the evenings that share a column, empty without one."""
        return _sum_of(self.placed.row.cells[: self.page.earlier]) if self.page.earlier else ""

    @property
    def cells(self) -> Iterator[ShownCell]:
        season_cells = self.placed.row.cells[self.page.earlier :]
        for cell, each in zip(season_cells, self.page.columns, strict=True):
            yield ShownCell(cell, is_running=each.played.is_running)

    @property
    def points(self) -> str:
        return phrases.points_text(self.placed.row.points)

    @property
    def rating(self) -> str:
        rated = self.page.years.ratings.get(self.person)
        return phrases.rating_text(rated.rating) if rated else ""

    @property
    def rating_change(self) -> str:
        change = (self.page.facts.rating_changes or {}).get(self.person)
        return "" if change is None else signed(round(change))

    @property
    def notes(self) -> tuple[str, ...]:
        """What decided against the row below."""
        below = self.placed.below
        decided = phrases.decided_words(below.decided_by, name_of(self.page.years, below.person)) if below else ""
        return (decided,) if decided else ()


class SeasonPage:
    """The ranking of a season; evenings in `columns` have a column each, the number of `earlier` ones share one."""

    def __init__(self, years: queries.ClubYears, facts: queries.SeasonFacts, listed: "Sequence[SeasonPlace]") -> None:
        self.years, self.facts = years, facts
        self.columns = facts.evenings[-MOST_COLUMNS:]
        self.earlier = len(facts.evenings) - len(self.columns)
        self.rows = tuple(ShownRow(self, placed) for placed in listed)
        self.has_ratings = bool(years.club.rates and years.ratings)

    @property
    def counting(self) -> str:
        return phrases.counting_sentence(self.facts.rules, len(self.facts.evenings))

    @property
    def rules(self) -> str:
        return f"{phrases.rules_sentence(self.facts.rules)} {phrases.order_sentence()}"

    @property
    def state(self) -> str:
        return provisional_words(self.facts)

    @property
    def since(self) -> date | None:
        """The day since which the ratings have changed by the amounts shown."""
        return self.facts.since if self.has_ratings else None


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A row of the ranking with its position from 1, and the row below."""

    position: int
    row: ranking.SeasonRow
    below: ranking.SeasonRow | None

    def part(self, size: int) -> int:
        """The number of the part with this row, where each part has `size` rows."""
        return (self.position - 1) // size + 1


def placed_rows(facts: queries.SeasonFacts, years: queries.ClubYears) -> tuple[SeasonPlace, ...]:
    season_rows = in_order(facts, years)
    return tuple(starmap(SeasonPlace, zip(count(1), season_rows, [*season_rows[1:], None], strict=False)))


def in_order(facts: queries.SeasonFacts, years: queries.ClubYears) -> Sequence[ranking.SeasonRow]:
    """Sort the rows by place; players who share a place by name."""
    names = years.names
    return sorted(facts.rows, key=lambda row: (row.rank, names[row.person].casefold(), row.person))


def name_of(years: queries.ClubYears, person: int) -> str:
    return years.names.get(person) or _("Someone")


def _sum_of(season_cells: Sequence[ranking.SeasonCell | None]) -> str:
    points = [cell.points for cell in season_cells if cell is not None and cell.counts]
    return phrases.points_text(sum(points)) if points else ""


def row_reasons(page: SeasonPage, today: date) -> Iterator[tuple[ShownRow, list[str]]]:
    """Explain each row of the page: evenings that count, evenings struck out, what decided, what is still possible."""
    facts = page.facts
    more_to_come = bool(facts.rest(today)) and facts.running is None
    out_of_reach = facts.out_of_reach(today)
    for shown_row in page.rows:
        row = shown_row.placed.row
        cells = [
            (cell, phrases.on_evening(cell.points, date_format(season_evening.tournament.date, "SHORT_DATE_FORMAT")))
            for cell, season_evening in zip(row.cells, facts.evenings, strict=True)
            if cell is not None
        ]
        sentences = [
            phrases.counted_sentence(
                [text for cell, text in cells if cell.counts], [text for cell, text in cells if not cell.counts]
            ),
            *(f"{note[:1].upper()}{note[1:]}." for note in shown_row.notes),
        ]
        if row.person in out_of_reach:
            sentences.append(_("Can no longer reach first place."))
        needed = prospects.needed_to_improve(row, facts.rules)
        if needed and more_to_come:
            points = phrases.points_text(needed)
            sentences.append(_("One more evening counts only with more than %(points)s.") % {"points": points})
        yield shown_row, sentences


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person found by name; `placed` is their row in the season, None if they have not played in it."""

    person: int
    name: str
    placed: SeasonPlace | None

    @property
    def points(self) -> str:
        return phrases.points_text(self.placed.row.points) if self.placed else ""

    @property
    def part_of_season(self) -> dict[str, int]:
        """The query parameter for the part of the ranking with the person's row; empty for part 1."""
        part = self.placed.part(ROWS) if self.placed else 1
        return {"part": part} if part > 1 else {}


def found_persons(years: queries.ClubYears, facts: queries.SeasonFacts | None, typed: str) -> tuple[FoundPerson, ...]:
    """Find persons by words of their names; names that begin with the typed text come first."""
    sought = search_key(typed.strip())
    words = sought.split()
    person_names = [(person, name) for person, name in years.names.items() if words and has_words(words, name)]
    person_names.sort(key=lambda item: (not search_key(item[1]).startswith(sought), search_key(item[1]), item[0]))
    placed = {place.row.person: place for place in placed_rows(facts, years)} if facts else {}
    return tuple(
        FoundPerson(person, name, placed.get(person)) for person, name in person_names if years.is_known(person)
    )


def names_in_season(years: queries.ClubYears, facts: queries.SeasonFacts) -> dict[int, str]:
    """Map the persons of a season to their names."""
    return {row.person: name_of(years, row.person) for row in facts.rows}


def season_course(years: queries.ClubYears, facts: queries.SeasonFacts) -> standings.CoursePage:
    """Build the drawing of places after each of the last evenings, including places shared."""
    first = max(len(facts.evenings) - MOST_DRAWN, 0)
    tables = facts.places_after(first + 1)
    course_lines = [
        standings.CourseLine(
            row.person, name_of(years, row.person), tuple(table.get(row.person) for table in tables), nth
        )
        for nth, row in enumerate(in_order(facts, years), start=1)
    ]
    days = tuple(short_day(season_evening.tournament.date) for season_evening in facts.evenings[first:])
    return standings.CoursePage(tuple(course_lines), max(len(tables) - 1, 0), days)


def season_sheet(years: queries.ClubYears, facts: queries.SeasonFacts, *, as_numbers: bool = False) -> sheets.Sheet:
    """List the season for paper; `as_numbers`, for other programs, every evening has a column and sums are formulas."""
    shown_evenings = facts.evenings if as_numbers else facts.evenings[-MOST_COLUMNS:]
    earlier = len(facts.evenings) - len(shown_evenings)
    with_ratings = bool(years.ratings)
    columns = [sheets.Column(_("Place"), sheets.ColumnKind.NUMBER), sheets.Column(_("Name"), sheets.ColumnKind.NAME)]
    if earlier:
        columns.append(sheets.Column(_("earlier"), sheets.ColumnKind.NUMBER))
    columns += [_day_column(season_evening, with_year=as_numbers) for season_evening in shown_evenings]
    columns.append(sheets.Column(_("Points"), sheets.ColumnKind.NUMBER))
    if with_ratings:
        columns.append(sheets.Column(_("Rating"), sheets.ColumnKind.NUMBER))
    rows = []
    for row in in_order(facts, years):
        cells: list[sheets.Cell] = [row.rank, name_of(years, row.person)]
        if earlier:
            cells.append(_sum_of(row.cells[:earlier]))
        if as_numbers:
            cells += _figures(row, len(cells))
        else:
            cells += [*map(_listed, row.cells[earlier:]), _number(row.points)]
        if with_ratings:
            rated = years.ratings.get(row.person)
            cells.append(round(rated.rating) if rated else None)
        rows.append(tuple(cells))
    return sheets.Sheet(
        title=years.club.name,
        subtitle=facts.season.name,
        columns=tuple(columns),
        rows=tuple(rows),
        notes=(
            *([sheets.Strong(provisional_words(facts))] if facts.running else ()),
            *(
                phrases.given_up_sentence(evening.name, evening.date)
                for evening in facts.given_up(timezone.localdate())
            ),
            phrases.counting_sentence(facts.rules, len(facts.evenings)),
            f"{phrases.rules_sentence(facts.rules)} {phrases.order_sentence()}",
        ),
        linked=_("The season on your phone"),
    )


def _day_column(season_evening: queries.CountedEvening, *, with_year: bool) -> sheets.Column:
    day = season_evening.tournament.date
    if with_year:
        return sheets.Column(date_format(day, "SHORT_DATE_FORMAT"), sheets.ColumnKind.NUMBER, day)
    return sheets.Column(short_day(day), sheets.ColumnKind.NUMBER)


def _figures(row: ranking.SeasonRow, first_column: int) -> list[sheets.Figure | None]:
    """A player's points of each evening and their sum; the first evening is in column `first_column`, from 0."""
    cells = [
        None if cell is None else sheets.Figure(cell.points, cell.is_won and cell.counts, not cell.counts)
        for cell in row.cells
    ]
    counted_columns = tuple(nth for nth, cell in enumerate(row.cells, first_column) if cell is not None and cell.counts)
    return [*cells, sheets.Figure(row.points, is_strong=True, added=counted_columns)]


def provisional_words(facts: queries.SeasonFacts) -> str:
    """Say that the ranking is provisional: which evening is running, and in which round; empty if none is."""
    if facts.running is None:
        return ""
    tournament, number = facts.running.tournament, facts.running.played.rounds
    return _("Provisional: evening %(evening)s, %(round)s") % {
        "evening": facts.evenings.index(facts.running) + 1,
        "round": phrases.round_reached(
            number, max(tournament.planned_rounds, number), is_closed=False, places=finals_places(tournament, number)
        ),
    }


def _listed(cell: ranking.SeasonCell | None) -> sheets.Cell:
    if cell is None:
        return None
    text = phrases.points_text(cell.points)
    if not cell.counts:
        return sheets.Struck(text)
    return sheets.Strong(text) if cell.is_won else _number(cell.points)


def _number(points: Points) -> int | str:
    return int(points) if points.denominator == 1 else phrases.points_text(points)


def wall_season(tournament: Tournament) -> dict[str, Any] | None:
    """Build the first rows of the main season that the tournament counts for, else of another; None without any.

    Each row has place, name and points.
    """
    years = queries.years_with(tournament)
    facts = next(iter(years.seasons_with(tournament, timezone.localdate())), None) if years else None
    if years is None or facts is None:
        return None
    season_rows = in_order(facts, years)[:ON_THE_WALL]
    shown_rows = tuple((row.rank, name_of(years, row.person), phrases.points_text(row.points)) for row in season_rows)
    return {"name": facts.season.name, "is_provisional": facts.running is not None, "rows": shown_rows}


# The ranking by rating: active players with enough matches, then the others.


class RatingRow:
    """A player's rating; `experience` is the sum of match lengths in rated matches, `enough` the sum required.

    `rank` counts only active players with enough experience, and is None for others. `change` is the change of rating
    since the month began, `last` the day of the last rated match.
    """

    def __init__(self, years: queries.ClubYears, person: int, today: date) -> None:
        club, rated = years.club, years.ratings[person]
        active_since = months_before(today, club.rating_months) if club.rating_months else date.min
        begins = ((rating, years.days[nth].date) for nth, rating in reversed(rated.course))
        before = next((rating for rating, day in begins if day < today.replace(day=1)), club.rating_start)
        self.rank: int | None = None
        self.person, self.name = person, name_of(years, person)
        self.rating, self.change, self.experience = rated.rating, rated.rating - before, rated.experience
        self.enough = club.rating_experience
        self.last = years.days[rated.course[-1][0]].date
        self.is_active = self.last >= active_since

    @property
    def is_ranked(self) -> bool:
        return self.is_active and self.experience >= self.enough

    @property
    def shown(self) -> str:
        """The rating in whole points."""
        return phrases.rating_text(self.rating)


def rating_rows(years: queries.ClubYears, today: date) -> tuple[RatingRow, ...]:
    """List everybody with a rating whose name is public, highest rating first."""
    rows = tuple(RatingRow(years, person, today) for person in years.ranking if years.is_known(person))
    for rank, row in enumerate((row for row in rows if row.is_ranked), start=1):
        row.rank = rank
    return rows


def ranked_first(rows: Sequence[RatingRow]) -> tuple[RatingRow, ...]:
    """Drop inactive players; put ranked players before those who have played too little."""
    active = [row for row in rows if row.is_active]
    return tuple(sorted(active, key=lambda row: row.rank is None))


def months_before(day: date, months: int) -> date:
    """Return the day this many months earlier, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


RATED_NAME = sheets.ListColumn[RatingRow]("name", sheets.ColumnKind.NAME, lambda row: row.name, gettext_lazy("Name"))
RATING = sheets.ListColumn[RatingRow](
    "rating",
    sheets.ColumnKind.NUMBER,
    lambda row: round(row.rating, 1),
    gettext_lazy("Rating"),
    lambda row: number_format(row.rating, 1),
)
EXPERIENCE = sheets.ListColumn[RatingRow](
    "experience", sheets.ColumnKind.NUMBER, lambda row: row.experience, gettext_lazy("Experience")
)
RANK = sheets.ListColumn[RatingRow]("place", sheets.ColumnKind.NUMBER, lambda row: row.rank, gettext_lazy("Place"))
RATINGS: tuple[sheets.ListColumn[RatingRow], ...] = (
    RATED_NAME,
    RATING,
    EXPERIENCE,
    RANK,
    sheets.ListColumn("last", sheets.ColumnKind.NUMBER, lambda row: row.last.isoformat(), gettext_lazy("Last match")),
)


def ratings_sheet(years: queries.ClubYears, today: date) -> sheets.Sheet:
    """List the ratings of a club, to a tenth of a point."""
    return sheets.Sheet(
        title=years.club.name,
        subtitle=_("Ratings"),
        columns=tuple(column.listed for column in RATINGS),
        rows=sheets.cells_of(RATINGS, rating_rows(years, today)),
        notes=(),
    )


# All matches of a club as one table, which the import of matches reads again.


def _of_matches(
    key: str, kind: sheets.ColumnKind, heading: Promise, cell: Callable[[ClubMatch], sheets.Cell] | None = None
) -> sheets.ListColumn[ClubMatch]:
    return sheets.ListColumn(key, kind, attrgetter(key), heading, cell)


ALL_MATCHES = (
    sheets.ListColumn[ClubMatch](
        "date", sheets.ColumnKind.BESIDE, lambda match: match.date.isoformat(), pgettext_lazy("of a match", "Date")
    ),
    _of_matches("event", sheets.ColumnKind.BESIDE, pgettext_lazy("of a match", "Event")),
    _of_matches("round", sheets.ColumnKind.NUMBER, gettext_lazy("Round")),
    _of_matches("table", sheets.ColumnKind.NUMBER, gettext_lazy("Table")),
    _of_matches("first", sheets.ColumnKind.NAME, gettext_lazy("Player 1"), lambda match: match.first or _("Someone")),
    _of_matches("second", sheets.ColumnKind.NAME, gettext_lazy("Player 2"), lambda match: match.second or _("Someone")),
    _of_matches("match_length", sheets.ColumnKind.NUMBER, gettext_lazy("Match length")),
    _of_matches(
        "score",
        sheets.ColumnKind.BESIDE,
        gettext_lazy("Score"),
        lambda match: "" if match.score is None else score_text(match.score),
    ),
    _of_matches("winner", sheets.ColumnKind.NUMBER, pgettext_lazy("of a match", "Winner")),
    _of_matches(
        "outcome", sheets.ColumnKind.BESIDE, gettext_lazy("Outcome"), lambda match: outcome_label(match.outcome)
    ),
    _of_matches(
        "rated", sheets.ColumnKind.BESIDE, gettext_lazy("Rated"), lambda match: _("yes") if match.rated else _("no")
    ),
)


def all_matches_sheet(years: queries.ClubYears, *, is_public: bool) -> sheets.Sheet:
    """List every match of the club with a result, with full names or as everyone may see them."""
    return sheets.Sheet(
        title=years.club.name,
        subtitle=_("All matches"),
        columns=tuple(column.listed for column in ALL_MATCHES),
        rows=sheets.cells_of(ALL_MATCHES, all_matches(years, is_public=is_public)),
        notes=(),
    )


# The table of matches entered outside evenings.


class SingleMatchTable(ListTable):
    """The matches entered last, newest first; the day links to the form that corrects a match."""

    caption = gettext_lazy("Matches entered")
    day = tables.Column(gettext_lazy("Date"), accessor="date")
    pair = tables.Column(gettext_lazy("Match"), accessor="pk")
    score = tables.Column(gettext_lazy("Score"), accessor="pk", attrs=NUMBER)
    length = tables.Column(gettext_lazy("to"), accessor="match_length", attrs=NUMBER)

    def __init__(self, club: Club, imported_matches: Sequence[ImportedMatch]) -> None:
        super().__init__(imported_matches)
        self.club = club

    def attrs_of(self, record: ImportedMatch) -> Attributes:
        return {"id": f"match-{record.pk}"}

    def render_day(self, record: ImportedMatch) -> SafeString:
        return link("single_match", self.club.slug, record.pk, text=date_format(record.date, "SHORT_DATE_FORMAT"))

    def render_pair(self, record: ImportedMatch) -> SafeString:
        winner, loser = (bidi_name(person.real.name) for person in (record.winner, record.loser))
        return format_html("<strong>{}</strong> – {}", winner, loser)

    def render_score(self, record: ImportedMatch) -> str:
        return "" if record.winner_points is None else f"{record.winner_points}:{record.loser_points}"

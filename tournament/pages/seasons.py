"""What pages and papers show of seasons, ratings and lists of matches."""

import csv
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from itertools import count, islice, starmap
from typing import Any

import django_tables2 as tables
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from tournament.imports.match_lists import MatchLine
from tournament.models import Club, ImportedMatch, Tournament
from tournament.names import has_words, person_key, search_key
from tournament.pages import sheets, standings
from tournament.pages.tables import NUMBER, Attributes, ListTable, bidi_name, link
from tournament.phrases import seasons as phrases
from tournament.phrases.results import outcome_label, score_text
from tournament.phrases.values import short_day, signed
from tournament.queries import clubs, seasons as queries
from tournament.queries.all_matches import all_matches
from tournament.queries.persons import KnownPerson, MatchName, match_names
from tournament.queries.record import finals_places
from tournament.season import prospects, ranking
from tournament.season.points import Points
from tournament.season.ratings import RatingRules

# Lists of matches: how the program has understood a list, shown before its matches count.

# The most names listed that need no decision; further ones are only counted.
MOST_SHOWN = 200
MOST_RATINGS = 30


@dataclass(frozen=True, slots=True)
class NameChoice:
    """The persons whom a name can mean: each with its value, empty for a new person, and whether it is chosen."""

    name: MatchName
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class MatchListPage:
    """A list of matches as understood: first and last day, names by how certain their person is, `lines` to resend."""

    matches: int
    first_day: date
    last_day: date
    doubtful: tuple[MatchName, ...]
    similar: tuple[MatchName, ...]
    known: tuple[MatchName, ...]
    new: tuple[MatchName, ...]
    lines: str

    def choices(self, by_name: Mapping[str, int | None]) -> tuple[tuple[NameChoice, ...], tuple[NameChoice, ...]]:
        """The choices of a person for each doubtful and each similar name, with the answers so far."""
        doubtful = (_choice(name, name.persons, by_name) for name in self.doubtful)
        similar = (_choice(name, name.similar_persons, by_name) for name in self.similar)
        return tuple(doubtful), tuple(similar)

    def chosen(self, by_name: Mapping[str, int | None]) -> dict[str, int | None]:
        """Map each name's key to the person meant: as answered, else the first candidate; None is a new person."""
        names = (*self.doubtful, *self.similar, *self.known, *self.new)
        clear = {person_key(name.name): name.persons[0].key if name.persons else None for name in names}
        return clear | {person_key(name): person for name, person in by_name.items()}


def _choice(name: MatchName, persons: Sequence[KnownPerson], said: Mapping[str, int | None]) -> NameChoice:
    chosen = said.get(name.name, persons[0].key if name.is_doubtful else None)
    options = [
        (str(person.key), f"{person.name} ({nth})", person.key == chosen) for nth, person in enumerate(persons, start=1)
    ]
    newly = ("", "", chosen is None)
    return NameChoice(name, (*options, newly) if name.is_doubtful else (newly, *options))


@dataclass(frozen=True, slots=True)
class FollowingRating:
    """A player's rating now, empty if there is none, and after the matches of a list."""

    name: str
    before: str
    after: str
    experience: int


@dataclass(frozen=True, slots=True)
class Following:
    """The effect of a list: how many matches are `here` already or `new`, some ratings, the number of `others`."""

    here: int
    new: int
    ratings: tuple[FollowingRating, ...]
    others: int

    @property
    def here_sentence(self) -> str:
        return phrases.here_sentence(self.here, self.new) if self.here else ""


def following(
    club: Club, lines: Sequence[MatchLine], chosen: Mapping[str, int | None], rules: RatingRules
) -> Following:
    """Compute the ratings if the new matches counted; `chosen` maps each name's `person_key` to the person meant."""
    years = queries.years_of(clubs.with_edition(club))
    written = {person_key(name): name for line in lines for name in (line.winner, line.loser)}
    # New persons get negative keys, which nobody has.
    persons = {key: chosen.get(key) or -nth for nth, key in enumerate(written, start=1)}
    names = {number: written[key] for key, number in persons.items()} | dict(years.names)
    keys = [
        (line.date, persons[person_key(line.winner)], persons[person_key(line.loser)], line.match_length)
        for line in lines
    ]
    new = [keys[position] for position in queries.positions_of_new(keys, queries.counted_matches(club))]
    rated = years.ratings_with(new, rules)
    in_order = sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))
    shown = [
        FollowingRating(
            names[person],
            phrases.rating_text(years.ratings[person].rating) if person in years.ratings else "",
            phrases.rating_text(rated[person].rating),
            rated[person].experience,
        )
        for person in islice((person for person in in_order if names.get(person)), MOST_RATINGS)
    ]
    return Following(len(lines) - len(new), len(new), tuple(shown), len(rated) - len(shown))


def open_names(club: Club, line: MatchLine, chosen: Mapping[str, int | None]) -> tuple[NameChoice, ...]:
    """The names of a match, not chosen yet, for which several persons, a similar one, or none are known."""
    page = match_list_page(club, [line])
    doubtful, similar = page.choices(chosen)
    new = tuple(_choice(name, (), chosen) for name in page.new)
    return tuple(choice for choice in (*doubtful, *similar, *new) if choice.name.name not in chosen)


def match_list_page(club: Club | None, lines: Sequence[MatchLine]) -> MatchListPage:
    """Build the page of a list of matches; without a club no person is known yet."""
    names = match_names(club, (name for line in lines for name in (line.winner, line.loser)))
    days = [line.date for line in lines]
    return MatchListPage(
        len(lines),
        min(days),
        max(days),
        tuple(name for name in names if name.is_doubtful),
        tuple(name for name in names if name.is_new and name.similar),
        tuple(name for name in names if not name.is_new and not name.is_doubtful),
        tuple(name for name in names if name.is_new and not name.similar),
        _written(lines),
    )


def _written(lines: Sequence[MatchLine]) -> str:
    text = StringIO()
    table = csv.writer(text, delimiter="\t")
    table.writerow(["date", "winner", "loser", "length", "winner points", "loser points"])
    for line in lines:
        points = line.points or ("", "")
        table.writerow([line.date.isoformat(), line.winner, line.loser, line.match_length, *points])
    return text.getvalue()


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


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A player's points of an evening, None if absent; `is_won` marks the winner, `is_struck` points not counted."""

    points: str | None
    is_won: bool = False
    is_struck: bool = False
    is_running: bool = False

    @property
    def classes(self) -> str:
        """The CSS classes of the cell, each with a leading blank."""
        looks = {"none": self.points is None, "won": self.is_won, "running": self.is_running}
        return "".join(f" {name}" for name, holds in looks.items() if holds)


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A player's row; `notes` say what decided, `is_known` if they have a page, `part` where the reasons are listed."""

    part: int
    rank: int
    person: int
    name: str
    is_known: bool
    earlier: str
    cells: tuple[ShownCell, ...]
    points: str
    rating: str
    rating_change: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The ranking of a season; evenings in `columns` have a column each, the number of `earlier` ones share one."""

    facts: queries.SeasonFacts
    columns: tuple[queries.SeasonEveningPlayed, ...]
    earlier: int
    rows: tuple[ShownRow, ...]
    has_ratings: bool

    @property
    def counting(self) -> str:
        return phrases.counting_sentence(self.facts.rules, len(self.facts.evenings))

    @property
    def rules(self) -> str:
        return f"{phrases.rules_sentence(self.facts.rules)} {phrases.order_sentence()}"

    @property
    def state(self) -> str:
        return provisional_words(self.facts.running) if self.facts.running else ""

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
    rows = in_order(facts, years)
    return tuple(starmap(SeasonPlace, zip(count(1), rows, [*rows[1:], None], strict=False)))


def season_page(years: queries.ClubYears, facts: queries.SeasonFacts, listed: Sequence[SeasonPlace]) -> SeasonPage:
    shown = facts.evenings[-MOST_COLUMNS:]
    earlier = len(facts.evenings) - len(shown)
    ratings, changes = years.ratings, facts.rating_changes or {}
    shown_rows = []
    for placed in listed:
        row, below = placed.row, placed.below
        notes = [phrases.decided_words(below.decided_by, name_of(years, below.person))] if below else []
        rated = ratings.get(row.person)
        change = changes.get(row.person)
        shown_rows.append(
            ShownRow(
                placed.part(REASONS),
                row.rank,
                row.person,
                name_of(years, row.person),
                years.is_known(row.person),
                _sum_of(row.cells[:earlier]) if earlier else "",
                tuple(
                    _shown(cell, is_running=each.evening.is_running)
                    for cell, each in zip(row.cells[earlier:], shown, strict=True)
                ),
                phrases.points_text(row.points),
                phrases.rating_text(rated.rating) if rated else "",
                "" if change is None else signed(round(change)),
                tuple(filter(None, notes)),
            )
        )
    return SeasonPage(facts, shown, earlier, tuple(shown_rows), bool(years.club.rates and ratings))


def in_order(facts: queries.SeasonFacts, years: queries.ClubYears) -> Sequence[ranking.SeasonRow]:
    """Sort the rows by place; players who share a place by name."""
    names = years.names
    return sorted(facts.rows, key=lambda row: (row.rank, names[row.person].casefold(), row.person))


def name_of(years: queries.ClubYears, person: int) -> str:
    return years.names.get(person) or _("Someone")


def _shown(cell: ranking.SeasonCell | None, *, is_running: bool) -> ShownCell:
    if cell is None:
        return ShownCell(None, is_running=is_running)
    return ShownCell(phrases.points_text(cell.points), cell.is_won, not cell.counts, is_running)


def _sum_of(cells: Sequence[ranking.SeasonCell | None]) -> str:
    counted = [cell.points for cell in cells if cell is not None and cell.counts]
    return phrases.points_text(sum(counted)) if counted else ""


def row_reasons(page: SeasonPage, listed: Sequence[SeasonPlace], today: date) -> Iterator[tuple[ShownRow, list[str]]]:
    """Explain each row of the page: evenings that count, evenings struck out, what decided, what is still possible."""
    facts = page.facts
    more_to_come = bool(facts.rest(today)) and facts.running is None
    out_of_reach = facts.out_of_reach(today)
    for shown, row in zip(page.rows, (placed.row for placed in listed), strict=True):
        there = [
            (cell, phrases.on_evening(cell.points, date_format(each.tournament.date, "SHORT_DATE_FORMAT")))
            for cell, each in zip(row.cells, facts.evenings, strict=True)
            if cell is not None
        ]
        sentences = [
            phrases.counted_sentence(
                [text for cell, text in there if cell.counts], [text for cell, text in there if not cell.counts]
            ),
            *(f"{note[:1].upper()}{note[1:]}." for note in shown.notes),
        ]
        if row.person in out_of_reach:
            sentences.append(_("Can no longer reach first place."))
        needed = prospects.needed_to_improve(row, facts.rules)
        if needed and more_to_come:
            points = phrases.points_text(needed)
            sentences.append(_("One more evening counts only with more than %(points)s.") % {"points": points})
        yield shown, sentences


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
    found = [(person, name) for person, name in years.names.items() if words and has_words(words, name)]
    found.sort(key=lambda one: (not search_key(one[1]).startswith(sought), search_key(one[1]), one[0]))
    placed = {each.row.person: each for each in placed_rows(facts, years)} if facts else {}
    return tuple(FoundPerson(person, name, placed.get(person)) for person, name in found if years.is_known(person))


def season_persons(years: queries.ClubYears, rows: Sequence[ranking.SeasonRow]) -> tuple[standings.SeasonPerson, ...]:
    return tuple(standings.SeasonPerson(row.person, name_of(years, row.person)) for row in rows)


def season_course(years: queries.ClubYears, facts: queries.SeasonFacts) -> standings.CoursePage:
    """Build the drawing of places after each of the last evenings, including places shared."""
    first = max(len(facts.evenings) - MOST_DRAWN, 0)
    tables = facts.places_after(first + 1)
    lines = [
        standings.CourseLine(person, tuple(table.get(person.number) for table in tables), nth)
        for nth, person in enumerate(season_persons(years, in_order(facts, years)), start=1)
    ]
    days = tuple(short_day(each.tournament.date) for each in facts.evenings[first:])
    return standings.CoursePage(tuple(lines), max(len(tables) - 1, 0), days)


def season_sheet(years: queries.ClubYears, facts: queries.SeasonFacts, *, as_numbers: bool = False) -> sheets.Sheet:
    """List the season for paper; `as_numbers`, for other programs, every evening has a column and sums are formulas."""
    shown = facts.evenings if as_numbers else facts.evenings[-MOST_COLUMNS:]
    earlier = len(facts.evenings) - len(shown)
    with_ratings = bool(years.ratings)
    columns = [sheets.Column(_("Place"), sheets.ColumnKind.NUMBER), sheets.Column(_("Name"), sheets.ColumnKind.NAME)]
    if earlier:
        columns.append(sheets.Column(_("earlier"), sheets.ColumnKind.NUMBER))
    columns += [_day_column(each, with_year=as_numbers) for each in shown]
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
            *([sheets.Strong(provisional_words(facts.running))] if facts.running else ()),
            *(
                phrases.given_up_sentence(evening.name, evening.date)
                for evening in facts.given_up(timezone.localdate())
            ),
            phrases.counting_sentence(facts.rules, len(facts.evenings)),
            f"{phrases.rules_sentence(facts.rules)} {phrases.order_sentence()}",
        ),
        linked=_("The season on your phone"),
    )


def _day_column(each: queries.SeasonEveningPlayed, *, with_year: bool) -> sheets.Column:
    day = each.tournament.date
    if with_year:
        return sheets.Column(date_format(day, "SHORT_DATE_FORMAT"), sheets.ColumnKind.NUMBER, day)
    return sheets.Column(short_day(day), sheets.ColumnKind.NUMBER)


def _figures(row: ranking.SeasonRow, first_column: int) -> list[sheets.Figure | None]:
    """A player's points of each evening and their sum; the first evening is in column `first_column`, from 0."""
    cells = [
        None if cell is None else sheets.Figure(cell.points, cell.is_won and cell.counts, not cell.counts)
        for cell in row.cells
    ]
    counted = tuple(nth for nth, cell in enumerate(row.cells, first_column) if cell is not None and cell.counts)
    return [*cells, sheets.Figure(row.points, is_strong=True, added=counted)]


def provisional_words(running: queries.SeasonEveningPlayed) -> str:
    """Say that the ranking is provisional: which evening is running, and in which round."""
    tournament, number = running.tournament, running.evening.rounds
    return _("Provisional: evening %(evening)s, %(round)s") % {
        "evening": running.number,
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
    rows = in_order(facts, years)[:ON_THE_WALL]
    shown = tuple((row.rank, name_of(years, row.person), phrases.points_text(row.points)) for row in rows)
    return {"name": facts.season.name, "is_provisional": facts.running is not None, "rows": shown}


# The ranking by rating: active players with enough matches, then the others.


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's rating; `experience` is the sum of match lengths in rated matches, `enough` the sum required.

    `rank` counts only active players with enough experience, and is None for others. `change` is the change of rating
    since the month began, `last` the day of the last rated match.
    """

    rank: int | None
    person: int
    name: str
    rating: float
    change: float
    experience: int
    enough: int
    last: date
    is_active: bool

    @property
    def shown(self) -> str:
        """The rating in whole points."""
        return phrases.rating_text(self.rating)


def rating_rows(years: queries.ClubYears, today: date) -> tuple[RatingRow, ...]:
    """List everybody with a rating whose name is public, highest rating first."""
    club, rated, days = years.club, years.ratings, years.days
    active_since = months_before(today, club.rating_months) if club.rating_months else date.min
    month = today.replace(day=1)
    rows: list[RatingRow] = []
    rank = 0
    for person in years.ranking:
        if not years.is_known(person):
            continue
        course = rated[person].course
        last = days[course[-1][0]].date
        is_active = last >= active_since
        is_ranked = is_active and rated[person].experience >= club.rating_experience
        rank += is_ranked
        before = next((rating for nth, rating in reversed(course) if days[nth].date < month), club.rating_start)
        rows.append(
            RatingRow(
                rank=rank if is_ranked else None,
                person=person,
                name=name_of(years, person),
                rating=rated[person].rating,
                change=rated[person].rating - before,
                experience=rated[person].experience,
                enough=club.rating_experience,
                last=last,
                is_active=is_active,
            )
        )
    return tuple(rows)


def ranked_first(rows: Sequence[RatingRow]) -> tuple[RatingRow, ...]:
    """Drop inactive players; put ranked players before those who have played too little."""
    active = [row for row in rows if row.is_active]
    return tuple(sorted(active, key=lambda row: row.rank is None))


def months_before(day: date, months: int) -> date:
    """Return the day this many months earlier, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def ratings_sheet(years: queries.ClubYears, today: date) -> sheets.Sheet:
    """List the ratings of a club, to a tenth of a point."""
    return sheets.Sheet(
        title=years.club.name,
        subtitle=_("Ratings"),
        columns=(
            sheets.Column(_("Name"), sheets.ColumnKind.NAME),
            *sheets.columns_of(sheets.ColumnKind.NUMBER, _("Rating"), _("Experience"), _("Place"), _("Last match")),
        ),
        rows=tuple(
            (row.name, number_format(row.rating, 1), row.experience, row.rank, row.last.isoformat())
            for row in rating_rows(years, today)
        ),
        notes=(),
    )


# All matches of a club as one table, which the import of matches reads again.


def all_matches_sheet(years: queries.ClubYears, *, is_public: bool) -> sheets.Sheet:
    """List every match of the club with a result, with full names or as everyone may see them."""
    yes, no = _("yes"), _("no")
    return sheets.Sheet(
        title=years.club.name,
        subtitle=_("All matches"),
        columns=(
            sheets.Column(pgettext("of a match", "Date"), sheets.ColumnKind.BESIDE),
            sheets.Column(pgettext("of a match", "Event"), sheets.ColumnKind.BESIDE),
            *sheets.columns_of(sheets.ColumnKind.NUMBER, _("Round"), _("Table")),
            *sheets.columns_of(sheets.ColumnKind.NAME, _("Player 1"), _("Player 2")),
            sheets.Column(_("Match length"), sheets.ColumnKind.NUMBER),
            sheets.Column(_("Score"), sheets.ColumnKind.BESIDE),
            sheets.Column(pgettext("of a match", "Winner"), sheets.ColumnKind.NUMBER),
            sheets.Column(_("Outcome"), sheets.ColumnKind.BESIDE),
            sheets.Column(_("Rated"), sheets.ColumnKind.BESIDE),
        ),
        rows=tuple(
            (
                match.date.isoformat(),
                match.event,
                match.round,
                match.table,
                match.first or _("Someone"),
                match.second or _("Someone"),
                match.match_length,
                "" if match.score is None else score_text(match.score),
                match.winner,
                outcome_label(match.outcome),
                yes if match.rated else no,
            )
            for match in all_matches(years, is_public=is_public)
        ),
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

    def __init__(self, club: Club, rows: Sequence[ImportedMatch]) -> None:
        super().__init__(rows)
        self.club = club

    def attrs_of(self, record: ImportedMatch) -> Attributes:
        return {"id": f"match-{record.pk}"}

    def render_day(self, record: ImportedMatch) -> SafeString:
        return link("single_match", self.club.slug, record.pk, text=date_format(record.date, "SHORT_DATE_FORMAT"))

    def render_pair(self, record: ImportedMatch) -> SafeString:
        winner, loser = (bidi_name(each.real.name) for each in (record.winner, record.loser))
        return format_html("<strong>{}</strong> – {}", winner, loser)

    def render_score(self, record: ImportedMatch) -> str:
        return "" if record.winner_points is None else f"{record.winner_points}:{record.loser_points}"

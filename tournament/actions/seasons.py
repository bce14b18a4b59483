"""Seasons of a club, and matches played outside its tournaments."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Unpack

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils.translation import gettext as _, ngettext

from tournament.actions.catalogue import DESK, IN_CLUB, ActionKind, action
from tournament.actions.change import change_club
from tournament.actions.clubs import address_of, clean_name, numbered_if_taken
from tournament.actions.permissions import Doer, refuse_unless_helps
from tournament.actions.step import ClubChange
from tournament.engine.refusals import Refused
from tournament.models import Club, ImportedMatch, MatchImport, Person, Season, SeasonEvening, Tournament
from tournament.names import person_key
from tournament.phrases.seasons import SingleMatch, single_match_text
from tournament.queries.persons import match_names
from tournament.queries.seasons import counted_matches, positions_of_new

# Lists of matches of earlier years: imported and taken back as a whole.

STORED_AT_ONCE = 1000


class NewMatch(NamedTuple):
    """A match between two names; `points` are those of winner and loser, if known."""

    date: date
    winner: str
    loser: str
    match_length: int
    points: tuple[int, int] | None = None


@action(ActionKind.RESULTS, of=IN_CLUB)
def matches_imported(*, name: str, count: int) -> str:
    imported = ngettext(
        "%(count)d match of earlier years imported: %(name)s",
        "%(count)d matches of earlier years imported: %(name)s",
        count,
    )
    return imported % {"count": count, "name": name}


def import_matches(
    club: Club,
    *,
    by: Doer | None,
    name: str,
    matches: Sequence[NewMatch],
    chosen: Mapping[str, int | None] | None = None,
    rating: Mapping[str, int | str] | None = None,
    only_new: bool = False,
) -> int:
    """Import a list of matches, which count from now on, and return how many.

    `rating` turns the ratings on, and holds the settings of the club that it changes, by field.

    `chosen` maps a `person_key` to the person meant, or to None for a new one. Any other name means the person who has
    exactly that name, a new one if nobody has, and is refused if several have it. Matches that are stored already are
    refused, or left out with `only_new`.
    """
    with change_club(club, by=by, action=matches_imported) as step:
        pairs = persons_of(step.club, matches, chosen or {})
        rows = [(match, *pair) for match, pair in zip(matches, pairs, strict=True)]
        keys = [(match.date, winner.real_id, loser.real_id, match.match_length) for match, winner, loser in rows]
        new_rows = [rows[position] for position in positions_of_new(keys, counted_matches(step.club))]
        if len(new_rows) < len(rows) and not (only_new and new_rows):
            raise Refused("matches_here_already", here=len(rows) - len(new_rows), new=len(new_rows))
        match_import = MatchImport.objects.create(club=step.club, name=name[:100], at=step.at)
        ImportedMatch.objects.bulk_create(
            [
                ImportedMatch(match_import=match_import, position=position, **_columns(*row))
                for position, row in enumerate(new_rows, start=1)
            ],
            batch_size=STORED_AT_ONCE,
        )
        step.facts = matches_imported.facts(name=match_import.name, count=len(new_rows))
        # The matches stay stored; undo and redo only change this flag.
        step.update(match_import, counts=True)
        if rating is not None:
            step.update(step.club, rates=True, **rating)
    return len(new_rows)


def persons_of(
    club: Club, matches: Sequence[NewMatch], chosen_keys: Mapping[str, int | None]
) -> list[tuple[Person, Person]]:
    """Return winner and loser of each match. Raises Refused where one person would play against themselves.

    New persons are stored without a journal line: without a match they are not shown.
    """
    names = [name for match in matches for name in (match.winner, match.loser)]
    of_club = {person.pk: person for person in Person.objects.filter(club=club)}
    person_by_name: dict[str, Person] = {}
    new_persons: dict[str, Person] = {}
    for match_name in match_names(club, names):
        key = person_key(match_name.name)
        keys = [chosen_keys[key]] if key in chosen_keys else [person.key for person in match_name.persons]
        if len(keys) > 1:
            raise Refused("match_name_doubtful", name=match_name.name, count=len(keys))
        chosen_key = keys[0] if keys else None
        if chosen_key is None:
            new_persons[key] = Person.called(clean_name(match_name.name), club)
        elif chosen_key in of_club:
            person_by_name[key] = of_club[chosen_key]
        else:
            raise Refused("not_understood")
    Person.objects.bulk_create(new_persons.values())
    persons = person_by_name | new_persons
    pairs = [(persons[person_key(match.winner)], persons[person_key(match.loser)]) for match in matches]
    for match, (winner, loser) in zip(matches, pairs, strict=True):
        if winner.pk == loser.pk:
            raise Refused("match_of_one_person", winner=match.winner, loser=match.loser)
    return pairs


@action(ActionKind.RESULTS, of=IN_CLUB)
def matches_taken_back(*, name: str) -> str:
    return _("matches of earlier years taken back: %(name)s") % {"name": name}


def take_back_matches(match_import: MatchImport, *, by: Doer) -> None:
    """Stop counting the matches of this list; repeating this changes nothing."""
    with change_club(match_import.club, by=by, action=matches_taken_back) as step:
        match_import.refresh_from_db()
        step.facts = matches_taken_back.facts(name=match_import.name)
        step.update(match_import, counts=False)


# Seasons: set up, changed and removed.

LONGEST_KEY = 40
MOST_PLACES, MOST_POINTS = 100, 1000


@action(ActionKind.SETTINGS, of=IN_CLUB)
def season_added(*, name: str) -> str:
    return _("season added: %(name)s") % {"name": name}


def set_up_season(club: Club, *, by: User, name: str, ticked: Collection[int] = (), **settings: object) -> Season:
    """Set up a season of the club; a form sent twice sets up one."""
    with change_club(club, by=by, action=season_added) as step:
        for stored_season in Season.objects.filter(club=step.club, name=name):
            if all(getattr(stored_season, field) == value for field, value in settings.items()):
                return stored_season
        # The key at the end of the season's address: from the name, numbered if another season has it.
        keys = set(Season.objects.filter(club=step.club).values_list("key", flat=True))
        season_key = address_of(name)[: LONGEST_KEY - 4].strip("-") or "season"
        season = Season(club=step.club, key=numbered_if_taken(season_key, keys.__contains__), name=name, **settings)
        _refuse_table(season.points)
        step.add(season)
        _tick(step, season, ticked)
        step.facts = season_added.facts(name=name)
    return season


@action(ActionKind.SETTINGS, of=IN_CLUB)
def season_changed(*, name: str) -> str:
    return _("season changed: %(name)s") % {"name": name}


def change_season(season: Season, *, by: User, name: str, ticked: Collection[int] = (), **settings: object) -> None:
    """Change the name, the tournaments or the points of a season; its address stays."""
    with change_club(season.club, by=by, action=season_changed) as step:
        season.refresh_from_db()
        step.facts = season_changed.facts(name=name)
        step.update(season, name=name, **settings)
        _refuse_table(season.points)
        _tick(step, season, ticked)


@action(ActionKind.SETTINGS, of=IN_CLUB)
def season_removed(*, name: str) -> str:
    return _("season removed: %(name)s") % {"name": name}


def remove_season(season: Season, *, by: User) -> None:
    """Remove the season; its tournaments stay."""
    with change_club(season.club, by=by, action=season_removed) as step:
        stored_season = Season.objects.filter(pk=season.pk).first()
        if stored_season is None:
            return
        step.facts = season_removed.facts(name=stored_season.name)
        for ticked in stored_season.ticked.order_by("pk"):
            step.remove(ticked)
        step.remove(stored_season)


@action(ActionKind.SETTINGS, of=IN_CLUB)
def own_season_chosen(*, name: str) -> str:
    if not name:
        return _("the season that is running is that of the club")
    return _("%(name)s is the season of the club") % {"name": name}


def choose_season(club: Club, *, by: User, season: Season | None) -> None:
    """Make this season the one shown on the club's pages; with None, they show the running season."""
    with change_club(club, by=by, action=own_season_chosen) as step:
        of_club = Season.objects.filter(club=step.club)
        own_season = of_club.filter(pk=season.pk).first() if season else None
        if season and own_season is None:
            raise Refused("not_understood")
        step.facts = own_season_chosen.facts(name=own_season.name if own_season else "")
        for club_season in of_club.order_by("pk"):
            step.update(club_season, is_own=club_season == own_season)


def _tick(step: ClubChange, season: Season, tournament_keys: Collection[int]) -> None:
    """Set the tournaments that are ticked for a season; a season with a first and a last day has none."""
    of_club = Tournament.objects.filter(club=step.club, pk__in=tournament_keys) if season.is_ticked else ()
    keys = {tournament.pk for tournament in of_club}
    for ticked in season.ticked.order_by("pk"):
        if ticked.tournament_id in keys:
            keys.remove(ticked.tournament_id)
        else:
            step.remove(ticked)
    step.add_all([SeasonEvening(season=season, tournament_id=key) for key in sorted(keys)])


def _refuse_table(table: Sequence[int]) -> None:
    """Refuse a table in which a better place gives fewer points, or that is too long or too large to be meant."""
    if not 1 <= len(table) <= MOST_PLACES:
        raise Refused("points_table_length", most=MOST_PLACES)
    if any(not 0 <= points <= MOST_POINTS for points in table):
        raise Refused("points_table_range", most=MOST_POINTS)
    if list(table) != sorted(table, reverse=True):
        raise Refused("points_table_rises")


# Single matches outside tournaments: they count for records and ratings, not for a season.

Chosen = Mapping[str, int | None]


@action(ActionKind.RESULTS, DESK, of=IN_CLUB)
def match_entered(**match: Unpack[SingleMatch]) -> str:
    return _("match entered: %(match)s") % {"match": single_match_text(match)}


def enter_match(club: Club, *, by: Doer, match: NewMatch, chosen: Chosen | None = None) -> None:
    """Enter a match; `chosen` maps a `person_key` to the person meant, or to None for a new one."""
    with change_club(club, by=by, action=match_entered, refuse=refuse_unless_helps) as step:
        [(winner, loser)] = persons_of(step.club, [match], chosen or {})
        # The list of single matches stays; undo only removes the match.
        match_import, _made = MatchImport.objects.get_or_create(
            club=step.club, is_single=True, defaults={"at": step.at, "counts": True}
        )
        last = match_import.matches.aggregate(Max("position", default=0))["position__max"]
        row = ImportedMatch(match_import=match_import, position=last + 1, **_columns(match, winner, loser))
        step.facts = match_entered.facts(**_facts(match, winner, loser))
        step.add(row)


@action(ActionKind.RESULTS, DESK, of=IN_CLUB)
def match_corrected(**match: Unpack[SingleMatch]) -> str:
    return _("match corrected: %(match)s") % {"match": single_match_text(match)}


def correct_match(
    match: ImportedMatch, *, by: Doer, expected: str, corrected: NewMatch, chosen: Chosen | None = None
) -> None:
    """Correct a single match; `expected` is the `mark` of the match that the page showed."""
    with change_club(match.match_import.club, by=by, action=match_corrected, refuse=refuse_unless_helps) as step:
        stored_match = _as_expected(match, expected)
        [(winner, loser)] = persons_of(step.club, [corrected], chosen or {})
        step.facts = match_corrected.facts(**_facts(corrected, winner, loser))
        step.update(stored_match, **_columns(corrected, winner, loser))


@action(ActionKind.RESULTS, DESK, of=IN_CLUB)
def match_removed(**match: Unpack[SingleMatch]) -> str:
    return _("match removed: %(match)s") % {"match": single_match_text(match)}


def remove_match(match: ImportedMatch, *, by: Doer, expected: str) -> None:
    """Remove a single match; `expected` is the `mark` of the match that the page showed."""
    with change_club(match.match_import.club, by=by, action=match_removed, refuse=refuse_unless_helps) as step:
        stored_match = _as_expected(match, expected)
        points = (
            None if stored_match.winner_points is None else (stored_match.winner_points, stored_match.loser_points or 0)
        )
        removed_match = NewMatch(stored_match.date, "", "", stored_match.match_length, points)
        step.facts = match_removed.facts(**_facts(removed_match, stored_match.winner.real, stored_match.loser.real))
        step.remove(stored_match)


def _as_expected(match: ImportedMatch, expected: str) -> ImportedMatch:
    """Return the stored match. Raises Refused where it has been changed or removed meanwhile."""
    stored_match = ImportedMatch.objects.filter(pk=match.pk, match_import__is_single=True).first()
    if stored_match is None or stored_match.mark != expected:
        raise Refused("single_match_changed")
    return stored_match


def _columns(match: NewMatch, winner: Person, loser: Person) -> dict[str, object]:
    winner_points, loser_points = match.points or (None, None)
    return {
        "date": match.date,
        "winner_id": winner.pk,
        "loser_id": loser.pk,
        "match_length": match.match_length,
        "winner_points": winner_points,
        "loser_points": loser_points,
    }


def _facts(match: NewMatch, winner: Person, loser: Person) -> SingleMatch:
    return {
        "winner": winner.name,
        "loser": loser.name,
        "length": match.match_length,
        "points": match.points,
        "date": match.date.isoformat(),
    }

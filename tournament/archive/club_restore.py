"""The file of a club becomes stored, all or nothing: what is there already stays, equal names are one person."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from tournament.actions.change import change_club
from tournament.actions.clubs import club_to_set_up_in, set_up
from tournament.actions.permissions import can_set_up
from tournament.actions.persons import take_stricter_wishes
from tournament.actions.seasons import STORED_AT_ONCE
from tournament.archive.club_books import has_books, restore_books
from tournament.archive.club_checks import run_numbers
from tournament.archive.club_format import ClubContents, ClubPerson, ClubTournament
from tournament.archive.club_plan import ClubPlan, is_list_there, new_single_matches, plan_club, season_fields
from tournament.archive.storing import Arrival, arrive, new_tournament, store
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.models import (
    Club,
    ClubNotice,
    Entry,
    ImportedMatch,
    MatchImport,
    Person,
    Season,
    SeasonEvening,
    Tournament,
    Voucher,
)
from tournament.names import person_key
from tournament.queries.clubs import import_line


@dataclass(frozen=True, slots=True)
class ClubImport:
    """The club as it is called now, how many tournaments came in, and who hides more of their name by it."""

    club: Club
    tournaments: int
    stricter: tuple[str, ...] = ()


def restore_club(
    file: ClubContents,
    club: Club,
    *,
    by: User | None,
    chosen: Mapping[int, int | None] | None = None,
    expected: str = "",
) -> ClubImport:
    """Read the file into the club; one that has no name yet takes the name and the settings of the file.

    `chosen` says by the number in the file's list of persons who that is here, None for somebody new; whoever is not
    said is who the plan takes them for. `expected` is the mark of the plan that was looked at: where another one holds
    by now, nothing is read; the same said twice is read once. Without a user it comes from the command line.
    """
    club = Club.objects.get(pk=club.pk)
    # Before the lock: it takes its time, and takes the lock of every tournament that it compares.
    plan = plan_club(file, club)
    with _turn_at_tournaments(), change_club(club, by=by, action="club_imported") as step:
        locked = step.club
        if expected and (line := import_line(expected)):
            return ClubImport(locked, line.facts["tournaments"])
        if expected not in ("", plan.mark) or not _still_holds(plan, club, locked):
            raise Refused("club_changed_since_preview")
        is_empty = not (locked.name or has_books(locked))
        persons = _persons(locked, file, plan, chosen or {})
        if plan.takes_settings:
            set_up(step, name=file.name, place=file.place, **file.settings)
            _restore_notices(file, locked)
        _add_other_names(locked, file, persons)
        in_file = zip(persons, file.persons, strict=True)
        stricter = take_stricter_wishes(locked, ((person, one.wished) for person, one in in_file if person), by=by)
        evenings = _restore_tournaments(file, plan, locked, persons, by, goes_on=is_empty)
        for season in file.seasons:
            _restore_season(season, locked, evenings)
        for matches in file.earlier_matches:
            _restore_matches(matches, locked, persons)
        if is_empty and plan.takes_books:
            since = file.books.get("numbered_since")
            step.update(locked, numbered_since=date.fromisoformat(since) if since else None)
            restore_books(file.books, locked)
        step.always_log = True
        step.facts = {"tournaments": len(plan.coming), "mark": plan.mark}
    return ClubImport(locked, len(plan.coming), stricter)


def _restore_notices(file: ClubContents, club: Club) -> None:
    """The imprint and the privacy notice of the file; a text that is there stays."""
    there = set(club.notices.values_list("name", "language"))
    new = (one for one in file.notices if (one["name"], one["language"]) not in there)
    ClubNotice.objects.bulk_create(ClubNotice(club=club, **one) for one in new)


@contextmanager
def _turn_at_tournaments() -> Iterator[None]:
    """First of all locks, as for every tournament that is set up."""
    with transaction.atomic():
        take_lock("tournaments")
        yield


def _still_holds(plan: ClubPlan, club: Club, locked: Club) -> bool:
    """Whether the club is as it was planned for, and everybody still there who is known."""
    known = [person.known.pk for person in plan.persons if person.known]
    is_same = (locked.version, locked.stamp) == (club.version, club.stamp)
    return is_same and Person.objects.filter(pk__in=known).count() == len(known)


def _persons(
    club: Club, file: ClubContents, plan: ClubPlan, chosen: Mapping[int, int | None]
) -> Sequence[Person | None]:
    """Who everybody of the file is here; None for whom nothing of the file needs."""
    wished = Person.objects.filter(club=club, pk__in=filter(None, chosen.values()), merged_into=None)
    of_club = {person.pk: person for person in wished.exclude(name="")}
    persons: list[Person | None] = []
    for planned in plan.persons:
        person = planned.known
        if planned.number in chosen:
            key = chosen[planned.number]
            if key is not None and key not in of_club:
                raise Refused("not_understood")
            person = of_club.get(key) if key else None
        if person and person in persons:
            raise Refused("club_person_chosen_twice", name=person.name)
        persons.append(person or (_new_person(file.persons[planned.number - 1], club) if planned.is_needed else None))
    Person.objects.bulk_create(person for person in persons if person and not person.pk)
    return persons


def _add_other_names(club: Club, file: ClubContents, persons: Sequence[Person | None]) -> None:
    """Whoever is typed under one of the names of the file is found by it from now on."""
    there = set(Person.objects.filter(club=club).values_list("merged_into_id", "key"))
    Person.objects.bulk_create(
        Person(club=club, name=name, key=person_key(name), merged_into=person)
        for one, person in zip(file.persons, persons, strict=True)
        for name in _other_names(one, person)
        if person and (person.pk, person_key(name)) not in there
    )


def _other_names(one: ClubPerson, person: Person | None) -> Sequence[str]:
    is_called_otherwise = person and one.name and person_key(one.name) != person.key
    return (one.name, *one.also) if is_called_otherwise else one.also


def _new_person(one: ClubPerson, club: Club) -> Person:
    person = Person.called(one.name, club)
    person.wish, person.shown_as = one.wished
    return person


def _restore_tournaments(
    file: ClubContents,
    plan: ClubPlan,
    club: Club,
    persons: Sequence[Person | None],
    by: User | None,
    *,
    goes_on: bool,
) -> Sequence[Tournament]:
    """The tournaments of the file in its order: those that are there, and all others stored at once."""
    if plan.coming and by is not None and not can_set_up(by):
        raise Refused("not_allowed")
    where = club_to_set_up_in(by, club) if plan.coming else club
    taken = set(Tournament.objects.values_list("slug", flat=True))
    new = [one for one, planned in zip(file.tournaments, plan.tournaments, strict=True) if not planned.standing]
    coming = []
    for one, planned in zip(new, plan.coming, strict=True):
        tournament = new_tournament(planned.archive, where, by, taken.__contains__)
        tournament.is_rated = one.is_rated
        taken.add(tournament.slug)
        coming.append((planned.archive, tournament))
    arrivals = arrive(coming, by=by)
    if goes_on:
        for one, arrival in zip(new, arrivals, strict=True):
            arrival.run = run_numbers(one, arrival.archive)
    playing = [each for one, arrival in zip(new, arrivals, strict=True) for each in _playing(one, arrival, persons)]
    for entry, person in playing:
        entry.person = person
    take_stricter_wishes(club, ((person, entry.wished) for entry, person in playing), by=by)
    store(arrivals)
    if goes_on:
        for one, arrival in zip(new, arrivals, strict=True):
            _enter_in_other_years(one, arrival.tournament)
    stored = iter(tournament for _archive, tournament in coming)
    return [planned.standing or next(stored) for planned in plan.tournaments]


def _enter_in_other_years(one: ClubTournament, tournament: Tournament) -> None:
    """Let vouchers without a number in the run stand in the years that the file says."""
    outside_run = Voucher.objects.filter(tournament=tournament, year__isnull=False, year_number=None)
    for other in one.other_years:
        outside_run.filter(number__in=other["vouchers"]).update(year=other["year"])


def _playing(one: ClubTournament, arrival: Arrival, persons: Sequence[Person | None]) -> Iterator[tuple[Entry, Person]]:
    """Whoever is on the list, and who that is; of practice nobody."""
    for number, entry in zip(one.persons, arrival.entries.values(), strict=False):
        if person := persons[number - 1]:
            yield entry, person


def _restore_season(values: Mapping[str, Any], club: Club, evenings: Sequence[Tournament]) -> None:
    """A season of the file; one with its key that is there stays as it is."""
    if club.seasons.filter(key=values["key"]).exists():
        return
    fields = season_fields(values)
    if club.seasons.filter(is_own=True).exists():
        fields.pop("is_own", None)
    season = Season.objects.create(club=club, **fields)
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=season, tournament=evenings[number - 1]) for number in set(values.get("evenings", ()))
    )


def _restore_matches(values: Mapping[str, Any], club: Club, persons: Sequence[Person | None]) -> None:
    """Matches of earlier years; those of one list that are there stay, and of those entered one by one each of them."""
    keys = {number: person.pk for number, person in enumerate(persons, start=1) if person}
    if values.get("single"):
        matches = new_single_matches(values, club, keys)
        of_club = club.match_imports.filter(is_single=True).first()
    else:
        matches, of_club = ([] if is_list_there(values, club) else values["matches"]), None
    if not matches:
        return
    came = of_club or MatchImport.objects.create(
        club=club,
        name=values["name"],
        at=datetime.fromisoformat(values["at"]),
        counts=True,
        is_single=values.get("single", False),
    )
    last = came.matches.aggregate(Max("position", default=0))["position__max"]
    ImportedMatch.objects.bulk_create(
        (
            ImportedMatch(
                match_import=came,
                position=position,
                date=date.fromisoformat(match["date"]),
                winner_id=keys[match["winner"]],
                loser_id=keys[match["loser"]],
                match_length=match["match_length"],
                winner_points=match.get("winner_points"),
                loser_points=match.get("loser_points"),
            )
            for position, match in enumerate(matches, start=last + 1)
        ),
        batch_size=STORED_AT_ONCE,
    )

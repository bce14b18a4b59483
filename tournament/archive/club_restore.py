"""The file of a club becomes stored, all or nothing: what is there already stays, equal names are one person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournament.actions.change import change_club
from tournament.actions.clubs import change_settings
from tournament.archive.club_format import ClubFile, ClubTournament, read_club
from tournament.archive.dump import dump
from tournament.archive.reading import read_archive
from tournament.archive.restore import restore
from tournament.engine.refusals import Refused
from tournament.models import (
    Club,
    Entry,
    ImportedMatch,
    MatchImport,
    Person,
    Season,
    SeasonEvening,
    Tournament,
)
from tournament.names import person_key


@dataclass(frozen=True, slots=True)
class ClubImport:
    """What came in, or would: new tournaments and those that were there; new persons and those who were known."""

    tournaments: int
    tournaments_there: int
    persons: int
    persons_known: int


def restore_club(data: bytes, club: Club) -> ClubImport:
    """Read the file into the club; one that has no name yet takes the name and the settings of the file."""
    file = read_club(data)
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        if file.name and not locked.name:
            change_settings(locked, by=None, name=file.name, place=file.place, **file.settings)
        known = _known(locked, file)
        persons = [
            person or Person.called(name, locked) for (name, _also), person in zip(file.persons, known, strict=True)
        ]
        new_persons = Person.objects.bulk_create(person for person in persons if person.pk is None)
        _add_other_names(locked, file, persons)
        before = locked.tournaments.count()
        evenings = [_standing(locked, one) or _restore_tournament(one, locked, persons) for one in file.tournaments]
        for season in file.seasons:
            _restore_season(season, locked, evenings)
        for matches in file.earlier_matches:
            _restore_matches(matches, locked, persons)
        # Those of tournaments that were there already.
        unneeded, _each = Person.objects.unneeded().filter(pk__in=[person.pk for person in new_persons]).delete()
        with change_club(locked, by=None, action="club_imported") as step:
            new = locked.tournaments.count() - before
            step.facts = {"tournaments": new}
            step.always_log = True
    found = sum(person is not None for person in known)
    return ClubImport(new, len(file.tournaments) - new, len(new_persons) - unneeded, found)


def _known(club: Club, file: ClubFile) -> list[Person | None]:
    """Of each person of the file whoever the club knows by exactly that name, nobody twice."""
    here: dict[str, list[Person]] = {}
    for person in Person.objects.filter(club=club).exclude(key="").select_related("merged_into").order_by("pk"):
        of_name = here.setdefault(person.key, [])
        if person.real not in of_name:
            of_name.append(person.real)
    taken: set[int] = set()
    found = []
    for name, _also in file.persons:
        free = [person for person in here.get(person_key(name), ()) if name and person.pk not in taken]
        found.append(free[0] if free else None)
        taken.update(person.pk for person in free[:1])
    return found


def _add_other_names(club: Club, file: ClubFile, persons: Sequence[Person]) -> None:
    there = set(Person.objects.filter(club=club).values_list("merged_into_id", "key"))
    Person.objects.bulk_create(
        Person(club=club, name=name, key=person_key(name), merged_into=person)
        for (_name, also), person in zip(file.persons, persons, strict=True)
        for name in also
        if (person.pk, person_key(name)) not in there
    )


def _standing(club: Club, one: ClubTournament) -> Tournament | None:
    """The tournament where it is there already, to the byte."""
    archive = read_archive(one.archive)
    alike = Tournament.objects.filter(club=club, name=archive.name, date=archive.date)
    return next((tournament for tournament in alike if dump(tournament) == one.archive), None)


def _restore_tournament(one: ClubTournament, club: Club, persons: Sequence[Person]) -> Tournament:
    tournament = restore(one.archive, by=None, club=club).tournament
    Tournament.objects.filter(pk=tournament.pk).update(is_rated=one.is_rated)
    entries = list(tournament.entries.order_by("number"))
    if len(one.persons) != (0 if tournament.is_practice else len(entries)):
        raise Refused("club_file_players", name=tournament.name)
    loose = []
    for entry, number in zip(entries, one.persons, strict=False):
        loose.append(entry.person_id)
        entry.person = persons[number - 1]
    Entry.objects.bulk_update(entries, ["person"])
    # Reading the archive alone has guessed them by their names.
    Person.objects.unneeded().filter(pk__in=loose).exclude(pk__in=[person.pk for person in persons]).delete()
    return tournament


def _restore_season(values: Mapping[str, Any], club: Club, evenings: Sequence[Tournament]) -> None:
    """A season of the file; one with its key that is there stays as it is."""
    if club.seasons.filter(key=values["key"]).exists():
        return
    numbers = values.get("evenings", ())
    try:
        season = Season(club=club, **{key: value for key, value in values.items() if key != "evenings"})
        season.full_clean()
    except ValidationError as error:
        raise Refused("club_file_season", name=values["name"]) from error
    season.save()
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=season, tournament=evenings[number - 1]) for number in numbers
    )


def _restore_matches(values: Mapping[str, Any], club: Club, persons: Sequence[Person]) -> None:
    """Matches of earlier years; those of one list that are there stay."""
    try:
        at = datetime.fromisoformat(values["at"])
        if club.match_imports.filter(name=values["name"], at=at).exists():
            return
        matches = [
            ImportedMatch(
                **match
                | {
                    "position": position,
                    "date": date.fromisoformat(match["date"]),
                    "winner": persons[match["winner"] - 1],
                    "loser": persons[match["loser"] - 1],
                }
            )
            for position, match in enumerate(values["matches"], start=1)
        ]
        with transaction.atomic():
            came = MatchImport.objects.create(club=club, name=values["name"], at=at, counts=True)
            for match in matches:
                match.match_import = came
            ImportedMatch.objects.bulk_create(matches, batch_size=1000)
    except (ValueError, IntegrityError) as error:
        raise Refused("club_file_matches", name=values["name"]) from error

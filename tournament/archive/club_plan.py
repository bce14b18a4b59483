"""What the file of a club would bring into a club that is there: nothing is written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError

from tournament.actions.seasons import NewMatch
from tournament.archive.club_books import has_books
from tournament.archive.club_checks import refuse_numbers_told_twice, tournament_in_file
from tournament.archive.club_format import ClubContents
from tournament.archive.contents import Archive
from tournament.archive.dump import dump_values
from tournament.archive.forgotten import forgotten_in
from tournament.archive.writing import written
from tournament.engine.refusals import Refused
from tournament.models import Club, Person, Season, Tournament
from tournament.names import person_key
from tournament.queries.persons import KnownPerson, match_names
from tournament.queries.seasons import entered_matches, forgotten_in_list, without_those_here


@dataclass(frozen=True, slots=True)
class PlannedTournament:
    """A tournament of the file; `standing` is the one that is there already, to the byte."""

    archive: Archive
    standing: Tournament | None


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """Somebody of the file by the number in its list, counted from 1, with the number of their tournaments there.

    `known` is who they are here unless it is said otherwise, None: somebody new. `persons` have exactly this name where
    there are several, `similar` a like one: who that is, somebody may say. Who `is_needed` comes in or gets something
    new; the others have nothing in the file that is not here already.
    """

    number: int
    name: str
    tournaments: int
    known: Person | None
    is_needed: bool
    persons: tuple[KnownPerson, ...] = ()
    similar: tuple[KnownPerson, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A season or a list of earlier matches by its name; one that is there stays as it is."""

    name: str
    is_there: bool
    matches: int = 0


@dataclass(frozen=True, slots=True)
class ClubPlan:
    """What comes in and what is there, each in the order of the file.

    `takes_settings` says that the club takes its name and settings from the file, `takes_books` that it takes the books
    there are in it, None: there are none. `mark` is another one as soon as the
    club has changed.
    """

    takes_settings: bool
    takes_books: bool | None
    tournaments: tuple[PlannedTournament, ...]
    persons: tuple[PlannedPerson, ...]
    seasons: tuple[PlannedPart, ...]
    lists: tuple[PlannedPart, ...]
    mark: str
    forgotten: tuple[str, ...] = ()

    @property
    def coming(self) -> Sequence[PlannedTournament]:
        return [one for one in self.tournaments if one.standing is None]

    @property
    def standing(self) -> Sequence[PlannedTournament]:
        return [one for one in self.tournaments if one.standing is not None]

    @property
    def known(self) -> Sequence[PlannedPerson]:
        return [person for person in self.persons if person.known]

    @property
    def new(self) -> Sequence[PlannedPerson]:
        return [person for person in self.persons if person.is_needed and not person.known]

    @property
    def offered(self) -> Sequence[PlannedPerson]:
        """Those of whom somebody may say who they are here."""
        return [person for person in self.persons if person.persons or person.similar]

    @property
    def brings_something(self) -> bool:
        """Whether anything of the file is not here yet."""
        parts = any(not part.is_there for part in (*self.seasons, *self.lists))
        return bool(self.coming) or parts or self.takes_settings


def plan_club(file: ClubContents, club: Club) -> ClubPlan:
    """What the file would bring into the club. Raises Refused where it could not be read in."""
    tournaments = tuple(_tournaments(file, club))
    seasons = tuple(_season(values, club) for values in file.seasons)
    recognised = _recognised(file, tournaments)
    who = _known(file, club, recognised)
    lists = tuple(_match_list(values, club, who) for values in file.earlier_matches)
    persons = tuple(_persons(file, club, tournaments, lists, recognised, who))
    takes_settings = bool(file.name) and not club.name
    takes_books = not (club.name or has_books(club)) if file.books else None
    known = [person.known and person.known.pk for person in persons]
    standing = [one.standing and one.standing.pk for one in tournaments]
    mark = sha256(repr((club.pk, club.version, club.stamp, known, standing, file)).encode(errors="surrogatepass"))
    forgotten = _forgotten(file, club, tournaments, lists)
    return ClubPlan(takes_settings, takes_books, tournaments, persons, seasons, lists, mark.hexdigest()[:32], forgotten)


def _forgotten(
    file: ClubContents, club: Club, tournaments: Iterable[PlannedTournament], lists: Sequence[PlannedPart]
) -> tuple[str, ...]:
    """The names of who was erased here and would come back."""
    names = [one.name for one in file.persons]
    matches = (
        NewMatch(
            date.fromisoformat(match["date"]),
            names[match["winner"] - 1],
            names[match["loser"] - 1],
            match["match_length"],
        )
        for values, planned in zip(file.earlier_matches, lists, strict=True)
        if not planned.is_there
        for match in values["matches"]
    )
    in_tournaments = forgotten_in((one.archive for one in tournaments if not one.standing), club)
    return tuple(dict.fromkeys((*in_tournaments, *forgotten_in_list(matches, club))))


def _tournaments(file: ClubContents, club: Club) -> Iterator[PlannedTournament]:
    archives = [tournament_in_file(number, one) for number, one in enumerate(file.tournaments, start=1)]
    refuse_numbers_told_twice(file.tournaments, archives, file.books)
    named = {(archive.name, archive.date) for archive in archives}
    of_days = Tournament.objects.filter(club=club, date__in={date for _name, date in named}).order_by("pk")
    alike = {tournament.pk: tournament for tournament in of_days if (tournament.name, tournament.date) in named}
    dumped = dump_values(Tournament.objects.filter(pk__in=list(alike)))
    standing = {written(dumped[key]): tournament for key, tournament in reversed(alike.items()) if key in dumped}
    for archive, one in zip(archives, file.tournaments, strict=True):
        yield PlannedTournament(archive, standing.get(written(one.archive)) if standing else None)


def _season(values: Mapping[str, Any], club: Club) -> PlannedPart:
    try:
        Season(club=club, **season_fields(values)).full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Refused("club_file_season", name=values["name"]) from error
    begins, ends = values.get("begins"), values.get("ends")
    if bool(begins) != bool(ends) or (begins and begins > ends):
        raise Refused("club_file_season", name=values["name"])
    return PlannedPart(values["name"], club.seasons.filter(key=values["key"]).exists())


def season_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a season as the model stores them: all but its evenings, which are rows of their own."""
    return {key: value for key, value in values.items() if key != "evenings"}


def _match_list(values: Mapping[str, Any], club: Club, known: Mapping[int, Person]) -> PlannedPart:
    if values.get("single"):
        keys = {number: person.pk for number, person in known.items()}
        matches = new_single_matches(values, club, keys) or values["matches"]
        return PlannedPart(values["name"], matches is values["matches"], len(matches))
    return PlannedPart(values["name"], is_list_there(values, club), len(values["matches"]))


def is_list_there(values: Mapping[str, Any], club: Club) -> bool:
    """Whether the club has a list of this name that came in at this moment."""
    return club.match_imports.filter(name=values["name"], at=datetime.fromisoformat(values["at"])).exists()


def new_single_matches(values: Mapping[str, Any], club: Club, keys: Mapping[int, int]) -> Sequence[Mapping[str, Any]]:
    """Those of the matches entered one by one that the club does not have; `keys` of the persons it knows by number."""
    told_apart = [
        (
            date.fromisoformat(match["date"]),
            keys.get(match["winner"], -match["winner"]),
            keys.get(match["loser"], -match["loser"]),
            match["match_length"],
        )
        for match in values["matches"]
    ]
    return [values["matches"][position] for position in without_those_here(told_apart, entered_matches(club))]


def _persons(
    file: ClubContents,
    club: Club,
    tournaments: Sequence[PlannedTournament],
    lists: Sequence[PlannedPart],
    recognised: Mapping[int, Person],
    known: Mapping[int, Person],
) -> Iterator[PlannedPerson]:
    coming = [one.persons for one, planned in zip(file.tournaments, tournaments, strict=True) if not planned.standing]
    new_lists = (one for one, planned in zip(file.earlier_matches, lists, strict=True) if not planned.is_there)
    playing = [(match["winner"], match["loser"]) for one in new_lists for match in one["matches"]]
    needed = {number for numbers in (*coming, *playing) for number in numbers}
    counted = Counter(number for one in file.tournaments for number in one.persons)
    taken = {person.pk for person in known.values()}
    names = {person_key(each.name): each for each in match_names(club, _names(file, needed))}
    namesakes = Counter(person_key(one.name) for one in file.persons)
    for number, one in enumerate(file.persons, start=1):
        name, also = one.name, one.also
        person = known.get(number)
        persons: tuple[KnownPerson, ...] = ()
        similar: tuple[KnownPerson, ...] = ()
        if name and number in needed and number not in recognised:
            found = names[person_key(name)]
            if len(found.persons) > 1 or (found.persons and namesakes[person_key(name)] > 1):
                persons = found.persons
            elif person is None:
                alike = [*found.similar_persons]
                alike += [each for other in also for each in names[person_key(other)].persons]
                similar = tuple(each for each in dict.fromkeys(alike) if each.key not in taken)
        yield PlannedPerson(number, name, counted[number], person, number in needed, persons, similar)


def _names(file: ClubContents, needed: Iterable[int]) -> Iterator[str]:
    """All names of those who may come in."""
    for number in sorted(needed):
        one = file.persons[number - 1]
        yield from filter(None, (one.name, *one.also))


def _recognised(file: ClubContents, tournaments: Sequence[PlannedTournament]) -> dict[int, Person]:
    """Of each number who that is here, by the lists of the tournaments that are there; nobody twice."""
    recognised: dict[int, Person] = {}
    for one, planned in zip(file.tournaments, tournaments, strict=True):
        if planned.standing is None:
            continue
        entries = planned.standing.entries.select_related("person__merged_into").order_by("number")
        for number, entry in zip(one.persons, entries, strict=False):
            if entry.person and number not in recognised and entry.person.real not in recognised.values():
                recognised[number] = entry.person.real
    return recognised


def _known(file: ClubContents, club: Club, recognised: Mapping[int, Person]) -> dict[int, Person]:
    """With those recognised whoever the club knows by exactly the name of a number, nobody twice."""
    here: dict[str, list[Person]] = {}
    for person in Person.objects.filter(club=club).exclude(key="").select_related("merged_into").order_by("pk"):
        of_name = here.setdefault(person.key, [])
        if person.real not in of_name:
            of_name.append(person.real)
    known = dict(recognised)
    taken = {person.pk for person in recognised.values()}
    for number, name in enumerate((one.name for one in file.persons), start=1):
        free = [person for person in here.get(person_key(name), ()) if name and person.pk not in taken]
        if number not in known and free:
            known[number] = free[0]
            taken.add(free[0].pk)
    return known

"""Imports a club file: plans what it would bring, then stores it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max

from tournament.actions import clubs, permissions
from tournament.actions.change import change_club
from tournament.actions.clubs import club_imported
from tournament.actions.persons import take_stricter_wishes
from tournament.actions.seasons import STORED_AT_ONCE
from tournament.actions.step import ClubChange
from tournament.archive import club_format, dump, storing
from tournament.archive.format import Archive, write_archive
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.models import (
    Club,
    ClubNotice,
    ClubYear,
    ImportedMatch,
    MatchImport,
    Person,
    Season,
    SeasonEvening,
    Tournament,
    Voucher,
    YearPaper,
)
from tournament.money.years import read_year_number
from tournament.names import person_key
from tournament.queries.clubs import import_line
from tournament.queries.persons import KnownPerson, match_names
from tournament.queries.seasons import entered_matches, forgotten_in_list, positions_of_new

# Planning: what the file would bring into a club. Nothing is written.


@dataclass(frozen=True, slots=True)
class PlannedTournament:
    """A tournament of the file; `standing` is the club's own whose archive has the same bytes, or None."""

    in_file: club_format.ClubTournamentPart
    archive: Archive
    standing: Tournament | None


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """A person of the file, by their number in its list of persons, counted from 1.

    `tournaments` counts the file's tournaments they have played. `known` is the club's person proposed for them, None
    for a new one. The user chooses from `persons` if several have exactly this name, else from `similar` names.
    `is_needed`: the file has a tournament or a match of this person that the club lacks.
    """

    number: int
    name: str
    tournaments: int
    known: Person | None
    is_needed: bool
    persons: tuple[KnownPerson, ...] = ()
    similar: tuple[KnownPerson, ...] = ()


# A season or a list of earlier matches: its name, whether the club has it already and keeps its own, and its matches.
PlannedPart = tuple[str, bool, int]


class ClubPlan:
    """What the file would bring and what the club has already, each in the order of the file.

    `takes_settings`: the club takes its name and settings from the file. `takes_books`: it takes the books from the
    file and continues their voucher numbers; None if the file has no books. `mark` is a digest that differs once the
    club has changed. `forgotten` names erased persons whom the file would bring back. `late` counts vouchers of years
    whose books are closed here, and names the year that they would be entered in.
    """

    def __init__(self, file: club_format.ClubPart, club: Club) -> None:
        """Plan the import. Raises Refused if the file cannot be imported."""
        self.tournaments = tuple(_tournaments(file, club))
        self.seasons = tuple(_season(season, club) for season in file.seasons)
        recognised = _recognised(self.tournaments)
        who = _known(file, club, recognised)
        keys = {number: person.pk for number, person in who.items()}
        self.lists = tuple(_match_list(played, club, keys) for played in file.earlier_matches)
        self.persons = tuple(_planned_persons(file, club, self.tournaments, self.lists, recognised, who))
        self.takes_settings = bool(file.name) and not club.name
        archives = [one.archive for one in self.coming]
        has_numbers = any(payment.year_number for archive in archives for payment in archive.payments)
        has_any = file.books != club_format.BooksPart() or has_numbers
        self.takes_books = not (club.name or has_books(club)) if has_any else None
        known = [person.known and person.known.pk for person in self.persons]
        standing = [one.standing and one.standing.pk for one in self.tournaments]
        told = (club.pk, club.version, club.stamp, known, standing, file.model_dump())
        self.mark = sha256(repr(told).encode(errors="surrogatepass")).hexdigest()[:32]
        in_lists = forgotten_in_list(_new_in_lists(file, self.lists), club)
        self.forgotten = tuple(dict.fromkeys((*storing.forgotten_in(archives, club), *in_lists)))
        self.late = storing.entered_late(archives, club)

    @property
    def coming(self) -> Sequence[PlannedTournament]:
        return [planned_tournament for planned_tournament in self.tournaments if planned_tournament.standing is None]

    @property
    def standing(self) -> Sequence[PlannedTournament]:
        return [
            planned_tournament for planned_tournament in self.tournaments if planned_tournament.standing is not None
        ]

    @property
    def known(self) -> Sequence[PlannedPerson]:
        return [person for person in self.persons if person.known]

    @property
    def new(self) -> Sequence[PlannedPerson]:
        return [person for person in self.persons if person.is_needed and not person.known]

    @property
    def offered(self) -> Sequence[PlannedPerson]:
        """The persons of the file for whom the user may choose a person of the club."""
        return [person for person in self.persons if person.persons or person.similar]

    @property
    def brings_something(self) -> bool:
        """Whether the file has tournaments, seasons, matches or settings that the club lacks."""
        parts = any(not is_there for _name, is_there, _matches in (*self.seasons, *self.lists))
        return bool(self.coming) or parts or self.takes_settings


def _new_in_lists(file: club_format.ClubPart, lists: Sequence[PlannedPart]) -> Iterator[tuple[date, str, str, int]]:
    """Yield day, winner, loser and length of the matches in lists that the club lacks, with the file's names."""
    for match_list, (_name, is_there, _matches) in zip(file.earlier_matches, lists, strict=True):
        for match in () if is_there else match_list.matches:
            winner, loser = (file.persons[number - 1].name for number in (match.winner, match.loser))
            yield match.date, winner, loser, match.match_length


def _tournaments(file: club_format.ClubPart, club: Club) -> Iterator[PlannedTournament]:
    archives = [
        club_format.tournament_in_file(number, tournament_part)
        for number, tournament_part in enumerate(file.tournaments, start=1)
    ]
    club_format.refuse_repeated_numbers(file.tournaments, archives, file.books)
    names_and_dates = {(archive.name, archive.date) for archive in archives}
    of_days = Tournament.objects.filter(club=club, date__in={date for _name, date in names_and_dates}).order_by("pk")
    alike = {
        tournament.pk: tournament for tournament in of_days if (tournament.name, tournament.date) in names_and_dates
    }
    archive_by_key = dump.locked_archives(Tournament.objects.filter(pk__in=list(alike)))
    # Whoever wrote the file may have put its keys in another order, and the standings follow from the rest.
    standing = {write_archive(archive_by_key[key], ()): alike[key] for key in reversed(alike) if key in archive_by_key}
    for archive, tournament_part in zip(archives, file.tournaments, strict=True):
        yield PlannedTournament(
            tournament_part, archive, standing.get(write_archive(archive, ())) if standing else None
        )


def _season(season: club_format.SeasonPart, club: Club) -> PlannedPart:
    new_season = Season(club=club, **season.model_dump(exclude={"evenings"}))
    try:
        new_season.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Refused("club_file_season", name=season.name) from error
    return season.name, club.seasons.filter(key=season.key).exists(), 0


def _match_list(match_list: club_format.MatchListPart, club: Club, keys: Mapping[int, int]) -> PlannedPart:
    new_matches = _new_matches(match_list, club, keys)
    return match_list.name, not new_matches, len(new_matches or match_list.matches)


def _new_matches(
    match_list: club_format.MatchListPart, club: Club, keys: Mapping[int, int]
) -> Sequence[club_format.MatchPart]:
    """Return the matches that the club lacks: a list is compared as a whole, `single` matches one by one.

    `keys` holds the keys of the known persons by their numbers in the file.
    """
    if not match_list.single:
        return [] if club.match_imports.filter(name=match_list.name, at=match_list.at).exists() else match_list.matches
    comparable = [
        (
            match.date,
            keys.get(match.winner, -match.winner),
            keys.get(match.loser, -match.loser),
            match.match_length,
        )
        for match in match_list.matches
    ]
    return [match_list.matches[position] for position in positions_of_new(comparable, entered_matches(club))]


def _planned_persons(
    file: club_format.ClubPart,
    club: Club,
    tournaments: Sequence[PlannedTournament],
    lists: Sequence[PlannedPart],
    recognised: Mapping[int, Person],
    person_by_number: Mapping[int, Person],
) -> Iterator[PlannedPerson]:
    coming = [
        planned_tournament.in_file.persons for planned_tournament in tournaments if not planned_tournament.standing
    ]
    planned_lists = zip(file.earlier_matches, lists, strict=True)
    new_lists = (match_list for match_list, (_name, is_there, _matches) in planned_lists if not is_there)
    playing = [(match.winner, match.loser) for match_list in new_lists for match in match_list.matches]
    needed = {number for numbers in (*coming, *playing) for number in numbers}
    evening_counts = Counter(number for tournament_part in file.tournaments for number in tournament_part.persons)
    keys = {person.pk for person in person_by_number.values()}
    those = [file.persons[number - 1] for number in sorted(needed)]
    file_names = [name for person_part in those for name in (person_part.name, *person_part.also) if name]
    names = {person_key(match_name.name): match_name for match_name in match_names(club, file_names)}
    namesakes = Counter(person_key(person_part.name) for person_part in file.persons)
    for number, person_part in enumerate(file.persons, start=1):
        name, also = person_part.name, person_part.also
        person = person_by_number.get(number)
        persons: tuple[KnownPerson, ...] = ()
        similar: tuple[KnownPerson, ...] = ()
        if name and number in needed and number not in recognised:
            known_name = names[person_key(name)]
            if len(known_name.persons) > 1 or (known_name.persons and namesakes[person_key(name)] > 1):
                persons = known_name.persons
            elif person is None:
                alike = [*known_name.similar_persons]
                alike += [known_person for alias in also for known_person in names[person_key(alias)].persons]
                similar = tuple(known_person for known_person in dict.fromkeys(alike) if known_person.key not in keys)
        yield PlannedPerson(number, name, evening_counts[number], person, number in needed, persons, similar)


def _recognised(tournaments: Iterable[PlannedTournament]) -> dict[int, Person]:
    """Find persons of the file by the entries of tournaments that the club has already; nobody is found twice."""
    recognised: dict[int, Person] = {}
    for planned_tournament in tournaments:
        if planned_tournament.standing is None:
            continue
        entries = planned_tournament.standing.entries.select_related("person__merged_into").order_by("number")
        for number, entry in zip(planned_tournament.in_file.persons, entries, strict=False):
            if entry.person and number not in recognised and entry.person.real not in recognised.values():
                recognised[number] = entry.person.real
    return recognised


def _known(file: club_format.ClubPart, club: Club, recognised: Mapping[int, Person]) -> dict[int, Person]:
    """Add persons of the club with exactly the name in the file to the recognised ones; nobody is found twice."""
    persons_by_key: dict[str, list[Person]] = {}
    for person in Person.objects.filter(club=club).exclude(key="").select_related("merged_into").order_by("pk"):
        of_name = persons_by_key.setdefault(person.key, [])
        if person.real not in of_name:
            of_name.append(person.real)
    person_by_number = dict(recognised)
    taken_keys = {person.pk for person in recognised.values()}
    for number, name in enumerate((person_part.name for person_part in file.persons), start=1):
        free = [person for person in persons_by_key.get(person_key(name), ()) if name and person.pk not in taken_keys]
        if number not in person_by_number and free:
            person_by_number[number] = free[0]
            taken_keys.add(free[0].pk)
    return person_by_number


# The books of a file, which only an empty club takes.


def has_books(club: Club) -> bool:
    """Whether the club has vouchers or counted cash of its own, so that it cannot take the books of a file."""
    return Voucher.objects.filter(club=club).exists() or ClubYear.objects.filter(club=club).exists()


def _restore_books(books: club_format.BooksPart, club: Club) -> None:
    """Store the books in an empty club, which continues their voucher numbers."""
    for year_part in books.years:
        year = ClubYear.objects.create(club=club, **year_part.model_dump(exclude={"papers"}))
        papers = year_part.papers.model_dump(exclude_defaults=True).items()
        YearPaper.objects.bulk_create(YearPaper(year=year, file=kind, content=content) for kind, content in papers)
    restored: list[Voucher] = []
    for voucher in books.vouchers:
        in_run = None if voucher.not_in_run else read_year_number(voucher.number)
        restored.append(
            Voucher.objects.create(
                club=club,
                year_number=in_run and in_run[1],
                printed_number="" if in_run else voucher.number,
                counters=restored[voucher.counters - 1] if voucher.counters else None,
                **voucher.model_dump(exclude={"number", "not_in_run", "counters"}),
            )
        )


# Storing, all or nothing: what the club has already stays, and equal names are one person.


def restore_club(
    file: club_format.ClubPart,
    club: Club,
    *,
    by: User | None,
    chosen: Mapping[int, int | None] | None = None,
    expected: str = "",
) -> tuple[Club, int, tuple[str, ...]]:
    """Import the file into the club; a club without a name takes the name and the settings of the file.

    Returns the club, how many tournaments were added, and which persons now hide more of their name.

    `chosen` maps numbers in the file's list of persons to keys of the club's persons, or to None for a new person; the
    plan decides on all others. `expected` is the mark of the plan that the user saw: if the plan has changed since, the
    import is refused; if that plan was imported already, nothing is imported. `by` is None on the command line.
    """
    club = Club.objects.get(pk=club.pk)
    # Before the lock: planning is slow, and locks every tournament that it compares.
    plan = ClubPlan(file, club)
    with transaction.atomic():
        # Before any other lock, as wherever a tournament is set up.
        take_lock("tournaments")
        with change_club(club, by=by, action=club_imported) as step:
            locked = step.club
            if expected and (line := import_line(expected)):
                return locked, line.facts["tournaments"], ()
            person_keys = [person.known.pk for person in plan.persons if person.known]
            is_changed = (locked.version, locked.stamp) != (club.version, club.stamp)
            is_changed = is_changed or Person.objects.filter(pk__in=person_keys).count() < len(person_keys)
            if expected not in ("", plan.mark) or is_changed:
                raise Refused("club_changed_since_preview")
            stricter = _store(step, file, plan, chosen or {}, by)
            # Taking over wishes is a change of the club with a version of its own.
            locked.refresh_from_db(fields=["version", "stamp"])
            step.always_log = True
            step.facts = club_imported.facts(tournaments=len(plan.coming), mark=plan.mark)
    return locked, len(plan.coming), stricter


def _store(
    step: ClubChange, file: club_format.ClubPart, plan: ClubPlan, chosen_keys: Mapping[int, int | None], by: User | None
) -> tuple[str, ...]:
    """Store what the plan brings; return the names of persons who now hide more of their name."""
    club = step.club
    is_empty = not (club.name or has_books(club))
    persons = _stored_persons(club, file, plan, chosen_keys)
    if plan.takes_settings:
        clubs.set_up(step, name=file.name, place=file.place, **file.settings.model_dump(exclude_defaults=True))
        stored_keys = set(club.notices.values_list("name", "language"))
        new_notices = (notice for notice in file.notices if (notice.name, notice.language) not in stored_keys)
        ClubNotice.objects.bulk_create(ClubNotice(club=club, **notice.model_dump()) for notice in new_notices)
    _add_other_names(club, file, persons)
    in_file = zip(persons, file.persons, strict=True)
    stricter = take_stricter_wishes(
        club, ((person, person_part.wished) for person, person_part in in_file if person), by=by
    )
    evenings = _restore_tournaments(plan, club, persons, by, goes_on=is_empty)
    for erasure in file.erased:
        club.erasures.get_or_create(tournament=None, **dict(erasure))
    for season in file.seasons:
        _restore_season(season, club, evenings)
    for match_list in file.earlier_matches:
        _restore_matches(match_list, club, persons)
    if is_empty and plan.takes_books:
        _restore_books(file.books, club)
    return stricter


def _stored_persons(
    club: Club, file: club_format.ClubPart, plan: ClubPlan, chosen_keys: Mapping[int, int | None]
) -> Sequence[Person | None]:
    """Return the club's person for each of the file, storing new ones; None for unknown ones who are not needed."""
    wished = Person.objects.filter(club=club, pk__in=filter(None, chosen_keys.values()), merged_into=None)
    of_club = {person.pk: person for person in wished.exclude(name="")}
    persons: list[Person | None] = []
    for planned in plan.persons:
        person = planned.known
        if planned.number in chosen_keys:
            key = chosen_keys[planned.number]
            if key is not None and key not in of_club:
                raise Refused("not_understood")
            person = of_club.get(key) if key else None
        if person and person in persons:
            raise Refused("club_person_chosen_twice", name=person.name)
        if person is None and planned.is_needed:
            person = Person.called(planned.name, club)
            person.wish, person.shown_as = file.persons[planned.number - 1].wished
        persons.append(person)
    Person.objects.bulk_create(person for person in persons if person and not person.pk)
    return persons


def _add_other_names(club: Club, file: club_format.ClubPart, persons: Sequence[Person | None]) -> None:
    """Store the persons' other names in the file as aliases, by which they are found."""
    stored_keys = set(Person.objects.filter(club=club).values_list("merged_into_id", "key"))
    aliases: list[Person] = []
    for person_part, person in zip(file.persons, persons, strict=True):
        is_called_otherwise = person and person_part.name and person_key(person_part.name) != person.key
        for name in (person_part.name, *person_part.also) if is_called_otherwise else person_part.also:
            if person and (person.pk, person_key(name)) not in stored_keys:
                aliases.append(Person(club=club, name=name, key=person_key(name), merged_into=person))
    Person.objects.bulk_create(aliases)


def _restore_tournaments(
    plan: ClubPlan,
    club: Club,
    persons: Sequence[Person | None],
    by: User | None,
    *,
    goes_on: bool,
) -> Sequence[Tournament]:
    """Store the new tournaments all at once; return all tournaments of the file in its order."""
    if plan.coming and by is not None and not permissions.can_set_up(by):
        raise Refused("not_allowed")
    where = clubs.club_to_set_up_in(by, club) if plan.coming else club
    taken_slugs = set(Tournament.objects.values_list("slug", flat=True))
    coming = []
    for planned in plan.coming:
        tournament = storing.new_tournament(planned.archive, where, by, taken_slugs.__contains__)
        tournament.is_rated = planned.in_file.is_rated
        taken_slugs.add(tournament.slug)
        coming.append((planned.archive, tournament))
    arrivals = storing.arrive(coming, by=by)
    playing = []
    for planned, arrival in zip(plan.coming, arrivals, strict=True):
        if goes_on:
            arrival.run = club_format.run_numbers(planned.in_file, planned.archive)
        for number, entry in zip(planned.in_file.persons, arrival.entries.values(), strict=False):
            if person := persons[number - 1]:
                entry.person = person
                playing.append((person, entry.wished))
    take_stricter_wishes(club, playing, by=by)
    storing.store(arrivals)
    for planned, arrival in zip(plan.coming, arrivals, strict=True):
        vouchers = Voucher.objects.filter(tournament=arrival.tournament)
        # Vouchers keep the payer's name as printed, even if the entry has another name by now.
        for kept_name in planned.in_file.kept_names:
            vouchers.filter(number__in=kept_name.vouchers).update(party=kept_name.name)
        outside_run = vouchers.filter(year__isnull=False, year_number=None)
        for year_part in planned.in_file.other_years if goes_on else ():
            outside_run.filter(number__in=year_part.vouchers).update(year=year_part.year, booked_on=year_part.booked_on)
    new_tournaments = iter(tournament for _archive, tournament in coming)
    return [planned.standing or next(new_tournaments) for planned in plan.tournaments]


def _restore_season(in_file: club_format.SeasonPart, club: Club, evenings: Sequence[Tournament]) -> None:
    """Store a season of the file, unless the club already has one with its key."""
    if club.seasons.filter(key=in_file.key).exists():
        return
    has_own = club.seasons.filter(is_own=True).exists()
    fields = in_file.model_dump(exclude={"evenings", "is_own"} if has_own else {"evenings"})
    season = Season.objects.create(club=club, **fields)
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=season, tournament=evenings[number - 1]) for number in set(in_file.evenings)
    )


def _restore_matches(match_list: club_format.MatchListPart, club: Club, persons: Sequence[Person | None]) -> None:
    """Store matches of earlier years, except lists and single matches that the club has already."""
    keys = {number: person.pk for number, person in enumerate(persons, start=1) if person}
    match_parts = _new_matches(match_list, club, keys)
    if not match_parts:
        return
    came = club.match_imports.filter(is_single=True).first() if match_list.single else None
    came = came or MatchImport.objects.create(
        club=club, name=match_list.name, at=match_list.at, counts=True, is_single=match_list.single
    )
    last = came.matches.aggregate(Max("position", default=0))["position__max"]
    ImportedMatch.objects.bulk_create(
        (
            ImportedMatch(
                match_import=came,
                position=position,
                winner_id=keys[match.winner],
                loser_id=keys[match.loser],
                **match.model_dump(exclude={"winner", "loser"}),
            )
            for position, match in enumerate(match_parts, start=last + 1)
        ),
        batch_size=STORED_AT_ONCE,
    )

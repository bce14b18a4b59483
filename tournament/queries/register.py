"""The register of a club: who has played there, how often, when last, and who may be one person under two names."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from tournament.models import Club, Entry, ImportedMatch, MatchImport, Person, Round, Tournament
from tournament.names import first_name_and_initial, search_key, spellings, tidy


@dataclass(frozen=True, slots=True)
class Registered:
    """A person with how many evenings they have played, when last (None: never yet), and under which other names.

    `lists` are the tournaments on whose lists they stand.
    """

    person: Person
    evenings: int
    last: date | None
    other_names: tuple[str, ...]
    lists: frozenset[int]

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the person, their own first."""
        return (self.person.name, *self.other_names)

    @property
    def sort_key(self) -> str:
        """Where the name stands among others."""
        return search_key(self.person.name)


@dataclass(frozen=True, slots=True)
class EarlierMatch:
    """A match of a list that counts, from the side of one of the two; `name` is how the list calls them."""

    match: ImportedMatch
    name: str
    opponent: str
    won: bool


@dataclass(frozen=True, slots=True)
class EarlierList:
    """What somebody has played in one list of matches, the newest first."""

    match_import: MatchImport
    matches: tuple[EarlierMatch, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """All that makes somebody of the register who they are: entries, and matches of earlier years by their lists."""

    entries: tuple[Entry, ...] = ()
    lists: tuple[EarlierList, ...] = ()

    @property
    def matches(self) -> tuple[EarlierMatch, ...]:
        """The matches of all lists of earlier years."""
        return tuple(match for each in self.lists for match in each.matches)

    def __len__(self) -> int:
        return len(self.entries) + len(self.matches)

    def parted(
        self, entries: Collection[int], matches: Collection[int], lists: Collection[int]
    ) -> tuple["Played", "Played"]:
        """Divide what was played in two: what the keys of entries, matches and whole lists choose, and the rest."""

        def part(is_wanted: bool) -> Played:
            of_lists = (
                EarlierList(
                    each.match_import,
                    tuple(
                        one
                        for one in each.matches
                        if (one.match.pk in matches or each.match_import.pk in lists) == is_wanted
                    ),
                )
                for each in self.lists
            )
            return Played(
                tuple(entry for entry in self.entries if (entry.pk in entries) == is_wanted),
                tuple(each for each in of_lists if each.matches),
            )

        return part(True), part(False)


@dataclass(frozen=True, slots=True)
class Double:
    """Two who may be one person."""

    first: Person
    second: Person


def register(club: Club) -> tuple[Registered, ...]:
    """Everybody who stands on a list, or in a match of earlier years, and is not forgotten, by name.

    Four queries for any number of them.
    """
    drawn = Exists(Round.objects.filter(tournament=OuterRef("tournament")))
    entries = Entry.objects.filter(tournament__club=club, person__isnull=False).annotate(
        real=Coalesce("person__merged_into_id", F("person_id")), is_drawn=drawn
    )
    columns = ("real", "name", "tournament_id", "tournament__date", "is_drawn")
    lists: defaultdict[int, list[_Listed]] = defaultdict(list)
    for real, *listed in entries.order_by("tournament__date", "pk").values_list(*columns):
        lists[real].append(_Listed(*listed))
    people = Person.objects.filter(club=club, merged_into=None).exclude(name="")
    known = {*lists, *_of_earlier_years(club)}
    found = [_registered(person, lists[person.pk]) for person in people if person.pk in known]
    return tuple(sorted(found, key=lambda row: (row.sort_key, row.person.pk)))


def _of_earlier_years(club: Club) -> set[int]:
    """Who has played a match that was brought along."""
    matches = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
    real = [Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser")]
    return {key for side in real for key in matches.values_list(side, flat=True).distinct()}


class _Listed(NamedTuple):
    """A line of a list; the evening has begun once it `is_drawn`."""

    name: str
    tournament: int
    day: date
    is_drawn: bool


def _registered(person: Person, lists: Sequence[_Listed]) -> Registered:
    names = tuple(dict.fromkeys(listed.name for listed in lists if listed.name != person.name))
    played = [listed.day for listed in lists if listed.is_drawn]
    return Registered(
        person, len(played), max(played, default=None), names, frozenset(listed.tournament for listed in lists)
    )


def called(rows: Iterable[Registered], typed: str) -> tuple[Registered, ...]:
    """Those who have every word typed in one of their names."""
    words = search_key(tidy(typed)).split()
    return tuple(row for row in rows if any(all(word in search_key(name) for word in words) for name in row.names))


def entries_of_person(person: Person) -> tuple[Entry, ...]:
    """All that somebody has played, the newest first."""
    entries = Entry.objects.filter(person__in=Person.objects.in_truth([person.pk]))
    return tuple(entries.select_related("tournament").order_by("-tournament__date", "-tournament_id"))


def played_by(person: Person) -> Played:
    """All entries and all matches of earlier years that count, the newest first; three queries."""
    same = Person.objects.in_truth([person.pk])
    stored = ImportedMatch.objects.filter(Q(winner__in=same) | Q(loser__in=same), match_import__counts=True)
    stored = stored.select_related("match_import", "winner__merged_into", "loser__merged_into")
    lists: dict[MatchImport, list[EarlierMatch]] = {}
    for match in stored.order_by("-match_import__at", "-match_import", "-date", "-position"):
        won = match.winner.real_id == person.pk
        own, other = (match.winner, match.loser) if won else (match.loser, match.winner)
        lists.setdefault(match.match_import, []).append(EarlierMatch(match, own.name, other.real.name, won))
    of_lists = tuple(EarlierList(each, tuple(matches)) for each, matches in lists.items())
    return Played(entries_of_person(person), of_lists)


def handed_out(person: Person) -> tuple[Tournament, ...]:
    """The evenings of somebody whose lists everyone may have read, printed or saved already, the newest first."""
    drawn = Exists(Round.objects.filter(tournament=OuterRef("pk")))
    evenings = Tournament.objects.filter(entries__person__in=Person.objects.in_truth([person.real_id]))
    return tuple(evenings.filter(drawn).distinct().order_by("-date", "-pk"))


def likely_doubles(rows: Sequence[Registered]) -> tuple[Double, ...]:
    """Who may be one person: names that are alike, and never a list on which both stand."""
    alike: defaultdict[str, list[Registered]] = defaultdict(list)
    short = {_abbreviated(row.person.name) for row in rows if row.person.name.endswith(".")}
    for row in rows:
        for spelling in {*spellings(row.person.name), *({_abbreviated(row.person.name)} & short)}:
            alike[spelling].append(row)
    pairs = {
        (first.person.pk, second.person.pk): Double(first.person, second.person)
        for group in alike.values()
        for index, first in enumerate(group)
        for second in group[index + 1 :]
        if not first.lists & second.lists
    }
    return tuple(pairs.values())


def _abbreviated(name: str) -> str:
    """First name and initial: what Jörg Übelacker and Jörg Ü. have in common."""
    return first_name_and_initial(search_key(name)).rstrip(".")

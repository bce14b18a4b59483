"""Who is meant by the names in a list of matches: persons of the register, new ones, or somebody to be chosen."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.models import Club, Person
from tournament.names import person_key, search_key, spellings


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody in the register."""

    key: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchName:
    """A name of the list, and how many matches it has there.

    `persons` have exactly this name: one is taken, of several one has to be chosen, without any a new one is made.
    `similar` are names in the register or in the list that may be the same person, misspelt.
    """

    name: str
    matches: int
    persons: tuple[KnownPerson, ...]
    similar: tuple[str, ...]
    similar_persons: tuple[KnownPerson, ...]

    @property
    def is_new(self) -> bool:
        return not self.persons

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody has to say who is meant."""
        return len(self.persons) > 1


def match_names(club: Club | None, names: Iterable[str]) -> tuple[MatchName, ...]:
    """Every name of the list once, in the order of the names; without a club nobody is known yet."""
    counted: dict[str, int] = defaultdict(int)
    written: dict[str, str] = {}
    for name in names:
        key = person_key(name)
        counted[key] += 1
        written.setdefault(key, name)
    persons = _persons(club)
    by_key: dict[str, list[KnownPerson]] = defaultdict(list)
    by_spelling: dict[str, dict[str, list[KnownPerson]]] = defaultdict(lambda: defaultdict(list))
    for person in persons:
        by_key[person_key(person.name)].append(person)
        for spelling in spellings(person.name):
            by_spelling[spelling][person.name].append(person)
    for name in written.values():
        for spelling in spellings(name):
            by_spelling[spelling].setdefault(name, [])
    found = []
    for key, name in written.items():
        alike = {other: known for spelling in spellings(name) for other, known in by_spelling[spelling].items()}
        others = {other: known for other, known in sorted(alike.items()) if person_key(other) != key}
        similar_persons = tuple(person for known in others.values() for person in known)
        found.append(MatchName(name, counted[key], tuple(by_key[key]), tuple(others), similar_persons))
    return tuple(sorted(found, key=lambda each: search_key(each.name)))


def _persons(club: Club | None) -> Sequence[KnownPerson]:
    if club is None:
        return ()
    rows = Person.objects.filter(club=club).exclude(name="").order_by("pk").values_list("pk", "merged_into_id", "name")
    # Who was merged is found under the former name, too.
    return list(dict.fromkeys(KnownPerson(real or key, name) for key, real, name in rows))

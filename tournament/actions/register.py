"""Who somebody on a list is in the register of the club: whoever was chosen, or has exactly this name."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.actions.change import Change
from tournament.models import Club, Entry, Person, Tournament
from tournament.names import fold, person_key


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is to be found by name and club as played; `person` is the key of whoever was chosen.

    Who `is_somebody_else` is nobody whom the club knows.
    """

    name: str
    club: str = ""
    person: int | None = None
    is_somebody_else: bool = False


def persons_for(
    tournament: Tournament, club: Club, wanted: Sequence[Wanted], *, changing: Collection[Entry] = ()
) -> Sequence[Person | None]:
    """The persons of these, in this order; who is not known yet is still to be stored. Nobody where it is practice.

    The `club` of the tournament is locked, so that nobody else enters the same person meanwhile.
    No two entries of a tournament are one person; those that are `changing` stand in nobody's way.
    """
    if tournament.is_practice or not wanted:
        return [None] * len(wanted)
    known = _Known(club, wanted)
    present = _present(tournament, changing)
    chosen = []
    for one in wanted:
        person = known.person(one, present) or Person.called(one.name, club)
        present.add(person.pk)
        chosen.append(person)
    return chosen


def forget_unneeded(real_ids: Collection[int]) -> None:
    """Nobody whom nothing refers to any more stays in the register: first who was merged, then who they were in truth.

    What brings an entry back afterwards finds its person anew by the name.
    """
    same = Person.objects.in_truth(real_ids).unneeded()
    for is_merged in (True, False):
        same.filter(merged_into__isnull=not is_merged).delete()


def find_lost_persons(step: Change) -> None:
    """As an undo brings an entry back, its person is found or made again where nobody had needed them meanwhile."""
    if step.undoes is None:
        return
    keys = {row["id"] for row in step.undoes.changes if row["model"] == "entry"}
    lost = _without_person(step.tournament, keys) if keys else ()
    wanted = [Wanted(entry.name, entry.club) for entry in lost]
    persons = persons_for(step.tournament, step.club, wanted, changing=lost)
    for entry, person in zip(lost, persons, strict=True):
        if person is not None:
            if person.pk is None:
                person.wish, person.shown_as = entry.wished
            step.update(entry, person_id=(person if person.pk else step.add(person)).pk)


def _without_person(tournament: Tournament, keys: Collection[int]) -> Sequence[Entry]:
    """Those of the entries with these keys whose person is gone."""
    entries = tournament.entries.filter(pk__in=keys, person_id__isnull=False)
    return tuple(entries.exclude(person_id__in=Person.objects.values("pk")).order_by("number"))


def _present(tournament: Tournament, changing: Collection[Entry]) -> set[int]:
    """Who is on the list of the tournament already."""
    if tournament.pk is None:
        return set()
    entries = tournament.entries.exclude(pk__in=[entry.pk for entry in changing])
    return {person.real_id for person in Person.objects.filter(entries__in=entries)}


class _Known:
    """Those in the register who may be meant: all of the names wanted, and whoever was chosen."""

    def __init__(self, club: Club, wanted: Iterable[Wanted]) -> None:
        of_club = Person.objects.filter(club=club).select_related("merged_into").order_by("pk")
        keys = {person_key(one.name) for one in wanted}
        self._by_key: defaultdict[str, dict[int, Person]] = defaultdict(dict)
        for person in of_club.filter(key__in=keys):
            self._by_key[person.key][person.real_id] = person.real
        chosen = of_club.filter(pk__in={one.person for one in wanted if one.person})
        self._chosen = {person.pk: person.real for person in chosen}
        self._clubs = _newest_clubs({real for persons in self._by_key.values() for real in persons})

    def person(self, one: Wanted, present: Collection[int]) -> Person | None:
        """Who is meant and not on the list yet: the one chosen, else of the name who has the club, else the first."""
        if one.is_somebody_else:
            return None
        chosen = [self._chosen[one.person]] if one.person in self._chosen else []
        of_name = self._by_key[person_key(one.name)].values()
        of_club = [person for person in of_name if self._clubs.get(person.pk) == fold(one.club)]
        return next((person for person in (*chosen, *of_club, *of_name) if person.pk not in present), None)


def _newest_clubs(keys: Collection[int]) -> Mapping[int, str]:
    """The club that each of these persons has played for last, as it is compared."""
    entries = Entry.objects.filter(person__in=keys) | Entry.objects.filter(person__merged_into__in=keys)
    entries = entries.select_related("person").order_by("tournament__date", "tournament")
    return {entry.person.real_id: fold(entry.club) for entry in entries if entry.person}

"""The entries and requests under a name, and every name that an entry had."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet

from tournament.models import Entry, ImportedMatch, JoinRequest, JournalLine
from tournament.models import Person as Registered
from tournament.names import fold, search_key, tidy
from tournament.queries.clubs import directed_clubs
from tournament.queries.tournaments import directed_by

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class EarlierMatches:
    """How many matches of earlier years somebody in the register of a club has."""

    person: Registered
    count: int

    @property
    def name(self) -> str:
        """What they are called in the register."""
        return self.person.name


@dataclass(frozen=True, slots=True)
class Person:
    """Entries of one name, the newest tournament first, requests for one that came to nothing, and earlier matches.

    They may be several people.
    """

    name: str
    entries: tuple[Entry, ...]
    requests: tuple[JoinRequest, ...]
    earlier: tuple[EarlierMatches, ...] = ()

    @property
    def tournaments(self) -> int:
        """In how many tournaments the name is stored."""
        return len({row.tournament_id for row in chain[Entry | JoinRequest](self.entries, self.requests)})


_Row = Entry | JoinRequest | EarlierMatches


@dataclass(frozen=True, slots=True)
class _Found:
    entries: list[Entry]
    requests: list[JoinRequest]
    earlier: list[EarlierMatches]

    @property
    def name(self) -> str:
        return next(row.name for row in chain[_Row](self.entries, self.requests, self.earlier))

    def add(self, row: _Row) -> None:
        if isinstance(row, Entry):
            self.entries.append(row)
        elif isinstance(row, JoinRequest):
            self.requests.append(row)
        else:
            self.earlier.append(row)


def persons_like(user: User, typed: str) -> tuple[Person, ...]:
    """Whoever in the user's tournaments and clubs has every word typed in the name, in the order of the names."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    by_name: dict[str, _Found] = {}
    for row in chain[_Row](entries_of(user), requests_of(user), earlier_matches_of(user)):
        if all(word in search_key(row.name) for word in words):
            by_name.setdefault(fold(row.name), _Found([], [], [])).add(row)
    found = [
        Person(rows.name, tuple(rows.entries), tuple(rows.requests), tuple(rows.earlier)) for rows in by_name.values()
    ]
    return tuple(sorted(found, key=lambda person: search_key(person.name)))[:MOST_FOUND]


def entries_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[Entry]:
    """The entries in the user's tournaments, the newest first, or those of them with these keys."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def requests_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[JoinRequest]:
    """The requests in the user's tournaments that have led to no entry, the newest first, or those with these keys."""
    requests = JoinRequest.objects.filter(tournament__in=directed_by(user), entry=None).select_related("tournament")
    if keys is not None:
        requests = requests.filter(pk__in=list(keys))
    return requests.order_by("-at", "-pk")


def earlier_matches_of(user: User, keys: Iterable[int] | None = None) -> Sequence[EarlierMatches]:
    """Who has matches of earlier years in the user's clubs, also in lists taken back, or those of them with these keys.

    Who was merged counts as who that is in truth; nobody is forgotten.
    """
    in_register = Registered.objects.filter(club__in=directed_clubs(user))
    known: QuerySet[Registered] = in_register.select_related("club", "merged_into__club")
    counted: Counter[Registered] = Counter()
    for side in ("imported_wins", "imported_losses"):
        for person in known.filter(**{f"{side}__isnull": False}).annotate(matches=Count(side)):
            counted[person.real] += person.matches
    wanted = None if keys is None else set(keys)
    return [
        EarlierMatches(person, count)
        for person, count in counted.items()
        if person.name and (wanted is None or person.pk in wanted)
    ]


def matches_of(person: Registered) -> QuerySet[ImportedMatch]:
    """The matches of earlier years of somebody, by day."""
    same = Registered.objects.in_truth([person.real_id])
    matches = ImportedMatch.objects.filter(Q(winner__in=same) | Q(loser__in=same))
    return matches.select_related("match_import", "winner").order_by("date", "match_import", "position")


def names_ever(entry: Entry) -> set[str]:
    """Every name that the entry had, as far as the journal knows, and the one it was asked for under."""
    names = {entry.name, entry.shown_as, *JoinRequest.objects.filter(entry=entry).values_list("name", flat=True)}
    for line in JournalLine.objects.filter(tournament=entry.tournament_id).order_by("version"):
        for row in line.changes:
            if row["model"] == "entry" and row["id"] == entry.pk:
                sides = (row["before"] or {}, row["after"] or {})
                names |= {values.get(field, "") for values in sides for field in ("name", "shown_as")}
    return names - {""}

"""The entries and requests under a name, and every name that an entry had."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from tournament.models import Entry, JoinRequest, JournalLine
from tournament.names import fold, search_key, tidy
from tournament.queries.tournaments import directed_by

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Person:
    """Entries of one name, the newest tournament first, and requests for one that came to nothing.

    They may be several people.
    """

    name: str
    entries: tuple[Entry, ...]
    requests: tuple[JoinRequest, ...]

    @property
    def tournaments(self) -> int:
        """In how many tournaments the name is stored."""
        return len({row.tournament_id for row in (*self.entries, *self.requests)})


def persons_like(user: AbstractBaseUser, typed: str) -> tuple[Person, ...]:
    """Whoever in the user's tournaments has every word typed in the name, in the order of the names."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    by_name: dict[str, tuple[list[Entry], list[JoinRequest]]] = {}
    for row in (*entries_of(user), *requests_of(user)):
        if all(word in search_key(row.name) for word in words):
            entries, requests = by_name.setdefault(fold(row.name), ([], []))
            (entries if isinstance(row, Entry) else requests).append(row)
    found = [
        Person((*entries, *requests)[0].name, tuple(entries), tuple(requests)) for entries, requests in by_name.values()
    ]
    return tuple(sorted(found, key=lambda person: search_key(person.name)))[:MOST_FOUND]


def entries_of(user: AbstractBaseUser, keys: Iterable[int] | None = None) -> Sequence[Entry]:
    """The entries in the user's tournaments, the newest first, or those of them with these keys."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def requests_of(user: AbstractBaseUser, keys: Iterable[int] | None = None) -> Sequence[JoinRequest]:
    """The requests in the user's tournaments that have led to no entry, the newest first, or those with these keys."""
    requests = JoinRequest.objects.filter(tournament__in=directed_by(user), entry=None).select_related("tournament")
    if keys is not None:
        requests = requests.filter(pk__in=list(keys))
    return requests.order_by("-at", "-pk")


def names_ever(entry: Entry) -> set[str]:
    """Every name that the entry had, as far as the journal knows, and the one it was asked for under."""
    names = {entry.name, entry.shown_as, *JoinRequest.objects.filter(entry=entry).values_list("name", flat=True)}
    for line in JournalLine.objects.filter(tournament=entry.tournament_id).order_by("version"):
        for row in line.changes:
            if row["model"] == "entry" and row["id"] == entry.pk:
                sides = (row["before"] or {}, row["after"] or {})
                names |= {values.get(field, "") for values in sides for field in ("name", "shown_as")}
    return names - {""}

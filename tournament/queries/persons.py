"""Who somebody is with all that is stored of them, what the books keep, and every name that an entry had."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, groupby

from django.contrib.auth.models import User
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from tournament.models import Club, Entry, ImportedMatch, JoinRequest, JournalLine, Person, Tournament, Voucher
from tournament.money.years import fiscal_year, last_day
from tournament.names import NOT_IN_PUBLIC, fold, person_key, search_key, tidy
from tournament.queries.clubs import directed_clubs
from tournament.queries.tournaments import directed_by

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class InBooks:
    """Vouchers of an evening with somebody's name, by number, and the day until which the law asks to keep them."""

    evening: str
    numbers: tuple[str, ...]
    until: date


@dataclass(frozen=True, slots=True)
class PersonHistory:
    """Somebody in the register of a club with all that is stored of them, the newest tournament first.

    Without a `registered` person it is a name: of practice, of sign-ups that came to nothing, of tournaments of clubs
    that are others' to direct. That may be several people. `vouchers` are those of deleted tournaments.
    """

    registered: Person | None
    name: str
    other_names: tuple[str, ...]
    entries: tuple[Entry, ...]
    requests: tuple[JoinRequest, ...]
    earlier: int
    vouchers: tuple[Voucher, ...]
    in_books: tuple[InBooks, ...]

    @property
    def tournaments(self) -> int:
        """In how many tournaments the name is stored."""
        return len({row.tournament_id for row in chain[Entry | JoinRequest](self.entries, self.requests)})


@dataclass(slots=True)
class _Found:
    registered: Person | None
    names: list[str]
    entries: list[Entry]
    requests: list[JoinRequest]
    vouchers: list[Voucher] = field(default_factory=list)
    earlier: int = 0


def persons_like(user: User, typed: str) -> tuple[PersonHistory, ...]:
    """Whoever in the user's tournaments and clubs has every word typed in one of their names, in their order."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    found = [one for one in _everybody(user) if any(_has(words, name) for name in one.names)]
    found.sort(key=lambda one: (search_key(one.names[0]), one.registered.pk if one.registered else 0))
    return tuple(map(_person, found[:MOST_FOUND]))


def _has(words: Sequence[str], name: str) -> bool:
    return all(word in search_key(name) for word in words)


def _everybody(user: User) -> Iterable[_Found]:
    """By person where there is one, otherwise by name; a sign-up is of whoever alone has the name in its club."""
    found: dict[Person | str, _Found] = {}
    of_name: defaultdict[tuple[int, str], set[Person]] = defaultdict(set)
    known = Person.objects.filter(club__in=directed_clubs(user)).select_related("club", "merged_into__club")
    for person in known.exclude(name="").order_by("merged_into_id", "pk"):
        real = person.real
        found.setdefault(real, _Found(real, [real.name], [], [])).names.append(person.name)
        of_name[real.club_id, person.key].add(real)
    for entry in entries_of(user).select_related("person__merged_into"):
        real_or_name = entry.person.real if entry.person and entry.person.real in found else fold(entry.name)
        one = found.setdefault(real_or_name, _Found(None, [entry.name], [], []))
        one.names.append(entry.name)
        one.entries.append(entry)
        if one.registered:
            of_name[one.registered.club_id, person_key(entry.name)].add(one.registered)
    for asked in requests_of(user):
        meant = of_name[asked.tournament.club_id, person_key(asked.name)]
        one = found.setdefault(
            next(iter(meant)) if len(meant) == 1 else fold(asked.name), _Found(None, [asked.name], [], [])
        )
        one.requests.append(asked)
    for voucher in vouchers_of_deleted(*directed_clubs(user)):
        meant = of_name[voucher.club_id or 0, person_key(voucher.party)]
        if not meant:
            name = fold(voucher.party)
            found.setdefault(name, _Found(None, [voucher.party], [], [])).vouchers.append(voucher)
    by_key = {one.registered.pk: one for one in found.values() if one.registered}
    for side in ("imported_wins", "imported_losses"):
        counted = known.filter(**{f"{side}__isnull": False}).values_list("pk", "merged_into_id").annotate(Count(side))
        for key, merged_into, matches in counted.order_by("pk"):
            if counted_for := by_key.get(merged_into or key):
                counted_for.earlier += matches
    return (one for one in found.values() if one.entries or one.requests or one.vouchers or one.earlier)


def _person(one: _Found) -> PersonHistory:
    names = tuple(dict.fromkeys(one.names))
    vouchers = vouchers_of_deleted(one.registered.club).filter(party__in=names) if one.registered else one.vouchers
    return PersonHistory(
        one.registered,
        names[0],
        names[1:],
        tuple(one.entries),
        tuple(one.requests),
        one.earlier,
        tuple(vouchers),
        (*in_books(one.entries), *in_books_of_deleted(vouchers)),
    )


def in_books(entries: Iterable[Entry]) -> Iterator[InBooks]:
    """The vouchers that keep a name although it is erased."""
    for entry in entries:
        stored = entry.vouchers.order_by("number").values_list("number", flat=True)
        numbers = tuple(str(number) for number in stored if number is not None)
        if numbers and (until := books_kept_until(entry.tournament)):
            yield InBooks(entry.tournament.name, numbers, until)


def in_books_of_deleted(vouchers: Iterable[Voucher]) -> Iterator[InBooks]:
    """Those of these vouchers of deleted evenings that keep a name although it is erased."""
    for (evening, day), rows in groupby(vouchers, key=lambda voucher: (voucher.evening, voucher.evening_date)):
        first, *others = rows
        if first.club and day and (until := kept_until(first.club, day)):
            yield InBooks(evening, tuple(row.label for row in (first, *others)), until)


def books_kept_until(tournament: Tournament) -> date | None:
    """The last day on which the vouchers have to keep their names; None: they need not, or no more."""
    return None if tournament.is_practice else kept_until(tournament.club, tournament.date)


def kept_until(club: Club, day: date) -> date | None:
    """The last day on which the club has to keep vouchers of an evening on this day; None: it need not, or no more."""
    years, month = club.books_years, club.fiscal_month
    until = last_day(fiscal_year(day, month) + years, month)
    return until if years and until >= timezone.localdate() else None


def vouchers_of_deleted(*clubs: Club) -> QuerySet[Voucher]:
    """Those of the clubs' deleted evenings that name somebody."""
    of_deleted = Voucher.objects.filter(club__in=clubs, tournament=None, evening_date__isnull=False)
    named = of_deleted.exclude(party__in=["", NOT_IN_PUBLIC]).select_related("club")
    return named.order_by("club", "evening_date", "evening", "year_number")


def over_in_deleted(club: Club) -> tuple[Voucher, ...]:
    """The vouchers of deleted evenings that need not be kept any more, of whoever is on no list of the club now."""
    registered = set(Person.objects.filter(club=club).exclude(name="").values_list("key", flat=True))
    return tuple(
        voucher
        for voucher in vouchers_of_deleted(club)
        if person_key(voucher.party) not in registered and is_over(club, voucher)
    )


def is_over(club: Club, of_deleted: Voucher) -> bool:
    """Whether a voucher of a deleted evening of the club need not be kept any more."""
    day = of_deleted.evening_date
    return day is None or kept_until(club, day) is None


def erased_but_in_books(club: Club) -> Iterator[Entry]:
    """Who is erased and stands in vouchers that need not be kept any more."""
    named = Voucher.objects.exclude(party="").exclude(party=F("entry__name"))
    entries = Entry.objects.filter(
        tournament__club=club, person__name="", pk__in=named.filter(entry__isnull=False).values("entry")
    )
    for entry in entries.select_related("tournament__club").order_by("tournament__date", "number"):
        if books_kept_until(entry.tournament) is None:
            yield entry


def registered_of(user: User, keys: Iterable[int]) -> tuple[PersonHistory, ...]:
    """Those with these keys in the registers of the user's clubs, with all that is stored of them."""
    wanted = set(keys)
    return tuple(_person(one) for one in _everybody(user) if one.registered and one.registered.pk in wanted)


def entries_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[Entry]:
    """The entries in the user's tournaments, the newest first, or those of them with these keys."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament__club")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def requests_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[JoinRequest]:
    """The requests in the user's tournaments that have led to no entry, the newest first, or those with these keys."""
    requests = JoinRequest.objects.filter(tournament__in=directed_by(user), entry=None).select_related(
        "tournament__club"
    )
    if keys is not None:
        requests = requests.filter(pk__in=list(keys))
    return requests.order_by("-at", "-pk")


def matches_of(person: Person) -> QuerySet[ImportedMatch]:
    """The matches of earlier years of somebody, by day."""
    same = Person.objects.in_truth([person.real_id])
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

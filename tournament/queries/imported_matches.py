"""Which matches outside the evenings count already, so that a list that has grown can come again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournament.machine.cache import cached
from tournament.models import Club, ImportedMatch, Person
from tournament.names import person_key, search_key

MOST_SHOWN = 200
# Day, winner, loser and length; two persons may play the same match twice a day.
SingleMatch = tuple[date, int, int, int]


class _SingleMatches(tuple[SingleMatch, ...]):
    """The matches of all lists that count."""

    @property
    def kept_bytes(self) -> int:
        return 1_000 + 150 * len(self)


def single_matches(club: Club) -> Sequence[SingleMatch]:
    """What counts outside the evenings, the earliest first; the persons are who they are in truth."""

    def read() -> _SingleMatches:
        stored = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
        return _SingleMatches(_told_apart(stored.order_by("date", "match_import", "position")))

    return cached(("single matches", club.pk, club.version, club.stamp), read)


def entered_matches(club: Club) -> Mapping[SingleMatch, int]:
    """How often each match was entered one by one."""
    return Counter(_told_apart(ImportedMatch.objects.filter(match_import__club=club, match_import__is_single=True)))


def _told_apart(stored: QuerySet[ImportedMatch]) -> Iterable[SingleMatch]:
    winner, loser = (Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser"))
    return stored.values_list("date", winner, loser, "match_length")


def single_matches_entered(club: Club) -> Sequence[ImportedMatch]:
    """Those that were entered one by one, the newest first, as many as a page shows."""
    entered = ImportedMatch.objects.filter(match_import__club=club, match_import__is_single=True)
    known = entered.select_related("winner__merged_into", "loser__merged_into")
    return tuple(known.order_by("-date", "-position")[:MOST_SHOWN])


def names_of_club(club: Club) -> Sequence[str]:
    """The names in the register, to be picked from."""
    persons = Person.objects.filter(club=club, merged_into=None).exclude(name="")
    return tuple(sorted(set(persons.values_list("name", flat=True)), key=search_key))


def counted_matches(club: Club) -> Mapping[SingleMatch, int]:
    """How often each match counts."""
    return Counter(single_matches(club))


def without_those_here(matches: Iterable[SingleMatch], here: Mapping[SingleMatch, int]) -> list[int]:
    """The positions of the matches that are not here yet: of equal ones the first are, as often as they count."""
    left = Counter(here)
    new = []
    for position, match in enumerate(matches):
        if left[match]:
            left[match] -= 1
        else:
            new.append(position)
    return new


class ReadMatch(Protocol):
    """A match of a list that is to be read in."""

    @property
    def date(self) -> date: ...

    @property
    def winner(self) -> str: ...

    @property
    def loser(self) -> str: ...

    @property
    def match_length(self) -> int: ...


def forgotten_in_list(matches: Iterable[ReadMatch], club: Club) -> tuple[str, ...]:
    """Who was erased and is named in the list: a match of theirs is here, of the same day, length, winner and other."""
    nameless = ImportedMatch.objects.filter(Q(winner__key="") | Q(loser__key=""), match_import__club=club)
    erased = set(nameless.values_list("date", "match_length", "winner__key", "loser__key"))
    names: dict[str, None] = {}
    for match in matches:
        winner, loser = person_key(match.winner), person_key(match.loser)
        same_day = match.date, match.match_length
        for gone, who in (
            (("", loser), (match.winner,)),
            ((winner, ""), (match.loser,)),
            (("", ""), (match.winner, match.loser)),
        ):
            if (*same_day, *gone) in erased:
                names.update(dict.fromkeys(who))
    return tuple(names)

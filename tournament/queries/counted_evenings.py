"""The evenings of a club as its seasons, ratings and records count them: who came, and who has beaten whom.

Worked out once for each settled version of a tournament and each version of its club, and kept: after a result, one
evening alone is read.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models.functions import Coalesce

from tournament.machine.cache import cached_value, store
from tournament.models import Club, Entry, Tournament
from tournament.queries.played_evenings import PlayedEvening, played_evenings
from tournament.queries.states import settled_state_of
from tournament.season.record import Attendance, Match

BYTES, BYTES_OF_A_PLAYER, BYTES_OF_A_MATCH = 6_000, 250, 150


class PersonOfEntry(NamedTuple):
    """Who an entry is, by its key, and the club they played for."""

    person: int
    club: str


@dataclass(frozen=True, slots=True)
class CountedEvening:
    """An evening of the club by persons; `stopped` are the matches that count only where the club counts them.

    `matches` are all that somebody has won, in the order of rounds and tables. Who stands on the list twice has the
    better place.
    """

    tournament: Tournament
    played: PlayedEvening
    persons: Mapping[int, PersonOfEntry]
    attendances: tuple[Attendance, ...]
    matches: tuple[Match, ...]
    stopped: frozenset[int]

    @property
    def kept_bytes(self) -> int:
        return BYTES + BYTES_OF_A_PLAYER * len(self.persons) + BYTES_OF_A_MATCH * len(self.matches)

    def rated_matches(self, *, with_stopped: bool) -> tuple[Match, ...]:
        """The matches that ratings and records count."""
        if with_stopped or not self.stopped:
            return self.matches
        return tuple(match for position, match in enumerate(self.matches) if position not in self.stopped)


def counted_evenings(club: Club) -> tuple[CountedEvening, ...]:
    """All but practice, in the order in which they are played; a fixed number of queries for those not kept."""
    tournaments = Tournament.objects.filter(club=club, is_practice=False).order_by("date", "pk")
    keys = {each.pk: _key(club, each) for each in tournaments.only("version", "stamp", "settled_edition")}
    found = {pk: cached_value(key) for pk, key in keys.items()}
    missing = [pk for pk, evening in found.items() if evening is None]
    for evening in _read(club, missing) if missing else ():
        found[evening.tournament.pk] = evening
        store(_key(club, evening.tournament), evening)
    return tuple(evening for evening in found.values() if isinstance(evening, CountedEvening))


def _key(club: Club, tournament: Tournament) -> tuple[str, int, int, str, int, str]:
    return ("counted evening", club.pk, club.version, club.stamp, *settled_state_of(tournament))


def _read(club: Club, keys: Sequence[int]) -> Iterator[CountedEvening]:
    tournaments = tuple(Tournament.objects.filter(pk__in=keys, club=club))
    played = played_evenings(tournaments)
    persons: dict[int, dict[int, PersonOfEntry]] = defaultdict(dict)
    stored = Entry.objects.filter(tournament__in=keys, person__isnull=False)
    columns = stored.values_list("tournament_id", "pk", Coalesce("person__merged_into_id", "person_id"), "club")
    for tournament, entry, person, played_for in columns:
        persons[tournament][entry] = PersonOfEntry(person, played_for)
    for tournament in tournaments:
        yield _evening(tournament, played[tournament.pk], persons[tournament.pk])


def _evening(tournament: Tournament, played: PlayedEvening, persons: Mapping[int, PersonOfEntry]) -> CountedEvening:
    matches: list[Match] = []
    stopped: set[int] = set()
    for match in played.matches:
        winner, loser = persons.get(match.winner), persons.get(match.loser)
        if winner and loser and winner.person != loser.person:
            if match.is_stopped:
                stopped.add(len(matches))
            matches.append(Match(winner.person, loser.person, match.length))
    there: dict[int, Attendance] = {}
    for entry, *rest in played.participants:
        if entry in persons:
            there.setdefault(persons[entry].person, Attendance(persons[entry].person, *rest))
    return CountedEvening(tournament, played, persons, tuple(there.values()), tuple(matches), frozenset(stopped))

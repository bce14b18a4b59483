"""People who have played before and are not on the list yet."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.models import Entry, Tournament
from tournament.names import fold, search_key, tidy

MOST_SUGGESTED = 6


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A person by name and club; `namesakes` says how many others of the same name are on the list.

    `person` is the key in the register.
    """

    name: str
    club: str
    namesakes: int
    person: int | None = field(default=None, compare=False)


def known_players(tournament: Tournament, typed: str) -> tuple[KnownPlayer, ...]:
    """Who of the club's other tournaments may be meant; first those whose name has a word that begins so.

    Every word typed is to be found in the name. Practice tournaments make nobody known.
    """
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    present = _entries_by_name(tournament.entries.all())
    others = Tournament.objects.filter(club=tournament.club_id, is_practice=False).exclude(pk=tournament.pk)
    earlier = Entry.objects.filter(tournament__in=others).select_related("person")
    earlier = earlier.order_by("-tournament__date", "-tournament", "number")
    found = {name: entries for name, entries in _entries_by_name(earlier).items() if _has(words, entries[0].name)}
    known = [
        KnownPlayer(entry.name, entry.club, len(present[name]), entry.person.real_id if entry.person else None)
        for name, entries in found.items()
        for entry in _without(present[name], _people(entries))
    ]
    known.sort(key=lambda player: (not _begins(words, player.name), search_key(player.name), player.club))
    return tuple(dict.fromkeys(known))[:MOST_SUGGESTED]


def _entries_by_name(entries: Iterable[Entry]) -> defaultdict[str, list[Entry]]:
    by_name = defaultdict(list)
    for entry in entries:
        by_name[fold(entry.name)].append(entry)
    return by_name


def _has(words: Sequence[str], name: str) -> bool:
    return all(word in search_key(name) for word in words)


def _begins(words: Sequence[str], name: str) -> bool:
    return all(re.search(rf"\b{re.escape(word)}", search_key(name)) for word in words)


def _people(namesakes: Iterable[Entry]) -> list[Entry]:
    """The same name is one person, with the club of the newest tournament, unless a tournament had several of it."""
    by_tournament = defaultdict(list)
    for entry in namesakes:
        by_tournament[entry.tournament_id].append(entry)
    return max(by_tournament.values(), key=len)


def _without(present: Sequence[Entry], people: Sequence[Entry]) -> list[Entry]:
    """Those of the same name who are not on the list yet, told apart by their clubs."""
    if len(present) >= len(people):
        return []
    missing = list(people)
    for entry in present:
        same = next((person for person in missing if fold(person.club) == fold(entry.club)), None)
        if same:
            missing.remove(same)
    return missing

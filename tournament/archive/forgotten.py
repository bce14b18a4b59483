"""Who was erased here and is named in a file: told by where they stood, for no name of them is kept."""

from collections import defaultdict
from collections.abc import Iterable

from tournament.archive.contents import Archive
from tournament.models import Club, Entry, JournalLine, Tournament


def forgotten_in(archives: Iterable[Archive], club: Club) -> tuple[str, ...]:
    """The names in archives of tournaments at start numbers that were erased in the same tournaments of the club.

    The same is one of its day with its name or its seed of the draw. What was deleted here is not known.
    """
    erased: defaultdict[int, set[int]] = defaultdict(set)
    lines = JournalLine.objects.filter(tournament__club=club, action="person_forgotten")
    for key, facts in lines.values_list("tournament", "facts"):
        if facts["number"] is not None:
            erased[key].add(facts["number"])
    if not erased:
        return ()
    here = list(Tournament.objects.filter(pk__in=list(erased)))
    stored = set(Entry.objects.filter(tournament__in=here).values_list("tournament", "number", "name"))
    return tuple(
        dict.fromkeys(
            player.name
            for archive in archives
            for one in here
            if _is_same(one, archive)
            for player in archive.players
            if player.entry.number in erased[one.pk] and (one.pk, player.entry.number, player.name) not in stored
        )
    )


def _is_same(one: Tournament, archive: Archive) -> bool:
    is_drawn_so = bool(archive.draw_seed) and one.draw_seed == archive.draw_seed
    return one.date == archive.date and (one.name == archive.name or is_drawn_so)

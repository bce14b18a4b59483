"""Which matches outside the evenings count already, so that a list that has grown can come again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.db.models.functions import Coalesce

from tournament.machine.cache import cached
from tournament.models import Club, ImportedMatch

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
        winner, loser = (Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser"))
        in_order = stored.order_by("date", "match_import", "position")
        return _SingleMatches(in_order.values_list("date", winner, loser, "match_length"))

    return cached(("single matches", club.pk, club.version, club.stamp), read)


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

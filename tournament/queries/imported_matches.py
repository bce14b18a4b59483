"""Which matches outside the evenings count already, so that a list that has grown can come again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from django.db.models.functions import Coalesce

from tournament.models import Club, ImportedMatch

# Day, winner, loser and length; two persons may play the same match twice a day.
MatchKey = tuple[date, int, int, int]


def counted_matches(club: Club) -> Mapping[MatchKey, int]:
    """How often each match counts; the persons are who they are in truth."""
    stored = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
    winner, loser = (Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser"))
    return Counter(stored.values_list("date", winner, loser, "match_length"))


def without_those_here(matches: Iterable[MatchKey], here: Mapping[MatchKey, int]) -> list[int]:
    """The positions of the matches that are not here yet: of equal ones the first are, as often as they count."""
    left = Counter(here)
    new = []
    for position, match in enumerate(matches):
        if left[match]:
            left[match] -= 1
        else:
            new.append(position)
    return new

"""The clubs of an installation and what each of them plays next, for whoever looks for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournament.models import Club
from tournament.names import search_key, tidy
from tournament.pages.lists import ROWS, ListPart, list_part
from tournament.queries.seasons import NextEvening, next_evenings


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club and the evening that runs there, else the next one; None: there is none."""

    club: Club
    evening: NextEvening | None


def directory(clubs: Sequence[Club], typed: str, part: int, today: date) -> ListPart[ClubRow]:
    """This part of the clubs that have every word typed in their name or place, the first where there is no such part.

    One query for any number of clubs and evenings.
    """
    words = search_key(tidy(typed)).split()
    found = [club for club in clubs if _has(club, words)]
    listed = list_part(found, part) or list_part(found, 1) or ListPart((), 1, 0, ROWS)
    evenings = next_evenings(listed.rows, today)
    rows = tuple(ClubRow(club, evenings.get(club.pk)) for club in listed.rows)
    return ListPart(rows, listed.number, listed.total, listed.size)


def _has(club: Club, words: Sequence[str]) -> bool:
    said = search_key(f"{club.name} {club.place}")
    return all(word in said for word in words)

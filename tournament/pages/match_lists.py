"""What was understood of a list of matches, before it counts."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO

from tournament.imports.match_lists import MatchLine
from tournament.models import Club
from tournament.queries.match_names import MatchName, match_names

# Beyond so many, names that need no decision are only counted.
MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class MatchListPage:
    """The names of a list with who is meant, from when to when it reaches, and the list to be sent again."""

    matches: int
    first_day: date
    last_day: date
    doubtful: tuple[MatchName, ...]
    similar: tuple[MatchName, ...]
    known: tuple[MatchName, ...]
    new: tuple[MatchName, ...]
    lines: str


def match_list_page(club: Club | None, lines: Sequence[MatchLine]) -> MatchListPage:
    """What was understood; without a club nobody is known yet."""
    names = match_names(club, (name for line in lines for name in (line.winner, line.loser)))
    days = [line.date for line in lines]
    return MatchListPage(
        len(lines),
        min(days),
        max(days),
        tuple(name for name in names if name.is_doubtful),
        tuple(name for name in names if name.is_new and name.similar),
        tuple(name for name in names if not name.is_new and not name.is_doubtful),
        tuple(name for name in names if name.is_new and not name.similar),
        _written(lines),
    )


def _written(lines: Sequence[MatchLine]) -> str:
    text = StringIO()
    table = csv.writer(text, delimiter="\t")
    table.writerow(["date", "winner", "loser", "length", "winner points", "loser points"])
    for line in lines:
        points = line.points or ("", "")
        table.writerow([line.date.isoformat(), line.winner, line.loser, line.match_length, *points])
    return text.getvalue()

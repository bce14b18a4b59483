"""The state in which a tournament stands: what everything is kept by that was worked out or drawn of it."""

from functools import cache
from typing import NamedTuple

from django.db import connection

from tournament.models import Tournament


class State(NamedTuple):
    """A version of a tournament, told from every other, also from those that the restoring of a backup has cut off."""

    tournament: int
    version: int
    stamp: str


def state_of(tournament: Tournament) -> State:
    """The state that the tournament was read in."""
    return State(tournament.pk, tournament.version, tournament.stamp)


def state_now(slug: str) -> State | None:
    """The state as it is stored, None where there is no such tournament; as cheap as a question can be."""
    with connection.cursor() as cursor:
        found = cursor.execute(_question(connection.vendor), [slug]).fetchone()
    return State(*found) if found else None


@cache
def _question(_vendor: str) -> str:
    """Put together once for each kind of database: for a room of phones this is most of what they ask."""
    rows = Tournament.objects.filter(slug="").values_list("pk", "version", "stamp")
    question, _values = rows.query.sql_with_params()
    return question

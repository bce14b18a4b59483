"""The state in which a tournament or a club stands: what everything is kept by that was worked out or drawn of it."""

from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from django.db import connection

from tournament.models import Club, Tournament


class State(NamedTuple):
    """A version of a tournament, told from every other, also from those that the restoring of a backup has cut off."""

    tournament: int
    version: int
    stamp: str


class ClubState(NamedTuple):
    """A version of a club with all its `tournaments`, told from every other in the same way; but for score sheets, of
    which its pages show nothing.
    """

    club: int
    version: int
    stamp: str
    tournaments: str


def settled_state_of(tournament: Tournament) -> tuple[int, str]:
    """The state of the tournament but for its score sheets: it stays the same while only they go on."""
    return tournament.pk, tournament.settled


def settled_now(slug: str) -> tuple[int, str] | None:
    """The settled state of the tournament as it is stored now; None where there is none at this address."""
    rows = Tournament.objects.filter(slug=slug).only("pk", "version", "stamp", "settled_edition")
    found = rows.first()
    return settled_state_of(found) if found else None


def state_of(tournament: Tournament) -> State:
    """The state that the tournament was read in."""
    return State(tournament.pk, tournament.version, tournament.stamp)


def state_now(slug: str) -> State | None:
    """The state as it is stored, None where there is no such tournament; as cheap as a question can be."""
    with connection.cursor() as cursor:
        found = cursor.execute(_question(connection.vendor), [slug]).fetchone()
    return State(*found) if found else None


def state_of_club(club: Club) -> ClubState:
    """The state that the club was read in, `with_edition`."""
    return ClubState(club.pk, club.version, club.stamp, club.edition_of_tournaments)


def club_state_now(slug: str) -> ClubState | None:
    """The state as it is stored, None where everyone may see no such club; one question for any number of evenings."""
    question = f"""
        SELECT id, version, stamp, ({_of_tournaments("club.id")})
        FROM {Club._meta.db_table} club WHERE slug = %s AND name <> ''"""
    with connection.cursor() as cursor:
        found = cursor.execute(question, [slug]).fetchone()
    if not found:
        return None
    club, version, stamp, states = found
    return ClubState(club, version, stamp, told_apart(states))


def edition_of_tournaments(club: int) -> str:
    """Another one after every change of any tournament of the club with this key but words that decide nothing."""
    with connection.cursor() as cursor:
        (states,) = cursor.execute(_of_tournaments("%s"), [club]).fetchone()
    return told_apart(states)


def _of_tournaments(club: str) -> str:
    """The question for the settled states of all tournaments of a club in one text: hundreds of rows would take far
    longer.
    """
    together = "STRING_AGG({0}, ',' ORDER BY id)" if connection.vendor == "postgresql" else "GROUP_CONCAT({0})"
    settled = "CASE WHEN settled_edition = '' THEN version || '-' || stamp ELSE settled_edition END"
    states = together.format(f"id || '-' || {settled}")
    return f"SELECT {states} FROM {Tournament._meta.db_table} WHERE club_id = {club}"


def told_apart(states: str | None) -> str:
    """A short name for these states, another one for any others."""
    return blake2b((states or "").encode(), digest_size=8).hexdigest()


@cache
def _question(_vendor: str) -> str:
    """Put together once for each kind of database: for a room of phones this is most of what they ask."""
    rows = Tournament.objects.filter(slug="").values_list("pk", "version", "stamp")
    question, _values = rows.query.sql_with_params()
    return question

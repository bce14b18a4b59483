"""States of tournaments and clubs: cache keys for all that is computed or rendered from them."""

from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from django.db import connection

from tournament.models import Club, Tournament


class State(NamedTuple):
    """A version of a tournament, distinct from all others, also from versions lost when a backup was restored."""

    tournament: int
    version: int
    stamp: str


class ClubState(NamedTuple):
    """A version of a club with all its `tournaments`, distinct from all others, apart from score sheets.

    A club's pages show nothing of score sheets.
    """

    club: int
    version: int
    stamp: str
    tournaments: str


def settled_state_of(tournament: Tournament) -> tuple[int, str]:
    """Return the state of the tournament without its score sheets: it stays while only these change."""
    return tournament.pk, tournament.settled


def settled_now(slug: str) -> tuple[int, str] | None:
    """Return the stored settled state of the tournament with this slug, or None."""
    rows = Tournament.objects.filter(slug=slug).only("pk", "version", "stamp", "settled_edition")
    found = rows.first()
    return settled_state_of(found) if found else None


def state_of(tournament: Tournament) -> State:
    """Return the state in which the tournament was read."""
    return State(tournament.pk, tournament.version, tournament.stamp)


def state_now(slug: str) -> State | None:
    """Return the stored state of the tournament with this slug, or None, as cheaply as possible."""
    with connection.cursor() as cursor:
        found = cursor.execute(_state_sql(connection.vendor), [slug]).fetchone()
    return State(*found) if found else None


def state_of_club(club: Club) -> ClubState:
    """Return the state in which the club was read by `with_edition`."""
    return ClubState(club.pk, club.version, club.stamp, club.edition_of_tournaments)


def club_state_now(slug: str) -> ClubState | None:
    """Return the stored state of the public club with this slug, or None; one query for any number of tournaments."""
    question = f"""
        SELECT id, version, stamp, ({_of_tournaments("club.id")})
        FROM {Club._meta.db_table} club WHERE slug = %s AND name <> ''"""
    with connection.cursor() as cursor:
        found = cursor.execute(question, [slug]).fetchone()
    if not found:
        return None
    club, version, stamp, states = found
    return ClubState(club, version, stamp, state_digest(states))


def edition_of_tournaments(club: int) -> str:
    """Return a digest that changes with any of the club's tournaments, except for score sheets that decide nothing."""
    with connection.cursor() as cursor:
        (states,) = cursor.execute(_of_tournaments("%s"), [club]).fetchone()
    return state_digest(states)


def club_edition(club: int) -> str:
    """Return a digest that changes with the club, its persons and seasons, and with any of its tournaments."""
    question = f"SELECT version, stamp, ({_of_tournaments('club.id')}) FROM {Club._meta.db_table} club WHERE id = %s"
    with connection.cursor() as cursor:
        found = cursor.execute(question, [club]).fetchone()
    return state_digest("-".join(map(str, found))) if found else ""


def _of_tournaments(club: str) -> str:
    """Build the SQL for the settled states of a club's tournaments as one text: hundreds of rows take far longer."""
    together = "STRING_AGG({0}, ',' ORDER BY id)" if connection.vendor == "postgresql" else "GROUP_CONCAT({0})"
    settled = "CASE WHEN settled_edition = '' THEN version || '-' || stamp ELSE settled_edition END"
    states = together.format(f"id || '-' || {settled}")
    return f"SELECT {states} FROM {Tournament._meta.db_table} WHERE club_id = {club}"


def state_digest(states: str | None) -> str:
    return blake2b((states or "").encode(), digest_size=8).hexdigest()


@cache
def _state_sql(_vendor: str) -> str:
    """Build the SQL once for each kind of database: building it takes most of the time, and phones ask often."""
    rows = Tournament.objects.filter(slug="").values_list("pk", "version", "stamp")
    question, _values = rows.query.sql_with_params()
    return question

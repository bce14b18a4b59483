"""Editions: what pages, files and papers are cached and polled by.

Every change raises a *version*, of its tournament or of its club. The *edition* of a page follows from the facts that
the page shows, and stays while these stand. What only one player is shown is in `public/own.py`.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from enum import Flag, auto
from typing import Any

from django.db import connection
from django.utils import timezone

from tournament.machine.cache import Weighed, cached_value, digest, store
from tournament.models import Club, Tournament
from tournament.queries.matches import open_sheets

Subject = Tournament | Club

# The seconds after which a forecast is computed again: a page stays open for hours, and must not show a past time.
A_FORECAST_HOLDS = 300
BYTES = 3_000
OF_TOURNAMENT = ("id", "version", "stamp", "settled_edition", "shows_live_scores")
OF_CLUB = ("id", "version", "stamp")
TOURNAMENTS, CLUBS = Tournament._meta.db_table, Club._meta.db_table


class Shows(Flag):
    """What a page shows beside its tournament or club.

    WORDS are all entries on score sheets, where everyone may follow them; GAMES the scores by these sheets; CLUB is the
    club of the tournament with its persons, its seasons and its other evenings.
    """

    NO_MORE = 0
    WORDS = auto()
    GAMES = auto()
    CLUB = auto()
    TODAY = auto()
    FORECAST = auto()


CLOCKS: dict[Shows, Callable[[], str]] = {
    Shows.TODAY: lambda: timezone.localdate().isoformat(),
    Shows.FORECAST: lambda: f"{timezone.now().timestamp() // A_FORECAST_HOLDS:.0f}",
}


def edition_of(subject: Subject, shows: Shows = Shows.NO_MORE, *, own: str = "") -> str:
    """Return the edition of a page made from the subject as it was read; `own` replaces the subject's `edition`."""
    if isinstance(subject, Tournament) and Shows.CLUB in shows:
        return _edition(subject, shows, own, _row(f"{_of_clubs()} WHERE club.id = %s", subject.club_id))
    return _edition(subject, shows, own)


def edition_now(subject: Subject, shows: Shows = Shows.NO_MORE) -> str | None:
    """Return the newest edition of the same page, in one query; None where a tournament or public club is gone."""
    if isinstance(subject, Club):
        row = _row(f"{_of_clubs()} WHERE slug = %s AND name <> ''", subject.slug)
        return _edition(_club(row), shows) if row else None
    row = _row(_of_tournament(with_club=Shows.CLUB in shows), subject.slug)
    return _edition(_tournament(row), shows, club=row[len(OF_TOURNAMENT) :]) if row else None


def edition_holds(subject: Subject, shows: Shows = Shows.NO_MORE) -> Callable[[], bool]:
    """Make a function that tells later, by one query, whether the edition of this moment is still the newest."""
    edition = edition_of(subject, shows)
    return lambda: edition_now(subject, shows) == edition


def stored_now(slug: str) -> Tournament | None:
    """Return the tournament as it is stored, or None; whole it is read once for each version.

    All others who ask take one short query. What is read through the tournament, such as its club, is read anew.
    """
    key = ("tournament", slug)
    known = cached_value(key)
    tournament: Tournament | None = known.value if isinstance(known, Weighed) else None
    if tournament:
        row = _row(_of_tournament(), slug)
        if row and _tournament(row).version_mark == tournament.version_mark:
            return copy(tournament)
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament:
        store(key, Weighed(tournament, BYTES))
    return copy(tournament)


def edition_of_tournaments(club: int) -> str:
    """Return a digest that changes with the edition of any of the club's tournaments."""
    return digest(_row(_editions("%s"), club)[0])


def _edition(subject: Subject, shows: Shows, own_edition: str = "", club: Sequence[Any] = ()) -> str:
    parts = [own_edition or subject.edition]
    if isinstance(subject, Tournament) and Shows.WORDS in shows and subject.shows_live_scores:
        parts = [subject.version_mark]
    if isinstance(subject, Tournament) and Shows.GAMES in shows:
        sheets = sorted(open_sheets(subject).items())
        parts.append(digest(",".join(f"{key} {replace(stored_games, words=()).look}" for key, stored_games in sheets)))
    if club:
        parts.append(_club(club).edition)
    return "-".join([*parts, *(text() for fact, text in CLOCKS.items() if fact in shows)])


def _tournament(row: Sequence[Any]) -> Tournament:
    return Tournament.from_db(None, OF_TOURNAMENT, row[: len(OF_TOURNAMENT)])


def _club(row: Sequence[Any]) -> Club:
    club = Club.from_db(None, OF_CLUB, row[: len(OF_CLUB)])
    club.edition_of_tournaments = digest(row[len(OF_CLUB)])
    return club


# The ORM would take longer to ask than the database to answer, and phones ask often.


def _row(question: str, value: int | str) -> Sequence[Any]:
    """Return the only row of the answer, empty where there is none."""
    with connection.cursor() as cursor:
        return cursor.execute(question, [value]).fetchone() or ()


def _of_tournament(*, with_club: bool = False) -> str:
    columns = ", ".join(f"stored.{name}" for name in OF_TOURNAMENT)
    of_club, joined = (f", {_club_columns()}", f"JOIN {CLUBS} club ON club.id = club_id") if with_club else ("", "")
    return f"SELECT {columns}{of_club} FROM {TOURNAMENTS} stored {joined} WHERE stored.slug = %s"


def _of_clubs() -> str:
    return f"SELECT {_club_columns()} FROM {CLUBS} club"


def _club_columns() -> str:
    return ", ".join([*(f"club.{name}" for name in OF_CLUB), f"({_editions('club.id')})"])


def _editions(club: str) -> str:
    """Build the SQL for the editions of a club's tournaments as one text: hundreds of rows take far longer."""
    together = "STRING_AGG({0}, ',' ORDER BY id)" if connection.vendor == "postgresql" else "GROUP_CONCAT({0})"
    edition = "CASE WHEN settled_edition = '' THEN version || '-' || stamp ELSE settled_edition END"
    editions = together.format(f"id || '-' || {edition}")
    return f"SELECT {editions} FROM {TOURNAMENTS} WHERE club_id = {club}"

"""Reads a snapshot: which tournaments it holds, and each of them as an archive."""

import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Max
from django.db.utils import ConnectionHandler, Error

from tournament.archive.dump import dump
from tournament.engine.refusals import Refused
from tournament.machine.databases import SQLITE
from tournament.models import Tournament
from tournament.snapshots.bounds import Allowance, refuse_foreign, refuse_too_large, refused_for
from tournament.snapshots.versions import bring_up_to_date, is_newer, is_of_this_program

MAGIC = b"SQLite format 3\0"
MAGIC_OF_A_DUMP = b"PGDMP"
# How many seconds one reading waits for another.
PATIENCE_SECONDS = 10
_reading = Lock()
# The errors from reading a broken file, or rows with impossible values where the file itself is sound.
IMPOSSIBLE = (
    sqlite3.Error,
    Error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class HeldTournament:
    """A tournament in a snapshot, its club, and the account that directs it (empty: all directors of the club do)."""

    slug: str
    name: str
    date: date
    director: str
    club: str
    paired_count: int
    planned_rounds: int


def looks_like_snapshot(beginning: bytes) -> bool:
    """Whether a file with this beginning is a database or a dump of one, not an archive."""
    return beginning.startswith((MAGIC, MAGIC_OF_A_DUMP))


def tournaments_in(file: Path) -> tuple[HeldTournament, ...]:
    """Return the tournaments in a snapshot, newest first. Raises Refused for a broken, foreign or newer file."""
    with opened(file), _impossible_refused():
        held = Tournament.objects.select_related("director", "club").annotate(paired_count=Max("rounds__number"))
        tournaments = tuple(
            HeldTournament(
                slug=tournament.slug,
                name=tournament.name,
                date=tournament.date,
                director=tournament.director.get_username() if tournament.director else "",
                club=tournament.club.slug,
                paired_count=tournament.paired_count or 0,
                planned_rounds=int(tournament.planned_rounds),
            )
            for tournament in held.order_by("-date", "-pk")
        )
    # Django reads an invalid date as None.
    if any(tournament.date is None for tournament in tournaments):
        raise Refused("snapshot_broken")
    return tournaments


def archives_in(file: Path, slugs: Collection[str]) -> dict[str, bytes]:
    """Return the archives of these tournaments of the snapshot, in the order in which they were set up."""
    with opened(file), _impossible_refused():
        return {
            tournament.slug: dump(tournament) for tournament in Tournament.objects.filter(slug__in=slugs).order_by("pk")
        }


@contextmanager
def opened(file: Path) -> Iterator[Path]:
    """Let this thread read the snapshot in place of the installation's database; yields the copy that is read.

    The copy is migrated to this version of the program; the file itself is never touched. Meanwhile, nothing may be
    read that is cached by primary key; what `dump` reads is safe.
    """
    _refuse_dump(file)
    with _one_at_a_time(), tempfile.TemporaryDirectory(prefix="snapshot-") as folder:
        copy = Path(folder) / "snapshot.sqlite3"
        try:
            refuse_too_large(file)
            shutil.copyfile(file, copy)
            # A database that was never closed has its latest changes in a file beside it.
            if (newest := Path(f"{file}-wal")).exists():
                shutil.copyfile(newest, f"{copy}-wal")
        except OSError as error:
            raise Refused("snapshot_not_readable", reason=error.strerror or str(error)) from error
        allowance = Allowance(copy.stat().st_size)
        with _impossible_refused():
            refuse_foreign(copy, allowance)
        installation = connections[DEFAULT_DB_ALIAS]
        snapshot = ConnectionHandler({DEFAULT_DB_ALIAS: {"ENGINE": SQLITE, "NAME": copy}})[DEFAULT_DB_ALIAS]
        # A connection belongs to its thread, so nobody else sees the exchange.
        connections[DEFAULT_DB_ALIAS] = snapshot
        try:
            snapshot.ensure_connection()
            allowance.bind(snapshot.connection)
            with _impossible_refused():
                if not is_of_this_program(snapshot):
                    raise Refused("snapshot_foreign")
                if is_newer(snapshot):
                    raise Refused("snapshot_newer")
                bring_up_to_date(snapshot)
            yield copy
        finally:
            connections[DEFAULT_DB_ALIAS] = installation
            snapshot.close()


def _refuse_dump(file: Path) -> None:
    """Refuse a dump of PostgreSQL, which only PostgreSQL's own programs can read."""
    with suppress(OSError), file.open("rb") as opened:
        if opened.read(len(MAGIC_OF_A_DUMP)) == MAGIC_OF_A_DUMP:
            raise Refused("snapshot_is_a_dump", file=file)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let only one file be read at a time, however many are sent at once. Raises Refused after a timeout."""
    if not _reading.acquire(timeout=PATIENCE_SECONDS):
        raise Refused("snapshot_reading_another")
    try:
        yield
    finally:
        _reading.release()


@contextmanager
def _impossible_refused() -> Iterator[None]:
    try:
        yield
    except IMPOSSIBLE as error:
        raise refused_for(error) from error

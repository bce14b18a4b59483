"""Restores tournaments from a snapshot beside existing ones, or a whole snapshot into an empty installation."""

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.archive.storing import Restored, restore
from tournament.engine.refusals import Refused
from tournament.models import Club, Tournament
from tournament.queries.accounts import accounts, has_account
from tournament.queries.clubs import clubs_to_set_up_in, directed_clubs
from tournament.snapshots.filling import end_sessions, is_file
from tournament.snapshots.reading import HeldTournament, archives_in, opened, tournaments_in


def restore_tournaments(
    file: Path,
    *,
    slugs: Collection[str] | None = None,
    by: User | None = None,
    request_key: UUID | None = None,
    brings_back: bool = False,
    books_now: bool = False,
) -> tuple[Restored, ...]:
    """Restore the tournaments with these slugs (None: all) from the snapshot as new ones, in one transaction.

    Without a user, each goes to the account with the name of its director, or to nobody. Refuses erased persons unless
    `brings_back`, and vouchers of closed years unless `books_now`, which enters them in the current year.
    """
    held = {tournament.slug: tournament for tournament in tournaments_in(file)}
    chosen_slugs = set(held if slugs is None else slugs)
    if not chosen_slugs:
        raise Refused("snapshot_nothing_chosen")
    if missing := sorted(chosen_slugs - set(held)):
        raise Refused("snapshot_lacks", missing=tuple(missing), held=tuple(held))
    archives = archives_in(file, chosen_slugs)
    restored = []
    with transaction.atomic():
        for slug, data in archives.items():
            account = by or accounts().filter(username=held[slug].director).first()
            # The club of the tournament, if it exists here and the account may set up tournaments in it.
            clubs = clubs_to_set_up_in(account) if account else Club.objects.all()
            restored.append(
                restore(
                    data,
                    by=account,
                    request_key=request_key and uuid5(request_key, slug),
                    club=clubs.filter(slug=held[slug].club).first(),
                    brings_back=brings_back,
                    books_now=books_now,
                )
            )
    return tuple(restored)


def may_take(user: User, tournament: HeldTournament) -> bool:
    """Whether the user may restore this tournament from a snapshot of this installation.

    Users may restore their own tournaments, known by the account's name, those of clubs that they direct, and those
    without a director where they may set up tournaments. The user of the only account may restore all.
    """
    return (
        tournament.director == user.get_username()
        or directed_clubs(user).filter(slug=tournament.club).exists()
        or (not tournament.director and clubs_to_set_up_in(user).filter(slug=tournament.club).exists())
        or accounts().count() == 1
    )


def can_be_taken_over() -> bool:
    """Whether the database is an SQLite file without accounts and tournaments, which a snapshot may replace."""
    return is_file() and not has_account() and not Tournament.objects.exists()


def take_over(file: Path) -> None:
    """Fill this empty installation with everything in the snapshot, accounts included, in one transaction.

    Its sessions are deleted, because the file may be a copy of a running database.
    """
    installation = connection.settings_dict["NAME"]
    with opened(file) as copy:
        end_sessions(copy)
        with (
            closing(sqlite3.connect(copy)) as source,
            closing(sqlite3.connect(installation, timeout=10)) as target,
        ):
            source.backup(target)

"""The demonstration: two practice tournaments of a club, and an account that needs no password."""

from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from tournament.actions.clubs import club_to_set_up_in, make_director_of
from tournament.actions.tournaments import delete_tournament
from tournament.archive.storing import restore
from tournament.machine.installation import ROOT
from tournament.models import Tournament
from tournament.queries.accounts import DEMO, demo_account

# The last one is still being played.
TOURNAMENTS = ("vereinsabend-konstanz.json", "bodensee-open.json")
# Keys follow from account and archive, so that loading a tournament twice adds it once.
KEY = UUID("5b1f3c0e-6d5e-4c57-9c0b-0d7c2f5a9e11")


def open_demo() -> User:
    """Return the account of the demonstration, or create it; an existing one keeps its tournaments as they are."""
    with transaction.atomic():
        account = demo_account()
        if account is None:
            account = User.objects.create_user(DEMO)
            make_director_of(account, club_to_set_up_in(None))
            load_demo(by=account)
    return account


def load_demo(*, by: User) -> None:
    """Load the tournaments for this account, as practice; those that are there already stay as they are."""
    with transaction.atomic():
        for name in TOURNAMENTS:
            data = (ROOT / "fixtures" / "archives" / name).read_bytes()
            restore(data, by=by, request_key=_key(name, by), is_practice=True)


def demo_tournaments(user: User) -> QuerySet[Tournament]:
    """The demonstration's tournaments that this account has, the running one last."""
    keys = [_key(name, user) for name in TOURNAMENTS]
    return Tournament.objects.filter(request_key__in=keys, is_practice=True, director=user).order_by("pk")


def discard_demo(*, by: User) -> None:
    """Delete the demonstration of this account, and the account itself if it exists for the demonstration alone."""
    with transaction.atomic():
        for tournament in demo_tournaments(by):
            delete_tournament(tournament, by=by, confirmed=tournament.name)
        if by == demo_account():
            by.delete()


def discard_demo_account() -> None:
    """Delete the account that exists for the demonstration alone, with its tournaments, if there is one."""
    account = demo_account()
    if account is not None:
        discard_demo(by=account)


def _key(name: str, user: User) -> UUID:
    return uuid5(KEY, f"{user.pk} {name}")

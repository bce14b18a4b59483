"""Accounts, the names of their owners, and whether a one-time link still opens a door."""

from typing import TypeGuard

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from tournament.engine.refusals import Refused
from tournament.names import is_printable
from tournament.queries.link_secrets import link_secret

DEMO = "Demo"
OF_THE_DEMO = {"username": DEMO, "password__startswith": UNUSABLE_PASSWORD_PREFIX}


def accounts() -> QuerySet[User]:
    """Who has an account; helpers have none."""
    return User.objects.filter(helper=None)


def account_called(name: str, among: QuerySet[User]) -> User:
    """Which of these accounts has this name, which may be anything that was sent. Raises Refused where none has."""
    account = among.filter(username=name).first() if is_printable(name) else None
    if account is None:
        raise Refused("no_such_account")
    return account


def mail_of(name: str, among: QuerySet[User]) -> str:
    """Where mail for the account of this name goes; empty where none of these has it, or it has not said."""
    named = among.filter(username=name) if is_printable(name) else among.none()
    return named.values_list("email", flat=True).first() or ""


def is_own_account(user: User | AnonymousUser) -> TypeGuard[User]:
    """Whether somebody has an account of their own: no helper has, nor who tries the demonstration."""
    return user.is_authenticated and accounts().filter(pk=user.pk).exclude(**OF_THE_DEMO).exists()


def demo_account() -> User | None:
    """The account of the demonstration, which has no password, where there is one."""
    return accounts().filter(**OF_THE_DEMO).first()


def has_account() -> bool:
    """Whether a director's account has been created; that of the demonstration is none."""
    return accounts().exclude(**OF_THE_DEMO).exists()


def display_name(user: User) -> str:
    """The name of an account, or of a helper."""
    return user.get_short_name() or user.get_username()


def account_names() -> tuple[str, ...]:
    """The names of all accounts, in alphabetical order."""
    return tuple(accounts().order_by("username").values_list("username", flat=True))


def welcome_secret() -> str:
    """The token of the link which creates the first account."""
    return link_secret("welcome", "")


def refuse_used_welcome(token: str) -> None:
    """Refuse a token that is not the right one, or comes after the first account."""
    if has_account() or not constant_time_compare(token, welcome_secret()):
        raise Refused("link_used")


def user_of_login_link(*, user_id: int, token: str, for_update: bool = False) -> User:
    """Whose link this is; refused once it has been used, is a day old, or was never given out."""
    users = accounts().select_for_update(of=("self",)) if for_update else accounts()
    user = users.filter(pk=user_id).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise Refused("link_used")
    return user

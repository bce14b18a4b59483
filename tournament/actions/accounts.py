"""Accounts and the one-time links that open them."""

import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse

from tournament.actions.clubs import belong_to_club, club_called, club_of_first_account, club_to_set_up_in
from tournament.actions.texts import clean_name
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.names import as_seen
from tournament.queries.accounts import has_account, refuse_used_welcome, user_of_login_link, welcome_secret


def welcome_link() -> str:
    """The link that creates the first account: the same one, from whichever server, until there is an account."""
    return _one_time_link(reverse("welcome", args=[welcome_secret()]))


def login_link(user: User) -> str:
    """A link that opens this user's account once, within a day."""
    return _one_time_link(_login_path(user))


def shared_login_link(user: User) -> str:
    """The same link at the public address, for a browser on another machine."""
    return settings.PUBLIC_URL + _login_path(user)


def _login_path(user: User) -> str:
    return reverse("login_link", args=[user.pk, default_token_generator.make_token(user)])


def _one_time_link(path: str) -> str:
    """The link at this machine's own address, for the Wi-Fi is not encrypted.

    Behind a proxy or with HTTPS it has the public address.
    """
    is_for_any = settings.TRUSTED_PROXIES or settings.PUBLIC_URL.startswith("https:")
    return (settings.PUBLIC_URL if is_for_any else settings.LOCAL_URL) + path


def create_first_account(*, token: str, name: str, password: str) -> User:
    """Create the director's account, which runs the installation too; its link is spent with that."""
    with transaction.atomic():
        take_lock("accounts")
        refuse_used_welcome(token)
        user = User.objects.create_user(username=clean_name(name), password=password, is_superuser=True)
        if club := club_of_first_account():
            belong_to_club(user, club)
    return user


def create_account_here(*, name: str, password: str) -> User:
    """Create the director's account for whoever sits at this machine, and could read the link in its terminal."""
    return create_first_account(token=welcome_secret(), name=name, password=password)


def create_account(*, name: str, club: str = "") -> User:
    """One more account, for another director; its login link asks for the password.

    It directs in the club with this slug, made where there is none; without one in the only club there is.
    """
    with transaction.atomic():
        is_first = not has_account()
        user = new_account(name=name, password=secrets.token_urlsafe())
        if is_first:
            user.is_superuser = True
            user.save(update_fields=["is_superuser"])
        belong_to_club(user, club_called(club) if club else club_to_set_up_in(None))
    return user


def new_account(*, name: str, password: str, mail: str = "") -> User:
    """An account that belongs nowhere yet; refused where its name is no other one than somebody else's."""
    cleaned = clean_name(name)
    with transaction.atomic():
        take_lock("accounts")
        if as_seen(cleaned) in map(as_seen, User.objects.values_list("username", flat=True)):
            raise Refused("account_name_taken", name=cleaned)
        return User.objects.create_user(username=cleaned, password=password, email=mail)


def spend_login_link(*, user_id: int, token: str, password: str | None) -> User:
    """Open the account of the link: set the new password, if one is given."""
    with transaction.atomic():
        user = user_of_login_link(user_id=user_id, token=token, for_update=True)
        if password is not None:
            user.set_password(password)
            user.save(update_fields=["password"])
    return user


def change_own_account(user: User, *, password: str, mail: str | None) -> None:
    """Another password, where one is given, and another mail address; None leaves it as it is.

    Refused where the password is no longer the one that was checked.
    """
    with transaction.atomic():
        if User.objects.select_for_update().filter(pk=user.pk, password=user.password).first() is None:
            raise Refused("password_changed_meanwhile")
        if password:
            user.set_password(password)
        if mail is not None:
            user.email = mail
        user.save(update_fields=["password", "email"])

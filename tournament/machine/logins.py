"""Limits how often passwords may be tried.

Checking a password takes half a second of a processor, so a few guests could keep all processors busy. Only one
password is checked at a time for unknown devices, and one for known devices; one more of each kind waits, and all
others are told at once to try again.

Wrong passwords are counted. Guesses are limited to a hundred an hour for one name, wherever they come from; to one in
fifteen seconds from one network, after twenty; and to one a minute from one address for one name, after five. These
limits alone would let any guest lock the director out. So a device on which an account has logged in is known to that
account by a signed cookie, which is sent to the login page only (the "device cookies" of OWASP): the device's wrong
passwords are counted for the device alone. On this machine nothing is counted: its user could just as well print a
login link, which makes any device a known one.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import BoundedSemaphore, Lock
from typing import TypedDict

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.engine.refusals import Refused
from tournament.machine import limits, outage, rates, visitors
from tournament.machine.logs import note_security

OF_A_KNOWN_DEVICE = rates.Rate("passwords-of-a-device", at_once=5, seconds=60)
OF_AN_ADDRESS_FOR_A_NAME = rates.Rate("passwords-of-an-address-for-a-name", at_once=5, seconds=60)
OF_A_NETWORK = rates.Rate("passwords-of-a-network", at_once=20, seconds=15)
FOR_A_NAME = rates.Rate("passwords-for-a-name", at_once=10, seconds=40)
COOKIE = "known_device"
# The longest time that browsers keep a cookie.
COOKIE_SECONDS = 400 * 24 * 60 * 60
MOST_NAMES = 8


class _Device(TypedDict):
    """The content of the cookie: a random name of the device, and digests of the user names that logged in on it."""

    device: str
    names: list[str]


Count = tuple[rates.Rate, tuple[object, ...]]


class Turnstile:
    """A lock that one thread holds while `waiting` others wait; all further threads are refused at once."""

    def __init__(self, *, waiting: int = 1) -> None:
        self._room, self._turn = BoundedSemaphore(1 + waiting), Lock()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Hold the lock in the block, after a short wait. Raises Refused if too many others wait, or after a timeout.

        Raises `outage.AwayError` if the database server went away meanwhile, as the block would only wait for it again.
        """
        if not self._room.acquire(blocking=False):
            raise Refused("passwords_at_once")
        try:
            is_next = self._turn.acquire(timeout=limits.DATABASE_SECONDS)
            try:
                outage.refuse_if_away()
                if not is_next:
                    raise Refused("passwords_at_once")
                yield
            finally:
                if is_next:
                    self._turn.release()
        finally:
            self._room.release()


for_known, for_others = Turnstile(), Turnstile()


@contextmanager
def password_check(request: HttpRequest, name: str) -> Iterator[None]:
    """Limit how often passwords for this name are checked; the block checks one, and raises ValidationError if wrong.

    Raises Refused after too many wrong passwords, or while too many others are being checked.
    """
    counts = _counts(request, name)
    wait = max((rate.wait(*whom) for rate, whom in counts), default=0)
    if wait:
        note_login(name, "too many wrong passwords before")
        raise Refused("passwords_too_often", seconds=wait)
    with (for_known if visitors.is_on_this_machine(request) or _device(request, name) else for_others).passed():
        try:
            yield
        except ValidationError:
            note_login(name, "wrong password")
            for rate, whom in counts:
                rate.use(*whom)
            raise


def note_login(name: str, outcome: str) -> None:
    """Log an attempt to log in, and how it ended.

    A name without an account is left out: it may be a password that was typed into the wrong field.
    """
    is_known = User.objects.filter(username=name).exists()
    note_security("login", name if is_known else None, ended=outcome)


def know_device(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Set the cookie that makes this device known to the account of this name."""
    device = _known(request)
    own_digest = _digest(name)
    names = [own_digest, *(digest for digest in device["names"] if digest != own_digest)][:MOST_NAMES]
    answer.set_cookie(
        settings.SECURE_COOKIE_PREFIX + COOKIE,
        signing.dumps({"device": device["device"], "names": names}, salt=COOKIE),
        max_age=COOKIE_SECONDS,
        path=reverse("login"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _counts(request: HttpRequest, name: str) -> tuple[Count, ...]:
    """The rate limits that a wrong password uses up, each with its subject; none on this machine."""
    if visitors.is_on_this_machine(request):
        return ()
    device = _device(request, name)
    if device:
        return ((OF_A_KNOWN_DEVICE, (device, name)),)
    return (
        (OF_AN_ADDRESS_FOR_A_NAME, (visitors.guest_address(request), name)),
        (OF_A_NETWORK, (visitors.guest_network(request),)),
        (FOR_A_NAME, (name,)),
    )


def _device(request: HttpRequest, name: str) -> str:
    """The name of the device if the account of this user name has logged in on it, else empty."""
    device = _known(request)
    return device["device"] if _digest(name) in device["names"] else ""


def _known(request: HttpRequest) -> _Device:
    """Read the cookie; a device without a valid one gets a new name."""
    try:
        cookie = request.COOKIES.get(settings.SECURE_COOKIE_PREFIX + COOKIE, "")
        device: _Device = signing.loads(cookie, salt=COOKIE, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return {"device": secrets.token_hex(16), "names": []}
    return device


def _digest(name: str) -> str:
    """A digest of a name, as a long name would not fit the cookie."""
    return sha256(name.encode()).hexdigest()[:32]

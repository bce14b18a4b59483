"""Who may try a password, and how often.

What is slow is made scarce: a password takes half a second of a processor to check, so that guessing is slow, and so
that a few guests could take all of it. At any moment only one password is checked for devices that nobody knows, and
one for those that are known; one more of each kind waits for it, all others are told at once to try again.

What is wrong is counted: nobody guesses one name faster than a hundred times an hour, wherever they come from, nor
many names from one network, nor one name from one address more than once a minute after five mistakes. That alone
would let any guest lock the director out, by being wrong under the director's name. So a device on which an account
has been opened once is known to it from then on (a signed cookie, which only the login page is sent): what it gets
wrong is counted for itself alone, and what is counted for everybody else does not hold for it. (These are the "device
cookies" of OWASP.) A guest has none, whoever knows a password has. On this machine itself nothing is counted: whoever
sits here may just as well print a login link. That link makes any device a known one.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from logging import getLogger
from threading import BoundedSemaphore, Lock
from typing import TypedDict

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.engine.refusals import Refused
from tournament.machine.rates import Rate
from tournament.machine.visitors import guest_address, guest_network, is_on_this_machine

OF_A_KNOWN_DEVICE = Rate("passwords-of-a-device", at_once=5, seconds=60)
OF_AN_ADDRESS_FOR_A_NAME = Rate("passwords-of-an-address-for-a-name", at_once=5, seconds=60)
OF_A_NETWORK = Rate("passwords-of-a-network", at_once=20, seconds=15)
FOR_A_NAME = Rate("passwords-for-a-name", at_once=10, seconds=40)
logins = getLogger("tournament.logins")
COOKIE = "known_device"
# As long as browsers keep any cookie.
COOKIE_SECONDS = 400 * 24 * 60 * 60
MOST_NAMES = 8


class _Device(TypedDict):
    """What the cookie says: what the device is called, and the marks of the names whose accounts it has opened."""

    device: str
    names: list[str]


Count = tuple[Rate, tuple[object, ...]]


class Turnstile:
    """One goes through at a time and so many may wait; whoever comes beyond these is sent away at once."""

    def __init__(self, *, waiting: int = 1) -> None:
        self._room, self._turn = BoundedSemaphore(1 + waiting), Lock()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Go through, perhaps after a short wait. Raises Refused where enough wait already."""
        if not self._room.acquire(blocking=False):
            raise Refused("passwords_at_once")
        try:
            with self._turn:
                yield
        finally:
            self._room.release()


for_known, for_others = Turnstile(), Turnstile()


@contextmanager
def password_check(request: HttpRequest, name: str) -> Iterator[None]:
    """Check a password for this name in the block: a `ValidationError` that leaves it says that it was wrong.

    Refused where too many were wrong already, or where too many are checked at this moment.
    """
    counts = _counts(request, name)
    wait = max((rate.wait(*whom) for rate, whom in counts), default=0)
    if wait:
        note_login(name, "too many wrong passwords before")
        raise Refused("passwords_too_often", seconds=wait)
    with (for_known if is_on_this_machine(request) or _device(request, name) else for_others).passed():
        try:
            yield
        except ValidationError:
            note_login(name, "wrong password")
            for rate, whom in counts:
                rate.use(*whom)
            raise


def note_login(name: str, ended: str) -> None:
    """Write into the log which account somebody wanted to open, and how that ended.

    A name that no account has is left out: it may be a password that was typed into the wrong field.
    """
    is_known = User.objects.filter(username=name).exists()
    logins.info("login", extra={"details": {"account": name if is_known else None, "ended": ended}})


def know_device(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Remember on the device that this name's account has been opened on it."""
    known = _known(request)
    own = _mark(name)
    names = [own, *(other for other in known["names"] if other != own)][:MOST_NAMES]
    answer.set_cookie(
        COOKIE,
        signing.dumps({"device": known["device"], "names": names}, salt=COOKIE),
        max_age=COOKIE_SECONDS,
        path=reverse("login"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _counts(request: HttpRequest, name: str) -> tuple[Count, ...]:
    """What a wrong password counts for."""
    if is_on_this_machine(request):
        return ()
    device = _device(request, name)
    if device:
        return ((OF_A_KNOWN_DEVICE, (device, name)),)
    return (
        (OF_AN_ADDRESS_FOR_A_NAME, (guest_address(request), name)),
        (OF_A_NETWORK, (guest_network(request),)),
        (FOR_A_NAME, (name,)),
    )


def _device(request: HttpRequest, name: str) -> str:
    """What a device is called that this name's account has been opened on; empty where it has not."""
    known = _known(request)
    return known["device"] if _mark(name) in known["names"] else ""


def _known(request: HttpRequest) -> _Device:
    """What the cookie says; of a device without one, a new name for it."""
    try:
        known: _Device = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return {"device": secrets.token_hex(16), "names": []}
    return known


def _mark(name: str) -> str:
    """Short, however long the name is, for a cookie has little room."""
    return sha256(name.encode()).hexdigest()[:32]

"""Where requests come from: the client's address, whether it is this machine, and whether others connected lately."""

import re
import socket
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

Address = IPv4Address | IPv6Address
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
# The headers that the usual proxies and tunnels add, as `request.META` spells them.
FORWARDING_HEADERS = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_SERVER",
    "HTTP_X_REAL_IP",
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_CF_CONNECTING_IP",
    "HTTP_TRUE_CLIENT_IP",
)

PHONE_COOKIE = "phone"
# From a sign-up in advance to the end of the season.
PHONE_COOKIE_SECONDS = 365 * 24 * 60 * 60
SECRET = re.compile("[0-9a-f]{32}")
LATELY_SECONDS = 2 * 60 * 60
_OTHERS = "another-device"
# Until this time of `monotonic` this process need not note another device again.
_others_know_until = 0.0


def note(address: str) -> None:
    """Note that a client has connected from another device, for every process of the installation."""
    global _others_know_until
    if monotonic() > _others_know_until and not is_own_address(address):
        caches["shared"].set(_OTHERS, settings.PUBLIC_URL, timeout=LATELY_SECONDS)
        _others_know_until = monotonic() + LATELY_SECONDS / 2


def is_another_device_seen() -> bool:
    """Whether another device has connected in the last `LATELY_SECONDS`, at the current public address."""
    return bool(caches["shared"].get(_OTHERS) == settings.PUBLIC_URL)


def forget() -> None:
    """Let this process note the next client on another device again."""
    global _others_know_until
    _others_know_until = 0.0


def is_own_address(address: str) -> bool:
    """Whether the address is one of this machine's: only those can be bound to.

    Behind a proxy on this machine a client may have no address; it counts as this machine, too.
    """
    if not address or ip_address(address).is_loopback:
        return True
    family, kind, protocol, _name, bound_to = socket.getaddrinfo(
        address, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST
    )[0]
    with socket.socket(family, kind, protocol) as probe:
        try:
            probe.bind(bound_to)
        except OSError:
            return False
    return True


def guest_address(request: HttpRequest) -> str:
    """The client's IP address, in its usual spelling; empty if the connection has none.

    It is the peer of the connection, unless a trusted proxy (`TRUSTED_PROXIES`) names another one: `X-Forwarded-For` is
    read from the right, where the nearest proxy has written, up to the first address that is no trusted proxy. All
    addresses to the left of that may be forged.
    """
    guest = _address(request.META["REMOTE_ADDR"])
    for hop in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
        hop_address = _address(hop)
        if guest is None or hop_address is None or not _is_trusted(guest):
            break
        guest = hop_address
    return str(guest or "")


def guest_network(request: HttpRequest) -> str:
    """The network of the client's address; all its addresses count as one guest."""
    return network_of(guest_address(request))


def network_of(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address: one device can use any address of it."""
    numerical = address.partition("%")[0]
    return str(ip_network(f"{numerical}/64", strict=False)) if ":" in address else address


def is_trusted_proxy(address: str) -> bool:
    """Whether this peer of a connection is a proxy that the installation trusts (`TRUSTED_PROXIES`)."""
    peer = _address(address)
    return peer is not None and _is_trusted(peer)


def browser_mark(request: HttpRequest) -> str:
    """A mark that distinguishes browsers behind one address: the secret in their CSRF cookie.

    A browser that throws the cookie away passes for another one.
    """
    return str(request.META.get("CSRF_COOKIE", ""))


def phone_secret(request: HttpRequest) -> str:
    """The secret in the phone's cookie, which was set when somebody first signed up on the phone; empty without one."""
    secret = request.COOKIES.get(settings.HOST_COOKIE_PREFIX + PHONE_COOKIE, "")
    return secret if SECRET.fullmatch(secret) else ""


def keep_phone_secret(answer: HttpResponse, secret: str) -> None:
    """Let the phone keep its secret where no script can read it; no page and no address ever contains it."""
    answer.set_cookie(
        settings.HOST_COOKIE_PREFIX + PHONE_COOKIE,
        secret,
        max_age=PHONE_COOKIE_SECONDS,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_on_this_machine(request: HttpRequest) -> bool:
    """Whether the request comes from a browser on this machine.

    True only with a loopback peer, a local host name (another one could be that of a foreign page that leads here), no
    header of a proxy, and no proxy in the settings: neither a trusted one nor a public https address, which only a
    proxy can serve. A proxy that shows in none of these ways would pass for this machine.
    """
    peer = _address(request.META["REMOTE_ADDR"])
    host, _port = split_domain_port(request.get_host())
    return (
        peer is not None
        and peer.is_loopback
        and host in LOCAL_HOSTS
        and not any(header in request.META for header in FORWARDING_HEADERS)
        and not settings.TRUSTED_PROXIES
        and not settings.PUBLIC_URL.startswith("https:")
    )


def passkey_host(request: HttpRequest) -> str:
    """The host of a passkey that is made or used in this request; empty if passkeys do not work at the request's host.

    Browsers allow passkeys with https and at `localhost`, never at an IP address. Of all other host names, only that of
    the public address counts.
    """
    host, _port = split_domain_port(request.get_host())
    public = urlsplit(settings.PUBLIC_URL)
    is_public = public.scheme == "https" and host == public.hostname and _address(host) is None
    return host if is_public or host == "localhost" else ""


@lru_cache(maxsize=2000)
def _address(text: str) -> Address | None:
    """Read an address; an IPv4 address written as an IPv6 one becomes the IPv4 address."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_trusted(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)

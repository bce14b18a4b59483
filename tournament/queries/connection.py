"""How the phones in the room get here, and whether they do."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from tournament.machine import visitors
from tournament.models import PrintedAddress


@dataclass(frozen=True)
class Connection:
    """The addresses of the program, and what stands between them and a phone.

    `is_reached` says that another device has come lately; `outdated_url` is the address on the paper
    handed out last, where it is no longer the public one, else empty.
    """

    public_url: str
    local_url: str
    is_local_only: bool
    is_reached: bool
    outdated_url: str


def connection() -> Connection:
    """How this installation can be reached now, and whether another device has reached it."""
    printed = PrintedAddress.objects.order_by("-printed_at").first()
    return Connection(
        public_url=settings.PUBLIC_URL,
        local_url=settings.LOCAL_URL,
        is_local_only=is_local_only(),
        is_reached=visitors.is_another_device_seen(),
        outdated_url=printed.url if printed and printed.url != settings.PUBLIC_URL else "",
    )


def is_local_only() -> bool:
    """Whether the public address leads nowhere but to the machine itself."""
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

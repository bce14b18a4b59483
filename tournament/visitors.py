"""Whether another device than this machine has reached the server since it started; kept in memory only."""

import socket
from ipaddress import ip_address
from threading import Event

another_device_seen = Event()


def note(address: str) -> None:
    """Take note of a client by its numerical address."""
    if not another_device_seen.is_set() and not is_own_address(address):
        another_device_seen.set()


def is_own_address(address: str) -> bool:
    """Whether the address is one of this machine's: only those can be bound to.

    Behind a proxy on this machine a client may have none; that tells of no other device either.
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

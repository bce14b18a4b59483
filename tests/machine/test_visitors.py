"""From which address a request comes, and whether it comes from this machine."""

from ipaddress import ip_network

import pytest
from django.test import RequestFactory

from tournament.machine.visitors import guest_address, is_on_this_machine

PHONE, PROXY, OUTER_PROXY = "203.0.113.7", "127.0.0.1", "10.0.0.5"


def asked(peer, forwarded=None, host="localhost:8000", **headers):
    if forwarded is not None:
        headers["X-Forwarded-For"] = forwarded
    return RequestFactory().get("/", REMOTE_ADDR=peer, SERVER_NAME="here", headers={"Host": host, **headers})


@pytest.fixture
def behind_proxies(settings):
    settings.TRUSTED_PROXIES = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"))


@pytest.mark.parametrize("forwarded", [None, "198.51.100.1", "198.51.100.1, 127.0.0.1"])
def test_without_a_trusted_proxy_the_peer_is_the_guest_whatever_it_says(forwarded):
    assert guest_address(asked(PHONE, forwarded)) == PHONE


@pytest.mark.usefixtures("behind_proxies")
@pytest.mark.parametrize(
    ("peer", "forwarded", "guest"),
    [
        (PROXY, PHONE, PHONE),
        (PROXY, f"198.51.100.1, {PHONE}", PHONE),
        (PROXY, f"198.51.100.1,{PHONE}, {OUTER_PROXY}", PHONE),
        (PROXY, f"{OUTER_PROXY}, 10.0.0.6", OUTER_PROXY),
        (PROXY, None, PROXY),
        (PROXY, "", PROXY),
        (PROXY, "unknown", PROXY),
        (PROXY, f"{PHONE}, nonsense", PROXY),
        (PROXY, "2001:DB8:0::7", "2001:db8::7"),
        (f"::ffff:{PROXY}", f"::ffff:{PHONE}", PHONE),
        (PHONE, "198.51.100.1", PHONE),
        ("", PHONE, ""),
    ],
)
def test_what_trusted_proxies_say_is_read_from_the_right(peer, forwarded, guest):
    assert guest_address(asked(peer, forwarded)) == guest


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.8.8", "::1"])
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_a_browser_beside_the_program_is_on_this_machine(peer, host):
    assert is_on_this_machine(asked(peer, host=host))


@pytest.mark.parametrize(
    "request_",
    [
        asked("192.168.1.30"),
        asked("::ffff:192.168.1.30"),
        asked(""),
        asked("127.0.0.1", host="192.168.1.20:8000"),
        asked("127.0.0.1", host="club.example"),
        asked("127.0.0.1", host="localhost.example"),
        asked("127.0.0.1", forwarded="127.0.0.1"),
        asked("127.0.0.1", Forwarded="for=192.0.2.43"),
        asked("127.0.0.1", **{"X-Real-IP": "192.168.1.30"}),
        asked("127.0.0.1", Via="1.1 proxy"),
    ],
)
def test_whoever_else_may_be_behind_it_is_not(request_):
    assert not is_on_this_machine(request_)


def test_behind_a_proxy_nobody_is_on_this_machine(settings):
    settings.TRUSTED_PROXIES = (ip_network(PROXY),)

    assert not is_on_this_machine(asked("127.0.0.1"))


def test_where_a_proxy_must_serve_https_nobody_is_on_this_machine(settings):
    settings.PUBLIC_URL = "https://club.example"

    assert not is_on_this_machine(asked("127.0.0.1"))

"""How the phones get here, and whether they do."""

from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string

from tournament.actions.tournaments import note_printed_address
from tournament.queries.accounts import Connection, connection

pytestmark = pytest.mark.django_db


def test_before_any_phone_has_come():
    assert connection(is_here=True) == Connection(
        public_url="http://club.example",
        local_url="http://localhost:8000",
        is_served=False,
        is_local_only=False,
        is_reached=False,
        outdated_url="",
    )


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", ""])
def test_a_browser_on_this_machine_is_no_phone(client, address):
    client.get("/login/", REMOTE_ADDR=address)

    assert connection(is_here=True).is_reached is False


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_a_phone_that_has_come_is_remembered(client, address):
    client.get("/login/", REMOTE_ADDR=address)
    client.get("/login/", REMOTE_ADDR="127.0.0.1")

    assert connection(is_here=True).is_reached is True


@pytest.mark.parametrize(
    ("url", "only_here"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("http://laptop.local:8000", False),
    ],
)
def test_an_address_of_this_machine_alone_is_told_apart(settings, url, only_here):
    settings.PUBLIC_URL = url

    assert connection(is_here=True).is_local_only is only_here


def test_paper_with_an_address_that_is_no_longer_the_public_one_is_named():
    note_printed_address(url="http://club.example", at=datetime(2026, 11, 20, 19, tzinfo=UTC))
    note_printed_address(url="http://192.168.1.20:8000", at=datetime(2026, 11, 20, 20, tzinfo=UTC))

    assert connection(is_here=True).outdated_url == "http://192.168.1.20:8000"


def test_paper_printed_anew_is_up_to_date():
    note_printed_address(url="http://club.example", at=datetime(2026, 11, 20, 19, tzinfo=UTC))
    note_printed_address(url="http://192.168.1.20:8000", at=datetime(2026, 11, 20, 20, tzinfo=UTC))
    note_printed_address(url="http://club.example", at=datetime(2026, 11, 20, 21, tzinfo=UTC))

    assert connection(is_here=True).outdated_url == ""


def test_the_panel_draws_the_code_without_styles_that_the_browser_would_refuse():
    panel = render_to_string("connection.html", {"connection": connection(is_here=True)})

    assert (panel.count("<svg"), panel.count("style=")) == (1, 0)

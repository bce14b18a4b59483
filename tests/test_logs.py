"""What is written to the terminal gives no secret away."""

import logging

import pytest

from tournament.logs import WithoutSecrets


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("/t/open/p/12/C0B3toWywKvUzn00EXQpXQ/", "/t/open/p/12/…/"),
        ("/t/open/help/C0B3toWywKvUzn00EXQpXQ/", "/t/open/help/…/"),
        ("/welcome/abc-123/", "/welcome/…/"),
        ("/login-link/3/abc-123/", "/login-link/3/…/"),
        ("/t/a-long-name-of-a-tournament-2026/players/12/", "/t/a-long-name-of-a-tournament-2026/players/12/"),
    ],
)
def test_the_secret_of_a_link_is_left_out_of_the_address(address, written):
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "Internal Server Error: %s", (address,), None)

    assert WithoutSecrets().filter(record) is True
    assert record.getMessage() == f"Internal Server Error: {written}"

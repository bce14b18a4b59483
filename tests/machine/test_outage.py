"""While the database server is away nobody waits for it."""

from contextlib import closing
from threading import Event

import pytest

from tournament.machine import outage
from tournament.phrases.failures import failure_sentence

pytestmark = pytest.mark.django_db
AWAY = failure_sentence("database_is_away", entering=False)
NOT_SAVED = failure_sentence("database_was_away", entering=True)


@pytest.fixture
def comes_back(monkeypatch):
    """A server that is away until this is set."""
    back = Event()
    monkeypatch.setattr(outage, "_answers", back.wait)
    outage.note()
    yield back
    back.set()
    outage.wait_until_it_is_back()


@pytest.mark.parametrize(("method", "sentence"), [("get", AWAY), ("post", NOT_SAVED)])
def test_whoever_asks_is_told_at_once_and_may_ask_again(client, comes_back, method, sentence):
    answer = getattr(client, method)("/", headers={"HX-Request": "true"})

    assert (answer.status_code, answer["Retry-After"], answer.content.decode()) == (503, "2", sentence)


def test_the_page_is_in_the_language_of_its_address(client, comes_back):
    assert "Das Programm erreicht seinen Datenbankserver nicht." in client.get("/de/t/open/").content.decode()


def test_what_needs_no_database_is_answered(client, comes_back):
    with closing(client.get("/static/live.js")) as script:
        assert (client.get("/healthz").status_code, script.status_code) == (200, 200)


def test_once_it_is_back_everybody_is_answered(client, comes_back):
    comes_back.set()
    outage.wait_until_it_is_back()

    assert client.get("/login/").status_code == 200


def test_a_supervisor_is_told_at_once(client, comes_back):
    answer = client.get("/readyz")

    assert (answer.status_code, answer.content) == (503, b"database silent\n")

"""What is said where a PostgreSQL server takes no entry, or is gone; and that it is found again."""

import math
from threading import Event

import psycopg
import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from tests.factories import draw_next_round, make_tournament, pairing_of, stored_rows
from tests.relay import between_program_and_server
from tests.views.conftest import logged_in, make_director
from tournament.machine import limits, locks, outage, silence
from tournament.machine.rates import Rate
from tournament.phrases.failures import failure_sentence

pytestmark = pytest.mark.django_db(transaction=True)
ENTERED = {"seen": "pending///", "result": "played/3/1/"}


@pytest.fixture
def director():
    """Goes on after an answer of 5xx, as a browser does."""
    browser = logged_in(make_director())
    browser.raise_request_exception = False
    return browser


@pytest.fixture(autouse=True)
def nobody_has_waited_in_vain(monkeypatch):
    monkeypatch.setattr(locks, "_last_in_vain", -math.inf)


@pytest.fixture
def row():
    """The address of the only table, and its key."""
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    return reverse("result", args=[tournament.slug, pairing_of(tournament, 1, 1).pk])


@pytest.fixture
def elsewhere():
    """A connection of somebody else's to the same database."""
    parameters = connection.get_connection_params()
    named = {name: parameters[name] for name in ("dbname", "user", "password", "host", "port")}
    with psycopg.connect(**named, autocommit=True) as other:
        yield other


@pytest.fixture
def relay(transactional_db):
    with between_program_and_server() as between:
        yield between


def say(text):
    with connection.cursor() as cursor:
        cursor.execute(text)


def enter(director, row):
    answer = director.post(row, ENTERED, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode() if answer.status_code != 200 else ""


def test_a_result_that_a_server_for_reading_only_does_not_take_is_said_to_be_lost(director, row):
    before = stored_rows()

    say("SET default_transaction_read_only = on")
    refused = enter(director, row)
    say("SET default_transaction_read_only = off")

    assert refused == (507, failure_sentence("database_is_protected", entering=True))
    assert stored_rows() == before
    assert enter(director, row) == (200, "")


def test_an_entry_that_waits_too_long_for_another_is_said_to_be_lost(director, row, elsewhere):
    say("SET lock_timeout = '50ms'")
    with elsewhere.transaction():
        elsewhere.execute("SELECT * FROM tournament_tournament FOR UPDATE")
        refused = enter(director, row)
    say("RESET lock_timeout")

    assert refused == (503, failure_sentence("database_is_locked", entering=True))
    assert enter(director, row) == (200, "")


def test_what_somebody_waited_for_in_vain_the_next_wait_for_a_moment_only(director, row, elsewhere):
    said = []

    def hear(execute, sql, parameters, many, context):
        said.append(sql)
        return execute(sql, parameters, many, context)

    for lasts in ("50ms", "1500ms"):
        say(f"SET lock_timeout = '{lasts}'")
        with elsewhere.transaction(), connection.execute_wrapper(hear):
            elsewhere.execute("SELECT * FROM tournament_tournament FOR UPDATE")
            said.append(enter(director, row)[0])
    say("RESET lock_timeout")

    told = [one for one in said if one == 503 or "lock_timeout" in str(one)]
    assert told == [503, "SET LOCAL lock_timeout = 100", 503]


def test_a_server_that_is_known_to_be_away_is_not_waited_for_again(monkeypatch):
    known = silence._most_silence()
    monkeypatch.setattr(outage, "is_away", lambda: True)

    assert (known, silence._most_silence()) == (silence.SILENT_SECONDS, limits.DATABASE_SECONDS_AGAIN)


def test_a_server_that_goes_in_the_middle_of_an_entry_is_told_and_found_again_by_the_next(director, row, elsewhere):
    before = stored_rows()
    ended = []

    def end(execute, sql, parameters, many, context):
        if "UPDATE" in sql and not ended:
            ended.append(elsewhere.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid]))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(end):
        refused = enter(director, row)
    connection.close()
    outage.wait_until_it_is_back()

    assert refused == (503, failure_sentence("database_is_away", entering=True))
    assert stored_rows() == before
    assert enter(director, row) == (200, "")


def test_nobody_waits_for_a_server_that_was_halted_and_it_is_found_again(relay, director, row):
    before = stored_rows()

    relay.halt()
    refused = director.post(row, ENTERED, headers={"HX-Request": "true"})
    relay.go_on()
    connection.close()
    outage.wait_until_it_is_back()

    sentence = failure_sentence("database_is_away", entering=True)
    assert (refused.status_code, refused["Retry-After"], refused.content.decode()) == (503, "2", sentence)
    assert stored_rows() == before
    assert enter(director, row) == (200, "")


def test_a_server_that_takes_long_is_waited_for(monkeypatch):
    monkeypatch.setattr(silence, "SILENT_SECONDS", 0)

    say("SELECT pg_sleep(0.3)")

    assert not outage.is_away()


def test_a_supervisor_does_not_wait_for_a_server_that_was_halted_in_the_middle(monkeypatch):
    goes_on = Event()
    monkeypatch.setattr(outage, "_answers", goes_on.wait)

    assert not outage.answers_within(0.01)
    goes_on.set()
    assert outage.answers_within(60)


def test_many_who_ask_a_server_that_says_nothing_ask_it_one_question(monkeypatch):
    asked, goes_on = [], Event()
    monkeypatch.setattr(outage, "_answers", lambda: asked.append("?") or goes_on.wait())

    told = [outage.answers_within(0.5) for _asking in range(3)]

    assert (told, asked) == ([False] * 3, ["?"])
    goes_on.set()
    assert outage.answers_within(60)


def test_counting_does_not_hide_that_the_server_has_gone(elsewhere):
    def end(execute, sql, parameters, many, context):
        elsewhere.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(end), pytest.raises(OperationalError):
        Rate("tries", at_once=1, seconds=60).wait("Ada")
    connection.close()


@pytest.mark.parametrize(("seconds", "is_asked"), [(60, False), (0, True)])
def test_a_server_that_has_just_answered_is_not_asked_again_whether_it_is_there(monkeypatch, seconds, is_asked):
    monkeypatch.setattr(silence, "JUST_HEARD_SECONDS", seconds)
    say("SELECT 1")
    heard_at = connection.connection.heard_at

    connection.connection.execute("")

    assert (connection.connection.heard_at > heard_at) is is_asked

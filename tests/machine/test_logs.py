"""What is written to the terminal gives no secret away."""

import json
import logging
import sys
from datetime import datetime, timedelta

import pytest
from django.http import HttpResponse

from tournament.machine.logs import CountedWaits, JsonLines, WithoutSecrets
from tournament.machine.middleware import log_requests


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("/t/open/p/12/C0B3toWywKvUzn00EXQpXQ/", "/t/open/p/12/…/"),
        ("/t/open/help/C0B3toWywKvUzn00EXQpXQ/", "/t/open/help/…/"),
        ("/welcome/abc-123/", "/welcome/…/"),
        ("/login-link/3/abc-123/", "/login-link/3/…/"),
        ("/invitation/3/abc-123/", "/invitation/3/…/"),
        ("/t/a-long-name-of-a-tournament-2026/players/12/", "/t/a-long-name-of-a-tournament-2026/players/12/"),
    ],
)
def test_the_secret_of_a_link_is_left_out_of_the_address(address, written):
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "Internal Server Error: %s", (address,), None)

    assert WithoutSecrets().filter(record) is True
    assert record.getMessage() == f"Internal Server Error: {written}"


def test_a_request_is_told_in_one_line_of_json(rf, caplog):
    caplog.set_level(logging.INFO, "tournament.requests")
    log_requests(lambda request: HttpResponse(status=404))(rf.get("/t/open/"))
    (record,) = caplog.records

    line = json.loads(JsonLines().format(record))

    assert (line["level"], line["from"], line["message"], line["status"]) == (
        "info",
        "tournament.requests",
        "GET /t/open/",
        404,
    )
    assert line.keys() == {"at", "level", "from", "message", "status", "milliseconds"}
    assert datetime.fromisoformat(line["at"]).utcoffset() == timedelta(0)


def test_how_many_requests_have_waited_for_a_thread_is_told_once_a_minute():
    counted = CountedWaits()
    told = []

    for seconds, depth in ((0, 1), (1, 5), (59, 2), (60, 3), (61, 1), (200, 4)):
        record = logging.LogRecord("waitress.queue", logging.WARNING, "", 1, "Task queue depth is %d", (depth,), None)
        record.created = seconds
        if counted.filter(record):
            told.append((seconds, *record.args, record.getMessage().count("waited for a thread")))

    assert told == [(0, 1, 1, 1), (60, 3, 5, 1), (200, 2, 4, 1)]


def test_a_line_that_was_counted_passes_a_second_such_filter_as_it_is():
    record = logging.LogRecord("waitress.queue", logging.WARNING, "", 1, "Task queue depth is %d", (3,), None)

    told = [CountedWaits().filter(record), CountedWaits().filter(record), record.args]

    assert told == [True, True, (1, 3)]


def test_all_lines_of_a_request_carry_its_number_and_no_other_line_does(rf, caplog):
    caplog.set_level(logging.INFO)
    caplog.handler.setFormatter(JsonLines())

    def view(request):
        logging.getLogger("tournament.mails").info("sent")
        return HttpResponse()

    for _twice in range(2):
        log_requests(view)(rf.get("/"))
    logging.getLogger("tournament.mails").info("sent")

    lines = [json.loads(line) for line in caplog.text.splitlines()]
    numbers = [line.get("request") for line in lines]
    assert [line["from"] for line in lines] == ["tournament.mails", "tournament.requests"] * 2 + ["tournament.mails"]
    assert (numbers[0], numbers[2], numbers[4]) == (numbers[1], numbers[3], None)
    assert len({*numbers, ""}) == 4


def test_an_error_is_told_with_where_it_came_from():
    try:
        raise ValueError("Zoë\nis out")
    except ValueError:
        record = logging.LogRecord("django.request", logging.ERROR, "", 1, "It broke", (), sys.exc_info())

    line = JsonLines().format(record)

    assert line.count("\n") == 0
    assert json.loads(line)["traceback"].endswith("ValueError: Zoë\nis out")

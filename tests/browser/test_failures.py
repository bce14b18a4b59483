"""What a director sees where nothing can be stored."""

import pytest
from django.db.backends.signals import connection_created
from playwright.sync_api import expect

from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_tournament
from tournament.phrases.failures import failure_sentence


def protect(connection, **_details):
    connection.cursor().execute("PRAGMA query_only = ON")


@pytest.fixture
def write_protected():
    """Every connection opened from now on cannot write, until `mended()`."""
    connection_created.connect(protect)
    yield lambda: connection_created.disconnect(protect)
    connection_created.disconnect(protect)


@pytest.fixture
def slug(live_server):
    tournament = make_tournament(6)
    draw_next_round(tournament)
    return tournament.slug


def test_a_row_says_that_it_was_not_stored_until_it_is(open_desk, slug, write_protected):
    desk = Desk(open_desk(), slug)
    desk.go_to_round(1)
    desk.score(2, "3:1").click()
    failure = desk.table(2).get_by_role("alert")
    expect(failure).to_have_text(failure_sentence("database_is_protected", entering=True))
    desk.sees_no_result(2)

    desk.score(2, "3:1").click()
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
    expect(failure).to_have_count(1)

    write_protected()
    desk.tap(2, "3:1")
    expect(failure).to_have_count(0)

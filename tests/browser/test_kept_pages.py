"""A real browser behind a real nginx while the program is killed, and when it is there again."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import WITH_A_WORKER
from tests.factories import make_director, make_tournament
from tests.faults.conftest import server as server
from tests.installed import nginx
from tests.proxy import in_front_of
from tests.views.conftest import logged_in
from tournament.models import Entry

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
# In milliseconds: much longer than a busy machine takes, so that only what never comes fails.
AT_THE_LATEST = 300_000
NOT_FRESH = re.compile(r"\bis-offline\b")


@pytest.fixture
def address(server, tmp_path):
    """Where nginx answers, and the program behind it."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    with in_front_of(server.port, folder=folder) as port:
        server.public_port = port
        server.begin()
        server.wait_until_it_runs()
        yield f"http://localhost:{port}"


def test_who_looks_has_what_was_last_there_and_is_told_that_it_is_not_fresh(server, address, new_context):
    tournament = make_tournament(entries=4, played=1, language="en")
    page = new_context(**WITH_A_WORKER).new_page()
    page.goto(f"{address}/en/t/{tournament.slug}/", timeout=AT_THE_LATEST)
    standings = page.locator("#live table").inner_text()
    expect(page.locator("body")).not_to_have_class(NOT_FRESH)

    server.kill()
    expect(page.locator("body")).to_have_class(NOT_FRESH, timeout=AT_THE_LATEST)
    page.reload(timeout=AT_THE_LATEST)

    expect(page.locator("#live table")).to_have_text(standings, use_inner_text=True)
    expect(page.locator("body")).to_have_class(NOT_FRESH, timeout=AT_THE_LATEST)
    expect(page.get_by_role("alert")).to_be_visible()

    server.begin()
    expect(page.locator("body")).not_to_have_class(NOT_FRESH, timeout=AT_THE_LATEST)


def test_a_page_that_was_kept_says_so_before_it_asks_for_news(server, address, new_context):
    tournament = make_tournament(entries=4, played=1, language="en")
    page = new_context(**WITH_A_WORKER).new_page()
    page.route("**/live/**", lambda never_answered: None)
    page.goto(f"{address}/en/t/{tournament.slug}/", timeout=AT_THE_LATEST)
    expect(page.locator("body")).not_to_have_class(NOT_FRESH)

    server.kill()
    page.reload(timeout=AT_THE_LATEST)

    expect(page.locator("body")).to_have_class(NOT_FRESH)
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_form_with_a_key_that_met_a_program_that_was_gone_is_sent_again_and_stored_once(server, address, new_context):
    tournament = make_tournament(entries=2, language="en")
    name = settings.SESSION_COOKIE_NAME
    session = logged_in(make_director()).cookies[name].value
    context = new_context(**WITH_A_WORKER)
    context.add_cookies([{"name": name, "value": session, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/t/{tournament.slug}/desk/players/", timeout=AT_THE_LATEST)

    server.kill()
    page.get_by_label("Find or add a name").fill("Zoë Late")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 502):
        page.get_by_role("button", name="Add", exact=True).click()
    server.begin()

    expect(page.locator("#players")).to_contain_text("Zoë Late", timeout=AT_THE_LATEST)
    assert Entry.objects.filter(name="Zoë Late").count() == 1

"""The disk takes nothing more while the server runs, and then does again."""

import resource

from tests.factories import stored_rows
from tests.faults.conftest import tournament_of_all
from tests.faults.writers import Writer, entry, results_on
from tournament.phrases.failures import failure_sentence


def let_it_write(server, limit):
    """How far the files of the running server may grow: as with a quota, at 0 no write succeeds."""
    _soft, highest = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (highest if limit is None else limit, highest))


def test_an_entry_that_finds_no_space_is_refused_wholly_and_taken_once_there_is_space(server, inspect):
    tournament = tournament_of_all(entries=4)
    writer = Writer("writer", 0, 1, slug=tournament.slug, port=server.port)
    server.begin()
    server.wait_until_it_runs()
    first, second = results_on(writer.look())
    writer.enter(first, "pending///", "played/7/1/")
    before = stored_rows()

    let_it_write(server, 0)
    refused = writer.enter(second, "pending///", "played/7/3/")
    ready = writer.ask("GET", "/readyz")

    assert (ready.status, ready.text) == (503, "disk full\n")
    assert (refused.status, refused.text) == (507, failure_sentence("disk_fails", entering=True))
    assert results_on(writer.look()) == {first: "played/7/1/", second: "pending///"}
    assert stored_rows() == before
    papers = ("desk/rounds/1/everything.pdf", "desk/cards.pdf", "standings.pdf")
    printed = [writer.ask("GET", f"/t/{tournament.slug}/{paper}").status for paper in papers]
    assert printed == [200, 200, 200]

    let_it_write(server, None)
    writer.enter(second, "pending///", "played/7/3/")
    ready = writer.ask("GET", "/readyz")

    assert (ready.status, ready.text) == (200, "ready\n")
    assert writer.acknowledged == [
        entry(first, "pending///", "played/7/1/"),
        entry(second, "pending///", "played/7/3/"),
    ]
    inspect()
    writer.forget_connection()


def test_a_wrong_password_is_told_to_be_wrong_on_a_full_disk_too(server):
    tournament = tournament_of_all(entries=2)
    browser = Writer("writer", 0, 1, slug=tournament.slug, port=server.port)
    server.begin()
    server.wait_until_it_runs()
    browser.ask("GET", "/login/")

    let_it_write(server, 0)
    answer = browser.ask("POST", "/login/", {"username": "writer", "password": "wrong"})

    assert (answer.status, "Wrong name or password." in answer.text) == (200, True)
    browser.forget_connection()

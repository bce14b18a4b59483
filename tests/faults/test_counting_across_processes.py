"""What one process has counted holds in every other, and over a restart."""

from tests.faults.conftest import tournament_of_all
from tests.faults.writers import Writer
from tournament.machine.logins import OF_AN_ADDRESS_FOR_A_NAME


def test_a_wait_holds_in_another_process_and_after_a_restart(server):
    browser = Writer("writer", 0, 1, slug=tournament_of_all(entries=2).slug, port=server.port)

    statuses = []
    for _life in range(2):
        # As many as there may be, once more before the second life, for the wait is over in a minute.
        for _attempt in range(5):
            OF_AN_ADDRESS_FOR_A_NAME.use("127.0.0.1", "Ada")
        server.begin()
        server.wait_until_it_runs()
        browser.ask("GET", "/login/")
        for name in ("Ada", "Bo"):
            answer = browser.ask("POST", "/login/", {"username": name, "password": "wrong"}, Via="1.1 proxy")
            statuses.append((name, answer.status))
        browser.forget_connection()
        server.kill()

    assert statuses == [("Ada", 429), ("Bo", 200)] * 2
